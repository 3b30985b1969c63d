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
.PHONY: calibrate bench-gpu gpu-points gpu-mutation
calibrate: $(GPU_DIR)/calibrate ## campaign: the flow engine beside the cycle model, 540 settings; CALIBRATE_LINES=; minutes
	@$< $(CALIBRATE_LINES) $(CALIBRATE_LINES)

bench-gpu: $(GPU_DIR)/bench ## measure: requests a second of the flow engine, warp instructions a second of linepress gpu
	@$< speed

gpu-points: $(GPU_DIR)/bench ## document: made operating points of docs/studies/buddy-gpu.md
	@$< points

gpu-mutation: cli ## campaign: seeded bugs that the tests of linepress gpu must find
	@$(PYTHON) -B tb/systems/gpu/mutation.py --work $(GPU_DIR)/mutation
