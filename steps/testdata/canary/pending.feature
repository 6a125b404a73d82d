Feature: Canary: pending
  Scenario: a step is pending
    Given a step that passes
    When a step is pending
