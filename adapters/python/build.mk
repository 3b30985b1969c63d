# SPDX-License-Identifier: Apache-2.0
# liblinepress_python.so: the functions of the Python package that liblinepress does not have.

PYTHON_SO := $(B)/liblinepress_python.so
PYTHON_OBJS := $(call objs,$(wildcard adapters/python/native/*.c))
-include $(PYTHON_OBJS:.o=.d)

cli: $(PYTHON_SO)
$(PYTHON_SO): adapters/python/native/liblinepress_python.map $(PYTHON_OBJS) $(B)/libsystems.a \
  $(B)/liblinepress_cycle.a $(B)/liblinepress.a
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(@F) -Wl,--no-undefined \
	  -Wl,--version-script=$< $(filter %.o %.a,$^) $(LIB_LIBS) -o $@
