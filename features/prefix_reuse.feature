Feature: A later turn goes on from an earlier one
  A conversation's next request begins with what was said before. The state that the
  earlier request left is used for the longest prefix that fits, so that only the rest
  is forwarded. The answer must be what a cold run gives, and a state that may have a
  fault in it must not serve anybody. The conversation here begins with 1 2 3.

  Rule: What was forwarded once is not forwarded again

    Scenario: the second turn
      The first request forwarded 9 of the next prompt's 11 tokens: its own prompt and its
      whole answer, of which the last token is forwarded only to be kept.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2 5 4 3 2 6 6 5 1
      And states are kept for later requests
      And 6 tokens are asked for
      When the answer is generated
      Then 0 tokens of the prompt were reused
      And 3 tokens of the prompt were forwarded
      And the last forwards are 1 final
      Given the next prompt is 1 2 3 4 5 6 1 1 2 5 4
      When the answer is generated
      Then the answer is 3 2 6 6 5 1
      And 9 tokens of the prompt were reused
      And 2 tokens of the prompt were forwarded
      And every forward with a row was counted
      And the model finds its state in order

    Scenario: an exact repeat
      The prompt's state is kept with its row: nothing is forwarded before the first token.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2 5 4 3 2 6 6 5 1
      And states are kept for later requests
      And 4 tokens are asked for
      When the answer is generated
      And the answer is generated
      Then both answers are the same
      And 3 tokens of the prompt were reused
      And the forwards are 3 ar, 1 final

    Scenario: a turn that goes another way
      A recurrent state cannot be cut in the middle, so only the first prompt's end fits.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2 5 4 3 2 6 6 5 1
      And states are kept for later requests
      And 6 tokens are asked for
      When the answer is generated
      Given the next prompt is 1 2 3 4 7 6
      When the answer is generated
      Then 3 tokens of the prompt were reused
      And 3 tokens of the prompt were forwarded

    Scenario: another conversation
      What does not begin alike has nothing to go on from.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2 5 4 3 2 6 6 5 1
      And states are kept for later requests
      And 6 tokens are asked for
      When the answer is generated
      Given the next prompt is 2 2 3
      When the answer is generated
      Then 0 tokens of the prompt were reused
      And 3 tokens of the prompt were forwarded

    Scenario: without states to keep
      Reuse is the caller's choice.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2 5 4 3 2 6 6 5 1
      And 6 tokens are asked for
      When the answer is generated
      And the answer is generated
      Then 0 tokens of the prompt were reused
      And 3 tokens of the prompt were forwarded

  Rule: However the first turn was decoded, the second gives a cold run's answer

    Scenario Outline: first <first>, then <second>
      A draft history that has seen everything serves every lane. A state without one
      serves those that need none; for the others the run is cold.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2 5 4 3 2 6 6 5 1
      And states are kept for later requests
      And decoding <first>
      And 6 tokens are asked for
      When the answer is generated
      Given the next prompt is 1 2 3 4 5 6 1 1 2 5 4
      And decoding <second>
      When the answer is generated
      Then the answer is 3 2 6 6 5 1
      And <reused> tokens of the prompt were reused
      And <forwarded> tokens of the prompt were forwarded
      And the model finds its state in order

      Examples:
        | first                                                | second                                               | reused | forwarded |
        | one token after the other                            | one token after the other                            | 9      | 2         |
        | one token after the other                            | with 3 drafts in the lane "capture_commit+committed" | 0      | 11        |
        | one token after the other                            | with 3 drafts in the lane "batched+committed"        | 0      | 11        |
        | one token after the other                            | with 3 drafts in the lane "batched+cycle"            | 9      | 2         |
        | with 3 drafts in the lane "capture_commit+committed" | one token after the other                            | 9      | 2         |
        | with 3 drafts in the lane "capture_commit+committed" | with 3 drafts in the lane "capture_commit+committed" | 9      | 2         |
        | with 3 drafts in the lane "capture_commit+committed" | with 3 drafts in the lane "batched+committed"        | 9      | 2         |
        | with 3 drafts in the lane "capture_commit+committed" | with 3 drafts in the lane "batched+cycle"            | 9      | 2         |
        | with 3 drafts in the lane "batched+committed"        | one token after the other                            | 9      | 2         |
        | with 3 drafts in the lane "batched+committed"        | with 3 drafts in the lane "capture_commit+committed" | 9      | 2         |
        | with 3 drafts in the lane "batched+committed"        | with 3 drafts in the lane "batched+committed"        | 9      | 2         |
        | with 3 drafts in the lane "batched+committed"        | with 3 drafts in the lane "batched+cycle"            | 9      | 2         |
        | with 3 drafts in the lane "batched+cycle"            | one token after the other                            | 9      | 2         |
        | with 3 drafts in the lane "batched+cycle"            | with 3 drafts in the lane "capture_commit+committed" | 0      | 11        |
        | with 3 drafts in the lane "batched+cycle"            | with 3 drafts in the lane "batched+committed"        | 0      | 11        |
        | with 3 drafts in the lane "batched+cycle"            | with 3 drafts in the lane "batched+cycle"            | 9      | 2         |

  Rule: A request that failed keeps nothing, and takes away what it started from

    @forget
    Scenario Outline: <how>
      The first turn left a state. The second begins from it and meets a broken row: the
      fault may be in that state, so a retry must be cold.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2 5 4 3 2 6 6 5 1
      And an ar row for token 9 with all NaN
      And a verify row for token 9 with all NaN
      And states are kept for later requests
      And decoding <how>
      And 4 tokens are asked for
      When the answer is generated
      Then 2 states are kept
      Given the next prompt is 1 2 3 4 5 6 1 1
      And 8 tokens are asked for
      When the answer is generated
      Then it fails in "greedy argmax" at "<boundary>" with 8 NaN and 0 infinities of 8
      And <reused> tokens of the prompt were reused
      And 0 states are kept
      When the answer is generated
      Then it fails in "greedy argmax" at "<boundary>" with 8 NaN and 0 infinities of 8
      And 0 tokens of the prompt were reused
      And 8 tokens of the prompt were forwarded

      Examples:
        | how                                                  | boundary          | reused |
        | one token after the other                            | ar                | 7      |
        | with 3 drafts in the lane "capture_commit+committed" | verify row 2 of 4 | 7      |
        | with 3 drafts in the lane "batched+committed"        | verify row 2 of 4 | 7      |
        | with 3 drafts in the lane "batched+cycle"            | verify row 2 of 4 | 7      |

    Scenario: a broken prefill
      Not even the prompt's state is kept.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2 5 4 3 2 6 6 5 1
      And a prefill row for token 1 with all NaN
      And states are kept for later requests
      And 4 tokens are asked for
      When the answer is generated
      Then it fails in "greedy argmax" at "prefill" with 8 NaN and 0 infinities of 8
      And 0 states are kept

    Scenario: another conversation keeps its state
      A fault in one is no reason to forget the other.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2 5 4 3 2 6 6 5 1
      And an ar row for token 3 with all NaN
      And states are kept for later requests
      And the next prompt is 7 7 7
      And 2 tokens are asked for
      When the answer is generated
      Then 2 states are kept
      Given the next prompt is 1 2 3
      And 4 tokens are asked for
      When the answer is generated
      Then it fails in "greedy argmax" at "ar" with 8 NaN and 0 infinities of 8
      And 2 states are kept
      Given the next prompt is 7 7 7
      And 2 tokens are asked for
      When the answer is generated
      Then 3 tokens of the prompt were reused

    Scenario: an error that is not numerical takes nothing away
      A padding token says nothing about the state it was read from.
      Given the prompt 1 2 3
      And a tokenizer of 7 tokens
      And the model says 4 5 7
      And states are kept for later requests
      And 2 tokens are asked for
      When the answer is generated
      Then 2 states are kept
      Given 3 tokens are asked for
      When the answer is generated
      Then it is an error that says "token that the tokenizer does not have"
      And 2 states are kept

    @forget
    Scenario: a kept row is judged again
      The second request reads it at a temperature that leaves nothing to draw from. The
      prompt's state goes; the first answer's is longer than what failed and stays.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2 5 4 3 2 6 6 5 1
      And states are kept for later requests
      And 1 token is asked for
      When the answer is generated
      Given temperature 1e-310, top_p 0.95 and top_k 2
      When the answer is generated
      Then it fails in "softmax" at "prefill" with 0 NaN and 0 infinities of 8
      And 3 tokens of the prompt were reused
      And the forwards are none
      And 1 state is kept

  Rule: A committed history with a gap serves nobody who needs one

    Scenario: after a block was given up
      The state is kept without its draft history: a lane that needs one starts from the
      prompt's end instead.
      Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      And the model says 6 7 5 4 6 3 1 2 3
      And states are kept for later requests
      And decoding with 3 drafts in the lane "batched+committed"
      And 6 tokens are asked for
      When the answer is generated
      Given the next prompt is 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5 6 7 5 4 6 3 1
      And 2 tokens are asked for
      When the answer is generated
      Then the answer is 2 3
      And 17 tokens of the prompt were reused
