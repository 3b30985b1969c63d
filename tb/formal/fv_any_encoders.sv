// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand in for the encoders in lp_codec_enc: any that keep the contract of fv_any_enc. The units'
/// own proofs show it in part: not how soon, SLOW, they move. Mark and number of a beat are its
/// data, and all that goes beside it.
module lp_zvc_enc #(
    parameter int ELEM = 32
) (
    input  wire logic         clk_i,
    input  wire logic         rst_ni,
    input  wire logic         s_valid_i,
    output wire logic         s_ready_o,
    input  wire logic [255:0] s_data_i,
    input  wire logic         s_mem_i,
    input  wire logic         s_last_i,
    output wire logic         m_valid_o,
    input  wire logic         m_ready_i,
    output wire logic [255:0] m_data_o,
    output wire logic         m_mem_o,
    output wire logic         m_last_o,
    output wire logic [5:0]   m_count_o,
    output wire logic [7:0]   m_size_o,
    output wire logic [2:0]   m_sectors_o,
    output wire logic         l_valid_o,
    output wire logic [7:0]   l_size_o,
    output wire logic [2:0]   l_sectors_o
);
  wire [1:0] mark;
  wire [2:0] beat;
  fv_any_enc #(.STREAMS(1), .HOLDS(4)) u_any (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .mark_i(s_data_i[1:0]), .mem_i(s_mem_i),
      .last_i(s_last_i), .m_valid_o, .m_ready_i, .m_mark_o(mark), .m_beat_o(beat),
      .m_mem_o, .m_last_o);
  assign m_data_o = {251'd0, beat, mark};
  assign m_count_o = {3'd0, beat};
  assign m_size_o = {6'd0, mark};
  assign m_sectors_o = beat;
  assign {l_valid_o, l_size_o, l_sectors_o} = 12'd0;
endmodule

module lp_bpc_enc (
    input  wire logic         clk_i,
    input  wire logic         rst_ni,
    input  wire logic         s_valid_i,
    output wire logic         s_ready_o,
    input  wire logic [255:0] s_data_i,
    output wire logic         m_valid_o,
    input  wire logic         m_ready_i,
    output wire logic [255:0] m_data_o,
    output wire logic         m_last_o,
    output wire logic [10:0]  m_size_o,
    output wire logic [2:0]   m_sectors_o
);
  wire mem;
  wire [1:0] mark;
  wire [2:0] beat;
  fv_any_enc #(.STREAMS(0), .HOLDS(3)) u_any (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .mark_i(s_data_i[1:0]), .mem_i(1'b1),
      .last_i(1'b0), .m_valid_o, .m_ready_i, .m_mark_o(mark), .m_beat_o(beat), .m_mem_o(mem),
      .m_last_o);
  assign m_data_o = {251'd0, beat, mark};
  assign m_size_o = {9'd0, mark};
  assign m_sectors_o = beat;
endmodule

`default_nettype wire
