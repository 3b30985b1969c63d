# SPDX-License-Identifier: Apache-2.0
# Mutation: one Verilated netlist holds all mutants of a unit; the lock-step test runs with each.
# UNIT= one or several, or PARAMS=ELEM=16 for a set of one unit that rtl/units.txt lists for
# something else, OWN=1 only lines of the unit and its parts, KEEP= units inside it that stay beside
# the netlist, N= mutants, SEED= of the list and the runs.

MUTATION := $(B)/mutation
N ?= 250
SEED ?= 1
# More options of run.py.
MUTATION_OPTIONS ?=
MUTATION_CHOSEN := $(if $(PARAMS),$(filter $(UNIT)/$(PARAMS),$(SETS_lockstep) $(SETS_large)),$(call \
  of_unit,$(SETS_mutate)))
mutation_dir = $(MUTATION)/$(call set_tag,$(1))$(if $(OWN),-own)-n$(N)-s$(SEED)
mutation_own = $(if $(OWN),--own $(foreach s,$(1) $(PARTS_$(call set_module,$(1))),$(call \
  set_module,$(s))))
# The netlist, after the RTL of what it does not hold: $(1) the set, $(2) the netlist.
mutation_files = $(if $(KEEP),$(filter-out %/$(call set_module,$(1)).sv,$(RTL_$(call \
  set_module,$(1))))) $(2)

$(MUTATION)/select.o: tb/units/mutation/select.c $(COSIM)/flags.cc
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CC) $(COSIM_CFLAGS) -c $< -o $@

.PHONY: mutation-common
mutation-common: cosim-common $(MUTATION)/select.o

# Verilator 5.006 loses long names of a netlist that it shortens, and its optimisation of trees of
# bit operations loses terms where some bits of an operand are constant, as after a mutation.
$(MUTATION)/%: VERILATOR_FLAGS += --comp-limit-syms 0 -fno-const-bit-op-tree

# The lock-step test of a set over RTL with mutants: $(1) the set, $(2) folder, $(3) the RTL
define mutation_test
$(call verilated_set,$(1),$(2)/rtl,$(3))
$(call cosim_program,$(2)/lockstep_test,$(1),$(COSIM)/lockstep_test.o $(MUTATION)/select.o,$(2)/rtl/rtl.a)
endef

# $(1) a set, $(2) folder, $(3) the file to write, $(4) more options of mutants.py
define mutation_rtl
$(3): tb/units/mutation/mutants.py synth/flow.py $(RTL_$(call set_module,$(1)))
	@echo '  MUT  $$@'
	@$(PYTHON) tb/units/mutation/mutants.py --unit $(call set_module,$(1)) \
	  --params "$(call set_params,$(1))" --count $(N) --seed $(SEED) $(4) --folder $(2) --rtl $$@
endef
mutant_file = $(call mutation_dir,$(1))/$(call set_module,$(1)).sv
$(foreach s,$(MUTATION_CHOSEN),$(eval $(call mutation_rtl,$(s),$(call mutation_dir,$(s)),$(call \
  mutant_file,$(s)),$(call mutation_own,$(s)) $(if $(KEEP),--keep $(KEEP)))))
$(foreach s,$(MUTATION_CHOSEN),$(eval $(call mutation_test,$(s),$(call mutation_dir,$(s)),$(call \
  mutation_files,$(s),$(call mutant_file,$(s))))))

# Parts without a bench of their own: the unit that UNIT= names holds the mutants of all of its
# parts, numbered one after the other, and its lock-step test. Units inside the parts have campaigns
# of their own.
mutation_host := $(or $(UNIT),lp_buddy_slice)
mutation_host_set := $(filter $(addsuffix /%,$(mutation_host)),$(SETS_host))
MUTATION_PARTS := $(foreach h,$(mutation_host),$(PARTS_$(h)))
mutation_host_dir := $(MUTATION)/$(firstword $(mutation_host))-parts-n$(N)-s$(SEED)
part_dir = $(mutation_host_dir)/$(call set_module,$(1))
part_file = $(call part_dir,$(1))/$(call set_module,$(1)).sv
part_first = $(shell echo "$(MUTATION_PARTS)" | \
  awk '{ for (i = 1; $$i != "$(1)"; i++); print (i - 1) * $(N) + 1 }')
part_files := $(foreach p,$(MUTATION_PARTS),$(call part_file,$(p)))
$(foreach p,$(MUTATION_PARTS),$(eval $(call mutation_rtl,$(p),$(call part_dir,$(p)),$(call \
  part_file,$(p)),--own $(call set_module,$(p)) --first $(call part_first,$(p)))))
# Only for a host given by UNIT=: with all units their names would clash.
ifeq ($(words $(mutation_host_set)),1)
$(eval $(call mutation_test,$(mutation_host_set),$(mutation_host_dir),$(part_files) $(filter-out \
  $(foreach p,$(MUTATION_PARTS),%/$(call set_module,$(p)).sv),$(RTL_$(mutation_host)))))
endif

.PHONY: mutation-parts
mutation-parts: $(if $(MUTATION_PARTS),$(mutation_host_dir)/lockstep_test)
mutation-parts: ## campaign: the same for the parts of UNIT=lp_buddy_slice or lp_buddy_top; N= SEED=
	@$(if $(MUTATION_PARTS),,echo "mutation-parts: no parts of '$(UNIT)'" >&2; exit 2)
	@for p in $(foreach p,$(MUTATION_PARTS),$(call part_dir,$(p))); do \
	  ln -sf ../lockstep_test $$p/lockstep_test; done
	@$(PYTHON) tb/units/mutation/run.py --seed $(SEED) --long-cycles 1000000 $(MUTATION_OPTIONS) \
	  $(foreach p,$(MUTATION_PARTS),$(p):$(call part_dir,$(p)))

# The emulated card's RTL with mutants of its own lines and the self-test's, for its server. The
# engine stays as it is, beside the netlist, and has campaigns of its own.
CARD_MUTATION := $(MUTATION)/card-n$(N)-s$(SEED)
CARD_MUTANTS_SO := $(CARD_MUTATION)/liblinepress_card_rtl.so
card_mutants := $(CARD_MUTATION)/lp_card.sv
$(eval $(call mutation_rtl,lp_card/-,$(CARD_MUTATION),$(card_mutants),--own lp_card lp_card_test \
  --keep lp_cdma))
$(eval $(call rtl_object,$(CARD_MUTATION)/rtl,$(CARD_MUTANTS_SO),lp_card/-,$(filter-out \
  %/lp_card.sv,$(RTL_lp_card)) $(card_mutants),$(CARD_MUTATION)/rtl/select.o))
$(CARD_MUTATION)/rtl/%: VERILATOR_FLAGS += --comp-limit-syms 0 -fno-const-bit-op-tree
$(CARD_MUTATION)/rtl/select.o: tb/units/mutation/select.c $(COSIM)/flags.cc
	@mkdir -p $(@D)
	@$(CC) $(COSIM_CFLAGS) -c $< -o $@

.PHONY: card-mutation
card-mutation: $(CARD_MUTANTS_SO) $(CARD_FUZZ) $(CARD_SERVER)
card-mutation: ## campaign: mutants of lp_card and its self-test that tests through sim: must kill; N= SEED= ONLY=
	@$(PYTHON) tb/dma/card/card_mutation.py --build $(B) --folder $(CARD_MUTATION) $(if $(ONLY),--only $(ONLY))

.PHONY: cdc-mutation
cdc-mutation: ## campaign: mutants of lp_cdc_fifo that its bench between two clocks must kill; N= SEED=
	@$(PYTHON) tb/units/mutation/cdc_fifo.py --count $(N) --seed $(SEED) \
	  --folder $(MUTATION)/lp_cdc_fifo-n$(N)-s$(SEED)

.PHONY: mutation
mutation: ## campaign*: mutants of UNIT= (default: of all) that the lock-step test must kill; N=250 SEED=1 OWN=1 KEEP=
	$(call need_unit,$(if $(PARAMS),$(MUTATION_CHOSEN),$(SETS_mutate)))
	@$(PYTHON) tb/units/mutation/run.py --seed $(SEED) $(MUTATION_OPTIONS) \
	  $(foreach s,$(MUTATION_CHOSEN),$(s):$(call mutation_dir,$(s)))
mutation: $(foreach s,$(MUTATION_CHOSEN),$(call mutation_dir,$(s))/lockstep_test)

.PHONY: profile-bugs
profile-bugs: cli ## campaign: bugs put into linepress profile, which its tests must find
	@$(PYTHON) tb/units/mutation/profile_bugs.py --cc '$(CC)' $(CLI_OBJS) $(CLI_A) $(LIB_A) $(LIB_LIBS) -lm
