Feature: Blocks copied from the prompt
  An answer often repeats its prompt. Where the latest six tokens stood in the prompt
  before, what followed them there is proposed as a block, and verified in one forward
  like drafts. In these scenarios the prompt begins with 1 2 3 4 5 6 and ends with
  1 2 3 4 5: once the model says 6, what followed the first 6 is tried.

  Rule: A block that the model agrees with is taken whole

    Scenario Outline: greedy, <lane>
      Eight tokens take one forward. The next primary is read from the block's last row.
      Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      And the model says 6 7 5 4 3 2 7 1 2 3
      And decoding with 3 drafts in the lane "<lane>"
      And 10 tokens are asked for
      When the answer is generated
      Then the answer is 6 7 5 4 3 2 7 1 2 3
      And the rounds are
        | primary | drafts | copied | accepted | again |
        | 6       |        | 8 of 8 | 8        |       |
        | 3       |        |        | 0        |       |
      And it was streamed as 6, 7 5 4 3 2 7 1 2, 3
      And the forwards are 2 prefill, 1 copy
      And the draws are none
      And the model finds its state in order

      Examples:
        | lane                     |
        | capture_commit+committed |
        | batched+committed        |
        | batched+cycle            |

    Scenario Outline: sampled, <lane>
      One uniform per copied token; there is no bonus token behind a block.
      Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      And the model says 6 7 5 4 3 2 7 1 2 3
      And temperature 0.8, top_p 0.95 and top_k 5
      And decoding with 3 drafts in the lane "<lane>"
      And 10 tokens are asked for
      When the answer is generated
      Then the answer is 6 7 5 4 3 2 7 1 2 3
      And the forwards are 2 prefill, 1 copy
      And the draws are 1 choice, 8 uniform, 1 choice
      And the model finds its state in order

      Examples:
        | lane                     |
        | capture_commit+committed |
        | batched+committed        |
        | batched+cycle            |

    Scenario: no longer than the tokens asked for
      Four tokens are asked for: three may be copied.
      Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      And the model says 6 7 5 4 3
      And decoding with 3 drafts in the lane "capture_commit+committed"
      And 4 tokens are asked for
      When the answer is generated
      Then the answer is 6 7 5 4
      And the rounds are
        | primary | copied |
        | 6       | 3 of 3 |

    Scenario: no longer than the prompt
      Behind the last place where the six tokens stood, only two are left to copy.
      Given the prompt 1 2 3 4 5 6 7 5
      And the model says 1 2 3 4 5 6 7 5 2
      And a draft head that is never right
      And decoding with 1 draft in the lane "capture_commit+committed"
      And 9 tokens are asked for
      When the answer is generated
      Then the answer is 1 2 3 4 5 6 7 5 2
      And the rounds are
        | primary | copied |
        | 1       |        |
        | 2       |        |
        | 3       |        |
        | 4       |        |
        | 5       |        |
        | 6       | 2 of 2 |
        | 2       |        |

    Scenario: five tokens are no match
      A shorter repetition is no reason to copy.
      Given the prompt 0 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      And the model says 6 7 5 4
      And decoding with 3 drafts in the lane "capture_commit+committed"
      And 4 tokens are asked for
      When the answer is generated
      Then the answer is 6 7 5 4
      And the forwards are 2 prefill, 3 draft, 1 verify

  Rule: Of a block that the model leaves, the part before is kept where that is possible

    Scenario: greedy, kept, capture_commit+committed
      Three of five tokens are right. The state after the third was captured, and the
      row there gives the next primary.
      Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      And the model says 6 7 5 4 6 3
      And decoding with 3 drafts in the lane "capture_commit+committed"
      And 6 tokens are asked for
      When the answer is generated
      Then the answer is 6 7 5 4 6 3
      And the rounds are
        | primary | pending | drafts | copied | accepted | again |
        | 6       |         |        | 3 of 5 | 3        |       |
        | 6       |         | 3      |        | 1        |       |
      And the forwards are 2 prefill, 1 copy, 1 draft, 1 verify
      And the model finds its state in order

    Scenario: sampled, kept, capture_commit+committed
      The fourth uniform rejects, and the correction is drawn in its place.
      Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      And the model says 6 7 5 4 6 3
      And temperature 0.8, top_p 0.95 and top_k 5
      And decoding with 3 drafts in the lane "capture_commit+committed"
      And 6 tokens are asked for
      When the answer is generated
      Then the answer is 6 7 5 4 6 3
      And the rounds are
        | primary | pending | drafts | copied | accepted | again |
        | 6       |         |        | 3 of 5 | 3        |       |
        | 6       | yes     | 3      |        | 1        |       |
      And the draws are 1 choice, 4 uniform, 2 choice, 1 uniform
      And the model finds its state in order

    Scenario Outline: greedy, rolled back, <lane>
      A recurrent state cannot be cut. The batched lanes roll the block back as the
      recorded engine does, forward the primary again, and copy no more in this request.
      Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      And the model says 6 7 5 4 6 3
      And decoding with 3 drafts in the lane "<lane>"
      And 6 tokens are asked for
      When the answer is generated
      Then the answer is 6 7 5 4 6 3
      And the rounds are
        | primary | drafts | copied   | accepted | bonus | again |
        | 6       |        | given up | 0        |       | 6     |
        | 7       | 5 4 6  |          | 3        | 3     |       |
      And the forwards are 2 prefill, 1 copy, 1 repair, 3 draft, 1 verify
      And the draws are none

      Examples:
        | lane              |
        | batched+committed |
        | batched+cycle     |

    Scenario Outline: sampled, rolled back, <lane>
      What was drawn for the block stays drawn, although nothing of it is kept.
      Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      And the model says 6 7 5 4 6 3
      And temperature 0.8, top_p 0.95 and top_k 5
      And decoding with 3 drafts in the lane "<lane>"
      And 6 tokens are asked for
      When the answer is generated
      Then the answer is 6 7 5 4 6 3
      And it was streamed as 6, 7, 5 4 6, 3
      And the draws are 1 choice, 4 uniform, 5 choice, 3 uniform, 1 choice

      Examples:
        | lane              |
        | batched+committed |
        | batched+cycle     |

    Scenario Outline: a second repetition after giving up, <lane>
      The answer comes to the same six tokens once more; nothing is tried there.
      Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      And the model says 6 0 1 2 3 4 5 6 7 5
      And decoding with 3 drafts in the lane "<lane>"
      And 10 tokens are asked for
      When the answer is generated
      Then the answer is 6 0 1 2 3 4 5 6 7 5
      And the forwards are 2 prefill, 1 copy, 1 repair, 3 draft, 1 verify, 3 draft, 1 verify

      Examples:
        | lane              |
        | batched+committed |
        | batched+cycle     |

    Scenario: the committed history of the batched lane has a gap then
      The recorded engine leaves the primary out of the draft head's history when it
      gives a block up. Drafts suffer, the answer does not, and such a state is not kept
      for later requests as if it were whole.
      Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      And the model says 6 7 5 4 6 3
      And decoding with 3 drafts in the lane "batched+committed"
      And 6 tokens are asked for
      When the answer is generated
      Then the model finds a gap in the draft history

    Scenario: the other batched lane has no history to leave it out of
      Each of its cycles begins afresh.
      Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      And the model says 6 7 5 4 6 3
      And decoding with 3 drafts in the lane "batched+cycle"
      And 6 tokens are asked for
      When the answer is generated
      Then the model finds its state in order

    Scenario Outline: a model without recurrent layers, <lane>
      An attention cache can be cut anywhere, so the part is kept in every lane.
      Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      And a model without recurrent layers
      And the model says 6 7 5 4 6 3
      And decoding with 3 drafts in the lane "<lane>"
      And 6 tokens are asked for
      When the answer is generated
      Then the answer is 6 7 5 4 6 3
      And the forwards are 2 prefill, 1 copy, 1 draft, 1 verify
      And the model finds its state in order

      Examples:
        | lane                     |
        | capture_commit+committed |
        | batched+committed        |
        | batched+cycle            |

    Scenario: three bad blocks are enough for a while
      The same six tokens come up four times, and each time the model goes another way.
      After the third block nothing is copied for 64 tokens.
      Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      And the model says 6 0 1 2 3 4 5 6 0 1 2 3 4 5 6 0 1 2 3 4 5 6 0
      And decoding with 3 drafts in the lane "capture_commit+committed"
      And a draft head that is never right
      And 23 tokens are asked for
      When the answer is generated
      Then the answer is 6 0 1 2 3 4 5 6 0 1 2 3 4 5 6 0 1 2 3 4 5 6 0
      And 3 blocks were tried

  Rule: A copied stop token ends the answer

    Scenario: captured
      Token 4 is the third of the block. The block was examined to its end, as the
      recorded engine does: its draws decide what the random stream gives next.
      Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      And the model says 6 7 5 4 3 2 7 1 2 3
      And token 4 stops the answer
      And temperature 0.8, top_p 0.95 and top_k 5
      And decoding with 3 drafts in the lane "capture_commit+committed"
      And 10 tokens are asked for
      When the answer is generated
      Then the answer is 6 7 5 4
      And it ends by stop
      And what was streamed is 6 7 5
      And the forwards are 2 prefill, 1 copy
      And the draws are 1 choice, 8 uniform

    Scenario Outline: <lane>
      A block up to the stop is a part, so it is rolled back; drafts come to the stop.
      Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      And the model says 6 7 5 4 3 2 7 1 2 3
      And token 4 stops the answer
      And decoding with 3 drafts in the lane "<lane>"
      And 10 tokens are asked for
      When the answer is generated
      Then the answer is 6 7 5 4
      And it ends by stop
      And what was streamed is 6 7 5

      Examples:
        | lane              |
        | batched+committed |
        | batched+cycle     |

    Scenario: a stop token behind what the model agrees with
      The block proposes it, the model does not say it.
      Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      And the model says 6 7 5 6 3
      And token 4 stops the answer
      And decoding with 3 drafts in the lane "capture_commit+committed"
      And 5 tokens are asked for
      When the answer is generated
      Then the answer is 6 7 5 6 3
      And it ends by length

  Rule: Copying can be off

    Scenario Outline: <why>
      Drafts do the work then, and the answer is the same.
      Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      And the model says 6 7 5 4
      And <request>
      And decoding with 3 drafts in the lane "capture_commit+committed"
      And 4 tokens are asked for
      When the answer is generated
      Then the answer is 6 7 5 4
      And the forwards are 2 prefill, 3 draft, 1 verify

      Examples:
        | why                             | request                                                  |
        | the request says so             | copying from the prompt is off                           |
        | a penalty, however small, is on | a presence penalty of 0.01 and a frequency penalty of 0  |
        | a frequency penalty alone       | a presence penalty of 0 and a frequency penalty of -0.01 |

    Scenario: and on again
      A request says so for itself.
      Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      And the model says 6 7 5 4
      And copying from the prompt is on
      And decoding with 3 drafts in the lane "capture_commit+committed"
      And 4 tokens are asked for
      When the answer is generated
      Then the forwards are 2 prefill, 1 copy

    Scenario: plain decoding copies nothing
      It has no window to verify a block in.
      Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      And the model says 6 7 5 4
      And decoding one token after the other
      And 4 tokens are asked for
      When the answer is generated
      Then the forwards are 2 prefill, 3 ar

  Rule: A legal mask changes nothing but the choice

    Scenario Outline: every row masked, temperature <temperature>, <lane>
      Rows of a block may be masked like any other.
      Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      And the model says 6 7 5 4 3 2 7 1 2 3
      And a legal mask on every row
      And temperature <temperature>, top_p 0.95 and top_k 5
      And decoding with 3 drafts in the lane "<lane>"
      And 10 tokens are asked for
      When the answer is generated
      Then the answer is 6 7 5 4 3 2 7 1 2 3
      And the forwards are 2 prefill, 1 copy

      Examples:
        | temperature | lane                     |
        | 0           | capture_commit+committed |
        | 0           | batched+committed        |
        | 0           | batched+cycle            |
        | 0.8         | capture_commit+committed |
        | 0.8         | batched+committed        |
        | 0.8         | batched+cycle            |
