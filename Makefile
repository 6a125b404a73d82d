# Vector loops live behind Go's simd experiment. Everything also builds and
# passes without it, on portable loops with the same bits: the race pass of
# `make test` runs those.
export GOEXPERIMENT ?= simd

GO      ?= go
TOOL     = GOEXPERIMENT= $(GO) tool -modfile=tools/go.mod
FUZZTIME ?= 20s

.PHONY: help run test bench gates format lint build fuzz receipts

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## replay every receipt, run every feature, write out/report.json and out/junit.xml
	@$(GO) run ./cmd/rowproof check

test: ## all tests, then once more with the race detector on the portable loops
	$(GO) test ./...
	GOEXPERIMENT= $(GO) test -race ./...

bench: ## time the readers of a row against taking its maximum; ratios of one run
	@$(GO) run ./cmd/rowproof bench

gates: format lint build ## format, lint and builds for linux and darwin

format: ## fail if a file is not gofumpt-clean
	@unclean=$$($(TOOL) gofumpt -l .) && if [ -n "$$unclean" ]; then echo "not gofumpt-clean:"; echo "$$unclean"; exit 1; fi

lint: ## go vet and golangci-lint, warnings as errors, with and without vectors
	$(GO) vet ./...
	GOEXPERIMENT= $(GO) vet ./...
	$(TOOL) golangci-lint run ./...

build: ## compile the release binary for linux and darwin/arm64
	$(GO) build -trimpath -o build/rowproof ./cmd/rowproof
	GOEXPERIMENT= GOOS=darwin GOARCH=arm64 CGO_ENABLED=0 $(GO) build -trimpath -o build/rowproof-darwin-arm64 ./cmd/rowproof
	GOEXPERIMENT= GOOS=darwin GOARCH=arm64 CGO_ENABLED=0 $(GO) vet ./...

fuzz: ## fuzz the check and the receipt reader for FUZZTIME each
	$(GO) test ./engine/logits -run '^$$' -fuzz FuzzCheck -fuzztime $(FUZZTIME)
	$(GO) test ./oracle -run '^$$' -fuzz FuzzRead -fuzztime $(FUZZTIME)

receipts: ## write the derived receipt files again from the recorded ones
	$(GO) generate ./oracle/...
