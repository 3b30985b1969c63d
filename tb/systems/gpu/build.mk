# SPDX-License-Identifier: Apache-2.0
# The whole-GPU model: the flow engine beside the cycle model, speeds, made operating points,
# seeded bugs.

GPU_DIR := $(B)/gpu_tests

$(GPU_DIR)/calibrate $(GPU_DIR)/bench: $(GPU_DIR)/%: $(B)/obj/tb/systems/gpu/%.o $(LIB_A)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) $(LIB_LIBS) -lcmocka -lm -o $@
$(B)/obj/tb/systems/gpu/bench.o $(B)/obj/tb/systems/gpu/calibrate.o: \
  CPPFLAGS += -D_POSIX_C_SOURCE=200809L
-include $(B)/obj/tb/systems/gpu/calibrate.d $(B)/obj/tb/systems/gpu/bench.d

CALIBRATE_LINES ?= 8192
.PHONY: calibrate bench-gpu gpu-points gpu-mutation gpu-records gpu-length
calibrate: $(GPU_DIR)/calibrate ## campaign: the flow engine of linepress gpu beside the cycle model, to tb/data/gpu/calibration.json; CALIBRATE_LINES=; minutes
	@$(PYTHON) -B tb/systems/gpu/calibration.py --lines $(CALIBRATE_LINES) $<

bench-gpu: $(GPU_DIR)/bench ## measure: requests a second of the flow engine, warp instructions a second of linepress gpu
	@$< speed

gpu-points: $(GPU_DIR)/bench ## document: made operating points of docs/studies/buddy-gpu.md
	@$< points

# Traces of the workloads, hundreds of runs of each; what was run already is kept.
GPU_TRACES := $(B)/workloads/gpu
# Folders of a built DRAMsim3 (github.com/umd-memsys/DRAMsim3) and of Ramulator 2.1
# (github.com/CMU-SAFARI/ramulator2) with libramulator.so, which are not part of this project; further
# folders of headers that Ramulator includes; traces of programs, which gpu-records makes.
DRAMSIM3 ?=
RAMULATOR ?=
RAMULATOR_INCLUDE ?=
DRAM_TRACES ?= $(subst $() ,$(comma),$(addprefix $(GPU_TRACES)/traces/,ep.lpw wave3.lpw adi.lpw hydro.lpw))
.PHONY: gpu-dram study-gpu-dram
$(GPU_DIR)/dram_ours: $(B)/obj/tb/systems/gpu/dram/ours.o $(LIB_A)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) $(LIB_LIBS) -lm -o $@
$(B)/obj/tb/systems/gpu/dram/ours.o: CPPFLAGS += -D_POSIX_C_SOURCE=200809L
gpu-dram: $(GPU_DIR)/dram_ours cli ## measure: the tier dram beside DRAMsim3 and Ramulator, of the folders DRAMSIM3=, RAMULATOR=; tb/data/gpu/dram.json
	@test -f "$(DRAMSIM3)/libdramsim3.so" || { echo 'gpu-dram: DRAMSIM3= names no folder with libdramsim3.so' >&2; exit 2; }
	@test -f "$(RAMULATOR)/libramulator.so" || { echo 'gpu-dram: RAMULATOR= names no folder with libramulator.so' >&2; exit 2; }
	@for t in $(subst $(comma), ,$(DRAM_TRACES)); do test -f $$t || { echo "gpu-dram: there is no $$t; make gpu-records makes it" >&2; exit 2; }; done
	@$(CXX) -std=c++17 -O2 -I$(DRAMSIM3)/src tb/systems/gpu/dram/dramsim3.cc -L$(DRAMSIM3) -ldramsim3 \
	  -Wl,-rpath,$(DRAMSIM3) -o $(GPU_DIR)/dram_dramsim3
	@$(CXX) -std=c++20 -O2 -I$(RAMULATOR)/src $(addprefix -I,$(RAMULATOR_INCLUDE)) \
	  tb/systems/gpu/dram/ramulator.cc -L$(RAMULATOR) -lramulator -Wl,-rpath,$(RAMULATOR) \
	  -o $(GPU_DIR)/dram_ramulator
	@mkdir -p tb/data/gpu
	@rm -rf $(GPU_DIR)/ramulator_python && cp -r $(RAMULATOR)/python $(GPU_DIR)/ramulator_python
	@$(PYTHON) -B tb/systems/gpu/dram/compare.py --ours $< --dramsim3 $(GPU_DIR)/dram_dramsim3 \
	  --ramulator $(GPU_DIR)/dram_ramulator --ramulator-python $(GPU_DIR)/ramulator_python \
	  --linepress $(B)/linepress --traces $(DRAM_TRACES) tb/data/gpu/dram.json

study-gpu-dram: ## document: the tier dram beside DRAMsim3 and Ramulator, from the record; docs/studies/gpu-dram.md
	@$(PYTHON) -B docs/img/gpu_dram.py tb/data/gpu/dram.json docs/studies/gpu-dram.md

# Accel-Sim's folder gpu-simulator (github.com/accel-sim/accel-sim-framework), built, with GPGPU-Sim in
# its folder gpgpu-sim, which are not part of this project; their commits.
ACCELSIM ?=
ACCELSIM_VERSIONS ?=
ACCELSIM_TRACES ?= $(subst $() ,$(comma),tb/data/workloads/traces/cg.lpw $(addprefix \
  $(GPU_TRACES)/traces/,$(addsuffix .lpw,blas multigrid cg_fem solver wave3 wave2 fft adi)))
.PHONY: gpu-accelsim study-gpu-accelsim
gpu-accelsim: cli ## measure: kernels of linepress gpu beside Accel-Sim, of the folder ACCELSIM=, commits ACCELSIM_VERSIONS=; tb/data/gpu/accelsim.json; an hour
	@test -x "$(ACCELSIM)/bin/release/accel-sim.out" || { echo 'gpu-accelsim: ACCELSIM= names no folder with bin/release/accel-sim.out' >&2; exit 2; }
	@test -n "$(ACCELSIM_VERSIONS)" || { echo 'gpu-accelsim: ACCELSIM_VERSIONS= names no commits' >&2; exit 2; }
	@for t in $(subst $(comma), ,$(ACCELSIM_TRACES)); do test -f $$t || { echo "gpu-accelsim: there is no $$t; make gpu-records makes it" >&2; exit 2; }; done
	@$(PYTHON) -B tb/systems/gpu/accelsim.py --linepress $(B)/linepress --accelsim $(ACCELSIM) \
	  --versions "$(ACCELSIM_VERSIONS)" --work $(GPU_DIR)/accelsim --traces $(ACCELSIM_TRACES) \
	  tb/data/gpu/accelsim.json

study-gpu-accelsim: ## document: kernels of linepress gpu beside Accel-Sim, from the record; docs/studies/gpu-accelsim.md
	@$(PYTHON) -B docs/img/gpu_accelsim.py tb/data/gpu/accelsim.json docs/studies/gpu-accelsim.md

gpu-records: cli $(TRACE_TOOLS) workload-bins ## document: records of tb/data/gpu, from traces of all workloads (OpenCL, Oclgrind); GPU_ONLY=NAME,...; an hour
	@tb/systems/workloads/make.sh $(B) $(GPU_TRACES) gpu
	@for kind in speed metadata sensitivity links; do \
	  $(PYTHON) -B tb/systems/gpu/study.py $$kind --linepress $(B)/linepress \
	    --workloads $(GPU_TRACES) --work $(GPU_DIR)/study $(addprefix --only ,$(GPU_ONLY)) || exit 1; \
	done

gpu-length: cli ## campaign: memory of linepress gpu for a trace of 10^8 instructions, to tb/data/gpu/length.json; minutes
	@LP_INSTRUCTIONS=100000000 LP_RECORD=tb/data/gpu/length.json BUILD=$(B) \
	  $(PYTHON) -B tb/systems/gpu/length_test.py

TESTS += tb/systems/gpu/study_test.py tb/systems/gpu/rtl_test.py tb/systems/gpu/length_test.py \
  tb/systems/gpu/accelsim_test.py
$(call test_needs,tb/systems/gpu/length_test.py tb/systems/gpu/accelsim_test.py): cli
$(call test_needs,tb/systems/gpu/rtl_test.py): cli $(if $(VERILATOR_INC),$(B)/linepress-cosim)

gpu-mutation: cli ## campaign: seeded bugs that the tests of linepress gpu must find
	@$(PYTHON) -B tb/systems/gpu/mutation.py --work $(GPU_DIR)/mutation
