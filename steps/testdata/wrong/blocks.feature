Feature: wrong: blocks
  Scenario: another number of accepted tokens
    Given the float32 rows
      | -Inf | 1 |
    And the copied tokens 1
    And temperature 1, top_p 1 and top_k 1
    When the block is settled
    Then 0 of them are accepted

  Scenario: accepted tokens of a block that was refused
    Given the float32 rows
      | NaN | 1 |
    And the copied tokens 1
    And temperature 1, top_p 1 and top_k 1
    When the block is settled
    Then 1 of them is accepted

  Scenario: accepted tokens where nothing was settled
    Then 1 of them is accepted

  Scenario: another correction
    Given the float32 rows
      | -Inf | 1 |
    And the copied tokens 0
    And temperature 1, top_p 1 and top_k 1
    When the block is settled
    Then the correction is token 0

  Scenario: a correction where there is none
    Given the float32 rows
      | -Inf | 1 |
    And the copied tokens 1
    And temperature 1, top_p 1 and top_k 1
    When the block is settled
    Then the correction is token 1

  Scenario: a correction where nothing was settled
    Then the correction is token 1

  Scenario: no correction where there is one
    Given the float32 rows
      | -Inf | 1 |
    And the copied tokens 0
    And temperature 1, top_p 1 and top_k 1
    When the block is settled
    Then there is no correction

  Scenario: another number of doubles
    Given the float32 rows
      | -Inf | 1 |
    And the copied tokens 1
    And temperature 1, top_p 1 and top_k 1
    When the block is settled
    Then 2 doubles were drawn
