# SPDX-License-Identifier: Apache-2.0
# The engine "rtl" of the copy call: Verilated lp_cdma_core in a shared object next to the
# libraries. It takes minutes and Verilator, so only the targets here need it.

DMA_RTL := $(B)/dma_rtl
DMA_RTL_SO := $(B)/liblinepress_dma_rtl.so
$(eval $(call rtl_object,$(DMA_RTL),$(DMA_RTL_SO),$(SETS_engine)))

.PHONY: dma-rtl
dma-rtl: $(DMA_RTL_SO) ## use: the engine rtl of the copy call and of linepress dma: Verilated, takes minutes

# Compares the engines with the functional one, over tb/data: cycle in make test, rtl on its own.
# SHARE=n: one in n of all files with all codecs.
DMA_ENGINES := $(B)/dma/engines
SHARE ?= 3
$(DMA_ENGINES): $(B)/obj/tb/dma/engines.o $(LIB_A)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIB_LIBS) -o $@
-include $(B)/obj/tb/dma/engines.d
TESTS += $(DMA_ENGINES):cycle:3

TESTS += tb/dma/kinds_study_test.py
$(call test_needs,tb/dma/kinds_study_test.py): $(B)/linepress

.PHONY: dma-rtl-test
dma-rtl-test: $(DMA_ENGINES) $(DMA_RTL_SO) ## test: models and Verilated RTL over tb/data: the same bytes, index, statuses, counts, cycles; LP_SEED=n, SHARE=1: all
	@LINEPRESS_DMA_RTL=$(DMA_RTL_SO) VERBOSE=1 tb/run_tests.sh $(DMA_ENGINES):rtl:$(SHARE) \
	  $(DMA_ENGINES):rtl:$(SHARE):8:98304

# For docs/studies/cdma.md: how busy the copy call keeps the link, and what crosses to engines that
# are in the DMA unit.
DMA_STUDY := $(addprefix $(B)/dma/,copy_call central)
$(B)/obj/tb/dma/central.o: CPPFLAGS += -Icmodel
$(DMA_STUDY): $(B)/dma/%: $(B)/obj/tb/dma/%.o $(LIB_A)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIB_LIBS) -o $@
-include $(DMA_STUDY:$(B)/dma/%=$(B)/obj/tb/dma/%.d)

DMA_LANES := $(B)/dma/lanes
$(DMA_LANES): $(B)/obj/tb/dma/lanes.o $(LIB_A)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIB_LIBS) -ljansson -o $@
-include $(B)/obj/tb/dma/lanes.d

.PHONY: dma-demo
dma-demo: $(B)/linepress $(DMA_LANES) $(DMA_RTL_SO) ## use: real tensors out through the Verilated DMA engine and back; build/demo
	@LINEPRESS_DMA_RTL=$(DMA_RTL_SO) $(PYTHON) tb/demo/dma_demo.py --out $(DEMO) \
	  --linepress $(B)/linepress --lanes $(DMA_LANES)
TESTS += tb/demo/dma_demo_test.sh
$(call test_needs,tb/demo/dma_demo_test.sh): $(B)/linepress $(DMA_LANES)
