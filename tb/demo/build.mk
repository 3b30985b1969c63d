# SPDX-License-Identifier: Apache-2.0
# What Linepress is for, in one run: real tensors through RTL and model in lock-step.

.PHONY: demo
demo: all ## real tensors through both codecs' RTL and C in lock-step, speed; build/demo
	@$(PYTHON) tb/demo/demo.py --out $(B)/demo --linepress $(B)/linepress \
	  --cosim $(B)/linepress-cosim

TESTS += tb/demo/demo_test.sh tb/demo/docs_test.sh
tb/demo/demo_test.sh: $(B)/linepress $(B)/linepress-cosim $(COSIM_BUG)/linepress-cosim
tb/demo/docs_test.sh: $(LIB_A) $(LIB_SO) $(B)/linepress $(B)/docs/timing \
  $(B)/docs/mdcache_timing
