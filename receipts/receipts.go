// Package receipts holds the recorded behaviour of the oracles, as data: rows/
// and ds4/ are receipt files (package oracle reads them), schema/ has a JSON
// schema for each group; e2e/ has records of whole generations (package oracle/e2e
// reads them) on the folders in models/; the files beside them put the same facts
// side by side for people. NOTICE at the root of the repository names their origin.
package receipts

import "embed"

// FS holds every file of this folder but checks.json, which is about the project
// itself (make gates writes it).
//
//go:embed rows ds4 e2e models schema oracle.jsonl native-invalid-rows.jsonl environment.json kinds.json
var FS embed.FS
