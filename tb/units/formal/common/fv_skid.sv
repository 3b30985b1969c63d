// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_skid obeys the handshake rules and is first in, first out.
module fv_skid #(
    parameter int WIDTH = 4
) (
    input wire logic             clk_i,
    input wire logic             again_i,
    input wire logic             s_valid_i,
    input wire logic [WIDTH-1:0] s_data_i,
    input wire logic             m_ready_i
);
  wire rst_n, s_ready, m_valid;
  wire [WIDTH-1:0] m_data;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_skid #(.WIDTH(WIDTH)) u_dut (
      .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_data_i,
      .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data));

  fv_stream #(.WIDTH(WIDTH), .ASSUME(1)) u_in (
      .clk_i, .rst_ni(rst_n), .valid_i(s_valid_i), .ready_i(s_ready), .data_i(s_data_i));
  fv_stream #(.WIDTH(WIDTH)) u_out (
      .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i), .data_i(m_data));
  fv_order #(.WIDTH(WIDTH), .HOLDS(2)) u_order (
      .clk_i, .rst_ni(rst_n), .push_i(s_valid_i && s_ready), .push_data_i(s_data_i),
      .valid_i(m_valid), .pop_i(m_valid && m_ready_i), .pop_data_i(m_data));
endmodule

`default_nettype wire
