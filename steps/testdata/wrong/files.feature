Feature: wrong: receipt files
  Scenario: a file that is not there
    Given a copy of the receipt file "rows/nothing.jsonl"

  Scenario: a line that is not there
    Given a copy of the receipt file "rows/native-invalid.jsonl"
    And line 44 is missing

  Scenario: a text that is not there
    Given a copy of the receipt file "rows/native-invalid.jsonl"
    And in line 2 "colour" is replaced by "color"

  Scenario: another number of cases
    Given a copy of the receipt file "rows/native-invalid.jsonl"
    When it is read
    Then it holds 41 cases

  Scenario: cases of a file that was refused
    Given a receipt file with no bytes in it
    When it is read
    Then it holds 0 cases

  Scenario: a refusal of a sound file
    Given a copy of the receipt file "rows/native-invalid.jsonl"
    When it is read
    Then it is refused with "not a receipt"

  Scenario: another refusal
    Given a copy of the receipt file "rows/native-invalid.jsonl"
    And line 3 is missing
    When it is read
    Then it is refused with "row does not match its sha256"

  Scenario: a refusal with words nobody knows
    Given a copy of the receipt file "rows/native-invalid.jsonl"
    When it is read
    Then it is refused with "something"

  Scenario: another line
    Given a copy of the receipt file "rows/native-invalid.jsonl"
    And line 3 is missing
    When it is read
    Then the error names the file and line 3

  Scenario: a line of a sound file
    Given a copy of the receipt file "rows/native-invalid.jsonl"
    When it is read
    Then the error names the file and line 1

  Scenario: another case
    Given a copy of the receipt file "rows/native-invalid.jsonl"
    And line 5 is there twice
    When it is read
    Then the error names the case "native-invalid/s1/0004"

  Scenario: other words
    Given a copy of the receipt file "rows/native-invalid.jsonl"
    And line 5 is there twice
    When it is read
    Then the error says "id was used in line 6"

  Scenario: cases that were handed out
    Given a copy of the receipt file "rows/native-invalid.jsonl"
    When it is read
    Then no case of it is handed out
