# SPDX-License-Identifier: Apache-2.0
# Coverage of the RTL under the lock-step test: lines and toggles from Verilator, bins from the
# listeners here. UNIT= one or several. Four runs, with seeds from LP_SEED= up by 100: a run draws
# the kind of its traffic from the seed.

COVERAGE_OUT := $(B)/coverage
COVERAGE_CYCLES ?= 1000000
COVERAGE_RUNS ?= 1 2 3 4
COVERAGE_ALL := $(SETS_mutate) $(SETS_cover)
COVERAGE_SETS := $(call of_unit,$(COVERAGE_ALL))

# In the make that `coverage` starts, with a B of its own.
ifeq ($(COVERAGE),1)
# Units whose ports a listener watches.
COVERAGE_LISTENED := $(shell sed -n 's/^LP_LISTEN.\(.*\), .*/\1/p' tb/units/coverage/bins_*.c)
COVERAGE_DEAF := $(filter-out $(foreach s,$(COVERAGE_ALL),$(call set_tag,$(s))),$(COVERAGE_LISTENED))
COVERAGE_BINS := $(patsubst tb/units/coverage/%.c,$(B)/coverage_%.o,$(wildcard tb/units/coverage/bins*.c))
# Rewritten only if it changes, since UNIT= may have changed.
$(B)/coverage_units.c: FORCE
	@$(if $(COVERAGE_DEAF),echo "coverage: LP_LISTEN of no set that is covered: $(COVERAGE_DEAF)" >&2; exit 1)
	@mkdir -p $(@D)
	@$(PYTHON) synth/units.py registry $(COVERAGE_SETS) | \
	  sed $(foreach t,$(COVERAGE_LISTENED),-e 's/$(t)_rtl/$(t)_bins/g') >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@
$(B)/coverage_units.o: $(B)/coverage_units.c
	@$(CC) $(COSIM_CFLAGS) -c $< -o $@
$(COVERAGE_BINS): $(B)/coverage_%.o: tb/units/coverage/%.c $(COSIM)/flags.cc
	@echo '  CC   $<'
	@$(CC) $(COSIM_CFLAGS) -c $< -o $@
-include $(COVERAGE_BINS:.o=.d)
# The listeners name their units weakly, which alone takes nothing out of an archive.
COVERAGE_NEEDS = $(foreach s,$(COVERAGE_SETS),-Wl,-u,$(call set_tag,$(s))_rtl)
$(B)/covered: $(COSIM)/lockstep_test.o $(B)/coverage_units.o $(COVERAGE_BINS) \
  $(call sets_libs,$(COVERAGE_SETS)) $(COSIM_REST)
	@echo '  LD   $@'
	@$(CXX) $(LDFLAGS) $(COVERAGE_NEEDS) -o $@ $^ $(LIB_LIBS)
endif

.PHONY: coverage
coverage: ## campaign: line, toggle and functional coverage of the lock-step test; UNIT= LP_SEED=n
	$(call need_unit,$(COVERAGE_ALL))
	@$(MAKE) B=$(COVERAGE_OUT) COVERAGE=1 $(COVERAGE_OUT)/covered
	@rm -rf $(COVERAGE_OUT)/data
	@mkdir -p $(COVERAGE_OUT) && echo $${LP_SEED:-$$(date +%s)} >$(COVERAGE_OUT)/seed
	@seed=$$(cat $(COVERAGE_OUT)/seed); for run in $(COVERAGE_RUNS); do \
	  mkdir -p $(COVERAGE_OUT)/data/$$run && LP_COVERAGE=$(COVERAGE_OUT)/data/$$run \
	  LP_SEED=$$((seed + 100 * run - 100)) LP_CYCLES=$(COVERAGE_CYCLES) \
	  $(COVERAGE_OUT)/covered || exit; done
	@verilator_coverage --annotate $(COVERAGE_OUT)/annotated --annotate-min 1 \
	  $(COVERAGE_OUT)/data/*/*.dat >$(COVERAGE_OUT)/annotate.log
	@$(PYTHON) tb/units/coverage/report.py $(if $(UNIT),--partial) --cycles $(COVERAGE_CYCLES) \
	  --seed $$(cat $(COVERAGE_OUT)/seed) $(COVERAGE_OUT)/data

# lp_mixed_enc and units apart: a separate program, since wide registers are also counted.
TOGGLES_OUT := $(B)/toggles
TOGGLES_SET := lp_mixed_enc/CODECS=15 lp_zvc_enc/ELEM=16 lp_xzvc_enc/- lp_ebd_enc/- lp_bpc_enc/-
ifeq ($(TOGGLES),1)
$(B)/cosim/%: VERILATOR_FLAGS += --coverage-max-width 4096
$(eval $(call cosim_program,$(B)/toggling,$(TOGGLES_SET),$(COSIM_CLI)))
endif

.PHONY: toggles
toggles: ## measure: changes of lp_mixed_enc's registers and of units apart over tb/data (RECORD=1: into tb/data/toggles and the page)
	@$(MAKE) B=$(TOGGLES_OUT) COVERAGE=1 TOGGLES=1 $(TOGGLES_OUT)/toggling
	@$(PYTHON) -B tb/units/coverage/toggles.py $(TOGGLES_OUT) $(if $(RECORD),--record)

TESTS += tb/units/coverage/toggles_test.py
