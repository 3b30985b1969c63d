# SPDX-License-Identifier: Apache-2.0
# Programs from other projects, alone and under `linepress capture` and `huvm`.

TESTS += tb/systems/guests/core_test.py
$(call test_needs,tb/systems/guests/core_test.py): cli

GUESTS_UNDER ?= capture,run
.PHONY: guests
guests: cli ## test: redis, git, node, java, Python's tests ... under capture and huvm, 3 allocators; GUESTS= GUESTS_UNDER=; half an hour
	@mkdir -p $(B)/guests
	@BUILD=$(B) $(PYTHON) tb/systems/guests/compare.py --under $(GUESTS_UNDER) --keep $(B)/guests \
	  --record $(B)/guests/guests.json $(foreach name,$(GUESTS),--only $(name))
