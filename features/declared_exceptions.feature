Feature: Declared exceptions
  Where the recorded engine itself lets a broken row become a token, our stricter answer
  is a declared exception: it has a class, a reason, and a count that every report
  shows. It is never called parity. Each class is shown here on one recorded case.

  Scenario: the classes and their cases
    All row receipts together: 2,594 cases, nothing left out, nothing counted twice. Of
    them 93 fall into ten classes; a case may show several.
    Given all receipts of schema "qwen-numfail-receipts/1"
    Then their headers declare 2594 cases
    And there are 2594 cases
    When the engine replays them
    Then none differs and none is unsupported
    And 2501 are bit-equal and 93 are declared exceptions
    And the exceptions are
      | class                          | cases |
      | nan-outside-candidates         | 19    |
      | batched-neighbour              | 15    |
      | host-greedy                    | 5     |
      | unchecked-argmax-7577          | 36    |
      | unchecked-argmax-13295         | 36    |
      | unchecked-argmax-15371         | 48    |
      | unchecked-batched-argmax-15339 | 48    |
      | unchecked-draft-default-7664   | 12    |
      | nonfinite-target               | 5     |
      | block-lookahead                | 1     |
    And the only declared class that no receipt shows is "massless-neighbour"

  Rule: Each class has a recorded answer, ours, and a reason

    Scenario: a NaN outside the candidates
      A row whose last logit is NaN gave token 1, because only the best one was weighed.
      Given the receipt "ordinary-entry/s1/0585"
      When the engine answers it
      Then the oracle's "draw[0]" was: {next: 0.632729811178419, tok: 1}
      And our "draw[0]" is refused as "softmax" with 1 NaN and 0 infinities of 4
      And our "draw[0]" drew nothing
      And our "draw[2]" drew nothing
      And it is an exception of class "nan-outside-candidates"
      And the reason given is
        """
        With top_p off, the oracle's top-k readers take their mass from the k best
        candidates alone, so a NaN elsewhere in the row goes unseen and a token is drawn;
        the law refuses the row.
        """

    Scenario: a broken neighbour in a batch
      The third row holds a NaN outside its two candidates; all three rows were answered.
      Given the receipt "batched-fallback/s1/0142"
      When the engine answers it
      Then the oracle's "draw[2]" was: {next: 0.7089879161363137, tok: 3}
      And our "call" is refused as "softmax" with 1 NaN and 0 infinities of 20
      And it is an exception of class "batched-neighbour"
      And the reason given is
        """
        With top_p off, a broken row of a batch whose k best candidates are finite goes
        unseen, so the oracle answers for the whole batch or names a later row; the law
        refuses the batch with the census of its first broken row.
        """

    Scenario: the host reader at temperature 0
      A row that begins with NaN gave certainty about token 0, the position of the NaN.
      Given the receipt "sparse-fallback/s1/0079"
      When the engine answers it
      Then the oracle's "dist" was: {ids: [0], p: 1, type: "sparse", vocab: 4}
      And our "err" is refused as "greedy argmax" with 1 NaN and 0 infinities of 4
      And it is an exception of class "host-greedy"
      And the reason given is
        """
        At temperature 0 and below, the oracle's host reader puts all mass on numpy's
        argmax without a look at the row, so NaN and infinite rows give a certain token;
        the law refuses them.
        """

    Scenario: the draft reader
      A row with a NaN drafted token 3.
      Given the receipt "native-invalid/s1/0000"
      When the engine answers it
      Then the oracle's "argmax_7577" was: {tok: 3}
      And our "argmax_7577" is refused as "greedy argmax" with 1 NaN and 0 infinities of 4
      And it is an exception of class "unchecked-argmax-7577"
      And the reason given is
        """
        The oracle's draft reader with metrics (generation.py 7577) takes an unchecked
        argmax, so a broken row gives a normal-looking draft token; the law refuses the row.
        """

    Scenario: default drafting
      The same row drafted token 3 there too.
      Given the receipt "native-invalid/s1/0000"
      When the engine answers it
      Then the oracle's "draft_unchecked" was: {tok: 3}
      And our "draft_unchecked" is refused as "greedy argmax" with 1 NaN and 0 infinities of 4
      And it is an exception of class "unchecked-draft-default-7664"
      And the reason given is
        """
        The oracle's default drafting (generation.py 7664, and 14304 in its chained form)
        takes an unchecked argmax at temperature 0, so a broken draft row gives a draft
        token; the law refuses the row.
        """

    Scenario: context copy
      A copied token would have been settled against token 3.
      Given the receipt "native-invalid/s1/0000"
      When the engine answers it
      Then the oracle's "argmax_13295" was: {tok: 3}
      And our "argmax_13295" is refused as "greedy argmax" with 1 NaN and 0 infinities of 4
      And it is an exception of class "unchecked-argmax-13295"
      And the reason given is
        """
        The oracle's context copy (generation.py 13295, and 13617 in its batched lane)
        settles a window by an unchecked argmax over its rows, so a broken row gives a
        target token; the law refuses the window.
        """

    Scenario: greedy verify
      A drafted token 3 would have been accepted because a NaN row "agrees".
      Given the receipt "native-invalid/s1/0000"
      When the engine answers it
      Then the oracle's "argmax_15371" was: {tok: 3}
      And our "argmax_15371" is refused as "greedy argmax" with 1 NaN and 0 infinities of 4
      And it is an exception of class "unchecked-argmax-15371"
      And the reason given is
        """
        The oracle's greedy verify (generation.py 15371) takes an unchecked argmax of each
        row, so a broken row gives a target token; the law refuses the row.
        """

    Scenario: batched greedy verify
      Four rows, three of them broken: one bare argmax gave four tokens.
      Given the receipt "batched-greedy/s1/0005"
      When the engine answers it
      Then the oracle's "forward.batched" was: [0, 47, 50, 53]
      And our "forward.batched" is refused as "greedy argmax" with 1 NaN and 0 infinities of 64
      And our "reversed.batched" is refused as "greedy argmax" with 1 NaN and 0 infinities of 64
      And it is an exception of class "unchecked-batched-argmax-15339"
      And the reason given is
        """
        The oracle's batched greedy verify (generation.py 15339) takes one unchecked argmax
        over all rows of the window, so broken rows give target tokens; the law refuses the
        window with the census of its first broken row.
        """

    Scenario: a target that is not finite
      An infinite target mass kept the drafted token with certainty.
      Given the receipt "mixed-distributions/s1/0099"
      When the engine answers it
      Then the oracle's "accept[0]" was: 1
      And our "accept[0]" is refused as "acceptance" with 0 NaN and 1 infinity of 2
      And our "residual" is refused as "acceptance" with 0 NaN and 1 infinity of 2
      And our "verify[3]" is refused as "acceptance" with 0 NaN and 1 infinity of 2
      And our "verify[3]" drew nothing
      And it is an exception of class "nonfinite-target"
      And the reason given is
        """
        A dense acceptance target with a NaN or an infinity gives the oracle a certain
        acceptance or a residual without that entry; the law refuses accept, residual and
        verify without a draw.
        """

    Scenario: a broken row further on in a block
      The same refusal came only after doubles had been drawn; ours comes before.
      Given the receipt "point-mass/s1/0023"
      When the engine answers it
      Then the oracle's "call" was: {err: {inf: 0, kind: "NonFiniteLogitsError", nan: 1, vocab: 257, where: "softmax"}, next: 0.4930955003036198}
      And our "call" is refused as "softmax" with 1 NaN and 0 infinities of 257
      And our "call" drew nothing
      And it is an exception of class "block-lookahead"
      And the reason given is
        """
        The oracle reads a block row by row and stops at the first rejection, so a broken
        row behind it goes unseen, and one behind accepted tokens is refused only after
        draws; the law refuses the block before any draw.
        """

  Rule: What is no exception stays bit-equal

    Scenario: the bound batch reader's bare error
      It says less than our numerical error, but refuses the same rows: that is parity.
      Given the receipt "batched-fallback/s1/0442"
      When the engine answers it
      Then the oracle's "call" was: {err: {kind: "FloatingPointError"}}
      And our "call" is refused as "softmax" with 0 NaN and 20 infinities of 20
      And it is bit-equal and no exception

    Scenario: probabilities that are not finite
      A sparse distribution is no row: it drops such entries, and so do we.
      Given the receipt "sparse-fallback/s1/0030"
      When the engine answers it
      Then it is bit-equal and no exception

    Scenario: a sparse distribution without mass
      The same error with the same census on both sides.
      Given the receipt "sparse-fallback/s1/0029"
      When the engine answers it
      Then the oracle's "err" was: {inf: 0, kind: "NonFiniteLogitsError", nan: 8, vocab: 8, where: "SparseDistribution"}
      And our "err" is refused as "SparseDistribution" with 8 NaN and 0 infinities of 8
      And it is bit-equal and no exception
