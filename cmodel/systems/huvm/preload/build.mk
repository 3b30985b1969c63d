# SPDX-License-Identifier: Apache-2.0
# What `linepress huvm run` and `record` preload into a program: the program's side of the
# coordinator, and the C library's allocation in front of it.

HUVM_SO := $(B)/huvm_preload/liblinepress_huvm.so
HUVM_PRELOAD_OBJS := $(patsubst cmodel/systems/huvm/%.c,$(B)/huvm_preload/%.o,\
  $(wildcard cmodel/systems/huvm/preload/*.c cmodel/systems/huvm/client/client_*.c) \
  cmodel/systems/huvm/wire/wire.c)

cli: $(HUVM_SO)

# No sanitizer in a program that has none.
HUVM_PRELOAD_FLAGS := -O2 -g -fno-sanitize=all -fvisibility=hidden -fPIC
$(HUVM_PRELOAD_OBJS): $(B)/huvm_preload/%.o: cmodel/systems/huvm/%.c $(B)/flags.cc
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CCACHE) $(CC) $(CSTD) $(LP_CPPFLAGS) $(CPPFLAGS) $(HUVM_PRELOAD_FLAGS) -MMD -MP -c $< -o $@
# Functions of the C library by their 64-bit names too, so none is renamed by a macro.
$(B)/huvm_preload/preload/%.o: LP_CPPFLAGS := -Icmodel/include

$(HUVM_SO): $(HUVM_PRELOAD_OBJS)
	@echo '  LD   $@'
	@$(CC) $(LDFLAGS) -shared -static-libgcc -Wl,-z,now -Wl,--no-undefined $^ -lpthread -ldl -o $@

-include $(HUVM_PRELOAD_OBJS:.o=.d)
