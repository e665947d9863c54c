# Everything here sets itself up on a bare machine with Python 3.11 or newer: `make demo`, `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
MISSING_BROWSER := No Chromium was found and it could not be installed here: the browser test will be skipped.

.PHONY: demo test lint browser bench clean help

help:           ## say what can be made
	@grep -E '^[a-z-]+: .*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

demo: $(VENV)/.ready  ## follow the recorded pictures on a page in the browser
	@$(BIN)/tableside demo

test: $(VENV)/.ready-test browser  ## lint, types and tests
	@$(MAKE) --no-print-directory lint
	@$(BIN)/python -m pytest -n auto --dist loadscope

lint: $(VENV)/.ready-test  ## ruff and mypy alone
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

browser:        # Debian's Chromium for the browser test, where it may be installed
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || \
	{ command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && echo "Installing Chromium for the browser test …" && \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium fonts-dejavu-core >/dev/null; } || \
	echo "$(MISSING_BROWSER) As an administrator: apt-get install chromium"

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	{ echo "Tableside needs Python 3.11 or newer; name one: make PYTHON=python3.12 …"; exit 2; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.ready: pyproject.toml | $(VENV)/bin/python
	@echo "Setting up $(VENV) (once) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.ready-test: pyproject.toml | $(VENV)/bin/python
	@echo "Setting up $(VENV) with what the tests need (once) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	@touch $@ $(VENV)/.ready

bench: $(VENV)/.ready-test  ## figures of the engine and the service on this machine
	@for b in engine service; do $(BIN)/python tests/benchmarks/$$b.py; done

clean:          ## remove the environment and what the tools left
	@rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
