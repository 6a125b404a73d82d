package steps

import (
	"fmt"

	"rowproof/engine/model"
	"rowproof/harness/scripted"
)

// scriptSteps dictate what a model of eight tokens says. Tokens of the answer are
// counted from 1.
var scriptSteps = []step{
	bound(`the model says ([\d ]+)`, (*world).givenAnswer),
	bound(`the draft head says (\d) for token (\d+)`, (*world).givenDraft),
	bound(`a draft head that is never right`, (*world).givenWrongHead),
	bound(`an? (prefill|ar|draft|verify|copy|repair|final) row for token (\d+) with (.+)`, (*world).givenFault),
	bound(`a legal mask on every row`, (*world).givenMasks),
	bound(`what the model says has logit (\d+), all else 0`, (*world).givenLead),
	bound(`a model that holds (\d+) tokens`, (*world).givenContext),
	bound(`a model without a draft head`, (*world).givenHeadless),
	bound(`a model without recurrent layers`, (*world).givenFlat),
}

var scriptedFaults = map[string]scripted.Fault{
	"all NaN":  scripted.NaN,
	"one NaN":  scripted.OneNaN,
	"one +Inf": scripted.PosInf,
	"all -Inf": scripted.AllNeg,
}

func (w *world) givenAnswer(list string) (err error) {
	w.gen.script.Answer, err = tokens(list)
	return err
}

func (w *world) givenDraft(says, token int) error {
	if w.gen.script.Drafts == nil {
		w.gen.script.Drafts = map[int]int{}
	}
	w.gen.script.Drafts[token-1] = says
	return nil
}

func (w *world) givenWrongHead() error {
	for i, token := range w.gen.script.Answer {
		if err := w.givenDraft((token+1)%scripted.Vocabulary, i+1); err != nil {
			return err
		}
	}
	return nil
}

func (w *world) givenFault(kind string, token int, name string) error {
	fault, ok := scriptedFaults[name]
	if !ok {
		return fmt.Errorf("no row has %q", name)
	}
	w.faulty(model.Kind(kind), token-1, fault)
	return nil
}

func (w *world) faulty(kind model.Kind, token int, fault scripted.Fault) {
	if w.gen.script.Faults == nil {
		w.gen.script.Faults = map[scripted.Place]scripted.Fault{}
	}
	w.gen.script.Faults[scripted.Place{Kind: kind, Token: token}] = fault
}

func (w *world) givenMasks() error {
	for token := range w.gen.script.Answer {
		w.faulty("", token, scripted.Mask)
		w.faulty(model.Draft, token, scripted.Mask)
	}
	return nil
}

func (w *world) givenLead(logit float64) error {
	w.gen.script.Lead = float32(logit)
	return nil
}

func (w *world) givenContext(n int) error {
	w.gen.script.Context = n
	return nil
}

func (w *world) givenHeadless() error {
	w.gen.script.Headless = true
	return nil
}

func (w *world) givenFlat() error {
	w.gen.script.Flat = true
	return nil
}
