Feature: Drafts
  A draft head guesses the next tokens and the model verifies them in one forward: an
  answer takes fewer forwards, and is the same. A window of which a part is rejected is
  settled in one of two ways: keep the state captured after the last accepted token
  (capture_commit), or roll back and forward again what was accepted (batched). The
  draft head has seen everything committed so far (committed) or nothing (cycle).

  Rule: Drafts change how long an answer takes, not the answer

    Scenario Outline: a head that is right, depth <depth>, <lane>
      The primary and its drafts take one forward; behind a window that was accepted
      whole, its last row gives one more token.
      Given the prompt 1 2
      And the model says 3 4 5 6 1 2 3 4
      And decoding with <depth> drafts in the lane "<lane>"
      And 8 tokens are asked for
      When the answer is generated
      Then the answer is 3 4 5 6 1 2 3 4
      And it ends by length
      And the forwards are <forwards>
      And the draws are none
      And the model finds its state in order

      Examples:
        | depth | lane                     | forwards                                                                              |
        | 1     | capture_commit+committed | 2 prefill, 1 draft, 1 verify, 1 draft, 1 verify, 1 draft, 1 verify, 1 draft, 1 verify |
        | 1     | batched+committed        | 2 prefill, 1 draft, 1 verify, 1 draft, 1 verify, 1 draft, 1 verify, 1 draft, 1 verify |
        | 1     | batched+cycle            | 2 prefill, 1 draft, 1 verify, 1 draft, 1 verify, 1 draft, 1 verify, 1 draft, 1 verify |
        | 2     | capture_commit+committed | 2 prefill, 2 draft, 1 verify, 2 draft, 1 verify, 1 draft, 1 verify                    |
        | 2     | batched+committed        | 2 prefill, 2 draft, 1 verify, 2 draft, 1 verify, 1 draft, 1 verify                    |
        | 2     | batched+cycle            | 2 prefill, 2 draft, 1 verify, 2 draft, 1 verify, 1 draft, 1 verify                    |
        | 3     | capture_commit+committed | 2 prefill, 3 draft, 1 verify, 3 draft, 1 verify                                       |
        | 3     | batched+committed        | 2 prefill, 3 draft, 1 verify, 3 draft, 1 verify                                       |
        | 3     | batched+cycle            | 2 prefill, 3 draft, 1 verify, 3 draft, 1 verify                                       |

    Scenario Outline: a head that is sometimes wrong, <how>, depth <depth>, <lane>
      Whatever is drafted, the target decides. Sampled from a row that leaves no choice,
      the answer is the same too.
      Given the prompt 1 2
      And the model says 3 4 5 6 1 2 3 4 5 6
      And the draft head says 0 for token 3
      And the draft head says 7 for token 6
      And the draft head says 0 for token 9
      And <sampling>
      And decoding with <depth> drafts in the lane "<lane>"
      And 10 tokens are asked for
      When the answer is generated
      Then the answer is 3 4 5 6 1 2 3 4 5 6
      And it ends by length
      And what was streamed is 3 4 5 6 1 2 3 4 5 6
      And the model finds its state in order

      Examples:
        | how     | sampling                                | depth | lane                     |
        | greedy  | temperature 0, top_p 1 and top_k 0      | 1     | capture_commit+committed |
        | greedy  | temperature 0, top_p 1 and top_k 0      | 1     | batched+committed        |
        | greedy  | temperature 0, top_p 1 and top_k 0      | 1     | batched+cycle            |
        | greedy  | temperature 0, top_p 1 and top_k 0      | 2     | capture_commit+committed |
        | greedy  | temperature 0, top_p 1 and top_k 0      | 2     | batched+committed        |
        | greedy  | temperature 0, top_p 1 and top_k 0      | 2     | batched+cycle            |
        | greedy  | temperature 0, top_p 1 and top_k 0      | 3     | capture_commit+committed |
        | greedy  | temperature 0, top_p 1 and top_k 0      | 3     | batched+committed        |
        | greedy  | temperature 0, top_p 1 and top_k 0      | 3     | batched+cycle            |
        | sampled | temperature 0.8, top_p 0.95 and top_k 5 | 1     | capture_commit+committed |
        | sampled | temperature 0.8, top_p 0.95 and top_k 5 | 1     | batched+committed        |
        | sampled | temperature 0.8, top_p 0.95 and top_k 5 | 1     | batched+cycle            |
        | sampled | temperature 0.8, top_p 0.95 and top_k 5 | 2     | capture_commit+committed |
        | sampled | temperature 0.8, top_p 0.95 and top_k 5 | 2     | batched+committed        |
        | sampled | temperature 0.8, top_p 0.95 and top_k 5 | 2     | batched+cycle            |
        | sampled | temperature 0.8, top_p 0.95 and top_k 5 | 3     | capture_commit+committed |
        | sampled | temperature 0.8, top_p 0.95 and top_k 5 | 3     | batched+committed        |
        | sampled | temperature 0.8, top_p 0.95 and top_k 5 | 3     | batched+cycle            |
        | dense   | temperature 0.8, top_p 0.95 and top_k 0 | 1     | capture_commit+committed |
        | dense   | temperature 0.8, top_p 0.95 and top_k 0 | 1     | batched+committed        |
        | dense   | temperature 0.8, top_p 0.95 and top_k 0 | 1     | batched+cycle            |
        | dense   | temperature 0.8, top_p 0.95 and top_k 0 | 2     | capture_commit+committed |
        | dense   | temperature 0.8, top_p 0.95 and top_k 0 | 2     | batched+committed        |
        | dense   | temperature 0.8, top_p 0.95 and top_k 0 | 2     | batched+cycle            |
        | dense   | temperature 0.8, top_p 0.95 and top_k 0 | 3     | capture_commit+committed |
        | dense   | temperature 0.8, top_p 0.95 and top_k 0 | 3     | batched+committed        |
        | dense   | temperature 0.8, top_p 0.95 and top_k 0 | 3     | batched+cycle            |

    Scenario Outline: a head that is never right, <lane>
      Each round gives its primary token only: the worst case is plain decoding with
      drafts made in vain.
      Given the prompt 1 2
      And the model says 3 4 5 6
      And a draft head that is never right
      And decoding with 2 drafts in the lane "<lane>"
      And 4 tokens are asked for
      When the answer is generated
      Then the answer is 3 4 5 6
      And it was streamed as 3, 4, 5, 6
      And the model finds its state in order

      Examples:
        | lane                     |
        | capture_commit+committed |
        | batched+committed        |
        | batched+cycle            |

  Rule: The event log tells what became of each draft

    Scenario: everything accepted
      The bonus token of a window is the next round's primary; it was streamed already.
      Given the prompt 1 2
      And the model says 3 4 5 6 1 2 3 4 5 6
      And decoding with 3 drafts in the lane "capture_commit+committed"
      And 10 tokens are asked for
      When the answer is generated
      Then the rounds are
        | primary | pending | drafts | accepted | rejected | bonus | again |
        | 3       |         | 4 5 6  | 3        |          | 1     |       |
        | 1       | yes     | 2 3 4  | 3        |          | 5     |       |
        | 5       | yes     | 6      | 1        |          |       |       |
      And it was streamed as 3, 4 5 6, 1, 2 3 4, 5, 6

    Scenario: the second draft rejected, greedy, captured
      Nothing is committed in its place: the next primary is read from the kept row.
      Given the prompt 1 2
      And the model says 3 4 5 6
      And the draft head says 0 for token 3
      And decoding with 3 drafts in the lane "capture_commit+committed"
      And 4 tokens are asked for
      When the answer is generated
      Then the rounds are
        | primary | pending | drafts | accepted | rejected | bonus | again |
        | 3       |         | 4 0 6  | 1        | 2        |       |       |
        | 5       |         | 6      | 1        |          |       |       |
      And it was streamed as 3, 4, 5, 6
      And the forwards are 2 prefill, 3 draft, 1 verify, 1 draft, 1 verify

    Scenario Outline: the second draft rejected, greedy, <lane>
      The batched lanes forward the primary and the accepted draft once more.
      Given the prompt 1 2
      And the model says 3 4 5 6
      And the draft head says 0 for token 3
      And decoding with 3 drafts in the lane "<lane>"
      And 4 tokens are asked for
      When the answer is generated
      Then the rounds are
        | primary | pending | drafts | accepted | rejected | bonus | again |
        | 3       |         | 4 0 6  | 1        | 2        |       | 3 4   |
        | 5       |         | 6      | 1        |          |       |       |
      And the forwards are 2 prefill, 3 draft, 1 verify, 1 repair, 1 draft, 1 verify

      Examples:
        | lane              |
        | batched+committed |
        | batched+cycle     |

    Scenario: the second draft rejected, sampled, captured
      The correction is drawn at once and waits as the next round's primary.
      Given the prompt 1 2
      And the model says 3 4 5 6
      And the draft head says 0 for token 3
      And temperature 0.8, top_p 0.95 and top_k 5
      And decoding with 3 drafts in the lane "capture_commit+committed"
      And 4 tokens are asked for
      When the answer is generated
      Then the rounds are
        | primary | pending | drafts | accepted | rejected | bonus | again |
        | 3       |         | 4 0 6  | 1        | 2        |       |       |
        | 5       | yes     | 6      | 1        |          |       |       |
      And it was streamed as 3, 4 5, 6

    Scenario Outline: the second draft rejected, sampled, <lane>
      The correction is forwarded with what was accepted, so the next primary is drawn anew.
      Given the prompt 1 2
      And the model says 3 4 5 6 1
      And the draft head says 0 for token 3
      And temperature 0.8, top_p 0.95 and top_k 5
      And decoding with 3 drafts in the lane "<lane>"
      And 5 tokens are asked for
      When the answer is generated
      Then the rounds are
        | primary | pending | drafts | accepted | rejected | bonus | again |
        | 3       |         | 4 0 6  | 1        | 2        |       | 3 4 5 |
        | 6       |         | 1      | 1        |          |       |       |
      And it was streamed as 3, 4 5, 6, 1

      Examples:
        | lane              |
        | batched+committed |
        | batched+cycle     |

  Rule: Draws come in a fixed order, so that a seed gives one answer

    Scenario Outline: <what>, <lane>
      The primary, one choice per draft, one uniform per draft that is examined; then a
      choice for the correction, or for the bonus. What is pending is not drawn again.
      Given the prompt 1 2
      And the model says 3 4 5 6 1 2
      And the draft head says <second> for token 3
      And temperature 0.8, top_p 0.95 and top_k 5
      And decoding with 3 drafts in the lane "<lane>"
      And <asked> tokens are asked for
      When the answer is generated
      Then the draws are <draws>

      Examples:
        | what                | lane                     | second | asked | draws                                    |
        | all accepted        | capture_commit+committed | 5      | 6     | 4 choice, 3 uniform, 2 choice, 1 uniform |
        | all accepted        | batched+committed        | 5      | 6     | 4 choice, 3 uniform, 2 choice, 1 uniform |
        | all accepted        | batched+cycle            | 5      | 6     | 4 choice, 3 uniform, 2 choice, 1 uniform |
        | the second rejected | capture_commit+committed | 0      | 5     | 4 choice, 2 uniform, 3 choice, 2 uniform |
        | the second rejected | batched+committed        | 0      | 5     | 4 choice, 2 uniform, 3 choice, 1 uniform |
        | the second rejected | batched+cycle            | 0      | 5     | 4 choice, 2 uniform, 3 choice, 1 uniform |

    Scenario Outline: drafting from a flat distribution, <lane>
      Greedy answers are equal in all lanes. Sampled ones need not be, because the lanes
      draw in different orders; each is the same again for its seed.
      Given the prompt 1 2
      And the model says 3 4 5 6 3 4 5 6 3 4
      And what the model says has logit 1, all else 0
      And temperature 1, top_p 1 and top_k 0
      And a random stream of seed 7
      And decoding with 3 drafts in the lane "<lane>"
      And 10 tokens are asked for
      When the answer is generated
      And the answer is generated
      Then both answers are the same

      Examples:
        | lane                     |
        | capture_commit+committed |
        | batched+committed        |
        | batched+cycle            |

  Rule: A stop token among the drafts ends the answer

    Scenario Outline: an accepted draft stops, <lane>
      Nothing behind it is examined, committed or streamed.
      Given the prompt 1 2
      And the model says 3 4 5 6 1
      And token 5 stops the answer
      And temperature 0.8, top_p 0.95 and top_k 5
      And decoding with 3 drafts in the lane "<lane>"
      And 9 tokens are asked for
      When the answer is generated
      Then the answer is 3 4 5
      And it ends by stop
      And what was streamed is 3 4
      And the draws are 4 choice, 2 uniform

      Examples:
        | lane                     |
        | capture_commit+committed |
        | batched+committed        |
        | batched+cycle            |

    Scenario Outline: <what> stops, <lane>
      Wherever the token comes from, the answer ends with it.
      Given the prompt 1 2
      And the model says 3 4 5 6 1 2
      And the draft head says <second> for token 3
      And token <stop> stops the answer
      And temperature <temperature>, top_p 0.95 and top_k 5
      And decoding with 3 drafts in the lane "<lane>"
      And 9 tokens are asked for
      When the answer is generated
      Then the answer is <answer>
      And it ends by stop
      And what was streamed is <streamed>

      Examples:
        | what             | lane                     | second | stop | temperature | answer    | streamed |
        | the primary      | capture_commit+committed | 5      | 3    | 0           | 3         | nothing  |
        | the bonus token  | capture_commit+committed | 5      | 1    | 0           | 3 4 5 6 1 | 3 4 5 6  |
        | the last draft   | capture_commit+committed | 5      | 6    | 0           | 3 4 5 6   | 3 4 5    |
        | the correction   | capture_commit+committed | 0      | 5    | 0.8         | 3 4 5     | 3 4      |
        | the next primary | capture_commit+committed | 0      | 5    | 0           | 3 4 5     | 3 4      |
        | the primary      | batched+committed        | 5      | 3    | 0           | 3         | nothing  |
        | the bonus token  | batched+committed        | 5      | 1    | 0           | 3 4 5 6 1 | 3 4 5 6  |
        | the last draft   | batched+committed        | 5      | 6    | 0           | 3 4 5 6   | 3 4 5    |
        | the correction   | batched+committed        | 0      | 5    | 0.8         | 3 4 5     | 3 4      |
        | the next primary | batched+committed        | 0      | 5    | 0           | 3 4 5     | 3 4      |
        | the primary      | batched+cycle            | 5      | 3    | 0           | 3         | nothing  |
        | the bonus token  | batched+cycle            | 5      | 1    | 0           | 3 4 5 6 1 | 3 4 5 6  |
        | the last draft   | batched+cycle            | 5      | 6    | 0           | 3 4 5 6   | 3 4 5    |
        | the correction   | batched+cycle            | 0      | 5    | 0.8         | 3 4 5     | 3 4      |
        | the next primary | batched+cycle            | 0      | 5    | 0           | 3 4 5     | 3 4      |

    Scenario: a rejected draft stops nothing
      The head proposes the stop token; the model does not say it.
      Given the prompt 1 2
      And the model says 3 4 5
      And the draft head says 7 for token 2
      And token 7 stops the answer
      And decoding with 3 drafts in the lane "capture_commit+committed"
      And 3 tokens are asked for
      When the answer is generated
      Then the answer is 3 4 5
      And it ends by length

    Scenario Outline: no more drafts than tokens asked for, <asked> tokens
      What cannot be committed is not drafted.
      Given the prompt 1 2
      And the model says 3 4 5 6
      And decoding with 3 drafts in the lane "capture_commit+committed"
      And <asked> tokens are asked for
      When the answer is generated
      Then the answer is <answer>
      And the forwards are <forwards>

      Examples:
        | asked | answer  | forwards                     |
        | 1     | 3       | 2 prefill                    |
        | 2     | 3 4     | 2 prefill, 1 draft, 1 verify |
        | 3     | 3 4 5   | 2 prefill, 2 draft, 1 verify |
        | 4     | 3 4 5 6 | 2 prefill, 3 draft, 1 verify |

  Rule: Penalties count the drafts ahead of a row

    Scenario Outline: <depth> drafts, <lane>
      The model says 3 with logit 5; two 3s cost 6. The head, which knows no penalties,
      drafts 3s. A row behind two of them must see both as generated, or it would accept
      a third one that plain decoding does not say.
      Given the prompt 1
      And the model says 3 3 3 3 3 3
      And what the model says has logit 5, all else 0
      And a presence penalty of 2 and a frequency penalty of 2
      And decoding with <depth> drafts in the lane "<lane>"
      And 6 tokens are asked for
      When the answer is generated
      Then the answer is 3 3 0 1 2 4

      Examples:
        | depth | lane                     |
        | 1     | capture_commit+committed |
        | 1     | batched+committed        |
        | 1     | batched+cycle            |
        | 2     | capture_commit+committed |
        | 2     | batched+committed        |
        | 2     | batched+cycle            |
        | 3     | capture_commit+committed |
        | 3     | batched+committed        |
        | 3     | batched+cycle            |

  Rule: A legal mask changes nothing but the choice

    Scenario Outline: every row masked, temperature <temperature>, <lane>
      Rows of drafts and of windows may be masked like any other.
      Given the prompt 1 2
      And the model says 3 4 5 6 1 2
      And a legal mask on every row
      And the draft head says 0 for token 3
      And temperature <temperature>, top_p 0.95 and top_k 5
      And decoding with 3 drafts in the lane "<lane>"
      And 6 tokens are asked for
      When the answer is generated
      Then the answer is 3 4 5 6 1 2

      Examples:
        | temperature | lane                     |
        | 0           | capture_commit+committed |
        | 0           | batched+committed        |
        | 0           | batched+cycle            |
        | 0.8         | capture_commit+committed |
        | 0.8         | batched+committed        |
        | 0.8         | batched+cycle            |

  Rule: A padding token is an error wherever it comes from

    Scenario Outline: <what>, <lane>
      The model says a token that the tokenizer does not have. The head's own padding
      drafts are only rejected.
      Given the prompt 1 2
      And a tokenizer of 7 tokens
      And the model says <says>
      And decoding with 3 drafts in the lane "<lane>"
      And 6 tokens are asked for
      When the answer is generated
      Then it is an error that says "token that the tokenizer does not have"
      And the error is not numerical
      And what was streamed is <streamed>

      Examples:
        | what       | lane                     | says        | streamed |
        | as primary | capture_commit+committed | 7 3 4 5 6 1 | nothing  |
        | as draft   | capture_commit+committed | 3 4 7 5 6 1 | 3        |
        | as bonus   | capture_commit+committed | 3 4 5 6 7 1 | 3 4 5 6  |
        | as primary | batched+committed        | 7 3 4 5 6 1 | nothing  |
        | as draft   | batched+committed        | 3 4 7 5 6 1 | 3        |
        | as bonus   | batched+committed        | 3 4 5 6 7 1 | 3 4 5 6  |
        | as primary | batched+cycle            | 7 3 4 5 6 1 | nothing  |
        | as draft   | batched+cycle            | 3 4 7 5 6 1 | 3        |
        | as bonus   | batched+cycle            | 3 4 5 6 7 1 | 3 4 5 6  |

    Scenario: a padding token that is only drafted
      The target says something else, so nothing is wrong.
      Given the prompt 1 2
      And a tokenizer of 7 tokens
      And the model says 3 4 5 6
      And the draft head says 7 for token 2
      And decoding with 3 drafts in the lane "capture_commit+committed"
      And 4 tokens are asked for
      When the answer is generated
      Then the answer is 3 4 5 6
