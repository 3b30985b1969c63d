# SPDX-License-Identifier: Apache-2.0
# Every command of linepress where something fails: allocations, streams, and signals at any time.

COMMANDS := $(B)/commands
$(COMMANDS)/failing.so: tb/commands/failing.c
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CC) -std=gnu11 -Wall -Wextra -O1 -fPIC -fno-builtin -shared $< -ldl -o $@

TESTS += tb/commands/alloc_test.py
$(call test_needs,tb/commands/alloc_test.py): cli $(COMMANDS)/failing.so

.PHONY: failed-allocations
failed-allocations: cli $(COMMANDS)/failing.so ## each allocation of each command of linepress fails in turn; ten minutes
	@BUILD=$(B) $(PYTHON) tb/commands/alloc_test.py all
