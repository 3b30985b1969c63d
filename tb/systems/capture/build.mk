# SPDX-License-Identifier: Apache-2.0
# Programs that know the contents of their memory, and a small OpenCL library, for the test of
# capture.

CAPTURE_TEST := $(B)/capture_test
CAPTURE_TEST_CC = $(CC) -std=gnu11 -Wall -Wextra -O1 -g

TESTS += tb/systems/capture/guest_test.py
$(call test_needs,tb/systems/capture/guest_test.py): cli \
  $(addprefix $(CAPTURE_TEST)/,known guest holder.so)

TESTS += tb/cli/capture_test.py
$(call test_needs,tb/cli/capture_test.py): cli \
  $(addprefix $(CAPTURE_TEST)/,known cl_program allocator.so)

$(CAPTURE_TEST)/known $(CAPTURE_TEST)/guest: $(CAPTURE_TEST)/%: tb/systems/capture/%.c \
  tb/systems/capture/expect.h cmodel/include/linepress/capture.h
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CAPTURE_TEST_CC) -Icmodel/include $< -lpthread -o $@
$(CAPTURE_TEST)/allocator.so $(CAPTURE_TEST)/holder.so: $(CAPTURE_TEST)/%.so: tb/systems/capture/%.c
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CAPTURE_TEST_CC) -fPIC -shared -fno-builtin $< -o $@
$(CAPTURE_TEST)/libOpenCL.so.1: tb/systems/capture/fake_opencl.c tb/systems/capture/cl_calls.h \
  cmodel/systems/capture/preload/cl_api.h
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CAPTURE_TEST_CC) -fPIC -shared -Wl,-soname,$(@F) $< -o $@
$(CAPTURE_TEST)/cl_program: tb/systems/capture/cl_program.c $(CAPTURE_TEST)/libOpenCL.so.1 \
  tb/systems/capture/expect.h
	@echo '  CC   $<'
	@$(CAPTURE_TEST_CC) $(filter %.c %.so.1,$^) -o $@
$(CAPTURE_TEST)/cost: tb/systems/capture/cost.c cmodel/include/linepress/capture.h
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CAPTURE_TEST_CC) -O2 -Icmodel/include $< -o $@

.PHONY: capture-cost
capture-cost: cli $(addprefix $(CAPTURE_TEST)/,cost known cl_program)
capture-cost: ## measure: cost of capture between snapshots, and of a snapshot (docs/use/capture.md)
	@LD_LIBRARY_PATH=$(abspath $(CAPTURE_TEST)) $(PYTHON) tb/systems/capture/cost.py $(B)/linepress \
	  $(addprefix $(CAPTURE_TEST)/,cost known cl_program)

.PHONY: program-sets
program-sets: cli ## document: sets of OpenFOAM, LAMMPS and GROMACS (docs/studies/buddy-programs.md)
	@tb/systems/studies/programs.sh $(B)/linepress $(B)/programs
