// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-in for the encoders in lp_codec_enc, whatever their codec: any that meets the contract of
/// fv_any_enc. The units' own proofs show the contract except for SLOW, their latency. The data of
/// a beat is its number and mark; size encodes the mark and the codec.
module lp_codec_unit_enc;
  localparam int STREAMS = CODEC == lp_codec_pkg::STREAM ? 1 : 0;
  wire [1:0] mark;
  wire [2:0] beat;
  fv_any_enc #(.STREAMS(STREAMS), .HOLDS(3 + STREAMS)) u_any (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .mark_i(s_data_i[1:0]),
      .mem_i(STREAMS == 0 || s_mem_i), .last_i(STREAMS != 0 && s_last_i), .m_valid_o, .m_ready_i,
      .m_mark_o(mark), .m_beat_o(beat), .m_mem_o, .m_last_o);
  assign m_data_o = {251'd0, beat, mark};
  assign m_count_o = STREAMS != 0 ? {3'd0, beat} : 6'd0;
  assign m_size_o = {4'(CODEC), 5'd0, mark};
  assign m_sectors_o = beat;
endmodule

`default_nettype wire
