Feature: A broken row fails its forward
  Wherever a forward computes rows, each of them is judged before any is read and before
  anything is drawn from them. One broken row fails the whole forward: what was streamed
  stays streamed, nothing of the window is committed, and nothing is computed after it.
  The recorded engine does not look at most of these rows: it drafts a token from a
  broken row, accepts it because the broken target row agrees, or never comes to it.

  Rule: A row of plain decoding

    Scenario Outline: <fault> in the prefill row, <how>, <decoding>
      No token is out, nothing was drawn, whichever way the answer was to be decoded.
      Given the prompt 1 2
      And the model says 3 4 5 6 1 2
      And a prefill row for token 1 with <fault>
      And temperature <temperature>, top_p 0.95 and top_k 5
      And decoding <decoding>
      And 6 tokens are asked for
      When the answer is generated
      Then it fails in "<where>" at "prefill" with <nan> NaN and <inf> infinities of 8
      And what was streamed is nothing
      And the draws are none
      And the forwards are 2 prefill
      And the error tells how much was streamed and drawn

      Examples:
        | fault    | nan | inf | how     | temperature | where         | decoding                                             |
        | all NaN  | 8   | 0   | greedy  | 0           | greedy argmax | one token after the other                            |
        | all NaN  | 8   | 0   | sampled | 0.8         | softmax       | one token after the other                            |
        | one NaN  | 1   | 0   | greedy  | 0           | greedy argmax | one token after the other                            |
        | one NaN  | 1   | 0   | sampled | 0.8         | softmax       | one token after the other                            |
        | one +Inf | 0   | 1   | greedy  | 0           | greedy argmax | one token after the other                            |
        | one +Inf | 0   | 1   | sampled | 0.8         | softmax       | one token after the other                            |
        | all -Inf | 0   | 8   | greedy  | 0           | greedy argmax | one token after the other                            |
        | all -Inf | 0   | 8   | sampled | 0.8         | softmax       | one token after the other                            |
        | all NaN  | 8   | 0   | greedy  | 0           | greedy argmax | with 3 drafts in the lane "capture_commit+committed" |
        | all NaN  | 8   | 0   | sampled | 0.8         | softmax       | with 3 drafts in the lane "capture_commit+committed" |
        | all NaN  | 8   | 0   | greedy  | 0           | greedy argmax | with 3 drafts in the lane "batched+committed"        |
        | all NaN  | 8   | 0   | sampled | 0.8         | softmax       | with 3 drafts in the lane "batched+committed"        |
        | all NaN  | 8   | 0   | greedy  | 0           | greedy argmax | with 3 drafts in the lane "batched+cycle"            |
        | all NaN  | 8   | 0   | sampled | 0.8         | softmax       | with 3 drafts in the lane "batched+cycle"            |

    Scenario Outline: <fault> in the row after token <after>, <how>
      The tokens before it are out: they were read from healthy rows.
      Given the prompt 1 2
      And the model says 3 4 5 6 1 2
      And an ar row for token <token> with <fault>
      And temperature <temperature>, top_p 0.95 and top_k 5
      And 6 tokens are asked for
      When the answer is generated
      Then it fails in "<where>" at "ar" with <nan> NaN and <inf> infinities of 8
      And what was streamed is <streamed>
      And the draws are <draws>
      And the forwards are 2 prefill, <after> ar
      And the error tells how much was streamed and drawn

      Examples:
        | fault    | nan | inf | token | after | how     | temperature | where         | streamed | draws    |
        | all NaN  | 8   | 0   | 2     | 1     | greedy  | 0           | greedy argmax | 3        | none     |
        | all NaN  | 8   | 0   | 4     | 3     | greedy  | 0           | greedy argmax | 3 4 5    | none     |
        | all NaN  | 8   | 0   | 2     | 1     | sampled | 0.8         | softmax       | 3        | 1 choice |
        | all NaN  | 8   | 0   | 4     | 3     | sampled | 0.8         | softmax       | 3 4 5    | 3 choice |
        | one NaN  | 1   | 0   | 2     | 1     | greedy  | 0           | greedy argmax | 3        | none     |
        | one NaN  | 1   | 0   | 4     | 3     | greedy  | 0           | greedy argmax | 3 4 5    | none     |
        | one NaN  | 1   | 0   | 2     | 1     | sampled | 0.8         | softmax       | 3        | 1 choice |
        | one NaN  | 1   | 0   | 4     | 3     | sampled | 0.8         | softmax       | 3 4 5    | 3 choice |
        | one +Inf | 0   | 1   | 2     | 1     | greedy  | 0           | greedy argmax | 3        | none     |
        | one +Inf | 0   | 1   | 4     | 3     | greedy  | 0           | greedy argmax | 3 4 5    | none     |
        | one +Inf | 0   | 1   | 2     | 1     | sampled | 0.8         | softmax       | 3        | 1 choice |
        | one +Inf | 0   | 1   | 4     | 3     | sampled | 0.8         | softmax       | 3 4 5    | 3 choice |
        | all -Inf | 0   | 8   | 2     | 1     | greedy  | 0           | greedy argmax | 3        | none     |
        | all -Inf | 0   | 8   | 4     | 3     | greedy  | 0           | greedy argmax | 3 4 5    | none     |
        | all -Inf | 0   | 8   | 2     | 1     | sampled | 0.8         | softmax       | 3        | 1 choice |
        | all -Inf | 0   | 8   | 4     | 3     | sampled | 0.8         | softmax       | 3 4 5    | 3 choice |

    Scenario Outline: a NaN outside the candidates, top_k <top_k> and top_p <top_p>
      With top_p off the recorded engine weighs only the best k and lets this row pass.
      Here all of a row is judged, whatever is read of it.
      Given the prompt 1 2
      And the model says 3 4 5
      And an ar row for token 2 with one NaN
      And temperature 0.8, top_p <top_p> and top_k <top_k>
      And 3 tokens are asked for
      When the answer is generated
      Then it fails in "softmax" at "ar" with 1 NaN and 0 infinities of 8
      And what was streamed is 3
      And the draws are 1 choice

      Examples:
        | top_k | top_p |
        | 1     | 1     |
        | 3     | 1     |
        | 3     | 0.9   |
        | 0     | 1     |

  Rule: A row of the draft head

    Scenario Outline: <fault> in the row of draft <draft>, <how>, <lane>
      A broken draft is no draft: no token is proposed from it, and no window forwarded.
      Given the prompt 1 2
      And the model says 3 4 5 6 1 2
      And a draft row for token <token> with <fault>
      And temperature <temperature>, top_p 0.95 and top_k 5
      And decoding with 3 drafts in the lane "<lane>"
      And 6 tokens are asked for
      When the answer is generated
      Then it fails in "<where>" at "draft" with <nan> NaN and <inf> infinities of 8
      And what was streamed is 3
      And the draws are <draws>
      And the forwards are 2 prefill, <draft> draft
      And the error tells how much was streamed and drawn

      Examples:
        | fault    | nan | inf | draft | token | how     | temperature | where         | lane                     | draws    |
        | all NaN  | 8   | 0   | 1     | 2     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all NaN  | 8   | 0   | 2     | 3     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all NaN  | 8   | 0   | 3     | 4     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all NaN  | 8   | 0   | 1     | 2     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | all NaN  | 8   | 0   | 2     | 3     | sampled | 0.8         | softmax       | capture_commit+committed | 2 choice |
        | all NaN  | 8   | 0   | 3     | 4     | sampled | 0.8         | softmax       | capture_commit+committed | 3 choice |
        | one NaN  | 1   | 0   | 1     | 2     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one NaN  | 1   | 0   | 2     | 3     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one NaN  | 1   | 0   | 3     | 4     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one NaN  | 1   | 0   | 1     | 2     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | one NaN  | 1   | 0   | 2     | 3     | sampled | 0.8         | softmax       | capture_commit+committed | 2 choice |
        | one NaN  | 1   | 0   | 3     | 4     | sampled | 0.8         | softmax       | capture_commit+committed | 3 choice |
        | one +Inf | 0   | 1   | 1     | 2     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one +Inf | 0   | 1   | 2     | 3     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one +Inf | 0   | 1   | 3     | 4     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one +Inf | 0   | 1   | 1     | 2     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | one +Inf | 0   | 1   | 2     | 3     | sampled | 0.8         | softmax       | capture_commit+committed | 2 choice |
        | one +Inf | 0   | 1   | 3     | 4     | sampled | 0.8         | softmax       | capture_commit+committed | 3 choice |
        | all -Inf | 0   | 8   | 1     | 2     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all -Inf | 0   | 8   | 2     | 3     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all -Inf | 0   | 8   | 3     | 4     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all -Inf | 0   | 8   | 1     | 2     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | all -Inf | 0   | 8   | 2     | 3     | sampled | 0.8         | softmax       | capture_commit+committed | 2 choice |
        | all -Inf | 0   | 8   | 3     | 4     | sampled | 0.8         | softmax       | capture_commit+committed | 3 choice |
        | all NaN  | 8   | 0   | 1     | 2     | greedy  | 0           | greedy argmax | batched+committed        | none     |
        | all NaN  | 8   | 0   | 2     | 3     | greedy  | 0           | greedy argmax | batched+committed        | none     |
        | all NaN  | 8   | 0   | 3     | 4     | greedy  | 0           | greedy argmax | batched+committed        | none     |
        | all NaN  | 8   | 0   | 1     | 2     | sampled | 0.8         | softmax       | batched+committed        | 1 choice |
        | all NaN  | 8   | 0   | 2     | 3     | sampled | 0.8         | softmax       | batched+committed        | 2 choice |
        | all NaN  | 8   | 0   | 3     | 4     | sampled | 0.8         | softmax       | batched+committed        | 3 choice |
        | all NaN  | 8   | 0   | 1     | 2     | greedy  | 0           | greedy argmax | batched+cycle            | none     |
        | all NaN  | 8   | 0   | 2     | 3     | greedy  | 0           | greedy argmax | batched+cycle            | none     |
        | all NaN  | 8   | 0   | 3     | 4     | greedy  | 0           | greedy argmax | batched+cycle            | none     |
        | all NaN  | 8   | 0   | 1     | 2     | sampled | 0.8         | softmax       | batched+cycle            | 1 choice |
        | all NaN  | 8   | 0   | 2     | 3     | sampled | 0.8         | softmax       | batched+cycle            | 2 choice |
        | all NaN  | 8   | 0   | 3     | 4     | sampled | 0.8         | softmax       | batched+cycle            | 3 choice |

  Rule: A row of a verify window

    Scenario Outline: <fault> in row <row>, all drafts right, <how>, <lane>
      Rows 0 to 2 verify a draft each, row 3 would give the bonus token. No uniform is
      drawn, not even for the drafts before the broken row.
      Given the prompt 1 2
      And the model says 3 4 5 6 1 2
      And a verify row for token <token> with <fault>
      And temperature <temperature>, top_p 0.95 and top_k 5
      And decoding with 3 drafts in the lane "<lane>"
      And 6 tokens are asked for
      When the answer is generated
      Then it fails in "<where>" at "verify row <row> of 4" with <nan> NaN and <inf> infinities of 8
      And what was streamed is 3
      And the draws are <draws>
      And the forwards are 2 prefill, 3 draft, 1 verify
      And the error tells how much was streamed and drawn

      Examples:
        | fault    | nan | inf | row | token | how     | temperature | where         | lane                     | draws    |
        | all NaN  | 8   | 0   | 0   | 2     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all NaN  | 8   | 0   | 1   | 3     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all NaN  | 8   | 0   | 2   | 4     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all NaN  | 8   | 0   | 3   | 5     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all NaN  | 8   | 0   | 0   | 2     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | all NaN  | 8   | 0   | 1   | 3     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | all NaN  | 8   | 0   | 2   | 4     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | all NaN  | 8   | 0   | 3   | 5     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | one NaN  | 1   | 0   | 0   | 2     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one NaN  | 1   | 0   | 1   | 3     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one NaN  | 1   | 0   | 2   | 4     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one NaN  | 1   | 0   | 3   | 5     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one NaN  | 1   | 0   | 0   | 2     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | one NaN  | 1   | 0   | 1   | 3     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | one NaN  | 1   | 0   | 2   | 4     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | one NaN  | 1   | 0   | 3   | 5     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | one +Inf | 0   | 1   | 0   | 2     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one +Inf | 0   | 1   | 1   | 3     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one +Inf | 0   | 1   | 2   | 4     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one +Inf | 0   | 1   | 3   | 5     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one +Inf | 0   | 1   | 0   | 2     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | one +Inf | 0   | 1   | 1   | 3     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | one +Inf | 0   | 1   | 2   | 4     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | one +Inf | 0   | 1   | 3   | 5     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | all -Inf | 0   | 8   | 0   | 2     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all -Inf | 0   | 8   | 1   | 3     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all -Inf | 0   | 8   | 2   | 4     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all -Inf | 0   | 8   | 3   | 5     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all -Inf | 0   | 8   | 0   | 2     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | all -Inf | 0   | 8   | 1   | 3     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | all -Inf | 0   | 8   | 2   | 4     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | all -Inf | 0   | 8   | 3   | 5     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | all NaN  | 8   | 0   | 0   | 2     | greedy  | 0           | greedy argmax | batched+committed        | none     |
        | all NaN  | 8   | 0   | 1   | 3     | greedy  | 0           | greedy argmax | batched+committed        | none     |
        | all NaN  | 8   | 0   | 2   | 4     | greedy  | 0           | greedy argmax | batched+committed        | none     |
        | all NaN  | 8   | 0   | 3   | 5     | greedy  | 0           | greedy argmax | batched+committed        | none     |
        | all NaN  | 8   | 0   | 0   | 2     | sampled | 0.8         | softmax       | batched+committed        | 4 choice |
        | all NaN  | 8   | 0   | 1   | 3     | sampled | 0.8         | softmax       | batched+committed        | 4 choice |
        | all NaN  | 8   | 0   | 2   | 4     | sampled | 0.8         | softmax       | batched+committed        | 4 choice |
        | all NaN  | 8   | 0   | 3   | 5     | sampled | 0.8         | softmax       | batched+committed        | 4 choice |
        | all NaN  | 8   | 0   | 0   | 2     | greedy  | 0           | greedy argmax | batched+cycle            | none     |
        | all NaN  | 8   | 0   | 1   | 3     | greedy  | 0           | greedy argmax | batched+cycle            | none     |
        | all NaN  | 8   | 0   | 2   | 4     | greedy  | 0           | greedy argmax | batched+cycle            | none     |
        | all NaN  | 8   | 0   | 3   | 5     | greedy  | 0           | greedy argmax | batched+cycle            | none     |
        | all NaN  | 8   | 0   | 0   | 2     | sampled | 0.8         | softmax       | batched+cycle            | 4 choice |
        | all NaN  | 8   | 0   | 1   | 3     | sampled | 0.8         | softmax       | batched+cycle            | 4 choice |
        | all NaN  | 8   | 0   | 2   | 4     | sampled | 0.8         | softmax       | batched+cycle            | 4 choice |
        | all NaN  | 8   | 0   | 3   | 5     | sampled | 0.8         | softmax       | batched+cycle            | 4 choice |

    Scenario Outline: <fault> in row <row>, the first draft wrong, <how>, <lane>
      Row 0 would reject, and the rows behind it, with the bonus row, would never be read.
      What broke them has been in the same forward.
      Given the prompt 1 2
      And the model says 3 4 5 6 1 2
      And the draft head says 0 for token 2
      And a verify row for token <token> with <fault>
      And temperature <temperature>, top_p 0.95 and top_k 5
      And decoding with 3 drafts in the lane "<lane>"
      And 6 tokens are asked for
      When the answer is generated
      Then it fails in "<where>" at "verify row <row> of 4" with <nan> NaN and <inf> infinities of 8
      And what was streamed is 3
      And the draws are <draws>
      And the forwards are 2 prefill, 3 draft, 1 verify
      And the error tells how much was streamed and drawn

      Examples:
        | fault    | nan | inf | row | token | how     | temperature | where         | lane                     | draws    |
        | all NaN  | 8   | 0   | 0   | 2     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all NaN  | 8   | 0   | 1   | 3     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all NaN  | 8   | 0   | 2   | 4     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all NaN  | 8   | 0   | 3   | 5     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all NaN  | 8   | 0   | 0   | 2     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | all NaN  | 8   | 0   | 1   | 3     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | all NaN  | 8   | 0   | 2   | 4     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | all NaN  | 8   | 0   | 3   | 5     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | one NaN  | 1   | 0   | 0   | 2     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one NaN  | 1   | 0   | 1   | 3     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one NaN  | 1   | 0   | 2   | 4     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one NaN  | 1   | 0   | 3   | 5     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one NaN  | 1   | 0   | 0   | 2     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | one NaN  | 1   | 0   | 1   | 3     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | one NaN  | 1   | 0   | 2   | 4     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | one NaN  | 1   | 0   | 3   | 5     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | one +Inf | 0   | 1   | 0   | 2     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one +Inf | 0   | 1   | 1   | 3     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one +Inf | 0   | 1   | 2   | 4     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one +Inf | 0   | 1   | 3   | 5     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one +Inf | 0   | 1   | 0   | 2     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | one +Inf | 0   | 1   | 1   | 3     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | one +Inf | 0   | 1   | 2   | 4     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | one +Inf | 0   | 1   | 3   | 5     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | all -Inf | 0   | 8   | 0   | 2     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all -Inf | 0   | 8   | 1   | 3     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all -Inf | 0   | 8   | 2   | 4     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all -Inf | 0   | 8   | 3   | 5     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all -Inf | 0   | 8   | 0   | 2     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | all -Inf | 0   | 8   | 1   | 3     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | all -Inf | 0   | 8   | 2   | 4     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | all -Inf | 0   | 8   | 3   | 5     | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice |
        | all NaN  | 8   | 0   | 0   | 2     | greedy  | 0           | greedy argmax | batched+committed        | none     |
        | all NaN  | 8   | 0   | 1   | 3     | greedy  | 0           | greedy argmax | batched+committed        | none     |
        | all NaN  | 8   | 0   | 2   | 4     | greedy  | 0           | greedy argmax | batched+committed        | none     |
        | all NaN  | 8   | 0   | 3   | 5     | greedy  | 0           | greedy argmax | batched+committed        | none     |
        | all NaN  | 8   | 0   | 0   | 2     | sampled | 0.8         | softmax       | batched+committed        | 4 choice |
        | all NaN  | 8   | 0   | 1   | 3     | sampled | 0.8         | softmax       | batched+committed        | 4 choice |
        | all NaN  | 8   | 0   | 2   | 4     | sampled | 0.8         | softmax       | batched+committed        | 4 choice |
        | all NaN  | 8   | 0   | 3   | 5     | sampled | 0.8         | softmax       | batched+committed        | 4 choice |
        | all NaN  | 8   | 0   | 0   | 2     | greedy  | 0           | greedy argmax | batched+cycle            | none     |
        | all NaN  | 8   | 0   | 1   | 3     | greedy  | 0           | greedy argmax | batched+cycle            | none     |
        | all NaN  | 8   | 0   | 2   | 4     | greedy  | 0           | greedy argmax | batched+cycle            | none     |
        | all NaN  | 8   | 0   | 3   | 5     | greedy  | 0           | greedy argmax | batched+cycle            | none     |
        | all NaN  | 8   | 0   | 0   | 2     | sampled | 0.8         | softmax       | batched+cycle            | 4 choice |
        | all NaN  | 8   | 0   | 1   | 3     | sampled | 0.8         | softmax       | batched+cycle            | 4 choice |
        | all NaN  | 8   | 0   | 2   | 4     | sampled | 0.8         | softmax       | batched+cycle            | 4 choice |
        | all NaN  | 8   | 0   | 3   | 5     | sampled | 0.8         | softmax       | batched+cycle            | 4 choice |

    Scenario Outline: the draft is what the broken row would give, <fault>, <lane>
      A bare argmax of the row is token <says>. The recorded engine takes that as
      agreement, and the token is out.
      Given the prompt 1 2
      And the model says 3 4 5 6 1 2
      And the draft head says <says> for token 3
      And a verify row for token 3 with <fault>
      And decoding with 3 drafts in the lane "<lane>"
      And 6 tokens are asked for
      When the answer is generated
      Then it fails in "greedy argmax" at "verify row 1 of 4" with <nan> NaN and <inf> infinities of 8
      And what was streamed is 3
      And the forwards are 2 prefill, 3 draft, 1 verify

      Examples:
        | fault    | nan | inf | says | lane                     |
        | all NaN  | 8   | 0   | 0    | capture_commit+committed |
        | one NaN  | 1   | 0   | 5    | capture_commit+committed |
        | one +Inf | 0   | 1   | 7    | capture_commit+committed |
        | all -Inf | 0   | 8   | 0    | capture_commit+committed |
        | all NaN  | 8   | 0   | 0    | batched+committed        |
        | one NaN  | 1   | 0   | 5    | batched+committed        |
        | one +Inf | 0   | 1   | 7    | batched+committed        |
        | all -Inf | 0   | 8   | 0    | batched+committed        |
        | all NaN  | 8   | 0   | 0    | batched+cycle            |
        | one NaN  | 1   | 0   | 5    | batched+cycle            |
        | one +Inf | 0   | 1   | 7    | batched+cycle            |
        | all -Inf | 0   | 8   | 0    | batched+cycle            |

    Scenario Outline: two broken rows, <lane>
      The error is about the first of them, in the order of the window.
      Given the prompt 1 2
      And the model says 3 4 5 6 1 2
      And a verify row for token 5 with all NaN
      And a verify row for token 3 with one +Inf
      And decoding with 3 drafts in the lane "<lane>"
      And 6 tokens are asked for
      When the answer is generated
      Then it fails in "greedy argmax" at "verify row 1 of 4" with 0 NaN and 1 infinity of 8

      Examples:
        | lane                     |
        | capture_commit+committed |
        | batched+committed        |
        | batched+cycle            |

    Scenario Outline: a broken row in the second window, <how>, <lane>
      The first window's tokens are out, the bonus token too, which begins the second.
      Given the prompt 1 2
      And the model says 3 4 5 6 1 2 3 4 5
      And a verify row for token 8 with all NaN
      And temperature <temperature>, top_p 0.95 and top_k 5
      And decoding with 3 drafts in the lane "<lane>"
      And 9 tokens are asked for
      When the answer is generated
      Then it fails in "<where>" at "verify row 2 of 4" with 8 NaN and 0 infinities of 8
      And what was streamed is 3 4 5 6 1
      And the draws are <draws>
      And the forwards are 2 prefill, 3 draft, 1 verify, 3 draft, 1 verify
      And the error tells how much was streamed and drawn

      Examples:
        | how     | temperature | where         | lane                     | draws                         |
        | greedy  | 0           | greedy argmax | capture_commit+committed | none                          |
        | sampled | 0.8         | softmax       | capture_commit+committed | 4 choice, 3 uniform, 4 choice |
        | greedy  | 0           | greedy argmax | batched+committed        | none                          |
        | sampled | 0.8         | softmax       | batched+committed        | 4 choice, 3 uniform, 4 choice |
        | greedy  | 0           | greedy argmax | batched+cycle            | none                          |
        | sampled | 0.8         | softmax       | batched+cycle            | 4 choice, 3 uniform, 4 choice |

    Scenario Outline: a window of depth <depth>, its last row broken
      The bonus row is judged at every depth.
      Given the prompt 1 2
      And the model says 3 4 5 6 1 2
      And a verify row for token <token> with all NaN
      And decoding with <depth> drafts in the lane "capture_commit+committed"
      And 6 tokens are asked for
      When the answer is generated
      Then it fails in "greedy argmax" at "verify row <depth> of <rows>" with 8 NaN and 0 infinities of 8
      And what was streamed is 3

      Examples:
        | depth | token | rows |
        | 1     | 3     | 2    |
        | 2     | 4     | 3    |

  Rule: The row of a repair forward

    Scenario Outline: <fault>, <how>, <lane>
      The batched lanes forward the accepted part again. The new row is judged like any
      other; until it has been, nothing of the window is out.
      Given the prompt 1 2
      And the model says 3 4 5 6 1 2
      And the draft head says 0 for token 3
      And a repair row for token <token> with <fault>
      And temperature <temperature>, top_p 0.95 and top_k 5
      And decoding with 3 drafts in the lane "<lane>"
      And 6 tokens are asked for
      When the answer is generated
      Then it fails in "<where>" at "repair" with <nan> NaN and <inf> infinities of 8
      And what was streamed is 3
      And the draws are <draws>
      And the forwards are 2 prefill, 3 draft, 1 verify, 1 repair
      And the error tells how much was streamed and drawn

      Examples:
        | fault    | nan | inf | token | how     | temperature | where         | lane              | draws                         |
        | all NaN  | 8   | 0   | 3     | greedy  | 0           | greedy argmax | batched+committed | none                          |
        | all NaN  | 8   | 0   | 4     | sampled | 0.8         | softmax       | batched+committed | 4 choice, 2 uniform, 1 choice |
        | one NaN  | 1   | 0   | 3     | greedy  | 0           | greedy argmax | batched+committed | none                          |
        | one NaN  | 1   | 0   | 4     | sampled | 0.8         | softmax       | batched+committed | 4 choice, 2 uniform, 1 choice |
        | one +Inf | 0   | 1   | 3     | greedy  | 0           | greedy argmax | batched+committed | none                          |
        | one +Inf | 0   | 1   | 4     | sampled | 0.8         | softmax       | batched+committed | 4 choice, 2 uniform, 1 choice |
        | all -Inf | 0   | 8   | 3     | greedy  | 0           | greedy argmax | batched+committed | none                          |
        | all -Inf | 0   | 8   | 4     | sampled | 0.8         | softmax       | batched+committed | 4 choice, 2 uniform, 1 choice |
        | all NaN  | 8   | 0   | 3     | greedy  | 0           | greedy argmax | batched+cycle     | none                          |
        | all NaN  | 8   | 0   | 4     | sampled | 0.8         | softmax       | batched+cycle     | 4 choice, 2 uniform, 1 choice |
        | one NaN  | 1   | 0   | 3     | greedy  | 0           | greedy argmax | batched+cycle     | none                          |
        | one NaN  | 1   | 0   | 4     | sampled | 0.8         | softmax       | batched+cycle     | 4 choice, 2 uniform, 1 choice |
        | one +Inf | 0   | 1   | 3     | greedy  | 0           | greedy argmax | batched+cycle     | none                          |
        | one +Inf | 0   | 1   | 4     | sampled | 0.8         | softmax       | batched+cycle     | 4 choice, 2 uniform, 1 choice |
        | all -Inf | 0   | 8   | 3     | greedy  | 0           | greedy argmax | batched+cycle     | none                          |
        | all -Inf | 0   | 8   | 4     | sampled | 0.8         | softmax       | batched+cycle     | 4 choice, 2 uniform, 1 choice |

    Scenario: a second forward heals nothing
      The window's row was broken, though the repair forward would be healthy. The
      recorded engine throws the broken row away and goes on.
      Given the prompt 1 2
      And the model says 3 4 5 6 1 2
      And the draft head says 7 for token 3
      And a verify row for token 3 with all NaN
      And decoding with 3 drafts in the lane "batched+cycle"
      And 6 tokens are asked for
      When the answer is generated
      Then it fails in "greedy argmax" at "verify row 1 of 4" with 8 NaN and 0 infinities of 8
      And the forwards are 2 prefill, 3 draft, 1 verify

  Rule: A row of a copied block

    Scenario Outline: <fault> in row <row>, all of the block right, <how>, <lane>
      Rows 0 to 7 verify a copied token each; the next primary would be read from row 8.
      Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      And the model says 6 7 5 4 3 2 7 1 2 3
      And a copy row for token <token> with <fault>
      And temperature <temperature>, top_p 0.95 and top_k 5
      And decoding with 3 drafts in the lane "<lane>"
      And 10 tokens are asked for
      When the answer is generated
      Then it fails in "<where>" at "copy row <row> of 9" with <nan> NaN and <inf> infinities of 8
      And what was streamed is 6
      And the draws are <draws>
      And the forwards are 2 prefill, 1 copy
      And the error tells how much was streamed and drawn

      Examples:
        | fault    | nan | inf | row | token | how     | temperature | where         | lane                     | draws    |
        | all NaN  | 8   | 0   | 0   | 2     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all NaN  | 8   | 0   | 1   | 3     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all NaN  | 8   | 0   | 2   | 4     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all NaN  | 8   | 0   | 3   | 5     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all NaN  | 8   | 0   | 4   | 6     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all NaN  | 8   | 0   | 5   | 7     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all NaN  | 8   | 0   | 6   | 8     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all NaN  | 8   | 0   | 7   | 9     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all NaN  | 8   | 0   | 8   | 10    | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all NaN  | 8   | 0   | 0   | 2     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | all NaN  | 8   | 0   | 1   | 3     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | all NaN  | 8   | 0   | 2   | 4     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | all NaN  | 8   | 0   | 3   | 5     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | all NaN  | 8   | 0   | 4   | 6     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | all NaN  | 8   | 0   | 5   | 7     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | all NaN  | 8   | 0   | 6   | 8     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | all NaN  | 8   | 0   | 7   | 9     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | all NaN  | 8   | 0   | 8   | 10    | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | one NaN  | 1   | 0   | 0   | 2     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one NaN  | 1   | 0   | 4   | 6     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one NaN  | 1   | 0   | 8   | 10    | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one NaN  | 1   | 0   | 0   | 2     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | one NaN  | 1   | 0   | 4   | 6     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | one NaN  | 1   | 0   | 8   | 10    | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | one +Inf | 0   | 1   | 0   | 2     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one +Inf | 0   | 1   | 4   | 6     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one +Inf | 0   | 1   | 8   | 10    | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one +Inf | 0   | 1   | 0   | 2     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | one +Inf | 0   | 1   | 4   | 6     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | one +Inf | 0   | 1   | 8   | 10    | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | all -Inf | 0   | 8   | 0   | 2     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all -Inf | 0   | 8   | 4   | 6     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all -Inf | 0   | 8   | 8   | 10    | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all -Inf | 0   | 8   | 0   | 2     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | all -Inf | 0   | 8   | 4   | 6     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | all -Inf | 0   | 8   | 8   | 10    | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | all NaN  | 8   | 0   | 0   | 2     | greedy  | 0           | greedy argmax | batched+committed        | none     |
        | all NaN  | 8   | 0   | 4   | 6     | greedy  | 0           | greedy argmax | batched+committed        | none     |
        | all NaN  | 8   | 0   | 8   | 10    | greedy  | 0           | greedy argmax | batched+committed        | none     |
        | all NaN  | 8   | 0   | 0   | 2     | sampled | 0.8         | softmax       | batched+committed        | 1 choice |
        | all NaN  | 8   | 0   | 4   | 6     | sampled | 0.8         | softmax       | batched+committed        | 1 choice |
        | all NaN  | 8   | 0   | 8   | 10    | sampled | 0.8         | softmax       | batched+committed        | 1 choice |
        | all NaN  | 8   | 0   | 0   | 2     | greedy  | 0           | greedy argmax | batched+cycle            | none     |
        | all NaN  | 8   | 0   | 4   | 6     | greedy  | 0           | greedy argmax | batched+cycle            | none     |
        | all NaN  | 8   | 0   | 8   | 10    | greedy  | 0           | greedy argmax | batched+cycle            | none     |
        | all NaN  | 8   | 0   | 0   | 2     | sampled | 0.8         | softmax       | batched+cycle            | 1 choice |
        | all NaN  | 8   | 0   | 4   | 6     | sampled | 0.8         | softmax       | batched+cycle            | 1 choice |
        | all NaN  | 8   | 0   | 8   | 10    | sampled | 0.8         | softmax       | batched+cycle            | 1 choice |

    Scenario Outline: <fault> in row <row>, the fourth token wrong, <how>, <lane>
      Row 3 rejects and would be kept: the next token is read from it. The rows behind
      would never be read.
      Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      And the model says 6 7 5 4 6 3 1 1 1 1
      And a copy row for token <token> with <fault>
      And temperature <temperature>, top_p 0.95 and top_k 5
      And decoding with 3 drafts in the lane "<lane>"
      And 10 tokens are asked for
      When the answer is generated
      Then it fails in "<where>" at "copy row <row> of 9" with <nan> NaN and <inf> infinities of 8
      And what was streamed is 6
      And the draws are <draws>
      And the forwards are 2 prefill, 1 copy
      And the error tells how much was streamed and drawn

      Examples:
        | fault    | nan | inf | row | token | how     | temperature | where         | lane                     | draws    |
        | all NaN  | 8   | 0   | 2   | 4     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all NaN  | 8   | 0   | 3   | 5     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all NaN  | 8   | 0   | 5   | 7     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all NaN  | 8   | 0   | 8   | 10    | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all NaN  | 8   | 0   | 2   | 4     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | all NaN  | 8   | 0   | 3   | 5     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | all NaN  | 8   | 0   | 5   | 7     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | all NaN  | 8   | 0   | 8   | 10    | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | one NaN  | 1   | 0   | 2   | 4     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one NaN  | 1   | 0   | 3   | 5     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one NaN  | 1   | 0   | 5   | 7     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one NaN  | 1   | 0   | 8   | 10    | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one NaN  | 1   | 0   | 2   | 4     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | one NaN  | 1   | 0   | 3   | 5     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | one NaN  | 1   | 0   | 5   | 7     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | one NaN  | 1   | 0   | 8   | 10    | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | one +Inf | 0   | 1   | 2   | 4     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one +Inf | 0   | 1   | 3   | 5     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one +Inf | 0   | 1   | 5   | 7     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one +Inf | 0   | 1   | 8   | 10    | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | one +Inf | 0   | 1   | 2   | 4     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | one +Inf | 0   | 1   | 3   | 5     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | one +Inf | 0   | 1   | 5   | 7     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | one +Inf | 0   | 1   | 8   | 10    | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | all -Inf | 0   | 8   | 2   | 4     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all -Inf | 0   | 8   | 3   | 5     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all -Inf | 0   | 8   | 5   | 7     | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all -Inf | 0   | 8   | 8   | 10    | greedy  | 0           | greedy argmax | capture_commit+committed | none     |
        | all -Inf | 0   | 8   | 2   | 4     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | all -Inf | 0   | 8   | 3   | 5     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | all -Inf | 0   | 8   | 5   | 7     | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | all -Inf | 0   | 8   | 8   | 10    | sampled | 0.8         | softmax       | capture_commit+committed | 1 choice |
        | all NaN  | 8   | 0   | 2   | 4     | greedy  | 0           | greedy argmax | batched+committed        | none     |
        | all NaN  | 8   | 0   | 3   | 5     | greedy  | 0           | greedy argmax | batched+committed        | none     |
        | all NaN  | 8   | 0   | 5   | 7     | greedy  | 0           | greedy argmax | batched+committed        | none     |
        | all NaN  | 8   | 0   | 8   | 10    | greedy  | 0           | greedy argmax | batched+committed        | none     |
        | all NaN  | 8   | 0   | 2   | 4     | sampled | 0.8         | softmax       | batched+committed        | 1 choice |
        | all NaN  | 8   | 0   | 3   | 5     | sampled | 0.8         | softmax       | batched+committed        | 1 choice |
        | all NaN  | 8   | 0   | 5   | 7     | sampled | 0.8         | softmax       | batched+committed        | 1 choice |
        | all NaN  | 8   | 0   | 8   | 10    | sampled | 0.8         | softmax       | batched+committed        | 1 choice |
        | all NaN  | 8   | 0   | 2   | 4     | greedy  | 0           | greedy argmax | batched+cycle            | none     |
        | all NaN  | 8   | 0   | 3   | 5     | greedy  | 0           | greedy argmax | batched+cycle            | none     |
        | all NaN  | 8   | 0   | 5   | 7     | greedy  | 0           | greedy argmax | batched+cycle            | none     |
        | all NaN  | 8   | 0   | 8   | 10    | greedy  | 0           | greedy argmax | batched+cycle            | none     |
        | all NaN  | 8   | 0   | 2   | 4     | sampled | 0.8         | softmax       | batched+cycle            | 1 choice |
        | all NaN  | 8   | 0   | 3   | 5     | sampled | 0.8         | softmax       | batched+cycle            | 1 choice |
        | all NaN  | 8   | 0   | 5   | 7     | sampled | 0.8         | softmax       | batched+cycle            | 1 choice |
        | all NaN  | 8   | 0   | 8   | 10    | sampled | 0.8         | softmax       | batched+cycle            | 1 choice |

    Scenario Outline: the copied token is what the broken row would give, <fault>, <lane>
      A bare argmax of row <row> agrees with the block. The recorded engine accepts it
      with both of its lanes.
      Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      And the model says 6 7 5 4 3 2 7 1 2 3
      And a copy row for token <token> with <fault>
      And decoding with 3 drafts in the lane "<lane>"
      And 10 tokens are asked for
      When the answer is generated
      Then it fails in "greedy argmax" at "copy row <row> of 9" with <nan> NaN and <inf> infinities of 8
      And what was streamed is 6

      Examples:
        | fault    | nan | inf | row | token | lane                     |
        | one NaN  | 1   | 0   | 2   | 4     | capture_commit+committed |
        | one +Inf | 0   | 1   | 5   | 7     | capture_commit+committed |
        | one NaN  | 1   | 0   | 2   | 4     | batched+committed        |
        | one +Inf | 0   | 1   | 5   | 7     | batched+committed        |
        | one NaN  | 1   | 0   | 2   | 4     | batched+cycle            |
        | one +Inf | 0   | 1   | 5   | 7     | batched+cycle            |

    Scenario Outline: a repair row behind a block that was given up, <fault>, <how>, <lane>
      The primary is forwarded again alone; its new row is judged, too.
      Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      And the model says 6 7 5 4 6 3
      And a repair row for token 2 with <fault>
      And temperature <temperature>, top_p 0.95 and top_k 5
      And decoding with 3 drafts in the lane "<lane>"
      And 6 tokens are asked for
      When the answer is generated
      Then it fails in "<where>" at "repair" with <nan> NaN and <inf> infinities of 8
      And what was streamed is 6
      And the draws are <draws>
      And the forwards are 2 prefill, 1 copy, 1 repair
      And the error tells how much was streamed and drawn

      Examples:
        | fault    | nan | inf | how     | temperature | where         | lane              | draws                         |
        | all NaN  | 8   | 0   | greedy  | 0           | greedy argmax | batched+committed | none                          |
        | all NaN  | 8   | 0   | sampled | 0.8         | softmax       | batched+committed | 1 choice, 4 uniform, 1 choice |
        | one NaN  | 1   | 0   | greedy  | 0           | greedy argmax | batched+committed | none                          |
        | one NaN  | 1   | 0   | sampled | 0.8         | softmax       | batched+committed | 1 choice, 4 uniform, 1 choice |
        | one +Inf | 0   | 1   | greedy  | 0           | greedy argmax | batched+committed | none                          |
        | one +Inf | 0   | 1   | sampled | 0.8         | softmax       | batched+committed | 1 choice, 4 uniform, 1 choice |
        | all -Inf | 0   | 8   | greedy  | 0           | greedy argmax | batched+committed | none                          |
        | all -Inf | 0   | 8   | sampled | 0.8         | softmax       | batched+committed | 1 choice, 4 uniform, 1 choice |
        | all NaN  | 8   | 0   | greedy  | 0           | greedy argmax | batched+cycle     | none                          |
        | all NaN  | 8   | 0   | sampled | 0.8         | softmax       | batched+cycle     | 1 choice, 4 uniform, 1 choice |
        | one NaN  | 1   | 0   | greedy  | 0           | greedy argmax | batched+cycle     | none                          |
        | one NaN  | 1   | 0   | sampled | 0.8         | softmax       | batched+cycle     | 1 choice, 4 uniform, 1 choice |
        | one +Inf | 0   | 1   | greedy  | 0           | greedy argmax | batched+cycle     | none                          |
        | one +Inf | 0   | 1   | sampled | 0.8         | softmax       | batched+cycle     | 1 choice, 4 uniform, 1 choice |
        | all -Inf | 0   | 8   | greedy  | 0           | greedy argmax | batched+cycle     | none                          |
        | all -Inf | 0   | 8   | sampled | 0.8         | softmax       | batched+cycle     | 1 choice, 4 uniform, 1 choice |

  Rule: A healthy row that leaves nothing to draw from is the same error

    Scenario Outline: a temperature too small to divide by, <decoding>
      The census finds nothing wrong; the place is named all the same.
      Given the prompt 1 2
      And the model says 3 4 5
      And temperature 1e-310, top_p 0.95 and top_k 2
      And decoding <decoding>
      And 3 tokens are asked for
      When the answer is generated
      Then it fails in "softmax" at "prefill" with 0 NaN and 0 infinities of 8
      And what was streamed is nothing
      And the draws are none
      And the error tells how much was streamed and drawn

      Examples:
        | decoding                                             |
        | one token after the other                            |
        | with 3 drafts in the lane "capture_commit+committed" |
        | with 3 drafts in the lane "batched+committed"        |
        | with 3 drafts in the lane "batched+cycle"            |
