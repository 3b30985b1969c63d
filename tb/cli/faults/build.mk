# SPDX-License-Identifier: Apache-2.0
# Every command of linepress with failures: allocations, streams, and signals at any time.

FAILING := $(B)/commands
$(FAILING)/failing.so: tb/cli/faults/failing.c
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CC) -std=gnu11 -Wall -Wextra -O1 -fPIC -fno-builtin -shared $< -ldl -o $@

COMMAND_TESTS := $(addprefix tb/cli/faults/,alloc_test.py signals_test.py streams_test.py)
TESTS += $(COMMAND_TESTS)
$(call test_needs,$(COMMAND_TESTS)): cli $(FAILING)/failing.so

.PHONY: failing-commands
failing-commands: cli $(FAILING)/failing.so ## test: each allocation of each command fails in turn, and a signal comes after each call that changes files; 15 minutes
	@BUILD=$(B) $(PYTHON) tb/cli/faults/alloc_test.py all
	@BUILD=$(B) $(PYTHON) tb/cli/faults/signals_test.py all
