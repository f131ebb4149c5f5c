# Two commands: `make demo` shows Sumtrace at work, `make test` checks it. Each sets up what it needs, once.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test lint format clean

demo: .venv/.installed
	$(BIN)/sumtrace demo --page demo.html

test: .venv/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n auto

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

clean:
	rm -rf .venv demo.html
