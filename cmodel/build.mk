# SPDX-License-Identifier: Apache-2.0
# The library (liblinepress, static and shared) and the command line. A C compiler is all it takes.

LP_VERSION := $(shell sed -n 's/^.define LP_VERSION_STRING "\(.*\)"/\1/p' \
                cmodel/include/linepress/linepress.h)
LP_SONAME := liblinepress.so.$(firstword $(subst ., ,$(LP_VERSION)))
LP_CPPFLAGS := -Icmodel/include -D_FILE_OFFSET_BITS=64
LP_COMPILE = $(CC) $(CSTD) $(LP_CPPFLAGS) $(CPPFLAGS) $(CFLAGS)

# *_slow.c are references for the tests, not part of the library.
LIB_SRCS := $(filter-out %_slow.c cmodel/compare/% cmodel/cli/%,$(wildcard cmodel/*/*.c))
CODEC_SRCS := $(wildcard cmodel/compare/*.c)
CLI_SRCS := $(wildcard cmodel/cli/*.c)

LIB_OBJS := $(LIB_SRCS:%.c=$(B)/obj/%.o)
CODEC_OBJS := $(CODEC_SRCS:%.c=$(B)/obj/%.o)
CLI_OBJS := $(CLI_SRCS:%.c=$(B)/obj/%.o)
LIB_A := $(B)/liblinepress.a
LIB_SO := $(B)/liblinepress.so.$(LP_VERSION)
CODEC_LIBS := -llz4 -lz

ALL += cli

.PHONY: cli install
cli: $(B)/linepress $(LIB_A) $(LIB_SO) ## build the library and the CLI alone (C compiler only)

$(call tracked,$(B)/flags.cc,$(LP_COMPILE))
$(B)/obj/%.o: %.c $(B)/flags.cc
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CCACHE) $(LP_COMPILE) -fPIC -MMD -MP -c $< -o $@

-include $(LIB_OBJS:.o=.d) $(CODEC_OBJS:.o=.d) $(CLI_OBJS:.o=.d)

$(LIB_A): $(LIB_OBJS)
	@rm -f $@
	@echo '  AR   $@'
	@$(AR) rcs $@ $^

$(LIB_SO): $(LIB_OBJS) cmodel/linepress.map
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(LP_SONAME) -Wl,--no-undefined \
	  -Wl,--version-script=cmodel/linepress.map $(LIB_OBJS) -lz -o $@
	@ln -sf $(@F) $(B)/$(LP_SONAME)
	@ln -sf $(@F) $(B)/liblinepress.so

$(B)/linepress: $(CLI_OBJS) $(CODEC_OBJS) $(LIB_A)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $^ $(CODEC_LIBS) -ljansson -lm -o $@

# Headers of the cycle models include each other by relative path, so the tree is kept.
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
CYCLE_HEADERS = $(wildcard $(addprefix cmodel/common/,instance.h params.h unit.h) \
  cmodel/*/*_ports.h cmodel/*/*_cycle.h)

install: cli ## install under DESTDIR, PREFIX=/usr/local
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(LIBDIR)/pkgconfig \
	  $(sort $(dir $(CYCLE_HEADERS:cmodel/%=$(DESTDIR)$(PREFIX)/include/linepress/%)))
	install -m 644 cmodel/include/linepress/*.h $(DESTDIR)$(PREFIX)/include/linepress
	for h in $(CYCLE_HEADERS:cmodel/%=%); do \
	  install -m 644 cmodel/$$h $(DESTDIR)$(PREFIX)/include/linepress/$$h || exit; done
	install -m 644 $(LIB_A) $(DESTDIR)$(LIBDIR)
	install -m 755 $(LIB_SO) $(DESTDIR)$(LIBDIR)
	ln -sf $(notdir $(LIB_SO)) $(DESTDIR)$(LIBDIR)/$(LP_SONAME)
	ln -sf $(LP_SONAME) $(DESTDIR)$(LIBDIR)/liblinepress.so
	install -m 755 $(B)/linepress $(DESTDIR)$(PREFIX)/bin
	if [ -x $(B)/linepress-cosim ]; then \
	  install -d $(DESTDIR)$(PREFIX)/libexec/linepress && \
	  install -m 755 $(B)/linepress-cosim $(DESTDIR)$(PREFIX)/libexec/linepress; fi
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@VERSION@|$(LP_VERSION)|' \
	  cmodel/linepress.pc.in >$(B)/linepress.pc
	install -m 644 $(B)/linepress.pc $(DESTDIR)$(LIBDIR)/pkgconfig
