Feature: Conversations of the DS4 family keep their own law
  To this family no row is broken: token 0 is its answer where nothing is usable. It goes
  through the same Generator, and what is new there must not change its tokens, its random
  numbers or its checkpoints.

  Scenario: a broken row in the middle
    Token 0 takes no number from the stream, the others take one each. Nothing fails and
    nothing goes.
    Given the prompt 1 2 3
    And the model says 4 0 6 1 1 2 5 4
    And a model of the DS4 family that draws at temperature 1
    And states are kept on disk, too
    And ar row 1 from here comes out with all NaN
    And 3 tokens are asked for
    When the answer is generated
    Then the answer is 4 0 6
    And what was streamed is 4 0 6
    And 1 row came out broken
    And 2 numbers of the DS4 stream were drawn
    And the forwards are 1 prefill, 2 ar, 1 final
    And every forward with a row was counted
    And the model finds its state in order
    And 2 states are kept
    And the answer is kept
    And the checkpoints are those of 1 2 3 4 0 6
    Given what is on disk is remembered
    And the engine is started again
    And the next prompt is 1 2 3 4 0 6 1
    When the answer is generated
    Then the answer is 1 2 5
    And 6 tokens of the prompt were reused
    And something was read from disk
    And 5 numbers of the DS4 stream were drawn
    And what was remembered is on disk, byte for byte

  Scenario Outline: the last row is broken, <broken>, temperature <temperature>
    It is written as it is, read as it is, and the next turn begins with this family's
    answer to it. The draws are those of an uninterrupted run.
    Given the prompt 1 2 3
    And the model says 4 5 0 6 1 1
    And a model of the DS4 family that draws at temperature <temperature>
    And states are kept on disk, too
    And final row 1 from here comes out with <broken>
    And 2 tokens are asked for
    When the answer is generated
    Then the answer is 4 5
    And 1 row came out broken
    And the row in the checkpoint of 1 2 3 4 5 holds <NaN> NaN
    And 2 states are kept
    Given what is on disk is remembered
    And the engine is started again
    And the next prompt is 1 2 3 4 5
    When the answer is generated
    Then the answer is 0 6
    And 5 tokens of the prompt were reused
    And something was read from disk
    And <drawn> numbers of the DS4 stream were drawn
    And what was remembered is on disk, byte for byte
    And 0 checkpoints are quarantined for "anything"

    Examples:
      | broken   | NaN | temperature | drawn |
      | all NaN  | 8   | 1           | 3     |
      | all -Inf | 0   | 1           | 3     |
      | all NaN  | 8   | 0           | 0     |

  Scenario: a state of another family
    The same tokens of the same model: but this family's states may hold what the other
    refuses.
    Given the prompt 1 2 3
    And the model says 4 5 6 1 1 2
    And a model of the DS4 family that draws at temperature 0
    And states are kept on disk, too
    And 2 tokens are asked for
    When the answer is generated
    Given states are kept for later requests
    And the engine is started again
    And the next prompt is 1 2 3 4 5 6
    When the answer is generated
    Then 0 tokens of the prompt were reused
    And the answer is 1 1
