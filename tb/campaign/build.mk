# SPDX-License-Identifier: Apache-2.0
# Campaigns: long runs in pieces, by Snakemake on this machine or on Slurm.

CAMPAIGN := tb/campaign/campaign.py
campaign_option = $(if $($(2)),$(1) $(call quoted,$($(2))))
campaign_options = $(call campaign_option,--folder,FOLDER)
# N and SEED have defaults of other campaigns.
campaign_run_options = --where $(call quoted,$(or $(WHERE),local)) $(if $(filter undefined,$(origin \
  JOBS)),,--jobs $(call quoted,$(JOBS))) $(call campaign_option,--size,SIZE) --seed \
  $(call quoted,$(call given,SEED,1)) \
  $(call campaign_option,--units,UNIT) $(call campaign_option,--profile,PROFILE)

.PHONY: campaign campaign-status campaign-stop campaign-venv campaign-test
campaign: $(if $(filter fig12 sensitivity,$(NAME)),$(B)/linepress) ## campaign: NAME=mutation, fuzz ... in pieces; WHERE=slurm JOBS=n SIZE= SEED=1 UNIT= PROFILE=; docs/use/campaigns.md
	@$(if $(NAME),,echo "campaign: NAME= is one of:" >&2; $(PYTHON) -B $(CAMPAIGN) list >&2; exit 2)
	@BUILD=$(B) $(PYTHON) -B $(CAMPAIGN) run $(call quoted,$(NAME)) $(campaign_run_options) $(campaign_options)
campaign: export TRACES := $(TRACES)
campaign: export GPU := $(GPU)
campaign: export GPU_OPTIONS := $(GPU_OPTIONS)

campaign-status: ## campaign: pieces done, failed and to do, of NAME= or of all campaigns
	@BUILD=$(B) $(PYTHON) -B $(CAMPAIGN) status $(call campaign_option,,NAME) $(campaign_options)

campaign-stop: ## campaign: end NAME= or all campaigns, and their jobs; the same command goes on
	@BUILD=$(B) $(PYTHON) -B $(CAMPAIGN) stop $(call campaign_option,,NAME) $(campaign_options)

campaign-venv: $(B)/campaign-venv/ready ## campaign: Snakemake 9 with its Slurm plugin as build/campaign-venv (PyPI)

TESTS += tb/campaign/campaign_test.py tb/campaign/rows_test.py
campaign-test: ## test: accidents in the middle of campaigns on a Slurm cluster of this machine; half an hour (./bootstrap campaign)
	@BUILD=$(B) $(PYTHON) -B tb/campaign/accidents.py
