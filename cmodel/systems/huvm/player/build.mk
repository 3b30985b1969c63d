# SPDX-License-Identifier: Apache-2.0
# Run by `linepress huvm --clock real` for a GPU whose application is not a program; it is in the
# folder of the objects that are preloaded into it.

HUVM_PLAYER := $(B)/huvm_preload/huvm_player
HUVM_PLAYER_OBJS := $(patsubst cmodel/systems/huvm/%.c,$(B)/huvm_player/%.o,\
  $(wildcard cmodel/systems/huvm/player/*.c) cmodel/systems/huvm/wire/play.c)

cli: $(HUVM_PLAYER)

# A sanitizer's own memory does not go with what is preloaded.
$(HUVM_PLAYER_OBJS): $(B)/huvm_player/%.o: cmodel/systems/huvm/%.c $(B)/flags.cc
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CCACHE) $(CC) $(CSTD) $(LP_CPPFLAGS) $(CPPFLAGS) $(HUVM_PRELOAD_FLAGS) -MMD -MP -c $< -o $@

$(HUVM_PLAYER): $(HUVM_PLAYER_OBJS)
	@echo '  LD   $@'
	@$(CC) $(LDFLAGS) $^ -lpthread -ldl -o $@

-include $(HUVM_PLAYER_OBJS:.o=.d)
