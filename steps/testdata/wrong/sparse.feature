Feature: wrong: sparse distributions
  Scenario: other probabilities
    When a sparse distribution over 3 tokens is made of
      | token | mass |
      | 0     | 1    |
      | 1     | 1    |
    Then the probabilities are
      | token | probability |
      | 0     | 0.5         |
      | 2     | 0.5         |

  Scenario: a bad value that was none
    When a sparse distribution over 3 tokens is made of
      | token | mass |
      | 0     | 0    |
    Then it is refused as a bad value

  Scenario: no row for the host reader
    When the host reader takes the row
