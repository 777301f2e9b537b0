# What you can ask for:
#
#   make serve    show the site on this machine and rebuild it while you edit
#   make test     run all tests
#   make build    write the site to site/, strictly
#   make weigh    show what each page weighs with all that it loads
#   make equal    hold the components' arithmetic against lndocs on 40,000 random inputs of each kind
#   make bench    compare builds, guard, weight and layer_norm with what is common, in four tables
#   make check    all that must be green: ruff, mypy, the build, the tests
#   make update   bring stale numbers and figures of the pages up to date
#   make mutate   change every digit of every page and see that a test notices
#   make floor    test the package alone, with its oldest Python and NumPy
#   make torch    compare the package with PyTorch, Keras and ONNX, in an environment of its own
#   make record   write down anew what PyTorch, Keras and ONNX print, for the pages
#   make lock     pin what pyproject.toml asks for (LOCK=--upgrade takes newer releases)
#   make clean    remove all that these verbs have made
#
# The first one makes .venv with the pinned requirements; after that no network is needed.
# Python is found by itself; make PYTHON=/path/to/python chooses another.

.PHONY: help serve test build weigh equal bench check update mutate floor torch record lock clean FORCE
.SILENT:

export PYTHON
export NO_MKDOCS_2_WARNING = 1

VENV = .venv
RUN = $(VENV)/bin/python -m
INSTALL = -m pip install -q --no-compile --disable-pip-version-check
FLOOR = .venv-floor
FLOOR_TESTS = $(patsubst %,tests/test_%.py,\
	backward batch cases errors example module norms package porting properties relatives \
	show transformer)
TORCH = .venv-torch
TORCH_VERSION = 2.13.0
TORCH_TESTS = $(patsubst %,tests/test_%.py,torch frameworks recorded)

help:
	sed -n 's/^#   //p' Makefile

serve: $(VENV)/.complete
	$(RUN) mkdocs serve

test: $(VENV)/.complete
	$(RUN) pytest -n auto --dist loadgroup

build: $(VENV)/.complete
	$(RUN) mkdocs build --strict

weigh: build
	$(VENV)/bin/python tests/weighing.py

equal: $(VENV)/.complete
	LNDOCS_COMPARE_ALL=1 LNDOCS_REQUIRE_BROWSER=1 $(RUN) pytest -q -s tests/browser/test_equality.py

bench: $(VENV)/.complete
	for table in build guard weight norm; do \
		PYTHONPATH=tests $(VENV)/bin/python bench/$$table.py && echo || exit; \
	done
	if [ -e $(TORCH)/.complete ]; then PYTHONPATH=. $(TORCH)/bin/python bench/norm.py; fi

check: $(VENV)/.complete
	$(RUN) ruff check
	$(RUN) ruff format --check
	$(RUN) mypy
	$(RUN) mkdocs build --strict
	$(MAKE) --no-print-directory test

update: $(VENV)/.complete
	$(RUN) lndocs.site.update

mutate: $(VENV)/.complete
	$(VENV)/bin/python tests/mutate.py

floor: $(FLOOR)/.complete
	$(FLOOR)/bin/python -m pytest --noconftest $(FLOOR_TESTS) lndocs --ignore=lndocs/site

# Nothing may be skipped in this run: it is the one that compares.
torch: $(TORCH)/.complete
	LNDOCS_REQUIRE_TORCH=1 $(TORCH)/bin/python -m pytest --noconftest -p tests.noskip $(TORCH_TESTS)

record: $(TORCH)/.complete
	$(TORCH)/bin/python -m lndocs.site.record

lock: $(VENV)/.complete
	$(VENV)/bin/python $(INSTALL) --require-hashes -r requirements/lock.txt
	$(PIN) --python-version=3.12 --extra=dev -o requirements/dev.txt
	$(PIN) --python-version=3.12 --extra=site -c requirements/dev.txt -o requirements/site.txt
	$(PIN) --python-version=3.11 --extra=test --resolution=lowest-direct -o requirements/floor.txt
	$(PIN) --python-version=3.11 --group=torch -o requirements/torch.txt
	$(PIN) --python-version=3.12 --extra=lock --no-emit-package=numpy -o requirements/lock.txt

PIN = $(RUN) uv pip compile pyproject.toml -q --universal --generate-hashes --no-config \
	--custom-compile-command='make lock' $(LOCK)

clean:
	rm -rf $(VENV) $(FLOOR) $(TORCH) site build .cache .hypothesis .mypy_cache .pytest_cache .ruff_cache
	rm -rf lndocs.egg-info requirements/node_modules

# The environments. A file .complete is the last thing that is written, so that one half made is
# not taken for whole; one that doesn't run, or runs another Python than PYTHON, is made anew.

VERSION = -c 'import sys; print(sys.version)' 2>/dev/null
HAVE := $(shell $(VENV)/bin/python $(VERSION))
WANT := $(if $(PYTHON),$(shell "$(PYTHON)" $(VERSION)),$(HAVE))
ifneq ($(or $(HAVE),none),$(WANT))
$(VENV)/.installed: FORCE
endif

$(VENV)/.complete: $(VENV)/.installed pyproject.toml
	$(VENV)/bin/python $(INSTALL) --no-deps --no-build-isolation -e .
	touch $@

$(VENV)/.installed: requirements/dev.txt
	python=$$(scripts/find-python) && rm -rf $(VENV) && \
	echo "Installing the pinned requirements into $(VENV) for $$python" && \
	"$$python" -m venv $(VENV)
	$(VENV)/bin/python $(INSTALL) --require-hashes -r requirements/dev.txt
	touch $@

$(FLOOR)/.complete: requirements/floor.txt
	python=$$(PYTHON= scripts/find-python 3.11) && rm -rf $(FLOOR) && \
	echo "Installing the oldest requirements into $(FLOOR) for $$python" && \
	"$$python" -m venv $(FLOOR)
	$(FLOOR)/bin/python $(INSTALL) --require-hashes -r requirements/floor.txt
	touch $@

$(TORCH)/.complete: requirements/torch.txt
	python=$$(PYTHON= scripts/find-python 3.11) && rm -rf $(TORCH) && \
	echo "Installing PyTorch $(TORCH_VERSION) into $(TORCH) for $$python" && \
	"$$python" -m venv $(TORCH)
	$(TORCH)/bin/python $(INSTALL) --require-hashes -r requirements/torch.txt
	$(TORCH)/bin/python $(INSTALL) torch==$(TORCH_VERSION)
	touch $@
