Feature: wrong: rows that cannot be given
  Scenario: a cell that is no number
    Given the float32 row
      | 1 | two |

  Scenario: a token outside a wide row
    Given a float32 row of 10 logits, all 0 but token 10, which is 1

  Scenario: a format nobody knows
    Given a float8 row of 10 logits, all 0 but token 1, which is 1

  Scenario: a value that is no number in a wide row
    Given a float32 row of 10 logits, all zero but token 1, which is 1

  Scenario: a winner that is no number in a wide row
    Given a float32 row of 10 logits, all 0 but token 1, which is one

  Scenario: a temperature that is no number
    Given temperature warm, top_p 1 and top_k 1

  Scenario: a top_p that is no number
    Given temperature 1, top_p most and top_k 1

  Scenario: a penalty that is no number
    Given a presence penalty of some and a frequency penalty of 0

  Scenario: another penalty that is no number
    Given a presence penalty of 0 and a frequency penalty of some

  Scenario: a bias that is no number
    Given some is subtracted from the logit of token 0
