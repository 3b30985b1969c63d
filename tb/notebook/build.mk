# SPDX-License-Identifier: Apache-2.0
# The notebook docs/use/models.md: ratios of two networks that PyTorch trains.

NOTEBOOK := tb/data/notebook/models.json
TESTS += tb/notebook/notebook_test.py
$(call test_needs,tb/notebook/notebook_test.py): cli

.PHONY: notebook
notebook: cli ## document: train two networks, and write docs/use/models.md with their ratios; minutes (PyPI, 4 GB)
	@$(SWAP_VENV); OMP_NUM_THREADS=1 LINEPRESS_LIB=$(abspath $(B)) $(B)/torch2-venv/bin/python -B \
	  tb/notebook/run.py $(NOTEBOOK) docs/img
	@$(PYTHON) -B docs/img/notebook.py tb/notebook/models.py $(NOTEBOOK) docs/use/models.md docs/img
