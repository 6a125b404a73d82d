Feature: wrong: scripts that cannot be given
  Scenario: an answer that is no list of tokens
    Given the model says 99999999999999999999

  Scenario: a fault that nobody knows
    Given the prompt 1
    And the model says 2
    And a prefill row for token 1 with two NaN
