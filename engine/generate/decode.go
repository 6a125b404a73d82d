package generate

import (
	"context"

	"rowproof/engine/model"
)

// decode generates one token after the other. A token is committed and streamed
// before its own forward.
func (l *loop) decode(ctx context.Context) error {
	for ; ; l.step++ {
		token, err := l.read()
		if err != nil {
			return err
		}
		l.chose(0, token, l.kept.judged)
		if err := l.commit(token); err != nil {
			return err
		}
		if err := l.stream(); err != nil {
			return err
		}
		l.emit(&Event{Step: l.step, Plain: true, Token: token})
		if l.done() {
			return nil
		}
		w, err := l.forward(ctx, model.Pass{Kind: model.Decode, Tokens: []int{token}, Rows: model.LastRow}, none)
		if err != nil {
			return err
		}
		l.kept = w.last()
	}
}
