# SPDX-License-Identifier: Apache-2.0
# The emulated card: a server with lp_card that speaks the protocol of QEMU's PCI proxy.

CARD := $(B)/card
CARD_SERVER := $(B)/linepress-card-server
# With the chip of its SDRAM.
CARD_OBJS := $(patsubst %,$(B)/obj/tb/dma/card/%.o,card card_memory host sdram) \
  $(B)/obj/tb/units/traffic/sdram/sdram_chip.o
CARD_SERVER_OBJS := $(CARD_OBJS) $(patsubst %,$(B)/obj/tb/dma/card/%.o,options pci rtl server)
$(B)/obj/tb/dma/card/%.o: CPPFLAGS += -D_GNU_SOURCE -Itb -Icmodel
$(B)/obj/tb/units/traffic/sdram/sdram_chip.o: CPPFLAGS += -Itb -Icmodel
-include $(B)/obj/tb/units/traffic/sdram/sdram_chip.d
$(CARD_SERVER): $(CARD_SERVER_OBJS) $(LIB_A)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIB_LIBS) -o $@
.PHONY: card-server
card-server: $(CARD_SERVER) ## use: the emulated card: the server for sim: and QEMU

$(CARD)/server_test: $(patsubst %,$(B)/obj/tb/dma/card/%.o,server_test page slot) $(LIB_A)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIB_LIBS) -lcmocka -o $@
-include $(patsubst %.c,$(B)/obj/%.d,$(wildcard tb/dma/card/*.c))
CARD_TEST := $(CARD)/server_test:$(CARD_SERVER)
TESTS += $(CARD_TEST)
$(call test_needs,$(CARD_TEST)): $(CARD_SERVER)
c-test: $(call test_needs,$(CARD_TEST))

# Random descriptors with faults; a long campaign is card-fuzz.
CARD_FUZZ := $(CARD)/fuzz
$(CARD_FUZZ): $(patsubst %,$(B)/obj/tb/dma/card/%.o,fuzz fuzz_card page) \
  $(addprefix $(B)/obj/tb/units/traffic/,cdma/dma_jobs.o card/card_user.o) $(LIB_A)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIB_LIBS) -o $@
$(B)/obj/tb/units/traffic/card/card_user.o: CPPFLAGS += -Itb -Icmodel
-include $(B)/obj/tb/units/traffic/card/card_user.d
CARD_FUZZ_TEST := $(CARD_FUZZ):$(CARD_SERVER):400
TESTS += $(CARD_FUZZ_TEST)
$(call test_needs,$(CARD_FUZZ_TEST)): $(CARD_SERVER)

# The command line of a card, by the server and by drivers replaced by shared objects.
CARD_PRELOADS := $(addprefix $(CARD)/,xdma_preload.so litepcie_preload.so)
$(B)/obj/tb/dma/card/%preload.o: CPPFLAGS += -U_FILE_OFFSET_BITS
$(CARD_PRELOADS): $(CARD)/%.so: $(B)/obj/tb/dma/card/%.o $(B)/obj/tb/dma/card/preload.o \
  $(B)/obj/tb/dma/card/fake_card.o $(B)/obj/tb/dma/card/hostile.o $(LIB_A)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-Bsymbolic $^ $(LIB_LIBS) -ldl -o $@
TESTS += tb/dma/card/card_cli_test.py tb/dma/card/card_python_test.py
$(call test_needs,tb/dma/card/card_cli_test.py tb/dma/card/card_python_test.py): cli $(CARD_SERVER) \
  $(CARD_PRELOADS)

# A card at a serial line.
UART_CARD := $(CARD)/uart_card
$(UART_CARD): $(CARD_OBJS) $(patsubst %,$(B)/obj/tb/dma/card/%.o,line uart_card) $(LIB_A)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIB_LIBS) -o $@
NETLIST_CARD := $(CARD)/netlist_card
$(NETLIST_CARD): $(patsubst %,$(B)/obj/tb/dma/card/%.o,line netlist netlist_card netlist_ram)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $^ -o $@
SLOW_SO := $(CARD)/slow_preload.so
$(SLOW_SO): $(B)/obj/tb/dma/card/slow_preload.o
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) -shared $^ -ldl -o $@
TESTS += tb/dma/card/card_uart_test.py tb/dma/card/netlist_test.py
$(call test_needs,tb/dma/card/card_uart_test.py): cli $(UART_CARD)
$(call test_needs,tb/dma/card/netlist_test.py): $(NETLIST_CARD)

# A card that sends wrong data, by every transport; a long campaign is card-hostile.
HOSTILE_CARD := $(CARD)/hostile_card
$(HOSTILE_CARD): $(patsubst %,$(B)/obj/tb/dma/card/%.o,hostile_card hostile fake_card pci) $(LIB_A)
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIB_LIBS) -o $@
HOSTILE_NEEDS := $(B)/linepress $(B)/linepress-card $(HOSTILE_CARD) $(CARD_PRELOADS)
TESTS += tb/dma/card/hostile_test.py tb/dma/card/card_report_test.py
$(call test_needs,tb/dma/card/hostile_test.py tb/dma/card/card_report_test.py): $(HOSTILE_NEEDS) $(CARD_SERVER)
.PHONY: card-hostile hostile-needs
hostile-needs: $(HOSTILE_NEEDS)
card-hostile: ## test: a card that sends wrong data, by every transport, under sanitizers; N=100000 SEED=1
	@$(MAKE) hostile-needs B=$(B)/asan CFLAGS='$(SANITIZED) -fsanitize=address,undefined'
	@$(SANITIZER_OPTIONS) BUILD=$(B)/asan LP_SEED=$(call given,SEED,1) \
	  $(PYTHON) tb/dma/card/hostile_test.py --rounds $(call given,N,100000)

# Programs of the guest, which has no libraries. They load no shared object; the linker's warning
# about that does not apply.
GUEST := $(CARD)/guest
$(GUEST)/init: $(B)/obj/tb/dma/card/guest_init.o
$(GUEST)/page: $(B)/obj/tb/dma/card/guest_page.o $(B)/obj/tb/dma/card/page.o $(LIB_A)
$(GUEST)/linepress-card: $(CARD_CLI_OBJS) $(CLI_A) $(LIB_A)
$(addprefix $(GUEST)/,init page linepress-card):
	@mkdir -p $(@D)
	@echo '  LD   $@'
	@$(CC) $(CFLAGS) $(LDFLAGS) -static $^ $(LIB_LIBS) -ljansson -Wl,--no-warnings -o $@

# Verilated lp_card next to the server. It takes minutes and Verilator.
CARD_RTL_SO := $(B)/liblinepress_card_rtl.so
$(eval $(call rtl_object,$(B)/card_rtl,$(CARD_RTL_SO),$(SETS_card)))
.PHONY: card-rtl
card-rtl: $(CARD_RTL_SO) ## use: the emulated card's RTL: Verilated lp_card, takes minutes

MODEL ?= cycle
# Long campaigns through sim:. N and SEED also have defaults of other campaigns.
given = $(if $(filter command environment,$(firstword $(origin $(1)))),$($(1)),$(2))
card_model := $(if $(filter rtl,$(MODEL)),$(CARD_RTL_SO))
.PHONY: card-data card-fuzz
card-data: $(B)/linepress $(B)/linepress-card $(CARD_SERVER) $(card_model)
card-data: ## campaign: all of tb/data through the emulated card, both ways, each codec; MODEL=rtl ARRAYS=1-40
	@$(PYTHON) tb/dma/card/card_data.py --build $(B) --model $(MODEL) $(if $(ARRAYS),--arrays $(ARRAYS))
card-fuzz: $(CARD_FUZZ) $(CARD_SERVER) $(card_model)
card-fuzz: ## campaign: random descriptors with faults through the emulated card; N=100000 SEED=1 MODEL=rtl
	@LINEPRESS_CARD_RTL=$(CARD_RTL_SO) LP_SEED=$(call given,SEED,1) \
	  $(CARD_FUZZ) $(CARD_SERVER) $(call given,N,100000) $(MODEL)

GUEST_PROGRAMS := $(addprefix $(GUEST)/,init page linepress-card)
.PHONY: card-test card-vfio
card-test card-vfio: $(CARD_SERVER) $(GUEST_PROGRAMS) $(card_model)
card-test: ## test: Debian's kernel in QEMU 7.2 with the emulated card in it, also with faults; MODEL=rtl
	@BUILD=$(B) tb/dma/card/card_test.py --model $(MODEL)
	@BUILD=$(B) tb/dma/card/card_test.py --model $(MODEL) --faults
card-vfio: ## test: the same by vfio: with an IOMMU in the machine; MODEL=rtl
	@BUILD=$(B) tb/dma/card/card_test.py --model $(MODEL) --vfio
TESTS += tb/dma/card/card_test.py
$(call test_needs,tb/dma/card/card_test.py): $(CARD_SERVER) $(GUEST_PROGRAMS)
