# SPDX-License-Identifier: Apache-2.0
# Tests of the library and the command line. Each test_NAME.c is a program of its own (cmocka).

UNIT_SRCS := $(wildcard $(addsuffix /test_*.c,tb/lib tb/units/models tb/dma tb/systems tb/kit))
UNIT_BINS := $(patsubst %.c,$(B)/unit/%,$(notdir $(UNIT_SRCS)))
SLOW_OBJS := $(patsubst %.c,$(B)/obj/%.o,$(wildcard tb/reference/*.c))

TESTS += $(UNIT_BINS) tb/tree/layers_test.py tb/tree/results_test.py tb/tree/records_test.py tb/tree/figures_test.py tb/tree/parts_test.py tb/units/models/axi_edge_test.py \
  tb/tree/codec_table_test.py tb/cli/python_api_test.py \
  tb/cli/test_ratio.py tb/cli/cli_test.sh tb/cli/bad_input_test.py tb/install/install_test.sh \
  tb/install/places_test.py tb/install/abi_test.py tb/install/header_test.py tb/units/models/regs_test.py
$(call test_needs,tb/cli/test_ratio.py tb/cli/cli_test.sh tb/cli/bad_input_test.py \
  tb/install/install_test.sh tb/install/places_test.py tb/install/abi_test.py \
  tb/install/header_test.py): cli
TESTS += tb/tree/words_test.py tb/tree/format_test.py tb/install/bootstrap_test.py tb/cli/man_test.py tb/cli/buddy_file_test.py tb/cli/dma_cli_test.py \
  tb/adapters/python/python_test.py tb/adapters/python/arrays_test.py tb/adapters/python/wheel_test.py \
  tb/cli/vdnn_test.py \
  tb/install/manifest_test.py tb/tree/reworded_test.py \
  tb/units/models/cdc_fifo_test.sh tb/units/models/card_edges_test.sh tb/cli/mixed_test.py \
  tb/cli/profile_test.py tb/cli/report_test.py tb/cli/codecs_test.py tb/cli/swap_test.py \
  tb/cli/huvm_test.py tb/cli/outputs_test.py tb/cli/endless_test.py tb/units/models/twin_map_test.py \
  tb/cli/accelsim_test.py tb/cli/trace_length_test.py tb/cli/gpu_test.py tb/cli/tensors_test.py \
  tb/cli/tensor_libraries_test.py tb/adapters/python/open_test.py \
  tb/adapters/python/torch_file_test.py
TESTS += tb/cli/conventions_test.py tb/cli/energy_test.py tb/cli/um_test.py tb/cli/batch_test.py tb/cli/grp_test.py tb/systems/studies/batch_train_test.py
$(call test_needs,tb/cli/conventions_test.py tb/cli/energy_test.py tb/cli/um_test.py tb/cli/batch_test.py tb/cli/grp_test.py): cli
$(call test_needs,tb/cli/man_test.py tb/install/manifest_test.py): cli man
$(call test_needs,tb/install/install_test.sh tb/install/manifest_test.py): $(B)/manifests/Bender.yml
$(call test_needs,tb/install/install_test.sh tb/install/places_test.py): $(B)/capture_test/known
$(call test_needs,tb/cli/buddy_file_test.py tb/cli/dma_cli_test.py \
  tb/adapters/python/python_test.py tb/adapters/python/arrays_test.py \
  tb/adapters/python/open_test.py tb/adapters/python/torch_file_test.py tb/cli/vdnn_test.py tb/cli/mixed_test.py tb/cli/profile_test.py tb/cli/report_test.py \
  tb/cli/codecs_test.py tb/cli/swap_test.py tb/cli/huvm_test.py tb/cli/outputs_test.py \
  tb/cli/endless_test.py tb/cli/accelsim_test.py \
  tb/cli/trace_length_test.py tb/cli/gpu_test.py tb/cli/tensors_test.py tb/cli/tensor_libraries_test.py): cli

CHECK += $(UNIT_BINS) tb/tree/layers_test.py tb/tree/results_test.py tb/tree/records_test.py tb/tree/words_test.py tb/install/abi_test.py \
  tb/install/header_test.py tb/cli/cli_test.sh

.PHONY: card-edges
card-edges: ## test: lp_card_mm and lp_card_st around the real lp_card, in Icarus; takes minutes
	@tb/units/models/card_edges_test.sh real

.PHONY: abi
abi: cli ## test: compare the library's interface with cmodel/abi.txt; RECORD=1 rewrites it
	@BUILD=$(B) CC='$(CC)' $(PYTHON) tb/install/abi_test.py $(if $(RECORD),--record)

# Tests may use POSIX; the library's own files say themselves what they need. -O3 takes two and a
# half times as long to compile, and it is the library that runs.
$(UNIT_SRCS:%.c=$(B)/obj/%.o): CPPFLAGS += -D_POSIX_C_SOURCE=200809L
$(UNIT_SRCS:%.c=$(B)/obj/%.o): CFLAGS := $(CFLAGS:-O3=-O1)

# The traffic that drives the DMA engine in lock-step drives only its model here.
DMA_BENCH := $(addprefix $(B)/obj/tb/units/traffic/,cdma/dma_jobs.o cdma/dma_software.o)
$(DMA_BENCH): CPPFLAGS += -Itb -Icmodel
$(B)/obj/tb/units/models/test_cdma_core.o: CPPFLAGS += -Itb -Icmodel
$(B)/unit/test_cdma_core: $(DMA_BENCH)
-include $(DMA_BENCH:.o=.d)
# A card made of C functions replaces the real one.
FAKE_CARD := $(addprefix $(B)/obj/tb/dma/card/,fake_card.o hostile.o)
$(B)/obj/tb/dma/test_card.o: CPPFLAGS += -Itb -Icmodel -D_GNU_SOURCE
$(B)/unit/test_card: $(FAKE_CARD)
-include $(FAKE_CARD:.o=.d)
$(B)/unit/test_dpi: $(DPI_OBJS)
# They preload the built objects.
$(call test_needs,$(B)/unit/test_systems_huvm $(B)/unit/test_systems_capture): cli \
  $(B)/capture_test/known
$(B)/unit/test_huvm_play: $(B)/obj/cmodel/systems/huvm/player/words.o

$(foreach s,$(UNIT_SRCS),$(eval $(B)/unit/$(basename $(notdir $(s))): $(s:%.c=$(B)/obj/%.o)))
$(UNIT_BINS): $(SLOW_OBJS) $(LIB_A)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) $(LIB_LIBS) -lcmocka -lm -o $@

# ---- sanitizers: all C except that linked with Verilator, in a build folder of its own ----

C_TESTS := $(UNIT_BINS) tb/cli/test_ratio.py tb/cli/cli_test.sh tb/cli/bad_input_test.py \
  tb/cli/buddy_file_test.py tb/cli/dma_cli_test.py tb/cli/vdnn_test.py \
  tb/cli/profile_test.py tb/cli/report_test.py tb/cli/capture_test.py tb/cli/swap_test.py tb/cli/huvm_test.py \
  tb/cli/outputs_test.py tb/cli/accelsim_test.py tb/adapters/vectors/frozen_test.py tb/adapters/vectors/command_test.py
SANITIZED := -O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=all
# A status that the command line does not use, so that no test takes a report for an answer.
SANITIZER_OPTIONS := ASAN_OPTIONS=exitcode=99:detect_stack_use_after_return=1 \
  UBSAN_OPTIONS=exitcode=99:print_stacktrace=1 TSAN_OPTIONS=exitcode=99

.PHONY: c-test asan tsan
c-test: $(call test_needs,$(C_TESTS))
	@tb/run_tests.sh --sum $^

asan: ## test: tests of the C part under address and undefined-behaviour sanitizers
	@$(SANITIZER_OPTIONS) $(MAKE) c-test B=$(B)/asan \
	  CFLAGS='$(SANITIZED) -fsanitize=address,undefined'

tsan: ## test: the same under the thread sanitizer
	@$(SANITIZER_OPTIONS) $(MAKE) c-test B=$(B)/tsan CFLAGS='$(SANITIZED) -fsanitize=thread'

-include $(UNIT_SRCS:%.c=$(B)/obj/%.d) $(SLOW_OBJS:.o=.d)
.SECONDARY: $(UNIT_SRCS:%.c=$(B)/obj/%.o)

# Golden vectors of GRP-16 for other implementations, by the slow twin.
.PHONY: grp-vectors
grp-vectors: $(B)/unit/grp_vectors ## document: golden vectors of groups of four lines, LP_SEED=1: build/groups/vectors.txt
	@mkdir -p $(B)/groups
	@LP_SEED=$${LP_SEED:-1} $< >$(B)/groups/vectors.txt.new
	@mv $(B)/groups/vectors.txt.new $(B)/groups/vectors.txt
$(call test_needs,$(B)/unit/test_grp_dec): $(B)/unit/grp_vectors
$(B)/unit/grp_vectors: tb/lib/vectors/grp_vectors.c $(B)/obj/tb/reference/grp_slow.o cmodel/kit/grp_groups.h tb/lib/unit.h
	@mkdir -p $(@D)
	@$(CC) $(CSTD) -D_POSIX_C_SOURCE=200809L $(CFLAGS) -o $@ $< $(B)/obj/tb/reference/grp_slow.o -lcmocka
