# SPDX-License-Identifier: Apache-2.0
# SystemC: every unit with the cycle model or the Verilated RTL inside its pins, the platform of
# codecs, and the TLM targets. Debian's libsystemc is built for C++17.

SYSTEMC := $(B)/systemc
CODEC ?= zvc
ENGINE ?= model
SYSTEMC_FILE ?= tb/data/dl/relu2_act_050_fp32.npy

# One set of each unit that has a cycle model: the one that make test has here, else the first in
# lock-step, else that of a part.
systemc_part = $(foreach p,$(filter PARTS_%,$(.VARIABLES)),$(filter $(1)/%,$($(p))))
systemc_of = $(firstword $(filter $(1)/%,$(SETS_systemc)) $(filter $(1)/%,$(SETS_lockstep)) \
  $(call systemc_part,$(1)))
SYSTEMC_SETS := $(foreach u,$(CYCLE_UNITS),$(call systemc_of,$(u)))
systemc_in = $(SYSTEMC)/$(call set_module,$(1))
SYSTEMC_FOLDERS := $(foreach s,$(SETS_systemc),$(call systemc_in,$(s)))
SYSTEMC_CXXFLAGS := -std=c++17 -Wall -Wextra -faligned-new -Icmodel -Icmodel/include -Itb \
  -isystem $(VERILATOR_INC) -I$(SYSTEMC)/include -DVM_SC=1 -DVM_TRACE=0 -DVM_COVERAGE=0 -MMD -MP
$(call tracked,$(SYSTEMC)/flags.cxx,$(CXX) $(SYSTEMC_CXXFLAGS) $(VERILATOR_VERSION))

# The headers as they are when installed, for <linepress/FOLDER/FOLDER_ports.h>.
$(SYSTEMC)/include/linepress: $(wildcard cmodel/include/linepress/*.h) $(B)/units/units.inc
	@rm -rf $@ && mkdir -p $@
	@ln -s $(CURDIR)/adapters/systemc $(patsubst %/.,$(CURDIR)/%,$(wildcard cmodel/units/*/.)) \
	  $(addprefix $(CURDIR)/,$(wildcard cmodel/include/linepress/*.h)) $@

# Runs here take a few thousand cycles, so a fast build matters more than fast RTL. $(1) a set, $(2)
# its folder
define systemc_set
$(2)/verilated: $(RTL_$(call set_module,$(1))) tb/units/cosim/verilate.sh $(SYSTEMC)/flags.cxx
	@echo '  VL   $(2)'
	@tb/units/cosim/verilate.sh $(2) --shim adapters/systemc/unit.cpp $(VERILATOR) --sc -O3 --no-decoration \
	  --prefix V$(call set_module,$(1)) --top-module $(call set_module,$(1)) \
	  $(addprefix -G,$(call set_params,$(1))) $(RTL_$(call set_module,$(1)))
	@touch $$@
$(2)/fast.o $(2)/rest.o: %.o: $(2)/verilated $(SYSTEMC)/include/linepress
	@echo '  CXX  $$*'
	@$(CCACHE) $(CXX) $(SYSTEMC_CXXFLAGS) -isystem $(2) \
	  -DLP_RTL_HEADER='"V$(call set_module,$(1)).h"' -DLP_RTL_CLASS=V$(call set_module,$(1)) \
	  -DLP_RTL_SYMBOL=$(call set_tag,$(1))_rtl \
	  -DLP_UNIT_NAME=$(patsubst lp_%,%,$(call set_module,$(1))) \
	  -DLP_PORTS_HEADER='<linepress/$(call set_folder,$(1))/$(call set_folder,$(1))_ports.h>' \
	  -DLP_PORTS=$(call set_upper,$(1))_PORTS -O0 -c $$*.cpp -o $$@
-include $(2)/fast.d
endef
$(foreach s,$(SYSTEMC_SETS),$(eval $(call systemc_set,$(s),$(call systemc_in,$(s)))))
systemc_rtl = $(foreach s,$(1),$(call systemc_in,$(s))/fast.o $(call systemc_in,$(s))/rest.o)

$(SYSTEMC)/platform.o: $(addsuffix /verilated,$(SYSTEMC_FOLDERS))
$(SYSTEMC)/platform.o $(SYSTEMC)/units.o: $(SYSTEMC)/%.o: tb/adapters/systemc/%.cpp $(SYSTEMC)/flags.cxx \
  $(SYSTEMC)/include/linepress
	@echo '  CXX  $<'
	@$(CCACHE) $(CXX) $(SYSTEMC_CXXFLAGS) $(addprefix -isystem ,$(SYSTEMC_FOLDERS)) -O0 -c $< -o $@
-include $(SYSTEMC)/platform.d $(SYSTEMC)/units.d

SYSTEMC_LIBS := -lsystemc $(LIB_LIBS)
# $(1) a program, $(2) its sets
define systemc_program
$(1).units.c: rtl/units.txt synth/units.py $(SYSTEMC)/flags.cxx
	@mkdir -p $$(@D)
	@$(PYTHON) synth/units.py registry $(2) >$$@
$(1).units.o: $(1).units.c $(COSIM)/flags.cc
	@$(CCACHE) $(CC) $(COSIM_CFLAGS) -c $$< -o $$@
$(1): $(SYSTEMC)/units.o $(1).units.o $(call systemc_rtl,$(2)) $(COSIM_REST)
	@echo '  LD   $$@'
	@$(CXX) $(LDFLAGS) -o $$@ $$^ $(SYSTEMC_LIBS)
endef
# One program for make test, and one per unit.
$(eval $(call systemc_program,$(SYSTEMC)/units,$(SETS_systemc)))
$(foreach s,$(SYSTEMC_SETS),$(eval $(call systemc_program,$(SYSTEMC)/unit/$(call set_module,$(s)),$(s))))

$(SYSTEMC)/platform: $(SYSTEMC)/platform.o $(call systemc_rtl,$(SETS_systemc)) $(LIB_A) \
  $(COSIM_RUNTIME)
	@echo '  LD   $@'
	@$(CXX) $(LDFLAGS) -o $@ $^ $(SYSTEMC_LIBS)

# TLM targets take any instance: the RTL is that of lock-step.
SYSTEMC_TLM_SETS := lp_codec_enc/ELEM=32 lp_codec_dec/ELEM=32 lp_buddy_slice/PARALLEL=0 \
  $(filter lp_cdma/%,$(SETS_lockstep))
$(SYSTEMC)/tlm.o: tb/adapters/systemc/tlm.cpp $(SYSTEMC)/flags.cxx $(SYSTEMC)/include/linepress
	@echo '  CXX  $<'
	@$(CCACHE) $(CXX) $(SYSTEMC_CXXFLAGS) -O0 -c $< -o $@
-include $(SYSTEMC)/tlm.d
$(SYSTEMC)/tlm.units.c: rtl/units.txt synth/units.py $(SYSTEMC)/flags.cxx
	@$(PYTHON) synth/units.py registry $(SYSTEMC_TLM_SETS) >$@
$(SYSTEMC)/tlm.units.o: $(SYSTEMC)/tlm.units.c $(COSIM)/flags.cc
	@$(CCACHE) $(CC) $(COSIM_CFLAGS) -c $< -o $@
$(SYSTEMC)/tlm: $(SYSTEMC)/tlm.o $(SYSTEMC)/tlm.units.o $(call sets_libs,$(SYSTEMC_TLM_SETS)) \
  $(COSIM_REST)
	@echo '  LD   $@'
	@$(CXX) $(LDFLAGS) -o $@ $^ $(SYSTEMC_LIBS)

TESTS += tb/adapters/systemc/systemc_test.sh tb/adapters/systemc/units_test.sh tb/adapters/systemc/tlm_test.sh
$(call test_needs,tb/adapters/systemc/tlm_test.sh): $(SYSTEMC)/tlm
$(call test_needs,tb/adapters/systemc/systemc_test.sh): $(SYSTEMC)/platform
$(call test_needs,tb/adapters/systemc/units_test.sh): $(SYSTEMC)/units

.PHONY: systemc systemc-asked systemc-all
# $(1) a variable, $(2) its values, by |
systemc_one_of = @case "$($(1))" in $(2)) ;; *) \
  echo "systemc: $(1) is one of $(2), not '$($(1))'" >&2; exit 2;; esac
systemc-asked:
	$(call systemc_one_of,CODEC,zvc|bpc)
	$(call systemc_one_of,ENGINE,model|rtl)
ifeq ($(UNIT),)
$(SYSTEMC)/platform: | systemc-asked
systemc: $(SYSTEMC)/platform ## use: SystemC platform, CODEC=zvc|bpc ENGINE=model|rtl, or UNIT= with either
	@$(SYSTEMC)/platform $(CODEC) $(ENGINE) $(SYSTEMC)/$(CODEC)-$(ENGINE).trace $(SYSTEMC_FILE)
else
systemc: $(addprefix $(SYSTEMC)/unit/,$(filter $(UNIT),$(CYCLE_UNITS)))
	$(call need_unit,$(SYSTEMC_SETS))
	@BUILD=$(B) tb/adapters/systemc/units_test.sh $(UNIT)
endif

systemc-all: $(addprefix $(SYSTEMC)/unit/,$(CYCLE_UNITS)) ## test: every unit's pins in SystemC, with model and RTL; LP_SEED=n LP_CYCLES=n
	@BUILD=$(B) tb/adapters/systemc/units_test.sh $(CYCLE_UNITS)
