# `make demo` and `make test` work on a fresh clone with nothing but make and Python 3.11 or newer.
# Each target makes .venv, installs what it needs (pip's progress stays visible) and leaves a stamp
# in .venv, so that the next call starts at once. Stamps are older than a changed pyproject.toml.

PYTHON ?= python3
VENV ?= .venv

BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip --disable-pip-version-check install --prefer-binary

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test lint types clean

help: ## say what each target does
	@echo "usage: make TARGET [PYTHON=python3.12] [VENV=.venv]"
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-6s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

demo: $(VENV)/.installed ## run the reasoner on the built-in suites; name the report
	$(BIN)/defeasible demo

test: $(VENV)/.installed-test ## run the test suite
	$(BIN)/python -m pytest

lint: $(VENV)/.installed-lint ## ruff: rules and format
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .

types: $(VENV)/.installed-lint ## mypy, strict, on code and tests
	$(BIN)/python -m mypy

clean: ## remove .venv, build outputs and caches (not runs/)
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find reasoner llm datasets eval tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "error: defeasible needs Python 3.11 or newer, but \`$(PYTHON)\` is: $$($(PYTHON) --version 2>&1 | head -n 1)" >&2; \
	  echo "       name a newer one, for example: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; \
	  exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

# Every install brings the core, so each larger stamp also renews the core's.
$(VENV)/.installed: pyproject.toml | $(VENV)/.made
	$(PIP_INSTALL) --editable .
	@touch $@

$(VENV)/.installed-test: pyproject.toml | $(VENV)/.made
	$(PIP_INSTALL) --editable '.[test]'
	@touch $(VENV)/.installed $@

# The types of the tests need what the tests import.
$(VENV)/.installed-lint: pyproject.toml | $(VENV)/.made
	$(PIP_INSTALL) --editable '.[lint,test]'
	@touch $(VENV)/.installed $(VENV)/.installed-test $@
