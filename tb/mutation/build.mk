# SPDX-License-Identifier: Apache-2.0
# Mutation of one unit: UNIT=, N= mutants, SEED= (of the list and of the runs), CYCLES= a mutant.
N ?= 250
SEED ?= 0
MUTATION := $(B)/mutation/$(UNIT)
MUTATION_SET := $(firstword $(filter $(UNIT)/%,$(COSIM_SETS)))

.PHONY: mutation
ifneq ($(MUTATION_SET),)
MUTATION_TAG := $(call cosim_tag,$(MUTATION_SET))
MUTATION_RTL := $(MUTATION)/rtl/$(call cosim_folder,$(MUTATION_SET))/$(UNIT).sv

$(MUTATION_RTL): $(wildcard rtl/common/*.sv rtl/*/*.sv) tb/mutation/mutation.py
	@echo '  MUT  $(UNIT), $(N) mutants'
	@$(PYTHON) tb/mutation/mutation.py generate --unit $(UNIT) --n $(N) --seed $(SEED) \
	  --params "$(call cosim_params,$(MUTATION_SET))" --out $(MUTATION) --verilog $@
$(eval $(call cosim_set,$(MUTATION_SET),$(MUTATION_TAG),$(MUTATION)/obj,$(MUTATION)/rtl))
$(MUTATION)/units.c: tb/cosim/registry.awk tb/cosim/units.tbl
	@mkdir -p $(@D)
	@awk '$$1 == "$(UNIT)" { print $$1, $$2, $$3, $$4 }' tb/cosim/units.tbl | \
	  awk -f tb/cosim/registry.awk >$@
$(MUTATION)/units.o $(MUTATION)/mutant.o: $(MUTATION)/%.o:
	@$(CC) $(COSIM_CFLAGS) -c $< -o $@
$(MUTATION)/units.o: $(MUTATION)/units.c
$(MUTATION)/mutant.o: tb/mutation/mutant.c
$(MUTATION)/campaign: $(COSIM)/lockstep_test.o $(MUTATION)/units.o $(MUTATION)/mutant.o \
  $(call cosim_libs,$(MUTATION)/obj,$(MUTATION_TAG)) \
  $(filter-out $(COSIM)/units.o,$(COSIM_REST)) \
  $(COSIM)/verilated_dpi.o
	@echo '  LD   $@'
	@$(CXX) $(LDFLAGS) -o $@ $(sort $(filter-out %.a,$^)) $(filter %.a,$^) -lz -lpthread
$(COSIM)/verilated_dpi.o: $(COSIM)/%.o: $(VERILATOR_INC)/%.cpp
	@$(CXX) $(COSIM_CXXFLAGS) -w -c $< -o $@

mutation: $(MUTATION)/campaign ## are the lock-step runs of UNIT= able to find N= mutants?
	@$(PYTHON) tb/mutation/mutation.py run --out $(MUTATION) --program $< --seed $(SEED)
else
mutation:
	@echo "mutation: unknown unit '$(UNIT)': say UNIT=name, a unit of tb/cosim/units.tbl" >&2
	@exit 2
endif
