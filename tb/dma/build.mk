# SPDX-License-Identifier: Apache-2.0
# The engine "rtl" of the copy call: Verilated lp_cdma_core in a shared object beside the libraries.
# It takes minutes and Verilator, so nothing but the targets here needs it.

DMA_RTL := $(B)/dma_rtl
DMA_RTL_SO := $(B)/liblinepress_dma_rtl.so
dma_rtl_in = $(DMA_RTL)/$(call set_tag,$(1))
# It is built once and runs for long. No waveforms: lock-step has them.
$(foreach s,$(SETS_engine),$(eval $(call verilated_set,$(s),$(call dma_rtl_in,$(s)),$(RTL_$(call \
  set_module,$(s))),$(SPLIT_$(call set_module,$(s))))))
$(DMA_RTL)/%: VERILATOR_FLAGS := $(filter-out --trace-fst,$(VERILATOR_FLAGS))
$(DMA_RTL)/%: COSIM_CXXFLAGS := $(subst =1,=0,$(COSIM_CXXFLAGS)) -fPIC
$(DMA_RTL)/%: COSIM_CFLAGS += -fPIC
DMA_RTL_RUNTIME := $(addprefix $(DMA_RTL)/,verilated.o verilated_threads.o)
$(DMA_RTL_RUNTIME): $(DMA_RTL)/%.o: $(VERILATOR_INC)/%.cpp $(COSIM)/flags.cxx
	@mkdir -p $(@D)
	@echo '  CXX  $@'
	@$(CCACHE) $(CXX) $(COSIM_CXXFLAGS) -O2 -w -c $< -o $@

$(DMA_RTL)/sets.c: rtl/units.txt synth/units.py
	@mkdir -p $(@D)
	@$(PYTHON) synth/units.py engine $(SETS_engine) >$@
$(DMA_RTL)/sets.o: $(DMA_RTL)/sets.c
$(DMA_RTL)/object.o: tb/dma/object.c
$(DMA_RTL)/sets.o $(DMA_RTL)/object.o: $(COSIM)/flags.cc
	@mkdir -p $(@D)
	@$(CCACHE) $(CC) $(COSIM_CFLAGS) -c $(filter %.c,$^) -o $@
-include $(DMA_RTL)/sets.d $(DMA_RTL)/object.d

$(DMA_RTL_SO): tb/dma/object.map $(DMA_RTL)/object.o $(DMA_RTL)/sets.o $(DMA_RTL_RUNTIME) \
  $(foreach s,$(SETS_engine),$(call dma_rtl_in,$(s))/rtl.a)
	@echo '  LD   $@'
	@$(CXX) $(LDFLAGS) -shared -Wl,--no-undefined -Wl,--version-script=$< $(filter-out $<,$^) \
	  -lpthread -o $@

.PHONY: dma-rtl
dma-rtl: $(DMA_RTL_SO) ## the engine rtl of the copy call and of linepress dma: Verilated, takes minutes

# The engines beside the functional one, over tb/data: cycle in make test, rtl on its own.
# SHARE=n: one in n of all files with all codecs.
DMA_ENGINES := $(B)/dma/engines
SHARE ?= 3
$(DMA_ENGINES): $(B)/obj/tb/dma/engines.o $(LIB_A)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIB_LIBS) -o $@
-include $(B)/obj/tb/dma/engines.d
TESTS += $(DMA_ENGINES):cycle:3

.PHONY: dma-rtl-test
dma-rtl-test: $(DMA_ENGINES) $(DMA_RTL_SO) ## model and Verilated RTL over tb/data: the same bytes, index, counts, statuses; LP_SEED=n, SHARE=1: all
	@LINEPRESS_DMA_RTL=$(DMA_RTL_SO) VERBOSE=1 tb/run_tests.sh $(DMA_ENGINES):rtl:$(SHARE)

DMA_LANES := $(B)/dma/lanes
$(DMA_LANES): $(B)/obj/tb/dma/lanes.o $(LIB_A)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIB_LIBS) -ljansson -o $@
-include $(B)/obj/tb/dma/lanes.d

.PHONY: dma-demo
dma-demo: $(B)/linepress $(DMA_LANES) $(DMA_RTL_SO) ## real tensors out through the Verilated DMA engine and back; build/demo
	@LINEPRESS_DMA_RTL=$(DMA_RTL_SO) $(PYTHON) tb/demo/dma_demo.py --out $(DEMO) \
	  --linepress $(B)/linepress --lanes $(DMA_LANES)
TESTS += tb/demo/dma_demo_test.sh
$(call test_needs,tb/demo/dma_demo_test.sh): $(B)/linepress $(DMA_LANES)
