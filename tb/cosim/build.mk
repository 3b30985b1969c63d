# SPDX-License-Identifier: Apache-2.0
# Lock-step co-simulation: each parameter set in units.tbl becomes one Verilated archive with its
# shim; the programs link all of them.

COSIM := $(B)/cosim
VERILATOR ?= verilator
VERILATOR_INC = $(VERILATOR_ROOT_)/include
VERILATOR_ROOT_ := $(shell $(VERILATOR) --getenv VERILATOR_ROOT 2>/dev/null)
VERILATOR_FLAGS := -O3 --trace-fst

# MODULE/FOLDER/PARAMETERS of every parameter set.
COSIM_SETS := $(shell awk '!/^\#/ && NF { for (i = 4; i <= NF; i++) print $$1 "/" $$2 "/" $$i }' \
  tb/cosim/units.tbl)
comma := ,
cosim_module = $(word 1,$(subst /, ,$(1)))
cosim_folder = $(word 2,$(subst /, ,$(1)))
cosim_params = $(subst $(comma), ,$(word 3,$(subst /, ,$(1))))
cosim_tag = $(call cosim_module,$(1))__$(subst $(comma),_,$(subst =,_,$(word 3,$(subst /, ,$(1)))))
# lp_zvc_enc -> zvc_enc, LP_ZVC_ENC
cosim_short = $(patsubst lp_%,%,$(call cosim_module,$(1)))
cosim_upper = $(shell echo $(call cosim_module,$(1)) | tr a-z A-Z)

COSIM_CXXFLAGS := -std=c++17 -O3 -Wall -Wextra -faligned-new -Icmodel -Itb/cosim \
  -isystem $(VERILATOR_INC) -isystem $(VERILATOR_INC)/vltstd \
  -DVM_TRACE=1 -DVM_TRACE_FST=1 -DVM_COVERAGE=0 -DVM_SC=0
COSIM_CFLAGS = $(CSTD) $(CFLAGS) -Icmodel -Icmodel/include -Itb/cosim -MMD -MP

define cosim_set
COSIM_LIBS += $(COSIM)/$(2)/shim.o $(COSIM)/$(2)/V$(2)__ALL.a
$(COSIM)/$(2)/V$(2)__ALL.a: rtl/$(call cosim_folder,$(1))/$(call cosim_module,$(1)).sv \
  $(wildcard rtl/common/*.sv rtl/$(call cosim_folder,$(1))/*.sv)
	@mkdir -p $(COSIM)/$(2)
	$(VERILATOR) --cc --build -j 1 $(VERILATOR_FLAGS) -MAKEFLAGS "OPT_FAST=-O3 OPT_SLOW=-O1" \
	  --Mdir $(COSIM)/$(2) --prefix V$(2) --top-module $(call cosim_module,$(1)) \
	  $(addprefix -G,$(call cosim_params,$(1))) -y rtl/common -y rtl/$(call cosim_folder,$(1)) \
	  $$< >$(COSIM)/$(2)/build.log || { cat $(COSIM)/$(2)/build.log; exit 1; }
$(COSIM)/$(2)/shim.o: tb/cosim/shim.cpp tb/cosim/shim.h cmodel/common/unit.h \
  cmodel/$(call cosim_folder,$(1))/$(call cosim_folder,$(1))_ports.h $(COSIM)/$(2)/V$(2)__ALL.a
	$(CXX) $(COSIM_CXXFLAGS) -I$(COSIM)/$(2) -DLP_RTL_HEADER='"V$(2).h"' -DLP_RTL_CLASS=V$(2) \
	  -DLP_PORTS_HEADER='"$(call cosim_folder,$(1))/$(call cosim_folder,$(1))_ports.h"' \
	  -DLP_PORTS=$(call cosim_upper,$(1))_PORTS -DLP_IN_T=$(call cosim_module,$(1))_in \
	  -DLP_OUT_T=$(call cosim_module,$(1))_out -DLP_RTL_SYMBOL=$(2)_rtl -c $$< -o $$@
endef
$(foreach s,$(COSIM_SETS),$(eval $(call cosim_set,$(s),$(call cosim_tag,$(s)))))

COSIM_RUNTIME := $(addprefix $(COSIM)/,verilated.o verilated_fst_c.o verilated_threads.o)
$(COSIM_RUNTIME): $(COSIM)/%.o: $(VERILATOR_INC)/%.cpp
	@mkdir -p $(@D)
	$(CXX) $(COSIM_CXXFLAGS) -w -c $< -o $@

COSIM_MODELS := $(patsubst cmodel/%.c,$(COSIM)/%.o,$(wildcard cmodel/common/*.c cmodel/zvc/*.c \
  cmodel/io/*.c))
$(COSIM)/zvc/zvc_avx2.o: CFLAGS += -mavx2 -mbmi2
$(COSIM)/zvc/zvc_avx512.o: CFLAGS += -mavx512f -mavx512bw -mavx512vbmi2 -mavx512vl -mbmi2
$(COSIM_MODELS): $(COSIM)/%.o: cmodel/%.c
	@mkdir -p $(@D)
	$(CC) $(COSIM_CFLAGS) -D_POSIX_C_SOURCE=200809L -c $< -o $@

COSIM_PARTS := $(addprefix $(COSIM)/,lockstep.o replay.o streams.o flow.o registry.o units.o zvc_beats.o \
  $(patsubst tb/cosim/%.c,%.o,$(wildcard tb/cosim/unit_*.c)))
COSIM_OBJS := $(COSIM_PARTS) $(addprefix $(COSIM)/,lockstep_test.o bench_test.o cosim.o)
$(filter-out %/units.o,$(COSIM_OBJS)): $(COSIM)/%.o: tb/cosim/%.c
	@mkdir -p $(@D)
	$(CC) $(COSIM_CFLAGS) -c $< -o $@
$(COSIM)/units.c: tb/cosim/registry.awk tb/cosim/units.tbl
	@mkdir -p $(@D)
	awk -f tb/cosim/registry.awk tb/cosim/units.tbl >$@
$(COSIM)/units.o: $(COSIM)/units.c
	$(CC) $(COSIM_CFLAGS) -c $< -o $@
-include $(wildcard $(COSIM)/*.d $(COSIM)/common/*.d $(COSIM)/zvc/*.d)

COSIM_LINK = $(CXX) -o $@ $^ -lz -lpthread
$(B)/linepress-cosim: $(COSIM)/cosim.o $(COSIM_PARTS) $(COSIM_MODELS) $(COSIM_LIBS) $(COSIM_RUNTIME)
	$(COSIM_LINK)
$(COSIM)/lockstep_test $(COSIM)/bench_test: $(COSIM)/%: $(COSIM)/%.o $(COSIM_PARTS) $(COSIM_MODELS) $(COSIM_LIBS) \
  $(COSIM_RUNTIME)
	$(COSIM_LINK)
