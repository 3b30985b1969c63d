# SPDX-License-Identifier: Apache-2.0
# The Python package for cocotb: its golden and cycle models without cocotb, its examples with it.

COCOTB_SMALL := tb/adapters/cocotb/run.py:--small
TESTS += tb/adapters/cocotb/golden_test.py $(COCOTB_SMALL)
$(call test_needs,tb/adapters/cocotb/golden_test.py) $(call test_needs,$(COCOTB_SMALL)): $(LIB_SO)
# More from PyPI, and two minutes of processor time, only with LP_PYPI=1.
PCIE_SMALL := tb/adapters/cocotb/run.py:--small:pcie/icarus
ifneq ($(LP_PYPI),)
TESTS += $(PCIE_SMALL)
$(call test_needs,$(PCIE_SMALL)): $(LIB_SO)
endif

.PHONY: cocotb cocotb-pcie cocotb-venv
cocotb: $(LIB_SO) ## use: the examples of adapters/cocotb on every cocotb and simulator (PyPI); RUN="2/icarus zvc_enc", LP_SEED=n
	@$(PYTHON) tb/adapters/cocotb/run.py --build $(B) $(RUN)

cocotb-pcie: $(LIB_SO) ## test: lp_card_st on PCIe's TLPs with cocotbext-pcie (PyPI); LP_SEED=n
	@$(PYTHON) tb/adapters/cocotb/run.py --build $(B) pcie/icarus

cocotb-venv: ## use: environments with cocotb 2 and 1.9 as build/cocotb-venv-2, -1.9 (PyPI)
	@$(PYTHON) tb/adapters/cocotb/run.py --build $(B) --venvs
