Feature: Acceptance and residual
  In speculative decoding a drafted token is kept with probability min(1, target/draft)
  and otherwise replaced by a draw from what the target has more than the draft. Target
  and draft come sparse (the best k) or dense (every token), in any mixture.

  Scenario: the recorded answers come out bit for bit
    100 pairs were settled; 5 records take a target that is not finite and are declared.
    Given the receipts of group "mixed-distributions"
    Then their headers declare 100 cases
    And there are 100 cases
    When the engine replays them
    Then none differs and none is unsupported
    And 95 are bit-equal and 5 are declared exceptions
    And the exceptions are
      | class            | cases |
      | nonfinite-target | 5     |

  Rule: A token is kept as often as the target allows

    Scenario: the target gives the token more than the draft
      It is always kept, and one double is drawn all the same.
      Given the dense target
        | 0.25 | 0.75 |
      And the dense draft
        | 0.5 | 0.5 |
      When the drafted token 1 is verified
      Then its acceptance probability is 1
      And it is kept
      And 1 double was drawn

    Scenario: the target gives the token half of what the draft gave
      The first double of seed 1 is 0.51, just above a half: the token is replaced.
      Given the dense target
        | 0.25 | 0.75 |
      And the dense draft
        | 0.5 | 0.5 |
      And a random stream of seed 1
      When the drafted token 0 is verified
      Then its acceptance probability is 0.5
      And it is replaced by token 1
      And 2 doubles were drawn

    Scenario: the target excludes the token
      It is never kept, and the replacement takes a second double.
      Given the dense target
        | 0 | 1 |
      And the dense draft
        | 1 | 0 |
      When the drafted token 0 is verified
      Then its acceptance probability is 0
      And it is replaced by token 1
      And 2 doubles were drawn
      And the residual is
        | token | probability |
        | 0     | 0           |
        | 1     | 1           |

    Scenario: a token that the draft gave no mass, but the target does
      It cannot have been drawn from that draft; the target would keep it.
      Given the sparse target over 4 tokens
        | token | probability |
        | 2     | 1           |
      And the sparse draft over 4 tokens
        | token | probability |
        | 1     | 1           |
      When the drafted token 2 is verified
      Then its acceptance probability is 1
      And it is kept

    Scenario: a sparse target and a dense draft
      The residual of a mixture lists every token.
      Given the sparse target over 3 tokens
        | token | probability |
        | 0     | 1           |
      And the dense draft
        | 0.5 | 0.25 | 0.25 |
      When the drafted token 2 is verified
      Then its acceptance probability is 0
      And it is replaced by token 0
      And the residual is
        | token | probability |
        | 0     | 1           |
        | 1     | 0           |
        | 2     | 0           |

    Scenario: a dense target and a sparse draft
      The residual is what the target has more, shared out anew.
      Given the dense target
        | 0.5 | 0.25 | 0.25 |
      And the sparse draft over 3 tokens
        | token | probability |
        | 0     | 1           |
      When the drafted token 0 is verified
      Then its acceptance probability is 0.5
      And the residual is
        | token | probability |
        | 0     | 0           |
        | 1     | 0.5         |
        | 2     | 0.5         |

    Scenario: target and draft are equal
      Nothing is left over, so the residual is the target itself.
      Given the sparse target over 3 tokens
        | token | probability |
        | 0     | 0.5         |
        | 2     | 0.5         |
      And the sparse draft over 3 tokens
        | token | probability |
        | 0     | 0.5         |
        | 2     | 0.5         |
      When the drafted token 2 is verified
      Then it is kept
      And the residual is the target itself

  Rule: A target that is not finite accepts nothing

    Scenario Outline: a dense target with <fault> at token <at>
      A comparison with NaN would keep any token with certainty. All three calls refuse.
      Given the dense target
        | <a> | <b> | <c> |
      And the <draft>
        | 0.5 | 0.25 | 0.25 |
      When the drafted token <token> is verified
      Then acceptance, residual and verification are refused as "acceptance" with <nan> NaN and <inf> infinities of 3
      And nothing was drawn

      Examples:
        | fault | at | a    | b    | c    | draft       | token | nan | inf |
        | NaN   | 0  | NaN  | 0.5  | 0.5  | dense draft | 0     | 1   | 0   |
        | NaN   | 1  | 0.5  | NaN  | 0.5  | dense draft | 0     | 1   | 0   |
        | NaN   | 2  | 0.5  | 0.5  | NaN  | dense draft | 2     | 1   | 0   |
        | +Inf  | 0  | +Inf | 0.5  | 0.5  | dense draft | 1     | 0   | 1   |
        | +Inf  | 2  | 0.5  | 0.5  | +Inf | dense draft | 2     | 0   | 1   |
        | -Inf  | 1  | 0.5  | -Inf | 0.5  | dense draft | 0     | 0   | 1   |

    Scenario: a broken dense target against a sparse draft
      The form of the draft changes nothing.
      Given the dense target
        | 0.5 | NaN | +Inf |
      And the sparse draft over 3 tokens
        | token | probability |
        | 0     | 1           |
      When the drafted token 0 is verified
      Then acceptance, residual and verification are refused as "acceptance" with 1 NaN and 1 infinity of 3
      And nothing was drawn

    Scenario: a dense target of zeros is a mistake of the caller
      There is nothing to replace the token from: a bad value, not a broken number.
      Given the dense target
        | 0 | 0 |
      And the dense draft
        | 0.5 | 0.5 |
      When the drafted token 0 is verified
      Then residual and verification are refused as a bad value
