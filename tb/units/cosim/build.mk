# SPDX-License-Identifier: Apache-2.0 Lock-step co-simulation: each parameter set that a program
# needs becomes one archive, the Verilated unit with its shim. rtl/units.txt lists the sets; one is
# named MODULE/PARAMETERS here.

COSIM := $(B)/cosim
TRAFFIC := $(B)/traffic
# No initial value is random, which the runner relies on; tracing that is off costs the RTL under a
# tenth of its speed, less than the time to build each unit twice.
VERILATOR_FLAGS := -O3 --trace-fst --x-assign fast --x-initial fast --no-decoration
# Code that runs in every cycle: gcc takes twice as long for -O3 as for -O1, and the result is no
# faster. -Og takes a third less again, for RTL that is a fifth slower: no loss where a set is built
# to run a test once. Its search for redundant loads takes a quarter of that and finds none. A
# campaign may say RTL_OPT=-O1.
RTL_OPT = $(if $(filter $(1),$(SETS_demo) $(SETS_engine) $(SETS_card)),-O1,-Og) -fno-tree-fre
# Code that runs once: initial values, names of signals in waveforms.
RTL_REST := -O0 -fno-exceptions -fno-asynchronous-unwind-tables
CYCLES ?= 50000000
# COVERAGE=1, with a B of its own, builds programs that leave Verilator's coverage data in the
# folder that LP_COVERAGE names.
COVERAGE ?= 0
ifeq ($(COVERAGE),1)
VERILATOR_FLAGS += --coverage-line --coverage-toggle
endif

comma := ,
set_module = $(word 1,$(subst /, ,$(1)))
set_text = $(word 2,$(subst /, ,$(1)))
set_params = $(filter-out -,$(subst $(comma), ,$(call set_text,$(1))))
set_tag = $(call set_module,$(1))$(subst $(comma),_,$(subst =,_,$(patsubst \
  %,__%,$(filter-out -,$(call set_text,$(1))))))
set_folder = $(FOLDER_$(call set_module,$(1)))
set_ports = -DLP_PORTS_HEADER='"units/$(call set_folder,$(1))/$(call set_folder,$(1))_ports.h"' \
  -DLP_IN_T=$(call set_module,$(1))_in -DLP_OUT_T=$(call set_module,$(1))_out
set_upper = $(shell echo $(call set_module,$(1)) | tr a-z A-Z)
# The sets in $(1) of the units in UNIT=, or all of them.
of_unit = $(if $(UNIT),$(filter $(addsuffix /%,$(UNIT)),$(1)),$(1))
# A recipe line that fails if UNIT= names a unit without a set in $(1).
need_unit = $(if $(strip $(foreach u,$(UNIT),$(if $(filter $(u)/%,$(1)),,$(u)))),@echo \
  "$@: no unit '$(strip $(foreach u,$(UNIT),$(if $(filter $(u)/%,$(1)),,$(u))))' here" >&2; exit 2,@:)

COSIM_CFLAGS = $(CSTD) $(CFLAGS) -Icmodel -Icmodel/include -Itb -MMD -MP
COSIM_CXXFLAGS := -std=c++17 -Wall -Wextra -faligned-new -Icmodel -Icmodel/include -Itb \
  -isystem $(VERILATOR_INC) -isystem $(VERILATOR_INC)/vltstd \
  -DVM_TRACE=1 -DVM_TRACE_FST=1 -DVM_COVERAGE=$(COVERAGE) -DVM_SC=0 -MMD -MP

# The headers of all units are read once and not once a unit; their folder is searched first. ccache
# would not keep what they are used for.
PRECOMPILED := $(if $(CCACHE),,$(COSIM)/precompiled)
precompiled = $(addsuffix /units/cosim/runtime.h.gch/$(1),$(PRECOMPILED))
ifneq ($(PRECOMPILED),)
$(PRECOMPILED)/units/cosim/runtime.h: tb/units/cosim/runtime.h
	@mkdir -p $(@D)
	@cp $< $@
$(call precompiled,fast) $(call precompiled,rest): $(PRECOMPILED)/units/cosim/runtime.h $(COSIM)/flags.cxx
	@mkdir -p $(@D)
	@echo '  CXX  $@'
	@$(CXX) -I$(PRECOMPILED) $(filter-out -MMD -MP,$(COSIM_CXXFLAGS)) $(if $(filter fast,$(@F)),$(RTL_OPT),$(RTL_REST)) \
	  -x c++-header $< -o $@.new
	@mv $@.new $@
endif

$(call tracked,$(COSIM)/flags.verilator,$(VERILATOR) $(VERILATOR_VERSION) $(VERILATOR_FLAGS))
$(call tracked,$(COSIM)/flags.cxx,$(CXX) $(COSIM_CXXFLAGS) $(RTL_REST) $(value RTL_OPT))
$(call tracked,$(COSIM)/flags.cc,$(CC) $(COSIM_CFLAGS))

# Two sets of a program may split off the same block with the same parameters, whose classes then
# have the same names: each set keeps those of its block to itself. Symbols of Verilator's own
# headers stay common. $(1) its folder, $(2) the block
define own_block
$(1)/own.o: $(1)/fast.o $(1)/rest.o
	@ld -r --force-group-allocation -o $$@ $$^ && objcopy --wildcard --localize-symbol '*$(2)_*' \
	  --weaken-symbol '_Z*N9Verilated*' $$@
endef

# $(1) a set, $(2) the folder to build in, $(3) its RTL, each file before its users, $(4) a block to
# Verilate separately
define verilated_set
$(2)/verilated: $(3) $(addprefix tb/units/cosim/,verilate.sh settle.awk) $(COSIM)/flags.verilator
	@echo '  VL   $(2)'
	@tb/units/cosim/verilate.sh $(2) --shim units/cosim/shim.cpp $(addprefix --split ,$(4)) $(VERILATOR) --cc $$(VERILATOR_FLAGS) \
	  --prefix V$(call set_tag,$(1)) --top-module $(call set_module,$(1)) \
	  $(addprefix -G,$(call set_params,$(1))) $(3)
	@touch $$@
$(2)/fast.o $(2)/rest.o: $(2)/%.o: $(2)/verilated $(COSIM)/flags.cxx
	@echo '  CXX  $(2)/$$*'
	@$(CCACHE) $(CXX) $(addprefix -I,$(PRECOMPILED)) $$(COSIM_CXXFLAGS) -isystem $(2) -DLP_RTL_HEADER='"V$(call set_tag,$(1)).h"' \
	  -DLP_RTL_CLASS=V$(call set_tag,$(1)) -DLP_RTL_SYMBOL=$(call set_tag,$(1))_rtl \
	  $(call set_ports,$(1)) -DLP_PORTS=$(call set_upper,$(1))_PORTS \
	  $$(if $$(filter fast,$$*),$(RTL_OPT),$(RTL_REST)) \
	  -c $(2)/$$*.cpp -o $$@
$(if $(4),$(call own_block,$(2),$(word 1,$(subst :, ,$(4)))))
$(2)/rtl.a: $(if $(4),$(2)/own.o,$(2)/fast.o $(2)/rest.o)
	@rm -f $$@ && ar rcs $$@ $$^
-include $(2)/fast.d $(2)/rest.d
endef

# $(1) a folder to build in, $(2) a shared object of the sets $(3) of one unit for programs that
# load it (cmodel/dma/copy/rtl_object.h). It is built once and runs for long. It writes no
# waveforms: lock-step does.
rtl_object_in = $(1)/$(call set_tag,$(2))
define rtl_object
$(foreach s,$(3),$(eval $(call verilated_set,$(s),$(call rtl_object_in,$(1),$(s)),$(or $(4),$(RTL_$(call \
  set_module,$(s)))),$(if $(4),,$(SPLIT_$(call set_module,$(s)))))))
$(1)/%: VERILATOR_FLAGS := $$(filter-out --trace-fst,$$(VERILATOR_FLAGS))
$(1)/%: COSIM_CXXFLAGS := $$(subst =1,=0,$$(COSIM_CXXFLAGS)) -fPIC
$(1)/%: COSIM_CFLAGS += -fPIC
$(1)/verilated.o $(1)/verilated_threads.o: $(1)/%.o: $(VERILATOR_INC)/%.cpp $(COSIM)/flags.cxx
	@mkdir -p $$(@D)
	@echo '  CXX  $$@'
	@$$(CCACHE) $$(CXX) $$(COSIM_CXXFLAGS) -O2 -w -c $$< -o $$@
$(1)/sets.c: rtl/units.txt synth/units.py
	@mkdir -p $$(@D)
	@$$(PYTHON) synth/units.py object $(3) >$$@
$(1)/sets.o: $(1)/sets.c
$(1)/object.o: tb/dma/object.c
$(1)/sets.o $(1)/object.o: $(COSIM)/flags.cc
	@mkdir -p $$(@D)
	@$$(CCACHE) $$(CC) $$(COSIM_CFLAGS) $$(call set_ports,$(firstword $(3))) \
	  -c $$(filter %.c,$$^) -o $$@
-include $(1)/sets.d $(1)/object.d
$(2): tb/dma/object.map $(addprefix $(1)/,object.o sets.o verilated.o verilated_threads.o) \
  $(foreach s,$(3),$(call rtl_object_in,$(1),$(s))/rtl.a) $(5)
	@echo '  LD   $$@'
	@$$(CXX) $$(LDFLAGS) -shared -Wl,--no-undefined -Wl,--version-script=$$< $$(filter-out $$<,$$^) \
	  -lpthread -o $$@
endef

COSIM_SETS := $(sort $(SETS_lockstep) $(SETS_large) $(SETS_cosim) $(SETS_demo))
set_in = $(COSIM)/$(call set_tag,$(1))
$(foreach s,$(COSIM_SETS),$(eval $(call verilated_set,$(s),$(call set_in,$(s)),$(RTL_$(call \
  set_module,$(s))),$(SPLIT_$(call set_module,$(s))))))
$(foreach s,$(filter-out $(SETS_demo),$(COSIM_SETS)),$(call set_in,$(s))/fast.o): | $(call precompiled,fast)
$(foreach s,$(COSIM_SETS),$(call set_in,$(s))/rest.o): | $(call precompiled,rest)
sets_libs = $(foreach s,$(1),$(call set_in,$(s))/rtl.a)

COSIM_RUNTIME := $(addprefix $(COSIM)/,verilated.o verilated_fst_c.o verilated_threads.o \
  verilated_cov.o)
$(COSIM_RUNTIME): $(COSIM)/%.o: $(VERILATOR_INC)/%.cpp $(COSIM)/flags.cxx
	@echo '  CXX  $@'
	@$(CCACHE) $(CXX) $(COSIM_CXXFLAGS) -O1 -w -c $< -o $@

COSIM_OBJS := $(patsubst tb/units/cosim/%.c,$(COSIM)/%.o,$(wildcard tb/units/cosim/*.c))
TRAFFIC_OBJS := $(patsubst tb/units/traffic/%.c,$(TRAFFIC)/%.o,$(wildcard tb/units/traffic/*/*.c))
COSIM_MAINS := $(addprefix $(COSIM)/,lockstep_test.o bench_test.o speed.o cosim.o)
$(COSIM_OBJS): $(COSIM)/%.o: tb/units/cosim/%.c $(COSIM)/flags.cc
	@echo '  CC   $<'
	@$(CCACHE) $(CC) $(COSIM_CFLAGS) -c $< -o $@
$(TRAFFIC_OBJS): $(TRAFFIC)/%.o: tb/units/traffic/%.c $(COSIM)/flags.cc
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CCACHE) $(CC) $(COSIM_CFLAGS) -c $< -o $@
-include $(COSIM_OBJS:.o=.d) $(TRAFFIC_OBJS:.o=.d)

# Objects and libraries of every program of the runner, besides its main and its sets. Traffic is an
# archive, so that a program links only the traffic of its units.
$(TRAFFIC)/traffic.a: $(TRAFFIC_OBJS)
	@rm -f $@ && ar rcs $@ $^
COSIM_REST := $(filter-out $(COSIM_MAINS),$(COSIM_OBJS)) $(TRAFFIC)/traffic.a $(COSIM_RUNTIME) \
  $(addprefix $(B)/obj/tb/reference/,bpc_slow.o ebd_slow.o gbbr_slow.o) \
  $(B)/obj/tb/lib/variants/variant.o $(LIB_A)
# For builds of several units side by side.
.PHONY: cosim-common
cosim-common: $(COSIM)/lockstep_test.o $(COSIM_REST)
# $(1) a program, $(2) its sets, $(3) its main and other objects, $(4) the sets' archives, if they
# are built elsewhere, $(5) a program of the same sets whose table of units it takes
define cosim_program
$(if $(5),,$(call cosim_table,$(1),$(2)))
$(1): $(3) $(or $(5),$(1)).units.o $(or $(4),$(call sets_libs,$(2))) $(COSIM_REST)
	@echo '  LD   $$@'
	@mkdir -p $$(@D)
	@$(CXX) $(LDFLAGS) -o $$@ $$^ $$(LIB_LIBS)
endef
define cosim_table
$(1).units.c: rtl/units.txt synth/units.py
	@mkdir -p $$(@D)
	@$(PYTHON) synth/units.py registry $(2) >$$@
$(1).units.o: $(1).units.c $(COSIM)/flags.cc
	@$(CCACHE) $(CC) $(COSIM_CFLAGS) -c $$< -o $$@
-include $(1).units.d

endef

# The commands `buddy` and `gpu` with the RTL as their engine, PARALLEL=1 too.
COSIM_CLI := $(COSIM)/cosim.o $(call objs,$(wildcard cmodel/cli/buddy/*.c cmodel/cli/cosim/*.c \
  cmodel/cli/gpu/*.c)) $(CLI_A)
$(eval $(call cosim_program,$(B)/linepress-cosim,$(SETS_lockstep) $(SETS_cosim),$(COSIM_CLI)))

# One program per unit, so that one unit builds alone and tests run side by side.
COSIM_UNITS := $(call uniq,$(foreach s,$(SETS_lockstep),$(call set_module,$(s))))
LARGE_UNITS := $(call uniq,$(foreach s,$(SETS_large),$(call set_module,$(s))))
$(foreach u,$(COSIM_UNITS),$(eval $(call cosim_program,$(COSIM)/lockstep/$(u),$(filter \
  $(u)/%,$(SETS_lockstep)),$(COSIM)/lockstep_test.o)))
$(foreach u,$(COSIM_UNITS),$(eval $(call cosim_program,$(COSIM)/bench/$(u),$(filter \
  $(u)/%,$(SETS_lockstep)),$(COSIM)/bench_test.o,,$(COSIM)/lockstep/$(u))))
$(foreach u,$(LARGE_UNITS),$(eval $(call cosim_program,$(COSIM)/large/$(u),$(filter \
  $(u)/%,$(SETS_large)),$(COSIM)/lockstep_test.o)))
$(foreach u,$(COSIM_UNITS),$(eval $(call cosim_program,$(COSIM)/speed/$(u),$(filter \
  $(u)/%,$(SETS_lockstep)),$(COSIM)/speed.o,,$(COSIM)/lockstep/$(u))))

# Runs over an encoder whose limit for raw entries is off by one.
COSIM_BUG := $(COSIM)/bug
COSIM_BUG_SET := lp_zvc_enc/ELEM=32
$(COSIM_BUG)/lp_zvc_enc.sv: rtl/zvc/lp_zvc_enc.sv
	@mkdir -p $(@D)
	@sed 's/(nonzero >= /(nonzero > /' $< >$@
	@! cmp -s $< $@ || { echo 'the seeded bug does not apply to $<' >&2; exit 1; }
$(eval $(call verilated_set,$(COSIM_BUG_SET),$(COSIM_BUG)/rtl,$(patsubst \
  rtl/zvc/lp_zvc_enc.sv,$(COSIM_BUG)/lp_zvc_enc.sv,$(RTL_lp_zvc_enc))))
$(eval $(call cosim_program,$(COSIM_BUG)/linepress-cosim,$(SETS_demo),$(COSIM_CLI),\
  $(COSIM_BUG)/rtl/rtl.a $(call sets_libs,$(filter-out $(COSIM_BUG_SET),$(SETS_demo)))))

# Without Verilator the library and the CLI are still built.
ifneq ($(VERILATOR_INC),)
ALL += $(B)/linepress-cosim
endif
CHECK += $(COSIM)/lockstep/lp_zvc_enc
TESTS += $(COSIM_UNITS:%=$(COSIM)/lockstep/%) $(COSIM_UNITS:%=$(COSIM)/bench/%) \
  tb/units/cosim/cosim_test.sh
$(call test_needs,tb/units/cosim/cosim_test.sh): $(B)/linepress $(B)/linepress-cosim \
  $(COSIM_BUG)/linepress-cosim $(COSIM)/lockstep/lp_add

units_named = $(call uniq,$(foreach s,$(call of_unit,$(1)),$(call set_module,$(s))))
.PHONY: lockstep lockstep-long lockstep-large model-long speed
lockstep: $(addprefix $(COSIM)/lockstep/,$(call units_named,$(SETS_lockstep))) ## test*: lock-step test of UNIT= (one or several; default: all), LP_SEED=n
	$(call need_unit,$(SETS_lockstep))
	@tb/run_tests.sh $(filter $(COSIM)/%,$^)

# $(1) programs: leaves the output of each in a log of its own, with the digests of its RTL, for
# record.
define campaign
	@mkdir -p $(COSIM)/campaigns
	@log=$(COSIM)/campaigns/$@-$$(date +%Y%m%dT%H%M%S).log; \
	$(PYTHON) tb/tree/results/record.py --header 'make $@$(if $(UNIT), UNIT="$(UNIT)") CYCLES=$(CYCLES)' \
	  $(notdir $(1)) >$$log || exit; \
	{ LP_CYCLES=$(CYCLES) VERBOSE=1 tb/run_tests.sh $(1) || echo '# failed'; } | tee -a $$log; \
	! grep -qx '# failed' $$log
endef
lockstep-long: $(addprefix $(COSIM)/lockstep/,$(call units_named,$(SETS_lockstep))) ## campaign: lock-step campaign, CYCLES=n per parameter set, UNIT=, LP_SEED=n
	$(call need_unit,$(SETS_lockstep))
	$(call campaign,$(filter $(COSIM)/%,$^))

model-long: $(addprefix $(COSIM)/lockstep/,$(call units_named,$(SETS_lockstep))) ## campaign: the same traffic against the cycle model alone, ten times as fast
	$(call need_unit,$(SETS_lockstep))
	$(call campaign,$(filter $(COSIM)/%,$^))
model-long: export LP_ENGINE := model

lockstep-large: $(addprefix $(COSIM)/large/,$(call units_named,$(SETS_large))) ## campaign: the same for the sets that take long to build
	$(call need_unit,$(SETS_large))
	$(call campaign,$(filter $(COSIM)/%,$^))

speed: $(addprefix $(COSIM)/speed/,$(call units_named,$(SETS_lockstep))) ## measure*: each cycle model beside its Verilated RTL; UNIT=, LP_SEED=n
	$(call need_unit,$(SETS_lockstep))
	@for p in $(filter $(COSIM)/%,$^); do $$p || exit; done
