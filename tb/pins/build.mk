# SPDX-License-Identifier: Apache-2.0
# The recorded behaviour of the tree, with which changes that must not alter it are compared.

PINS_MODELS := $(B)/pins/models
PINS_RUN = BUILD=$(B) $(PYTHON) -B tb/pins/pins.py
TESTS += tb/pins/pins.py:test
$(call test_needs,tb/pins/pins.py:test): cli $(PINS_MODELS)

$(PINS_MODELS): $(B)/obj/tb/pins/models.o $(B)/liblinepress_cycle.a $(B)/liblinepress.a
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIB_LIBS) -lm -o $@
-include $(B)/obj/tb/pins/models.d

.PHONY: pins
pins: cli $(PINS_MODELS) ## compare commands, cycle models and installed files with tb/pins/pins.json; RECORD=1 rewrites it, ADD=1 adds new items
	@$(PINS_RUN) $(if $(RECORD),record,$(if $(ADD),add,compare))
