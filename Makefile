# Two commands: `make demo` shows Sumtrace at work, `make test` checks it. Each sets up what it needs, once.
# While working: `make check` for lint, types and the fast tests; `make format`.
PYTHON ?= python3
BIN := .venv/bin
LOWEST := .venv-lowest/bin
LOWEST_TESTS := tests/alignment tests/annotate tests/corpus tests/checking/test_checker.py tests/checking/test_judge.py \
  tests/training/test_workers.py \
  $(patsubst %,tests/cli/test_%.py,agree align convert describe errors eval stats train)

# one process more than processors: many tests wait for a browser or for another process
JOBS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')
PYTEST := pytest -n $(JOBS) --dist worksteal
SECONDS ?= 600
POINTS ?= 100

# without bytecode on disk, every command that a test starts would compile the whole package again
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-all check lint types test-fast test-lowest fuzz faults docs format clean

demo: .venv/.installed
	$(BIN)/sumtrace demo --page demo.html

# the types are checked beside the tests, which leave a processor free now and then
test: lint
	@$(MAKE) --no-print-directory --jobs=2 types test-all

test-all: .venv/.installed-dev
	$(BIN)/$(PYTEST)

check: lint types test-fast

lint: .venv/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/.installed-dev
	$(BIN)/mypy

# neither training nor a browser, and few processes of their own
test-fast: .venv/.installed-dev
	$(BIN)/$(PYTEST) tests/alignment tests/corpus tests/evaluation tests/experiments tests/report tests/text \
	  tests/cli/test_errors.py tests/cli/test_eval.py tests/test_direction.py tests/test_files.py tests/test_version.py

# what compiles, trains (on workers, too), reads, checks, writes, serves and prints, with the lowest versions that
# pyproject.toml allows of what the package, its extras dask, pandas and parquet, and the tests need
test-lowest: .venv-lowest/.installed
	$(LOWEST)/$(PYTEST) $(LOWEST_TESTS)

# every reader against mutated files and requests for SECONDS; a seeded part of it is among the tests
fuzz: .venv/.installed-dev
	PYTHONPATH=tests $(BIN)/python -m fuzz.harness --seconds $(SECONDS) --keep

# every command killed, out of disk space and twice at once, at POINTS random moments; as root for full disks
faults: .venv/.installed-dev
	PYTHONPATH=tests $(BIN)/python -m fuzz.faults --points $(POINTS)

# the documentation site; a broken link fails
docs: .venv/.installed-docs
	$(BIN)/sphinx-build -q -W -b html docs docs/_build/html
	@echo docs/_build/html/index.html

format: .venv/.installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

.venv/.created:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "sumtrace needs Python 3.11 or newer: make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	touch $@

.venv/.installed: .venv/.created pyproject.toml
	$(BIN)/pip install --quiet --editable .
	touch $@

.venv/.installed-dev: .venv/.created pyproject.toml
	$(BIN)/pip install --quiet --editable '.[dev]'
	touch $@ .venv/.installed

.venv/.installed-docs: .venv/.created pyproject.toml
	$(BIN)/pip install --quiet --editable '.[docs]'
	touch $@ .venv/.installed

.venv-lowest/.installed: pyproject.toml
	$(PYTHON) -m venv .venv-lowest
	$(LOWEST)/pip install --quiet uv
	$(LOWEST)/uv pip install --quiet --python $(LOWEST)/python --resolution lowest-direct -r pyproject.toml --extra dev
	$(LOWEST)/uv pip install --quiet --python $(LOWEST)/python --no-deps --editable .
	touch $@

clean:
	rm -rf .venv .venv-lowest demo.html docs/_build
