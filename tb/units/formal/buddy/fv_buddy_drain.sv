// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_buddy_drain between writers that do not touch a line's places from its order until it has
/// left, a memory that takes at any time, and an array whose words hold their address. Two places
/// of it, both free, are checked: an ordered sector leaves once, with the data written last; no
/// other sector leaves; two leave in the order of their orders and places; and a beat is offered
/// from two cycles after an order until the last has left. So none is lost: those before it leave
/// once each.
module fv_buddy_drain #(
    parameter int ENTRIES = 2
) (
    input wire logic                       clk_i,
    input wire logic                       again_i,
    input wire logic                       w_en_i,
    input wire logic [$clog2(ENTRIES)-1:0] w_entry_i,
    input wire logic [1:0]                 w_at_i,
    input wire logic                       w_data_i,
    input wire logic                       s_valid_i,
    input wire logic [$clog2(ENTRIES)-1:0] s_entry_i,
    input wire logic [1:0]                 s_at_i,
    input wire logic [2:0]                 s_sectors_i,
    input wire logic                       m_ready_i
);
  localparam int EW = $clog2(ENTRIES);

  (* anyconst *) logic [EW+1:0] first, second;
  wire rst_n, s_ready, m_valid;
  wire [255:0] m_data;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_buddy_drain #(.ENTRIES(ENTRIES)) u_dut (
      .clk_i, .rst_ni(rst_n), .w_en_i, .w_entry_i, .w_at_i, .w_data_i({w_data_i, 255'd0}),
      .s_valid_i, .s_ready_o(s_ready), .s_entry_i, .s_at_i, .s_sectors_i, .m_valid_o(m_valid),
      .m_ready_i, .m_data_o(m_data));

  wire take = rst_n && s_valid_i && s_ready;
  wire pop = rst_n && m_valid && m_ready_i;
  // Whether the order has this place.
  function automatic logic has(input logic [EW+1:0] place);
    has = place[EW+1:2] == s_entry_i && place[1:0] >= s_at_i
          && {1'b0, place[1:0] - s_at_i} < s_sectors_i;
  endfunction
  wire first_has = has(first), second_has = has(second);
  wire first_in = take && first_has, first_out = pop && m_data[EW+1:0] == first;
  wire second_in = take && second_has, second_out = pop && m_data[EW+1:0] == second;
  wire writes = w_en_i && {w_entry_i, w_at_i} == first;
  // Whether the checked sectors are ordered and have not left; whether the second was ordered after
  // the first while that was inside; the data of the first; whether it was ordered two cycles ago.
  logic first_q = 1'b0, second_q = 1'b0, behind_q, written_q = 1'b0, bit_q, early_q = 1'b0;
  always_ff @(posedge clk_i) begin
    if (!rst_n) {first_q, second_q, early_q} <= 3'b000;
    else begin
      first_q <= first_in || (first_q && !first_out);
      second_q <= second_in || (second_q && !second_out);
      early_q <= first_q && !first_out;
    end
    if (second_in) behind_q <= (first_q && !first_out) || (first_in && first < second);
    else if (first_out) behind_q <= 1'b0;
    written_q <= written_q || writes;
    if (writes) bit_q <= w_data_i;
  end
  fv_stream #(.WIDTH(EW + 5), .ASSUME(1)) u_s (
      .clk_i, .rst_ni(rst_n), .valid_i(s_valid_i), .ready_i(s_ready),
      .data_i({s_entry_i, s_at_i, s_sectors_i}));
  always_comb begin
    assume (first != second);
    assume (s_sectors_i != 3'd0 && s_sectors_i <= 3'd4 - {1'b0, s_at_i});
    assume (!s_valid_i || !first_has || (written_q && !first_q));
    assume (!s_valid_i || !second_has || !second_q);
    assume (!writes || !(first_q || (s_valid_i && first_has)));
  end

  fv_stream #(.WIDTH(256)) u_m (
      .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i), .data_i(m_data));
  fv_assert u_ordered (.hold_i((!first_out || first_q) && (!second_out || second_q)));
  fv_assert u_order (.hold_i(!second_out || !first_q || !behind_q));
  fv_assert u_written (.hold_i(!first_out || m_data[255] == bit_q));
  fv_assert u_offered (.hold_i(!rst_n || !early_q || m_valid));
  fv_cover u_apart (.seen_i(second_out && !first_q && first > second));
  fv_cover u_full (.seen_i(rst_n && !s_ready));
endmodule

`default_nettype wire
