# SPDX-License-Identifier: Apache-2.0
# Mutation: one Verilated netlist holds all mutants of a unit; the lock-step test runs with each.
# UNIT= PARAMS=ELEM=16 (a set of tb/cosim/units.tbl) N= mutants, SEED= of the list and the runs.

MUTATION := $(B)/mutation
MUTATION_SETS := lp_zvc_enc/zvc/ELEM=32 lp_zvc_dec/zvc/ELEM=32 lp_skid/common/WIDTH=33 \
  lp_fifo/common/WIDTH=32,DEPTH=5 lp_popcount/common/WIDTH=32 lp_prefix/common/WIDTH=11 \
  lp_add/common/WIDTH=4 lp_zvc_switch/zvc/LANES=8 lp_zvc_omega/zvc/LANES=8,REVERSE=0 \
  lp_bpc_turn/bpc/V=8 lp_bpc_enc/bpc/- lp_bpc_dec/bpc/- \
  lp_codec_enc/codec/ELEM=32 lp_codec_dec/codec/ELEM=32 lp_rr/common/N=5 \
  lp_buddy_read/buddy/ENTRIES=16,LANES=1,PARALLEL=1,ELEM=32 \
  lp_buddy_write/buddy/ENTRIES=16,ELEM=32 \
  lp_mdcache/mdcache/SETS=2,WAYS=2,MISSES=2,TARGETS=2,COUNT_W=6 \
  lp_gbbr_xlat/gbbr/PAGE=13,FRAME_W=23,SLOT_W=21,TAG=8 lp_gbbr_split/gbbr/- \
  lp_axi_rd/axi/ID_W=5 lp_axi_wr/axi/ID_W=5
N ?= 250
SEED ?= 1
# More options of run.py.
MUTATION_OPTIONS ?=
# A set is MODULE/FOLDER/PARAMETERS.
mutation_find = $(foreach s,$(1),$(if $(filter $(UNIT),$(call cosim_module,$(s))),$(if \
  $(PARAMS),$(if $(findstring /$(PARAMS)/,$(s)/),$(s)),$(s))))
MUTATION_CHOSEN := $(if $(UNIT),$(firstword $(call \
  mutation_find,$(MUTATION_SETS) $(COSIM_SETS))),$(MUTATION_SETS))
mutation_dir = $(MUTATION)/$(call cosim_tag,$(1))-n$(N)-s$(SEED)

$(MUTATION)/select.o: tb/mutation/select.c
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CC) $(COSIM_CFLAGS) -c $< -o $@

# Verilator 5.006 loses long names of a netlist that it shortens.
$(MUTATION)/%: VERILATOR_FLAGS += --comp-limit-syms 0

# The lock-step test of one parameter set over RTL with mutants.
# $(1) a parameter set, $(2) its tag, $(3) folder, $(4) and $(5) as in cosim_set
define mutation_test
$(call cosim_set,$(1),$(2),$(3),$(4),$(5))
$(3)/units.c: tb/cosim/registry.awk tb/cosim/units.tbl
	@mkdir -p $(3)
	@awk -v unit=$(call cosim_module,$(1)) -v set=$(word 3,$(subst /, ,$(1))) \
	  '$$$$1 == unit { print $$$$1, $$$$2, $$$$3, set }' tb/cosim/units.tbl | \
	  awk -f tb/cosim/registry.awk >$$@
$(3)/units.o: $(3)/units.c
	@$(CC) $(COSIM_CFLAGS) -c $$< -o $$@
$(3)/lockstep_test: $(COSIM)/lockstep_test.o $(MUTATION)/select.o $(3)/units.o \
  $(call cosim_libs,$(3),$(2)) $(filter-out %/units.o,$(COSIM_REST))
	$$(cosim_link)
endef

# $(1) a parameter set, $(2) its tag, $(3) folder
define mutation_set
$(3)/rtl/$(call cosim_folder,$(1))/$(call cosim_module,$(1)).sv: tb/mutation/mutants.py \
  synth/flow.py $(wildcard $(addsuffix /*.sv,$(call cosim_folders,$(call cosim_folder,$(1)))))
	@echo '  MUT  $(3)'
	@$(PYTHON) tb/mutation/mutants.py --unit $(call cosim_module,$(1)) \
	  --params "$(call cosim_params,$(1))" --count $(N) --seed $(SEED) --folder $(3) --rtl $$@
$(call mutation_test,$(1),$(2),$(3),$(3)/rtl)
endef
$(foreach s,$(MUTATION_CHOSEN),$(eval $(call \
  mutation_set,$(s),$(call cosim_tag,$(s)),$(call mutation_dir,$(s)))))

# Parts without a bench of their own: the whole that UNIT= names holds the mutants of all of its
# parts, numbered one behind the other, and its lock-step test. Mutants of what the parts are made of
# are those units' business.
MUTATION_WHOLE_lp_buddy_slice := lp_buddy_slice/buddy/PARALLEL=1
MUTATION_PARTS_lp_buddy_slice := \
  lp_buddy_front/buddy/PAGE=13,FRAME_W=23,SLOT_W=21,ADDR_W=40,ENTRIES=16 \
  lp_buddy_dev/buddy/ENTRIES=16,ADDR_W=40,MISSES=4 \
  lp_buddy_meta/buddy/ENTRIES=16,ADDR_W=40,SETS=8,WAYS=4,MISSES=4,TARGETS=4
MUTATION_WHOLE_lp_buddy_top := lp_buddy_top/buddy/SLICES=2,ENTRIES=4,PARALLEL=0
MUTATION_PARTS_lp_buddy_top := lp_buddy_port/buddy/WIDTH=62,LANES=1 \
  lp_buddy_hash/buddy/SLICES=2,PAGE=13,FRAME_W=23,FOLD=8388607
mutation_whole := $(or $(UNIT),lp_buddy_slice)
MUTATION_PARTS := $(MUTATION_PARTS_$(mutation_whole))
mutation_host := $(MUTATION)/$(mutation_whole)-parts-n$(N)-s$(SEED)
mutation_part = $(mutation_host)/$(call cosim_module,$(1))
mutation_part_rtl = $(call mutation_part,$(1))/$(call cosim_module,$(1)).sv
mutation_first = $(shell echo "$(MUTATION_PARTS)" | \
  awk '{ for (i = 1; $$i != "$(1)"; i++); print (i - 1) * $(N) + 1 }')

# $(1) a part, $(2) the number of its first mutant
define mutation_part_set
$(call mutation_part_rtl,$(1)): tb/mutation/mutants.py synth/flow.py \
  $(wildcard $(addsuffix /*.sv,$(call cosim_folders,buddy)))
	@echo '  MUT  $$@'
	@$(PYTHON) tb/mutation/mutants.py --unit $(call cosim_module,$(1)) --own \
	  --params "$(call cosim_params,$(1))" --count $(N) --seed $(SEED) --first $(2) \
	  --folder $$(@D) --rtl $$@
	@ln -sf ../lockstep_test $$(@D)/lockstep_test
endef
$(foreach p,$(MUTATION_PARTS),$(eval $(call mutation_part_set,$(p),$(call mutation_first,$(p)))))
$(foreach s,$(MUTATION_WHOLE_$(mutation_whole)),$(eval $(call mutation_test,$(s),$(call \
  cosim_tag,$(s)),$(mutation_host),rtl,$(foreach p,$(MUTATION_PARTS),$(call \
  mutation_part_rtl,$(p))))))

.PHONY: mutation-parts
mutation-parts: $(if $(MUTATION_PARTS),$(mutation_host)/lockstep_test)
mutation-parts: ## the same for the parts of UNIT=lp_buddy_slice or lp_buddy_top; N= SEED=
	@$(if $(MUTATION_PARTS),,echo "mutation-parts: no parts of '$(UNIT)'" >&2; exit 2)
	@$(PYTHON) tb/mutation/run.py --seed $(SEED) --long-cycles 1000000 $(MUTATION_OPTIONS) \
	  $(foreach p,$(MUTATION_PARTS),$(p):$(call mutation_part,$(p)))

.PHONY: mutation
mutation: ## mutants of UNIT= (default: of all) that the lock-step test must kill; N=250 SEED=1
	@$(if $(MUTATION_CHOSEN),,echo "mutation: no unit '$(UNIT)' $(PARAMS)" >&2; exit 2)
	@$(PYTHON) tb/mutation/run.py --seed $(SEED) $(MUTATION_OPTIONS) \
	  $(foreach s,$(MUTATION_CHOSEN),$(s):$(call mutation_dir,$(s)))
mutation: $(foreach s,$(MUTATION_CHOSEN),$(call mutation_dir,$(s))/lockstep_test)
