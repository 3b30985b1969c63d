# SPDX-License-Identifier: Apache-2.0
# The memory manager that harvests memory of neighbours: its programs, the speed of its clock,
# seeded bugs in its policy and its runtime.

HUVM_DIR := $(B)/huvm

$(HUVM_DIR)/bench: $(B)/obj/tb/systems/huvm/bench.o $(B)/libsystems.a
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $^ -lz -o $@
-include $(B)/obj/tb/systems/huvm/bench.d

.PHONY: huvm-bench huvm-mutation
huvm-bench: $(HUVM_DIR)/bench ## measure: events a second of the virtual clock of linepress huvm
	@$<

HUVM_MUTANTS ?= 120
huvm-mutation: ## campaign: seeded bugs that the policy's test must find; HUVM_MUTANTS= SEED=
	@CC='$(CC)' $(PYTHON) tb/systems/huvm/mutation.py --count $(HUVM_MUTANTS) --seed $(SEED) \
	  --work $(HUVM_DIR)/mutation

.PHONY: huvm-real-mutation
huvm-real-mutation: cli $(HUVM_DIR)/programs
huvm-real-mutation: ## campaign: the same in the runtime on real page faults; HUVM_MUTANTS= SEED= HUVM_ONLY=FILE:LINE,...
	@CC='$(CC)' $(PYTHON) tb/systems/huvm/real_mutation.py --count $(HUVM_MUTANTS) --seed $(SEED) \
	  $(if $(HUVM_ONLY),--only '$(HUVM_ONLY)') --build $(B) --work $(HUVM_DIR)/real_mutation

HUVM_PROGRAMS := $(addprefix $(B)/obj/tb/systems/huvm/,main.o memory.o graph.o graph_debian.o programs.o \
  training.o)
$(HUVM_DIR)/programs: $(HUVM_PROGRAMS) $(B)/libsystems.a $(B)/liblinepress.a
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIB_LIBS) -o $@
-include $(HUVM_PROGRAMS:.o=.d)
TESTS += tb/systems/huvm/programs_test.py
$(call test_needs,tb/systems/huvm/programs_test.py): cli $(HUVM_DIR)/programs

# Programs that die at every stage; a long soak is huvm-soak.
HUVM_SOAK := $(HUVM_DIR)/soak
$(B)/obj/tb/systems/huvm/soak.o: CPPFLAGS += -Itb -Icmodel
$(HUVM_SOAK): $(B)/obj/tb/systems/huvm/soak.o $(LIB_A)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIB_LIBS) -o $@
-include $(B)/obj/tb/systems/huvm/soak.d
TESTS += $(HUVM_SOAK):400

# Programs that do all that programs do with their mappings, on managed and on ordinary memory.
HUVM_MOVES := $(HUVM_DIR)/moves
$(B)/obj/tb/systems/huvm/moves.o: CPPFLAGS += -Icmodel
$(HUVM_MOVES): $(B)/obj/tb/systems/huvm/moves.o
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $^ -lpthread -o $@
-include $(B)/obj/tb/systems/huvm/moves.d
TESTS += tb/systems/huvm/moves_test.py
$(call test_needs,tb/systems/huvm/moves_test.py): cli $(HUVM_MOVES)

.PHONY: huvm-soak
huvm-soak: $(HUVM_SOAK) ## campaign: programs that die at every stage of a coordinator; N=10000 SEED=1
	@LP_SEED=$(call given,SEED,1) $(HUVM_SOAK) $(call given,N,10000)

TESTS += tb/systems/huvm/study_test.py
$(call test_needs,tb/systems/huvm/study_test.py): cli $(HUVM_DIR)/programs

TESTS += tb/systems/huvm/entries_test.py tb/systems/huvm/io_test.py
$(call test_needs,tb/systems/huvm/entries_test.py tb/systems/huvm/io_test.py): cli

TESTS += tb/systems/huvm/real_test.py tb/systems/huvm/players_test.py tb/systems/huvm/guest_test.py
$(call test_needs,tb/systems/huvm/real_test.py tb/systems/huvm/players_test.py): cli $(HUVM_DIR)/programs
$(call test_needs,tb/systems/huvm/guest_test.py): cli

# Records in tb/data/huvm, from which docs/studies/huvm.md is written.
.PHONY: huvm-model huvm-fit huvm-traces huvm-tiers
huvm-model: $(B)/linepress ## measure: sweep of values that the paper does not give; tb/data/huvm/model.json; minutes
	@$(PYTHON) tb/systems/huvm/model.py --linepress $<

huvm-fit: $(B)/linepress ## measure: the driver's costs of linepress huvm that fit the paper's Case 1
	@$(PYTHON) tb/systems/huvm/model.py --linepress $< --fit

huvm-traces: cli $(HUVM_DIR)/programs ## measure: the paper's cases with traces of programs; tb/data/huvm/programs.json; minutes
	@$(PYTHON) tb/systems/huvm/traces.py --linepress $(B)/linepress --programs $(HUVM_DIR)/programs

huvm-tiers: cli $(HUVM_DIR)/programs ## measure: compressed tiers on the virtual clock; tb/data/huvm/tiers.json; minutes
	@$(PYTHON) tb/systems/huvm/tiers.py --linepress $(B)/linepress --programs $(HUVM_DIR)/programs

.PHONY: huvm-real
huvm-real: cli $(HUVM_DIR)/programs ## measure: PageRank and BFS on real page faults, policy by policy; ONLY=faults or compressed; RUNS=5; minutes
	@$(PYTHON) tb/systems/huvm/real.py --linepress $(B)/linepress --programs $(HUVM_DIR)/programs \
	  $(if $(ONLY),--only $(ONLY)) --runs $(call given,RUNS,5)

.PHONY: huvm-times
huvm-times: cli $(HUVM_DIR)/programs ## measure: the virtual clock's times compared with real ones; CASES=1: of the paper's cases; RUNS=5 KEEP=FOLDER; minutes
	@$(PYTHON) tb/systems/huvm/times.py --linepress $(B)/linepress --programs $(HUVM_DIR)/programs \
	  $(if $(CASES),--cases) $(if $(KEEP),--keep $(KEEP)) --runs $(call given,RUNS,5)

.PHONY: huvm-demo
huvm-demo: cli $(HUVM_DIR)/programs
huvm-demo: ## use: harvested memory: policies, compressed tiers, real page faults; build/huvm/demo
	@tb/systems/huvm/demo.sh $(B)

# All packages in apt's lists; the sample in tb/data/graphs has some, and their dependencies.
.PHONY: huvm-debian
huvm-debian: ## document: the graph of all Debian packages that apt knows; build/huvm/debian.gz
	@mkdir -p $(HUVM_DIR)
	@tb/data/make_debian.sh $(HUVM_DIR)/debian.gz
