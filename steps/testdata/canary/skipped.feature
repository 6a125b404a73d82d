Feature: Canary: skipped
  Scenario: a step skips the rest
    Given a step skips the rest
    Then a step that passes

  Scenario: the last step skips
    Given a step that passes
    Then a step skips the rest
