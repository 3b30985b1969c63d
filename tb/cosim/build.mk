# SPDX-License-Identifier: Apache-2.0
# Lock-step co-simulation: each parameter set in units.tbl becomes one Verilated archive with its
# shim; the programs link all of them.

COSIM := $(B)/cosim
VERILATOR ?= verilator
VERILATOR_HOME := $(shell $(VERILATOR) --getenv VERILATOR_ROOT 2>/dev/null)
VERILATOR_INC := $(VERILATOR_HOME)/include
# Nothing is left to chance before reset, which the runner relies on; tracing that is off costs the
# RTL under a tenth of its speed, less than what a second build of each unit costs the user.
VERILATOR_FLAGS := -O3 --trace-fst --x-assign fast --x-initial fast
CYCLES ?= 50000000
# COVERAGE=1, with a B of its own, builds programs that leave Verilator's coverage data in the
# folder that LP_COVERAGE names.
COVERAGE ?= 0
# Whole slices take gcc minutes at -O3.
RTL_OPT := -O3
RTL_OPT_buddy := -O1
ifeq ($(COVERAGE),1)
RTL_OPT := -O1
VERILATOR_FLAGS += --coverage-line --coverage-toggle
endif

# COSIM_ONLY="lp_foo lp_bar", with a B of its own, builds programs of these units alone.
COSIM_ONLY ?=
COSIM_TABLE ?= tb/cosim/units.tbl
COSIM_ROWS = awk -v only=" $(COSIM_ONLY) " '!/^\#/ && NF && (only ~ /^ *$$/ || \
  index(only, " " $$1 " "))' $(COSIM_TABLE)
cosim_opt = $(or $(RTL_OPT_$(call cosim_folder,$(1))),$(RTL_OPT))
# MODULE/FOLDER/PARAMETERS of every parameter set.
COSIM_SETS := $(shell $(COSIM_ROWS) | \
  awk '{ for (i = 4; i <= NF; i++) print $$1 "/" $$2 "/" $$i }')
comma := ,
cosim_module = $(word 1,$(subst /, ,$(1)))
cosim_folder = $(word 2,$(subst /, ,$(1)))
cosim_params = $(filter-out -,$(subst $(comma), ,$(word 3,$(subst /, ,$(1)))))
cosim_tag = $(call cosim_module,$(1))$(subst $(comma),_,$(subst =,_,$(patsubst \
  %,__%,$(filter-out -,$(word 3,$(subst /, ,$(1)))))))
# Folders whose modules a unit may hold; a top of one folder is made of units of others.
cosim_folders = $(addprefix rtl/,common $(1) $(if $(filter codec,$(1)),zvc bpc) \
  $(if $(filter buddy,$(1)),zvc bpc codec gbbr mdcache axi))
cosim_upper = $(shell echo $(call cosim_module,$(1)) | tr a-z A-Z)

COSIM_CXXFLAGS := -std=c++17 $(RTL_OPT) -Wall -Wextra -faligned-new -Icmodel -Icmodel/include -Itb \
  -isystem $(VERILATOR_INC) -isystem $(VERILATOR_INC)/vltstd \
  -DVM_TRACE=1 -DVM_TRACE_FST=1 -DVM_COVERAGE=$(COVERAGE) -DVM_SC=0
COSIM_CFLAGS = $(CSTD) $(CFLAGS) -Icmodel -Icmodel/include -Itb -MMD -MP

# Units that hold many slices: with COSIM_SPLIT= they and their slice are Verilated apart, and the
# slice once. Its parameters must not all be its defaults (Verilator 5.006 then takes it as one with
# the unit), and what goes through it looks like a loop, which is none.
COSIM_SPLIT ?=
COSIM_BLOCK := lp_buddy_slice
cosim_split = $(filter $(COSIM_SPLIT),$(call cosim_module,$(1)))
define cosim_join
	@printf 'addlib %s\n' $(1)/V$(2)__ALL.a $(1)/V$(COSIM_BLOCK)_*/lib*.a | \
	  sed '1icreate $(1)/joined.a' | sed '$$$$asave' | ar -M && mv $(1)/joined.a $(1)/V$(2)__ALL.a
endef

# $(1) a parameter set, $(2) its tag, $(3) folder to build in, $(4) folder of the RTL, $(5) files of
# modules that stand in for those of the same name
define cosim_set
$(3)/V$(2)__ALL.a: $(5) $(4)/$(call cosim_folder,$(1))/$(call cosim_module,$(1)).sv \
  $(wildcard $(addsuffix /*.sv,$(call cosim_folders,$(call cosim_folder,$(1)))))
	@mkdir -p $(3)
	@echo '  VL   $(3)'
	@$(if $(call cosim_split,$(1)),printf \
	  '`verilator_config\nhier_block -module "$(COSIM_BLOCK)"\n' >$(3)/split.vlt)
	@MAKEFLAGS= $(VERILATOR) --cc --build -j 1 $$(VERILATOR_FLAGS) \
	  $(if $(call cosim_split,$(1)),--hierarchical -Wno-UNOPTFLAT $(3)/split.vlt) \
	  -MAKEFLAGS "OPT_FAST=$(call cosim_opt,$(1)) OPT_SLOW=-O0" --Mdir $(3) --prefix V$(2) \
	  --top-module $(call cosim_module,$(1)) $(addprefix -G,$(call cosim_params,$(1))) \
	  $(addprefix -y ,$(call cosim_folders,$(call cosim_folder,$(1)))) $(5) \
	  $(4)/$(call cosim_folder,$(1))/$(call cosim_module,$(1)).sv >$(3)/build.log || \
	  { cat $(3)/build.log; exit 1; }
$(if $(call cosim_split,$(1)),$(call cosim_join,$(3),$(2)))
$(3)/shim.o: tb/cosim/shim.cpp cmodel/common/instance.h cmodel/common/unit.h \
  cmodel/$(call cosim_folder,$(1))/$(call cosim_folder,$(1))_ports.h $(3)/V$(2)__ALL.a
	@echo '  CXX  $$@'
	@$(CXX) $(COSIM_CXXFLAGS) -I$(3) -DLP_RTL_HEADER='"V$(2).h"' -DLP_RTL_CLASS=V$(2) \
	  -DLP_PORTS_HEADER='"$(call cosim_folder,$(1))/$(call cosim_folder,$(1))_ports.h"' \
	  -DLP_PORTS=$(call cosim_upper,$(1))_PORTS -DLP_IN_T=$(call cosim_module,$(1))_in \
	  -DLP_OUT_T=$(call cosim_module,$(1))_out -DLP_RTL_SYMBOL=$(2)_rtl -c $$< -o $$@
endef
$(foreach s,$(COSIM_SETS),$(eval $(call \
  cosim_set,$(s),$(call cosim_tag,$(s)),$(COSIM)/$(call cosim_tag,$(s)),rtl)))
cosim_libs = $(1)/shim.o $(1)/V$(2)__ALL.a
COSIM_LIBS := $(foreach s,$(COSIM_SETS),$(call \
  cosim_libs,$(COSIM)/$(call cosim_tag,$(s)),$(call cosim_tag,$(s))))

COSIM_RUNTIME := $(addprefix $(COSIM)/,verilated.o verilated_fst_c.o verilated_threads.o \
  verilated_cov.o)
$(COSIM_RUNTIME): $(COSIM)/%.o: $(VERILATOR_INC)/%.cpp
	@mkdir -p $(@D)
	@echo '  CXX  $@'
	@$(CXX) $(COSIM_CXXFLAGS) -w -c $< -o $@

TRAFFIC := $(B)/traffic
TRAFFIC_OBJS := $(patsubst tb/traffic/%.c,$(TRAFFIC)/%.o,$(wildcard tb/traffic/*/*.c))
COSIM_PARTS := $(addprefix $(COSIM)/,lockstep.o replay.o streams.o flow.o wave.o registry.o \
  units.o) $(TRAFFIC_OBJS)
COSIM_OBJS := $(COSIM_PARTS) $(addprefix $(COSIM)/,lockstep_test.o bench_test.o speed.o cosim.o)
$(TRAFFIC_OBJS): $(TRAFFIC)/%.o: tb/traffic/%.c
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CC) $(COSIM_CFLAGS) -c $< -o $@
$(filter-out %/units.o $(TRAFFIC_OBJS),$(COSIM_OBJS)): $(COSIM)/%.o: tb/cosim/%.c
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CC) $(COSIM_CFLAGS) -c $< -o $@
# Written anew only if it is another, since COSIM_ONLY= may have changed.
.PHONY: cosim_units
$(COSIM)/units.c: cosim_units
	@mkdir -p $(@D)
	@$(COSIM_ROWS) | awk -f tb/cosim/registry.awk >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@
$(COSIM)/units.o: $(COSIM)/units.c
	@echo '  CC   $<'
	@$(CC) $(COSIM_CFLAGS) -c $< -o $@
-include $(COSIM_OBJS:.o=.d)

COSIM_REST := $(COSIM_PARTS) $(COSIM_RUNTIME) \
  $(addprefix $(B)/obj/cmodel/,bpc/bpc_slow.o gbbr/gbbr_slow.o) \
  $(B)/obj/tb/variants/variant.o $(LIB_A)
cosim_link = @echo '  LD   $@'; $(CXX) $(LDFLAGS) -o $@ $^ -ljansson -lz -lpthread
# The command `buddy` with the RTL as its engine.
COSIM_CLI := $(COSIM)/cosim.o $(patsubst %.c,$(B)/obj/%.o,$(wildcard cmodel/cli/buddy*.c) \
  $(addprefix cmodel/cli/,cosim.c fail.c json.c output.c progress.c))
$(B)/linepress-cosim: $(COSIM_CLI) $(COSIM_LIBS) $(COSIM_REST)
	$(cosim_link)
$(COSIM)/lockstep_test $(COSIM)/bench_test $(COSIM)/speed: $(COSIM)/%: $(COSIM)/%.o $(COSIM_LIBS) $(COSIM_REST)
	$(cosim_link)

# The same program over an encoder whose limit for raw entries is off by one.
COSIM_BUG := $(COSIM)/bug
COSIM_BUG_SET := lp_zvc_enc/zvc/ELEM=32
COSIM_BUG_TAG := $(call cosim_tag,$(COSIM_BUG_SET))
$(COSIM_BUG)/rtl/zvc/lp_zvc_enc.sv: rtl/zvc/lp_zvc_enc.sv
	@mkdir -p $(@D)
	@sed 's/(nonzero >= /(nonzero > /' $< >$@
	@! cmp -s $< $@ || { echo 'the seeded bug does not apply to $<' >&2; exit 1; }
$(eval $(call cosim_set,$(COSIM_BUG_SET),$(COSIM_BUG_TAG),$(COSIM_BUG),$(COSIM_BUG)/rtl))
$(COSIM_BUG)/linepress-cosim: $(COSIM_CLI) $(call cosim_libs,$(COSIM_BUG),$(COSIM_BUG_TAG)) \
  $(filter-out $(COSIM)/$(COSIM_BUG_TAG)/%,$(COSIM_LIBS)) $(COSIM_REST)
	$(cosim_link)

# Without Verilator the library and the CLI are still built.
ifneq ($(VERILATOR_HOME),)
ALL += $(B)/linepress-cosim
endif
TESTS += $(COSIM)/lockstep_test $(COSIM)/bench_test tb/cosim/cosim_test.sh
tb/cosim/cosim_test.sh: $(B)/linepress $(B)/linepress-cosim $(COSIM_BUG)/linepress-cosim

.PHONY: lockstep-large
lockstep-large: ## as lockstep-long, of units_large.tbl, which take long to build
	@$(MAKE) --no-print-directory B=$(B)/large COSIM_TABLE=tb/cosim/units_large.tbl \
	  COSIM_SPLIT=lp_buddy_top \
	  COSIM_ONLY="$(UNIT)" lockstep-long

.PHONY: speed
speed: $(COSIM)/speed ## each cycle model beside its Verilated RTL; UNIT=, LP_SEED=n
	@$< $(UNIT)

.PHONY: lockstep-long
lockstep-long: $(COSIM)/lockstep_test ## lock-step campaign, CYCLES=n a parameter set, UNIT=, LP_SEED=n
	LP_CYCLES=$(CYCLES) $< $(UNIT)
