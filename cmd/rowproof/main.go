// Command rowproof holds an engine's token selection against receipts of the oracle.
package main

import (
	"os"

	"rowproof/harness/inprocess"
)

func main() {
	os.Exit(newProgram(inprocess.New()).run(os.Args[1:]))
}
