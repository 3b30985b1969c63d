# SPDX-License-Identifier: Apache-2.0
# The golden-model kit against our own units.

KIT := $(B)/kit
KIT_MODULES := lp_zvc_enc lp_zvc_dec lp_bpc_enc lp_bpc_dec lp_gbbr_xlat lp_mdcache lp_cdma_pack
KIT_SETS := $(filter $(addsuffix /%,$(KIT_MODULES)),$(SETS_lockstep))

$(KIT)/dut.o: tb/kit/dut.c $(COSIM)/flags.cc
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CCACHE) $(CC) $(COSIM_CFLAGS) -c $< -o $@
-include $(KIT)/dut.d
$(eval $(call cosim_program,$(KIT)/dut,$(KIT_SETS),$(KIT)/dut.o))
