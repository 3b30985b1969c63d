# SPDX-License-Identifier: Apache-2.0
# The sample arrays: their test, and the target that makes them again.
TESTS += tb/data/check_data.sh

.PHONY: data
data: ## make tb/data's arrays again (needs torch, OpenFOAM, LAMMPS; see tb/data/README.md)
	tb/data/make_data.sh $(B)/data
