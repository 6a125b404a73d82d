Feature: Legal masks
  A grammar or a tool call forbids tokens by setting their logits to -Inf. Such a row is
  healthy as long as one logit is finite, however many are masked. Refusing it would
  break every constrained request; the verdict must tell a mask from a fault.

  Rule: One finite logit is enough

    Scenario Outline: the only legal token, <format>, <reader> reader
      Everything but one token is masked, so that token is the answer.
      Given the <format> row
        | -Inf | -Inf | -3 | -Inf |
      When the <reader> reader takes the row
      Then the token is 2

      Examples:
        | format   | reader |
        | float32  | greedy |
        | float32  | top-k  |
        | float32  | dense  |
        | bfloat16 | greedy |
        | bfloat16 | top-k  |
        | bfloat16 | dense  |
        | float16  | greedy |
        | float16  | top-k  |
        | float16  | dense  |

    Scenario Outline: the only legal token of a wide row is <token>, <reader> reader
      248,319 masked tokens do not make a row broken.
      Given a bfloat16 row of 248320 logits, all -Inf but token <token>, which is -7
      When the <reader> reader takes the row
      Then the token is <token>

      Examples:
        | token  | reader |
        | 0      | greedy |
        | 4096   | greedy |
        | 248319 | greedy |
        | 248319 | top-k  |
        | 248319 | dense  |

    Scenario: masked tokens have no mass
      What is forbidden is never drawn, also where top_k has room for it.
      Given the float32 row
        | 2 | -Inf | 2 | -Inf |
      And temperature 1, top_p 1 and top_k 4
      When the ordinary entry takes the row
      Then the probabilities are
        | token | probability |
        | 0     | 0.5         |
        | 2     | 0.5         |
      And the tokens are 2 2 0
      And each token took exactly one double from the stream

    Scenario: more masks than candidates
      Ties of masked tokens at the cut are left out.
      Given the float32 row
        | -Inf | -Inf | -Inf | -Inf | -Inf | -Inf | -Inf | -Inf | 1 | -Inf |
      And temperature 0.6, top_p 1 and top_k 2
      When the ordinary entry takes the row
      Then the probabilities are
        | token | probability |
        | 8     | 1           |
      And the token is 8

    Scenario Outline: masked rows in a batch, <reader> reader
      Each row of the batch may have a mask of its own.
      Given the float16 rows
        | -Inf | -Inf | 1    |
        | 1    | -Inf | -Inf |
      And temperature 1, top_p 1 and top_k 2
      When the <reader> batch reader takes the rows
      Then the tokens are 2 0

      Examples:
        | reader   |
        | padded   |
        | row-wise |
        | bound    |

    Scenario: masked rows in a greedy window
      The greedy window reads masks like any other row.
      Given the float32 rows
        | -Inf | -Inf | 1    |
        | 1    | -Inf | -Inf |
      When the greedy window reader takes the rows
      Then the tokens are 2 0

    Scenario: a penalty on the only legal token
      Penalties make it less likely, but there is no other.
      Given the float32 row
        | -Inf | 1 | -Inf |
      And a presence penalty of 2 and a frequency penalty of 2
      And token 1 was generated 50 times so far
      When the greedy reader takes the row
      Then the token is 1

    Scenario: a penalty on a masked token
      A mask stays a mask: no amount brings a forbidden token back.
      Given the float32 row
        | -Inf | 1 | -Inf |
      And -1000 is subtracted from the logit of token 0
      When the top-k reader takes the row
      Then the token is 1

  Rule: A mask does not excuse a fault

    Scenario Outline: a NaN among masks, <reader> reader
      The row is refused, and the census counts the masks with the infinities.
      Given the float32 row
        | -Inf | NaN | -Inf | 0 |
      When the <reader> reader takes the row
      Then it is refused as "<where>" with 1 NaN and 2 infinities of 4
      And nothing was drawn

      Examples:
        | reader | where         |
        | greedy | greedy argmax |
        | top-k  | softmax       |
        | dense  | softmax       |

    Scenario Outline: every token is masked, <reader> reader
      A grammar that forbids everything leaves no token, least of all token 0.
      Given the float32 row
        | -Inf | -Inf |
      When the <reader> reader takes the row
      Then it is refused as "<where>" with 0 NaN and 2 infinities of 2
      And nothing was drawn

      Examples:
        | reader | where         |
        | greedy | greedy argmax |
        | top-k  | softmax       |
        | dense  | softmax       |
