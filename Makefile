# SPDX-License-Identifier: Apache-2.0
# Linepress: thin top level. Each folder's build.mk holds its own rules; `make help` lists the
# targets: every line of the form `target: ## group: text`, in the groups use, test, measure,
# campaign and document. A group with a star is among the ten that people need first.

B := build
CC ?= gcc
CXX ?= g++
CFLAGS ?= -O3 -g
CSTD := -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes
PYTHON ?= /usr/bin/python3
VERILATOR ?= verilator
CCACHE := $(shell command -v ccache 2>/dev/null)

# All cores, unless the caller, which may be another make, sets the number.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc)
endif
MAKEFLAGS += --no-print-directory

.DEFAULT_GOAL := all
.PHONY: all help test clean FORCE
.DELETE_ON_ERROR:

# A fragment adds to these: what plain `make` builds, the TAP programs that `make test` runs, and
# those of them that `make check` runs.
ALL :=
TESTS :=
CHECK :=

uniq = $(if $(1),$(firstword $(1)) $(call uniq,$(filter-out $(firstword $(1)),$(1))))
# $(call tracked,FILE,TEXT): a file that is rewritten when its text changes; targets built with
# these flags depend on it. With + make -n checks it too, and then counts correctly.
define tracked_rule
$(1): FORCE
	+@mkdir -p $$(@D)
	+@echo '$(2)' | cmp -s - $$@ || echo '$(2)' >$$@
endef
tracked = $(eval $(call tracked_rule,$(1),$(2)))
# The log of a test; the test's other needs are prerequisites of it. A test is a program, or a
# program and its arguments joined by colons.
test_needs = $(patsubst %,$(B)/test/%.log,$(subst :,-,$(subst /,-,$(patsubst $(B)/%,%,$(1)))))

# The unit table as variables; Python reads it, so targets built without Python do not use it.
ifneq ($(filter-out clean help cli man c-test asan tsan install uninstall \
  manifests dist,$(or $(MAKECMDGOALS),all)),)
VERILATOR_VERSION := $(shell $(VERILATOR) --version 2>/dev/null)
VERILATOR_INC := $(addsuffix /include,$(shell $(VERILATOR) --getenv VERILATOR_ROOT 2>/dev/null))
include $(B)/units.mk
$(B)/units.mk: rtl/units.txt synth/units.py synth/rtl_files.py $(wildcard rtl/*/*.sv)
	@mkdir -p $(@D)
	@$(PYTHON) synth/units.py make >$@
endif

include cmodel/build.mk
include adapters/cuda/build.mk
include adapters/python/build.mk
include tb/build.mk
include synth/build.mk
include fpga/build.mk
include docs/build.mk

all: $(ALL) ## use: build the library, the CLI and the co-simulation program

# A test begins as soon as its needs are built, while the rest is still being built.
TEST_LOGS := $(call test_needs,$(TESTS))
define test_rule
$(call test_needs,$(1)): $(firstword $(subst :, ,$(1))) FORCE
	@BUILD=$(B) PYTHON=$(PYTHON) CC=$(CC) tb/run_tests.sh --one $(1) $$@
endef
$(foreach t,$(TESTS),$(eval $(call test_rule,$(t))))
test: $(TEST_LOGS) all ## test*: run every test; ends with "N passed, N failed"
	@tb/run_tests.sh --sum $(TEST_LOGS)

# CHECK, or the tests whose name contains T.
CHECKED := $(if $(T),$(foreach t,$(TESTS),$(if $(findstring $(T),$(t)),$(t))),$(CHECK))
CHECK_LOGS := $(call test_needs,$(CHECKED))
ifneq ($(filter check,$(MAKECMDGOALS)),)
ifeq ($(strip $(CHECKED)),)
$(error no test has '$(T)' in its name)
endif
endif
.PHONY: check
check: $(CHECK_LOGS) cli ## test*: the libraries, the command line, the pages and one unit's RTL, in three minutes; T=frame: tests of that name
	@tb/run_tests.sh --sum $(CHECK_LOGS)

clean: ## use: remove build/
	rm -rf $(B)

help: ## use: list the targets
	@awk -f tb/tree/help.awk $(MAKEFILE_LIST)
