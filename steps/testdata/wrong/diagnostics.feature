Feature: wrong: diagnostics
  Scenario: a token of a broken row
    Given the float32 row
      | 1 | NaN |
    And temperature 1, top_p 1 and top_k 1
    When the lazy keyed sampler takes the row
    Then the token is 0

  Scenario: another token of the prefix sampler
    Given the float32 row
      | 1 | 2 |
    And temperature 0, top_p 1 and top_k 1
    When the prefix sampler takes the row
    Then the token is 0

  Scenario: no row for the lazy sampler
    When the lazy keyed sampler takes the row

  Scenario: no row for the prefix sampler
    When the prefix sampler takes the row
