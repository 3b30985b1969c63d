# SPDX-License-Identifier: Apache-2.0
# The CUDA kernels without a GPU: compiled as C++ for the processor, a block's threads as fibers
# (tb/cuda/emulated), and held against liblinepress.

EMULATED := $(B)/obj/tb/cuda/emulated
CU_SRCS := $(wildcard cuda/*.cu)
EMULATED_OBJS := $(CU_SRCS:%.cu=$(EMULATED)/%.o) $(EMULATED)/cuda/host.o \
  $(patsubst %.c,$(B)/obj/%.o,$(wildcard tb/cuda/emulated/*.c))

# Kernels stop at a wrong index or alignment, which a GPU may not forgive. They look at bytes as
# words, as CUDA lets them.
CU_FLAGS := -x c++ -std=c++17 -O2 -g -Wall -Wextra -fPIC -fno-strict-aliasing \
  -fsanitize=bounds,alignment,shift -fsanitize-undefined-trap-on-error -Itb/cuda/emulated
$(EMULATED)/cuda/%.o: cuda/%.cu $(B)/flags.cc
	@mkdir -p $(@D)
	@echo '  CXX  $<'
	@$(CCACHE) $(CXX) $(CU_FLAGS) -MMD -MP -c $< -o $@
$(EMULATED)/cuda/host.o: cuda/host.c $(B)/flags.cc
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CCACHE) $(LP_COMPILE) -fPIC -Itb/cuda/emulated -MMD -MP -c $< -o $@
-include $(EMULATED_OBJS:.o=.d)

# A jump to another fiber's stack is no error.
$(B)/obj/tb/cuda/emulated/emulator.o: CPPFLAGS += -U_FORTIFY_SOURCE
$(B)/obj/tb/cuda/test_cuda.o: CPPFLAGS += -D_POSIX_C_SOURCE=200809L
-include $(B)/obj/tb/cuda/test_cuda.d

$(B)/cuda/test_cuda: $(B)/obj/tb/cuda/test_cuda.o $(EMULATED_OBJS) $(LIB_A)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CXX) $(CFLAGS) $(LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) $(LIB_LIBS) -lcmocka -o $@

TESTS += $(B)/cuda/test_cuda
