# SPDX-License-Identifier: Apache-2.0
# The SystemC platform, with the cycle models and the Verilated RTL in one program.  Debian's
# libsystemc is built for C++17 and links with nothing else.

SYSTEMC := $(B)/systemc
CODEC ?= zvc
ENGINE ?= model
SYSTEMC_FILE ?= tb/data/dl/relu2_act_050_fp32.npy
systemc_in = $(SYSTEMC)/$(call set_module,$(1))
SYSTEMC_FOLDERS := $(foreach s,$(SETS_systemc),$(call systemc_in,$(s)))
SYSTEMC_CXXFLAGS := -std=c++17 -Wall -Wextra -faligned-new -Icmodel -Icmodel/include -Itb \
  -isystem $(VERILATOR_INC) $(addprefix -isystem ,$(SYSTEMC_FOLDERS)) -DVM_SC=1 -DVM_TRACE=0 \
  -DVM_COVERAGE=0 -MMD -MP
$(call tracked,$(SYSTEMC)/flags.cxx,$(CXX) $(SYSTEMC_CXXFLAGS) $(VERILATOR_VERSION))

# The platform runs a few thousand cycles, so a quick build is worth more than quick RTL.
# $(1) a set, $(2) its folder
define systemc_set
$(2)/verilated: $(RTL_$(call set_module,$(1))) tb/cosim/verilate.sh $(SYSTEMC)/flags.cxx
	@echo '  VL   $(2)'
	@tb/cosim/verilate.sh $(2) $(VERILATOR) --sc -O3 --no-decoration --prefix V$(call set_module,$(1)) \
	  --top-module $(call set_module,$(1)) $(addprefix -G,$(call set_params,$(1))) \
	  $(RTL_$(call set_module,$(1)))
	@touch $$@
$(2)/fast.o $(2)/rest.o: %.o: $(2)/verilated
	@echo '  CXX  $$*'
	@$(CCACHE) $(CXX) $(SYSTEMC_CXXFLAGS) -O0 -c $$*.cpp -o $$@
endef
$(foreach s,$(SETS_systemc),$(eval $(call systemc_set,$(s),$(call systemc_in,$(s)))))
SYSTEMC_RTL := $(foreach f,$(SYSTEMC_FOLDERS),$(f)/fast.o $(f)/rest.o)

$(SYSTEMC)/platform.o: tb/systemc/platform.cpp $(addsuffix /verilated,$(SYSTEMC_FOLDERS))
	@echo '  CXX  $<'
	@$(CCACHE) $(CXX) $(SYSTEMC_CXXFLAGS) -O2 -c $< -o $@
-include $(SYSTEMC)/platform.d

$(SYSTEMC)/platform: $(SYSTEMC)/platform.o $(SYSTEMC_RTL) $(LIB_A) $(COSIM_RUNTIME)
	@echo '  LD   $@'
	@$(CXX) $(LDFLAGS) -o $@ $^ -lsystemc -lz -lpthread

TESTS += tb/systemc/systemc_test.sh
$(call test_needs,tb/systemc/systemc_test.sh): $(SYSTEMC)/platform

.PHONY: systemc
systemc: $(SYSTEMC)/platform ## SystemC platform, CODEC=zvc|bpc ENGINE=model|rtl, trace in build/systemc
	@$(SYSTEMC)/platform $(CODEC) $(ENGINE) $(SYSTEMC)/$(CODEC)-$(ENGINE).trace $(SYSTEMC_FILE)
