// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_codec_unit_enc connects each port to the same port of its codec's unit; the size is in bits,
/// and lines of a codec without streams are memory entries. The units are those of fv_any_wires.
module fv_codec_unit_enc #(
    parameter int CODEC = 0,
    parameter int ELEM = 32
) (
    input wire logic         clk_i,
    input wire logic         rst_ni,
    input wire logic         s_valid_i,
    input wire logic [255:0] s_data_i,
    input wire logic         s_mem_i,
    input wire logic         s_last_i,
    input wire logic         m_ready_i
);
  wire s_ready, m_valid, m_mem, m_last;
  wire [255:0] m_data;
  wire [5:0] m_count;
  wire [10:0] m_size;
  wire [2:0] m_sectors;
  lp_codec_unit_enc #(.CODEC(CODEC), .ELEM(ELEM)) u_dut (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o(s_ready), .s_data_i, .s_mem_i, .s_last_i,
      .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data), .m_mem_o(m_mem), .m_last_o(m_last),
      .m_count_o(m_count), .m_size_o(m_size), .m_sectors_o(m_sectors));

  fv_assert u_move (.hold_i({s_ready, m_valid} == {m_ready_i, s_valid_i}));
  fv_assert u_data (.hold_i(m_data == s_data_i));
  generate
    if (CODEC == lp_codec_pkg::STREAM) begin : g_stream
      wire [5:0] count;
      wire [7:0] elements;
      wire [2:0] sectors;
      assign {count, elements, sectors} = s_data_i[28:12];
      wire [15:0] bits = {8'd0, elements} * 16'(ELEM);
      fv_assert u_flags (.hold_i({m_mem, m_last} == {s_mem_i, s_last_i}));
      fv_assert u_count (.hold_i({m_count, m_sectors} == {count, sectors}));
      fv_assert u_size (.hold_i(bits >= 16'd2048 || {5'd0, m_size} == bits));
      fv_cover u_raw (.seen_i(m_size == 11'd1024));
    end else begin : g_entries
      fv_assert u_beside (.hold_i({m_last, m_size, m_sectors} == s_data_i[14:0]));
      fv_assert u_entry (.hold_i(m_mem && m_count == 6'd0));
      fv_cover u_raw (.seen_i(m_size == 11'd1024));
    end
  endgenerate
endmodule

`default_nettype wire
