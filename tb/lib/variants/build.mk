# SPDX-License-Identifier: Apache-2.0
# Variants of BPC in other codes: the table of docs/reference/format.md, section 5.1, and its test.

VARIANTS := $(B)/variants
VARIANT_OBJS := $(B)/obj/tb/lib/variants/variant.o

TESTS += $(VARIANTS)/test_variants

$(B)/obj/tb/lib/variants/test_variants.o: CPPFLAGS += -D_POSIX_C_SOURCE=200809L

$(VARIANTS)/measure: $(B)/obj/tb/lib/variants/measure.o $(VARIANT_OBJS) $(LIB_A)
$(VARIANTS)/test_variants: $(B)/obj/tb/lib/variants/test_variants.o $(VARIANT_OBJS) $(LIB_A)
$(VARIANTS)/test_variants: LDLIBS += -lcmocka
$(VARIANTS)/measure $(VARIANTS)/test_variants:
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $^ -lz $(LDLIBS) -o $@

-include $(patsubst %.c,$(B)/obj/%.d,$(wildcard tb/lib/variants/*.c))

.PHONY: bpc-variants
bpc-variants: $(VARIANTS)/measure ## measure: effect of BPC's variants on the sample arrays (docs/reference/format.md)
	@$(VARIANTS)/measure dl= tb/data/dl/*.npy hpc= tb/data/hpc/*.npy
