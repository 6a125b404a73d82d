Feature: wrong: what a call gave
  Scenario: another token
    Given the float32 row
      | 1 | 2 |
    When the greedy reader takes the row
    Then the token is 0

  Scenario: a token where there is a refusal
    Given the float32 row
      | 1 | NaN |
    When the greedy reader takes the row
    Then the token is 0

  Scenario: a token where nothing was asked
    Then the token is 0

  Scenario: other tokens
    Given the float32 row
      | 2 | 2 |
    And temperature 1, top_p 1 and top_k 2
    When the ordinary entry takes the row
    Then the tokens are 1 1 1

  Scenario: other probabilities
    Given the float32 row
      | 2 | 2 |
    And temperature 1, top_p 1 and top_k 2
    When the ordinary entry takes the row
    Then the probabilities are
      | token | probability        |
      | 0     | 0.5                |
      | 1     | 0.5000000000000001 |

  Scenario: another place of the refusal
    Given the float32 row
      | 1 | NaN |
    When the greedy reader takes the row
    Then it is refused as "softmax" with 1 NaN and 0 infinities of 2

  Scenario: another number of NaNs
    Given the float32 row
      | 1 | NaN |
    When the greedy reader takes the row
    Then it is refused as "greedy argmax" with 0 NaN and 0 infinities of 2

  Scenario: another number of infinities
    Given the float32 row
      | 1 | NaN |
    When the greedy reader takes the row
    Then it is refused as "greedy argmax" with 1 NaN and 1 infinity of 2

  Scenario: another width
    Given the float32 row
      | 1 | NaN |
    When the greedy reader takes the row
    Then it is refused as "greedy argmax" with 1 NaN and 0 infinities of 3

  Scenario: a refusal of a healthy row
    Given the float32 row
      | 1 | 2 |
    When the greedy reader takes the row
    Then it is refused as "greedy argmax" with 0 NaN and 0 infinities of 2

  Scenario: a refusal where nothing was asked
    Then it is refused as "greedy argmax" with 0 NaN and 0 infinities of 2

  Scenario: a bad value that was none
    Given the float32 row
      | 1 | NaN |
    When the greedy reader takes the row
    Then it is refused as a bad value

  Scenario: a route that was taken
    Given the float32 rows
      | 1 | 2 |
    And temperature 1, top_p 1 and top_k 1
    When the padded batch reader takes the rows
    Then the route does not apply

  Scenario: an error that did not come
    Given the float32 row
      | 1 | 2 |
    And temperature 1, top_p 1 and top_k 1
    When the lazy keyed sampler takes the row
    Then it is an error that says "top_k"

  Scenario: an error that says something else
    Given the float32 row
      | 1 | 2 |
    And temperature 1, top_p 1 and top_k 0
    When the lazy keyed sampler takes the row
    Then it is an error that says "rows"

  Scenario: something was drawn
    Given the float32 row
      | 1 | 2 |
    When the top-k reader takes the row
    Then nothing was drawn

  Scenario: something was drawn by a DS4 row
    Given the float32 row
      | 1 | 2 |
    When the DS4 sampler takes the row at temperature 1, top_k 0, top_p 1 and min_p 0
    Then nothing was drawn

  Scenario: nothing was drawn and nothing was asked
    Then nothing was drawn

  Scenario: no double was taken
    Given the float32 row
      | 1 | 2 |
    When the greedy reader takes the row
    Then each token took exactly one double from the stream

  Scenario: where the answer does not say
    Given the float32 rows
      | 1 | NaN |
    And temperature 1, top_p 1 and top_k 1
    When the padded batch reader takes the rows
    Then nothing was drawn
