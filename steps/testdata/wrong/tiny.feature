Feature: wrong: the tiny model
  Scenario: a text that the tokenizer does not have
    Given a freshly made tiny model
    Given the text "où"

  Scenario: a text without a model
    Given the text "The cat"

  Scenario: a next text without a model
    Given the next text is the conversation so far and "The cat"

  Scenario: poison without a model
    Given token 301 is poisoned with "nan"

  Scenario: a poison that nobody knows
    Given a freshly made tiny model
    Given token 301 is poisoned with "arsenic"

  Scenario: a poisoned token that may not be
    Given a freshly made tiny model
    Given token 0 is poisoned with "nan"

  Scenario: a poisoned end of no prompt
    Given a freshly made tiny model
    Given the last token of the prompt is poisoned with "nan"

  Scenario: a poisoned token behind the answer
    Given a freshly made tiny model
    And the text "The cat"
    And 6 tokens are asked for
    When the answer is generated
    Given token 7 of the answer is poisoned with "nan"

  Scenario: fewer tokens
    Given a freshly made tiny model
    And the text "The cat"
    And 6 tokens are asked for
    When the answer is generated
    Then the answer has 5 tokens

  Scenario: tokens of a request that failed
    Given a freshly made tiny model
    And the text "The cat."
    And the last token of the prompt is poisoned with "nan"
    And 6 tokens are asked for
    When the answer is generated
    Then the answer has 0 tokens

  Scenario: tokens that nobody asked for
    Then the answer has 0 tokens

  Scenario: a beginning of another answer
    Given a freshly made tiny model
    And the text "The cat"
    And 6 tokens are asked for
    When the answer is generated
    Given the text "A dog"
    When the answer is generated
    Then the first 6 tokens of the answer before were streamed

  Scenario: a beginning that is too short
    Given a freshly made tiny model
    And the text "The cat"
    And 6 tokens are asked for
    When the answer is generated
    When the answer is generated
    Then the first 5 tokens of the answer before were streamed

  Scenario: a beginning longer than the answer
    Given a freshly made tiny model
    And the text "The cat"
    And 6 tokens are asked for
    When the answer is generated
    When the answer is generated
    Then the first 7 tokens of the answer before were streamed

  Scenario: other rows
    Given a freshly made tiny model
    And the text "The cat"
    And 6 tokens are asked for
    When the answer is generated
    Given the text "A dog"
    When the answer is generated
    Then both answers were read from the same rows, bit for bit

  Scenario: fewer rows
    Given a freshly made tiny model
    And the text "The cat"
    And 6 tokens are asked for
    When the answer is generated
    Given 5 tokens are asked for
    When the answer is generated
    Then both answers were read from the same rows, bit for bit

  Scenario: broken rows
    Given a freshly made tiny model
    And the text "The cat."
    And the last token of the prompt is poisoned with "nan"
    And 6 tokens are asked for
    When the answer is generated
    When the answer is generated
    Then both answers were read from the same rows, bit for bit

  Scenario: broken rows before
    Given a freshly made tiny model
    And the text "The cat."
    And the last token of the prompt is poisoned with "nan"
    And 6 tokens are asked for
    When the answer is generated
    Given the text "The cat"
    When the answer is generated
    Then both answers were read from the same rows, bit for bit

  Scenario: rows of one answer
    Given a freshly made tiny model
    And the text "The cat"
    And 6 tokens are asked for
    When the answer is generated
    Then both answers were read from the same rows, bit for bit

  Scenario: drafts that nobody made
    Given a freshly made tiny model
    And the text "The cat"
    And 6 tokens are asked for
    When the answer is generated
    Then some drafts were accepted and some were not

  Scenario: drafts of a request that failed
    Given a freshly made tiny model
    And the text "The cat."
    And the last token of the prompt is poisoned with "nan"
    And 6 tokens are asked for
    When the answer is generated
    Then some drafts were accepted and some were not

  Scenario: a copy that nobody made
    Given a freshly made tiny model
    And the text "The cat"
    And 6 tokens are asked for
    When the answer is generated
    Then some of the prompt was copied

  Scenario: a text without an answer
    Then the text of the answer reads back as its tokens

  Scenario: a text of a scripted model
    Given the prompt 1
    And the model says 2
    And 1 token is asked for
    When the answer is generated
    Then the text of the answer reads back as its tokens

  Scenario: a conversation that nobody began
    Given a freshly made tiny model
    Given the conversation "The cat" goes on with "."

  Scenario: a conversation that goes on with a text that the tokenizer does not have
    Given a freshly made tiny model
    And the text "The cat"
    And 2 tokens are asked for
    When the answer is generated
    Given the conversation "The cat" goes on with "où"
