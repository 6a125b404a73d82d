Feature: wrong: model folders
  Scenario: a text that the file does not have
    Given a copy of the tiny model's folder
    Given in "config.json" the text 'x_x' is 'y' instead

  Scenario: a file that is not there
    Given a copy of the tiny model's folder
    Given "weights.bin" is missing

  Scenario: a text of a file that is not there
    Given a copy of the tiny model's folder
    Given in "weights.bin" the text 'x' is 'y' instead

  Scenario: a tensor that is not there
    Given a copy of the tiny model's folder
    Given tensor "lm_tail.weight" is left out

  Scenario: a sound folder that is refused
    Given a copy of the tiny model's folder
    When the folder is loaded
    Then it is refused for its weights

  Scenario: another reason
    Given a copy of the tiny model's folder
    And "config.json" is missing
    When the folder is loaded
    Then it is refused for its weights

  Scenario: a folder that is refused
    Given a copy of the tiny model's folder
    And "config.json" is missing
    When the folder is loaded
    Then it is loaded

  Scenario: a folder that nobody has
    Then it is loaded

  Scenario: a refusal that nobody asked for
    Then it is refused for its configuration
