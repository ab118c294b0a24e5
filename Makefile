# Everything sets up what it needs. Downloads are kept in $ROOTRANK_TOOLS (default ~/.cache/rootrank-tools).
.DEFAULT_GOAL := help
.PHONY: help setup demo test unit rules cli protocol extension package lab test-editor lint format bench vsix editor lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

setup: ## make .venv with rootrank in it
	@scripts/setup-python.sh

demo: setup ## diagnose a real failing run, recorded in docs/demo
	@scripts/demo.sh

test: ## set up and run every ring of tests; says first what it installs (REQUIRE_ALL=1: none may be left out)
	@scripts/test.sh $(if $(REQUIRE_ALL),--require-all)

unit rules cli protocol extension package lab lint: ## (each ring by its name: unit, rules, cli, protocol, extension, package, lab, lint)
	@scripts/test.sh $@

test-editor: ## drive the extension in a real VS Code (code-server) with Chromium
	@scripts/test.sh editor

format: setup ## rewrite the sources in house style
	@.venv/bin/ruff format server tests scripts hatch_build.py
	@scripts/setup-node.sh
	@npm run --silent format
	@npx --no-install prettier --write --log-level warn "tests/editor/**/*.{mjs,js}"

bench: setup ## measure speed as ratios taken in one run; kept in build/benchmarks.json
	@.venv/bin/python benchmarks/run.py

vsix: setup ## pack the extension: dist/rootrank-PLATFORM-VERSION.vsix (PLATFORM="linux-x64 universal")
	@scripts/setup-node.sh
	@PLATFORM="$(PLATFORM)" scripts/package-vsix.sh

editor: ## open VS Code in the browser with the extension and a sample project
	@scripts/editor.sh

lock: ## renew the lock files
	@scripts/lock.sh

clean: ## remove what was built here (downloads in the tools folder stay)
	rm -rf .venv node_modules tests/editor/node_modules build dist server/rootrank/rulebook/data
