Feature: The DS4 family keeps its own law
  The DS4 sampler has no error for a broken row: NaN never wins, and where nothing is
  usable the answer is token 0. That is this family's contract, shared by GLM, and must
  not change while others become strict. The receipts are of DS4; none exists for GLM.

  Scenario: the recorded answers come out bit for bit
    270 rows of three draws each, token and state of the stream after each.
    Given the receipts of group "ds4-control"
    Then their headers declare 270 cases
    And there are 270 cases
    And each case records 3 draws
    When the engine replays them
    Then none differs and none is unsupported
    And 270 are bit-equal and 0 are declared exceptions

  Rule: Nothing usable is token 0, and nothing is drawn

    Scenario Outline: <what>, temperature <temperature>
      The fallback of this family is a token, not an error.
      Given the float32 row
        | <a> | <b> | <c> |
      When the DS4 sampler takes the row at temperature <temperature>, top_k <top_k>, top_p <top_p> and min_p 0
      Then the token is 0
      And nothing was drawn

      Examples:
        | what                       | a     | b     | c     | temperature | top_k | top_p |
        | every token masked, greedy | -Inf  | -Inf  | -Inf  | 0           | 0     | 1     |
        | nothing but NaN, greedy    | NaN   | NaN   | NaN   | 0           | 0     | 1     |
        | below the floor, greedy    | -1e31 | -2e31 | -1e30 | 0           | 0     | 1     |
        | every token masked, whole  | -Inf  | -Inf  | -Inf  | 0.8         | 0     | 1     |
        | nothing but NaN, whole     | NaN   | NaN   | NaN   | 0.8         | 0     | 1     |
        | every token masked, top_p  | -Inf  | -Inf  | -Inf  | 0.8         | 0     | 0.9   |
        | every token masked, top_k  | -Inf  | -Inf  | -Inf  | 0.8         | 2     | 0.9   |
        | nothing but NaN, top_k     | NaN   | NaN   | NaN   | 0.8         | 2     | 0.9   |

  Rule: A NaN never wins, and only a greedy choice takes an infinity

    Scenario: a NaN beside numbers, greedy
      The best number wins.
      Given the float32 row
        | NaN | 1 | 2 |
      When the DS4 sampler takes the row at temperature 0, top_k 0, top_p 1 and min_p 0
      Then the token is 2
      And nothing was drawn

    Scenario: an infinity, greedy
      +Inf is the highest value there is.
      Given the float32 row
        | 1 | +Inf | 2 |
      When the DS4 sampler takes the row at temperature 0, top_k 0, top_p 1 and min_p 0
      Then the token is 1
      And nothing was drawn

    Scenario: ties go to the lowest ID
      An ID is replaced only by a strictly higher value.
      Given the float32 row
        | 1 | 2 | 2 |
      When the DS4 sampler takes the row at temperature 0, top_k 0, top_p 1 and min_p 0
      Then the token is 1

    Scenario Outline: one finite logit among faults, top_k <top_k> and top_p <top_p>
      A sampled choice skips NaN and infinities of both signs; the one number is drawn.
      Given the float32 row
        | NaN | +Inf | 2 | -Inf |
      When the DS4 sampler takes the row at temperature 0.8, top_k <top_k>, top_p <top_p> and min_p 0
      Then the token is 2
      And each token took exactly one number from the DS4 stream

      Examples:
        | top_k | top_p |
        | 0     | 1     |
        | 0     | 0.9   |
        | 3     | 0.9   |

  Rule: Odd controls have a meaning in this family

    Scenario Outline: top_p <top_p> and min_p <min_p> are brought into range
      A top_p outside (0, 1] is 1 and a negative min_p is 0: everything may be drawn.
      Given the float32 row
        | -Inf | 5 |
      When the DS4 sampler takes the row at temperature 1, top_k 0, top_p <top_p> and min_p <min_p>
      Then the token is 1
      And each token took exactly one number from the DS4 stream

      Examples:
        | top_p | min_p |
        | 0     | 0     |
        | -1    | 0     |
        | 2     | -0.5  |

    Scenario: a min_p of 1 keeps only the best
      Whatever is less likely than the best token is cut.
      Given the float32 row
        | 1 | 5 | 2 |
      When the DS4 sampler takes the row at temperature 1, top_k 0, top_p 0.99 and min_p 1
      Then the token is 1

    Scenario: a stream that stands at zero
      Zero would never move; another start is taken in its place at the first draw.
      Given the float32 row
        | 5 |
      When the DS4 sampler takes the row from state 0000000000000000
      Then the token is 0
      And each token took exactly one number from the DS4 stream
