# SPDX-License-Identifier: Apache-2.0
# The library, the command line and the unit tests on other machines: one of 32 bits, and one of 64
# whose words begin with their high byte. They run under qemu's user-mode emulation.

CROSS := $(B)/cross
CROSS_ARCHS := armhf s390x
CROSS_armhf := arm-linux-gnueabihf arm
CROSS_s390x := s390x-linux-gnu s390x
cross_triplet = $(word 1,$(CROSS_$(1)))
cross_qemu = qemu-$(word 2,$(CROSS_$(1)))
cross_root = $(abspath $(CROSS)/$(1)/root)
# The command that runs a program; LP_SEED is passed on.
cross_run = $(call cross_qemu,$(1)) -L /usr/$(call cross_triplet,$(1)) -E LD_LIBRARY_PATH=$(call \
  cross_root,$(1))/usr/lib/$(call cross_triplet,$(1)):$(call cross_root,$(1))/lib/$(call \
  cross_triplet,$(1))
cross_make = $(MAKE) -s B=$(CROSS)/$(1) CROSS_RUN='$(cross_run)' AR=$(call cross_triplet,$(1))-ar \
  CC='$(call cross_triplet,$(1))-gcc -isystem $(call cross_root,$(1))/usr/include' \
  LDFLAGS='-L$(call cross_root,$(1))/usr/lib/$(call cross_triplet,$(1)) -L$(call \
  cross_root,$(1))/lib/$(call cross_triplet,$(1)) -Wl,-rpath-link,$(call \
  cross_root,$(1))/usr/lib/$(call cross_triplet,$(1))'
CROSS_TESTS := $(UNIT_BINS:$(B)/%=%)

.PHONY: cross cross-tools $(CROSS_ARCHS:%=cross-%)
cross: $(CROSS_ARCHS:%=cross-%) ## test: library, CLI and unit tests on a 32-bit and a big-endian machine

cross-tools:
	@for t in $(foreach a,$(CROSS_ARCHS),$(call cross_triplet,$(a))-gcc $(call cross_qemu,$(a))); do \
	  command -v $$t >/dev/null || { echo "make cross needs $$t;" \
	  "packages: $$(./bootstrap packages cross)" >&2; exit 1; }; done

$(CROSS_ARCHS:%=$(CROSS)/%/libraries): $(CROSS)/%/libraries: tb/lib/cross/libraries.sh | cross-tools
	@echo '  GET  libraries for $*'
	@tb/lib/cross/libraries.sh $* $(@D)
	@touch $@

$(CROSS_ARCHS:%=cross-%): cross-%: $(CROSS)/%/libraries $(B)/linepress FORCE
	+@$(call cross_make,$*) $(CROSS)/$*/linepress $(CROSS_TESTS:%=$(CROSS)/$*/%)
	@for t in $(CROSS_TESTS); do \
	  $(call cross_run,$*) $(CROSS)/$*/$$t >$(CROSS)/$*/$$t.log 2>&1 || \
	  { cat $(CROSS)/$*/$$t.log; echo "cross: $$t fails on $*" >&2; exit 1; }; \
	  echo "# $*: $$t, $$(grep -c '^ok' $(CROSS)/$*/$$t.log) ok"; done
	@RUN='$(call cross_run,$*)' tb/lib/cross/cli.sh $(CROSS)/$*/linepress $(B)/linepress
	@echo "# $*: the command line gives what it gives here"
