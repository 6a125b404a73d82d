package steps

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cucumber/godog"

	"rowproof/oracle"
)

// rowSteps give what a reader will be asked to read.
var rowSteps = []step{
	bound(`the (float32|bfloat16|float16) rows?`, (*world).givenRows),
	bound(`a (\S+) row of (\d+) logits, all (\S+) but token (\d+), which is (\S+)`, (*world).givenWideRow),
	bound(`temperature (\S+), top_p (\S+) and top_k (-?\d+)`, (*world).givenParameters),
	bound(`a random stream of seed (\d+)`, (*world).givenSeed),
	bound(`a presence penalty of (\S+) and a frequency penalty of (\S+)`, (*world).givenPenalties),
	bound(`token (-?\d+) was generated (\d+) times? so far`, (*world).givenCount),
	bound(`(\S+) is subtracted from the logit of token (-?\d+)`, (*world).givenBias),
	bound(`the rows come in reversed order`, (*world).givenReversed),
}

func (w *world) givenRows(format string, t *godog.Table) error {
	lines, err := numbers(t)
	if err != nil {
		return err
	}
	for _, values := range lines {
		row, err := rowOf(format, values)
		if err != nil {
			return err
		}
		w.rows = append(w.rows, row)
	}
	return nil
}

func (w *world) givenWideRow(format string, width int, all string, token int, but string) error {
	v, err := number(all)
	if err != nil {
		return err
	}
	values := slices.Repeat([]float64{v}, width)
	if token >= width {
		return fmt.Errorf("token %d of %d", token, width)
	}
	if values[token], err = number(but); err != nil {
		return err
	}
	row, err := rowOf(format, values)
	w.rows = append(w.rows, row)
	return err
}

func (w *world) givenParameters(temperature, topP string, topK int) error {
	t, err := number(temperature)
	if err != nil {
		return err
	}
	p, err := number(topP)
	w.cfg.Temperature, w.cfg.TopP, w.cfg.TopK = oracle.F64(t), oracle.F64(p), topK
	return err
}

func (w *world) givenSeed(seed uint64) error {
	w.seed = seed
	return nil
}

func (w *world) givenPenalties(presence, frequency string) error {
	p, err := number(presence)
	if err != nil {
		return err
	}
	f, err := number(frequency)
	w.cfg.PresencePenalty, w.cfg.FrequencyPenalty = oracle.F64(p), oracle.F64(f)
	return err
}

func (w *world) givenCount(token, n int64) error {
	w.counts = append(w.counts, oracle.Count{ID: token, N: n})
	return nil
}

func (w *world) givenBias(bias string, token int64) error {
	v, err := number(bias)
	w.overlay = append(w.overlay, oracle.Bias{ID: token, Value: oracle.F64(v)})
	return err
}

func (w *world) givenReversed() error {
	slices.Reverse(w.rows)
	return nil
}

// kindsOf names rows that have no kind.
func kindsOf(rows oracle.Rows) []string { return slices.Repeat([]string{"normal"}, len(rows)) }

// words is how a sentence lists tokens.
func words(ids []int64) string { return strings.Trim(fmt.Sprint(ids), "[]") }
