# SPDX-License-Identifier: Apache-2.0
# Tests of the library and the command line. Each test_NAME.c is a program of its own (cmocka).

UNIT_SRCS := $(wildcard tb/unit/test_*.c)
SLOW_OBJS := $(patsubst %.c,$(B)/obj/%.o,$(wildcard cmodel/*/*_slow.c))
UNIT_BINS := $(UNIT_SRCS:tb/unit/%.c=$(B)/unit/%)

TESTS += $(UNIT_BINS) tb/unit/layers_test.py tb/unit/results_test.py tb/unit/axi_edge_test.py \
  tb/unit/test_ratio.py tb/unit/cli_test.sh tb/unit/install_test.sh
$(foreach t,test_ratio.py cli_test.sh install_test.sh,$(call test_needs,tb/unit/$(t))): cli

# all_units: the cycle models that the headers declare.
ALL_UNITS_H := $(B)/gen/all_units.h
CYCLE_MODEL_HEADERS := $(wildcard cmodel/*/*_cycle.h)
$(ALL_UNITS_H): $(CYCLE_MODEL_HEADERS) tb/unit/build.mk
	@mkdir -p $(@D)
	@{ for h in $(CYCLE_MODEL_HEADERS:cmodel/%=%); do echo "#include \"$$h\""; done; \
	  echo 'static const struct lp_unit *const all_units[] = {'; \
	  sed -n 's/^extern const struct \(lp_unit\) \([a-z0-9_]*\);.*/    \&\2,/p' \
	    $(CYCLE_MODEL_HEADERS); echo '};'; } >$@
$(B)/obj/tb/unit/test_units.o: $(ALL_UNITS_H)
$(B)/obj/tb/unit/test_units.o: CPPFLAGS += -Icmodel -I$(dir $(ALL_UNITS_H))

# Tests may use POSIX; the library's own files say themselves what they need.
$(B)/obj/tb/unit/%.o: CPPFLAGS += -D_POSIX_C_SOURCE=200809L

$(UNIT_BINS): $(B)/unit/%: $(B)/obj/tb/unit/%.o $(SLOW_OBJS) $(CODEC_OBJS) \
    $(LIB_A)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $^ $(CODEC_LIBS) -lcmocka -o $@

-include $(UNIT_SRCS:%.c=$(B)/obj/%.d) $(SLOW_OBJS:.o=.d)
.SECONDARY: $(UNIT_SRCS:%.c=$(B)/obj/%.o)
