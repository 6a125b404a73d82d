Feature: Canary: undefined
  Scenario: a step that nothing binds
    Given a step that passes
    When nobody wrote this step
    Then a step that passes

  Scenario: the last step is one that nothing binds
    Given a step that passes
    Then nobody wrote this step
