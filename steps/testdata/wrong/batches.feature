Feature: wrong: batches
  Scenario: another token of a batch
    Given the float32 rows
      | 1 | -Inf |
      | -Inf | 1 |
    And temperature 1, top_p 1 and top_k 1
    When the padded batch reader takes the rows
    Then the tokens are 1 1

  Scenario: another token by itself
    Given the float32 rows
      | 1 | 2 |
    When the greedy window reader takes the rows
    Then row 0 by itself gives token 0

  Scenario: a token of a broken row by itself
    Given the float32 rows
      | 1 | NaN |
    When the greedy window reader takes the rows
    Then row 0 by itself gives token 0

  Scenario: a row that is not there
    Given the float32 rows
      | 1 | 2 |
    When the greedy window reader takes the rows
    Then row 1 by itself gives token 0

  Scenario: a refusal of a healthy row by itself
    Given the float32 rows
      | 1 | 2 |
    When the greedy window reader takes the rows
    Then row 0 by itself is refused with 0 NaN and 0 infinities of 2

  Scenario: a refusal of a row that is not there
    Given the float32 rows
      | 1 | 2 |
    When the greedy window reader takes the rows
    Then row 1 by itself is refused with 0 NaN and 0 infinities of 2
