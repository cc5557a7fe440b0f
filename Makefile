# make run     set up, prepare, serve on the local network; POSTGRES=1 with what a server for many needs
# make check   set up, run the part of the tests that takes under a minute
# make test    set up, run every check and every test that is not slow, on SQLite
# make test-all    set up, run everything: also the slow tests, and once more on PostgreSQL; not again what `make test` passed
# make download   build the folder for this system that needs neither Python nor a shell, in dist
# make wheel   build the package for pip, pipx and uv, in dist
# make bundle  pack code, packages and data for a second laptop of the same system without internet
# make bench   measure, as ratios in one run
# Only Python 3.11+ and make are assumed. Another Python: make run PYTHON=python3.12

PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
RUN := $(BIN)/python

.PHONY: run setup check test test-all bench lock pictures demo wheel download bundle clean

run: setup
	@$(RUN) manage.py serve --port $(PORT)

TEXTS := $(wildcard tournament/locale/*/*/LC_MESSAGES/*.po)

# Every command of ours reads the settings, which may name a PostgreSQL: the drivers come before the first of them.
DRIVERS := $(if $(POSTGRES),.venv/postgres)

setup: .venv/typeface .venv/texts

.venv/texts: $(TEXTS) .venv/made $(DRIVERS)
	@$(RUN) manage.py catalogs --compile
	@touch $@

.venv/made: requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Sekigime needs Python 3.11 or newer; this is $$($(PYTHON) --version 2>&1). Try: make run PYTHON=python3.12" >&2; exit 1; }
	@echo "[1/3] Making .venv"
	@$(PYTHON) -m venv .venv \
	  || { echo "This Python cannot make virtual environments. On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	@echo "[2/3] Installing $$(grep -c '==' requirements.lock) packages, each checked against its hash"
	@$(BIN)/pip install --disable-pip-version-check --no-deps --require-hashes --progress-bar on -r requirements.lock
	@touch $@

.venv/typeface: .venv/made $(DRIVERS)
	@echo "[3/3] Making the typeface"
	@$(RUN) manage.py typeface
	@touch $@

.venv/postgres: requirements-postgres.lock .venv/made
	@echo "Installing gunicorn and the drivers of PostgreSQL, Redis and S3"
	@$(BIN)/pip install --disable-pip-version-check --quiet --no-deps --require-hashes -r requirements-postgres.lock
	@touch $@

.venv/tested: requirements-test.lock .venv/typeface .venv/texts
	@echo "Installing the test tools"
	@$(BIN)/pip install --disable-pip-version-check --quiet --no-deps --require-hashes -r requirements-test.lock
	@touch $@

check: .venv/tested
	@$(RUN) -m tests check

test: .venv/tested
	@$(RUN) -m tests test

test-all: .venv/tested .venv/postgres
	@$(RUN) -m tests all

bench: .venv/tested
	@$(RUN) -m bench

pictures: .venv/tested
	@$(RUN) -m docs.pictures

demo: setup
	@$(RUN) manage.py migrate --verbosity 0
	@$(RUN) manage.py demo

wheel: setup
	@$(BIN)/pip wheel --disable-pip-version-check --quiet --no-deps --wheel-dir dist .

download:
	@$(PYTHON) deploy/download.py

bundle: setup
	@$(RUN) manage.py bundle

lock:
	@$(PYTHON) -m venv .venv && $(BIN)/pip install --quiet pip-tools
	@$(BIN)/pip-compile $(LOCK) -o requirements.lock pyproject.toml
	@$(BIN)/pip-compile $(LOCK) --extra test -c requirements.lock -o requirements-test.lock pyproject.toml
	@$(BIN)/pip-compile $(LOCK) --extra postgres -c requirements-test.lock -o requirements-postgres.lock pyproject.toml
	@$(BIN)/pip-compile $(LOCK) --extra download -c requirements.lock -o requirements-download.lock pyproject.toml
LOCK := --quiet --generate-hashes --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --strip-extras --allow-unsafe

clean:
	@rm -rf .venv
