# SPDX-License-Identifier: Apache-2.0
# What `linepress capture` preloads into a program: one object for the C library's allocation, one
# for OpenCL. They are built where their system calls are known.

CAPTURE := $(B)/capture
CAPTURE_SRCS := $(wildcard cmodel/systems/capture/preload/*.c)
CAPTURE_OBJS := $(CAPTURE_SRCS:cmodel/systems/capture/preload/%.c=$(CAPTURE)/%.o)
CAPTURE_SHARED := $(addprefix $(CAPTURE)/,raw.o table.o snapshot.o site.o areas.o contents.o)
CAPTURE_MACHINE := $(filter x86_64-% aarch64-%,$(shell $(CC) -dumpmachine 2>/dev/null))
CAPTURE_SO := $(if $(CAPTURE_MACHINE),$(addprefix $(CAPTURE)/liblinepress_capture_,malloc.so \
  opencl.so))

cli: $(CAPTURE_SO)

# Code in these objects runs where there is no thread-local memory of its own, so nothing may be
# added that uses it; and all symbols are bound when a program starts, since the copy of a process
# that writes a snapshot can bind none.
CAPTURE_FLAGS := -O2 -g -fno-stack-protector -fno-sanitize=all -fvisibility=hidden -fPIC
# The prototypes of OpenCL's functions are in its headers, which are not needed here.
$(filter $(CAPTURE)/opencl%,$(CAPTURE_OBJS)): CAPTURE_FLAGS += -Wno-missing-prototypes
$(CAPTURE_OBJS): $(CAPTURE)/%.o: cmodel/systems/capture/preload/%.c $(B)/flags.cc
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CCACHE) $(CC) $(CSTD) $(CPPFLAGS) $(CAPTURE_FLAGS) -MMD -MP -c $< -o $@

$(CAPTURE)/liblinepress_capture_malloc.so: $(addprefix $(CAPTURE)/,malloc.o mapping.o new.o \
  timer.o)
$(CAPTURE)/liblinepress_capture_opencl.so: $(filter $(CAPTURE)/opencl%,$(CAPTURE_OBJS))
$(CAPTURE_SO): $(CAPTURE_SHARED)
	@echo '  LD   $@'
	@$(CC) $(LDFLAGS) -shared -static-libgcc -Wl,-z,now -Wl,--no-undefined $^ -o $@

-include $(CAPTURE_OBJS:.o=.d)
