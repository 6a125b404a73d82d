Feature: Nothing broken is written to disk, and nothing broken comes back
  What lies on disk may be older than the fault that it holds. A state is judged before
  it is written and again when it is read: its last row by the law of its family, every
  value of its tensors for being finite, every byte by a sum. What fails is set aside
  with the reason, and the conversation starts cold.

  Rule: A state that is not finite is never written

    @forget
    Scenario: an answer whose state holds a NaN that no row has shown yet
      The answer is right as it stands. What would come from its state is not, so the
      conversation is forgotten.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2 5 4
      And states are kept for later requests
      And states are kept on disk, too
      And 2 tokens are asked for
      When the answer is generated
      Then the answer is kept
      Given the next prompt is 1 2 3 4 5 6
      And the next state that is written is not finite
      When the answer is generated
      Then the answer is 1 1
      And the answer stands, but is not kept: "refused by the guard"
      And 0 states are kept
      And the checkpoints are those of nothing
      When the conversation is saved
      Then it is an error that says "no committed snapshot"
      When the answer is generated
      Then 0 tokens of the prompt were reused
      And the answer is 1 1
      And the answer is kept

    @forget
    Scenario: a system prompt whose state holds one
      It is the first to be written, and the last.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2 5 4
      And states are kept for later requests
      And states are kept on disk, too
      And the first 2 tokens of the prompt are the system's
      And 2 tokens are asked for
      And the next state that is written is not finite
      When the answer is generated
      Then the answer stands, but is not kept: "refused by the guard"
      And 0 states are kept
      And the checkpoints are those of nothing

  Rule: A state that cannot be trusted is never read

    Scenario Outline: its <part> <wrong>
      The sums of the first two are right: somebody else wrote them.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2 5 4
      And states are kept for later requests
      And states are kept on disk, too
      And 2 tokens are asked for
      When the answer is generated
      Given the engine is started again
      And <damage>
      And the engine is started again
      And the next prompt is 1 2 3 4 5 6
      When the answer is generated
      Then 0 tokens of the prompt were reused
      And 6 tokens of the prompt were forwarded
      And the answer is 1 1
      And 1 checkpoint is quarantined for "<reason>"
      And the checkpoints are those of 1 2 3 4 5 6 1 1
      Given the engine is started again
      Then 1 checkpoint is quarantined for "<reason>"

      Examples:
        | part  | wrong         | damage                                              | reason               |
        | row   | is broken     | the row in the checkpoint of 1 2 3 4 5 is not finite   | kept row             |
        | state | is not finite | the state in the checkpoint of 1 2 3 4 5 is not finite | tensor               |
        | bytes | have changed  | a bit of the checkpoint of 1 2 3 4 5 is another        | sum                  |

    Scenario: a shorter one serves instead
      Only the one that is broken is set aside.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2 5 4
      And states are kept for later requests
      And states are kept on disk, too
      And 1 token is asked for
      When the answer is generated
      Given the next prompt is 1 2 3 4 5
      When the answer is generated
      Then the checkpoints are those of 1 2 3 4, 1 2 3 4 5 6
      Given the state in the checkpoint of 1 2 3 4 5 6 is not finite
      And the engine is started again
      And the next prompt is 1 2 3 4 5 6 1
      When the answer is generated
      Then 4 tokens of the prompt were reused
      And 3 tokens of the prompt were forwarded
      And 1 checkpoint is quarantined for "tensor"

  Rule: What could not be removed is void

    @forget
    Scenario: checkpoints that the disk does not let go
      The error says so beside its cause. Neither this process nor a later one restores
      them; when the disk works again they go.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2 5 4
      And states are kept for later requests
      And states are kept on disk, too
      And the first 2 tokens of the prompt are the system's
      And 2 tokens are asked for
      When the answer is generated
      Given the next prompt is 1 2 3 4 5 6
      And ar row 1 from here comes out with all NaN
      And the disk says "remove 1+: permission denied"
      When the answer is generated
      Then it fails in "greedy argmax" at "ar" with 8 NaN and 0 infinities of 8
      And it is an error that says "permission denied"
      And it is an error that says "not removed, but void"
      And the checkpoints are those of nothing
      And 0 states are kept
      Given the engine is started again
      When the answer is generated
      Then 0 tokens of the prompt were reused
      And 6 tokens of the prompt were forwarded
      And the answer is 1 1
      Given the disk works again
      And the engine is started again
      Then the checkpoints are those of 1 2, 1 2 3 4 5 6 1 1

    @forget
    Scenario: a chat that the disk does not let go
      The file is there, and nobody reads it.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2 5 4
      And states are kept for later requests
      And states are kept on disk, too
      And the request is one of the chat "a"
      And 2 tokens are asked for
      When the answer is generated
      Given the next prompt is 1 2 3 4 5 6
      And ar row 1 from here comes out with all NaN
      And the disk says "remove 1+: permission denied"
      When the answer is generated
      Then it is an error that says "permission denied"
      And it is an error that says "chats/a is not removed, but void"
      And the chat "a" is on disk
      Given the disk works again
      And the engine is started again
      When the answer is generated
      Then 0 tokens of the prompt were reused
      And nothing was read from disk
      And the answer is 1 1
      Given the engine is started again
      And the next prompt is 1 2 3 4 5 6 1 1 2
      When the answer is generated
      Then 8 tokens of the prompt were reused
