# SPDX-License-Identifier: Apache-2.0
# The SystemC platform, with the cycle models and the Verilated RTL in one program.  Debian's
# libsystemc is built for C++17 and links with nothing else.

SYSTEMC := $(B)/systemc
CODEC ?= zvc
ENGINE ?= model
SYSTEMC_FILE ?= tb/data/dl/relu2_act_050_fp32.npy
SYSTEMC_UNITS := lp_zvc_enc lp_zvc_dec lp_bpc_enc lp_bpc_dec
SYSTEMC_ARCHIVES := $(foreach u,$(SYSTEMC_UNITS),$(SYSTEMC)/$(u)/V$(u)__ALL.a)

# The platform runs a few thousand cycles, so a quick build is worth more than quick RTL.
systemc_folder = $(word 2,$(subst _, ,$(1)))
define systemc_unit
$(SYSTEMC)/$(1)/V$(1)__ALL.a: $(wildcard rtl/common/*.sv rtl/$(systemc_folder)/*.sv)
	@mkdir -p $$(@D)
	@echo '  VL   $$(@D)'
	@MAKEFLAGS= $(VERILATOR) --sc --build -j 1 -O3 -CFLAGS -std=c++17 \
	  -MAKEFLAGS "OPT_FAST=-O1 OPT_SLOW=-O0" --Mdir $$(@D) --prefix V$(1) \
	  --top-module $(1) -y rtl/common -y rtl/$(systemc_folder) \
	  rtl/$(systemc_folder)/$(1).sv >$$(@D)/build.log || { cat $$(@D)/build.log; exit 1; }
endef
$(foreach u,$(SYSTEMC_UNITS),$(eval $(call systemc_unit,$(u))))

$(SYSTEMC)/platform.o: tb/systemc/platform.cpp tb/systemc/pins.h tb/systemc/cycle_module.h \
  tb/cosim/rng.h cmodel/common/unit.h $(wildcard cmodel/zvc/zvc_[cp]*.h cmodel/bpc/bpc_[cp]*.h) \
  $(SYSTEMC_ARCHIVES)
	@echo '  CXX  $<'
	@$(CXX) -std=c++17 -O2 -Wall -Wextra -faligned-new -Icmodel -Icmodel/include -Itb \
	  $(addprefix -I$(SYSTEMC)/,$(SYSTEMC_UNITS)) -isystem $(VERILATOR_INC) -DVM_SC=1 -DVM_TRACE=0 \
	  -DVM_COVERAGE=0 -c $< -o $@

$(SYSTEMC)/platform: $(SYSTEMC)/platform.o $(SYSTEMC_ARCHIVES) $(LIB_A) $(COSIM_RUNTIME)
	@echo '  LD   $@'
	@$(CXX) $(LDFLAGS) -o $@ $^ -lsystemc -lz -lpthread

TESTS += tb/systemc/systemc_test.sh
tb/systemc/systemc_test.sh: $(SYSTEMC)/platform

.PHONY: systemc
systemc: $(SYSTEMC)/platform ## SystemC platform, CODEC=zvc|bpc ENGINE=model|rtl, trace in build/systemc
	@$(SYSTEMC)/platform $(CODEC) $(ENGINE) $(SYSTEMC)/$(CODEC)-$(ENGINE).trace $(SYSTEMC_FILE)
