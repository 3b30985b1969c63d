// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_grp_dec under any entries, stall and reset, with fv_any_grp: handshake rules of the output,
/// except err, which is zero like data and last while valid is low.
module fv_grp_dec (
    input wire logic         clk_i,
    input wire logic         again_i,
    input wire logic         s_valid_i,
    input wire logic [255:0] s_data_i,
    input wire logic         s_last_i,
    input wire logic [3:0]   s_state_i,
    input wire logic [87:0]  s_table_i,
    input wire logic         m_ready_i
);
  wire rst_n, s_ready, m_valid, m_last, m_err;
  wire [255:0] m_data;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_grp_dec u_dut (
      .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_data_i, .s_last_i, .s_state_i,
      .s_table_i, .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data), .m_last_o(m_last),
      .m_err_o(m_err));
  // Data may change while it is stalled: it is sampled when it is taken.
  fv_stream #(.WIDTH(1 + 4), .ASSUME(1)) u_in (
      .clk_i, .rst_ni(rst_n), .valid_i(s_valid_i), .ready_i(s_ready),
      .data_i({s_last_i, s_state_i}));

  fv_stream #(.WIDTH(256 + 1)) u_out (
      .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i), .data_i({m_data, m_last}));
  fv_assert u_zero (.hold_i(!rst_n || m_valid || {m_data, m_last, m_err} == '0));
endmodule

`default_nettype wire
