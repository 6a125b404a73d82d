Feature: wrong: requests that follow each other
  Scenario: a fault that nobody knows
    Given ar row 1 from here comes out with a cold

  Scenario: a fault before the first row
    Given ar row 0 from here comes out with all NaN

  Scenario: a temperature that is none
    Given a model of the DS4 family that draws at temperature hot

  Scenario: nothing to start again
    Given the engine is started again

  Scenario: nothing to save
    When the conversation is saved
