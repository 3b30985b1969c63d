# SPDX-License-Identifier: Apache-2.0
# What Linepress is for, in one run: real tensors through RTL and model in lock-step.

DEMO := $(B)/demo
# The units that it shows and no others, so that it builds quickly.
$(eval $(call cosim_program,$(DEMO)/linepress-cosim,$(SETS_demo),$(COSIM_CLI)))

.PHONY: demo
demo: $(B)/linepress $(DEMO)/linepress-cosim ## use*: real tensors through both codecs' RTL and C in lock-step, speed; build/demo
	@$(PYTHON) tb/demo/demo.py --out $(DEMO) --linepress $(B)/linepress \
	  --cosim $(DEMO)/linepress-cosim

TESTS += tb/demo/demo_test.sh tb/demo/docs_test.sh
$(call test_needs,tb/demo/demo_test.sh): $(B)/linepress $(DEMO)/linepress-cosim \
  $(COSIM_BUG)/linepress-cosim
$(call test_needs,tb/demo/docs_test.sh): $(LIB_A) $(LIB_SO) $(B)/linepress $(B)/docs/timing \
  $(B)/docs/mdcache_timing $(B)/docs/slice_windows
