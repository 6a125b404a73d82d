Feature: wrong: parameters
  Scenario: parameters that are allowed
    Given the float32 row
      | 1 | 2 |
    And temperature 1, top_p 1 and top_k 2
    When a token is asked for at the public door
    Then the sampling parameters are refused

  Scenario: another refusal
    Given the float32 row
      | 1 | 2 |
    And temperature NaN, top_p 1 and top_k 2
    When a token is asked for at the public door
    Then the penalties are refused

  Scenario: a broken row is no bad parameter
    Given the float32 row
      | 1 | NaN |
    And temperature 1, top_p 1 and top_k 2
    When a token is asked for at the public door
    Then the width is refused

  Scenario: no row
    When a token is asked for at the public door
