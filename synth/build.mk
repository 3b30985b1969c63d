# SPDX-License-Identifier: Apache-2.0
# Area, timing, lint, tables and FPGA estimates. UNIT=, PARAMS="NAME=NUMBER ...", GATED=1, MHZ=,
# MAPPERS=
LIBERTY_DEFAULT := /usr/share/qflow/tech/osu018/osu018_stdcells.lib
LIBERTY ?= $(LIBERTY_DEFAULT)
LABEL ?= 45 nm
NEED_UNIT = test -n "$(UNIT)" || { echo "$@: say UNIT=name" >&2; exit 2; }
NETLIST = "$(UNIT)" --liberty "$(LIBERTY)" --params "$(PARAMS)" $(if $(GATED),--gated) \
  $(if $(MAPPERS),--mappers "$(MAPPERS)")
AREA = $(PYTHON) synth/area.py $(NETLIST) $(if $(MHZ),--mhz "$(MHZ)")

.PHONY: area timing equiv lint tables fpga-estimate
area: ## size of UNIT= (LIBERTY=, PARAMS="ELEM=16", GATED=1, MHZ=): build/synth/UNIT/area.json
	@$(NEED_UNIT)
	@$(AREA)

timing: ## the same, then its worst paths by register and the critical path gate by gate
	@$(NEED_UNIT)
	@$(AREA) && $(PYTHON) synth/timing.py "build/synth/$(UNIT)"

equiv: ## prove that the mapped netlist of UNIT= computes what its RTL does
	@$(NEED_UNIT)
	@$(PYTHON) synth/equiv.py $(NETLIST)

lint: ## Verilator -Wall, Yosys, Icarus on every module and parameter value; no warnings
	@$(PYTHON) synth/lint.py

fpga-estimate: ## LUT, FF, BRAM of UNIT= on UltraScale+ and ECP5, synthesis only
	@$(NEED_UNIT)
	@$(PYTHON) fpga/estimate.py "$(UNIT)" --params "$(PARAMS)"

tables: ## measure all units or UNIT=, rewrite README's table (LIBERTY=, LABEL="45 nm" add columns)
	@$(PYTHON) synth/tables.py --default "$(LIBERTY_DEFAULT)" --units "$(UNIT)" \
	  $(if $(filter-out $(LIBERTY_DEFAULT),$(LIBERTY)),--liberty "$(LIBERTY)" --label "$(LABEL)")

TESTS += synth/lint.py synth/flow_test.sh
