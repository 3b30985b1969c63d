# SPDX-License-Identifier: Apache-2.0
# Area, timing, lint and FPGA estimates. UNIT=, PARAMS="NAME=NUMBER ...", GATED=1, MHZ=.
LIBERTY ?= /usr/share/qflow/tech/osu018/osu018_stdcells.lib
MHZ ?= 1000

.PHONY: area
area: ## size of UNIT= in LIBERTY= (PARAMS="ELEM=16", GATED=1): build/synth/UNIT/area.json
	@test -n "$(UNIT)" || { echo "area: say UNIT=name" >&2; exit 2; }
	@$(PYTHON) synth/area.py "$(UNIT)" --liberty "$(LIBERTY)" --params "$(PARAMS)" \
	  --mhz "$(MHZ)" $(if $(GATED),--gated)
