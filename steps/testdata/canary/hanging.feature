Feature: Canary: hanging
  Scenario: a step hangs and does not listen
    Given a step that passes
    When a step hangs and does not listen
    Then a step that passes

  Scenario: a step hangs until its context ends
    Given a step that passes
    When a step hangs until its context ends
