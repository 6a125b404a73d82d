Feature: wrong: exceptions
  Scenario: a receipt that is not there
    Given the receipt "native-invalid/s9/0000"

  Scenario: another record
    Given the receipt "native-invalid/s1/0000"
    When the engine answers it
    Then the oracle's "argmax_7577" was: {tok: 2}

  Scenario: a record of another part
    Given the receipt "native-invalid/s1/0000"
    When the engine answers it
    Then the oracle's "argmax_1" was: {tok: 3}

  Scenario: a record of nothing
    Then the oracle's "argmax_7577" was: {tok: 3}

  Scenario: another refusal
    Given the receipt "native-invalid/s1/0000"
    When the engine answers it
    Then our "argmax_7577" is refused as "greedy argmax" with 2 NaN and 0 infinities of 4

  Scenario: a refusal of another part
    Given the receipt "native-invalid/s1/0000"
    When the engine answers it
    Then our "argmax_1" is refused as "greedy argmax" with 1 NaN and 0 infinities of 4

  Scenario: a refusal where nothing was answered
    Given the receipt "native-invalid/s1/0000"
    Then our "argmax_7577" is refused as "greedy argmax" with 1 NaN and 0 infinities of 4

  Scenario: something was drawn
    Given the receipt "ordinary-entry/s1/0011"
    When the engine answers it
    Then our "draw[0]" drew nothing

  Scenario: a part without a stream
    Given the receipt "native-invalid/s1/0000"
    When the engine answers it
    Then our "argmax_7577" drew nothing

  Scenario: another class
    Given the receipt "native-invalid/s1/0000"
    When the engine answers it
    Then it is an exception of class "block-lookahead"

  Scenario: a class of a case that is equal
    Given the receipt "ordinary-entry/s1/0011"
    When the engine answers it
    Then it is an exception of class "nan-outside-candidates"

  Scenario: a class where nothing was answered
    Then it is an exception of class "nan-outside-candidates"

  Scenario: an exception that is called equal
    Given the receipt "native-invalid/s1/0000"
    When the engine answers it
    Then it is bit-equal and no exception

  Scenario: equal where nothing was answered
    Then it is bit-equal and no exception

  Scenario: another reason
    Given the receipt "native-invalid/s1/0000"
    When the engine answers it
    Then the reason given is
      """
      It felt like it.
      """
