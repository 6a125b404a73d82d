Feature: A real model
  A small model of the Qwen3.5 architecture with a draft head is made for this run, on
  this machine, without a network: four layers, 384 tokens, its own tokenizer. It is the
  same on every machine. Poisoned, a token of it breaks the row behind it as the kind
  says, with weights alone: nothing in the engine is patched.

  Rule: Drafts and copied blocks do not change a greedy answer

    Scenario Outline: "<text>", depth <depth>, <lane>
      The same 30 tokens as one after the other.
      Given a freshly made tiny model
      And the text "<text>"
      And 30 tokens are asked for
      And decoding one token after the other
      When the answer is generated
      Then the answer has 30 tokens
      Given decoding with <depth> drafts in the lane "<lane>"
      When the answer is generated
      Then both answers are the same
      And some drafts were accepted and some were not

      Examples:
        | text                   | depth | lane                     |
        | The cat sat on the mat | 1     | capture_commit+committed |
        | The cat sat on the mat | 1     | batched+committed        |
        | The cat sat on the mat | 1     | batched+cycle            |
        | The cat sat on the mat | 2     | capture_commit+committed |
        | The cat sat on the mat | 2     | batched+committed        |
        | The cat sat on the mat | 2     | batched+cycle            |
        | The cat sat on the mat | 3     | capture_commit+committed |
        | The cat sat on the mat | 3     | batched+committed        |
        | The cat sat on the mat | 3     | batched+cycle            |
        | Hello, world! 12345    | 1     | capture_commit+committed |
        | Hello, world! 12345    | 1     | batched+committed        |
        | Hello, world! 12345    | 1     | batched+cycle            |
        | Hello, world! 12345    | 2     | capture_commit+committed |
        | Hello, world! 12345    | 2     | batched+committed        |
        | Hello, world! 12345    | 2     | batched+cycle            |
        | Hello, world! 12345    | 3     | capture_commit+committed |
        | Hello, world! 12345    | 3     | batched+committed        |
        | Hello, world! 12345    | 3     | batched+cycle            |
        | in the end and then    | 1     | capture_commit+committed |
        | in the end and then    | 1     | batched+committed        |
        | in the end and then    | 1     | batched+cycle            |
        | in the end and then    | 2     | capture_commit+committed |
        | in the end and then    | 2     | batched+committed        |
        | in the end and then    | 2     | batched+cycle            |
        | in the end and then    | 3     | capture_commit+committed |
        | in the end and then    | 3     | batched+committed        |
        | in the end and then    | 3     | batched+cycle            |

    Scenario Outline: a prompt that repeats itself, copying <copying>, depth <depth>, <lane>
      The prompt holds a text, its answer, and the text again, so the answer is in it.
      Given a freshly made tiny model
      And the text "The cat sat on the mat"
      And 20 tokens are asked for
      And decoding one token after the other
      When the answer is generated
      Given the next prompt is the text, its answer and the text again
      When the answer is generated
      Given decoding with <depth> drafts in the lane "<lane>"
      And copying from the prompt is <copying>
      When the answer is generated
      Then both answers are the same
      And <copied>

      Examples:
        | copying | depth | lane                     | copied                        |
        | on      | 1     | capture_commit+committed | some of the prompt was copied |
        | on      | 1     | batched+committed        | some of the prompt was copied |
        | on      | 1     | batched+cycle            | some of the prompt was copied |
        | on      | 3     | capture_commit+committed | some of the prompt was copied |
        | on      | 3     | batched+committed        | some of the prompt was copied |
        | on      | 3     | batched+cycle            | some of the prompt was copied |
        | off     | 1     | capture_commit+committed | 0 blocks were tried           |
        | off     | 1     | batched+committed        | 0 blocks were tried           |
        | off     | 1     | batched+cycle            | 0 blocks were tried           |
        | off     | 3     | capture_commit+committed | 0 blocks were tried           |
        | off     | 3     | batched+committed        | 0 blocks were tried           |
        | off     | 3     | batched+cycle            | 0 blocks were tried           |

    Scenario Outline: weights in <dtype>, <lane>
      Weights are used as they lie in their file; rows are float32 whatever their format.
      Given a freshly made tiny model in <dtype>
      And the text "The cat sat on the mat"
      And 24 tokens are asked for
      And decoding one token after the other
      When the answer is generated
      Then the answer has 24 tokens
      Given decoding with 3 drafts in the lane "<lane>"
      When the answer is generated
      Then both answers are the same

      Examples:
        | dtype    | lane                     |
        | bfloat16 | capture_commit+committed |
        | bfloat16 | batched+committed        |
        | bfloat16 | batched+cycle            |
        | float16  | capture_commit+committed |
        | float16  | batched+committed        |
        | float16  | batched+cycle            |

    Scenario Outline: penalties, <lane>
      Drafts know no penalties; what the target says of them does.
      Given a freshly made tiny model
      And the text "The cat sat on the mat"
      And a presence penalty of 0.5 and a frequency penalty of 0.25
      And 24 tokens are asked for
      And decoding one token after the other
      When the answer is generated
      Given decoding with 3 drafts in the lane "<lane>"
      When the answer is generated
      Then both answers are the same

      Examples:
        | lane                     |
        | capture_commit+committed |
        | batched+committed        |
        | batched+cycle            |

  Rule: A poisoned token breaks the row behind it, and the row fails

    Scenario Outline: <kind> at the end of the prompt, <how>, <decoding>
      The prefill's row is broken before anything is out.
      Given a freshly made tiny model
      And the text "The cat sat on the mat."
      And the last token of the prompt is poisoned with "<kind>"
      And temperature <temperature>, top_p 0.95 and top_k 20
      And decoding <decoding>
      And 12 tokens are asked for
      When the answer is generated
      Then it fails in "<where>" at "prefill" with <nan> NaN and <inf> infinities of 384
      And what was streamed is nothing
      And the draws are none
      And the forwards are 2 prefill

      Examples:
        | kind   | nan | inf | how     | temperature | where         | decoding                                             |
        | nan    | 384 | 0   | greedy  | 0           | greedy argmax | one token after the other                            |
        | nan    | 384 | 0   | sampled | 0.8         | softmax       | one token after the other                            |
        | posinf | 0   | 1   | greedy  | 0           | greedy argmax | one token after the other                            |
        | posinf | 0   | 1   | sampled | 0.8         | softmax       | one token after the other                            |
        | allneg | 0   | 384 | greedy  | 0           | greedy argmax | one token after the other                            |
        | allneg | 0   | 384 | sampled | 0.8         | softmax       | one token after the other                            |
        | one    | 1   | 0   | greedy  | 0           | greedy argmax | one token after the other                            |
        | one    | 1   | 0   | sampled | 0.8         | softmax       | one token after the other                            |
        | most   | 300 | 0   | greedy  | 0           | greedy argmax | one token after the other                            |
        | most   | 300 | 0   | sampled | 0.8         | softmax       | one token after the other                            |
        | nan    | 384 | 0   | greedy  | 0           | greedy argmax | with 3 drafts in the lane "capture_commit+committed" |
        | nan    | 384 | 0   | sampled | 0.8         | softmax       | with 3 drafts in the lane "capture_commit+committed" |
        | nan    | 384 | 0   | greedy  | 0           | greedy argmax | with 3 drafts in the lane "batched+committed"        |
        | nan    | 384 | 0   | sampled | 0.8         | softmax       | with 3 drafts in the lane "batched+committed"        |
        | nan    | 384 | 0   | greedy  | 0           | greedy argmax | with 3 drafts in the lane "batched+cycle"            |
        | nan    | 384 | 0   | sampled | 0.8         | softmax       | with 3 drafts in the lane "batched+cycle"            |

    Scenario Outline: the answer passes through <kind>
      Seven tokens are read from healthy rows, and are out. The seventh breaks the row
      behind it.
      Given a freshly made tiny model
      And the text "The cat sat on the mat"
      And 12 tokens are asked for
      When the answer is generated
      Given token 7 of the answer is poisoned with "<kind>"
      When the answer is generated
      Then it fails in "greedy argmax" at "ar" with <nan> NaN and <inf> infinities of 384
      And the first 7 tokens of the answer before were streamed
      And the forwards are 2 prefill, 7 ar

      Examples:
        | kind   | nan | inf |
        | nan    | 384 | 0   |
        | posinf | 0   | 1   |
        | allneg | 0   | 384 |
        | one    | 1   | 0   |
        | most   | 300 | 0   |

    Scenario Outline: <kind> in row <row> of a verify window, <lane>
      Token 5 of this answer begins a window whose drafts are all right. Tokens 5 to 8
      break one row of it each; only token 5 is out by then.
      Given a freshly made tiny model
      And the text "The cat sat on the mat"
      And 12 tokens are asked for
      When the answer is generated
      Given token <token> of the answer is poisoned with "<kind>"
      And decoding with 3 drafts in the lane "<lane>"
      When the answer is generated
      Then it fails in "greedy argmax" at "verify row <row> of 4" with <nan> NaN and <inf> infinities of 384
      And the first 5 tokens of the answer before were streamed

      Examples:
        | kind   | nan | inf | row | token | lane                     |
        | nan    | 384 | 0   | 0   | 5     | capture_commit+committed |
        | posinf | 0   | 1   | 0   | 5     | capture_commit+committed |
        | allneg | 0   | 384 | 0   | 5     | capture_commit+committed |
        | one    | 1   | 0   | 0   | 5     | capture_commit+committed |
        | most   | 300 | 0   | 0   | 5     | capture_commit+committed |
        | nan    | 384 | 0   | 1   | 6     | capture_commit+committed |
        | posinf | 0   | 1   | 1   | 6     | capture_commit+committed |
        | allneg | 0   | 384 | 1   | 6     | capture_commit+committed |
        | one    | 1   | 0   | 1   | 6     | capture_commit+committed |
        | most   | 300 | 0   | 1   | 6     | capture_commit+committed |
        | nan    | 384 | 0   | 2   | 7     | capture_commit+committed |
        | posinf | 0   | 1   | 2   | 7     | capture_commit+committed |
        | allneg | 0   | 384 | 2   | 7     | capture_commit+committed |
        | one    | 1   | 0   | 2   | 7     | capture_commit+committed |
        | most   | 300 | 0   | 2   | 7     | capture_commit+committed |
        | nan    | 384 | 0   | 3   | 8     | capture_commit+committed |
        | posinf | 0   | 1   | 3   | 8     | capture_commit+committed |
        | allneg | 0   | 384 | 3   | 8     | capture_commit+committed |
        | one    | 1   | 0   | 3   | 8     | capture_commit+committed |
        | most   | 300 | 0   | 3   | 8     | capture_commit+committed |
        | nan    | 384 | 0   | 0   | 5     | batched+committed        |
        | nan    | 384 | 0   | 1   | 6     | batched+committed        |
        | nan    | 384 | 0   | 2   | 7     | batched+committed        |
        | nan    | 384 | 0   | 3   | 8     | batched+committed        |
        | nan    | 384 | 0   | 0   | 5     | batched+cycle            |
        | nan    | 384 | 0   | 1   | 6     | batched+cycle            |
        | nan    | 384 | 0   | 2   | 7     | batched+cycle            |
        | nan    | 384 | 0   | 3   | 8     | batched+cycle            |

    Scenario Outline: <kind> in the draft head, broken draft <draft>, <lane>
      The trunk is healthy; only the head breaks where it is given the token. Plain
      decoding never asks the head.
      Given a freshly made tiny model
      And the text "The cat sat on the mat"
      And 12 tokens are asked for
      When the answer is generated
      Given token <token> of the answer is poisoned with "<kind>"
      And decoding with 3 drafts in the lane "<lane>"
      When the answer is generated
      Then it fails in "greedy argmax" at "draft" with <nan> NaN and <inf> infinities of 384
      And the first 5 tokens of the answer before were streamed
      And the last forwards are <draft> draft

      Examples:
        | kind    | nan | inf | draft | token | lane                     |
        | dnan    | 384 | 0   | 1     | 5     | capture_commit+committed |
        | dposinf | 0   | 1   | 1     | 5     | capture_commit+committed |
        | dallneg | 0   | 384 | 1     | 5     | capture_commit+committed |
        | done    | 1   | 0   | 1     | 5     | capture_commit+committed |
        | dmost   | 300 | 0   | 1     | 5     | capture_commit+committed |
        | dnan    | 384 | 0   | 2     | 6     | capture_commit+committed |
        | dposinf | 0   | 1   | 2     | 6     | capture_commit+committed |
        | dallneg | 0   | 384 | 2     | 6     | capture_commit+committed |
        | done    | 1   | 0   | 2     | 6     | capture_commit+committed |
        | dmost   | 300 | 0   | 2     | 6     | capture_commit+committed |
        | dnan    | 384 | 0   | 3     | 7     | capture_commit+committed |
        | dposinf | 0   | 1   | 3     | 7     | capture_commit+committed |
        | dallneg | 0   | 384 | 3     | 7     | capture_commit+committed |
        | done    | 1   | 0   | 3     | 7     | capture_commit+committed |
        | dmost   | 300 | 0   | 3     | 7     | capture_commit+committed |
        | dnan    | 384 | 0   | 1     | 5     | batched+committed        |
        | dnan    | 384 | 0   | 2     | 6     | batched+committed        |
        | dnan    | 384 | 0   | 3     | 7     | batched+committed        |
        | dnan    | 384 | 0   | 1     | 5     | batched+cycle            |
        | dnan    | 384 | 0   | 2     | 6     | batched+cycle            |
        | dnan    | 384 | 0   | 3     | 7     | batched+cycle            |

    Scenario Outline: <kind> in the draft head alone, one token after the other
      Nothing asks the head, so there is no error. The embedding is another one, and so
      the answer may be; no row of it is broken.
      Given a freshly made tiny model
      And the text "The cat sat on the mat"
      And 12 tokens are asked for
      When the answer is generated
      Given token 6 of the answer is poisoned with "<kind>"
      When the answer is generated
      Then the answer has 12 tokens
      And the draws are none

      Examples:
        | kind    |
        | dnan    |
        | dposinf |
        | dallneg |
        | dmask   |
        | done    |
        | dmost   |

    Scenario Outline: <kind> in trunk and head, <lane>
      Both readers see the same fabricated token, so draft and target agree: the recorded
      engine puts it out and goes on. Here the draft's row fails before that.
      Given a freshly made tiny model
      And the text "The cat sat on the mat"
      And 12 tokens are asked for
      When the answer is generated
      Given token 5 of the answer is poisoned with "<kind>"
      And token 5 of the answer is poisoned with "d<kind>"
      And decoding with 3 drafts in the lane "<lane>"
      When the answer is generated
      Then it fails in "greedy argmax" at "draft" with <nan> NaN and <inf> infinities of 384
      And the first 5 tokens of the answer before were streamed

      Examples:
        | kind   | nan | inf | lane                     |
        | nan    | 384 | 0   | capture_commit+committed |
        | posinf | 0   | 1   | capture_commit+committed |
        | allneg | 0   | 384 | capture_commit+committed |
        | nan    | 384 | 0   | batched+committed        |
        | posinf | 0   | 1   | batched+committed        |
        | allneg | 0   | 384 | batched+committed        |
        | nan    | 384 | 0   | batched+cycle            |
        | posinf | 0   | 1   | batched+cycle            |
        | allneg | 0   | 384 | batched+cycle            |

    Scenario Outline: most of a row is NaN, top_k <top_k> and top_p <top_p>
      300 of 384 logits are NaN. Where top_k is on and top_p off, the recorded engine
      weighs only the best of the others, and answers.
      Given a freshly made tiny model
      And the text "The cat sat on the mat."
      And the last token of the prompt is poisoned with "most"
      And temperature 0.8, top_p <top_p> and top_k <top_k>
      And 12 tokens are asked for
      When the answer is generated
      Then it fails in "softmax" at "prefill" with 300 NaN and 0 infinities of 384
      And what was streamed is nothing
      And the draws are none

      Examples:
        | top_k | top_p |
        | 20    | 1     |
        | 1     | 1     |
        | 0     | 1     |
        | 20    | 0.95  |

    Scenario Outline: a NaN in the middle of the prompt, <lane>
      That row is never computed, but its hidden state is in the draft head's history: the
      first draft row is broken. The recorded engine proposes token 0 from it, every time.
      Given a freshly made tiny model
      And the text "The cat sat on the mat"
      And token 99 is poisoned with "nan"
      And 12 tokens are asked for
      And decoding with 3 drafts in the lane "<lane>"
      When the answer is generated
      Then it fails in "greedy argmax" at "draft" with 384 NaN and 0 infinities of 384
      And the forwards are 2 prefill, 1 draft

      Examples:
        | lane                     |
        | capture_commit+committed |
        | batched+committed        |

    Scenario: a NaN in the middle of the prompt, batched+cycle
      Without that history nothing reads what is broken, and nothing fails.
      Given a freshly made tiny model
      And the text "The cat sat on the mat"
      And token 99 is poisoned with "nan"
      And 12 tokens are asked for
      When the answer is generated
      Then the answer has 12 tokens
      Given decoding with 3 drafts in the lane "batched+cycle"
      When the answer is generated
      Then both answers are the same

    Scenario Outline: <kind>, and a prompt that does not meet it, <decoding>
      One value of one embedding is all that poison changes: every logit of every row is
      the clean model's.
      Given a freshly made tiny model
      And the text "The cat sat on the mat"
      And 24 tokens are asked for
      And decoding <decoding>
      When the answer is generated
      Then the answer has 24 tokens
      Given token 301 is poisoned with "<kind>"
      When the answer is generated
      Then both answers are the same
      And both answers were read from the same rows, bit for bit

      Examples:
        | kind    | decoding                                             |
        | nan     | one token after the other                            |
        | posinf  | one token after the other                            |
        | allneg  | one token after the other                            |
        | one     | one token after the other                            |
        | most    | one token after the other                            |
        | mask    | one token after the other                            |
        | nan     | with 3 drafts in the lane "capture_commit+committed" |
        | posinf  | with 3 drafts in the lane "capture_commit+committed" |
        | allneg  | with 3 drafts in the lane "capture_commit+committed" |
        | one     | with 3 drafts in the lane "capture_commit+committed" |
        | most    | with 3 drafts in the lane "capture_commit+committed" |
        | mask    | with 3 drafts in the lane "capture_commit+committed" |
        | dnan    | with 3 drafts in the lane "capture_commit+committed" |
        | dposinf | with 3 drafts in the lane "capture_commit+committed" |
        | dallneg | with 3 drafts in the lane "capture_commit+committed" |
        | done    | with 3 drafts in the lane "capture_commit+committed" |
        | dmost   | with 3 drafts in the lane "capture_commit+committed" |
        | dmask   | with 3 drafts in the lane "capture_commit+committed" |

    Scenario Outline: a legal mask in the answer, <lane>
      A legal mask is no fault: the best of the tokens that it leaves is taken, and with
      drafts it is the same one.
      Given a freshly made tiny model
      And the text "The cat sat on the mat"
      And 24 tokens are asked for
      When the answer is generated
      Given token 7 of the answer is poisoned with "mask"
      And token 7 of the answer is poisoned with "dmask"
      When the answer is generated
      Then the answer has 24 tokens
      And the two answers differ
      Given decoding with 3 drafts in the lane "<lane>"
      When the answer is generated
      Then both answers are the same

      Examples:
        | lane                     |
        | capture_commit+committed |
        | batched+committed        |
        | batched+cycle            |

  Rule: Everything random comes from the seed

    Scenario Outline: temperature <temperature>, top_p <top_p>, top_k <top_k>, <decoding>
      The same seed gives the same 24 tokens, another one others.
      Given a freshly made tiny model
      And the text "The cat sat on the mat"
      And temperature <temperature>, top_p <top_p> and top_k <top_k>
      And a random stream of seed 11
      And decoding <decoding>
      And 24 tokens are asked for
      When the answer is generated
      And the answer is generated
      Then both answers are the same
      And both answers were read from the same rows, bit for bit
      Given a random stream of seed 12
      When the answer is generated
      Then the two answers differ

      Examples:
        | temperature | top_p | top_k | decoding                                             |
        | 0.8         | 0.95  | 20    | one token after the other                            |
        | 1           | 1     | 0     | one token after the other                            |
        | 0.8         | 0.95  | 20    | with 3 drafts in the lane "capture_commit+committed" |
        | 1           | 1     | 0     | with 3 drafts in the lane "capture_commit+committed" |
        | 0.8         | 0.95  | 20    | with 3 drafts in the lane "batched+committed"        |
        | 1           | 1     | 0     | with 3 drafts in the lane "batched+committed"        |
        | 0.8         | 0.95  | 20    | with 3 drafts in the lane "batched+cycle"            |
        | 1           | 1     | 0     | with 3 drafts in the lane "batched+cycle"            |

  Rule: The text of an answer is its list of tokens

    Scenario Outline: "<text>"
      Each token of the tiny model decodes to a name of its own: one character, or its
      number in braces. What a user sees tells exactly what was generated.
      Given a freshly made tiny model
      And the text "<text>"
      And 30 tokens are asked for
      When the answer is generated
      Then the text of the answer reads back as its tokens

      Examples:
        | text                   |
        | The cat sat on the mat |
        | Hello, world! 12345    |
        | in the end and then    |

  Rule: A later turn gives what a cold run gives

    Scenario Outline: first <first>, then <second>
      The second turn is the first one, its answer, and more text. The rows are those of a
      new process that has nothing kept, to the last bit, however the prompt was split.
      Given a freshly made tiny model
      And the text "The cat sat on the mat"
      And states are kept for later requests
      And 10 tokens are asked for
      And decoding <first>
      When the answer is generated
      Given the next text is the conversation so far and " and the dog"
      And decoding <second>
      When the answer is generated
      Then <reused> tokens of the prompt were reused
      And <forwarded> tokens of the prompt were forwarded
      Given the engine is started again
      When the answer is generated
      Then 0 tokens of the prompt were reused
      And 44 tokens of the prompt were forwarded
      And both answers are the same
      And both answers were read from the same rows, bit for bit

      Examples:
        | first                                                | second                                               | reused | forwarded |
        | one token after the other                            | one token after the other                            | 32     | 12        |
        | one token after the other                            | with 3 drafts in the lane "capture_commit+committed" | 0      | 44        |
        | one token after the other                            | with 3 drafts in the lane "batched+committed"        | 0      | 44        |
        | one token after the other                            | with 3 drafts in the lane "batched+cycle"            | 32     | 12        |
        | with 3 drafts in the lane "capture_commit+committed" | one token after the other                            | 32     | 12        |
        | with 3 drafts in the lane "capture_commit+committed" | with 3 drafts in the lane "capture_commit+committed" | 32     | 12        |
        | with 3 drafts in the lane "capture_commit+committed" | with 3 drafts in the lane "batched+committed"        | 32     | 12        |
        | with 3 drafts in the lane "capture_commit+committed" | with 3 drafts in the lane "batched+cycle"            | 32     | 12        |
        | with 3 drafts in the lane "batched+committed"        | one token after the other                            | 32     | 12        |
        | with 3 drafts in the lane "batched+committed"        | with 3 drafts in the lane "capture_commit+committed" | 32     | 12        |
        | with 3 drafts in the lane "batched+committed"        | with 3 drafts in the lane "batched+committed"        | 32     | 12        |
        | with 3 drafts in the lane "batched+committed"        | with 3 drafts in the lane "batched+cycle"            | 32     | 12        |
        | with 3 drafts in the lane "batched+cycle"            | one token after the other                            | 32     | 12        |
        | with 3 drafts in the lane "batched+cycle"            | with 3 drafts in the lane "capture_commit+committed" | 0      | 44        |
        | with 3 drafts in the lane "batched+cycle"            | with 3 drafts in the lane "batched+committed"        | 0      | 44        |
        | with 3 drafts in the lane "batched+cycle"            | with 3 drafts in the lane "batched+cycle"            | 32     | 12        |

    Scenario Outline: an exact repeat, <decoding>
      No token of the prompt is forwarded again.
      Given a freshly made tiny model
      And the text "The cat sat on the mat"
      And states are kept for later requests
      And 10 tokens are asked for
      And decoding <decoding>
      When the answer is generated
      And the answer is generated
      Then both answers are the same
      And 22 tokens of the prompt were reused
      And 0 tokens of the prompt were forwarded

      Examples:
        | decoding                                             |
        | one token after the other                            |
        | with 3 drafts in the lane "capture_commit+committed" |
        | with 3 drafts in the lane "batched+committed"        |
        | with 3 drafts in the lane "batched+cycle"            |

    Scenario: after a fault the next try is cold
      The second turn meets the poison; the state it began with is dropped with it.
      Given a freshly made tiny model
      And the text "The cat sat on the mat"
      And token 46 is poisoned with "nan"
      And states are kept for later requests
      And 10 tokens are asked for
      When the answer is generated
      Then 2 states are kept
      Given the next text is the conversation so far and "."
      When the answer is generated
      Then it fails in "greedy argmax" at "prefill" with 384 NaN and 0 infinities of 384
      And 32 tokens of the prompt were reused
      And 0 states are kept
      When the answer is generated
      Then it fails in "greedy argmax" at "prefill" with 384 NaN and 0 infinities of 384
      And 0 tokens of the prompt were reused
