Feature: Batched rows
  Several rows, of several users or of several positions, are read in one call. One
  broken row refuses the call: a healthy row must not hide a broken neighbour, and the
  error must be about the first broken row in the order given.

  Rule: Whole groups of recorded answers come out bit for bit

    Scenario: sampled batches
      653 batches were read by three readers; 15 records answer for a broken row and are declared.
      Given the receipts of group "batched-fallback"
      Then their headers declare 653 cases
      And there are 653 cases
      When the engine replays them
      Then none differs and none is unsupported
      And 638 are bit-equal and 15 are declared exceptions
      And the exceptions are
        | class             | cases |
        | batched-neighbour | 15    |

    Scenario Outline: the <reader> reader alone
      <cases> of the 653 batches are this reader's; the bound one sees every broken row by itself.
      Given the receipts of group "batched-fallback"
      And of them only the entry "fast_sampling.<entry>"
      Then there are <cases> cases
      When the engine replays them
      Then none differs and none is unsupported
      And <equal> are bit-equal and <exceptions> are declared exceptions

      Examples:
        | reader   | entry                                        | cases | equal | exceptions |
        | padded   | batched_sparse_distributions_from_mlx_logits | 220   | 213   | 7          |
        | row-wise | sparse_distributions_from_mlx_logits         | 220   | 212   | 8          |
        | bound    | bind_batched_top_k_distributions             | 213   | 213   | 0          |

    Scenario: greedy batches
      16 batches were read in both orders, at widths 64 and 4097; the 12 with a broken row are declared.
      Given the receipts of group "batched-greedy"
      Then their headers declare 16 cases
      And there are 16 cases
      And each case is read in the given and in the reversed order
      And their widths are
        | width | cases |
        | 64    | 12    |
        | 4097  | 4     |
      When the engine replays them
      Then none differs and none is unsupported
      And 4 are bit-equal and 12 are declared exceptions
      And the exceptions are
        | class                          | cases |
        | unchecked-argmax-15371         | 12    |
        | unchecked-batched-argmax-15339 | 12    |

  Rule: A healthy batch gives one token per row

    Scenario: greedy rows
      Each row has its own winner.
      Given the float32 rows
        | 3 | 2 | 1 |
        | 1 | 3 | 2 |
        | 1 | 2 | 3 |
      When the greedy window reader takes the rows
      Then the tokens are 0 1 2

    Scenario Outline: sampled rows, <reader> reader
      Each row takes one double from the stream, in order.
      Given the float32 rows
        | -Inf | 2    | -Inf |
        | -Inf | -Inf | 3    |
        | 4    | -Inf | -Inf |
      And temperature 0.6, top_p 0.95 and top_k 2
      When the <reader> batch reader takes the rows
      Then the tokens are 1 2 0
      And each token took exactly one double from the stream

      Examples:
        | reader   |
        | padded   |
        | row-wise |
        | bound    |

    Scenario Outline: a row that overflows float32 among healthy ones, <reader> reader
      The wide row is healthy; float64 has the answer for the whole batch.
      Given the float32 rows
        | -Inf | 2    | -Inf |
        | 1    | 3e38 | 2    |
      And temperature 0.6, top_p 0.95 and top_k 2
      When the <reader> batch reader takes the rows
      Then the tokens are 1 1

      Examples:
        | reader   |
        | padded   |
        | row-wise |
        | bound    |

  Rule: A healthy neighbour hides nothing

    Scenario Outline: a greedy window with the broken row in <order>
      The call is refused wherever the broken row stands; each row by itself keeps its verdict.
      Given the float32 rows
        | <a> | 9 | 0 |
        | <b> | 9 | 0 |
        | <c> | 9 | 0 |
      When the greedy window reader takes the rows
      Then it is refused as "greedy argmax" with 1 NaN and 0 infinities of 3
      And row <broken> by itself is refused with 1 NaN and 0 infinities of 3
      And row <healthy> by itself gives token 1

      Examples:
        | order        | a   | b   | c   | broken | healthy |
        | front        | NaN | 1   | 2   | 0      | 1       |
        | the middle   | 1   | NaN | 2   | 1      | 2       |
        | the last row | 1   | 2   | NaN | 2      | 0       |

    Scenario Outline: the <reader> reader with the broken row in <order>
      The call is refused wherever the broken row stands.
      Given the float32 rows
        | <a> | 9 | 0 |
        | <b> | 9 | 0 |
        | <c> | 9 | 0 |
      And temperature 1, top_p 0.95 and top_k 2
      When the <reader> batch reader takes the rows
      Then it is refused as "softmax" with 1 NaN and 0 infinities of 3

      Examples:
        | reader   | order        | a   | b   | c   |
        | padded   | front        | NaN | 1   | 2   |
        | padded   | the middle   | 1   | NaN | 2   |
        | padded   | the last row | 1   | 2   | NaN |
        | row-wise | front        | NaN | 1   | 2   |
        | row-wise | the middle   | 1   | NaN | 2   |
        | row-wise | the last row | 1   | 2   | NaN |
        | bound    | front        | NaN | 1   | 2   |
        | bound    | the middle   | 1   | NaN | 2   |
        | bound    | the last row | 1   | 2   | NaN |

    Scenario Outline: top_p off and two good candidates in every row, <reader> reader
      The NaN is not among the candidates of its row, and refuses the batch all the same.
      Given the float32 rows
        | 3 | 2 | 1   |
        | 3 | 2 | NaN |
      And temperature 1, top_p 1 and top_k 2
      When the <reader> batch reader takes the rows
      Then it is refused as "softmax" with 1 NaN and 0 infinities of 3

      Examples:
        | reader   |
        | padded   |
        | row-wise |
        | bound    |

    Scenario Outline: two broken rows in the given order, <reader> reader
      The error is about the first broken row: one NaN.
      Given the float32 rows
        | 1    | 2    | 3 |
        | NaN  | 2    | 3 |
        | +Inf | +Inf | 3 |
      And temperature 1, top_p 0.95 and top_k 2
      When the <reader> batch reader takes the rows
      Then it is refused as "softmax" with 1 NaN and 0 infinities of 3

      Examples:
        | reader   |
        | padded   |
        | row-wise |
        | bound    |

    Scenario Outline: the same rows in reversed order, <reader> reader
      Now the other broken row comes first: two infinities.
      Given the float32 rows
        | 1    | 2    | 3 |
        | NaN  | 2    | 3 |
        | +Inf | +Inf | 3 |
      And the rows come in reversed order
      And temperature 1, top_p 0.95 and top_k 2
      When the <reader> batch reader takes the rows
      Then it is refused as "softmax" with 0 NaN and 2 infinities of 3

      Examples:
        | reader   |
        | padded   |
        | row-wise |
        | bound    |

    Scenario: two broken rows of a greedy window in the given order
      The error is about the first broken row.
      Given the bfloat16 rows
        | NaN  | 2    | 3 |
        | 1    | 2    | 3 |
        | +Inf | +Inf | 3 |
      When the greedy window reader takes the rows
      Then it is refused as "greedy argmax" with 1 NaN and 0 infinities of 3

    Scenario: two broken rows of a greedy window in reversed order
      The order decides, not the kind of fault.
      Given the bfloat16 rows
        | NaN  | 2    | 3 |
        | 1    | 2    | 3 |
        | +Inf | +Inf | 3 |
      And the rows come in reversed order
      When the greedy window reader takes the rows
      Then it is refused as "greedy argmax" with 0 NaN and 2 infinities of 3

  Rule: A healthy row that leaves nothing to draw from refuses the batch

    Scenario Outline: a temperature too small to divide by, <reader> reader
      The census is that of the first row without mass; nothing in it is broken.
      Given the float32 rows
        | 1 | 2 | 3 |
        | 3 | 2 | 1 |
      And temperature 1e-310, top_p 0.95 and top_k 2
      When the <reader> batch reader takes the rows
      Then it is refused as "softmax" with 0 NaN and 0 infinities of 3

      Examples:
        | reader   |
        | padded   |
        | row-wise |
        | bound    |

    Scenario Outline: a row without mass before a broken one, <reader> reader
      The broken row is named, wherever it stands: that the temperature is extreme is not
      all there is to know.
      Given the float32 rows
        | 1 | 2   | 3 |
        | 3 | NaN | 1 |
      And temperature 1e-310, top_p 0.95 and top_k 2
      When the <reader> batch reader takes the rows
      Then it is refused as "softmax" with 1 NaN and 0 infinities of 3

      Examples:
        | reader   |
        | padded   |
        | row-wise |
        | bound    |

  Rule: Whether a route applies is decided before any row is looked at

    Scenario Outline: the <reader> reader at temperature <temperature> and top_k <top_k>
      These readers serve top-k sampling only and hand anything else back, broken rows included.
      Given the float32 rows
        | NaN | 2 |
        | 1   | 2 |
      And temperature <temperature>, top_p 0.95 and top_k <top_k>
      When the <reader> batch reader takes the rows
      Then the route does not apply

      Examples:
        | reader   | temperature | top_k |
        | padded   | 0           | 2     |
        | padded   | 1           | 0     |
        | row-wise | 0           | 2     |
        | row-wise | 1           | 0     |

    Scenario Outline: the bound reader at temperature <temperature> and top_k <top_k>
      This reader refuses such parameters when they are bound to it.
      Given the float32 rows
        | NaN | 2 |
        | 1   | 2 |
      And temperature <temperature>, top_p 0.95 and top_k <top_k>
      When the bound batch reader takes the rows
      Then it is refused as a bad value

      Examples:
        | temperature | top_k |
        | 0           | 2     |
        | 1           | 0     |
