# SPDX-License-Identifier: Apache-2.0
# Benches in SystemVerilog that use the DPI library (docs/use/dpi.md). Verilator's --binary with
# --timing does the same as the rules here, which compile its runtime once for all benches.

DPI_TB := $(DPI)/tb
DPI_HERE := $(abspath $(B))
# $(1) optimisation
dpi_cxx = $(CXX) -fcoroutines -faligned-new -w -isystem $(VERILATOR_INC) \
  -isystem $(VERILATOR_INC)/vltstd -DVL_TIME_CONTEXT -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TRACE=0 \
  -MMD -MP $(1)
$(call tracked,$(DPI_TB)/flags,$(call dpi_cxx) $(VERILATOR_VERSION))

DPI_RUNTIME := $(addprefix $(DPI_TB)/,verilated.o verilated_dpi.o verilated_timing.o \
  verilated_threads.o)
$(DPI_RUNTIME): $(DPI_TB)/%.o: $(VERILATOR_INC)/%.cpp $(DPI_TB)/flags
	@$(CCACHE) $(call dpi_cxx,-O0) -c $< -o $@

# A bench becomes $(DPI_TB)/NAME. $(1) its name, $(2) its top module, $(3) options of Verilator,
# $(4) its files, the bench first and the unit last, $(5) optimisation, $(6) more objects
define dpi_bench
$(DPI_TB)/in/$(1)/verilated: $(DPI_SVH) $(4) tb/units/cosim/verilate.sh $(DPI_TB)/flags
	@echo '  VL   $(DPI_TB)/$(1)'
	@tb/units/cosim/verilate.sh $$(@D) $(VERILATOR) --cc -O3 -I$(DPI) --prefix V$(word 1,$(subst -, ,$(1))) \
	  --top-module $(2) +define+LP_DPI_SOME $(3) $(4)
	@touch $$@
$(DPI_TB)/$(1): $(DPI_TB)/in/$(1)/verilated $(DPI_RUNTIME) $(6) \
  $(B)/liblinepress_dpi.so.$(LP_VERSION)
	@echo '  CXX  $$@'
	@$(CCACHE) $(call dpi_cxx,$(5)) -isystem $$(<D) -c $$(<D)/fast.cpp -o $$(<D)/fast.o
	@$(CCACHE) $(call dpi_cxx,-O0) -isystem $$(<D) -c $$(<D)/rest.cpp -o $$(<D)/rest.o
	@$(CXX) $(LDFLAGS) $$(<D)/fast.o $$(<D)/rest.o $(6) $(DPI_RUNTIME) -L$(B) -llinepress_dpi \
	  -Wl,-rpath,$(DPI_HERE) -lpthread -o $$@
endef
DPI_ENC := +define+LP_DPI_zvc_enc
DPI_EXAMPLE := adapters/dpi/example_tb.sv adapters/dpi/acme_squeeze.sv
dpi_bug = $(patsubst rtl/zvc/lp_zvc_enc.sv,$(COSIM_BUG)/lp_zvc_enc.sv,$(RTL_lp_zvc_enc))
dpi_alone = --main --timing
$(eval $(call dpi_bench,example-good,example_tb,$(dpi_alone) $(DPI_ENC),$(DPI_EXAMPLE),-O0))
$(eval $(call dpi_bench,example-bug,example_tb,$(dpi_alone) $(DPI_ENC) -GBUG=1,$(DPI_EXAMPLE),-O0))
$(eval $(call dpi_bench,hold-good,hold_tb,$(dpi_alone) $(DPI_ENC) +define+LP_DPI_zvc_dec,\
  tb/adapters/dpi/hold_tb.sv $(RTL_lp_zvc_enc),-O0))
$(eval $(call dpi_bench,hold-bug,hold_tb,$(dpi_alone) $(DPI_ENC) +define+LP_DPI_zvc_dec,\
  tb/adapters/dpi/hold_tb.sv $(dpi_bug),-O0))

# The benches of `make test`.
DPI_BENCHES := $(addprefix $(DPI_TB)/,example-good example-bug hold-good hold-bug)
TESTS += tb/adapters/dpi/dpi_test.sh tb/adapters/dpi/units_test.py tb/adapters/dpi/unknown_test.py
$(call test_needs,tb/adapters/dpi/dpi_test.sh): $(DPI_BENCHES) cli
$(call test_needs,tb/adapters/dpi/units_test.py tb/adapters/dpi/unknown_test.py): cli

.PHONY: dpi dpi-bench dpi-speed
dpi: $(DPI_TB)/example-bug ## use: another project's encoder with a bug, found through DPI-C (docs/use/dpi.md)
	@$<

# An encoder of this project, UNIT=lp_zvc_enc or lp_bpc_enc, or a mutant of it: RTL= the files, its
# own last, and DPI_OBJ= the objects that these need (tb/units/mutation's select.o). BENCH=step_enc
# checks with the functional step, BENCH=hold, of lp_zvc_enc, with cycles. The program stays in
# build/dpi/tb under NAME=.
ifneq ($(filter dpi-bench,$(MAKECMDGOALS)),)
UNIT ?= lp_zvc_enc
BENCH ?= step_enc
NAME ?= $(BENCH)-$(UNIT)
ARGS ?= $(if $(filter hold,$(BENCH)),,+parameters=LEVEL=2)
# Netlists with mutants need the Verilator options of tb/units/mutation/build.mk.
dpi_options := $(dpi_alone) +define+LP_DPI_$(UNIT:lp_%=%) \
  $(if $(filter lp_bpc_enc,$(UNIT)),+define+BPC) \
  $(if $(filter hold,$(BENCH)),+define+LP_DPI_zvc_dec) \
  $(if $(RTL),--comp-limit-syms 0 -fno-const-bit-op-tree)
$(eval $(call dpi_bench,$(NAME),$(BENCH)_tb,$(dpi_options),\
  tb/adapters/dpi/$(BENCH)_tb.sv $(or $(RTL),$(RTL_$(UNIT))),-O1,$(DPI_OBJ)))
dpi-bench: $(DPI_TB)/$(NAME)
endif
dpi-bench: ## document: an encoder of ours, or RTL= a mutant, through DPI-C: UNIT= BENCH=step_enc|hold ARGS=
	@$(DPI_TB)/$(NAME) $(ARGS)

# With a clock in C++, and everything optimised.
DPI_SPEED := $(DPI_TB)/speed
$(eval $(call dpi_bench,speed,speed_tb,$(DPI_ENC) +define+LP_DPI_bpc_enc,\
  tb/adapters/dpi/speed_tb.sv $(RTL_lp_zvc_enc),-O3,$(DPI_TB)/speed_main.o))
$(DPI_TB)/speed_main.o: tb/adapters/dpi/speed_main.cpp $(DPI_TB)/in/speed/verilated
	@$(call dpi_cxx,-O3) -isystem $(DPI_TB)/in/speed -c $< -o $@
dpi-speed: $(DPI_TB)/speed ## measure: calls per second of the functional step, and what the cycle step costs
	@tb/adapters/dpi/speed.sh $<
