Feature: wrong: requests that cannot be made
  Scenario: a prompt that is no list of tokens
    Given the prompt 99999999999999999999

  Scenario: a next prompt that is no list of tokens
    Given the next prompt is 99999999999999999999

  Scenario: a lane that does not exist
    Given decoding with 1 draft in the lane "batched"
