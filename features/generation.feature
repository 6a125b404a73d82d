Feature: One token after the other
  A prompt becomes an answer token by token: a row of logits is judged, read, and its
  token handed on before the next forward begins. The model here has eight tokens and
  says what the scenario dictates; tokens of the answer are counted from 1.

  Rule: The answer is what the model says

    Scenario: a greedy answer
      The prompt's last token is forwarded alone, so that its row is made like any later
      one; the answer's last token is not forwarded at all.
      Given the prompt 1 2
      And the model says 3 4 5 6
      And 3 tokens are asked for
      When the answer is generated
      Then the answer is 3 4 5
      And it ends by length
      And it was streamed as 3, 4, 5
      And the forwards are 2 prefill, 2 ar
      And the draws are none
      And the model finds its state in order

    Scenario Outline: a sampled answer, top_k <top_k>
      Each token takes one choice from the random stream and nothing else.
      Given the prompt 1 2
      And the model says 3 4 5 6
      And temperature 0.8, top_p 0.95 and top_k <top_k>
      And 3 tokens are asked for
      When the answer is generated
      Then the answer is 3 4 5
      And it was streamed as 3, 4, 5
      And the forwards are 2 prefill, 2 ar
      And the draws are 3 choice

      Examples:
        | top_k |
        | 5     |
        | 0     |

    Scenario: a prompt of one token
      There is nothing before the token whose row is read.
      Given the prompt 1
      And the model says 3 4
      And 2 tokens are asked for
      When the answer is generated
      Then the answer is 3 4
      And the forwards are 1 prefill, 1 ar

    Scenario: the event log
      A round is one token.
      Given the prompt 1 2
      And the model says 3 4 5
      And 3 tokens are asked for
      When the answer is generated
      Then the rounds are
        | token |
        | 3     |
        | 4     |
        | 5     |

  Rule: A stop token ends the answer and is not streamed

    Scenario Outline: stop token <stop>
      It belongs to the answer, so that the next turn can go on from it; the user does
      not see it.
      Given the prompt 1 2
      And the model says 3 4 5 6
      And token <stop> stops the answer
      And token 7 stops the answer
      And 4 tokens are asked for
      When the answer is generated
      Then the answer is <answer>
      And it ends by <finish>
      And what was streamed is <streamed>

      Examples:
        | stop | answer  | finish | streamed |
        | 3    | 3       | stop   | nothing  |
        | 5    | 3 4 5   | stop   | 3 4      |
        | 6    | 3 4 5 6 | stop   | 3 4 5    |
        | 0    | 3 4 5 6 | length | 3 4 5 6  |

    Scenario: a stop token in the prompt
      What the user wrote stops nothing.
      Given the prompt 4 1
      And the model says 3 5 4
      And token 4 stops the answer
      And 9 tokens are asked for
      When the answer is generated
      Then the answer is 3 5 4
      And it ends by stop

    Scenario: the end of the context
      Where the model can hold no more, the answer ends; that is no error.
      Given the prompt 1 2
      And a model that holds 5 tokens
      And the model says 3 4 5 6 3
      And 100 tokens are asked for
      When the answer is generated
      Then the answer is 3 4 5
      And it ends by length

  Rule: A seed gives the same answer again

    Scenario: the same seed
      Everything random comes from the stream that is passed in.
      Given the prompt 1 2
      And the model says 3 4 5 6 3 4 5 6 3 4
      And what the model says has logit 1, all else 0
      And temperature 1, top_p 1 and top_k 0
      And a random stream of seed 7
      And 10 tokens are asked for
      When the answer is generated
      And the answer is generated
      Then both answers are the same

    Scenario: another seed
      With logits this close another seed gives another answer.
      Given the prompt 1 2
      And the model says 3 4 5 6 3 4 5 6 3 4
      And what the model says has logit 1, all else 0
      And temperature 1, top_p 1 and top_k 0
      And a random stream of seed 7
      And 10 tokens are asked for
      When the answer is generated
      Given a random stream of seed 8
      When the answer is generated
      Then the two answers differ

  Rule: Penalties count what was generated, not the prompt

    Scenario Outline: the prompt <prompt>
      The model says 3 with logit 5. One 3 costs 4 and leaves 1, two cost 6 and leave -1:
      the third token is another one. That the prompt is full of 3s changes nothing.
      Given the prompt <prompt>
      And the model says 3 3 3 3
      And what the model says has logit 5, all else 0
      And a presence penalty of 2 and a frequency penalty of 2
      And 4 tokens are asked for
      When the answer is generated
      Then the answer is 3 3 0 1

      Examples:
        | prompt |
        | 1      |
        | 3 3 3  |

  Rule: A vocabulary may be wider than the tokenizer, and padding is no excuse

    Scenario: a padding token is said
      The row is healthy, but there is no text for its token: an error, though not a
      numerical one, so that nobody drops a state for it.
      Given the prompt 1
      And a tokenizer of 6 tokens
      And the model says 3 6 4
      And 3 tokens are asked for
      When the answer is generated
      Then it is an error that says "token that the tokenizer does not have"
      And the error is not numerical
      And what was streamed is 3
      And the forwards are 1 prefill, 1 ar

    Scenario: an ID without a token lies between two that have one
      Not only the end of the vocabulary is padding: nothing is streamed that would be
      no text.
      Given the prompt 1
      And a tokenizer without token 5
      And the model says 3 6 5 4
      And 4 tokens are asked for
      When the answer is generated
      Then it is an error that says "token that the tokenizer does not have"
      And the error is not numerical
      And what was streamed is 3 6

    Scenario: a NaN in a padding column
      Token 6 has no text, but what made its logit NaN has touched the others too. The
      row of token 2 has its NaN there.
      Given the prompt 1
      And a tokenizer of 6 tokens
      And the model says 3 5 4
      And an ar row for token 2 with one NaN
      And 3 tokens are asked for
      When the answer is generated
      Then it fails in "greedy argmax" at "ar" with 1 NaN and 0 infinities of 8
      And what was streamed is 3

  Rule: A legal mask changes nothing but the choice

    Scenario Outline: every row masked, temperature <temperature>, top_k <top_k>
      -Inf on all tokens but one is a grammar at work.
      Given the prompt 1 2
      And the model says 3 4 5 6
      And a legal mask on every row
      And temperature <temperature>, top_p 0.95 and top_k <top_k>
      And 4 tokens are asked for
      When the answer is generated
      Then the answer is 3 4 5 6

      Examples:
        | temperature | top_k |
        | 0           | 0     |
        | 0.8         | 5     |
        | 0.8         | 0     |

  Rule: A request that no work can answer is refused before any work

    Scenario Outline: <what>
      It is refused with its reason, and the model is not asked.
      Given the prompt 1 2
      And a model that holds 8 tokens
      And the model says 3 4 5
      And 3 tokens are asked for
      And <request>
      When the answer is generated
      Then the request is refused
      And it is an error that says "<reason>"
      And the error is not numerical
      And the forwards are none
      And the draws are none
      And what was streamed is nothing

      Examples:
        | what                            | request                                                 | reason                     |
        | no prompt                       | an empty prompt                                         | empty prompt               |
        | a prompt as long as the context | the prompt 1 1 1 1 1 1 1 1                              | longer than the context    |
        | a token the model does not have | the prompt 1 8                                          | token 1 is 8               |
        | no tokens                       | 0 tokens are asked for                                  | 0 tokens to generate       |
        | four drafts                     | decoding with 4 drafts in the lane "batched+cycle"      | depth 4 is not within 0..3 |
        | a nucleus above 1               | temperature 1, top_p 1.5 and top_k 0                    | top_p 1.5 is outside       |
        | a temperature that is no number | temperature NaN, top_p 1 and top_k 0                    | temperature NaN            |
        | an infinite temperature         | temperature +Inf, top_p 1 and top_k 0                   | temperature +Inf           |
        | a temperature below zero        | temperature -1, top_p 1 and top_k 0                     | temperature -1 is negative |
        | a penalty that is no number     | a presence penalty of NaN and a frequency penalty of 0  | penalties must be finite   |
        | an infinite penalty             | a presence penalty of 0 and a frequency penalty of +Inf | penalties must be finite   |

    Scenario: sampling without a random stream
      Nothing random is made up.
      Given the prompt 1
      And the model says 3
      And temperature 1, top_p 1 and top_k 0
      And no random stream
      And 1 token is asked for
      When the answer is generated
      Then the request is refused
      And it is an error that says "no random stream"
      And the forwards are none

    Scenario: drafts from a model without a draft head
      It says what is missing, instead of decoding in another way than asked.
      Given the prompt 1
      And a model without a draft head
      And the model says 3
      And decoding with 1 draft in the lane "capture_commit+committed"
      And 1 token is asked for
      When the answer is generated
      Then it is an error that says "no draft head"
      And the error is not numerical
      And the forwards are none
