# SPDX-License-Identifier: Apache-2.0
# What make test takes, from nothing.

TIMES := $(B)/times
.PHONY: times
times: ## measure: time make test from nothing, in build/times, and write docs/develop/test-time.md
	@rm -rf $(TIMES) && mkdir -p $(TIMES)
	@begun=$$(date +%s); \
	LP_TIMES=$(CURDIR)/$(TIMES)/notes $(MAKE) B=$(TIMES)/build CCACHE= \
	  SHELL=$(CURDIR)/tb/tree/times/shell.py test || exit; \
	$(PYTHON) tb/tree/times/table.py $(TIMES)/notes $$(($$(date +%s) - begun))

.PHONY: bench-profile
bench-profile: $(B)/linepress ## measure: how fast profile reads a set, and the memory of the largest sets
	@rm -rf $(B)/bench-profile
	@$(PYTHON) tb/tree/times/profile_bench.py $< $(B)/bench-profile

.PHONY: bench-trace
bench-trace: $(B)/linepress $(B)/times_bin/warp_stream_bench ## measure: how fast warp traces are read and texts of Accel-Sim imported
	@rm -rf $(B)/bench-trace
	@$(PYTHON) -B tb/tree/times/trace_bench.py $^ $(B)/bench-trace
	@rm -rf $(B)/bench-trace

$(B)/times_bin/warp_stream_bench: $(B)/obj/tb/tree/times/warp_stream_bench.o $(LIB_A)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIB_LIBS) -o $@
