# SPDX-License-Identifier: Apache-2.0
# A second decoder of the codecs and framed files, written in Python from docs/reference/format.md
# alone, compared with the command line.

SECOND_TEST := tb/lib/second/second_test.py
TESTS += $(SECOND_TEST)
$(call test_needs,$(SECOND_TEST)): cli

.PHONY: second
second: cli ## test: the second decoder over tb/data, LINES=100000 made lines and damage; LP_SEED=n
	@BUILD=$(B) $(PYTHON) $(SECOND_TEST) --all $(if $(LINES),--lines $(LINES))
