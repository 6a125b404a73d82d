package steps

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/cucumber/godog"

	"rowproof/engine/rng/numpy"
	"rowproof/oracle"
)

// outcomeSteps say one thing about what a call gave.
var outcomeSteps = []step{
	bound(`the token is (-?\d+)`, (*world).thenToken),
	bound(`the tokens are ([-\d ]+)`, (*world).thenTokens),
	bound(`the probabilities are`, (*world).thenProbabilities),
	bound(`it is refused as "([^"]+)" with (\d+) NaN and (\d+) (?:infinity|infinities) of (\d+)`, (*world).thenRefused),
	bound(`it is refused as a bad value`, (*world).thenBadValue),
	bound(`the route does not apply`, (*world).thenNone),
	bound(`it is an error that says "([^"]+)"`, (*world).thenError),
	bound(`nothing was drawn`, (*world).thenNothingDrawn),
	bound(`each token took exactly one double from the stream`, (*world).thenOneDoubleEach),
}

var errNoAnswer = errors.New("there is no answer to look at")

// thenToken holds for every draw of the scenario.
func (w *world) thenToken(token int64) error {
	return w.thenTokens(words(slices.Repeat([]int64{token}, max(1, len(w.draws)))))
}

func (w *world) thenTokens(list string) error {
	var seen []string
	for _, d := range w.draws {
		if d.Err != nil {
			seen = append(seen, d.Err.Msg)
			continue
		}
		seen = append(seen, strconv.FormatInt(*d.Tok, 10))
	}
	if got := strings.Join(seen, " "); got != list {
		return fmt.Errorf("seen %s", got)
	}
	return nil
}

func (w *world) thenProbabilities(t *godog.Table) error {
	tokens, mass, err := weights(t)
	if err != nil {
		return err
	}
	if w.dist == nil {
		return errNoAnswer
	}
	seen, p := w.dist.IDs, w.dist.P
	if w.dist.Type == "dense" {
		seen, p = nil, w.dist.All
		for i := range *p {
			seen = append(seen, int64(i))
		}
	}
	if !slices.Equal(seen, tokens) || !slices.EqualFunc(*p, mass, sameBits) {
		return fmt.Errorf("seen %v with %v", seen, *p)
	}
	return nil
}

func sameBits(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }

// thenRefused holds for every draw of the scenario.
func (w *world) thenRefused(where string, nan, inf, width int) error {
	if w.failed != nil {
		return w.failed
	}
	return eachRefused(w.draws, oracle.NonFinite(where, nan, inf, width))
}

func (w *world) thenBadValue() error {
	return eachRefused(w.draws, &oracle.Err{Kind: oracle.KindValue})
}

func eachRefused(draws []oracle.Draw, want *oracle.Err) error {
	if len(draws) == 0 {
		return errNoAnswer
	}
	for _, d := range draws {
		if err := sameRefusal(d.Err, want); err != nil {
			return err
		}
	}
	return nil
}

// sameRefusal compares what is judged: never the wording.
func sameRefusal(seen, want *oracle.Err) error {
	if seen == nil {
		return errors.New("it was not refused")
	}
	if got := oracle.Canonical(seen); string(got) != string(oracle.Canonical(want)) {
		return fmt.Errorf("seen %s", got)
	}
	return nil
}

func (w *world) thenNone() error {
	if !w.none {
		return errors.New("the route was taken")
	}
	return nil
}

func (w *world) thenError(text string) error {
	if w.failed == nil || !strings.Contains(w.failed.Error(), text) {
		return seenError(w.failed)
	}
	return nil
}

// seenError says which error a comparison met.
func seenError(err error) error {
	if err == nil {
		return errors.New("seen no error")
	}
	return fmt.Errorf("seen %w", err)
}

func (w *world) thenNothingDrawn() error {
	if w.ds4 != nil {
		return w.ds4.moved(0)
	}
	return w.drawn(0)
}

func (w *world) thenOneDoubleEach() error { return w.drawn(1) }

// drawn compares the double that the stream would give next, after each draw,
// with that of a fresh stream from which each draw took n doubles.
func (w *world) drawn(n int) error {
	if len(w.draws) == 0 {
		return errNoAnswer
	}
	fresh := numpy.New(w.seed)
	for i, d := range w.draws {
		for range n {
			fresh.Float64()
		}
		if d.Next == nil {
			return fmt.Errorf("draw %d: %w", i, errNoAnswer)
		}
		if want := fresh.Peek(); !sameBits(float64(*d.Next), want) {
			return fmt.Errorf("after draw %d the next double is %v, not %v", i, *d.Next, want)
		}
	}
	return nil
}
