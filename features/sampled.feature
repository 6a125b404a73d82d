Feature: Sampled choice
  Above temperature 0 a token is drawn from probabilities. Two readers do that: top-k
  weighs the best k logits, dense weighs them all. Both must refuse a broken row, and on
  a healthy one agree with the recorded sampler to the last bit of every probability
  and every random number.

  Rule: Whole groups of recorded answers come out bit for bit

    Scenario: the ordinary entry
      1,080 rows were read three times each; 14 records let a NaN pass and are declared.
      Given the receipts of group "ordinary-entry"
      Then their headers declare 1080 cases
      And there are 1080 cases
      And each case records 3 draws
      When the engine replays them
      Then none differs and none is unsupported
      And 1066 are bit-equal and 14 are declared exceptions
      And the exceptions are
        | class                  | cases |
        | nan-outside-candidates | 14    |

    Scenario: sparse distributions and their fallback
      150 distributions were made; 10 records look away from a broken row and are declared.
      Given the receipts of group "sparse-fallback"
      Then their headers declare 150 cases
      And there are 150 cases
      When the engine replays them
      Then none differs and none is unsupported
      And 140 are bit-equal and 10 are declared exceptions
      And the exceptions are
        | class                  | cases |
        | nan-outside-candidates | 5     |
        | host-greedy            | 5     |

    Scenario: the random stream
      60 streams of doubles, integers and choices: a primitive, no exceptions.
      Given the receipts of group "rng"
      Then their headers declare 60 cases
      And there are 60 cases
      When the engine replays them
      Then none differs and none is unsupported
      And 60 are bit-equal and 0 are declared exceptions

    Scenario: the arithmetic
      66 exponentials, logarithms, sums and selections: primitives, no exceptions.
      Given the receipts of group "numeric"
      Then their headers declare 66 cases
      And there are 66 cases
      When the engine replays them
      Then none differs and none is unsupported
      And 66 are bit-equal and 0 are declared exceptions

  Rule: A broken row is refused, and nothing is drawn

    Scenario Outline: the <reader> reader of a <format> row with <a>, <b>, <c>
      Any NaN, an infinite maximum, or nothing but -Inf is an error instead of a token.
      Given the <format> row
        | <a> | <b> | <c> |
      When the <reader> reader takes the row
      Then it is refused as "softmax" with <nan> NaN and <inf> infinities of 3
      And nothing was drawn

      Examples:
        | reader | format   | a    | b    | c    | nan | inf |
        | top-k  | float32  | NaN  | 1    | 2    | 1   | 0   |
        | top-k  | float32  | 1    | NaN  | 2    | 1   | 0   |
        | top-k  | float32  | 1    | 2    | NaN  | 1   | 0   |
        | top-k  | float32  | 1    | +Inf | 2    | 0   | 1   |
        | top-k  | float32  | -Inf | -Inf | -Inf | 0   | 3   |
        | top-k  | bfloat16 | 1    | NaN  | 2    | 1   | 0   |
        | top-k  | bfloat16 | 1    | 2    | +Inf | 0   | 1   |
        | top-k  | bfloat16 | -Inf | -Inf | -Inf | 0   | 3   |
        | top-k  | float16  | 1    | NaN  | -Inf | 1   | 1   |
        | top-k  | float16  | +Inf | 1    | 2    | 0   | 1   |
        | top-k  | float16  | -Inf | -Inf | -Inf | 0   | 3   |
        | dense  | float32  | NaN  | 1    | 2    | 1   | 0   |
        | dense  | float32  | 1    | NaN  | 2    | 1   | 0   |
        | dense  | float32  | 1    | 2    | NaN  | 1   | 0   |
        | dense  | float32  | 1    | +Inf | 2    | 0   | 1   |
        | dense  | float32  | -Inf | -Inf | -Inf | 0   | 3   |
        | dense  | bfloat16 | 1    | NaN  | 2    | 1   | 0   |
        | dense  | bfloat16 | 1    | 2    | +Inf | 0   | 1   |
        | dense  | bfloat16 | -Inf | -Inf | -Inf | 0   | 3   |
        | dense  | float16  | 1    | NaN  | -Inf | 1   | 1   |
        | dense  | float16  | +Inf | 1    | 2    | 0   | 1   |
        | dense  | float16  | -Inf | -Inf | -Inf | 0   | 3   |

    Scenario: a NaN outside the candidates is a broken row all the same
      With top_p off only the best two are weighed. What made one logit NaN has touched
      the others' inputs too: that two of them look fine proves nothing.
      Given the float32 row
        | 3 | 2 | NaN | 1 |
      And temperature 1, top_p 1 and top_k 2
      When the ordinary entry takes the row
      Then it is refused as "softmax" with 1 NaN and 0 infinities of 4
      And nothing was drawn

    Scenario Outline: one NaN at token <token> of a wide row, <reader> reader
      A single broken logit among 248,320 is seen.
      Given a bfloat16 row of 248320 logits, all 1 but token <token>, which is NaN
      When the <reader> reader takes the row
      Then it is refused as "softmax" with 1 NaN and 0 infinities of 248320
      And nothing was drawn

      Examples:
        | reader | token  |
        | top-k  | 0      |
        | top-k  | 248319 |
        | dense  | 4096   |
        | dense  | 248319 |

  Rule: A healthy row that leaves nothing to draw from is the same error

    Scenario Outline: temperature <temperature>, top_k <top_k>
      A temperature too small to divide by leaves no mass; the census finds nothing wrong.
      Given the float32 row
        | 1 | 2 | 3 |
      And temperature <temperature>, top_p 0.95 and top_k <top_k>
      When the ordinary entry takes the row
      Then it is refused as "softmax" with 0 NaN and 0 infinities of 3
      And nothing was drawn

      Examples:
        | temperature | top_k |
        | 1e-310      | 2     |
        | 1e-310      | 0     |
        | NaN         | 2     |
        | NaN         | 0     |

    Scenario: legal masks are counted there too
      The census counts every infinity of the row, masks included.
      Given the float32 row
        | 1 | -Inf | 3 |
      And temperature 1e-310, top_p 1 and top_k 0
      When the ordinary entry takes the row
      Then it is refused as "softmax" with 0 NaN and 1 infinity of 3

    Scenario: where float32 overflows, float64 still answers
      3e38 divided by 0.6 is no float32, but the row is healthy and has a winner.
      Given the float32 row
        | 1 | 3e38 | 2 |
      And temperature 0.6, top_p 1 and top_k 2
      When the ordinary entry takes the row
      Then the token is 1
      And each token took exactly one double from the stream

  Rule: Each token takes one double from the stream, whatever there is to choose

    Scenario Outline: two equal logits, top_k <top_k>
      The first three doubles of seed 1 are 0.51, 0.95 and 0.14: second, second, first.
      Given the float32 row
        | 4 | 4 |
      And temperature 1, top_p 1 and top_k <top_k>
      And a random stream of seed 1
      When the ordinary entry takes the row
      Then the tokens are 1 1 0
      And each token took exactly one double from the stream

      Examples:
        | top_k |
        | 2     |
        | 0     |

    Scenario Outline: nothing to choose, top_k <top_k>
      A choice among one token takes its double too, or the stream would drift.
      Given the float32 row
        | 7 |
      And temperature 0.6, top_p 0.95 and top_k <top_k>
      When the ordinary entry takes the row
      Then the token is 0
      And each token took exactly one double from the stream

      Examples:
        | top_k |
        | 1     |
        | 0     |

  Rule: top_k and top_p keep the likeliest tokens, the lowest IDs among equals

    Scenario: top_k cuts through a tie
      Of four equal logits the two with the lowest IDs are kept.
      Given the float32 row
        | 1 | 1 | 1 | 1 |
      And temperature 1, top_p 1 and top_k 2
      When the ordinary entry takes the row
      Then the probabilities are
        | token | probability |
        | 0     | 0.5         |
        | 1     | 0.5         |

    Scenario: a tie that reaches beyond the candidates looked at
      Of 20 equal logits the lowest two IDs are kept, although all 20 tie at the cut.
      Given the float32 row
        | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 |
      And temperature 1, top_p 1 and top_k 2
      When the ordinary entry takes the row
      Then the probabilities are
        | token | probability |
        | 0     | 0.5         |
        | 1     | 0.5         |

    Scenario: top_p stops as soon as it is reached
      Two tokens of a quarter each reach 0.5, so a third is not taken.
      Given the float32 row
        | 1 | 1 | 1 | 1 |
      And temperature 1, top_p 0.5 and top_k 0
      When the ordinary entry takes the row
      Then the probabilities are
        | token | probability |
        | 0     | 0.5         |
        | 1     | 0.5         |
        | 2     | 0           |
        | 3     | 0           |

    Scenario: a tiny top_p keeps exactly one token
      The likeliest token is always kept.
      Given the float32 row
        | 1 | 3 | 2 |
      And temperature 1, top_p 1e-9 and top_k 3
      When the ordinary entry takes the row
      Then the probabilities are
        | token | probability |
        | 1     | 1           |
      And the token is 1

    Scenario Outline: top_p <top_p> is off
      At row level a top_p outside 0 to 1 keeps everything, also 0.
      Given the float32 row
        | 2 | 2 |
      And temperature 1, top_p <top_p> and top_k 0
      When the ordinary entry takes the row
      Then the probabilities are
        | token | probability |
        | 0     | 0.5         |
        | 1     | 0.5         |

      Examples:
        | top_p |
        | 0     |
        | 1     |
        | 2     |
        | -1    |
        | NaN   |

    Scenario: a top_k above the width keeps all
      At row level a top_k that is too large means the whole row.
      Given the float32 row
        | 2 | 2 |
      And temperature 1, top_p 1 and top_k 1000
      When the ordinary entry takes the row
      Then the probabilities are
        | token | probability |
        | 0     | 0.5         |
        | 1     | 0.5         |

    Scenario: a top_k below zero is off
      At row level a negative top_k means the dense reader, which lists every token.
      Given the float32 row
        | 2 | 2 | -Inf |
      And temperature 1, top_p 1 and top_k -1
      When the ordinary entry takes the row
      Then the probabilities are
        | token | probability |
        | 0     | 0.5         |
        | 1     | 0.5         |
        | 2     | 0           |

    Scenario: an infinite temperature makes everything equally likely
      At row level that is what it means; top-k then keeps the lowest IDs.
      Given the float32 row
        | 1 | 5 | 2 |
      And temperature +Inf, top_p 1 and top_k 2
      When the ordinary entry takes the row
      Then the probabilities are
        | token | probability |
        | 0     | 0.5         |
        | 1     | 0.5         |

  Rule: Penalties are subtracted in the arithmetic of the reader, then the row is judged

    Scenario: a penalty makes a float16 row infinite for the top-k reader
      This reader subtracts in float16, where 65504 and 40 more is an infinity.
      Given the float16 row
        | 65504 | 1 | 2 |
      And a presence penalty of 0 and a frequency penalty of -2
      And token 0 was generated 20 times so far
      When the top-k reader takes the row
      Then it is refused as "softmax" with 0 NaN and 1 infinity of 3
      And nothing was drawn

    Scenario: the same row is healthy for the dense reader
      This reader subtracts in float64, where there is room for the sum.
      Given the float16 row
        | 65504 | 1 | 2 |
      And a presence penalty of 0 and a frequency penalty of -2
      And token 0 was generated 20 times so far
      When the dense reader takes the row
      Then the token is 0
      And each token took exactly one double from the stream

    Scenario Outline: a bfloat16 penalty that rounds away, top_k <top_k>
      0.05 less than 20 is 20 again in bfloat16, so for top-k the first token still ties;
      dense subtracts in float64, where the second is ahead.
      Given the bfloat16 row
        | 20 | 20 |
      And 0.05 is subtracted from the logit of token 0
      And temperature 1, top_p 1e-9 and top_k <top_k>
      When the ordinary entry takes the row
      Then the token is <token>

      Examples:
        | top_k | token |
        | 2     | 0     |
        | 0     | 1     |

  Rule: Probabilities are not rows

    Scenario: mass that is not finite counts as zero
      A sparse distribution drops such entries and shares their part among the rest.
      When a sparse distribution over 6 tokens is made of
        | token | mass |
        | 1     | NaN  |
        | 2     | 0.5  |
        | 4     | +Inf |
        | 5     | 0.5  |
      Then the probabilities are
        | token | probability |
        | 1     | 0           |
        | 2     | 0.5         |
        | 4     | 0           |
        | 5     | 0.5         |
      And each token took exactly one double from the stream

    Scenario: no mass at all is an error
      There is no distribution without positive mass.
      When a sparse distribution over 6 tokens is made of
        | token | mass |
        | 1     | NaN  |
        | 2     | 0    |
        | 4     | +Inf |
      Then it is refused as "SparseDistribution" with 1 NaN and 1 infinity of 3

    Scenario: negative mass is a mistake of the caller
      It is refused as a value, before anything is counted.
      When a sparse distribution over 6 tokens is made of
        | token | mass |
        | 1     | -0.5 |
        | 2     | 0.5  |
      Then it is refused as a bad value

    Scenario: the host reader refuses a broken row at temperature 0
      Certainty about the position of a NaN is no distribution.
      Given the float32 row
        | NaN | 1 | 2 |
      And temperature 0, top_p 1 and top_k 0
      When the host reader takes the row
      Then it is refused as "greedy argmax" with 1 NaN and 0 infinities of 3
