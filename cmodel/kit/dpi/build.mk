# SPDX-License-Identifier: Apache-2.0
# liblinepress_dpi.so and linepress_dpi.svh for simulators with DPI-C (docs/use/dpi.md). A program
# writes the functions of each unit, in SystemVerilog and in C, from the port tables. CROSS_RUN=
# runs it where CC= compiles for another machine.

DPI := $(B)/dpi
DPI_SVH := $(DPI)/linepress_dpi.svh
DPI_A := $(B)/libkit.a $(B)/liblinepress_cycle.a $(B)/liblinepress.a
DPI_OBJS := $(call objs,$(DPI_SRCS)) $(DPI)/linepress_dpi.o
DPI_WRITE := $(call objs,$(wildcard cmodel/kit/dpi/write/*.c))

cli: $(DPI_SVH)

$(DPI)/write_dpi: $(DPI_WRITE) $(DPI_A)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) $(LDFLAGS) $^ -lpthread -o $@
$(DPI)/linepress_dpi.c: $(DPI)/write_dpi
	@echo '  DPI  $(@D)'
	@$(CROSS_RUN) $< $(DPI_SVH) $@
$(DPI_SVH): $(DPI)/linepress_dpi.c
	@[ -f $@ ] || $(CROSS_RUN) $(DPI)/write_dpi $@ $<
$(DPI)/linepress_dpi.o: $(DPI)/linepress_dpi.c $(B)/flags.cc
	@$(CCACHE) $(LP_COMPILE) -Icmodel -fPIC -MMD -MP -c $< -o $@

-include $(DPI_WRITE:.o=.d) $(DPI)/linepress_dpi.d
