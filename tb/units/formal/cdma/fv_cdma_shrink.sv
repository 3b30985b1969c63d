// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_cdma_shrink with encoders that are free within their contract: stalled flits are held stable,
/// and flits are zero while not valid; every group ends once, after its last sector has come.
module fv_cdma_shrink (
    input wire logic       clk_i,
    input wire logic       again_i,
    input wire logic       i_valid_i,
    input wire logic [4:0] i_sectors_i,
    input wire logic [3:0] i_codec_i,
    input wire logic       s_valid_i,
    input wire logic [1:0] s_mark_i,
    input wire logic       s_err_i,
    input wire logic       m_ready_i
);
  wire rst_n, i_ready, s_ready, m_valid, m_last, m_err;
  wire [255:0] m_data;
  wire [5:0] m_bytes;
  wire [7:0] m_zeros;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_cdma_shrink u_dut (
      .clk_i, .rst_ni(rst_n), .i_valid_i, .i_ready_o(i_ready), .i_sectors_i, .i_codec_i,
      .s_valid_i, .s_ready_o(s_ready), .s_data_i({254'd0, s_mark_i}), .s_err_i,
      .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data), .m_last_o(m_last), .m_bytes_o(m_bytes),
      .m_zeros_o(m_zeros), .m_err_o(m_err));

  always_comb assume (i_sectors_i != 5'd0 && i_sectors_i <= 5'd16);
  fv_stream #(.WIDTH(9), .ASSUME(1)) u_i (
      .clk_i, .rst_ni(rst_n), .valid_i(i_valid_i), .ready_i(i_ready),
      .data_i({i_sectors_i, i_codec_i}));
  fv_stream #(.WIDTH(3), .ASSUME(1)) u_s (
      .clk_i, .rst_ni(rst_n), .valid_i(s_valid_i), .ready_i(s_ready),
      .data_i({s_mark_i, s_err_i}));
  fv_stream #(.WIDTH(16)) u_m (
      .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i),
      .data_i({m_last, m_bytes, m_zeros, m_err}));
  fv_assert u_zero (.hold_i(m_valid || {m_last, m_bytes, m_zeros, m_err, m_data[7:0]} == '0));
  fv_assert u_with_last (.hold_i(m_last || {m_zeros, m_err} == '0));

  // ---------------------------------------------------------------- groups
  // groups: in and not out; ahead: sectors that have come minus those of the groups.
  wire taken = rst_n && i_valid_i && i_ready;
  wire sector = rst_n && s_valid_i && s_ready;
  wire gone = rst_n && m_valid && m_ready_i && m_last;
  logic [4:0] groups_q = 5'd0;
  logic signed [8:0] ahead_q = 9'sd0;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      groups_q <= 5'd0;
      ahead_q <= 9'sd0;
    end else begin
      groups_q <= groups_q + {4'd0, taken} - {4'd0, gone};
      ahead_q <= ahead_q + (sector ? 9'sd1 : 9'sd0)
               - (taken ? $signed({4'd0, i_sectors_i}) : 9'sd0);
    end
  end
  fv_assert u_groups (.hold_i(groups_q <= 5'd9 && (!gone || groups_q != 5'd0)));
  // If only one group is inside, it does not end before its last sector was taken.
  fv_assert u_after (.hold_i(!gone || groups_q != 5'd1 || ahead_q >= 9'sd0));
  fv_cover u_two (.seen_i(gone && groups_q == 5'd2));
  fv_cover u_err (.seen_i(gone && m_err));
endmodule

`default_nettype wire
