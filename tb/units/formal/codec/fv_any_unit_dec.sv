// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-in for the decoders in lp_codec_dec, whatever their codec: any that meets the contract of
/// fv_any_dec. The units' own proofs show the contract except for SLOW, their latency.
module lp_codec_unit_dec;
  localparam int STREAMS = CODEC == lp_codec_pkg::STREAM ? 1 : 0;
  wire [1:0] mark, number;
  fv_any_dec #(.STREAMS(STREAMS), .HOLDS(4 - STREAMS)) u_any (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .mark_i(s_data_i[1:0]),
      .mem_i(STREAMS == 0 || s_mem_i), .last_i(s_last_i), .m_valid_o, .m_ready_i, .m_mark_o(mark),
      .m_number_o(number), .m_last_o, .m_err_o, .idle_o);
  assign m_data_o = {247'd0, 4'(CODEC), m_err_o, number, mark};
endmodule

`default_nettype wire
