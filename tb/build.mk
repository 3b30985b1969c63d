# SPDX-License-Identifier: Apache-2.0
include tb/unit/build.mk
include tb/variants/build.mk
include tb/fuzz/build.mk
include tb/cross/build.mk
include tb/data/build.mk
include tb/cosim/build.mk
include tb/xtest/build.mk
include tb/systemc/build.mk
include tb/dpi/build.mk
include tb/demo/build.mk
include tb/dma/build.mk
include tb/formal/build.mk
include tb/mutation/build.mk
include tb/coverage/build.mk
include tb/results/build.mk
include tb/times/build.mk
