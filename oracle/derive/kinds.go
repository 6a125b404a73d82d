package derive

import (
	"errors"
	"fmt"

	"rowproof/oracle"
)

var errNoNote = errors.New("kind without a note")

// note says what a kind of row stands for in an inference engine.
type note struct {
	Kind    string   `json:"kind"`
	Means   string   `json:"means"`
	Reports []string `json:"reports,omitempty"` // ids of the reports that show it
}

// kindText is a note with what the receipts hold of it.
type kindText struct {
	note
	Cases   int `json:"cases"`   // cases of the group it is counted in
	Refused int `json:"refused"` // of these, refused by the law (ds4: never)
}

type kindsText struct {
	Reports []report   `json:"reports"`
	Rows    []kindText `json:"rows"`   // counted in ordinary-entry
	Native  []kindText `json:"native"` // counted in native-invalid
	DS4     []kindText `json:"ds4"`    // counted in ds4-control
}

func kinds(files []*oracle.File) ([]byte, error) {
	text := kindsText{Reports: reports}
	for _, list := range []struct {
		into  *[]kindText
		group string
		notes []note
	}{
		{&text.Rows, oracle.GroupOrdinary, rowNotes},
		{&text.Native, oracle.GroupNative, nativeNotes},
		{&text.DS4, oracle.GroupDS4, ds4Notes},
	} {
		counted, err := countKinds(cases(files, list.group), list.notes)
		if err != nil {
			return nil, err
		}
		*list.into = counted
	}
	return document(text)
}

func countKinds(all []*oracle.Case, notes []note) ([]kindText, error) {
	at := map[string]int{}
	out := make([]kindText, len(notes))
	for i, n := range notes {
		out[i].note = n
		at[n.Kind] = i
	}
	for _, c := range all {
		i, ok := at[c.Kind]
		if !ok {
			return nil, fmt.Errorf("%w: %s of %s", errNoNote, c.Kind, c.ID)
		}
		out[i].Cases++
		exp, err := oracle.Expect(c)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.ID, err)
		}
		if refuses(exp) {
			out[i].Refused++
		}
	}
	return out, nil
}

// refuses reports whether the first call of a case ends in an error.
func refuses(exp oracle.Expected) bool {
	switch v := exp.Parts[0].Value.(type) {
	case oracle.Draw:
		return v.Err != nil
	case oracle.NativeOrdinary:
		return v.Err != nil
	default:
		return false
	}
}
