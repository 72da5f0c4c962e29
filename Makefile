# Every target is one command; `make help` lists them.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PREFIX ?= /usr/local
DESTDIR ?=

sluice := .build/release/sluice
movie := Output/input/movie.mp4
result := Output/vod-encode
# What plugins are compiled against.
modules := $(patsubst %,.build/release/Modules/%.swiftmodule,Media StageKit StageTesting)

.PHONY: help run build test test-capture lint reference bench install clean

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build $(movie) ## Turn a test movie into HLS with fragmented MP4, from nothing
	@$(sluice) run Pipelines/vod-encode.yaml --set input=$(movie) --set output=$(result)
	@Scripts/how-to-play $(result)

build: ## Build the tool in release
	@Scripts/setup
	@swift build --configuration release --product sluice

test: ## Check form, build for debugging, run all tests
	@Scripts/setup --test
	@Scripts/lint
	@swift build --build-tests
	@Scripts/test

test-capture: ## Test capture on a kernel with virtual devices; builds that kernel once, some minutes
	@Scripts/setup --test
	@swift build --build-tests
	@Scripts/test-capture

lint: ## Check formatting, imports and sizes
	@Scripts/setup --test
	@Scripts/lint

reference: ## Write the references of stages and of validation rules anew, and render the pages
	@Scripts/setup
	@swift build --product sluice
	@.build/debug/sluice stages --markdown > Sources/StageKit/StageKit.docc/StageReference.md
	@.build/debug/sluice validate --rules --markdown > Sources/StageKit/StageKit.docc/ValidationRules.md
	@for folder in Plugins/*; do \
		.build/debug/sluice plugin build "$$folder" && \
		.build/debug/sluice stages --markdown --plugin "./$$folder" > "$$folder/Reference.md"; \
	done
	@swift build --target StageTesting
	@Scripts/render-documentation

bench: build ## Measure against other tools; takes some minutes and more than 12 GB under Output/bench
	@Scripts/setup --test
	@Benchmarks/run

# Under sudo there is often no Swift on PATH: then what was built before is installed.
install: ## Install the tool under PREFIX (/usr/local)
	@if command -v swift >/dev/null || [[ ! -x $(sluice) ]]; then $(MAKE) --no-print-directory build; fi
	@install -D --mode=755 $(sluice) $(DESTDIR)$(PREFIX)/bin/sluice
	@install -D --mode=644 --target-directory=$(DESTDIR)$(PREFIX)/share/sluice/Pipelines Pipelines/*.yaml
	@install -D --mode=644 --target-directory=$(DESTDIR)$(PREFIX)/lib/sluice/Modules $(modules)
	@mkdir -p $(DESTDIR)$(PREFIX)/share/bash-completion/completions
	@$(sluice) completion bash >$(DESTDIR)$(PREFIX)/share/bash-completion/completions/sluice
	@printf 'installed %s\n' $(DESTDIR)$(PREFIX)/bin/sluice

clean: ## Remove everything that was built or made
	@rm -rf .build Output

$(movie):
	@Scripts/setup
	@Scripts/make-test-movie $@
