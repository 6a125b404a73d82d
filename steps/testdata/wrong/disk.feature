Feature: wrong: what happens on disk
  Scenario: a disk for nothing
    Given states are kept on disk, too

  Scenario: a rule that is none
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    Given the disk says "write 1+: mice"

  Scenario: a rule for no disk
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And 2 tokens are asked for
    Given the disk says "write 1+: no space left"

  Scenario: no disk to work again
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And 2 tokens are asked for
    Given the disk works again

  Scenario: no disk to replace
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And 2 tokens are asked for
    Given the disk is another, empty one

  Scenario: nothing to remember
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    And the request is one of no chat
    When the answer is generated
    Given what is in the chats is remembered

  Scenario: no disk to remember
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And 2 tokens are asked for
    Given what is on disk is remembered

  Scenario: no checkpoint to break
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    When the answer is generated
    Given the row in the checkpoint of 1 2 3 is not finite

  Scenario: no disk to break
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And 2 tokens are asked for
    When the answer is generated
    Given the row in the checkpoint of 1 2 3 4 is not finite

  Scenario: no checkpoint to damage
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And states are kept on disk, too
    And 2 tokens are asked for
    When the answer is generated
    Given a bit of the checkpoint of 1 2 3 is another

  Scenario: no disk to damage
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And 2 tokens are asked for
    When the answer is generated
    Given a bit of the checkpoint of 1 2 3 4 is another

  Scenario: nothing will be written
    Given the prompt 1 2
    And the model says 3 4 5
    And states are kept for later requests
    And 2 tokens are asked for
    Given the next state that is written is not finite
