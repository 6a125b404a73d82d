package wrong

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

// The receipts that the table is about.
const (
	ReceiptsShared = "shared" // package receipts
	ReceiptsAdded  = "added"  // Added
)

// Catch says in how many cases of one group an engine is found to differ. A group
// without a Catch is one in which nothing differs.
type Catch struct {
	Engine, Receipts, Group string
	Differ                  int
}

//go:embed caught.txt
var caughtText string

// Caught is the committed table, in the order of All, of the receipts and of the
// groups. A test holds it against replays, in both directions.
func Caught() []Catch {
	table, err := parseCatches(caughtText)
	if err != nil {
		panic("wrong: caught.txt: " + err.Error()) // part of the program, and tested
	}
	return table
}

const caughtHeader = `# Where the harness catches each wrong engine.
# Written by: go test ./harness/wrong -run TestEveryMistakeIsCaught -update
# engine | receipts | group | cases that differ
`

// formatCatches and parseCatches write and read the table.
func formatCatches(table []Catch) string {
	var b strings.Builder
	b.WriteString(caughtHeader)
	for _, c := range table {
		fmt.Fprintf(&b, "%s | %s | %s | %d\n", c.Engine, c.Receipts, c.Group, c.Differ)
	}
	return b.String()
}

func parseCatches(text string) ([]Catch, error) {
	var table []Catch
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, " | ")
		if len(fields) != 4 {
			return nil, fmt.Errorf("%q is not engine | receipts | group | number", line)
		}
		n, err := strconv.Atoi(fields[3])
		if err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
		table = append(table, Catch{fields[0], fields[1], fields[2], n})
	}
	return table, nil
}
