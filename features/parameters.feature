Feature: Parameters at the public door
  At row level an odd parameter means what the recorded engine makes of it. Whoever
  calls the public door has made a mistake instead, and hears about it before the row is
  looked at. Nothing is drawn then.

  Rule: What cannot be meant is refused

    Scenario Outline: temperature <temperature>, top_p <top_p>
      A sampling parameter that is not a number in its range is refused.
      Given the float32 row
        | 1 | 2 | 3 |
      And temperature <temperature>, top_p <top_p> and top_k 2
      When a token is asked for at the public door
      Then the sampling parameters are refused
      And nothing was drawn

      Examples:
        | temperature | top_p |
        | NaN         | 1     |
        | +Inf        | 1     |
        | -Inf        | 1     |
        | -0.1        | 1     |
        | 1           | NaN   |
        | 1           | -0.1  |
        | 1           | 1.1   |
        | 1           | +Inf  |

    Scenario: a bad parameter is named before a broken row
      The parameters come first, also on a broken row.
      Given the float32 row
        | NaN | 2 | 3 |
      And temperature NaN, top_p 1 and top_k 2
      When a token is asked for at the public door
      Then the sampling parameters are refused
      And nothing was drawn

    Scenario Outline: presence penalty <presence>, frequency penalty <frequency>
      Penalties lie between -2 and 2.
      Given the float32 row
        | 1 | 2 | 3 |
      And temperature 1, top_p 1 and top_k 2
      And a presence penalty of <presence> and a frequency penalty of <frequency>
      When a token is asked for at the public door
      Then the sampling parameters are refused
      And nothing was drawn

      Examples:
        | presence | frequency |
        | 2.1      | 0         |
        | -2.1     | 0         |
        | NaN      | 0         |
        | 0        | 2.1       |
        | 0        | -2.1      |
        | 0        | +Inf      |
        | 0        | NaN       |

    Scenario Outline: a count for token <token> of a vocabulary of three
      An ID outside the vocabulary is refused; at the door it does not wrap.
      Given the float32 row
        | 1 | 2 | 3 |
      And temperature 1, top_p 1 and top_k 2
      And a presence penalty of 1 and a frequency penalty of 0
      And token <token> was generated 1 time so far
      When a token is asked for at the public door
      Then the sampling parameters are refused
      And nothing was drawn

      Examples:
        | token |
        | 3     |
        | -1    |

    Scenario Outline: <bias> subtracted from token <token> of a vocabulary of three
      A bias needs a token of the vocabulary and a finite amount.
      Given the float32 row
        | 1 | 2 | 3 |
      And temperature 1, top_p 1 and top_k 2
      And <bias> is subtracted from the logit of token <token>
      When a token is asked for at the public door
      Then the sampling parameters are refused
      And nothing was drawn

      Examples:
        | bias | token |
        | 1    | 3     |
        | 1    | -1    |
        | NaN  | 0     |
        | +Inf | 0     |
        | -Inf | 0     |

    Scenario: a token that is named twice
      Two amounts for one token are a mistake, not a sum.
      Given the float32 row
        | 1 | 2 | 3 |
      And temperature 1, top_p 1 and top_k 2
      And 1 is subtracted from the logit of token 0
      And 2 is subtracted from the logit of token 0
      When a token is asked for at the public door
      Then the penalties are refused
      And nothing was drawn

    Scenario: a row without logits
      Width 0 has no token, not even token 0.
      Given temperature 1, top_p 1 and top_k 2
      When a token is asked for at the public door for a row without logits
      Then the width is refused
      And nothing was drawn

    Scenario Outline: a list of penalties that is one too <length>
      Every row of a window has its own penalties or none has.
      Given the float32 rows
        | 1 | 2 |
        | 2 | 1 |
      When rows are checked with a list of penalties that is one too <length>
      Then the penalties are refused

      Examples:
        | length |
        | short  |
        | long   |

    Scenario Outline: a mask of <entries> entries for a row of 3
      A mask made for another vocabulary would silence the wrong tokens.
      Given the float32 row
        | 1 | 2 | 3 |
      When a mask of <entries> entries is laid over the row
      Then the mask is refused

      Examples:
        | entries |
        | 0       |
        | 2       |
        | 4       |

  Rule: What can be meant goes through the same door

    Scenario: a greedy token
      The door is the ordinary entry behind the checks.
      Given the float32 row
        | 1 | 3 | 2 |
      And temperature 0, top_p 1 and top_k 0
      When a token is asked for at the public door
      Then the token is 1
      And nothing was drawn

    Scenario: a sampled token
      One double is taken from the caller's stream.
      Given the float32 row
        | -Inf | 3 | -Inf |
      And temperature 0.6, top_p 0.95 and top_k 20
      When a token is asked for at the public door
      Then the token is 1
      And each token took exactly one double from the stream

    Scenario Outline: a broken row at temperature <temperature>
      The error of a broken row comes out of the door as it is.
      Given the float32 row
        | 1 | NaN | -Inf |
      And temperature <temperature>, top_p 0.95 and top_k 20
      When a token is asked for at the public door
      Then it is refused as "<where>" with 1 NaN and 1 infinity of 3
      And nothing was drawn

      Examples:
        | temperature | where         |
        | 0           | greedy argmax |
        | 0.6         | softmax       |

    Scenario: the limits themselves are allowed
      Penalties of 2 and -2, and a top_p of 0 or 1, can be meant.
      Given the float32 row
        | 1 | 9 | 2 |
      And temperature 0, top_p 0 and top_k 0
      And a presence penalty of 2 and a frequency penalty of -2
      And token 0 was generated 1 time so far
      When a token is asked for at the public door
      Then the token is 1
