# SPDX-License-Identifier: Apache-2.0
# The libraries (static and shared) and the command line. A C compiler is all it takes.

LP_VERSION := $(shell sed -n 's/^.define LP_VERSION_STRING "\(.*\)"/\1/p' \
                cmodel/include/linepress/linepress.h)
LP_SO_MAJOR := $(firstword $(subst ., ,$(LP_VERSION)))
LP_CPPFLAGS := -Icmodel/include -D_FILE_OFFSET_BITS=64
LP_COMPILE = $(CC) $(CSTD) $(LP_CPPFLAGS) $(CPPFLAGS) $(CFLAGS)

# Each folder ships as one artefact, and includes go one way: base <- lib <- units <- dma <-
# systems, kit <- cli (docs/develop/architecture.md, tb/tree/layers_test.py). liblinepress keeps its
# ABI; liblinepress_cycle holds the cycle models, whose ports follow the RTL, and liblinepress_dma
# the copy call, which can use one of them. Systems and the golden-model kit serve the command line
# and the benches alone; liblinepress_dpi is for simulators.
LIB_SRCS := $(wildcard cmodel/base/*.c cmodel/lib/*/*.c)
CYCLE_SRCS := $(wildcard cmodel/units/*.c cmodel/units/*/*.c)
# The units that are defined there, by the first line of a definition; in order of folders.
CYCLE_UNITS := $(shell sed -n \
  -e 's/^const struct lp_unit \(lp_[a-z0-9_]*\)_unit = .*/\1/p' \
  -e 's/^LP_UNIT_ROW.\([a-z0-9_]*\),.*/lp_\1/p' $(CYCLE_SRCS))
DMA_SRCS := $(wildcard cmodel/dma/*/*.c)
# Sources of separate programs and processes, and of objects opened by name, are not part of the
# library of systems.
SYSTEMS_APART := cmodel/systems/capture/preload/% cmodel/systems/huvm/preload/% \
  cmodel/systems/huvm/player/% cmodel/systems/tune/%
SYSTEMS_SRCS := $(filter-out $(SYSTEMS_APART),$(wildcard cmodel/systems/*/*.c cmodel/systems/*/*/*.c))
KIT_SRCS := $(wildcard cmodel/kit/*.c)
DPI_SRCS := $(wildcard cmodel/kit/dpi/*.c)
CLI_SHARED_SRCS := $(wildcard cmodel/cli/shared/*.c)
CARD_CLI_SRCS := $(wildcard cmodel/cli/card/*.c)
CLI_SRCS := $(filter-out $(CLI_SHARED_SRCS) $(CARD_CLI_SRCS),$(wildcard cmodel/cli/*.c cmodel/cli/*/*.c))

objs = $(1:%.c=$(B)/obj/%.o)
CLI_A := $(B)/libcli.a
CLI_OBJS := $(call objs,$(CLI_SRCS))
CARD_CLI_OBJS := $(call objs,$(CARD_CLI_SRCS))
# In the order in which a linker needs them.
INSTALLED_A := $(B)/liblinepress_dma.a $(B)/liblinepress_cycle.a $(B)/liblinepress.a
LIB_A := $(B)/libkit.a $(B)/libsystems.a $(INSTALLED_A)
LIB_SO := $(B)/liblinepress.so.$(LP_VERSION) $(B)/liblinepress_cycle.so.$(LP_VERSION) \
  $(B)/liblinepress_dma.so.$(LP_VERSION) $(B)/liblinepress_dpi.so.$(LP_VERSION)
LIB_LIBS := -llz4 -ldeflate -lz -ljansson -lzstd -llzma -lpthread

include cmodel/kit/dpi/build.mk
include cmodel/systems/capture/preload/build.mk
include cmodel/systems/huvm/preload/build.mk
include cmodel/systems/huvm/player/build.mk

ALL += cli

# The GPUs that `linepress gpu` knows by name, beside the program as they are installed.
GPU_FILES := $(patsubst cmodel/systems/gpu/configs/%,$(B)/gpu/%,$(wildcard cmodel/systems/gpu/configs/*.json))
$(GPU_FILES): $(B)/gpu/%: cmodel/systems/gpu/configs/%
	@mkdir -p $(@D)
	@cp $< $@

# The networks that `linepress batch` knows by name.
NET_FILES := $(patsubst cmodel/systems/batch/nets/%,$(B)/nets/%,$(wildcard cmodel/systems/batch/nets/*.json))
$(NET_FILES): $(B)/nets/%: cmodel/systems/batch/nets/%
	@mkdir -p $(@D)
	@cp $< $@

# The guided step of `linepress swap tune`, where LAPACKE and NLopt are: linepress opens it by name,
# so that nothing else is linked with them.
TUNE_SRCS := $(wildcard cmodel/systems/tune/*.c)
TUNE_SO := $(if $(shell pkg-config --exists lapacke nlopt 2>/dev/null && echo yes),\
  $(B)/liblinepress_tune.so)

.PHONY: cli man install uninstall
cli: $(GPU_FILES) $(NET_FILES) $(B)/linepress $(B)/linepress-card $(LIB_A) $(LIB_SO) $(TUNE_SO) ## use*: build the libraries and the CLI alone (C compiler only)

$(call tracked,$(B)/flags.cc,$(LP_COMPILE))
$(B)/obj/%.o: %.c $(B)/flags.cc
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CCACHE) $(LP_COMPILE) -fPIC -MMD -MP -c $< -o $@

-include $(patsubst %.c,$(B)/obj/%.d,$(LIB_SRCS) $(CYCLE_SRCS) $(DMA_SRCS) $(SYSTEMS_SRCS) \
  $(KIT_SRCS) $(DPI_SRCS) $(CLI_SHARED_SRCS) $(CLI_SRCS) $(CARD_CLI_SRCS) $(TUNE_SRCS))

$(call tracked,$(B)/units/units.inc,$(patsubst %,LP_LISTED(%_unit),$(CYCLE_UNITS)))
$(B)/obj/cmodel/units/units.o: $(B)/units/units.inc
$(B)/obj/cmodel/units/units.o: CPPFLAGS += -I$(B)/units

$(B)/liblinepress.a: $(call objs,$(LIB_SRCS))
$(B)/liblinepress_cycle.a: $(call objs,$(CYCLE_SRCS))
$(B)/liblinepress_dma.a: $(call objs,$(DMA_SRCS))
$(B)/libsystems.a: $(call objs,$(SYSTEMS_SRCS))
$(B)/libkit.a: $(call objs,$(KIT_SRCS))
$(CLI_A): $(call objs,$(CLI_SHARED_SRCS))
$(LIB_A) $(CLI_A):
	@rm -f $@
	@echo '  AR   $@'
	@$(AR) rcs $@ $^

# Calls within a library stay in it. The other libraries take the few functions that they need from
# archives, hidden, so that each stands alone.
$(B)/liblinepress.so.$(LP_VERSION): SO_LIBS = $(LIB_LIBS)
$(B)/liblinepress.so.$(LP_VERSION): $(call objs,$(LIB_SRCS))
$(B)/liblinepress_cycle.so.$(LP_VERSION): $(call objs,$(CYCLE_SRCS)) $(B)/liblinepress.a
$(B)/liblinepress_dma.so.$(LP_VERSION): $(call objs,$(DMA_SRCS)) $(B)/liblinepress_cycle.a \
  $(B)/liblinepress.a
$(B)/liblinepress_dpi.so.$(LP_VERSION): $(DPI_OBJS) $(DPI_A)
$(B)/liblinepress.so.$(LP_VERSION): cmodel/lib/liblinepress.map
$(B)/liblinepress_cycle.so.$(LP_VERSION): cmodel/units/liblinepress_cycle.map
$(B)/liblinepress_dma.so.$(LP_VERSION): cmodel/dma/liblinepress_dma.map
$(B)/liblinepress_dpi.so.$(LP_VERSION): cmodel/kit/dpi/liblinepress_dpi.map
$(LIB_SO): $(B)/%.so.$(LP_VERSION):
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$*.so.$(LP_SO_MAJOR) -Wl,--no-undefined \
	  -Wl,-Bsymbolic-functions -Wl,--version-script=$(filter %.map,$^) $(filter %.o %.a,$^) $(SO_LIBS) -o $@
	@ln -sf $(@F) $(B)/$*.so.$(LP_SO_MAJOR)
	@ln -sf $(@F) $(B)/$*.so

$(B)/linepress: $(CLI_OBJS) $(CLI_A) $(LIB_A)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIB_LIBS) -lm -o $@

$(B)/liblinepress_tune.so: cmodel/systems/tune/liblinepress_tune.map $(call objs,$(TUNE_SRCS))
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(@F) -Wl,--no-undefined \
	  -Wl,--version-script=$< $(filter %.o,$^) $$(pkg-config --libs lapacke nlopt) -lm -o $@

# The names of registers, out of the headers that software has.
REGISTER_HEADERS := $(addprefix cmodel/include/linepress/,card_regs.h card_test_regs.h \
  card_mover_regs.h cdma_regs.h)
$(B)/card_cli/names.inc: cmodel/cli/card/names.awk $(REGISTER_HEADERS)
	@mkdir -p $(@D)
	@awk -f $^ >$@
$(B)/obj/cmodel/cli/card/info.o: $(B)/card_cli/names.inc
$(B)/obj/cmodel/cli/card/info.o: CPPFLAGS += -I$(B)/card_cli

# The page of `linepress report` as strings of C.
REPORT_PAGE := cmodel/cli/report/page
$(B)/report/report_page.inc: cmodel/cli/report/page.awk $(wildcard $(REPORT_PAGE)/*)
	@mkdir -p $(@D)
	@awk -f $< $(REPORT_PAGE)/page.html >$@
$(B)/obj/cmodel/cli/report/report_page.o: $(B)/report/report_page.inc
$(B)/obj/cmodel/cli/report/report_page.o: CPPFLAGS += -I$(B)/report

$(B)/linepress-card: $(CARD_CLI_OBJS) $(CLI_A) $(LIB_A)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIB_LIBS) -o $@

.PHONY: lint-c
lint-c: $(B)/card_cli/names.inc $(B)/report/report_page.inc ## gcc's analyzer on the C, or on FILES=; findings that were read are in cmodel/lint_c.txt
	@$(PYTHON) cmodel/lint_c.py $(FILES)

.PHONY: format
format: ## format C, C++ and CUDA files by clang-format 14 (./bootstrap format)
	@$(PYTHON) -B tb/tree/format_test.py --apply

# Manual pages need Python.
man: $(B)/man/linepress.1 $(B)/card_cli/man/linepress-card.1 ## use: manual pages, completion for bash and zsh, from --help (Python 3)
$(B)/man/linepress.1: $(B)/linepress $(wildcard docs/man/*.py)
	@echo '  MAN  $(@D)'
	@$(PYTHON) -B docs/man/man.py $(B)/linepress $(B)
$(B)/card_cli/man/linepress-card.1: $(B)/linepress-card $(wildcard docs/man/*.py)
	@echo '  MAN  $(@D)'
	@$(PYTHON) -B docs/man/man.py $(B)/linepress-card $(B)/card_cli

PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
MANDIR ?= $(PREFIX)/share/man
DOCDIR ?= $(PREFIX)/share/doc/linepress
BASHDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR ?= $(PREFIX)/share/zsh/site-functions
PYTHONDIR ?= $(PREFIX)/share/linepress/python
RTLDIR ?= $(PREFIX)/share/linepress
KITDIR ?= $(PREFIX)/share/linepress
FOLDERS := PREFIX BINDIR LIBDIR INCLUDEDIR MANDIR DOCDIR BASHDIR ZSHDIR PYTHONDIR RTLDIR \
  KITDIR
quoted = '$(subst ','\'',$(1))'
INSTALL = $(foreach v,DESTDIR $(FOLDERS) PYTHON,$v=$(call quoted,$($v))) cmodel/install.sh

# Another user's build folder, or one that cannot be written, is used as it is.
install: $(if $(shell test -e $(B) && ! test -O $(B) -a -w $(B) && echo theirs),,cli)
install: ## use*: install under DESTDIR, PREFIX=/usr/local; other folders: docs/use/using.md
	$(INSTALL) install $(B) $(LP_VERSION)

uninstall: ## use: remove what install put there
	$(INSTALL) uninstall $(B) $(LP_VERSION)

# The committed files, reproducibly: times are those of the commit, gzip stores none.
DIST := linepress-$(LP_VERSION)
.PHONY: dist
dist: ## use: build/linepress-VERSION.tar.gz, of what is committed
	@mkdir -p $(B)
	@git -c tar.umask=0022 archive --format=tar --prefix=$(DIST)/ HEAD 2>/dev/null \
	  >$(B)/$(DIST).tar || { rm -f $(B)/$(DIST).tar; \
	  echo "make dist: this is no git repository" >&2; exit 2; }
	@git diff --quiet HEAD || echo "make dist: changes that are not committed are left out" >&2
	@gzip -9nf $(B)/$(DIST).tar
	@echo $(B)/$(DIST).tar.gz
