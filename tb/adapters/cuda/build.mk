# SPDX-License-Identifier: Apache-2.0
# The CUDA kernels without a GPU: compiled as C++ for the processor, a block's threads as fibers
# (tb/adapters/cuda/emulated), and held against liblinepress.

# bugs.py builds another folder of sources.
CU := adapters/cuda
EMULATED := $(B)/cuda/emulated
CUDA_TEST := $(B)/cuda/test_cuda
CUDA_RACES := $(B)/cuda/test_races
CUDA_FLOW := $(B)/cuda/test_flow
CUDA_SPILL := $(B)/cuda/test_spill
CUDA_GRP := $(B)/cuda/test_grp
CU_SRCS := $(wildcard $(CU)/*.cu)
EMULATED_OBJS := $(CU_SRCS:$(CU)/%.cu=$(EMULATED)/%.o) \
  $(patsubst $(CU)/%.c,$(EMULATED)/%.o,$(wildcard $(CU)/*.c)) \
  $(patsubst %.c,$(B)/obj/%.o,$(wildcard tb/adapters/cuda/emulated/*.c))

# Kernels stop at a wrong index or alignment, which may fail on a GPU. They access bytes as words,
# as CUDA allows.
CU_FLAGS := -x c++ -std=c++17 -O2 -g -Wall -Wextra -fPIC -fno-strict-aliasing \
  -fsanitize=bounds,alignment,shift -fsanitize-undefined-trap-on-error -Itb/adapters/cuda/emulated -Icmodel/include
$(EMULATED)/%.o: $(CU)/%.cu $(B)/flags.cc
	@mkdir -p $(@D)
	@echo '  CXX  $<'
	@$(CCACHE) $(CXX) $(CU_FLAGS) -MMD -MP -c $< -o $@
$(EMULATED)/%.o: $(CU)/%.c $(B)/flags.cc
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CCACHE) $(LP_COMPILE) -fPIC -Itb/adapters/cuda/emulated -MMD -MP -c $< -o $@
-include $(EMULATED_OBJS:.o=.d)

# The same with a call at each access for races.c; the sanitizer's own library is not linked.
RACES := $(B)/cuda/races
RACES_OBJS := $(CU_SRCS:$(CU)/%.cu=$(RACES)/%.o) \
  $(filter-out $(CU_SRCS:$(CU)/%.cu=$(EMULATED)/%.o),$(EMULATED_OBJS))
$(RACES)/%.o: $(CU)/%.cu $(B)/flags.cc
	@mkdir -p $(@D)
	@echo '  CXX  $<'
	@$(CCACHE) $(CXX) $(CU_FLAGS) -fsanitize=thread -MMD -MP -c $< -o $@
-include $(RACES_OBJS:.o=.d)

# A jump to another fiber's stack is not an error.
$(B)/obj/tb/adapters/cuda/emulated/emulator.o: CPPFLAGS += -U_FORTIFY_SOURCE
$(B)/obj/tb/adapters/cuda/test_%.o: CPPFLAGS += -D_POSIX_C_SOURCE=200809L
# CUDA's header, real or emulated.
$(B)/obj/tb/adapters/cuda/bench_grp.o: CPPFLAGS += -Itb/adapters/cuda/emulated
$(B)/cuda/gpu/bench_grp.o: tb/adapters/cuda/bench_grp.c $(B)/flags.cc
	@mkdir -p $(@D)
	@$(LP_COMPILE) -isystem $(CUDA_HOME)/include -c $< -o $@
-include $(B)/obj/tb/adapters/cuda/bench_grp.d $(B)/obj/tb/adapters/cuda/test_grp.d $(B)/obj/tb/adapters/cuda/test_cuda.d $(B)/obj/tb/adapters/cuda/test_executor.d $(B)/obj/tb/adapters/cuda/test_flow.d $(B)/obj/tb/adapters/cuda/test_spill.d $(B)/obj/tb/adapters/cuda/host_hooks.d

$(CUDA_TEST): $(B)/obj/tb/adapters/cuda/test_cuda.o
$(B)/cuda/test_executor: $(B)/obj/tb/adapters/cuda/test_executor.o
$(CUDA_RACES): $(B)/obj/tb/adapters/cuda/test_cuda.o $(RACES_OBJS)
$(CUDA_FLOW): $(B)/obj/tb/adapters/cuda/test_flow.o $(RACES_OBJS)
$(CUDA_SPILL): $(B)/obj/tb/adapters/cuda/test_spill.o $(EMULATED_OBJS)
# Threads that write and read a file are watched, and fail as asked (host_hooks.h).
HOOKED := $(CUDA_FLOW) $(CUDA_SPILL) $(addprefix $(B)/cuda/gpu/,test_flow test_spill)
$(HOOKED): $(B)/obj/tb/adapters/cuda/host_hooks.o
$(HOOKED): private LDFLAGS += -Wl,--wrap=lpi_host_write,--wrap=lpi_host_read
$(CUDA_GRP): $(B)/obj/tb/adapters/cuda/test_grp.o $(RACES_OBJS)
$(B)/cuda/bench_grp: $(B)/obj/tb/adapters/cuda/bench_grp.o
$(CUDA_TEST) $(B)/cuda/test_executor $(B)/cuda/bench_grp: $(EMULATED_OBJS)
$(CUDA_TEST) $(CUDA_RACES) $(CUDA_FLOW) $(CUDA_SPILL) $(CUDA_GRP) $(B)/cuda/test_executor $(B)/cuda/bench_grp: $(LIB_A)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CXX) $(CFLAGS) $(LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) $(LIB_LIBS) -lcmocka -o $@

# The library that linepress opens, of the same objects.
$(B)/cuda/liblinepress_cuda.so: adapters/cuda/liblinepress_cuda.map $(EMULATED_OBJS) $(B)/liblinepress.a
	@echo '  LD   $@'
	@$(CXX) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(@F) -Wl,--no-undefined \
	  -Wl,--version-script=$< $(filter %.o %.a,$^) $(LIB_LIBS) -o $@

# The same calls on a runtime that does nothing, which costs the processor no time.
IDLE_OBJS := $(patsubst $(CU)/%.c,$(EMULATED)/%.o,$(wildcard $(CU)/*.c)) \
  $(B)/obj/tb/adapters/cuda/idle/runtime.o
$(B)/obj/tb/adapters/cuda/idle/runtime.o: CPPFLAGS += -Itb/adapters/cuda/emulated
$(B)/cuda/idle/liblinepress_cuda.so: $(IDLE_OBJS) $(B)/liblinepress.a
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CXX) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(@F) -Wl,--no-undefined $^ $(LIB_LIBS) -o $@

TESTS += $(CUDA_TEST) $(CUDA_RACES):quick $(CUDA_FLOW) $(CUDA_SPILL) $(CUDA_GRP) $(B)/cuda/test_executor tb/adapters/cuda/cli_test.py \
  tb/adapters/cuda/train_test.py tb/adapters/cuda/saved_gpu_test.py tb/adapters/cuda/ptx_test.py \
  tb/adapters/cuda/bench_test.py tb/adapters/cuda/all_test.py tb/adapters/cuda/cost_test.py
$(call test_needs,tb/adapters/cuda/cost_test.py): cli $(B)/cuda/idle/liblinepress_cuda.so
$(call test_needs,tb/adapters/cuda/bench_test.py): $(B)/cuda/bench_grp
$(call test_needs,tb/adapters/cuda/cli_test.py tb/adapters/cuda/train_test.py tb/adapters/cuda/saved_gpu_test.py \
  tb/adapters/cuda/all_test.py): cli $(B)/cuda/liblinepress_cuda.so

.PHONY: cuda-ptx
cuda-ptx: ## test: compile the CUDA kernels to PTX and assemble them, without a GPU (nvcc from PyPI)
	@$(call optional,nvcc,adapters/cuda/nvcc.txt); BUILD=$(B) $(PYTHON) -B tb/adapters/cuda/ptx_test.py

# On a GPU: the same tests without the emulator, under NVIDIA's checkers, and PyTorch's tensors.
GPU_TESTS := $(addprefix $(B)/cuda/gpu/,test_cuda test_executor test_flow test_spill test_grp)
GPU_BENCH := $(B)/cuda/gpu/bench_grp
$(GPU_TESTS): $(B)/cuda/gpu/%: $(B)/obj/tb/adapters/cuda/%.o $(B)/obj/tb/adapters/cuda/on_gpu.o
$(GPU_BENCH): $(GPU_BENCH).o
$(GPU_TESTS) $(GPU_BENCH): $(CUDA_SO)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CXX) $(LDFLAGS) $(filter %.o,$^) $(CUDA_OBJS) $(B)/liblinepress.a -L$(CUDA_HOME)/lib64 \
	  -L$(CUDA_HOME)/lib -lcudart_static $(LIB_LIBS) -lcmocka -ldl -lrt -o $@

.PHONY: cuda-test
cuda-test: ## test: test the CUDA kernels and swapped trainings on this machine's GPU (NVCC=, CUDA_ARCH=)
ifeq ($(strip $(NVCC)),)
	@echo "make cuda-test: skipped (no nvcc; it is in NVIDIA's CUDA toolkit, or name it by NVCC=)"
else
cuda-test: cli $(CUDA_SO) $(GPU_TESTS)
	@BUILD=$(B) $(PYTHON) -B tb/adapters/cuda/gpu_test.py
endif

.PHONY: cuda-all
cuda-all: ## measure: test and measure swapping on this machine's GPU, part by part; build/cuda-all (NVCC=, CUDA_ARCH=)
ifeq ($(strip $(NVCC)),)
	@echo "make cuda-all: skipped (no nvcc; it is in NVIDIA's CUDA toolkit, or name it by NVCC=)"
else
cuda-all: cli $(CUDA_SO) $(GPU_TESTS) $(GPU_BENCH)
	@BUILD=$(B) $(PYTHON) -B tb/adapters/cuda/all.py $(B)/cuda-all
endif

.PHONY: swap-cost swap-cost-record
swap-cost: cli $(B)/cuda/idle/liblinepress_cuda.so ## measure: the processor's time of linepress.swap on a GPU's tensor, without CUDA's own; seconds
	@BUILD=$(B) $(PYTHON) -B tb/adapters/cuda/cost.py

swap-cost-record: cli $(B)/cuda/idle/liblinepress_cuda.so ## document: record it; tb/data/profiles/swap-cost.json, then make study-cswap
	@BUILD=$(B) $(PYTHON) -B tb/adapters/cuda/cost.py --record tb/data/profiles/swap-cost.json

.PHONY: cuda-bugs
cuda-bugs: $(CUDA_TEST) $(CUDA_RACES) $(CUDA_FLOW) $(CUDA_SPILL) $(CUDA_GRP) ## campaign: put bugs into the CUDA sources, and say which are found; minutes (BUGS=pattern)
	@$(PYTHON) -B tb/adapters/cuda/bugs.py $(B) '$(BUGS)'
