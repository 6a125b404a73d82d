Feature: A model folder that cannot be trusted is refused
  A folder is loaded as it lies on disk: its configuration, its weights, its tokenizer.
  What is wrong with one of them is an error that names the file, and the field or the
  tensor, before anything is computed and before memory is asked for. In each scenario
  one thing of a sound folder is changed.

  Scenario: the folder as it was made
    What nobody touched is loaded.
    Given a copy of the tiny model's folder
    When the folder is loaded
    Then it is loaded

  Rule: The configuration must make sense

    Scenario Outline: <what>
      The error names the field.
      Given a copy of the tiny model's folder
      And in "config.json" the text '<text>' is '<instead>' instead
      When the folder is loaded
      Then it is refused for its configuration
      And it is an error that says "config.json"
      And it is an error that says "<field>"

      Examples:
        | what                     | text                     | instead                  | field               |
        | a width of zero          | "hidden_size": 64        | "hidden_size": 0         | hidden_size         |
        | a width below zero       | "hidden_size": 64        | "hidden_size": -64       | hidden_size         |
        | a width that is no width | "hidden_size": 64        | "hidden_size": "64"      | hidden_size         |
        | layers without end       | "num_hidden_layers": 4   | "num_hidden_layers": 1e9 | num_hidden_layers   |
        | heads that do not divide | "num_key_value_heads": 2 | "num_key_value_heads": 3 | num_key_value_heads |

    Scenario: no configuration
      The error names the file that is not there.
      Given a copy of the tiny model's folder
      And "config.json" is missing
      When the folder is loaded
      Then it is refused for its configuration
      And it is an error that says "config.json"

    Scenario: a configuration that ends in its middle
      Half a file is no file.
      Given a copy of the tiny model's folder
      And "config.json" ends in its middle
      When the folder is loaded
      Then it is refused for its configuration
      And it is an error that says "config.json"

  Rule: Every tensor must be there, whole and finite

    Scenario Outline: <tensor> is left out
      The error names the tensor as the Hugging Face files of a text model do, whichever
      of the names in use would have been accepted.
      Given a copy of the tiny model's folder
      And tensor "<tensor>" is left out
      When the folder is loaded
      Then it is refused for its weights
      And it is an error that says "<named>"

      Examples:
        | tensor                                                  | named                                    |
        | lm_head.weight                                          | lm_head.weight                           |
        | model.language_model.embed_tokens.weight                | model.embed_tokens.weight                |
        | model.language_model.layers.3.self_attn.q_proj.weight   | model.layers.3.self_attn.q_proj.weight   |
        | model.language_model.layers.0.linear_attn.conv1d.weight | model.layers.0.linear_attn.conv1d.weight |
        | mtp.fc.weight                                           | mtp.fc.weight                            |

    Scenario Outline: <tensor> has a row too few
      The error names file and tensor.
      Given a copy of the tiny model's folder
      And tensor "<tensor>" has a row too few
      When the folder is loaded
      Then it is refused for its weights
      And it is an error that says "model.safetensors"
      And it is an error that says "<tensor>"

      Examples:
        | tensor                                          |
        | lm_head.weight                                  |
        | model.language_model.norm.weight                |
        | model.language_model.layers.0.linear_attn.A_log |
        | mtp.fc.weight                                   |

    Scenario Outline: <tensor> holds a NaN
      A broken weight breaks rows later, far from its cause. It is found when it is read.
      Given a copy of the tiny model's folder
      And tensor "<tensor>" holds a NaN
      When the folder is loaded
      Then it is refused for its weights
      And it is an error that says "model.safetensors"
      And it is an error that says "<tensor>"

      Examples:
        | tensor                                   |
        | lm_head.weight                           |
        | model.language_model.embed_tokens.weight |
        | model.language_model.norm.weight         |
        | mtp.layers.0.mlp.up_proj.weight          |

    Scenario: no weights at all
      A folder without them is not a model.
      Given a copy of the tiny model's folder
      And "model.safetensors" is missing
      When the folder is loaded
      Then it is refused for its weights
      And it is an error that says "model*.safetensors"

  Rule: A weights file says how long it is, and that must be true

    Scenario Outline: a header of <bytes> bytes
      A length beyond the file asks for no memory.
      Given a copy of the tiny model's folder
      And the header of "model.safetensors" claims <bytes> bytes
      When the folder is loaded
      Then it is refused for its file
      And it is an error that says "model.safetensors"

      Examples:
        | bytes                |
        | 0                    |
        | 100000000            |
        | 1152921504606846976  |
        | 18446744073709551615 |

    Scenario: weights that end in their middle
      Tensors that lie behind the end are not there.
      Given a copy of the tiny model's folder
      And "model.safetensors" ends in its middle
      When the folder is loaded
      Then it is refused for its file
      And it is an error that says "model.safetensors"

  Rule: A tokenizer that cannot be read is no tokenizer

    Scenario: a tokenizer that ends in its middle
      The error names the file.
      Given a copy of the tiny model's folder
      And "tokenizer.json" ends in its middle
      When the folder is loaded
      Then it is refused for its tokenizer
      And it is an error that says "tokenizer.json"

    Scenario: a token that the weights know nothing of
      Somebody added it to the tokenizer alone. A prompt with it would read past the end
      of the embedding, so the folder is refused, not the prompt: the error names the file
      and the ID.
      Given a copy of the tiny model's folder
      And in "tokenizer.json" the text '"id": 383' is '"id": 384' instead
      And in "tokenizer.json" the text '"content": "{t383}"' is '"content": "<tool>"' instead
      When the folder is loaded
      Then it is refused for its vocabulary
      And it is an error that says "tokenizer.json"
      And it is an error that says "ID 384"
