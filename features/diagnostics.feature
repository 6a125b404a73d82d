Feature: Historical diagnostics
  Two device samplers of the recorded engine are kept so that their receipts can be
  replayed and their behaviour shown beside the checked entry. No product path may
  import them: the one marks a broken row with -1, the other does not look at all.

  Scenario: the recorded answers of the keyed sampler come out bit for bit
    387 keys, words, uniforms, draws and shapes: primitives, no exceptions.
    Given the receipts of group "keyed-lazy"
    Then their headers declare 387 cases
    And there are 387 cases
    When the engine replays them
    Then none differs and none is unsupported
    And 387 are bit-equal and 0 are declared exceptions

  Rule: The lazy keyed sampler marks a broken row with -1

    Scenario Outline: a row with <a>, <b>, <c>
      -1 is no token; the checked entry refuses the same row.
      Given the float32 row
        | <a> | <b> | <c> |
      And temperature 1, top_p 0.95 and top_k 2
      When the lazy keyed sampler takes the row
      Then the token is -1
      When the same row is held against the ordinary entry
      Then it is refused as "softmax" with <nan> NaN and <inf> infinities of 3

      Examples:
        | a    | b    | c    | nan | inf |
        | NaN  | 1    | 2    | 1   | 0   |
        | 1    | 2    | NaN  | 1   | 0   |
        | 1    | +Inf | 2    | 0   | 1   |
        | -Inf | -Inf | -Inf | 0   | 3   |

    Scenario: a legal mask is no broken row
      The only legal token is drawn.
      Given the float16 row
        | -Inf | 1 | -Inf |
      And temperature 1, top_p 0.95 and top_k 2
      When the lazy keyed sampler takes the row
      Then the token is 1

    Scenario: top_k 0 is an error
      The recorded engine kills its process there; a library must not.
      Given the float32 row
        | 1 | 2 | 3 |
      And temperature 1, top_p 0.95 and top_k 0
      When the lazy keyed sampler takes the row
      Then it is an error that says "top_k out of range"

    Scenario Outline: top_k <top_k> of a row of three is an error
      There are not that many candidates to give.
      Given the float32 row
        | 1 | 2 | 3 |
      And temperature 1, top_p 0.95 and top_k <top_k>
      When the lazy keyed sampler takes the row
      Then it is an error that says "top_k out of range"

      Examples:
        | top_k |
        | 4     |
        | -1    |

  Rule: The prefix sampler is unchecked, as upstream wrote it

    Scenario Outline: the prefix sampler of <a>, <b>, <c> at temperature 0
      A broken row gives a token like any other row. That is why nothing may use it.
      Given the float32 row
        | <a> | <b> | <c> |
      And temperature 0, top_p 1 and top_k 0
      When the prefix sampler takes the row
      Then the token is <token>
      When the same row is held against the ordinary entry
      Then it is refused as "greedy argmax" with <nan> NaN and <inf> infinities of 3

      Examples:
        | a    | b    | c    | token | nan | inf |
        | NaN  | 1    | 2    | 0     | 1   | 0   |
        | 1    | NaN  | 2    | 2     | 1   | 0   |
        | 1    | +Inf | 2    | 1     | 0   | 1   |
        | -Inf | -Inf | -Inf | 0     | 0   | 3   |

    Scenario: the prefix sampler of a healthy row
      On a healthy row it does what it should.
      Given the float32 row
        | 1 | 3 | 2 |
      And temperature 0, top_p 1 and top_k 0
      When the prefix sampler takes the row
      Then the token is 1

    Scenario: top_p without top_k is not its business
      It hands the row back to its caller, which takes another way.
      Given the float32 row
        | 1 | 3 | 2 |
      And temperature 1, top_p 0.9 and top_k 0
      When the prefix sampler takes the row
      Then the route does not apply
