package steps

import (
	"context"
	"reflect"
	"regexp"
	"slices"

	"github.com/cucumber/godog"
)

// step binds a sentence to a method of the world. The method takes a context if
// it wants one, then one argument per group of the pattern, then the table or
// text below the sentence if there is one; it returns an error.
type step struct {
	pattern *regexp.Regexp
	method  any // a method expression: func(*world, ...) error
}

func bound(sentence string, method any) step {
	return step{regexp.MustCompile("^" + sentence + "$"), method}
}

// allSteps is the vocabulary of the features.
var allSteps = slices.Concat(
	rowSteps, readerSteps, outcomeSteps, batchSteps, blockSteps, mixedSteps, sparseSteps, diagnosticSteps,
	ds4Steps, parameterSteps, replaySteps, exceptionSteps, fileSteps,
	scriptSteps, generationSteps, generatedSteps, roundSteps, tinySteps, folderSteps,
	keepingSteps, diskSteps, keptSteps,
)

var (
	contextType = reflect.TypeFor[context.Context]()
	errorType   = reflect.TypeFor[error]()
)

// bind registers the vocabulary for one scenario and its world.
func bind(sc *godog.ScenarioContext, w *world, vocabulary []step) {
	for _, s := range vocabulary {
		sc.Step(s.pattern, guarded(w, s.method))
	}
}

// guarded turns a method of the world into a handler for godog, which wants a
// function of the exact arguments, and puts it under the world's guard.
func guarded(w *world, method any) any {
	call := reflect.ValueOf(method)
	t := call.Type()
	own := 1 // the world
	wantsContext := t.NumIn() > 1 && t.In(1) == contextType
	if wantsContext {
		own++
	}
	in := []reflect.Type{contextType}
	for i := own; i < t.NumIn(); i++ {
		in = append(in, t.In(i))
	}
	handler := func(args []reflect.Value) []reflect.Value {
		ctx := args[0].Interface().(context.Context)
		err := w.guard.call(ctx, func(ctx context.Context) error {
			with := []reflect.Value{reflect.ValueOf(w)}
			if wantsContext {
				with = append(with, reflect.ValueOf(ctx))
			}
			err, _ := call.Call(append(with, args[1:]...))[0].Interface().(error)
			return err
		})
		out := reflect.New(errorType).Elem()
		if err != nil {
			out.Set(reflect.ValueOf(err))
		}
		return []reflect.Value{out}
	}
	return reflect.MakeFunc(reflect.FuncOf(in, []reflect.Type{errorType}, false), handler).Interface()
}
