# Everything here sets itself up on a bare machine with Python 3.11 or newer: `make demo`, `make test`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# What OpenCV, the renderer and the browser test need of the system: Debian's names.
LIBRARIES := libgl1 libglib2.0-0
RENDERING := libegl1 libosmesa6
BROWSER   := chromium fonts-dejavu-core
SHELL_OF_IT := chromium-headless-shell
APT       := DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends
MAY_APT   := command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]

.PHONY: demo test tests test-train test-scale test-postgresql attack audit lint bench clean help system-libraries system-rendering system-browser system-postgresql

help:           ## say what can be made
	@grep -E '^[a-z-]+: .*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

demo: $(VENV)/.ready  ## follow a filmed game on a page in the browser
	@$(BIN)/tableside demo

test: $(VENV)/.ready-test system-browser system-rendering  ## lint, types and tests
	@$(MAKE) --no-print-directory --jobs=2 --keep-going lint tests

tests: $(VENV)/.ready-test  # while some of them wait, lint and types are looked at
	@$(BIN)/python -m pytest -n auto --dist loadgroup --no-loadscope-reorder

test-train: $(VENV)/.ready-train system-rendering  ## a training of a few steps, exported and read with; installs PyTorch
	@$(BIN)/python -m pytest -m training tests/models

test-scale: test-postgresql  ## the store on SQLite and on PostgreSQL, and many processes; KILLS=50 kills so often
	@$(BIN)/python -m pytest -m store -n auto --dist loadgroup --no-loadscope-reorder tests/service tests/attacks

test-postgresql: $(VENV)/.ready-scale system-postgresql  ## its part on a PostgreSQL of its own, and many processes
	@$(if $(KILLS),TABLESIDE_TEST_KILLS=$(KILLS)) $(BIN)/python -m pytest -m "store or scale" --postgresql -n auto --dist loadgroup --no-loadscope-reorder tests/service tests/attacks tests/scale

attack: $(VENV)/.ready-test system-browser  ## the long part of what a stranger may send and do; LONG=1 adds hours of it
	@$(if $(LONG),TABLESIDE_ATTACKS_LONG=1) $(BIN)/python -m pytest tests/attacks -m attack -n auto --dist loadgroup --no-loadscope-reorder
	@$(BIN)/python tests/attacks/fuzz.py --processes 2 --minutes $(if $(LONG),60,1)
ifdef LONG
	@$(BIN)/python tests/benchmarks/durable.py --store --kills 1000
	@$(BIN)/python tests/benchmarks/durable.py datasets/demo/films/stackernoos --kills 50
endif

audit: $(VENV)/.ready  ## known holes of the installed libraries; needs the list that PyPI has of them
	@[ -x $(VENV)/audit/bin/pip-audit ] || { $(PYTHON) -m venv $(VENV)/audit && $(VENV)/audit/bin/pip install --quiet pip-audit; }
	@$(VENV)/audit/bin/pip-audit --strict --path "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"

lint: $(VENV)/.ready-test  ## ruff and mypy alone
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

bench: $(VENV)/.ready-test  ## figures of this machine that need no photographs
	@for b in engine service; do $(BIN)/python tests/benchmarks/$$b.py; done

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	{ echo "Tableside needs Python 3.11 or newer; name one: make PYTHON=python3.12 …"; exit 2; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.ready: pyproject.toml | $(VENV)/bin/python
	@echo "Installing Tableside and its libraries into $(VENV): about 500 MB, once, some minutes; pip is quiet meanwhile …"
	@$(PIP) -e .
	@$(MAKE) --no-print-directory system-libraries
	@touch $@

$(VENV)/.ready-test: pyproject.toml | $(VENV)/bin/python
	@echo "Installing what the tests need into $(VENV): about 900 MB in all, once, some minutes; pip is quiet meanwhile …"
	@$(PIP) -e '.[test]'
	@$(MAKE) --no-print-directory system-libraries
	@touch $@ $(VENV)/.ready

$(VENV)/.ready-train: $(VENV)/.ready-test
	@echo "Installing what training needs into $(VENV): PyTorch, several GB, once, many minutes; pip is quiet meanwhile …"
	@$(PIP) -e '.[train]'
	@touch $@

$(VENV)/.ready-scale: $(VENV)/.ready-test
	@echo "Installing what many tables need into $(VENV): some minutes; pip is quiet meanwhile …"
	@$(PIP) -e '.[scale,test-scale]'
	@touch $@

system-libraries:
	@$(BIN)/python -c 'import cv2' 2>/dev/null || \
	{ $(MAY_APT) && echo "Installing $(LIBRARIES) for OpenCV …" && apt-get update -qq && $(APT) $(LIBRARIES) >/dev/null; } || \
	{ echo "OpenCV needs libraries of the system. As an administrator: apt-get install $(LIBRARIES)"; exit 2; }

system-rendering:
	@ldconfig -p 2>/dev/null | grep -q libOSMesa || \
	{ $(MAY_APT) && echo "Installing $(RENDERING) for rendering …" && apt-get update -qq && $(APT) $(RENDERING) >/dev/null; } || \
	echo "No software GL was found, so tests that render will fail. As an administrator: apt-get install $(RENDERING)"

system-browser:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || \
	{ $(MAY_APT) && echo "Installing Chromium for the browser test …" && apt-get update -qq && $(APT) $(BROWSER) >/dev/null; } || \
	echo "No Chromium was found, so the browser test is skipped. As an administrator: apt-get install $(BROWSER)"
	@command -v $(SHELL_OF_IT) >/dev/null || \
	{ $(MAY_APT) && echo "Installing $(SHELL_OF_IT), with which the browser test takes half as long …" && apt-get update -qq && $(APT) $(SHELL_OF_IT) >/dev/null 2>&1; } || \
	echo "Without $(SHELL_OF_IT) the browser test takes twice as long. As an administrator: apt-get install $(SHELL_OF_IT)"

system-postgresql:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || \
	{ $(MAY_APT) && echo "Installing PostgreSQL for the tests of many tables …" && apt-get update -qq && $(APT) postgresql >/dev/null; } || \
	{ echo "The tests of many tables need PostgreSQL. As an administrator: apt-get install postgresql"; exit 2; }

clean:          ## remove the environment and what the tools left
	@rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
