package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"rowproof/engine/checkpoint"
	"rowproof/harness/report"
)

// tree is the checkpoints of a store, each behind the one that it continues.
type tree []*node

// node is a checkpoint.
type node struct {
	Name        checkpoint.Name `json:"name"`
	Continues   checkpoint.Name `json:"continues,omitempty"` // the longest one whose tokens it begins with
	Model       string          `json:"model,omitempty"`
	Family      string          `json:"family,omitempty"`
	Tokens      int             `json:"tokens"`
	Bytes       int64           `json:"bytes"`
	LastUse     time.Time       `json:"last_use"`
	Generation  uint64          `json:"generation"`
	Quarantined string          `json:"quarantined,omitempty"` // why

	depth int
	more  []*node
}

// grow reads the tokens of every checkpoint, one after the other.
func grow(s *checkpoint.Store) (tree, error) {
	var roots []*node
	byName := map[checkpoint.Name]*node{}
	for _, i := range s.List() { // what continues is longer, so it comes later
		n := &node{
			Name: i.Name, Family: i.Family, Tokens: i.Tokens, Bytes: i.Size, LastUse: i.LastUse.UTC(),
			Generation: i.Generation, Quarantined: i.Quarantined,
		}
		if i.Model != (checkpoint.Identity{}) {
			n.Model = fmt.Sprintf("%x", i.Model)
		}
		if i.Quarantined != "" {
			roots = append(roots, n)
			continue
		}
		tokens, err := s.Tokens(i.Name)
		if err != nil {
			return nil, err
		}
		byName[i.Name] = n
		begins := s.Ancestors(i.Model, tokens[:len(tokens)-1])
		if len(begins) == 0 {
			roots = append(roots, n)
			continue
		}
		n.Continues = begins[len(begins)-1]
		parent := byName[n.Continues]
		n.depth = parent.depth + 1
		parent.more = append(parent.more, n)
	}
	return flat(nil, roots), nil
}

func flat(into tree, nodes []*node) tree {
	if into == nil {
		into = tree{} // an empty store is an empty array
	}
	for _, n := range nodes {
		into = flat(append(into, n), n.more)
	}
	return into
}

// short is enough of a name or a sum to tell it from others.
func short(name string) string { return name[:min(len(name), 12)] }

func (t tree) table(w io.Writer, look report.Look) {
	tw := table.NewWriter()
	tw.SetOutputMirror(w)
	tw.SetStyle(table.StyleDefault)
	step := "  "
	if look.Lines {
		tw.SetStyle(table.StyleLight)
		step = "\u2514 "
	}
	tw.Style().Format.Header = text.FormatDefault
	tw.Style().Format.Footer = text.FormatDefault
	right := func(name string) table.ColumnConfig {
		return table.ColumnConfig{Name: name, Align: text.AlignRight, AlignHeader: text.AlignRight, AlignFooter: text.AlignRight}
	}
	tw.SetColumnConfigs([]table.ColumnConfig{right("tokens"), right("bytes"), right("generation")})
	tw.AppendHeader(table.Row{"checkpoint", "tokens", "bytes", "last use", "generation", "family", "model", "state"})
	var bytes int64
	for _, n := range t {
		bytes += n.Bytes
		state := "good"
		if n.Quarantined != "" {
			state = "quarantined"
		}
		indent := ""
		if n.depth > 0 {
			indent = strings.Repeat("  ", n.depth-1) + step
		}
		tw.AppendRow(table.Row{
			indent + short(string(n.Name)), n.Tokens, n.Bytes, n.LastUse.Local().Format(time.DateTime),
			n.Generation, n.Family, short(n.Model), state,
		})
	}
	tw.AppendFooter(table.Row{checkpoints(len(t)), "", strconv.FormatInt(bytes, 10), "", "", "", "", ""})
	tw.Render()
	for _, n := range slices.DeleteFunc(slices.Clone(t), func(n *node) bool { return n.Quarantined == "" }) {
		fmt.Fprintf(w, "quarantined %s: %s\n", short(string(n.Name)), n.Quarantined)
	}
}
