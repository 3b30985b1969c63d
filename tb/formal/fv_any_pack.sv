// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stands in for lp_bpc_pack where its data is not looked at: asserts that all which the data comes
/// from stands still without a move. That lp_bpc_pack's data then does too, fv_bpc_pack shows.
module lp_bpc_pack (
    input  wire logic         clk_i,
    input  wire logic         move_i,
    input  wire logic [255:0] symbol_i,
    input  wire logic [39:0]  phase_i,
    input  wire logic [8:1]   down_1_i,
    input  wire logic [8:2]   down_2_i,
    input  wire logic [8:4]   down_4_i,
    input  wire logic [2:0]   word_i,
    input  wire logic         join_held_i,
    input  wire logic         join_beyond_i,
    /* verilator lint_off UNUSEDSIGNAL */
    input  wire logic         head_valid_i,
    input  wire logic [64:0]  head_i,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire logic         out_held_i,
    input  wire logic         out_new_i,
    output wire logic [255:0] data_o
);
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
