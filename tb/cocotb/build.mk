# SPDX-License-Identifier: Apache-2.0
# The Python package of golden and cycle models.
TESTS += tb/cocotb/golden_test.py
$(call test_needs,tb/cocotb/golden_test.py): $(LIB_SO)
