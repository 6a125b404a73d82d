Feature: wrong: rounds
  Scenario: another token
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    Then the rounds are
      | token |
      | 3 |
      | 5 |

  Scenario: fewer rounds
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    Then the rounds are
      | token |
      | 3 |

  Scenario: more rounds
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    Then the rounds are
      | token |
      | 3 |
      | 4 |
      | 5 |

  Scenario: a column that a round does not have
    Given the prompt 1 2
    And the model says 3 4 5
    And 2 tokens are asked for
    When the answer is generated
    Then the rounds are
      | token | mood |
      | 3 | good |
      | 4 | bad |

  Scenario: rounds that nobody asked for
    Then the rounds are
      | token |
      | 3 |

  Scenario: another primary
    Given the prompt 1 2
    And the model says 3 4 5 6
    And the draft head says 0 for token 3
    And decoding with 3 drafts in the lane "batched+cycle"
    And 4 tokens are asked for
    When the answer is generated
    Then the rounds are
      | primary |
      | 4 |
      | 5 |

  Scenario: a primary that was not pending
    Given the prompt 1 2
    And the model says 3 4 5 6
    And the draft head says 0 for token 3
    And decoding with 3 drafts in the lane "batched+cycle"
    And 4 tokens are asked for
    When the answer is generated
    Then the rounds are
      | pending |
      | yes |
      |  |

  Scenario: other drafts
    Given the prompt 1 2
    And the model says 3 4 5 6
    And the draft head says 0 for token 3
    And decoding with 3 drafts in the lane "batched+cycle"
    And 4 tokens are asked for
    When the answer is generated
    Then the rounds are
      | drafts |
      | 4 5 6 |
      | 6 |

  Scenario: more accepted
    Given the prompt 1 2
    And the model says 3 4 5 6
    And the draft head says 0 for token 3
    And decoding with 3 drafts in the lane "batched+cycle"
    And 4 tokens are asked for
    When the answer is generated
    Then the rounds are
      | accepted |
      | 2 |
      | 1 |

  Scenario: another one rejected
    Given the prompt 1 2
    And the model says 3 4 5 6
    And the draft head says 0 for token 3
    And decoding with 3 drafts in the lane "batched+cycle"
    And 4 tokens are asked for
    When the answer is generated
    Then the rounds are
      | rejected |
      | 1 |
      |  |

  Scenario: a bonus that was none
    Given the prompt 1 2
    And the model says 3 4 5 6
    And the draft head says 0 for token 3
    And decoding with 3 drafts in the lane "batched+cycle"
    And 4 tokens are asked for
    When the answer is generated
    Then the rounds are
      | bonus |
      | 6 |
      |  |

  Scenario: a block that was none
    Given the prompt 1 2
    And the model says 3 4 5 6
    And the draft head says 0 for token 3
    And decoding with 3 drafts in the lane "batched+cycle"
    And 4 tokens are asked for
    When the answer is generated
    Then the rounds are
      | copied |
      | 1 of 3 |
      |  |

  Scenario: other tokens forwarded again
    Given the prompt 1 2
    And the model says 3 4 5 6
    And the draft head says 0 for token 3
    And decoding with 3 drafts in the lane "batched+cycle"
    And 4 tokens are asked for
    When the answer is generated
    Then the rounds are
      | again |
      | 3 |
      |  |

  Scenario: a part of a block that was whole
    Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
    And the model says 6 7 5 4
    And decoding with 3 drafts in the lane "batched+cycle"
    And 4 tokens are asked for
    When the answer is generated
    Then the rounds are
      | copied |
      | 2 of 3 |

  Scenario: a block given up that was whole
    Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
    And the model says 6 7 5 4
    And decoding with 3 drafts in the lane "batched+cycle"
    And 4 tokens are asked for
    When the answer is generated
    Then the rounds are
      | copied |
      | given up |

  Scenario: another number of blocks
    Given the prompt 1 2 3 4 5 6 7 5 4 3 2 7 1 2 3 4 5
    And the model says 6 7 5 4
    And decoding with 3 drafts in the lane "batched+cycle"
    And 4 tokens are asked for
    When the answer is generated
    Then 2 blocks were tried

  Scenario: blocks where nothing was copied
    Given the prompt 1 2
    And the model says 3 4 5 6
    And the draft head says 0 for token 3
    And decoding with 3 drafts in the lane "batched+cycle"
    And 4 tokens are asked for
    When the answer is generated
    Then 1 block was tried

  Scenario: blocks that nobody asked for
    Then 0 blocks were tried
