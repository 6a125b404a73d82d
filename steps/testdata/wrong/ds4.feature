Feature: wrong: DS4
  Scenario: a greedy token takes nothing from the stream
    Given the float32 row
      | 1 | 2 |
    When the DS4 sampler takes the row at temperature 0, top_k 0, top_p 1 and min_p 0
    Then each token took exactly one number from the DS4 stream

  Scenario: a stream where nothing was asked
    Then each token took exactly one number from the DS4 stream

  Scenario: no row
    When the DS4 sampler takes the row from state 0000000000000000
