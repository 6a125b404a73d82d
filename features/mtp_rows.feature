Feature: Rows of multi-token prediction
  Drafting, verifying and copying read rows too, at places of their own. The recorded
  engine takes a bare argmax there, so a broken row drafts a plausible token, and an
  equally broken verify row accepts it. Every one of these readers must refuse.

  Rule: Whole groups of recorded answers come out as declared

    Scenario: one row before every reader
      42 rows; wherever a row is broken, the argmax sites of the record are declared.
      Given the receipts of group "native-invalid"
      Then their headers declare 42 cases
      And there are 42 cases
      When the engine replays them
      Then none differs and none is unsupported
      And 6 are bit-equal and 36 are declared exceptions
      And the exceptions are
        | class                          | cases |
        | unchecked-argmax-7577          | 36    |
        | unchecked-argmax-13295         | 36    |
        | unchecked-argmax-15371         | 36    |
        | unchecked-batched-argmax-15339 | 36    |
        | unchecked-draft-default-7664   | 12    |

    Scenario: the base rows at three temperatures
      12 base rows (a NaN, a +Inf, all masked, legal masks), four at each temperature.
      Given the receipts of group "native-invalid"
      And of them only the kinds that begin with "base:"
      Then there are 12 cases
      And their temperatures are
        | temperature | cases |
        | 0           | 4     |
        | 0.6         | 4     |
        | 1           | 4     |
      When the engine replays them
      Then none differs and none is unsupported
      And 3 are bit-equal and 9 are declared exceptions

    Scenario: blocks of copied tokens
      40 blocks were settled; in one the record never comes to the broken row.
      Given the receipts of group "point-mass"
      Then their headers declare 40 cases
      And there are 40 cases
      When the engine replays them
      Then none differs and none is unsupported
      And 39 are bit-equal and 1 is a declared exception
      And the exceptions are
        | class           | cases |
        | block-lookahead | 1     |

  Rule: Each reader refuses a broken row

    Scenario Outline: the <reader> reader of a row with <a>, <b>, <c>
      The token would look like any other; the error does not.
      Given the float32 row
        | <a> | <b> | <c> |
      When the <reader> reader takes the row
      Then it is refused as "greedy argmax" with <nan> NaN and <inf> infinities of 3

      Examples:
        | reader         | a    | b    | c    | nan | inf |
        | draft          | NaN  | 1    | 2    | 1   | 0   |
        | draft          | 1    | 2    | NaN  | 1   | 0   |
        | draft          | 1    | +Inf | 2    | 0   | 1   |
        | draft          | -Inf | -Inf | -Inf | 0   | 3   |
        | default draft  | NaN  | 1    | 2    | 1   | 0   |
        | default draft  | 1    | 2    | NaN  | 1   | 0   |
        | default draft  | 1    | +Inf | 2    | 0   | 1   |
        | default draft  | -Inf | -Inf | -Inf | 0   | 3   |
        | context copy   | NaN  | 1    | 2    | 1   | 0   |
        | context copy   | 1    | 2    | NaN  | 1   | 0   |
        | context copy   | 1    | +Inf | 2    | 0   | 1   |
        | context copy   | -Inf | -Inf | -Inf | 0   | 3   |
        | verify         | NaN  | 1    | 2    | 1   | 0   |
        | verify         | 1    | 2    | NaN  | 1   | 0   |
        | verify         | 1    | +Inf | 2    | 0   | 1   |
        | verify         | -Inf | -Inf | -Inf | 0   | 3   |
        | batched verify | NaN  | 1    | 2    | 1   | 0   |
        | batched verify | 1    | 2    | NaN  | 1   | 0   |
        | batched verify | 1    | +Inf | 2    | 0   | 1   |
        | batched verify | -Inf | -Inf | -Inf | 0   | 3   |

    Scenario Outline: the <reader> reader of a healthy row
      What is healthy stays what it was: the winner, the lowest ID among equals.
      Given the float16 row
        | -Inf | 3 | 3 |
      When the <reader> reader takes the row
      Then the token is 1

      Examples:
        | reader         |
        | draft          |
        | default draft  |
        | context copy   |
        | verify         |
        | batched verify |

  Rule: A verify window is refused whole

    Scenario Outline: a window of three rows, broken <place>
      Healthy rows before or behind the broken one change nothing.
      Given the bfloat16 rows
        | <a> | 5 | 0 | 0 |
        | <b> | 5 | 0 | 0 |
        | <c> | 5 | 0 | 0 |
      When the greedy window reader takes the rows
      Then it is refused as "greedy argmax" with 0 NaN and 1 infinity of 4

      Examples:
        | place         | a    | b    | c    |
        | at the start  | +Inf | 1    | 2    |
        | in the middle | 1    | +Inf | 2    |
        | at the end    | 1    | 2    | +Inf |

  Rule: A block of copied tokens is settled row by row, but judged whole

    Scenario: both copied tokens are what the rows want
      Each token examined takes one double; there is nothing to correct.
      Given the float32 rows
        | -Inf | -Inf | 3    |
        | 3    | -Inf | -Inf |
      And the copied tokens 2 0
      And temperature 0.6, top_p 0.95 and top_k 2
      When the block is settled
      Then 2 of them are accepted
      And there is no correction
      And 2 doubles were drawn

    Scenario: the second copied token is not
      The correction takes a double of its own.
      Given the float32 rows
        | -Inf | -Inf | 3    |
        | 3    | -Inf | -Inf |
      And the copied tokens 2 1
      And temperature 0.6, top_p 0.95 and top_k 2
      When the block is settled
      Then 1 of them is accepted
      And the correction is token 0
      And 3 doubles were drawn

    Scenario Outline: a broken row <place>, copied tokens <tokens>
      The block is refused before any draw, also where a rejection would have ended it first.
      Given the float32 rows
        | <a> | 9 | 0 |
        | <b> | 9 | 0 |
        | <c> | 9 | 0 |
      And the copied tokens <tokens>
      And temperature <temperature>, top_p 0.95 and top_k 2
      When the block is settled
      Then it is refused as "<where>" with 1 NaN and 0 infinities of 3
      And nothing was drawn

      Examples:
        | place              | a   | b   | c   | tokens | temperature | where         |
        | at the start       | NaN | 1   | 1   | 1 1 1  | 0.6         | softmax       |
        | in the middle      | 1   | NaN | 1   | 1 1 1  | 0.6         | softmax       |
        | at the end         | 1   | 1   | NaN | 1 1 1  | 0.6         | softmax       |
        | behind a rejection | 1   | NaN | 1   | 2 1 1  | 0.6         | softmax       |
        | behind a rejection | 1   | 1   | NaN | 2 0 1  | 1           | softmax       |
        | at the end, greedy | 1   | 1   | NaN | 1 1 1  | 0           | greedy argmax |

    Scenario: two broken rows of a block
      The error is about the first one in the order given.
      Given the float32 rows
        | 1    | 9    | 0 |
        | +Inf | +Inf | 0 |
        | NaN  | 9    | 0 |
      And the copied tokens 1 1 1
      And temperature 1, top_p 1 and top_k 1
      When the block is settled
      Then it is refused as "softmax" with 0 NaN and 2 infinities of 3
      And nothing was drawn

    Scenario: the same block in reversed order
      The order decides which row is named.
      Given the float32 rows
        | 1    | 9    | 0 |
        | +Inf | +Inf | 0 |
        | NaN  | 9    | 0 |
      And the rows come in reversed order
      And the copied tokens 1 1 1
      And temperature 1, top_p 1 and top_k 1
      When the block is settled
      Then it is refused as "softmax" with 1 NaN and 0 infinities of 3
      And nothing was drawn
