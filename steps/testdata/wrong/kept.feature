Feature: wrong: what is kept
  Scenario: no states kept
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And 2 tokens are asked for
    Then 0 states are kept

  Scenario: more states
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And 2 tokens are asked for
    When the answer is generated
    Then 3 states are kept

  Scenario: another checkpoint
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    When the answer is generated
    Then the checkpoints are those of 1 2 3 5

  Scenario: no checkpoint
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    When the answer is generated
    Then the checkpoints are those of nothing

  Scenario: no disk to have checkpoints
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And 2 tokens are asked for
    When the answer is generated
    Then the checkpoints are those of nothing

  Scenario: fewer checkpoints
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    When the answer is generated
    Then 0 checkpoints are stored

  Scenario: no disk to count on
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And 2 tokens are asked for
    When the answer is generated
    Then 0 checkpoints are stored

  Scenario: nothing was quarantined
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    When the answer is generated
    Then 1 checkpoint is quarantined for "sum"

  Scenario: another reason
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    When the answer is generated
    Given a bit of the checkpoint of 1 2 3 4 is another
    And the engine is started again
    And the next prompt is 1 2 3 4 5
    When the answer is generated
    Then 1 checkpoint is quarantined for "weather"

  Scenario: no disk to quarantine on
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And 2 tokens are asked for
    When the answer is generated
    Then 0 checkpoints are quarantined for "sum"

  Scenario: a chat that is not there
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    When the answer is generated
    Then the chat "a" is on disk

  Scenario: a chat that is there
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    And the request is one of the chat "a"
    When the answer is generated
    Then the chat "a" is not on disk

  Scenario: no disk for chats
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And 2 tokens are asked for
    When the answer is generated
    Then the chat "a" is not on disk

  Scenario: nothing remembered
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    When the answer is generated
    Then what was remembered is on disk, byte for byte

  Scenario: no disk to remember
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And 2 tokens are asked for
    When the answer is generated
    Then what was remembered is on disk, byte for byte

  Scenario: what was remembered is gone
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    When the answer is generated
    Given what is on disk is remembered
    And the next prompt is 1 2 3 4 5
    And ar row 1 from here comes out with all NaN
    When the answer is generated
    Then what was remembered is on disk, byte for byte

  Scenario: what was remembered has changed
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    When the answer is generated
    Given what is on disk is remembered
    And a bit of the checkpoint of 1 2 3 4 is another
    Then what was remembered is on disk, byte for byte

  Scenario: more than was remembered
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    When the answer is generated
    Given what is on disk is remembered
    And the next prompt is 1 2 3 4 5
    When the answer is generated
    Then the disk is as remembered, byte for byte

  Scenario: less than was remembered
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    When the answer is generated
    Given what is on disk is remembered
    And the disk is another, empty one
    Then the disk is as remembered, byte for byte

  Scenario: something read
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    When the answer is generated
    Given the engine is started again
    And the next prompt is 1 2 3 4 5
    When the answer is generated
    Then nothing was read from disk

  Scenario: nothing read
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    When the answer is generated
    Then something was read from disk

  Scenario: no disk to read
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And 2 tokens are asked for
    When the answer is generated
    Then nothing was read from disk

  Scenario: an answer that is not kept
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    And the disk says "write 1+: no space left"
    When the answer is generated
    Then the answer is kept

  Scenario: an answer that failed is not kept
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    And ar row 1 from here comes out with all NaN
    When the answer is generated
    Then the answer is kept

  Scenario: no disk to keep an answer
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And 2 tokens are asked for
    When the answer is generated
    Then the answer is kept

  Scenario: an answer that is kept
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    When the answer is generated
    Then the answer stands, but is not kept: "disk"

  Scenario: an answer not kept for another reason
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    And the disk says "write 1+: no space left"
    When the answer is generated
    Then the answer stands, but is not kept: "weather"

  Scenario: an answer that does not stand
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    And ar row 1 from here comes out with all NaN
    When the answer is generated
    Then the answer stands, but is not kept: "non-finite"

  Scenario: no row came out broken
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And 2 tokens are asked for
    When the answer is generated
    Then 1 row came out broken

  Scenario: a fault that is not reached
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And 2 tokens are asked for
    And ar row 2 from here comes out with all NaN
    When the answer is generated
    Then 1 row came out broken

  Scenario: a healthy row
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    When the answer is generated
    Then the row in the checkpoint of 1 2 3 4 holds 8 NaN

  Scenario: a row of no checkpoint
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    When the answer is generated
    Then the row in the checkpoint of 1 2 3 holds 0 NaN

  Scenario: a row without a disk
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And 2 tokens are asked for
    When the answer is generated
    Then the row in the checkpoint of 1 2 3 4 holds 0 NaN

  Scenario: a row of no tokens that are known
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    When the answer is generated
    Then the row in the checkpoint of 99999999999999999999 holds 0 NaN

  Scenario: fewer draws of DS4
    Given the prompt 1 2
    And the model says 3 4 5
    And a model of the DS4 family that draws at temperature 1
    And 2 tokens are asked for
    When the answer is generated
    Then 1 number of the DS4 stream was drawn

  Scenario: draws of another family
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And 2 tokens are asked for
    When the answer is generated
    Then 0 numbers of the DS4 stream were drawn

  Scenario: fewer files
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    When the answer is generated
    Then 0 files are on disk

  Scenario: no disk for files
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And 2 tokens are asked for
    When the answer is generated
    Then 0 files are on disk
