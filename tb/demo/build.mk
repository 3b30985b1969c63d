# SPDX-License-Identifier: Apache-2.0
# The purpose of Linepress, in one run: real tensors through RTL and model in lock-step.

DEMO := $(B)/demo
# Only the units that it shows, so that it builds quickly.
$(eval $(call cosim_program,$(DEMO)/linepress-cosim,$(SETS_demo),$(COSIM_CLI)))

.PHONY: demo
demo: $(B)/linepress $(DEMO)/linepress-cosim ## use*: real tensors through both codecs' RTL and C in lock-step, speed; build/demo
	@$(PYTHON) tb/demo/demo.py --out $(DEMO) --linepress $(B)/linepress \
	  --cosim $(DEMO)/linepress-cosim

# The run is put into the pages, and the transcripts of docs/start are those of today.
.PHONY: demo-page transcripts
demo-page: $(B)/linepress $(DEMO)/linepress-cosim ## run the demo and put what it prints into docs/start/demo.md and README
	@$(PYTHON) tb/demo/demo.py --out $(DEMO) --linepress $(B)/linepress \
	  --cosim $(DEMO)/linepress-cosim >$(DEMO)/said
	@$(PYTHON) -B tb/demo/page.py $(DEMO)/said

TRANSCRIPTS_NEED := cli $(DEMO)/linepress-cosim $(B)/linepress-card-server
transcripts: $(TRANSCRIPTS_NEED) ## put what the commands of docs/start and docs/use print into their pages
	@BUILD=$(B) $(PYTHON) -B tb/demo/transcripts_test.py --write

TESTS += tb/demo/papers_test.py tb/demo/record_pages_test.py tb/demo/demo_test.sh tb/demo/docs_test.sh tb/demo/facts_test.py tb/demo/page.py \
  tb/demo/transcripts_test.py
$(call test_needs,tb/demo/facts_test.py tb/demo/page.py): cli
$(call test_needs,tb/demo/transcripts_test.py): $(TRANSCRIPTS_NEED)
$(call test_needs,tb/demo/demo_test.sh): $(B)/linepress $(DEMO)/linepress-cosim \
  $(COSIM_BUG)/linepress-cosim
$(call test_needs,tb/demo/docs_test.sh): $(LIB_A) $(LIB_SO) $(B)/linepress $(B)/docs/timing \
  $(B)/docs/mdcache_timing $(B)/docs/slice_windows
