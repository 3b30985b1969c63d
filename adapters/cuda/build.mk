# SPDX-License-Identifier: Apache-2.0
# liblinepress_cuda.so: codecs in parts on an NVIDIA GPU. Built by `make cuda` alone, where nvcc is;
# linepress and linepress.swap open it by name. Kernels without a GPU: tb/adapters/cuda.

# The wheels of nvcc.txt do where no toolkit is installed (make cuda-ptx gets them).
NVCC ?= $(or $(shell command -v nvcc 2>/dev/null),\
  $(firstword $(wildcard $(B)/nvcc-venv/lib/python3*/site-packages/nvidia/cu*/bin/nvcc)))
# This machine's GPU, or the oldest that is compiled for: a driver need not take a newer nvcc's PTX.
CUDA_ARCH ?= $(or $(shell nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | \
  head -n 1 | tr -d .),75)
CUDA_FLAGS ?= -O3 -arch=sm_$(CUDA_ARCH)
CUDA_OBJS := $(patsubst %,$(B)/obj/%.o,$(wildcard adapters/cuda/*.cu adapters/cuda/*.c))
CUDA_SO := $(B)/liblinepress_cuda.so

.PHONY: cuda
cuda: ## use: liblinepress_cuda.so, codecs on an NVIDIA GPU, where nvcc is (NVCC=, CUDA_ARCH=)
ifeq ($(strip $(NVCC)),)
	@echo "make cuda: skipped (no nvcc; it is in NVIDIA's CUDA toolkit, or name it by NVCC=)"
else
cuda: $(CUDA_SO)
CUDA_HOME := $(abspath $(dir $(realpath $(shell command -v $(NVCC))))/..)

$(B)/obj/adapters/cuda/%.cu.o: adapters/cuda/%.cu $(wildcard adapters/cuda/*.h)
	@mkdir -p $(@D)
	@echo '  NVCC $<'
	@$(NVCC) $(CUDA_FLAGS) -Icmodel/include -Xcompiler -fPIC -c $< -o $@
$(B)/obj/adapters/cuda/%.c.o: adapters/cuda/%.c $(wildcard adapters/cuda/*.h) cmodel/base/codecs.h \
  cmodel/lib/swap/swap_cuda.h cmodel/lib/swap/swap_parts.h cmodel/lib/swap/swap_host.h cmodel/lib/swap/swap_space.h
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(LP_COMPILE) -fPIC -isystem $(CUDA_HOME)/include -c $< -o $@

# CUDA's runtime is inside, so that a machine needs the driver alone.
$(CUDA_SO): adapters/cuda/liblinepress_cuda.map $(CUDA_OBJS) $(B)/liblinepress.a
	@echo '  LD   $@'
	@$(CXX) $(LDFLAGS) -shared -Wl,-soname,$(@F) -Wl,--no-undefined -Wl,--version-script=$< \
	  $(filter %.o %.a,$^) -L$(CUDA_HOME)/lib64 -L$(CUDA_HOME)/lib -lcudart_static $(LIB_LIBS) \
	  -ldl -lrt -o $@
endif
