# SPDX-License-Identifier: Apache-2.0
# Tests of the library and the command line. Each test_NAME.c is a program of its own (cmocka).

UNIT_SRCS := $(wildcard tb/unit/test_*.c)
SLOW_OBJS := $(patsubst %.c,$(B)/obj/%.o,$(wildcard cmodel/*/*_slow.c))
UNIT_BINS := $(UNIT_SRCS:tb/unit/%.c=$(B)/unit/%)

TESTS += $(UNIT_BINS) tb/unit/layers_test.py tb/unit/results_test.py tb/unit/axi_edge_test.py \
  tb/unit/test_ratio.py tb/unit/cli_test.sh tb/unit/bad_input_test.py tb/unit/install_test.sh \
  tb/unit/places_test.py tb/unit/abi_test.py tb/unit/header_test.py tb/unit/regs_test.py
$(foreach t,test_ratio.py cli_test.sh bad_input_test.py install_test.sh places_test.py abi_test.py \
  header_test.py,\
  $(call test_needs,tb/unit/$(t))): cli
TESTS += tb/unit/man_test.py tb/unit/buddy_file_test.py tb/unit/dma_cli_test.py \
  tb/unit/python_test.py tb/unit/vdnn_test.py tb/unit/manifest_test.py tb/unit/reworded_test.py \
  tb/unit/cdc_fifo_test.sh tb/unit/card_edges_test.sh tb/unit/mixed_test.py \
  tb/unit/profile_test.py tb/unit/codecs_test.py tb/unit/swap_test.py tb/unit/huvm_test.py \
  tb/unit/outputs_test.py tb/unit/endless_test.py
$(call test_needs,tb/unit/man_test.py tb/unit/manifest_test.py): cli man
$(call test_needs,tb/unit/install_test.sh tb/unit/manifest_test.py): $(B)/manifests/Bender.yml
$(call test_needs,tb/unit/install_test.sh tb/unit/places_test.py): $(B)/capture_test/known
$(call test_needs,tb/unit/buddy_file_test.py tb/unit/dma_cli_test.py tb/unit/python_test.py \
  tb/unit/vdnn_test.py tb/unit/mixed_test.py tb/unit/profile_test.py \
  tb/unit/codecs_test.py tb/unit/swap_test.py tb/unit/huvm_test.py tb/unit/outputs_test.py \
  tb/unit/endless_test.py): cli

.PHONY: card-edges
card-edges: ## lp_card_mm and lp_card_st around the real lp_card, in Icarus; takes minutes
	@tb/unit/card_edges_test.sh real

.PHONY: abi
abi: cli ## hold the library's interface against cmodel/abi.txt; RECORD=1 writes it anew
	@BUILD=$(B) CC='$(CC)' $(PYTHON) tb/unit/abi_test.py $(if $(RECORD),--record)

# Tests may use POSIX; the library's own files say themselves what they need.
$(B)/obj/tb/unit/%.o: CPPFLAGS += -D_POSIX_C_SOURCE=200809L

# What drives the DMA engine in lock-step drives its model alone here.
DMA_BENCH := $(addprefix $(B)/obj/tb/traffic/,cdma/dma_jobs.o cdma/dma_software.o)
$(DMA_BENCH): CPPFLAGS += -Itb -Icmodel
$(B)/obj/tb/unit/test_cdma_core.o: CPPFLAGS += -Itb -Icmodel
$(B)/unit/test_cdma_core: $(DMA_BENCH)
-include $(DMA_BENCH:.o=.d)
# A card made of C functions stands for the real one.
FAKE_CARD := $(addprefix $(B)/obj/tb/card/,fake_card.o hostile.o)
$(B)/obj/tb/unit/test_card.o: CPPFLAGS += -Itb -Icmodel -D_GNU_SOURCE
$(B)/unit/test_card: $(FAKE_CARD)
-include $(FAKE_CARD:.o=.d)
$(B)/unit/test_dpi: $(DPI_OBJS)
$(B)/unit/test_huvm_play: $(B)/obj/cmodel/huvm_player/words.o

$(UNIT_BINS): $(B)/unit/%: $(B)/obj/tb/unit/%.o $(SLOW_OBJS) $(LIB_A)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) $(LIB_LIBS) -lcmocka -o $@

# ---- sanitizers: all C but what goes with Verilator, in a build folder of its own ----

C_TESTS := $(UNIT_BINS) tb/unit/test_ratio.py tb/unit/cli_test.sh tb/unit/bad_input_test.py \
  tb/unit/buddy_file_test.py tb/unit/dma_cli_test.py tb/unit/vdnn_test.py \
  tb/unit/profile_test.py tb/unit/capture_test.py tb/unit/swap_test.py tb/unit/huvm_test.py \
  tb/unit/outputs_test.py tb/vectors/frozen_test.py tb/vectors/command_test.py
SANITIZED := -O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=all
# A status that is none of the command line's, so that no test takes a report for an answer.
SANITIZER_OPTIONS := ASAN_OPTIONS=exitcode=99:detect_stack_use_after_return=1 \
  UBSAN_OPTIONS=exitcode=99:print_stacktrace=1 TSAN_OPTIONS=exitcode=99

.PHONY: c-test asan tsan
c-test: $(call test_needs,$(C_TESTS))
	@tb/run_tests.sh --sum $^

asan: ## tests of the C part under address and undefined-behaviour sanitizers
	@$(SANITIZER_OPTIONS) $(MAKE) c-test B=$(B)/asan \
	  CFLAGS='$(SANITIZED) -fsanitize=address,undefined'

tsan: ## the same under the thread sanitizer
	@$(SANITIZER_OPTIONS) $(MAKE) c-test B=$(B)/tsan CFLAGS='$(SANITIZED) -fsanitize=thread'

-include $(UNIT_SRCS:%.c=$(B)/obj/%.d) $(SLOW_OBJS:.o=.d)
.SECONDARY: $(UNIT_SRCS:%.c=$(B)/obj/%.o)
