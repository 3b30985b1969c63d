# SPDX-License-Identifier: Apache-2.0
# The sample arrays: their test, and the target that makes them again.
TESTS += tb/data/check_data.sh

.PHONY: data
data: ## document: make the sample arrays of tb/data again (./bootstrap data installs what it needs)
	tb/data/make_data.sh $(B)/data
