# SPDX-License-Identifier: Apache-2.0
# Place and route with open tools from PyPI. UNIT=, FAMILY=ecp5|gw5a, PARAMS=, SEEDS=1,2,3,
# LIMIT=seconds for each seed, ROUTE=no (placement only)

ROUTE_OPTIONAL = $(call optional,route,fpga/route.txt)
.PHONY: fpga-route fpga-tables
fpga-route: ## measure: place and route UNIT= between flops on FAMILY=ecp5|gw5a (PyPI; PARAMS=, SEEDS=1,2,3, LIMIT=s)
	@test -n "$(UNIT)" -a -n "$(FAMILY)" || { \
	  echo "$@: say UNIT=name FAMILY=ecp5 or gw5a" >&2; exit 2; }
	@ls rtl/*/"$(UNIT)".sv >/dev/null 2>&1 || { echo "$@: no unit '$(UNIT)'" >&2; exit 2; }
	@$(ROUTE_OPTIONAL); BUILD=$(B) $(PYTHON) fpga/route.py "$(UNIT)" --family "$(FAMILY)" \
	  --params "$(PARAMS)" $(if $(SEEDS),--seeds "$(SEEDS)") $(if $(LIMIT),--limit "$(LIMIT)") \
	  $(if $(filter no,$(ROUTE)),--no-route)

fpga-tables: ## measure: write results of fpga-route to docs/use/fpga.md, route older ones again (PyPI; KEEP=1: leave these)
	@$(ROUTE_OPTIONAL); BUILD=$(B) $(PYTHON) fpga/route_tables.py $(if $(KEEP),--keep)

# The records of make equiv are read from build/synth.
.PHONY: fpga-equiv
fpga-equiv: ## test: prove that the ECP5 netlist of UNIT= computes what its RTL does (PyPI; PARAMS=, LP_SEED=n)
	@test -n "$(UNIT)" || { echo "$@: say UNIT=name" >&2; exit 2; }
	@$(PYTHON) synth/asked.py $@ "$(UNIT)" --params "$(PARAMS)"
	@$(ROUTE_OPTIONAL); BUILD=$(B) $(PYTHON) fpga/ecp5_equiv.py "$(UNIT)" --params "$(PARAMS)" --break \
	  --out "$(B)/synth/$(UNIT)-ecp5"

# The card for a board: BOARD=, SEED= of nextpnr, PARAMS= of its top, OPEN=1 for open tools where the
# maker's are the default. Without BOARD= the boards with their state.
.PHONY: fpga fpga-load fpga-netlist fpga-record
SEED_OF_BOARD = $(if $(filter command line,$(origin SEED)),--seed $(SEED))
BOARD_TOOL = $(if $(BOARD),$(shell $(PYTHON) fpga/board.py --kind "$(BOARD)" $(if $(OPEN),--open) 2>/dev/null))
BOARD_PY = BUILD=$(B) $(PYTHON) fpga/board.py $(if $(BOARD),"$(BOARD)") \
  $(if $(PARAMS),--params "$(PARAMS)") $(if $(OPEN),--open)
BOARD_RECORD = BUILD=$(B) $(PYTHON) fpga/board_record.py
fpga: ## use: build the card for BOARD=NAME, or list the boards (a vendor's tool, or PyPI; PARAMS=, SEED=, OPEN=1; DRY=1 prints what would be done)
	@for venv in $(if $(DRY),,$(if $(filter ecp5 gw5a,$(BOARD_TOOL)),route) \
	    $(if $(filter gw5a,$(BOARD_TOOL)),gowin) $(filter litepcie,$(BOARD_TOOL))); do \
	  $(MAKE) -s $(B)/$$venv-venv/ready 2>/dev/null || :; done; \
	  $(BOARD_PY) $(SEED_OF_BOARD) $(if $(DRY),--dry)
fpga-netlist: cli $(NETLIST_CARD) $(SLOW_SO) ## test: linepress-card on the routed netlist of BOARD= that make fpga built (minutes; FLIP=word, ICARUS=1: also in Icarus)
	@test -n "$(BOARD)" || { echo "$@: say BOARD=name" >&2; exit 2; }
	@BUILD=$(B) $(PYTHON) fpga/netlist_run.py "$(BOARD)" $(if $(PARAMS),--params "$(PARAMS)") \
	  $(if $(FLIP),--flip-in "$(FLIP)") $(if $(ICARUS),--icarus)
fpga-record: ## measure: record what make fpga and fpga-netlist left of BOARD=, rewrite the tables of docs/use/fpga.md
	@$(BOARD_RECORD) $(if $(BOARD),"$(BOARD)") $(if $(PARAMS),--params "$(PARAMS)")
fpga-load: ## use: load what make fpga has built into BOARD=NAME (openFPGALoader; DRY=1 prints the command)
	@test -n "$(BOARD)" || { echo "$@: say BOARD=name" >&2; exit 2; }
	@$(BOARD_PY) --load $(if $(DRY),--dry)

TESTS += fpga/board_test.py fpga/board_open_test.py fpga/board_vendor_test.py
# These skip what needs the tools unless they are there, which LP_PYPI=1 tries to install, without much
# patience. A tool is compiled when it is first called: here, since the tests run at the same time.
TESTS += fpga/route_test.py fpga/chain_test.py fpga/ecp5_equiv_test.py
$(call test_needs,fpga/chain_test.py): cli $(NETLIST_CARD) $(SLOW_SO)
$(call test_needs,fpga/route_test.py fpga/chain_test.py fpga/ecp5_equiv_test.py): route-tried
.PHONY: route-tried
ifneq ($(LP_PYPI),)
route-tried:
	@PIP_DEFAULT_TIMEOUT=5 PIP_RETRIES=0 timeout 180 $(MAKE) -s $(B)/route-venv/ready >/dev/null 2>&1 && \
	  for tool in yosys nextpnr-ecp5 ecppack ecpunpack; do \
	    XDG_CACHE_HOME=$(abspath $(B))/route-cache $(B)/route-venv/bin/yowasp-$$tool --help; \
	  done >/dev/null 2>&1 || :
endif
