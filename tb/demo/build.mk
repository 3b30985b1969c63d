# SPDX-License-Identifier: Apache-2.0
# What Linepress is for, in one run: real tensors through RTL and model in lock-step.

DEMO := $(B)/demo
DEMO_UNITS := lp_zvc_enc lp_zvc_dec
DEMO_AREAS := $(DEMO_UNITS:%=$(DEMO)/area/%/area.json)

# The default library's figures, kept apart from what `make area` last measured.
$(DEMO_AREAS): $(DEMO)/area/%/area.json: $(wildcard rtl/common/*.sv rtl/zvc/*.sv synth/*.py)
	@echo "  AREA $* (Yosys, OpenSTA; about half a minute)"
	@$(PYTHON) synth/area.py $* --liberty "$(LIBERTY_DEFAULT)" --params ELEM=32 \
	  --mhz "$(MHZ)" --out $(@D)

.PHONY: demo
demo: all $(DEMO_AREAS) ## real tensors through RTL and C in lock-step, size, speed; build/demo
	@$(PYTHON) tb/demo/demo.py --out $(DEMO) $(DEMO_AREAS:%=--area %)

TESTS += tb/demo/demo_test.sh tb/demo/docs_test.sh
tb/demo/demo_test.sh: $(B)/linepress $(B)/linepress-cosim $(COSIM_BUG)/linepress-cosim
tb/demo/docs_test.sh: $(LIB_A) $(B)/docs/timing
