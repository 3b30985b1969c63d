# SPDX-License-Identifier: Apache-2.0
# Trainings whose tensors are swapped. Without PyTorch their test is skipped, and the targets say
# which package lacks.

SWAP_TESTS := $(addprefix tb/systems/swap/,train_test.py saved_test.py gp_test.py op_db_test.py \
  graphs_test.py turns_test.py flow_pages_test.py sampling_test.py uses_test.py)
TESTS += $(SWAP_TESTS)
$(call test_needs,$(SWAP_TESTS)): cli

SWAP_RUN = PYTHONPATH=$(CURDIR)/adapters/python LINEPRESS_LIB=$(abspath $(B)) BUILD=$(B) $(PYTHON) -B
SWAP_DATA := tb/data/profiles

.PHONY: swap-demo profiles swap-models swap-fit swap-runs swap-sampling swap-learned swap-zeros
swap-demo: cli ## use: a small training under four swapping policies: table and timeline; build/swap-demo
	@$(SWAP_RUN) tb/systems/swap/demo.py --out $(B)/swap-demo

profiles: cli ## document: record again the trainings that plan, simulate and the study read; minutes
	@$(SWAP_RUN) tb/systems/swap/measure.py profiles $(SWAP_DATA)

swap-models: cli ## document: record again samples, landscapes and models of codecs on this machine
	@$(SWAP_RUN) tb/systems/swap/measure.py models $(SWAP_DATA)
	@$(PYTHON) -B tb/systems/swap/regressions.py $(SWAP_DATA)

swap-fit: cli ## document: fit the models of codecs to the recorded samples again, of the CPU and the H200
	@$(SWAP_RUN) tb/systems/swap/measure.py fit $(SWAP_DATA)
	@$(SWAP_RUN) tb/systems/swap/measure.py fit $(SWAP_DATA)/h200

swap-runs: cli ## document: record again trainings of each policy in turns; many minutes
	@$(SWAP_RUN) tb/systems/swap/measure.py runs $(SWAP_DATA)

swap-sampling: cli ## document: record again what the decisions of cswap cost in each iteration; minutes
	@$(SWAP_RUN) tb/systems/swap/measure.py sampling $(SWAP_DATA) --runs 2 --epochs 2

# With seed 1 SqueezeNet's loss stays at ln 10.
swap-learned: cli ## document: record trainings of twenty epochs, in which loss and sparsity move; goes on where it ended
	@$(SWAP_RUN) tb/systems/swap/measure.py learned $(SWAP_DATA)/learned --epochs 20 --nets \
	  alexnet,vgg16,mobilenet,plain20,resnet
	@$(SWAP_RUN) tb/systems/swap/measure.py learned $(SWAP_DATA)/learned --epochs 20 --nets squeezenet \
	  --seed 2

swap-zeros: cli ## document: record which activations of an image are zero while AlexNet is trained; a minute
	@$(SWAP_RUN) tb/systems/swap/zeros.py $(SWAP_DATA)/learned/alexnet.json tb/data/zeros/alexnet.json

# Thousands of PyTorch's operators and graphs, on Debian's PyTorch and on one from PyPI.
SWAP_OPS_RUN = LP_SEED=$${LP_SEED:-1} PYTHONPATH=$(CURDIR)/adapters/python LINEPRESS_LIB=$(abspath $(B)) \
  BUILD=$(B)
SWAP_OPS = $(SWAP_OPS_RUN) $(1) -B tb/systems/swap/graphs_test.py --examples 20000 \
    --record tb/systems/swap/campaigns.json && \
  $(SWAP_OPS_RUN) $(1) -B tb/systems/swap/op_db_test.py --all --record tb/systems/swap/campaigns.json
SWAP_VENV = $(call optional,torch2,tb/systems/swap/torch2.txt)
.PHONY: swap-ops swap-venv
swap-venv: ## use: an environment with PyTorch 2 as build/torch2-venv (PyPI, 4 GB)
	@$(SWAP_VENV); echo $(B)/torch2-venv

swap-ops: cli ## campaign: Swapper on all of PyTorch's operators and 20000 graphs, with both PyTorches; hours; LP_SEED=n
	@$(call SWAP_OPS,$(PYTHON))
	@$(SWAP_VENV); $(call SWAP_OPS,$(B)/torch2-venv/bin/python)
