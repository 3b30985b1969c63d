# SPDX-License-Identifier: Apache-2.0
# Formal proofs: the quick ones are a test, each with one of its seeded bugs, which the day picks;
# all of them have a target of their own.
TESTS += $(foreach k,1 2 3 4 5 6 7 8,tb/formal/prove.py:--one-bug:--share:$(k)/8)

.PHONY: formal formal-long
formal: ## the quick proofs, their covers and seeded bugs
	@BUILD=$(B) $(PYTHON) tb/formal/prove.py

formal-long: ## every proof; results in build/formal/results.json
	@BUILD=$(B) $(PYTHON) tb/formal/prove.py --long
