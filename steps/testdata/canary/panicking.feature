Feature: Canary: panicking
  Scenario: a step panics
    Given a step that passes
    When a step panics
    Then a step that passes
