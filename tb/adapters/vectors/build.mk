# SPDX-License-Identifier: Apache-2.0
# Vector packs: the frozen ones, the benches that replay packs, and the command that writes them.

VECTOR_TESTS := $(addprefix tb/adapters/vectors/,frozen_test.py replay_test.py command_test.py)
TESTS += $(VECTOR_TESTS)
$(foreach t,$(VECTOR_TESTS),$(call test_needs,$(t))): cli

.PHONY: vectors replay
vectors: cli ## document: write the frozen packs of adapters/vectors again; refused if one moves and its format does not
	@BUILD=$(B) $(PYTHON) -B tb/adapters/vectors/freeze.py

replay: ## test: all frozen packs against the RTL in Icarus and Verilator, with several seeds and pauses
	@$(PYTHON) -B tb/adapters/vectors/replay_test.py --all
