// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_cdma_fifo with its arrays, as lp_cdma_buf connects them, between a source that gives flits
/// while there is a free word, which lp_cdma_credit ensures, and a sink that takes them at any
/// time: first in, first out, with each flit's end known in the cycle in which it is read; a flit
/// is available whenever one is inside; words are within the ring; and none is read in the cycle in
/// which it is written. Reads of another channel are interleaved, which change the arrays' outputs.
module fv_cdma_fifo #(
    parameter int FIRST = 1,
    parameter int FLITS = 3
) (
    input wire logic clk_i,
    input wire logic again_i,
    input wire logic push_i,
    input wire logic push_last_i,
    input wire logic push_bit_i,
    input wire logic pop_i,
    input wire logic other_i
);
  localparam int ADDR_W = 3;

  wire rst_n, has, last, end_bit, word;
  wire [ADDR_W-1:0] write, read, next;
  logic [ADDR_W-1:0] inside_q = '0;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_cdma_fifo #(.FIRST(FIRST), .FLITS(FLITS), .ADDR_W(ADDR_W)) u_dut (
      .clk_i, .rst_ni(rst_n), .push_i, .push_last_i, .pop_i, .end_i(end_bit), .write_o(write),
      .read_o(read), .next_o(next), .has_o(has), .last_o(last));
  // Another channel reads words past the ring.
  wire [ADDR_W-1:0] away = '1;
  lp_ram #(.WIDTH(1), .DEPTH(2 ** ADDR_W), .GRAIN(1)) u_flits (
      .clk_i, .w_en_i(push_i), .w_addr_i(write), .w_mask_i(1'b1), .w_data_i(push_bit_i),
      .r_en_i(pop_i || other_i), .r_addr_i(pop_i ? read : away), .r_data_o(word));
  lp_ram #(.WIDTH(1), .DEPTH(2 ** ADDR_W), .GRAIN(1)) u_ends (
      .clk_i, .w_en_i(push_i), .w_addr_i(write), .w_mask_i(1'b1), .w_data_i(push_last_i),
      .r_en_i(pop_i || other_i), .r_addr_i(pop_i ? next : away), .r_data_o(end_bit));

  always_ff @(posedge clk_i) begin
    if (!rst_n) inside_q <= '0;
    else inside_q <= inside_q + {{ADDR_W - 1{1'b0}}, push_i} - {{ADDR_W - 1{1'b0}}, pop_i};
  end
  always_comb begin
    assume (!push_i || inside_q != ADDR_W'(FLITS));
    assume (!pop_i || (rst_n && has));
    assume (!pop_i || !other_i);
  end

  // The word comes a cycle after its read: the order of ends and that of words are checked
  // separately.
  logic read_q = 1'b0;
  always_ff @(posedge clk_i) read_q <= rst_n && pop_i;
  fv_order #(.WIDTH(1), .HOLDS(FLITS)) u_last (
      .clk_i, .rst_ni(rst_n), .push_i, .push_data_i(push_last_i), .valid_i(has), .pop_i,
      .pop_data_i(last));
  fv_order #(.WIDTH(1), .HOLDS(FLITS), .EAGER(0)) u_word (
      .clk_i, .rst_ni(rst_n), .push_i, .push_data_i(push_bit_i), .valid_i(read_q), .pop_i(read_q),
      .pop_data_i(word));
  fv_assert u_ring (.hold_i(!rst_n || (write >= FIRST && write < FIRST + FLITS && read >= FIRST
                                       && read < FIRST + FLITS)));
  fv_assert u_apart (.hold_i(!rst_n || !push_i || !pop_i || write != read));
endmodule

`default_nettype wire
