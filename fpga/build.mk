# SPDX-License-Identifier: Apache-2.0
# Place and route with open tools from PyPI. UNIT=, FAMILY=ecp5|gw5a, PARAMS=, SEEDS=1,2,3,
# LIMIT=seconds for each seed, ROUTE=no (placed alone)

ROUTE_OPTIONAL = $(call optional,route,fpga/route.txt)
.PHONY: fpga-route fpga-tables
fpga-route: ## place and route UNIT= between flops on FAMILY=ecp5|gw5a (PyPI; PARAMS=, SEEDS=1,2,3, LIMIT=s)
	@test -n "$(UNIT)" -a -n "$(FAMILY)" || { \
	  echo "$@: say UNIT=name FAMILY=ecp5 or gw5a" >&2; exit 2; }
	@$(ROUTE_OPTIONAL); BUILD=$(B) $(PYTHON) fpga/route.py "$(UNIT)" --family "$(FAMILY)" \
	  --params "$(PARAMS)" $(if $(SEEDS),--seeds "$(SEEDS)") $(if $(LIMIT),--limit "$(LIMIT)") \
	  $(if $(filter no,$(ROUTE)),--no-route)

fpga-tables: ## take what fpga-route left into docs/fpga.md, route again what is of older sources (PyPI)
	@$(ROUTE_OPTIONAL); BUILD=$(B) $(PYTHON) fpga/route_tables.py

TESTS += fpga/route_test.py
