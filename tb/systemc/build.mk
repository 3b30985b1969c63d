# SPDX-License-Identifier: Apache-2.0
# The SystemC platform, with the cycle models and the Verilated RTL in one program.  Debian's
# libsystemc is built for C++17 and links with nothing else.

SYSTEMC := $(B)/systemc
ENGINE ?= model
SYSTEMC_FILE ?= tb/data/dl/relu2_act_050_fp32.npy
SYSTEMC_UNITS := lp_zvc_enc lp_zvc_dec
SYSTEMC_ARCHIVES := $(foreach u,$(SYSTEMC_UNITS),$(SYSTEMC)/$(u)/V$(u)__ALL.a)

$(SYSTEMC_ARCHIVES): $(wildcard rtl/common/*.sv rtl/zvc/*.sv)
	@mkdir -p $(@D)
	@echo '  VL   $(@D)'
	@MAKEFLAGS= $(VERILATOR) --sc --build -j 1 -O3 -CFLAGS -std=c++17 \
	  -MAKEFLAGS "OPT_FAST=-O2 OPT_SLOW=-O1" --Mdir $(@D) --prefix V$(notdir $(@D)) \
	  --top-module $(notdir $(@D)) -y rtl/common -y rtl/zvc \
	  rtl/zvc/$(notdir $(@D)).sv >$(@D)/build.log || { cat $(@D)/build.log; exit 1; }

$(SYSTEMC)/platform.o: tb/systemc/platform.cpp tb/systemc/pins.h tb/systemc/cycle_module.h \
  tb/cosim/rng.h cmodel/common/unit.h cmodel/zvc/zvc_ports.h cmodel/zvc/zvc_cycle.h \
  $(SYSTEMC_ARCHIVES)
	@echo '  CXX  $<'
	@$(CXX) -std=c++17 -O2 -Wall -Wextra -faligned-new -Icmodel -Icmodel/include -Itb/cosim \
	  $(addprefix -I$(SYSTEMC)/,$(SYSTEMC_UNITS)) -isystem $(VERILATOR_INC) -DVM_SC=1 -DVM_TRACE=0 \
	  -DVM_COVERAGE=0 -c $< -o $@

$(SYSTEMC)/platform: $(SYSTEMC)/platform.o $(SYSTEMC_ARCHIVES) $(LIB_A) $(COSIM_RUNTIME)
	@echo '  LD   $@'
	@$(CXX) $(LDFLAGS) -o $@ $^ -lsystemc -lz -lpthread

TESTS += tb/systemc/systemc_test.sh
tb/systemc/systemc_test.sh: $(SYSTEMC)/platform

.PHONY: systemc
systemc: $(SYSTEMC)/platform ## SystemC platform, ENGINE=model|rtl, trace in build/systemc
	@$(SYSTEMC)/platform $(ENGINE) $(SYSTEMC)/$(ENGINE).trace $(SYSTEMC_FILE)
