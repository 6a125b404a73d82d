Feature: Canary: ambiguous
  Scenario: two sentences fit a step
    Given a step that two sentences fit
