// SPDX-License-Identifier: Apache-2.0
create_clock -name clk50 -period 20 [get_ports {clk50_i}]
