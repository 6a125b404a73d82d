Feature: wrong: acceptance and residual
  Background:
    Given the dense target
      | 0.25 | 0.75 |
    And the dense draft
      | 0.5 | 0.5 |

  Scenario: another probability of acceptance
    When the drafted token 0 is verified
    Then its acceptance probability is 0.25

  Scenario: a probability where nothing was verified
    Then its acceptance probability is 0.25

  Scenario: a token that was replaced
    When the drafted token 0 is verified
    Then it is kept

  Scenario: a token that was kept
    When the drafted token 1 is verified
    Then it is replaced by token 0

  Scenario: another replacement
    When the drafted token 0 is verified
    Then it is replaced by token 0

  Scenario: another number of doubles
    When the drafted token 1 is verified
    Then 0 doubles were drawn

  Scenario: doubles where nothing was verified
    Then 0 doubles were drawn

  Scenario: another residual
    When the drafted token 1 is verified
    Then the residual is
      | token | probability |
      | 0     | 1           |
      | 1     | 0           |

  Scenario: a residual where nothing was verified
    Then the residual is
      | token | probability |
      | 0     | 1           |

  Scenario: a residual that is not the target
    When the drafted token 1 is verified
    Then the residual is the target itself

  Scenario: a refusal of a sound target
    When the drafted token 1 is verified
    Then acceptance, residual and verification are refused as "acceptance" with 0 NaN and 0 infinities of 2

  Scenario: a bad value of a sound target
    When the drafted token 1 is verified
    Then residual and verification are refused as a bad value

  Scenario: a bad value where nothing was verified
    Then residual and verification are refused as a bad value

  Scenario: a mass that is no number
    Given the dense draft
      | half |

  Scenario: a token that is no number
    Given the sparse draft over 2 tokens
      | token | probability |
      | first | 1           |

  Scenario: a token without mass
    Given the sparse draft over 2 tokens
      | token |
      | 0     |
