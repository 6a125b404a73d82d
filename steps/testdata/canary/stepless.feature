Feature: Canary: stepless
  Scenario: no steps at all
    There is a sentence here, and nothing that could fail.
