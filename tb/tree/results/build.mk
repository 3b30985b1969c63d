# SPDX-License-Identifier: Apache-2.0
# The runs of docs/develop/verification/runs.jsonl and the pages that are rendered from them.

.PHONY: record verification
record: ## campaign: add what campaigns left in build/ to docs/develop/verification/runs.jsonl
	@BUILD=$(B) $(PYTHON) tb/tree/results/record.py

verification: ## campaign: render the pages of recorded runs, docs/develop/verification.md among them
	@$(PYTHON) tb/tree/results/pages.py
	@$(PYTHON) synth/tables.py --default "$(LIBERTY_DEFAULT)" --render
	@$(PYTHON) fpga/route_tables.py --render
