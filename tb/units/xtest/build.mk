# SPDX-License-Identifier: Apache-2.0
# Unknown values: no valid or ready of a unit may depend on payload whose valid is low. UNIT= one or
# several; LP_SEED=

XTEST := $(B)/xtest
$(XTEST)/vectors.o: tb/units/xtest/vectors.c $(COSIM)/flags.cc
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CCACHE) $(CC) $(COSIM_CFLAGS) -c $< -o $@
-include $(XTEST)/vectors.d

# Models and traffic alone; no Verilated set is linked.
XTEST_SETS := $(SETS_lockstep)
$(XTEST)/units.c: rtl/units.txt synth/units.py
	@mkdir -p $(@D)
	@$(PYTHON) synth/units.py models $(XTEST_SETS) >$@
$(XTEST)/units.o: $(XTEST)/units.c $(COSIM)/flags.cc
	@$(CCACHE) $(CC) $(COSIM_CFLAGS) -c $< -o $@
-include $(XTEST)/units.d
$(XTEST)/vectors: $(XTEST)/vectors.o $(XTEST)/units.o $(COSIM_REST)
	@echo '  LD   $@'
	@$(CXX) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)

.PHONY: xtest
xtest: $(XTEST)/vectors ## test: no valid or ready becomes unknown: UNIT= (one or several; default: all), LP_SEED=n
	@BUILD=$(B) $(PYTHON) tb/units/xtest/xtest.py $(UNIT)

# make test takes fewer units, by the seed, and cycles than make xtest.
XTEST_TESTS := $(foreach k,1 2,tb/units/xtest/xtest.py:--short:--share:$(k)/2)
TESTS += $(XTEST_TESTS)
$(foreach t,$(XTEST_TESTS),$(call test_needs,$(t))): $(XTEST)/vectors
