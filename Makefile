# Every target is one command; `make help` lists them.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PREFIX ?= /usr/local
DESTDIR ?=

sluice := .build/release/sluice
movie := Output/input/movie.mp4
result := Output/vod-encode
units := $(wildcard Distribution/systemd/*.service Distribution/systemd/*.socket)
zsh := share/zsh/site-functions
# The modules that plugins are compiled against.
modules := $(patsubst %,.build/release/Modules/%.swiftmodule,Media SystemTime StageKit StageTesting)

.PHONY: help run run-live build test test-capture test-package lint release-check reference docs bench install install-files deb test-deb clean

# Warnings are errors in the debug builds of developers, not in the release builds of users, whose compiler may be newer.
test test-capture reference docs: export SLUICE_STRICT = 1

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build $(movie) ## Install, build, and convert a test movie to HLS with fragmented MP4
	@$(sluice) run Pipelines/vod-encode.yaml --set input=$(movie) --set output=$(result)
	@Scripts/how-to-play $(result)

run-live: build ## Install, build, and serve a live test pattern with a player page at http://127.0.0.1:8080/
	@Scripts/fetch-hls-js >/dev/null || printf 'without hls.js, only browsers that play HLS play the page\n' >&2
	@$(sluice) run Pipelines/live-low-latency.yaml

build: ## Build the tool in the release configuration
	@Scripts/setup
	@swift build --configuration release --product sluice

test: ## Run all checks, build the debug configuration, run all tests
	@Scripts/setup --test
	@Scripts/lint
	@swift build --build-tests
	@Scripts/check-api
	@Scripts/test

test-capture: ## Test capture on a kernel with virtual devices; the first run builds the kernel, in minutes
	@Scripts/setup --test
	@swift build --build-tests
	@Scripts/test-capture

test-package: ## Build and run README's programs as packages that depend on a tagged clone; PRODUCTS selects some
	@Scripts/setup --test
	@Scripts/test-package $(PRODUCTS)

lint: ## Check formatting, imports, sizes, links, messages, wording and the API of the last build
	@Scripts/setup --test
	@Scripts/lint

release-check: ## Check that the last run of all tests on the other Debian release passed and is recent
	@Scripts/check-other-release

reference: ## Regenerate the references of stages and validation rules, then render the pages
	@Scripts/setup
	@swift build --product sluice
	@.build/debug/sluice stages --markdown > Sources/StageKit/StageKit.docc/StageReference.md
	@Scripts/generate-stages
	@.build/debug/sluice validate --rules --markdown > Sources/StageKit/StageKit.docc/ValidationRules.md
	@for folder in Plugins/*; do \
		.build/debug/sluice plugin build "$$folder" && \
		.build/debug/sluice stages --markdown --plugin "./$$folder" > "$$folder/Reference.md"; \
	done
	@$(MAKE) --no-print-directory docs

docs: ## Render the articles and symbols of the libraries in Output/documentation
	@Scripts/setup
	@for target in StageTesting AVFoundationCompatibility Sluice HTTPStages; do swift build --target "$$target"; done
	@Scripts/render-documentation

bench: build ## Measure against other tools; takes minutes and more than 12 GB in Output/bench
	@Scripts/setup --test
	@Benchmarks/run

# Under sudo there is often no Swift on PATH; an existing build is installed then.
install: ## Install the tool under PREFIX (/usr/local)
	@if command -v swift >/dev/null || [[ ! -x $(sluice) ]]; then $(MAKE) --no-print-directory build; fi
	@$(MAKE) --no-print-directory install-files
	@printf 'installed %s\n' $(DESTDIR)$(PREFIX)/bin/sluice

install-files:
	@install -D --mode=755 $(sluice) $(DESTDIR)$(PREFIX)/bin/sluice
	@install -D --mode=644 --target-directory=$(DESTDIR)$(PREFIX)/share/sluice/pipelines Pipelines/*.yaml
	@$(if $(modules),install -D --mode=644 --target-directory=$(DESTDIR)$(PREFIX)/lib/sluice/Modules $(modules))
	@install -D --mode=644 --target-directory=$(DESTDIR)$(PREFIX)/share/sluice/monitoring Documentation/Monitoring/alerts.yml \
		Documentation/Monitoring/dashboard.json
	@$(sluice) schema >$(DESTDIR)$(PREFIX)/share/sluice/pipeline.schema.json
	@if player="$$(Scripts/fetch-hls-js --find 2>/dev/null)"; then \
		install --mode=644 "$$player" $(DESTDIR)$(PREFIX)/share/sluice/hls.mjs; \
		install --mode=644 Distribution/hls.js.notice $(DESTDIR)$(PREFIX)/share/sluice/hls.mjs.notice; \
	fi
	@install -D --mode=644 --target-directory=$(DESTDIR)$(PREFIX)/lib/systemd/system $(units)
	@sed --in-place 's|/usr/bin/sluice|$(PREFIX)/bin/sluice|' $(addprefix $(DESTDIR)$(PREFIX)/lib/systemd/system/,$(notdir $(units)))
	@install -D --mode=644 Distribution/systemd/sluice.sysusers $(DESTDIR)$(PREFIX)/lib/sysusers.d/sluice.conf
	@mkdir -p $(DESTDIR)$(PREFIX)/share/bash-completion/completions $(DESTDIR)$(PREFIX)/$(zsh) \
		$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	@mkdir -p $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/man/man5
	@pages="$$($(sluice) manual)"; for page in $$pages; do \
		$(sluice) manual "$$page" | gzip --best --no-name >"$(DESTDIR)$(PREFIX)/share/man/man$${page##*.}/$$page.gz"; \
	done
	@$(sluice) completion bash >$(DESTDIR)$(PREFIX)/share/bash-completion/completions/sluice
	@$(sluice) completion zsh >$(DESTDIR)$(PREFIX)/$(zsh)/_sluice
	@$(sluice) completion fish >$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/sluice.fish

deb: ## Build a Debian package in Output/packages; the installed tool needs no Swift toolchain
	@Scripts/setup
	@Scripts/make-deb

test-deb: deb ## Install, run, upgrade and purge the package in a clean chroot; needs root, takes minutes
	@Scripts/test-deb

clean: ## Remove build products and Output
	@rm -rf .build Output

$(movie):
	@Scripts/setup
	@Scripts/make-test-movie $@
