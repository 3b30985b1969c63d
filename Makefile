# SPDX-License-Identifier: Apache-2.0
# Linepress: thin top level. Each folder's build.mk holds its own rules; `make help` lists the
# targets (every line of the form `target: ## text`).

B := build
CC ?= gcc
CXX ?= g++
CFLAGS ?= -O3 -g
CSTD := -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes
PYTHON ?= /usr/bin/python3

.DEFAULT_GOAL := all
.PHONY: all help test clean
.DELETE_ON_ERROR:

# A fragment adds to these: what plain `make` builds, and the TAP programs that `make test` runs.
ALL :=
TESTS :=

include cmodel/build.mk
include tb/build.mk
include synth/build.mk
include docs/build.mk

all: $(ALL) ## build the library, the CLI and the co-simulation program

test: all $(TESTS) ## run every test; ends with "N passed, N failed"
	@tb/run_tests.sh $(TESTS)

clean: ## remove build/
	rm -rf $(B)

help: ## list the targets
	@grep -hE '^[a-z][a-zA-Z0-9_-]*:.*## ' $(MAKEFILE_LIST) | \
	  awk -F':.*## ' '{ printf "  %-16s %s\n", $$1, $$2 }'
