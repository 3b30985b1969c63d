// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-ins for the decoders in lp_mixed_dec: any that meet the contract of fv_any_dec. The units'
/// own proofs show the contract except for SLOW, their latency. Instead of data a sector carries
/// the unit and, for the picked record, the signals of its first beat.
module lp_xzvc_dec;
  wire [1:0] mark, number;
  logic first_q = 1'b1;
  logic [3:0] with_q;
  fv_any_dec #(.HOLDS(2)) u_any (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .mark_i(s_data_i[1:0]), .mem_i(1'b1),
      .last_i(s_last_i), .m_valid_o, .m_ready_i, .m_mark_o(mark), .m_number_o(number), .m_last_o,
      .m_err_o, .idle_o());
  always_ff @(posedge clk_i) begin
    if (!rst_ni) first_q <= 1'b1;
    else if (s_valid_i && s_ready_o) first_q <= s_last_i;
    if (s_valid_i && first_q && s_data_i[1:0] == 2'd1) with_q <= {s_filter_i, s_sectors_i};
  end
  assign m_data_o = {245'd0, {6{m_valid_o}} & {2'd0, with_q}, m_err_o, number, mark};
endmodule

module lp_bpc_dec;
  wire [1:0] mark, number;
  logic first_q = 1'b1;
  logic [2:0] with_q;
  fv_any_dec #(.HOLDS(4)) u_any (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .mark_i(s_data_i[1:0]), .mem_i(1'b1),
      .last_i(s_last_i), .m_valid_o, .m_ready_i, .m_mark_o(mark), .m_number_o(number), .m_last_o,
      .m_err_o, .idle_o());
  always_ff @(posedge clk_i) begin
    if (!rst_ni) first_q <= 1'b1;
    else if (s_valid_i && s_ready_o) first_q <= s_last_i;
    if (s_valid_i && first_q && s_data_i[1:0] == 2'd1) with_q <= s_sectors_i;
  end
  assign m_data_o = {245'd0, {6{m_valid_o}} & {3'd2, with_q}, m_err_o, number, mark};
  assign m_byte_o = 7'd0;
endmodule

module lp_ebd_dec;
  wire [1:0] mark, number;
  logic first_q = 1'b1;
  logic [2:0] with_q;
  fv_any_dec #(.HOLDS(2)) u_any (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .mark_i(s_data_i[1:0]), .mem_i(1'b1),
      .last_i(s_last_i), .m_valid_o, .m_ready_i, .m_mark_o(mark), .m_number_o(number), .m_last_o,
      .m_err_o, .idle_o());
  always_ff @(posedge clk_i) begin
    if (!rst_ni) first_q <= 1'b1;
    else if (s_valid_i && s_ready_o) first_q <= s_last_i;
    if (s_valid_i && first_q && s_data_i[1:0] == 2'd1)
      with_q <= ZVC != 0 ? {1'b0, s_filter_i, s_zvc_i} : s_sectors_i;
  end
  assign m_data_o = {245'd0, {6{m_valid_o}} & {3'd4, with_q}, m_err_o, number, mark};
endmodule

`default_nettype wire
