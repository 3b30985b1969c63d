# SPDX-License-Identifier: Apache-2.0
# Formal proofs: one in three of the quick ones, by the day, one in nine of those that take longest,
# and those of units that have changed since they were proved, are tests, each with one of its seeded
# bugs. `make formal` has all.
TESTS += $(foreach k,1 2 3 4 5 6 7 8,tb/units/formal/prove.py:--turn:--share:$(k)/8)

FORMAL_SMALL := tb/units/formal/prove.py:--only:lp_skid
$(call test_needs,$(FORMAL_SMALL)): tb/units/formal/prove.py FORCE
	@BUILD=$(B)/check PYTHON=$(PYTHON) tb/run_tests.sh --one $(FORMAL_SMALL) $@
CHECK += $(FORMAL_SMALL)

.PHONY: formal formal-long
formal: ## test: the quick proofs, their covers and seeded bugs
	@BUILD=$(B) $(PYTHON) tb/units/formal/prove.py

formal-long: ## campaign: every proof; results in build/formal/results.json
	@BUILD=$(B) $(PYTHON) tb/units/formal/prove.py --long
