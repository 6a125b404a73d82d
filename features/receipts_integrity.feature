Feature: Receipts that cannot be trusted are refused
  A recorded answer proves something only if it is the one that was recorded, whole. A
  truncated or edited file must end the run with the file, the line and the case, and no
  part of it may be used. Line 1 of a file is its header; case 0 is in line 2.

  Scenario: the file as it was recorded
    What nobody touched is read completely.
    Given a copy of the receipt file "rows/native-invalid.jsonl"
    When it is read
    Then it holds 42 cases

  Rule: A file holds exactly as many cases as its header declares

    Scenario: a case is missing at the end
      A file cut off between two lines looks whole; the declared number says otherwise.
      Given a copy of the receipt file "rows/native-invalid.jsonl"
      And line 43 is missing
      When it is read
      Then it is refused with "wrong number of cases"
      And the error names the file and line 42
      And the error says "header declares 42, file ends after 41"
      And no case of it is handed out

    Scenario: a case is missing in the middle
      It does not matter which one.
      Given a copy of the receipt file "rows/native-invalid.jsonl"
      And line 20 is missing
      When it is read
      Then it is refused with "wrong number of cases"
      And no case of it is handed out

    Scenario: the last line ends in the middle
      A copy that was interrupted is called what it is.
      Given a copy of the receipt file "rows/native-invalid.jsonl"
      And the last line ends in the middle
      When it is read
      Then it is refused with "wrong number of cases"
      And the error names the file and line 43
      And no case of it is handed out

    Scenario: more cases than declared
      A case that was added is refused at its line.
      Given a copy of the receipt file "rows/native-invalid.jsonl"
      And in line 1 "cases":42 is replaced by "cases":41
      When it is read
      Then it is refused with "wrong number of cases"
      And the error names the file and line 43
      And the error says "header declares 41, more follow"
      And no case of it is handed out

    Scenario: a file of receipts without a case
      A file that declares nothing would prove nothing.
      Given a copy of the receipt file "rows/native-invalid.jsonl"
      And in line 1 "cases":42 is replaced by "cases":0
      When it is read
      Then it is refused with "not a receipt"
      And the error names the file and line 1

    Scenario: no bytes at all
      An empty file has no header, so nothing says what should be in it.
      Given a receipt file with no bytes in it
      When it is read
      Then it is refused with "wrong number of cases"

    Scenario: the same case twice
      An id is used once.
      Given a copy of the receipt file "rows/native-invalid.jsonl"
      And line 5 is there twice
      And line 43 is missing
      When it is read
      Then it is refused with "not a receipt"
      And the error names the file and line 6
      And the error names the case "native-invalid/s1/0003"
      And the error says "id was used in line 5"
      And no case of it is handed out

  Rule: A file says what it is in its header

    Scenario: the header is missing
      Cases without a header are nobody's.
      Given a copy of the receipt file "rows/native-invalid.jsonl"
      And line 1 is missing
      When it is read
      Then it is refused with "not a receipt"
      And the error names the file and line 1

    Scenario Outline: the header has an unknown <what>
      What this program does not know it does not guess.
      Given a copy of the receipt file "rows/native-invalid.jsonl"
      And in line 1 <old> is replaced by <new>
      When it is read
      Then it is refused with "not a receipt"
      And the error names the file and line 1
      And the error says "<says>"
      And no case of it is handed out

      Examples:
        | what   | old                                | new                                | says           |
        | schema | "schema":"qwen-numfail-receipts/1" | "schema":"qwen-numfail-receipts/2" | unknown schema |
        | group  | "group":"native-invalid"           | "group":"native"                   | unknown group  |
        | field  | "seed":1                           | "seed":1,"colour":"red"            | unknown field  |
        | number | "header":1                         | "header":2                         | header 2       |

    Scenario: the header lacks a field
      Versions of the recording belong to every file.
      Given a copy of the receipt file "rows/native-invalid.jsonl"
      And in line 1 "mlx":"0.32.2", is removed
      When it is read
      Then it is refused with "not a receipt"
      And the error names the file and line 1
      And the error says "is missing"

  Rule: A case has exactly the fields of its group

    Scenario: a line that is no JSON
      The line is named.
      Given a copy of the receipt file "rows/native-invalid.jsonl"
      And line 7 is
        """
        {"id": "native-invalid/s1/0005",
        """
      When it is read
      Then it is refused with "not a receipt"
      And the error names the file and line 7
      And no case of it is handed out

    Scenario Outline: <what>
      Line 4 holds case 2; the error names both, and what is wrong.
      Given a copy of the receipt file "rows/native-invalid.jsonl"
      And in line 4 <old> is replaced by <new>
      When it is read
      Then it is refused with "not a receipt"
      And the error names the file and line 4
      And the error names the case "native-invalid/s1/0002"
      And the error says "<says>"
      And no case of it is handed out

      Examples:
        | what                               | old                      | new                         | says                          |
        | an unknown field of the case       | "kind":                  | "colour":"red","kind":      | unknown field "colour"        |
        | an unknown field of the request    | "key_seed":              | "colour":"red","key_seed":  | in: not a receipt: unknown field "colour"     |
        | an unknown field of the record     | "argmax_7577":           | "argmax_1":0,"argmax_7577": | out: not a receipt: unknown field "argmax_1"  |
        | another group than the file's      | "group":"native-invalid" | "group":"rng"               | in a file of group            |
        | an unknown kind                    | "kind":"base:nan"        | "kind":"base:nun"           | unknown kind "base:nun"       |
        | an unknown entry                   | "entry":"native-invalid" | "entry":"native"            | unknown entry "native"        |
        | a number where a text belongs      | "key_seed":"             | "key_seed":0,"x":"          | key_seed                      |
        | an unknown number format           | "dt":"f32"               | "dt":"f64"                  | unknown dtype "f64"           |
        | a width that the row does not have | "n":4                    | "n":5                       | hex holds 4 values, n says 5  |
        | a width of zero                    | "n":4                    | "n":0                       | width 0                       |

    Scenario: a missing field
      What a case does not say is not made up.
      Given a copy of the receipt file "rows/native-invalid.jsonl"
      And in line 4 "lazy":-1, is removed
      When it is read
      Then it is refused with "not a receipt"
      And the error names the file and line 4
      And the error names the case "native-invalid/s1/0002"
      And the error says "is missing"
      And no case of it is handed out

    Scenario: a field that is said twice
      Of two values neither is the recorded one.
      Given a copy of the receipt file "rows/native-invalid.jsonl"
      And in line 4 "kind": is replaced by "kind":"base:nan","kind":
      When it is read
      Then it is refused with "not a receipt"
      And the error names the file and line 4
      And the error says "twice"
      And no case of it is handed out

    Scenario: a decimal that disagrees with its bits
      Every number is said twice, and both must be the same number.
      Given a copy of the receipt file "rows/native-invalid.jsonl"
      And in line 4 "v":0.95 is replaced by "v":0.96
      When it is read
      Then it is refused with "not a receipt"
      And the error names the file and line 4
      And the error names the case "native-invalid/s1/0002"

    Scenario: something behind the case
      A line is one case and nothing else.
      Given a copy of the receipt file "rows/native-invalid.jsonl"
      And in line 1 "cases":42} is replaced by "cases":42}{}
      When it is read
      Then it is refused with "not a receipt"
      And the error names the file and line 1

  Rule: A row matches its digest

    Scenario: the digest was changed
      Wide rows are written down as a recipe and the sha256 of what it makes.
      Given a copy of the receipt file "rows/ordinary-entry.jsonl"
      And in line 16 "sha256":"75d57507 is replaced by "sha256":"85d57507
      When it is read
      Then it is refused with "row does not match its sha256"
      And the error names the file and line 16
      And the error names the case "ordinary-entry/s1/0014"
      And no case of it is handed out

    Scenario: the recipe was changed
      Another key makes another row, whose digest is not the one recorded.
      Given a copy of the receipt file "rows/ordinary-entry.jsonl"
      And in line 16 "key":[690797716, is replaced by "key":[690797717,
      When it is read
      Then it is refused with "row does not match its sha256"
      And the error names the file and line 16
      And the error names the case "ordinary-entry/s1/0014"
      And no case of it is handed out

  Rule: The DS4 receipts are held to the same

    Scenario: a DS4 case with an unknown field
      The format is another, the strictness is not.
      Given a copy of the receipt file "ds4/ds4-controls.jsonl"
      And in line 2 "top_k": is replaced by "top_x":0,"top_k":
      When it is read
      Then it is refused with "not a receipt"
      And the error names the file and line 2
      And the error names the case "ds4-0000"

    Scenario: a DS4 file without its last case
      270 are declared.
      Given a copy of the receipt file "ds4/ds4-controls.jsonl"
      And line 271 is missing
      When it is read
      Then it is refused with "wrong number of cases"
      And no case of it is handed out
