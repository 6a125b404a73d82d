Feature: wrong: readers
  Scenario: no row
    When the greedy reader takes the row

  Scenario: two rows
    Given the float32 rows
      | 1 | 2 |
      | 2 | 1 |
    When the verify reader takes the row

  Scenario: another token of a verify row
    Given the float32 row
      | 1 | 2 |
    When the verify reader takes the row
    Then the token is 0
