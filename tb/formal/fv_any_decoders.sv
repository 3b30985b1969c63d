// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand in for the decoders in lp_codec_dec: any that keep the contract of fv_any_dec. The
/// units' own proofs show it in part: not how soon, SLOW, they move.
module lp_zvc_dec #(
    parameter int ELEM = 32
) (
    input  wire logic         clk_i,
    input  wire logic         rst_ni,
    input  wire logic         s_valid_i,
    output wire logic         s_ready_o,
    input  wire logic [255:0] s_data_i,
    input  wire logic         s_mem_i,
    input  wire logic         s_last_i,
    input  wire logic [5:0]   s_count_i,
    input  wire logic [2:0]   s_sectors_i,
    output wire logic         m_valid_o,
    input  wire logic         m_ready_i,
    output wire logic [255:0] m_data_o,
    output wire logic         m_last_o,
    output wire logic         m_err_o,
    output wire logic         idle_o
);
  wire [1:0] mark, number;
  fv_any_dec #(.STREAMS(1), .HOLDS(3)) u_any (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .mark_i(s_data_i[1:0]), .mem_i(s_mem_i),
      .last_i(s_last_i), .m_valid_o, .m_ready_i, .m_mark_o(mark), .m_number_o(number),
      .m_last_o, .m_err_o, .idle_o);
  assign m_data_o = {250'd0, 1'b0, m_err_o, number, mark};
endmodule

module lp_bpc_dec (
    input  wire logic         clk_i,
    input  wire logic         rst_ni,
    input  wire logic         s_valid_i,
    output wire logic         s_ready_o,
    input  wire logic [255:0] s_data_i,
    input  wire logic         s_last_i,
    input  wire logic [2:0]   s_sectors_i,
    output wire logic         m_valid_o,
    input  wire logic         m_ready_i,
    output wire logic [255:0] m_data_o,
    output wire logic         m_last_o,
    output wire logic         m_err_o
);
  wire idle;
  wire [1:0] mark, number;
  fv_any_dec #(.STREAMS(0), .HOLDS(4)) u_any (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .mark_i(s_data_i[1:0]), .mem_i(1'b1),
      .last_i(s_last_i), .m_valid_o, .m_ready_i, .m_mark_o(mark), .m_number_o(number),
      .m_last_o, .m_err_o, .idle_o(idle));
  assign m_data_o = {250'd0, 1'b1, m_err_o, number, mark};
endmodule

`default_nettype wire
