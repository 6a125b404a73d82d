Feature: Canary: failing
  Scenario: a step fails
    Given a step that passes
    When a step fails
    Then a step that passes
