# SPDX-License-Identifier: Apache-2.0
# Coverage of the RTL under the lock-step test: lines and toggles from Verilator, bins from the
# listeners here. The sets are those that mutation runs, or UNIT="lp_foo lp_bar" of them. Four runs,
# LP_SEED= and each 100 on: a run draws the kind of its traffic from the seed.

COVERAGE_OUT := $(B)/coverage
COVERAGE_CYCLES ?= 1000000
COVERAGE_RUNS ?= 1 2 3 4
# Wholes, of which report.py counts only what has no row of its own.
COVERAGE_SLICE := lp_buddy_slice/buddy/PARALLEL=0
COVERAGE_ALL := $(MUTATION_SETS) $(COVERAGE_SLICE) $(MUTATION_WHOLE_lp_buddy_top)
COVERAGE_SETS := $(if $(UNIT),$(filter $(addsuffix /%,$(UNIT)),$(COVERAGE_ALL)),$(COVERAGE_ALL))
COVERAGE_MISSING := $(filter-out $(foreach s,$(COVERAGE_SETS),$(call cosim_module,$(s))),$(UNIT))
coverage_folder = $(COSIM)/$(call cosim_tag,$(1))

# In the make that `coverage` starts, with a B of its own.
ifeq ($(COVERAGE),1)
# Units whose ports a listener watches.
COVERAGE_LISTENED := $(shell sed -n 's/^LP_LISTEN.\(.*\), .*/\1/p' tb/coverage/bins_*.c)
COVERAGE_BINS := $(patsubst tb/coverage/%.c,$(B)/coverage_%.o,$(wildcard tb/coverage/bins*.c))
# Written anew only if it is another, since UNIT= may have changed.
.PHONY: coverage_units
$(B)/coverage_units.c: coverage_units
	@mkdir -p $(@D)
	@for set in $(subst /,:,$(COVERAGE_SETS)); do \
	  awk -v set="$$set" 'split(set, s, ":") && $$1 == s[1] { print $$1, $$2, $$3, s[3] }' \
	  tb/cosim/units.tbl; done | awk -f tb/cosim/registry.awk | \
	  sed $(foreach t,$(COVERAGE_LISTENED),-e 's/$(t)_rtl/$(t)_bins/g') >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@
$(B)/coverage_units.o: $(B)/coverage_units.c
	@$(CC) $(COSIM_CFLAGS) -c $< -o $@
$(COVERAGE_BINS): $(B)/coverage_%.o: tb/coverage/%.c
	@echo '  CC   $<'
	@$(CC) $(COSIM_CFLAGS) -c $< -o $@
-include $(COVERAGE_BINS:.o=.d)
$(B)/covered: $(COSIM)/lockstep_test.o $(B)/coverage_units.o $(COVERAGE_BINS) \
  $(foreach s,$(COVERAGE_SETS),$(call cosim_libs,$(call coverage_folder,$(s)),$(call \
  cosim_tag,$(s)))) $(filter-out %/units.o,$(COSIM_REST))
	$(cosim_link)
endif

.PHONY: coverage
coverage: ## line, toggle and functional coverage of the lock-step test; UNIT= LP_SEED=n
	@$(if $(COVERAGE_MISSING),echo "coverage: no unit '$(COVERAGE_MISSING)'" >&2; exit 2)
	@$(MAKE) --no-print-directory B=$(COVERAGE_OUT) COVERAGE=1 $(COVERAGE_OUT)/covered
	@rm -rf $(COVERAGE_OUT)/data
	@seed=$${LP_SEED:-$$(date +%s)}; for run in $(COVERAGE_RUNS); do \
	  mkdir -p $(COVERAGE_OUT)/data/$$run && LP_COVERAGE=$(COVERAGE_OUT)/data/$$run \
	  LP_SEED=$$((seed + 100 * run - 100)) LP_CYCLES=$(COVERAGE_CYCLES) \
	  $(COVERAGE_OUT)/covered || exit; done
	@verilator_coverage --annotate $(COVERAGE_OUT)/annotated --annotate-min 1 \
	  $(COVERAGE_OUT)/data/*/*.dat >$(COVERAGE_OUT)/annotate.log
	@$(PYTHON) tb/coverage/report.py $(if $(UNIT),--partial) $(COVERAGE_OUT)/data
