# SPDX-License-Identifier: Apache-2.0
# Area, timing, lint, tables, FPGA estimates and the AXI edge. UNIT=, PARAMS="NAME=NUMBER ...",
# GATED=1, MHZ=, MAPPERS=; SLICES=, CHANNELS=, OUT=
LIBERTY_DEFAULT := /usr/share/qflow/tech/osu018/osu018_stdcells.lib
LIBERTY ?= $(LIBERTY_DEFAULT)
LABEL ?= 45 nm
# The command for each unit in UNIT=, $$u, with its script's options.
NETLIST = "$$u" --liberty "$(LIBERTY)" --params "$(PARAMS)" $(if $(GATED),--gated) \
  $(if $(MAPPERS),--mappers "$(MAPPERS)")
AREA = $(PYTHON) synth/area.py $(NETLIST) $(if $(MHZ),--mhz "$(MHZ)") --out "$(B)/synth/$$u"
# Checks UNIT=, PARAMS= and MHZ= before a tool reads them.
ASKED = $(PYTHON) synth/asked.py $@ "$$u" --params "$(PARAMS)"
CLOCKED = $(ASKED) $(if $(MHZ),--mhz "$(MHZ)")
define each_unit
	@test -n "$(UNIT)" || { echo "$@: say UNIT=name, of one unit or several" >&2; exit 2; }
	@for u in $(UNIT); do $(1) || exit; done
endef

# The skeleton of a unit, then the records that have a part of each unit.
UNIT_RECORDS := cmodel/abi.txt docs/develop/verification.md docs/reference/units/README.md \
  tb/pins/pins.json
list_records = $(if $(DRY),@printf 'changed  %s\n' $(1))
.PHONY: new-unit new-unit-test new-codec
new-unit: ## document: write the skeleton of a unit, NAME=lp_foo FOLDER=foo; DRY=1 lists its files
	@test -n "$(NAME)" -a -n "$(FOLDER)" || { echo "$@: say NAME=lp_foo FOLDER=foo" >&2; exit 2; }
	@$(PYTHON) synth/new_unit.py "$(NAME)" "$(FOLDER)" $(if $(DRY),--dry-run)
	$(call list_records,$(UNIT_RECORDS))
ifeq ($(DRY),)
	@$(MAKE) cli $(PINS_MODELS)
	@$(MAKE) abi RECORD=1
	@$(MAKE) pins ADD=1
	@$(MAKE) verification
endif

new-codec: ## document: write the skeleton of a codec, NAME=foo; DRY=1 lists its files
	@test -n "$(NAME)" || { echo "$@: say NAME=foo" >&2; exit 2; }
	@$(PYTHON) synth/new_codec.py "$(NAME)" $(if $(DRY),--dry-run)
	$(call list_records,cmodel/abi.txt)
ifeq ($(DRY),)
	@$(PYTHON) adapters/python/generate.py
	@$(MAKE) abi RECORD=1
endif

TESTS += tb/tree/new_unit_test.py tb/tree/new_codec_test.py
$(call test_needs,tb/tree/new_unit_test.py): cli $(COSIM)/lockstep/lp_skid
new-unit-test: cli $(PINS_MODELS) $(COSIM)/lockstep/lp_skid $(XTEST)/vectors ## test: skeletons pass everything that units and codecs have, records included; minutes
	@BUILD=$(B) $(PYTHON) -B tb/tree/new_unit_test.py --long
	@BUILD=$(B) $(PYTHON) -B tb/tree/new_codec_test.py --long

.PHONY: area timing equiv paths lint tables fpga-estimate manifest edge
area: ## measure*: size of UNIT= (LIBERTY=, PARAMS="ELEM=16", GATED=1, MHZ=): build/synth/UNIT/area.json
	$(call each_unit,$(CLOCKED) && $(AREA))

timing: ## measure: the same, then its worst paths by register and the critical path gate by gate
	$(call each_unit,$(CLOCKED) && $(AREA) && $(PYTHON) synth/timing.py "$(B)/synth/$$u")

equiv: ## test: prove that the mapped netlist of UNIT= computes what its RTL does
	$(call each_unit,$(ASKED) && $(PYTHON) synth/equiv.py $(NETLIST) --out "$(B)/synth/$$u")

manifest: ## use: print the files of UNIT= in the order in which a tool must read them
	$(call each_unit,$(PYTHON) synth/units.py manifest "$$u")

paths: ## test: print what the header of UNIT= must say of its combinational paths; without UNIT check all
	@$(PYTHON) synth/paths.py $(UNIT)

lint: ## test: Verilator -Wall, Yosys, Icarus on every module and parameter value; no warnings; UNIT=
	@$(PYTHON) synth/lint.py $(UNIT)

fpga-estimate: ## measure: LUT, FF, BRAM of UNIT= on UltraScale+ and ECP5, synthesis only
	$(call each_unit,$(ASKED) && $(PYTHON) fpga/estimate.py "$$u" --params "$(PARAMS)" --out "$(B)/synth/$$u")

edge: ## use: write lp_buddy_top (SLICES=8), or UNIT=lp_cdma (CHANNELS=6), with standard AXI4 names, to OUT=
	@$(PYTHON) synth/axi_edge.py "$(or $(UNIT),lp_buddy_top)" \
	  $(if $(SLICES),"SLICES=$(SLICES)") $(if $(CHANNELS),"CHANNELS=$(CHANNELS)") \
	  $(if $(OUT),--out "$(OUT)",--folder "$(B)/edge")

tables: ## measure: measure all units or UNIT=, rewrite the tables of docs/reference/units and README (LIBERTY=, LABEL="45 nm" add columns)
	@BUILD=$(B) $(PYTHON) synth/tables.py --default "$(LIBERTY_DEFAULT)" --units "$(UNIT)" \
	  $(if $(filter-out $(LIBERTY_DEFAULT),$(LIBERTY)),--liberty "$(LIBERTY)" --label "$(LABEL)")

# Register maps: the generated files are committed, so PyPI is needed only to change a map.
MAPS := $(wildcard rtl/*/*.rdl)
REGS_VENV := $(B)/regs-venv
.PHONY: regs
regs: $(REGS_VENV)/ready ## document: write what follows from the register maps rtl/*/*.rdl (PyPI)
	@$(REGS_VENV)/bin/python synth/regs.py $(MAPS)

# build/NAME-venv, with the packages in NAME.txt in synth, fpga or cuda. One separate venv has pip
# for all of them.
PIP := $(B)/pip-venv/bin/pip
$(PIP):
	@mkdir -p $(B)
	@$(PYTHON) -m venv --clear $(B)/pip-venv >$(B)/pip-venv.log 2>&1 || { \
	  echo "make: no pip ($(B)/pip-venv.log)" >&2; rm -rf $(B)/pip-venv; exit 2; }

define wheels
	@{ $(PYTHON) -m venv --clear --without-pip $(@D) && \
	  $(PIP) --python $(@D)/bin/python install -q --timeout 10 --retries 1 \
	    --disable-pip-version-check --no-compile --no-deps -r $<; \
	} >$(B)/$*-venv.log 2>&1 || { echo "make $*: what $< names cannot be had" \
	  "($(B)/$*-venv.log); what is committed stays as it is" >&2; rm -rf $(@D); exit 2; }
	@touch $@
endef
$(B)/%-venv/ready: synth/%.txt | $(PIP)
	$(wheels)

$(B)/%-venv/ready: adapters/cuda/%.txt | $(PIP)
	$(wheels)

$(B)/%-venv/ready: fpga/%.txt | $(PIP)
	$(wheels)

$(B)/%-venv/ready: tb/systems/swap/%.txt | $(PIP)
	$(wheels)

$(B)/%-venv/ready: tb/campaign/%.txt | $(PIP)
	$(wheels)

$(B)/%-venv/ready: tb/adapters/python/%.txt | $(PIP)
	$(wheels)
.PRECIOUS: $(B)/%-venv/ready

# Manifests of the RTL for other flows, in build/manifests or OUT=. RTL= is the path of rtl/ from
# OUT=.
MANIFESTS = $(PYTHON) synth/manifests.py --version $(LP_VERSION)
.PHONY: manifests slang fusesoc
manifests: $(if $(OUT),,$(B)/manifests/Bender.yml) ## use: write FuseSoC cores, lists of files and Bender.yml, with the RTL or RTL=PATH, to OUT=
	@$(if $(OUT),$(MANIFESTS) --out "$(OUT)" $(if $(RTL),--rtl "$(RTL)"),echo $(B)/manifests)

$(B)/manifests/Bender.yml: rtl/units.txt $(wildcard rtl/*/*.sv) cmodel/include/linepress/linepress.h \
  $(addprefix synth/,manifests.py heads.py units.py rtl_files.py)
	@$(MANIFESTS) --out $(@D) >/dev/null

# $(call optional,NAME,NAME.txt): without PyPI a target prints one line, and does not fail.
optional = $(MAKE) -s $(B)/$(1)-venv/ready 2>/dev/null || { \
  echo "$@: skipped (what $(2) names cannot be had; $(B)/*-venv.log)"; exit 0; }
OPTIONAL = $(call optional,$@,synth/$@.txt)
slang: ## test: slang, a fourth linter, on every module and parameter value or those of UNIT= (PyPI)
	@$(OPTIONAL); $(B)/slang-venv/bin/python synth/slang.py $(UNIT)

fusesoc: $(B)/manifests/Bender.yml ## use: targets lint and sim of every core with a page, or UNIT=, in FuseSoC (PyPI)
	@$(OPTIONAL); $(PYTHON) synth/cores.py --fusesoc $(B)/fusesoc-venv/bin/fusesoc \
	  --manifests $(<D) $(UNIT)

TESTS += $(foreach k,1 2 3 4 5 6 7 8,synth/lint.py:--turn:--share:$(k)/8) synth/paths.py \
  synth/flow_test.sh synth/by_parts_test.py synth/elaborated_test.py synth/asked_test.py
