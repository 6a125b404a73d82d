Feature: Canary: an argument that does not convert
  Scenario: a number that is too large
    Given a step that takes 99999999999999999999
