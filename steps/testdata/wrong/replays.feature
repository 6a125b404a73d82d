Feature: wrong: replays
  Scenario: a group that is not there
    Given the receipts of group "native"

  Scenario: a schema that is not there
    Given all receipts of schema "ds4-control/2"

  Scenario: another number of cases
    Given the receipts of group "native-invalid"
    Then there are 43 cases

  Scenario: another number declared
    Given the receipts of group "native-invalid"
    Then their headers declare 41 cases

  Scenario: another number of draws
    Given the receipts of group "ds4-control"
    Then each case records 2 draws

  Scenario: draws where there are none
    Given the receipts of group "point-mass"
    Then each case records 3 draws

  Scenario: draws where there is no case
    Given the receipts of group "ordinary-entry"
    And of them only the kinds that begin with "no such kind"
    Then each case records 3 draws

  Scenario: orders where there are none
    Given the receipts of group "point-mass"
    Then each case is read in the given and in the reversed order

  Scenario: other temperatures
    Given the receipts of group "native-invalid"
    And of them only the kinds that begin with "base:"
    Then their temperatures are
      | temperature | cases |
      | 0           | 4     |
      | 0.6         | 8     |

  Scenario: temperatures where there are none
    Given the receipts of group "rng"
    Then their temperatures are
      | temperature | cases |

  Scenario: other widths
    Given the receipts of group "batched-greedy"
    Then their widths are
      | width | cases |
      | 64    | 12    |
      | 4097  | 5     |

  Scenario: widths where there are none
    Given the receipts of group "rng"
    Then their widths are
      | width | cases |

  Scenario: an exception too few
    Given the receipts of group "native-invalid"
    When the engine replays them
    Then 7 are bit-equal and 35 are declared exceptions

  Scenario: counts where nothing was replayed
    Given the receipts of group "native-invalid"
    Then 6 are bit-equal and 36 are declared exceptions

  Scenario: nothing differs where nothing was replayed
    Given the receipts of group "native-invalid"
    Then none differs and none is unsupported

  Scenario: other exceptions
    Given the receipts of group "point-mass"
    When the engine replays them
    Then the exceptions are
      | class           | cases |
      | block-lookahead | 2     |

  Scenario: exceptions where nothing was replayed
    Then the exceptions are
      | class | cases |

  Scenario: classes that were not met
    Given the receipts of group "point-mass"
    When the engine replays them
    Then the only declared class that no receipt shows is "block-lookahead"

  Scenario: classes where nothing was replayed
    Then the only declared class that no receipt shows is "block-lookahead"
