// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-in for lp_bpc_pack where its data is not looked at: asserts that all that the data comes
/// from is held stable without a move. fv_bpc_pack shows that lp_bpc_pack's data then does too.
module lp_bpc_pack;
  localparam int WIDTH = 256 + 40 + 8 + 7 + 5 + 3 + 4;
  logic waits_q = 1'b0;
  logic [WIDTH-1:0] in_q;
  wire [WIDTH-1:0] in = {symbol_i, phase_i, down_1_i, down_2_i, down_4_i, word_i, join_held_i,
                         join_beyond_i, out_held_i, out_new_i};
  always_ff @(posedge clk_i) begin
    waits_q <= !move_i;
    in_q <= in;
  end
  fv_assert u_still (.hold_i(!waits_q || in == in_q));
  assign data_o = '0;
endmodule

`default_nettype wire
