Feature: wrong: answers
  Scenario: another answer
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    Then the answer is 3 5

  Scenario: an answer that goes on
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    Then the answer is 3

  Scenario: an answer of a request that failed
    Given the prompt 1 2
    And the model says 3 4 5
    And an ar row for token 2 with one NaN
    And 2 tokens are asked for
    When the answer is generated
    Then the answer is 3

  Scenario: an answer that nobody asked for
    Then the answer is 3

  Scenario: another end
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    Then it ends by stop

  Scenario: an end of a request that failed
    Given the prompt 1 2
    And the model says 3 4 5
    And an ar row for token 2 with one NaN
    And 2 tokens are asked for
    When the answer is generated
    Then it ends by length

  Scenario: another stream
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    Then what was streamed is 3

  Scenario: a stream that was none
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    Then what was streamed is nothing

  Scenario: a stream beside a failure
    Given the prompt 1 2
    And the model says 3 4 5
    And an ar row for token 2 with one NaN
    And 2 tokens are asked for
    When the answer is generated
    Then what was streamed is 3 4

  Scenario: a stream that nobody asked for
    Then what was streamed is nothing

  Scenario: other pieces
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    Then it was streamed as 3 4

  Scenario: pieces that nobody asked for
    Then it was streamed as 3

  Scenario: other draws
    Given the prompt 1 2
    And the model says 3 4 5
    And temperature 1, top_p 1 and top_k 1
    And 2 tokens are asked for
    When the answer is generated
    Then the draws are 1 choice

  Scenario: other kinds of draws
    Given the prompt 1 2
    And the model says 3 4 5
    And temperature 1, top_p 1 and top_k 1
    And 2 tokens are asked for
    When the answer is generated
    Then the draws are 2 uniform

  Scenario: draws that were none
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    Then the draws are 1 choice

  Scenario: draws that nobody asked for
    Then the draws are none

  Scenario: other forwards
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    Then the forwards are 2 prefill

  Scenario: more forwards
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    Then the forwards are 2 prefill, 2 ar

  Scenario: forwards in another order
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    Then the forwards are 1 ar, 2 prefill

  Scenario: other last forwards
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    Then the last forwards are 2 ar

  Scenario: last forwards that nobody asked for
    Then the last forwards are 1 ar

  Scenario: forwards that nobody asked for
    Then the forwards are none

  Scenario: a failure that did not come
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    Then it fails in "greedy argmax" at "ar" with 1 NaN and 0 infinities of 8

  Scenario: a failure of another reader
    Given the prompt 1 2
    And the model says 3 4 5
    And an ar row for token 2 with one NaN
    And 2 tokens are asked for
    When the answer is generated
    Then it fails in "softmax" at "ar" with 1 NaN and 0 infinities of 8

  Scenario: a failure at another place
    Given the prompt 1 2
    And the model says 3 4 5
    And an ar row for token 2 with one NaN
    And 2 tokens are asked for
    When the answer is generated
    Then it fails in "greedy argmax" at "prefill" with 1 NaN and 0 infinities of 8

  Scenario: a failure with fewer NaNs
    Given the prompt 1 2
    And the model says 3 4 5
    And an ar row for token 2 with one NaN
    And 2 tokens are asked for
    When the answer is generated
    Then it fails in "greedy argmax" at "ar" with 0 NaN and 0 infinities of 8

  Scenario: a failure with more infinities
    Given the prompt 1 2
    And the model says 3 4 5
    And an ar row for token 2 with one NaN
    And 2 tokens are asked for
    When the answer is generated
    Then it fails in "greedy argmax" at "ar" with 1 NaN and 1 infinity of 8

  Scenario: a failure of another width
    Given the prompt 1 2
    And the model says 3 4 5
    And an ar row for token 2 with one NaN
    And 2 tokens are asked for
    When the answer is generated
    Then it fails in "greedy argmax" at "ar" with 1 NaN and 0 infinities of 9

  Scenario: a failure that is another error
    Given the prompt 1 2
    And the model says 3 4 5
    And a tokenizer of 4 tokens
    And 2 tokens are asked for
    When the answer is generated
    Then it fails in "greedy argmax" at "prefill" with 0 NaN and 0 infinities of 8

  Scenario: a failure that tells nothing
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    Then the error tells how much was streamed and drawn

  Scenario: a numerical error
    Given the prompt 1 2
    And the model says 3 4 5
    And an ar row for token 2 with one NaN
    And 2 tokens are asked for
    When the answer is generated
    Then the error is not numerical

  Scenario: no error at all
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    Then the error is not numerical

  Scenario: a request that was answered
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    Then the request is refused

  Scenario: a request that failed
    Given the prompt 1 2
    And the model says 3 4 5
    And an ar row for token 2 with one NaN
    And 2 tokens are asked for
    When the answer is generated
    Then the request is refused

  Scenario: a gap that is none
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    Then the model finds a gap in the draft history

  Scenario: a gap that nobody asked for
    Then the model finds a gap in the draft history

  Scenario: an order that nobody asked for
    Then the model finds its state in order

  Scenario: fewer tokens reused
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    Then 1 token of the prompt was reused

  Scenario: tokens reused that nobody asked for
    Then 0 tokens of the prompt were reused

  Scenario: fewer tokens forwarded
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    Then 1 token of the prompt was forwarded

  Scenario: tokens forwarded that nobody asked for
    Then 0 tokens of the prompt were forwarded

  Scenario: a count of a request that failed
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    And prefill row 1 from here comes out with all NaN
    When the answer is generated
    Then every forward with a row was counted

  Scenario: one answer and no other
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    Then both answers are the same

  Scenario: one answer that differs from none
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    Then the two answers differ

  Scenario: two answers that are the same
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    And the answer is generated
    Then the two answers differ

  Scenario: two failures
    Given the prompt 1 2
    And the model says 3 4 5
    And an ar row for token 2 with one NaN
    And 2 tokens are asked for
    When the answer is generated
    And the answer is generated
    Then both answers are the same

  Scenario: two failures that differ
    Given the prompt 1 2
    And the model says 3 4 5
    And an ar row for token 2 with one NaN
    And 2 tokens are asked for
    When the answer is generated
    And the answer is generated
    Then the two answers differ

  Scenario: two answers of other lengths
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    Given 1 token is asked for
    When the answer is generated
    Then both answers are the same

  Scenario: a gap in the draft history
    Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
    And the model says 6 7 5 4 6 3
    And decoding with 3 drafts in the lane "batched+committed"
    And 6 tokens are asked for
    When the answer is generated
    Then the model finds its state in order
