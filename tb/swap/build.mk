# SPDX-License-Identifier: Apache-2.0
# Trainings whose tensors are swapped. Without PyTorch their test is skipped, and the targets say
# which package lacks.

TESTS += tb/swap/train_test.py tb/swap/saved_test.py tb/swap/gp_test.py
$(call test_needs,tb/swap/train_test.py tb/swap/saved_test.py tb/swap/gp_test.py): cli

SWAP_RUN = PYTHONPATH=$(CURDIR)/python LINEPRESS_LIB=$(abspath $(B)) BUILD=$(B) $(PYTHON) -B
SWAP_DATA := tb/data/profiles

.PHONY: swap-demo profiles swap-models swap-runs
swap-demo: cli ## a small training under four swapping policies: table and timeline; build/swap-demo
	@$(SWAP_RUN) tb/swap/demo.py --out $(B)/swap-demo

profiles: cli ## record the trainings that plan, simulate and the study read, anew; takes minutes
	@$(SWAP_RUN) tb/swap/measure.py profiles $(SWAP_DATA)

swap-models: cli ## record samples, landscapes and models of codecs on this machine, anew
	@$(SWAP_RUN) tb/swap/measure.py models $(SWAP_DATA)
	@$(PYTHON) -B tb/swap/regressions.py $(SWAP_DATA)

swap-runs: cli ## record trainings of each policy in turns, anew; takes many minutes
	@$(SWAP_RUN) tb/swap/measure.py runs $(SWAP_DATA)
