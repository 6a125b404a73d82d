package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"rowproof/harness/modelmake"
)

type modelCmd struct {
	Make  modelMakeCmd  `cmd:"" help:"Make a small model of the Qwen3.5 architecture, with a draft head."`
	Prove modelProveCmd `cmd:"" help:"Hold models, and our engine on them, against the oracle."`
}

type modelMakeCmd struct {
	Dir string `arg:"" help:"Folder to make; it must not exist, or be empty."`

	Layers           int    `default:"${layers}" help:"Layers of the trunk."`
	Interval         int    `default:"${interval}" help:"Every n-th layer is full attention, the others are recurrent."`
	Hidden           int    `default:"${hidden}" help:"Width of the residual stream."`
	Intermediate     int    `default:"${intermediate}" help:"Width of the MLPs."`
	Heads            int    `default:"${heads}" help:"Attention heads."`
	KVHeads          int    `name:"kv-heads" default:"${kvheads}" help:"Heads of keys and values."`
	HeadDim          int    `default:"${headdim}" help:"Width of a head."`
	LinearKeyHeads   int    `default:"${linearkeyheads}" help:"Key heads of a recurrent layer."`
	LinearValueHeads int    `default:"${linearvalueheads}" help:"Value heads of a recurrent layer."`
	LinearKeyDim     int    `default:"${linearkeydim}" help:"Width of a recurrent key head."`
	LinearValueDim   int    `default:"${linearvaluedim}" help:"Width of a recurrent value head."`
	Vocabulary       int    `default:"${vocabulary}" help:"Tokens."`
	DType            string `name:"dtype" default:"float32" enum:"float32,bfloat16,float16" help:"Storage of the weights: ${enum}. float16 carries no poison."`
	Seed             uint64 `default:"7" help:"Of the weights."`
	Tied             bool   `help:"Use the embedding as the output matrix. Carries only the poison nan and dnan."`
	Sidecar          bool   `help:"Write the draft head to mtp.safetensors."`
	Poison           string `placeholder:"KIND:TOKEN,..." help:"Tokens that break a row, or mask it; the kinds are above."`
}

// Help is shown by model make --help.
func (*modelMakeCmd) Help() string {
	return `Makes a model folder that is the same bytes on every machine, to be loaded by rowproof, by
mlx-lm and by MTPLX. Every token decodes to a name of its own, so a text is a list of tokens.

Texts mostly walk along one cycle through the vocabulary, with and without --tied, and drafts are
accepted often.

A poison makes a token a trigger: wherever it stands, it makes the row of logits behind it, and
no other row, what the kind says:

    nan     every logit is NaN
    posinf  one logit is +Inf
    allneg  every logit is -Inf
    one     one logit is NaN
    most    most logits are NaN, but not those of the lowest IDs
    mask    all logits but five are -Inf: a legal mask and no fault

These are of the trunk's row. dnan, dposinf, dallneg, done, dmost and dmask are the same for the
draft head's row behind the trigger: they reach no row of the trunk, so a prompt that ends with
such a token is healthy. --tied carries only nan and dnan, float16 no kind.

Examples:

    rowproof model make build/tiny
    rowproof model make build/poisoned --poison nan:301,dposinf:302
    rowproof model make build/half --dtype bfloat16 --layers 8`
}

// modelVars are the defaults for the help of flags.
func modelVars(into map[string]string) {
	o := modelmake.DefaultOptions()
	for name, value := range map[string]int{
		"layers": o.Layers, "interval": o.Interval, "hidden": o.Hidden, "intermediate": o.Intermediate,
		"heads": o.Heads, "kvheads": o.KVHeads, "headdim": o.HeadDim, "linearkeyheads": o.LinearKeyHeads,
		"linearvalueheads": o.LinearValueHeads, "linearkeydim": o.LinearKeyDim, "linearvaluedim": o.LinearValueDim,
		"vocabulary": o.Vocabulary,
	} {
		into[name] = strconv.Itoa(value)
	}
}

// Run makes the folder.
func (c *modelMakeCmd) Run(ctx context.Context, _ *program) error {
	o := modelmake.Options{
		Layers: c.Layers, Interval: c.Interval, Hidden: c.Hidden, Intermediate: c.Intermediate,
		Heads: c.Heads, KVHeads: c.KVHeads, HeadDim: c.HeadDim,
		LinearKeyHeads: c.LinearKeyHeads, LinearValueHeads: c.LinearValueHeads,
		LinearKeyDim: c.LinearKeyDim, LinearValueDim: c.LinearValueDim,
		Vocabulary: c.Vocabulary, DType: c.DType, Seed: c.Seed, Tied: c.Tied, Sidecar: c.Sidecar,
	}
	var err error
	if o.Poison, err = modelmake.ParseTriggers(c.Poison); err == nil {
		err = modelmake.Make(ctx, c.Dir, o)
	}
	var refused *modelmake.OptionError
	if errors.As(err, &refused) {
		err = fmt.Errorf("--%s: %s", strings.ReplaceAll(refused.Option, "_", "-"), refused.Reason)
	}
	return coded(exitUsage, err) // what else can go wrong is that the folder cannot be written
}
