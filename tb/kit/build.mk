# SPDX-License-Identifier: Apache-2.0
# The golden-model kit tested with this project's units.

KIT := $(B)/kit
KIT_MODULES := $(shell sed -n 's/^ *\.module = "\(lp_[a-z_]*\)",.*/\1/p' cmodel/kit/*_cases.c)
KIT_SETS := $(filter $(addsuffix /%,$(KIT_MODULES)),$(SETS_lockstep))

$(KIT)/dut.o: tb/kit/dut.c $(COSIM)/flags.cc
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CCACHE) $(CC) $(COSIM_CFLAGS) -c $< -o $@
-include $(KIT)/dut.d
$(eval $(call cosim_program,$(KIT)/dut,$(KIT_SETS),$(KIT)/dut.o))

# ---- how strong the cases are: mutants that lock-step kills, through gen | dut | check ----
# DOOR=dpi: with lp_dpi_UNIT_step_check instead of check.

# kit_dut next to the lock-step test of each mutation folder.
define kit_mutant
$(call cosim_program,$(2)/kit_dut,$(1),$(KIT)/dut.o $(MUTATION)/select.o,$(2)/rtl/rtl.a)
endef
KIT_MUTATED := $(filter $(addsuffix /%,$(KIT_MODULES)),$(MUTATION_CHOSEN))
$(foreach s,$(KIT_MUTATED),$(eval $(call kit_mutant,$(s),$(call mutation_dir,$(s)))))

.PHONY: kit-mutation
kit-mutation: cli $(foreach s,$(KIT_MUTATED),$(call mutation_dir,$(s))/kit_dut)
kit-mutation: ## campaign: mutants of UNIT= that make mutation killed (same N= SEED=), through gen | DUT | check; DOOR=dpi
	@BUILD=$(abspath $(B)) $(PYTHON) tb/kit/mutants.py --seed $(SEED) --linepress \
	  $(if $(filter dpi,$(DOOR)),tb/adapters/dpi/linepress_dpi_check.sh,$(B)/linepress) \
	  $(foreach s,$(KIT_MUTATED),$(s):$(call mutation_dir,$(s)))

# ---- bugs in the cycle models that the cases must find ----
# The command that links kit-dut, without its output.
$(KIT)/link: $(KIT)/dut
	@echo $(CXX) $(LDFLAGS) $(KIT)/dut.o $(KIT)/dut.units.o $(call sets_libs,$(KIT_SETS)) \
	  $(COSIM_REST) $(LIB_LIBS) >$@

.PHONY: kit-bugs
kit-bugs: cli $(KIT)/link ## campaign: bugs in the models of mixed codecs and groups that the kit must find; writes docs/use/conformance.md
	@BUILD=$(B) $(PYTHON) -B tb/kit/bugs_test.py --all

TESTS += tb/kit/kit_test.py tb/kit/bugs_test.py
$(call test_needs,tb/kit/bugs_test.py): cli $(KIT)/link
$(call test_needs,tb/kit/kit_test.py): cli $(KIT)/dut

.PHONY: kit-rtl
kit-rtl: cli $(KIT)/dut ## use: all cases of level 2 through the RTL, every kind and form; LP_SEED=n
	@LINES=0 BUILD=$(B) $(PYTHON) tb/kit/kit_test.py rtl
