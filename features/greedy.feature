Feature: Greedy choice
  At temperature 0 the next token is the one with the highest logit. If the numbers
  behind the logits broke there is no highest logit, only a number that looks like a
  token: "!" over and over, or a perfectly normal word. Such a row must be an error.

  Rule: A healthy row gives its highest logit, the lowest ID among equals

    Scenario Outline: the highest of three <format> logits wins
      The token is the position of the highest logit, whatever the number format.
      Given the <format> row
        | -1 | 7.5 | 2 |
      When the greedy reader takes the row
      Then the token is 1
      And nothing was drawn

      Examples:
        | format   |
        | float32  |
        | bfloat16 |
        | float16  |

    Scenario Outline: ties of <format> logits go to the lowest ID
      Several equal maxima give the first of them.
      Given the <format> row
        | 1 | 3 | 3 | 2 | 3 |
      When the greedy reader takes the row
      Then the token is 1

      Examples:
        | format   |
        | float32  |
        | bfloat16 |
        | float16  |

    Scenario: minus zero ties with zero
      The two zeros are equal, so the first of them wins although its sign bit is set.
      Given the float32 row
        | -1 | -0 | 0 |
      When the greedy reader takes the row
      Then the token is 1

    Scenario: the smallest numbers are compared exactly
      Nothing is flushed to zero: of two subnormal logits the larger one wins.
      Given the float32 row
        | 0 | 1.4e-45 | 2.8e-45 |
      When the greedy reader takes the row
      Then the token is 2

    Scenario: a vocabulary of one
      A row with one finite logit has one answer.
      Given the float32 row
        | -5 |
      When the greedy reader takes the row
      Then the token is 0

    Scenario Outline: the winner of a wide row is found at token <token>
      The position of the winner, next to whatever boundary of a loop, changes nothing.
      Given a float32 row of 248320 logits, all 0 but token <token>, which is 1
      When the greedy reader takes the row
      Then the token is <token>

      Examples:
        | token  |
        | 0      |
        | 7      |
        | 4095   |
        | 4096   |
        | 248319 |

    Scenario: a temperature below zero is greedy
      At row level an odd temperature means what the oracle makes of it.
      Given the float32 row
        | 1 | 2 |
      And temperature -1, top_p 0.5 and top_k 1
      When the ordinary entry takes the row
      Then the token is 1
      And nothing was drawn

  Rule: A broken row is refused, and nothing is drawn

    Scenario Outline: <fault> at the <place> of a <format> row
      One broken logit spoils the row wherever it stands; the error counts what is broken.
      Given the <format> row
        | <a> | <b> | <c> |
      When the greedy reader takes the row
      Then it is refused as "greedy argmax" with <nan> NaN and <inf> infinities of 3
      And nothing was drawn

      Examples:
        | format   | fault | place  | a    | b    | c    | nan | inf |
        | float32  | NaN   | start  | NaN  | 1    | 2    | 1   | 0   |
        | float32  | NaN   | middle | 1    | NaN  | 2    | 1   | 0   |
        | float32  | NaN   | end    | 1    | 2    | NaN  | 1   | 0   |
        | float32  | +Inf  | start  | +Inf | 1    | 2    | 0   | 1   |
        | float32  | +Inf  | middle | 1    | +Inf | 2    | 0   | 1   |
        | float32  | +Inf  | end    | 1    | 2    | +Inf | 0   | 1   |
        | bfloat16 | NaN   | start  | NaN  | 1    | 2    | 1   | 0   |
        | bfloat16 | NaN   | middle | 1    | NaN  | 2    | 1   | 0   |
        | bfloat16 | NaN   | end    | 1    | 2    | NaN  | 1   | 0   |
        | bfloat16 | +Inf  | start  | +Inf | 1    | 2    | 0   | 1   |
        | bfloat16 | +Inf  | middle | 1    | +Inf | 2    | 0   | 1   |
        | bfloat16 | +Inf  | end    | 1    | 2    | +Inf | 0   | 1   |
        | float16  | NaN   | start  | NaN  | 1    | 2    | 1   | 0   |
        | float16  | NaN   | middle | 1    | NaN  | 2    | 1   | 0   |
        | float16  | NaN   | end    | 1    | 2    | NaN  | 1   | 0   |
        | float16  | +Inf  | start  | +Inf | 1    | 2    | 0   | 1   |
        | float16  | +Inf  | middle | 1    | +Inf | 2    | 0   | 1   |
        | float16  | +Inf  | end    | 1    | 2    | +Inf | 0   | 1   |

    Scenario Outline: a <format> row of nothing but -Inf
      A row in which every token is masked has no winner, not even token 0.
      Given the <format> row
        | -Inf | -Inf | -Inf |
      When the greedy reader takes the row
      Then it is refused as "greedy argmax" with 0 NaN and 3 infinities of 3
      And nothing was drawn

      Examples:
        | format   |
        | float32  |
        | bfloat16 |
        | float16  |

    Scenario: a row of nothing but NaN
      Without a number there is no winner.
      Given the float32 row
        | NaN | NaN |
      When the greedy reader takes the row
      Then it is refused as "greedy argmax" with 2 NaN and 0 infinities of 2
      And nothing was drawn

    Scenario: several faults are all counted
      The census counts NaNs, and infinities of both signs: legal masks are among them.
      Given the float32 row
        | -Inf | NaN | +Inf | 0 | NaN | -Inf |
      When the greedy reader takes the row
      Then it is refused as "greedy argmax" with 2 NaN and 3 infinities of 6

    Scenario: a float16 logit that the model could not store
      70000 is more than float16 can hold and arrives as an infinity.
      Given the float16 row
        | 1 | 70000 |
      When the greedy reader takes the row
      Then it is refused as "greedy argmax" with 0 NaN and 1 infinity of 2

    Scenario Outline: one <fault> at token <token> of a wide row
      A single broken logit among 248,320 is seen, next to whatever boundary of a loop.
      Given a float32 row of 248320 logits, all 1 but token <token>, which is <fault>
      When the greedy reader takes the row
      Then it is refused as "greedy argmax" with <nan> NaN and <inf> infinities of 248320
      And nothing was drawn

      Examples:
        | fault | token  | nan | inf |
        | NaN   | 0      | 1   | 0   |
        | NaN   | 1      | 1   | 0   |
        | NaN   | 4095   | 1   | 0   |
        | NaN   | 4096   | 1   | 0   |
        | NaN   | 248318 | 1   | 0   |
        | NaN   | 248319 | 1   | 0   |
        | +Inf  | 0      | 0   | 1   |
        | +Inf  | 4096   | 0   | 1   |
        | +Inf  | 248319 | 0   | 1   |

  Rule: Penalties come before the verdict

    Scenario: a penalty can move the winner
      What was said before is made less likely; the verdict is on the row after that.
      Given the float32 row
        | 5 | 4 | 1 |
      And a presence penalty of 0.5 and a frequency penalty of 0.25
      And token 0 was generated 3 times so far
      When the greedy reader takes the row
      Then the token is 1

    Scenario: an amount that is subtracted from one logit
      A bias moves one token and no other.
      Given the float32 row
        | 5 | 4 | 1 |
      And -10 is subtracted from the logit of token 2
      When the greedy reader takes the row
      Then the token is 2

    Scenario: a penalty makes a float16 row infinite
      65504 is the largest float16; 40 more, in float16, is an infinity.
      Given the float16 row
        | 65504 | 1 | 2 |
      And a presence penalty of 0 and a frequency penalty of -2
      And token 0 was generated 20 times so far
      When the greedy reader takes the row
      Then it is refused as "greedy argmax" with 0 NaN and 1 infinity of 3
      And nothing was drawn

    Scenario Outline: the same penalty on the same <format> row is harmless
      The wider formats have room for the sum, so their row stays healthy.
      Given the <format> row
        | 65504 | 1 | 2 |
      And a presence penalty of 0 and a frequency penalty of -2
      And token 0 was generated 20 times so far
      When the greedy reader takes the row
      Then the token is 0

      Examples:
        | format   |
        | float32  |
        | bfloat16 |

    Scenario: a broken logit under a penalty is still broken
      No penalty repairs a NaN.
      Given the float32 row
        | NaN | 4 | 1 |
      And a presence penalty of 2 and a frequency penalty of 2
      And token 0 was generated 9 times so far
      When the greedy reader takes the row
      Then it is refused as "greedy argmax" with 1 NaN and 0 infinities of 3
