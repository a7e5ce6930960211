# `make help` prints the line above each target. CI runs the same targets.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8501
# Set a folder to open a real release: make run DATA=/path/to/release
DATA ?=
PYTEST_ARGS ?=
# Seconds for which `make fuzz` tries each reader
FUZZ_SECONDS ?= 120

.PHONY: help run test check format bench bench-viewer bench-agreement load fuzz audit screenshots

# Show this list
help:
	@awk '/^# /{text=substr($$0,3)} /^[a-z-]+:/{split($$1,name,":"); printf "%-10s %s\n", name[1], text; text=""}' Makefile

$(VENV)/made:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/runtime: requirements.txt $(VENV)/made
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.txt
	touch $@

$(VENV)/dev: requirements-dev.txt requirements.txt $(VENV)/made
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@ $(VENV)/runtime

# Set everything up and start the app on demo data, or on a release: make run DATA=/path
run: $(VENV)/runtime
	$(BIN)/streamlit run app.py --server.port $(PORT) -- $(if $(DATA),--data "$(DATA)")

# Set everything up and run all tests
test: $(VENV)/dev
	$(BIN)/pytest -n auto --dist worksteal $(PYTEST_ARGS)

# Lint, formatting and types
check: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Mend lint and formatting
format: $(VENV)/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Measure speed as ratios and write docs/benchmarks.md
bench: $(VENV)/dev
	$(BIN)/python tools/bench.py

# The viewer's part of it alone, in Chromium
bench-viewer: $(VENV)/dev
	$(BIN)/python tools/bench_viewer.py

# The Agreement page's part of it alone, in Chromium
bench-agreement: $(VENV)/dev
	$(BIN)/python tools/bench_agreement.py

# Drive 25 readers at once for two minutes and write what they met to docs/reliability.md
load: $(VENV)/dev
	$(BIN)/python tools/load.py

$(VENV)/fuzz: requirements-fuzz.txt $(VENV)/dev
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-fuzz.txt
	touch $@

# Fuzz the readers of run lengths and pickles, for FUZZ_SECONDS each
fuzz: $(VENV)/fuzz
	$(BIN)/python tools/fuzz/fuzz_rle.py -max_total_time=$(FUZZ_SECONDS)
	$(BIN)/python tools/fuzz/fuzz_pickle.py -max_total_time=$(FUZZ_SECONDS)

$(VENV)/audit/made: requirements-audit.txt $(VENV)/made
	$(PYTHON) -m venv $(VENV)/audit
	$(VENV)/audit/bin/pip install --quiet --disable-pip-version-check -r requirements-audit.txt
	touch $@

# Look up known vulnerabilities of all installed packages; needs the network, for maintainers, outside CI
audit: $(VENV)/dev $(VENV)/audit/made
	$(VENV)/audit/bin/pip-audit --path "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"

# Take the pictures of docs/ anew, on demo data
screenshots: $(VENV)/dev
	$(BIN)/python tools/screenshots.py
