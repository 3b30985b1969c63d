# SPDX-License-Identifier: Apache-2.0
# libFuzzer on every decoder, file reader and cycle model, with address and undefined-behaviour
# sanitizers.

FUZZ_SECONDS ?= 60
FUZZ_CC ?= clang-14
FUZZ_FLAGS := -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all
FUZZ_TARGETS := $(patsubst tb/lib/fuzz/%.c,%,$(wildcard tb/lib/fuzz/fuzz_*.c))
FUZZ_LIB_SRCS := $(LIB_SRCS) $(CYCLE_SRCS) $(DMA_SRCS) $(SYSTEMS_SRCS) $(KIT_SRCS) \
  $(wildcard tb/reference/*.c)
FUZZ_DIR := $(B)/fuzz

.PHONY: fuzz fuzz-tools
fuzz-tools:
	@echo 'int LLVMFuzzerTestOneInput(const void *p, long n) { return !p && n; }' | \
	  $(FUZZ_CC) $(FUZZ_FLAGS) -x c - -o /dev/null 2>/dev/null || { echo "make fuzz needs" \
	  "$(FUZZ_CC) with its sanitizers; packages: $$(./bootstrap packages fuzz)" >&2; exit 1; }

fuzz: $(FUZZ_TARGETS:%=$(FUZZ_DIR)/%) $(FUZZ_DIR)/seeds ## test: fuzz for FUZZ_SECONDS a target
	@for t in $(FUZZ_TARGETS); do \
	  mkdir -p $(FUZZ_DIR)/corpus/$$t && echo "# $$t" && \
	  $(FUZZ_DIR)/$$t -max_total_time=$(FUZZ_SECONDS) -max_len=8192 -print_final_stats=1 \
	    -artifact_prefix=$(FUZZ_DIR)/$$t- $(FUZZ_DIR)/corpus/$$t $(FUZZ_DIR)/seeds/$$t \
	    >$(FUZZ_DIR)/$$t.log 2>&1 || { tail -40 $(FUZZ_DIR)/$$t.log; exit 1; }; \
	  grep -E '^INFO: Seed|^stat::number_of_executed|DONE' $(FUZZ_DIR)/$$t.log; done

$(FUZZ_DIR)/seeds: tb/lib/fuzz/seeds.py $(B)/linepress
	@rm -rf $@ && mkdir -p $@
	$(PYTHON) $< $(B)/linepress $@
	@touch $@

$(FUZZ_DIR)/obj/tb/lib/fuzz/fuzz_units.o: tb/units/models/twins.h

# The code is compiled once for all targets. Readers of files of arrays need nothing
# but the library.
FUZZ_OBJS := $(FUZZ_LIB_SRCS:%.c=$(FUZZ_DIR)/obj/%.o)
FUZZ_LIB_ALONE := core gguf index npy npz safetensors
$(FUZZ_DIR)/obj/%.o: %.c $(B)/units/units.inc | fuzz-tools
	@mkdir -p $(@D)
	@$(CCACHE) $(FUZZ_CC) $(CSTD) $(LP_CPPFLAGS) -I$(B)/units $(FUZZ_FLAGS) -MMD -MP -c $< -o $@
$(FUZZ_DIR)/libfuzz_lib.a: $(LIB_SRCS:%.c=$(FUZZ_DIR)/obj/%.o)
$(FUZZ_DIR)/libfuzz_rest.a: $(filter-out $(LIB_SRCS:%.c=$(FUZZ_DIR)/obj/%.o),$(FUZZ_OBJS))
$(FUZZ_DIR)/libfuzz_%.a:
	@rm -f $@ && $(AR) rcs $@ $^
$(filter-out $(FUZZ_LIB_ALONE:%=$(FUZZ_DIR)/fuzz_%),$(FUZZ_TARGETS:%=$(FUZZ_DIR)/%)): $(FUZZ_DIR)/libfuzz_rest.a
$(FUZZ_DIR)/fuzz_%: $(FUZZ_DIR)/obj/tb/lib/fuzz/fuzz_%.o $(FUZZ_DIR)/libfuzz_lib.a
	@echo '  FUZZ $@'
	@$(FUZZ_CC) $(FUZZ_FLAGS) $(filter %.o %rest.a,$^) $(FUZZ_DIR)/libfuzz_lib.a $(LIB_LIBS) -o $@
-include $(wildcard $(FUZZ_OBJS:.o=.d) $(FUZZ_DIR)/obj/tb/lib/fuzz/*.d)
