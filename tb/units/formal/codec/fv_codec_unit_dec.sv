// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_codec_unit_dec connects each port to the same port of its codec's unit; a unit without
/// streams is always idle. The units are those of fv_any_wires.
module fv_codec_unit_dec #(
    parameter int CODEC = 0
) (
    input wire logic         clk_i,
    input wire logic         rst_ni,
    input wire logic         s_valid_i,
    input wire logic [255:0] s_data_i,
    input wire logic         s_mem_i,
    input wire logic         s_last_i,
    input wire logic [5:0]   s_count_i,
    input wire logic [2:0]   s_sectors_i,
    input wire logic         m_ready_i
);
  wire s_ready, m_valid, m_last, m_err, m_end, idle;
  wire [6:0] m_byte;
  wire [255:0] m_data;
  lp_codec_unit_dec #(.CODEC(CODEC)) u_dut (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o(s_ready), .s_data_i, .s_mem_i, .s_last_i, .s_count_i,
      .s_sectors_i, .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data), .m_last_o(m_last),
      .m_err_o(m_err), .m_end_o(m_end), .m_byte_o(m_byte), .idle_o(idle));

  wire streams = CODEC == lp_codec_pkg::STREAM;
  fv_assert u_move (.hold_i({s_ready, m_valid} == {m_ready_i, s_valid_i}));
  fv_assert u_data (.hold_i({m_data, m_last} == {s_data_i, s_last_i}));
  fv_assert u_err (.hold_i(m_err == ^{s_count_i & {6{streams}}, s_sectors_i}));
  fv_assert u_end (.hold_i(m_end == (streams ? s_data_i[0] : s_last_i)));
  fv_assert u_byte (.hold_i(m_byte == (streams ? 7'd0 : s_data_i[6:0])));
  fv_assert u_idle (.hold_i(idle == (s_mem_i || !streams)));
  fv_cover u_bad (.seen_i(m_valid && m_err));
endmodule

`default_nettype wire
