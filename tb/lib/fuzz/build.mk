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

$(FUZZ_DIR)/fuzz_units: tb/units/models/twins.h
$(FUZZ_DIR)/%: tb/lib/fuzz/%.c tb/lib/fuzz/fuzz.h tb/lib/fuzz/tensors.h tb/lib/fuzz/traceg.h $(FUZZ_LIB_SRCS) $(B)/units/units.inc | fuzz-tools
	@mkdir -p $(@D)
	@echo '  FUZZ $@'
	@$(FUZZ_CC) $(CSTD) $(LP_CPPFLAGS) -I$(B)/units $(FUZZ_FLAGS) $(filter %.c,$^) $(LIB_LIBS) -o $@
