// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-in for lp_ram where only the order of words matters: a word holds the address where it was
/// read in its low bits, and the top bit that was written last.
module lp_ram;
  logic [DEPTH-1:0] top_q;
  logic [ADDR_W-1:0] at_q;
  logic bit_q;
  always_ff @(posedge clk_i) begin
    if (w_en_i && w_mask_i[0]) top_q[w_addr_i] <= w_data_i[WIDTH-1];
    if (r_en_i) {bit_q, at_q} <= {top_q[r_addr_i], r_addr_i};
  end
  assign r_data_o = {bit_q, {WIDTH - 1 - ADDR_W{1'b0}}, at_q};
endmodule

`default_nettype wire
