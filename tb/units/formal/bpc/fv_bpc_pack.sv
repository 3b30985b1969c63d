// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_bpc_pack from any state: without a move its data is the same in the next cycle, if what it
/// comes from is (the head is not).
module fv_bpc_pack (
    input wire logic         clk_i,
    input wire logic         move_i,
    input wire logic [255:0] symbol_i,
    input wire logic [39:0]  phase_i,
    input wire logic [8:1]   down_1_i,
    input wire logic [8:2]   down_2_i,
    input wire logic [8:4]   down_4_i,
    input wire logic [2:0]   word_i,
    input wire logic [1:0]   join_i,
    input wire logic         head_valid_i,
    input wire logic [64:0]  head_i,
    input wire logic [1:0]   out_i
);
  localparam int WIDTH = 256 + 40 + 8 + 7 + 5 + 3 + 2 + 2;
  logic again_q = 1'b0;
  logic [WIDTH-1:0] in_q;
  logic [255:0] data_q;
  wire [255:0] data, symbol;
  wire [39:0] phase;
  wire [8:1] down_1;
  wire [8:2] down_2;
  wire [8:4] down_4;
  wire [2:0] word;
  wire [1:0] join, out;
  wire [WIDTH-1:0] in = again_q ? in_q : {symbol_i, phase_i, down_1_i, down_2_i, down_4_i, word_i,
                                          join_i, out_i};
  assign {symbol, phase, down_1, down_2, down_4, word, join, out} = in;
  always_ff @(posedge clk_i) begin
    again_q <= 1'b1;
    in_q <= in;
    data_q <= data;
  end

  lp_bpc_pack u_dut (
      .clk_i, .move_i(again_q && move_i), .symbol_i(symbol), .phase_i(phase), .down_1_i(down_1),
      .down_2_i(down_2), .down_4_i(down_4), .word_i(word), .join_held_i(join[0]),
      .join_beyond_i(join[1]), .head_valid_i, .head_i, .out_held_i(out[0]), .out_new_i(out[1]),
      .data_o(data));
  fv_assert u_same (.hold_i(!again_q || data == data_q));
  fv_cover u_some (.seen_i(again_q && data != '0));
endmodule

`default_nettype wire
