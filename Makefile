# Vector loops live behind Go's simd experiment. Everything also builds and
# passes without it, on portable loops with the same bits.
export GOEXPERIMENT ?= simd

GO      ?= go
TOOL     = $(GO) tool -modfile=tools/go.mod
FUZZTIME ?= 20s
FRESH    ?= 300
RUNS     ?= ci
# Minimising a find is worth nothing here and can take longer than the fuzzing.
FUZZ      = $(GO) test -run '^$$' -fuzztime $(FUZZTIME) -fuzzminimizetime 1x -fuzz

.PHONY: help run test oracle bench gates format lint fuzz receipts

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## replay every receipt, run every feature, write out/report.json and out/junit.xml
	@$(GO) run ./cmd/rowproof check

test: ## all tests; all with the race detector; the engine once more on its portable loops
	$(GO) test ./...
	$(GO) test -race ./...
	GOEXPERIMENT= $(GO) test ./engine/... ./harness/inprocess
	$(GO) test -tags faultinject ./engine/fault ./engine

oracle: ## record MTPLX receipts again with the real oracle, hold our models and 300 fresh cases against it; RUNS=all for every generation (Linux, Python 3.11)
	@python=$$(oracle/make_env.sh) && engine="exec:$$python oracle/mtplx_engine.py" && \
	$(GO) run ./cmd/rowproof record --oracle "$$engine" --check receipts/rows && \
	$(GO) run ./cmd/rowproof record --oracle "$$engine" --check harness/wrong/receipts && \
	$(GO) run ./cmd/rowproof record --oracle "$$engine" --check --models receipts/models --subset $(RUNS) receipts/e2e && \
	$(GO) run ./cmd/rowproof model prove --oracle "$$engine" && \
	$(GO) run ./cmd/rowproof model prove --oracle "$$engine" receipts/models/tiny-f32 receipts/models/tiny-bf16 && \
	$(GO) run ./cmd/rowproof fresh --oracle "$$engine" --count $(FRESH)

bench: ## time the readers of a row against its maximum (and, where make oracle installed it, the oracle), checkpoints against plain files
	@if [ -x build/oracle/bin/python ]; then \
		$(GO) run ./cmd/rowproof bench --oracle 'build/oracle/bin/python oracle/mtplx_bench.py'; \
	else \
		$(GO) run ./cmd/rowproof bench; \
	fi
	@echo "100 MiB saved, against writing and syncing the same bytes; restored, against reading and summing them;"
	@echo "a conversation forgotten in a store of 10,000 checkpoints:"
	@$(GO) test -run '^$$' -bench 'Save|Restore|Forget' -benchtime 10x ./engine/checkpoint

gates: ## format, lint, release archives, all tests; writes receipts/checks.json
	@$(GO) run ./cmd/gates

format: ## rewrite all Go files as gofumpt wants them
	$(TOOL) gofumpt -w .

lint: ## golangci-lint, warnings as errors
	$(TOOL) golangci-lint run ./...
	$(TOOL) golangci-lint run --build-tags faultinject ./engine/...

fuzz: ## fuzz the check and every reader of files for FUZZTIME each
	$(FUZZ) FuzzCheck ./engine/logits
	$(FUZZ) FuzzOpen ./engine/safetensors
	$(FUZZ) FuzzConfig ./engine/qwen
	$(FUZZ) FuzzRead ./engine/tokenizer
	$(FUZZ) FuzzTemplate ./engine/chat
	$(FUZZ) FuzzRead ./engine/checkpoint
	$(FUZZ) FuzzRead ./oracle
	$(FUZZ) FuzzRead ./oracle/e2e

receipts: ## write the derived receipt files again from the recorded ones
	$(GO) generate ./oracle/...
