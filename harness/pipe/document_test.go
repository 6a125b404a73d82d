package pipe

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"rowproof/oracle"
)

// TestTheDocumentShowsRealMessages holds each whole message of the protocol's document
// against its schema, and the table of groups against the groups.
func TestTheDocumentShowsRealMessages(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../docs/engine-protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	line := schemas(t)("")
	shown := 0
	for _, found := range regexp.MustCompile("(?m)`(\\{\"id\".*?\\})`|^    [<>] (.*)$").FindAllSubmatch(raw, -1) {
		text := string(found[1]) + string(found[2]) // one of them is empty
		if !json.Valid([]byte(text)) {
			if !strings.Contains(text, "...") {
				t.Errorf("%s is no message and does not say what it leaves out", text)
			}
			continue
		}
		shown++
		if err := line.Validate(tree(t, []byte(text))); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	if shown < 7 {
		t.Errorf("%d messages found", shown)
	}
	for _, group := range oracle.Groups() {
		if !strings.Contains(string(raw), "\n| `"+group+"` |") {
			t.Errorf("group %s is in no table", group)
		}
	}
}
