package main

import (
	"time"

	"github.com/schollz/progressbar/v3"
)

// progressThrottle keeps a fast replay from spending its time on drawing.
const progressThrottle = 50 * time.Millisecond

// bar is a progress bar on stderr, or nothing where stderr is no terminal.
type bar struct {
	p    *program
	what string
	bar  *progressbar.ProgressBar
}

func (p *program) newBar(what string) *bar { return &bar{p: p, what: what} }

// at moves the bar. The total is known with the first step that is done.
func (b *bar) at(done, total int) {
	if b.bar == nil {
		if !isTerminal(b.p.stderr) {
			return
		}
		b.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(b.p.stderr),
			progressbar.OptionSetDescription(b.what),
			progressbar.OptionShowCount(),
			progressbar.OptionSetWidth(30),
			progressbar.OptionThrottle(progressThrottle),
			progressbar.OptionClearOnFinish(),
		)
	}
	_ = b.bar.Set(done) // a bar that cannot be drawn is no reason to stop
}

func (b *bar) close() {
	if b.bar != nil {
		_ = b.bar.Finish()
	}
}
