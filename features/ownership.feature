Feature: A failed conversation loses everything, every other one loses nothing
  A broken row condemns the state that it came from, and whatever that state came from:
  in memory, resident or on disk. All of it has one owner and goes at once, so that a
  retry cannot meet the fault again. States of other conversations stay as they are.
  A row that comes out broken does so once: the model is healthy before and after.

  Rule: A broken row anywhere takes everything that its conversation has

    @forget
    Scenario Outline: <kind> row <row>, decoding <decoding>, copying <copying>
      The second turn goes on from the first one's state and fails. Nothing of the failing
      round is out, nothing is kept, and the next try is cold and right.
      Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7
      And the model says 1 2 3 4 5 6 7 5 4 6 3 1 2 3
      And states are kept for later requests
      And states are kept on disk, too
      And the draft head says 1 for token 9
      And decoding <decoding>
      And copying from the prompt is <copying>
      And 5 tokens are asked for
      When the answer is generated
      Then 2 states are kept
      And the checkpoints are those of 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
      Given the next prompt is 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5 6
      And 3 tokens are asked for
      And <kind> row <row> from here comes out with <broken>
      When the answer is generated
      Then it fails in "greedy argmax" at "<boundary>" with <NaN> NaN and <Inf> infinities of 8
      And 1 row came out broken
      And 17 tokens of the prompt were reused
      And nothing was read from disk
      And what was streamed is <streamed>
      And 0 states are kept
      And the checkpoints are those of nothing
      When the conversation is saved
      Then it is an error that says "no committed snapshot"
      When the answer is generated
      Then the answer is 7 5 4
      And 0 tokens of the prompt were reused
      And 18 tokens of the prompt were forwarded
      And nothing was read from disk
      And every forward with a row was counted
      And the model finds its state in order
      And the answer is kept
      And the checkpoints are those of 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5 6 7 5 4

      Examples:
        | kind    | row | decoding                                             | copying | broken   | NaN | Inf | boundary          | streamed    |
        | prefill | 1   | one token after the other                            | off     | all NaN  | 8   | 0   | prefill           | nothing     |
        | ar      | 2   | one token after the other                            | off     | one NaN  | 1   | 0   | ar                | 7 5         |
        | ar      | 1   | one token after the other                            | off     | one +Inf | 0   | 1   | ar                | 7           |
        | final   | 1   | one token after the other                            | off     | all -Inf | 0   | 8   | final             | 7 5 4       |
        | prefill | 1   | with 3 drafts in the lane "capture_commit+committed" | off     | one NaN  | 1   | 0   | prefill           | nothing     |
        | draft   | 1   | with 3 drafts in the lane "capture_commit+committed" | off     | all NaN  | 8   | 0   | draft             | 7           |
        | verify  | 3   | with 3 drafts in the lane "capture_commit+committed" | off     | all NaN  | 8   | 0   | verify row 2 of 3 | 7           |
        | copy    | 2   | with 3 drafts in the lane "capture_commit+committed" | on      | all NaN  | 8   | 0   | copy row 1 of 3   | 7           |
        | final   | 1   | with 3 drafts in the lane "capture_commit+committed" | off     | one +Inf | 0   | 1   | final             | 7 5 4       |
        | draft   | 2   | with 3 drafts in the lane "batched+committed"        | off     | one +Inf | 0   | 1   | draft             | 7           |
        | verify  | 1   | with 3 drafts in the lane "batched+committed"        | off     | one NaN  | 1   | 0   | verify row 0 of 3 | 7           |
        | repair  | 1   | with 3 drafts in the lane "batched+committed"        | off     | all NaN  | 8   | 0   | repair            | 7           |

    Scenario: the prefix was captured before the failure
      The prompt's state was whole and healthy when a later row broke. It belongs to nobody
      before the request has succeeded, so there is nothing to take back.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2 5 4
      And states are kept for later requests
      And states are kept on disk, too
      And the first 2 tokens of the prompt are the system's
      And 4 tokens are asked for
      And ar row 3 from here comes out with all NaN
      When the answer is generated
      Then it fails in "greedy argmax" at "ar" with 8 NaN and 0 infinities of 8
      And what was streamed is 4 5 6
      And 0 states are kept
      And the checkpoints are those of nothing
      When the conversation is saved
      Then it is an error that says "no committed snapshot"
      When the answer is generated
      Then the answer is 4 5 6 1
      And 0 tokens of the prompt were reused
      And 3 tokens of the prompt were forwarded
      And the checkpoints are those of 1 2, 1 2 3 4 5 6 1

    @forget
    Scenario: every ancestor on disk goes, whoever wrote it
      Three conversations said the same up to a point. The states up to it may hold the
      fault; the one that went another way is somebody else's.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2 5 4
      And states are kept for later requests
      And states are kept on disk, too
      And 1 token is asked for
      When the answer is generated
      Given 2 tokens are asked for
      When the answer is generated
      Given the next prompt is 1 2 3 4 7
      When the answer is generated
      Then the checkpoints are those of 1 2 3 4, 1 2 3 4 5, 1 2 3 4 7 6 1
      Given the engine is started again
      And the next prompt is 1 2 3 4 5 6
      And ar row 1 from here comes out with all NaN
      When the answer is generated
      Then it fails in "greedy argmax" at "ar" with 8 NaN and 0 infinities of 8
      And 5 tokens of the prompt were reused
      And something was read from disk
      And the checkpoints are those of 1 2 3 4 7 6 1

    @forget
    Scenario: a file half written goes, too
      A save that the disk gave up left its staging file. It is the conversation's.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2 5 4
      And states are kept for later requests
      And states are kept on disk, too
      And 2 tokens are asked for
      And the next prompt is 7 7 7
      When the answer is generated
      Given what is on disk is remembered
      And the next prompt is 1 2 3
      And the disk says "any 2+: input/output error"
      When the answer is generated
      Then the answer stands, but is not kept: "input/output error"
      And 2 files are on disk
      Given the disk works again
      And the next prompt is 1 2 3 4 5 6
      And ar row 1 from here comes out with all NaN
      When the answer is generated
      Then it fails in "greedy argmax" at "ar" with 8 NaN and 0 infinities of 8
      And the disk is as remembered, byte for byte

    @forget
    Scenario: a swap after the failure banks nothing
      The conversation that comes next finds nothing to bank, and the one that failed finds
      nothing banked when it is back.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2 5 4
      And states are kept for later requests
      And 4 tokens are asked for
      When the answer is generated
      Given the next prompt is 1 2 3 4 5 6 1 1
      And ar row 2 from here comes out with all NaN
      When the answer is generated
      Then it fails in "greedy argmax" at "ar" with 8 NaN and 0 infinities of 8
      Given the next prompt is 7 7 7
      When the answer is generated
      Then 2 states are kept
      Given the next prompt is 1 2 3 4 5 6 1 1
      When the answer is generated
      Then 0 tokens of the prompt were reused
      And 8 tokens of the prompt were forwarded
      And 4 states are kept

    Scenario: the swap of a healthy conversation banks it
      What the scenario before shows would be no news if nothing were ever banked.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2 5 4
      And states are kept for later requests
      And 4 tokens are asked for
      When the answer is generated
      Given the next prompt is 7 7 7
      When the answer is generated
      Then 4 states are kept
      Given the next prompt is 1 2 3 4 5 6 1 1
      When the answer is generated
      Then 7 tokens of the prompt were reused
      And 1 token of the prompt was forwarded

  Rule: The capture of the last token is a forward like any other

    Scenario: it runs where something is kept
      No token is read from its row.
      Given the prompt 1 2 3
      And the model says 4 5 6 1
      And 2 tokens are asked for
      When the answer is generated
      Then the forwards are 2 prefill, 1 ar
      Given states are kept for later requests
      When the answer is generated
      Then the forwards are 2 prefill, 1 ar, 1 final
      And every forward with a row was counted
      And both answers are the same

    Scenario: it draws nothing
      Two tokens are two draws, with it and without.
      Given the prompt 1 2 3
      And the model says 4 5 6 1
      And temperature 0.8, top_p 0.95 and top_k 2
      And 2 tokens are asked for
      When the answer is generated
      Then the draws are 2 choice
      Given states are kept for later requests
      When the answer is generated
      Then the draws are 2 choice
      And the last forwards are 1 final

    Scenario Outline: a first request whose last token gives <broken>, decoding <decoding>
      All tokens were streamed before. The request fails all the same, and nothing is kept.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1
      And a final row for token 6 with <broken>
      And states are kept for later requests
      And states are kept on disk, too
      And decoding <decoding>
      And 5 tokens are asked for
      When the answer is generated
      Then it fails in "greedy argmax" at "final" with <NaN> NaN and <Inf> infinities of 8
      And the error tells how much was streamed and drawn
      And what was streamed is 4 5 6 1 1
      And 0 states are kept
      And the checkpoints are those of nothing
      When the conversation is saved
      Then it is an error that says "no committed snapshot"
      When the answer is generated
      Then it fails in "greedy argmax" at "final" with <NaN> NaN and <Inf> infinities of 8
      And 0 tokens of the prompt were reused
      And 3 tokens of the prompt were forwarded

      Examples:
        | broken   | NaN | Inf | decoding                                             |
        | all NaN  | 8   | 0   | one token after the other                            |
        | one NaN  | 1   | 0   | one token after the other                            |
        | one +Inf | 0   | 1   | one token after the other                            |
        | all -Inf | 0   | 8   | one token after the other                            |
        | one NaN  | 1   | 0   | with 3 drafts in the lane "capture_commit+committed" |
        | one NaN  | 1   | 0   | with 3 drafts in the lane "batched+committed"        |
        | one NaN  | 1   | 0   | with 3 drafts in the lane "batched+cycle"            |

    Scenario: a legal mask is no fault there
      One finite logit is enough to keep a row, to write it and to go on from it.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2
      And a legal mask on every row
      And states are kept for later requests
      And states are kept on disk, too
      And 2 tokens are asked for
      When the answer is generated
      Then the last forwards are 1 final
      And the answer is kept
      Given the engine is started again
      And the next prompt is 1 2 3 4 5
      When the answer is generated
      Then the answer is 6 1
      And 5 tokens of the prompt were reused
      And something was read from disk

  Rule: Another conversation stays, in memory and on disk

    @forget
    Scenario: a healthy conversation, through a failure and a restart
      It is resident while the other one fails, its checkpoint does not change by a byte,
      and a new process goes on from it as if nothing had been.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2 5 4 3 2 6 6 5 1
      And states are kept for later requests
      And states are kept on disk, too
      And 2 tokens are asked for
      And the next prompt is 7 7 7
      When the answer is generated
      Then the checkpoints are those of 7 7 7 4 5
      Given what is on disk is remembered
      And the next prompt is 1 2 3
      When the answer is generated
      Then the checkpoints are those of 1 2 3 4 5, 7 7 7 4 5
      And 4 states are kept
      Given the next prompt is 1 2 3 4 5 6
      And ar row 1 from here comes out with all NaN
      When the answer is generated
      Then it fails in "greedy argmax" at "ar" with 8 NaN and 0 infinities of 8
      And the disk is as remembered, byte for byte
      And 2 states are kept
      When the answer is generated
      Then 0 tokens of the prompt were reused
      And the answer is 1 1
      And what was remembered is on disk, byte for byte
      Given the next prompt is 7 7 7 4 5 6
      When the answer is generated
      Then 5 tokens of the prompt were reused
      And nothing was read from disk
      And the answer is 1 1
      Given the engine is started again
      And the next prompt is 7 7 7 4 5 6 1 1 2 5
      When the answer is generated
      Then 8 tokens of the prompt were reused
      And something was read from disk
      Given the disk is another, empty one
      When the answer is generated
      Then 0 tokens of the prompt were reused
      And both answers are the same

    @forget
    Scenario: a system prompt that two conversations share
      The failed one started from its checkpoint, so that goes. The other conversation,
      which began there, too, keeps what is its own. The next one writes it again.
      Given the prompt 2 2 7
      And the model says 4 5 6 1 1 2 5 4
      And states are kept for later requests
      And states are kept on disk, too
      And the first 2 tokens of the prompt are the system's
      And 2 tokens are asked for
      When the answer is generated
      Then the checkpoints are those of 2 2, 2 2 7 4 5
      Given the next prompt is 2 2 1
      And ar row 1 from here comes out with all NaN
      When the answer is generated
      Then it fails in "greedy argmax" at "ar" with 8 NaN and 0 infinities of 8
      And 2 tokens of the prompt were reused
      And something was read from disk
      And the checkpoints are those of 2 2 7 4 5
      When the answer is generated
      Then 0 tokens of the prompt were reused
      And 3 tokens of the prompt were forwarded
      And the checkpoints are those of 2 2, 2 2 1 4 5, 2 2 7 4 5
      Given the next prompt is 2 2 7 4 5 6
      When the answer is generated
      Then 5 tokens of the prompt were reused
      And nothing was read from disk

  Rule: A local chat loses its file and its system bootstrap

    @forget
    Scenario: a chat that had begun well
      The first turn wrote both, the fault in the second takes both.
      Given the prompt 2 2 1
      And the model says 4 5 6 1 1 2 5 4
      And states are kept for later requests
      And states are kept on disk, too
      And the first 2 tokens of the prompt are the system's
      And the request is one of the chat "a"
      And 2 tokens are asked for
      When the answer is generated
      Then the chat "a" is on disk
      And the checkpoints are those of 2 2
      Given the next prompt is 2 2 1 4 5 6
      And ar row 1 from here comes out with all NaN
      When the answer is generated
      Then it fails in "greedy argmax" at "ar" with 8 NaN and 0 infinities of 8
      And it is an error that says "chats/a"
      And the chat "a" is not on disk
      And the checkpoints are those of nothing
      When the conversation is saved
      Then it is an error that says "no committed snapshot"
      And the chat "a" is not on disk
      When the answer is generated
      Then the answer is 1 1
      And 0 tokens of the prompt were reused
      And 6 tokens of the prompt were forwarded
      And the chat "a" is on disk

    @forget
    Scenario: a chat that fails at once, beside one that is well
      It starts from the bootstrap that the other one made, which goes. The other chat's
      file stays, and a new process goes on from it.
      Given the prompt 2 2 7
      And the model says 4 5 6 1 1 2 5 4
      And states are kept for later requests
      And states are kept on disk, too
      And the first 2 tokens of the prompt are the system's
      And the request is one of the chat "b"
      And 2 tokens are asked for
      When the answer is generated
      Given what is in the chats is remembered
      And the request is one of the chat "a"
      And the next prompt is 2 2 1
      And ar row 1 from here comes out with all NaN
      When the answer is generated
      Then it fails in "greedy argmax" at "ar" with 8 NaN and 0 infinities of 8
      And 2 tokens of the prompt were reused
      And the chat "a" is not on disk
      And the checkpoints are those of nothing
      And the disk is as remembered, byte for byte
      Given the engine is started again
      And the request is one of the chat "b"
      And the next prompt is 2 2 7 4 5 6
      When the answer is generated
      Then 5 tokens of the prompt were reused
      And something was read from disk
      And the answer is 1 1

    Scenario: a request of no chat does not go on with one
      A chat has its own file; a conversation of the same text has a checkpoint.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2 5 4
      And states are kept for later requests
      And states are kept on disk, too
      And the request is one of the chat "a"
      And 2 tokens are asked for
      When the answer is generated
      Then the checkpoints are those of nothing
      Given the request is one of no chat
      When the answer is generated
      Then the checkpoints are those of 1 2 3 4 5
      And the chat "a" is on disk

  Rule: Any other error leaves everything as it was

    Scenario: the client leaves
      The first turn's states are what they were, in memory and on disk.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2 5 4
      And states are kept for later requests
      And states are kept on disk, too
      And 2 tokens are asked for
      When the answer is generated
      Given what is on disk is remembered
      And the next prompt is 1 2 3 4 5 6
      And the client leaves after 1 token
      When the answer is generated
      Then it is an error that says "context canceled"
      And the error is not numerical
      And 2 states are kept
      And the disk is as remembered, byte for byte
      Given the client stays
      When the answer is generated
      Then 5 tokens of the prompt were reused
      And nothing was read from disk
      And the answer is 1 1

    Scenario: the disk is full
      The answer is complete and the conversation goes on in memory; it is written when
      there is room.
      Given the prompt 1 2 3
      And the model says 4 5 6 1 1 2 5 4
      And states are kept for later requests
      And states are kept on disk, too
      And 2 tokens are asked for
      When the answer is generated
      Given what is on disk is remembered
      And the next prompt is 1 2 3 4 5 6
      And the disk says "write 1+: no space left"
      When the answer is generated
      Then the answer is 1 1
      And the answer stands, but is not kept: "disk is full"
      And 2 states are kept
      And the disk is as remembered, byte for byte
      When the conversation is saved
      Then it is an error that says "disk is full"
      Given the disk works again
      When the conversation is saved
      Then the checkpoints are those of 1 2 3 4 5, 1 2 3 4 5 6 1 1
      Given the next prompt is 1 2 3 4 5 6 1 1 2
      When the answer is generated
      Then 8 tokens of the prompt were reused

    Scenario: a token that the tokenizer does not have
      A padding token says nothing about the state it was read from.
      Given the prompt 1 2 3
      And a tokenizer of 7 tokens
      And the model says 4 5 6 1 7
      And states are kept for later requests
      And states are kept on disk, too
      And 2 tokens are asked for
      When the answer is generated
      Given what is on disk is remembered
      And the next prompt is 1 2 3 4 5 6
      And 3 tokens are asked for
      When the answer is generated
      Then it is an error that says "token that the tokenizer does not have"
      And 2 states are kept
      And the disk is as remembered, byte for byte
      Given 1 token is asked for
      When the answer is generated
      Then 5 tokens of the prompt were reused

    Scenario: a request that is refused
      It does not even begin.
      Given the prompt 1 2 3
      And the model says 4 5 6 1
      And states are kept for later requests
      And 2 tokens are asked for
      When the answer is generated
      Given the next prompt is 1 2 3 4 5 6
      And 0 tokens are asked for
      When the answer is generated
      Then the request is refused
      And 2 states are kept

  Rule: The same on a real model

    @forget
    Scenario Outline: <kind> row <row>, decoding <decoding>
      Two conversations; one fails in its second turn. Its retry gives the rows of a run
      that never failed, and so does the other conversation in a new process.
      Given a freshly made tiny model
      And states are kept for later requests
      And states are kept on disk, too
      And decoding <decoding>
      And 6 tokens are asked for
      And the text "Hello, world!"
      When the answer is generated
      Given what is on disk is remembered
      And the text "The cat sat on the mat"
      When the answer is generated
      Then 2 checkpoints are stored
      And 4 states are kept
      Given the conversation "The cat sat on the mat" goes on with " and the dog"
      And <kind> row <row> from here comes out with one NaN
      When the answer is generated
      Then it fails in "greedy argmax" at "<boundary>" with 1 NaN and 0 infinities of 384
      And 28 tokens of the prompt were reused
      And 2 states are kept
      And 1 checkpoint is stored
      And the disk is as remembered, byte for byte
      When the answer is generated
      Then 0 tokens of the prompt were reused
      And 40 tokens of the prompt were forwarded
      And every forward with a row was counted
      Given the engine is started again
      And the conversation "Hello, world!" goes on with " Bye."
      When the answer is generated
      Then 19 tokens of the prompt were reused
      And 5 tokens of the prompt were forwarded
      And something was read from disk
      Given the disk is another, empty one
      When the answer is generated
      Then 0 tokens of the prompt were reused
      And both answers are the same
      And both answers were read from the same rows, bit for bit

      Examples:
        | kind    | row | decoding                                             | boundary          |
        | prefill | 1   | one token after the other                            | prefill           |
        | ar      | 3   | one token after the other                            | ar                |
        | final   | 1   | one token after the other                            | final             |
        | draft   | 2   | with 3 drafts in the lane "capture_commit+committed" | draft             |
        | verify  | 4   | with 3 drafts in the lane "capture_commit+committed" | verify row 3 of 4 |
        | final   | 1   | with 2 drafts in the lane "capture_commit+committed" | final             |
        | verify  | 1   | with 3 drafts in the lane "batched+committed"        | verify row 0 of 4 |
        | repair  | 1   | with 3 drafts in the lane "batched+committed"        | repair            |
        | verify  | 2   | with 3 drafts in the lane "batched+cycle"            | verify row 1 of 4 |

    @forget
    Scenario: poison in the weights
      The token is met in the second turn. The state it began with goes; the other
      conversation's stays.
      Given a freshly made tiny model
      And token 46 is poisoned with "nan"
      And states are kept for later requests
      And states are kept on disk, too
      And 6 tokens are asked for
      And the text "Hello, world!"
      When the answer is generated
      Given what is on disk is remembered
      And the text "The cat sat on the mat"
      When the answer is generated
      Given the conversation "The cat sat on the mat" goes on with "."
      When the answer is generated
      Then it fails in "greedy argmax" at "prefill" with 384 NaN and 0 infinities of 384
      And 2 states are kept
      And the disk is as remembered, byte for byte
      Given the conversation "Hello, world!" goes on with " Hi"
      When the answer is generated
      Then 19 tokens of the prompt were reused
      And nothing was read from disk
