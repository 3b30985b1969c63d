# SPDX-License-Identifier: Apache-2.0
# The Oclgrind plugin and the replayer of `linepress trace`, and OpenCL programs to trace and to
# take snapshots of. They are not built without OpenCL headers; `./bootstrap packages workloads`
# lists the packages.

LLVM_INCLUDE ?= /usr/lib/llvm-14/include
HAVE_OPENCL := $(and $(wildcard /usr/include/CL/cl.h),$(wildcard /usr/lib/*/libOpenCL.so))
HAVE_OCLGRIND := $(and $(wildcard /usr/include/oclgrind/Plugin.h),\
  $(wildcard $(LLVM_INCLUDE)/llvm/IR/Instructions.h),$(HAVE_OPENCL))

TRACE_TOOLS := $(B)/linepress-trace.so $(B)/linepress-replay
ALL += $(if $(HAVE_OCLGRIND),$(TRACE_TOOLS))

# Oclgrind is built without run-time types, and its headers have warnings of their own.
$(B)/linepress-trace.so: tb/systems/workloads/oclgrind_plugin.cc cmodel/lib/warp/lanes.h \
  cmodel/include/linepress/warp.h $(B)/liblinepress.a
	@echo '  CXX  $@'
	@$(CXX) -std=c++17 -O2 -g -Wall -Wextra -Wno-unused-parameter -fno-rtti -fPIC -shared \
	  $(LP_CPPFLAGS) -isystem /usr/include/oclgrind -isystem $(LLVM_INCLUDE) $(LDFLAGS) $< \
	  $(B)/liblinepress.a $(LIB_LIBS) -o $@

$(B)/linepress-replay: tb/systems/workloads/replay.c cmodel/lib/warp/launch.h $(B)/liblinepress.a
	@echo '  CC   $@'
	@$(CC) $(CSTD) $(LP_CPPFLAGS) $(CFLAGS) $(LDFLAGS) $< $(B)/liblinepress.a $(LIB_LIBS) \
	  -lOpenCL -o $@

# ---- programs ----

WORKLOADS := $(patsubst tb/systems/workloads/%.c,%,$(filter-out tb/systems/workloads/replay.c \
  tb/systems/workloads/host.c,$(wildcard tb/systems/workloads/*.c)))
WORKLOAD_BINS := $(WORKLOADS:%=$(B)/workloads/%)

$(WORKLOAD_BINS): $(B)/workloads/%: tb/systems/workloads/%.c tb/systems/workloads/%.cl tb/systems/workloads/host.c \
  tb/systems/workloads/host.h
	@mkdir -p $(@D)
	@echo '  CC   $@'
	@$(CC) $(CSTD) -D_POSIX_C_SOURCE=200809L -O2 -g $(filter %.c,$^) -lOpenCL -lm -o $@
	@cp tb/systems/workloads/$*.cl $(@D)/$*.cl

# Kernels of third-party libraries, if these are installed.
HAVE_LIBRARY_BINS := $(if $(wildcard /usr/include/clblast_c.h),$(B)/workloads/blas) \
  $(if $(wildcard /usr/include/clFFT.h),$(B)/workloads/fft) \
  $(if $(wildcard /usr/include/viennacl/version.hpp),$(B)/workloads/solver)
$(B)/workloads/host.o: tb/systems/workloads/host.c tb/systems/workloads/host.h
	@mkdir -p $(@D)
	@$(CC) $(CSTD) -D_POSIX_C_SOURCE=200809L -O2 -g -c $< -o $@
$(B)/workloads/blas: LIBRARY := -lclblast
$(B)/workloads/fft: LIBRARY := -lclFFT
$(B)/workloads/blas $(B)/workloads/fft: $(B)/workloads/%: tb/systems/workloads/libraries/%.c \
  $(B)/workloads/host.o
	@echo '  CC   $@'
	@$(CC) $(CSTD) -O2 -g $(filter %.c %.o,$^) $(LIBRARY) -lOpenCL -lm -o $@
$(B)/workloads/solver: tb/systems/workloads/libraries/solver.cc $(B)/workloads/host.o
	@echo '  CXX  $@'
	@$(CXX) -O2 -g -Wno-deprecated-declarations $(filter %.cc %.o,$^) -lOpenCL -lm -o $@

.PHONY: workload-tools workload-bins workload-sets workloads workload-nets workload-sample \
  trained-sets trained-record study-trained inputs-record study-inputs
workload-tools: $(TRACE_TOOLS) ## document: the tools that `linepress trace` runs (Oclgrind's, LLVM's, OpenCL's headers)
workload-bins: $(WORKLOAD_BINS) $(HAVE_LIBRARY_BINS) ## document: the OpenCL programs of tb/systems/workloads

workload-sets: cli $(WORKLOAD_BINS) $(HAVE_LIBRARY_BINS) ## document: snapshot sets of OpenCL programs; 1.3 GB
	@tb/systems/workloads/make.sh $(B) $(B)/workloads/out sets
workloads: cli $(TRACE_TOOLS) $(WORKLOAD_BINS) $(HAVE_LIBRARY_BINS) ## document: sets and traces of OpenCL programs; takes long
	@tb/systems/workloads/make.sh $(B) $(B)/workloads/out all
# Networks in training, ten points each: NET-TYPE.
WORKLOAD_NETS ?= resnet50-fp32 googlenet-fp32 squeezenet1_1-fp32 squeezenet1_1-bf16 lstm-fp32
WORKLOAD_STEPS ?= 50
WORKLOAD_NET_SETS := $(WORKLOAD_NETS:%=$(B)/workloads/out/sets/%)
workload-nets: $(WORKLOAD_NET_SETS) ## document: snapshot sets of networks in training (torch); 15 GB
$(WORKLOAD_NET_SETS): tb/systems/workloads/train.py
	@mkdir -p $(@D)
	@rm -rf $@
	@$(PYTHON) $< $@ --net $(firstword $(subst -, ,$(@F))) --type $(lastword $(subst -, ,$(@F))) \
	  --steps $(WORKLOAD_STEPS)

# Trainings whose loss falls to half of a guess's, two inputs each: targets of seed 1 are applied to seed 2.
# Two classes, small batches and few steps, so that one processor trains all of them in minutes.
TRAINED_NETS ?= squeezenet1_1 googlenet resnet50 alexnet lstm vgg16
TRAINED_OPTIONS ?= --classes 2 --drop 0.5
# Networks without batch normalisation start as He et al.; at the rate of the others they diverge.
TRAINED_OWN_squeezenet1_1 := --image 64 --batch 16 --steps 150 --start he --rate 0.001 --sample 4
TRAINED_OWN_googlenet := --image 64 --batch 8 --steps 200 --rate 0.003 --sample 4
TRAINED_OWN_resnet50 := --image 64 --batch 16 --steps 140 --rate 0.001 --sample 4
TRAINED_OWN_alexnet := --image 64 --batch 8 --steps 60 --start he --rate 0.0002 --sample 8
TRAINED_OWN_lstm := --image 6 --batch 8 --steps 16 --rate 0.1 --sample 4
TRAINED_OWN_vgg16 := --image 64 --batch 8 --steps 100 --start he --rate 0.0003 --sample 16
trained_net = $(firstword $(subst -, ,$(@F)))
TRAINED := $(B)/workloads/out/trained
TRAINED_RECORD := tb/data/trained/targets.json
TRAINED_SETS := $(foreach net,$(TRAINED_NETS),$(TRAINED)/$(net)-1 $(TRAINED)/$(net)-2)
trained-sets: $(TRAINED_SETS) ## document: snapshot sets of trainings whose loss falls, two inputs each (torch); many minutes, some GB
$(TRAINED_SETS): tb/systems/workloads/train.py
	@mkdir -p $(@D)
	@rm -rf $@
	@OMP_NUM_THREADS=1 $(PYTHON) -B $< $@ --net $(trained_net) --seed $(lastword $(subst -, ,$(@F))) \
	  $(TRAINED_OPTIONS) $(TRAINED_OWN_$(trained_net))
trained-record: cli ## document: the same and their targets, of all networks whose trainings ended; tb/data/trained/targets.json
	@$(MAKE) -k trained-sets || echo 'make: not all networks were trained' >&2
	@mkdir -p $(dir $(TRAINED_RECORD))
	@$(PYTHON) -B tb/systems/workloads/trained.py --linepress $(B)/linepress --sets $(TRAINED) \
	  $(TRAINED_RECORD) $(TRAINED_NETS)
study-trained: ## document: targets of one training measured on another, from the record; docs/studies/buddy-targets.md
	@$(PYTHON) -B docs/img/trained.py $(TRAINED_RECORD) docs/studies/buddy-targets.md
INPUTS_RECORD := tb/data/trained/inputs.json
inputs-record: cli $(WORKLOAD_BINS) $(HAVE_LIBRARY_BINS) ## document: programs with small and large inputs (./bootstrap workloads); minutes, 10 GB; tb/data/trained/inputs.json
	@$(PYTHON) -B tb/systems/studies/inputs.py --build $(B) --sets $(B)/workloads/out/inputs \
	  $(INPUTS_RECORD)
study-inputs: ## document: targets of small inputs on large ones, from the record; docs/studies/buddy-targets.md
	@$(PYTHON) -B docs/img/inputs.py $(INPUTS_RECORD) docs/studies/buddy-targets.md
workload-sample: cli $(TRACE_TOOLS) $(WORKLOAD_BINS) ## document: make tb/data/workloads again
	@rm -rf tb/data/workloads/sets tb/data/workloads/launches tb/data/workloads/traces
	@tb/systems/workloads/make.sh $(B) tb/data/workloads sample
	@cd tb/data/workloads && find sets launches traces -type f | LC_ALL=C sort | \
	  xargs sha256sum >SHA256SUMS

# ---- tests ----

TESTS += tb/systems/workloads/train_test.py tb/systems/workloads/sample_test.sh tb/systems/workloads/run_test.sh tb/cli/trace_test.py
$(call test_needs,tb/systems/workloads/run_test.sh): $(if $(HAVE_OPENCL),$(WORKLOAD_BINS))
$(call test_needs,tb/systems/workloads/sample_test.sh tb/systems/workloads/train_test.py): cli
$(call test_needs,tb/cli/trace_test.py): cli $(if $(HAVE_OCLGRIND),$(TRACE_TOOLS)) \
  $(if $(HAVE_OPENCL),$(WORKLOAD_BINS))
