# SPDX-License-Identifier: Apache-2.0
# Energy of codec units per line: a mapped netlist, the lines of tb/data, the library's tables.
# UNIT=, PARAMS=, LIBERTY= and the others of make area; RECORD=1.

ENERGY := $(B)/energy
$(ENERGY)/inputs.o: tb/units/energy/inputs.c $(COSIM)/flags.cc
	@mkdir -p $(@D)
	@echo '  CC   $<'
	@$(CCACHE) $(CC) $(COSIM_CFLAGS) -c $< -o $@
-include $(ENERGY)/inputs.d
$(ENERGY)/inputs: $(ENERGY)/inputs.o $(XTEST)/units.o $(COSIM_REST)
	@echo '  LD   $@'
	@$(CXX) $(LDFLAGS) -o $@ $^ $(LIB_LIBS)

# A label for each library, the one that the record and the tables have.
ENERGY_LABEL = $(if $(filter $(LIBERTY_DEFAULT),$(LIBERTY)),osu018,$(LABEL))
.PHONY: energy
energy: $(ENERGY)/inputs ## measure: pJ per line of the codec units UNIT=, by their netlists' activity (options of area; LABEL=; RECORD=1: into tb/data/unit_energy); minutes
	$(call each_unit,$(AREA) && $(PYTHON) -B tb/units/energy/energy.py $$u --liberty "$(LIBERTY)" \
	  --label "$(ENERGY_LABEL)" --params "$(PARAMS)" --inputs $(ENERGY)/inputs "$(B)/synth/$$u" \
	  $(if $(RECORD),&& $(PYTHON) -B tb/units/energy/record.py "$(B)/synth/$$u"))

TESTS += tb/units/energy/energy_test.py tb/units/energy/study_test.py
$(call test_needs,tb/units/energy/energy_test.py): $(ENERGY)/inputs
