// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_fifo, or lp_queue if HEAD is 1, or lp_queue_ram if it is 2, obeys the handshake rules and is
/// first in, first out; the outputs of the queues equal those of lp_fifo in every cycle.
module fv_fifo #(
    parameter int WIDTH = 4,
    parameter int DEPTH = 4,
    parameter int HEAD = 0
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
  generate
    if (HEAD != 0) begin : g_dut
      wire fifo_ready, fifo_valid;
      wire [WIDTH-1:0] fifo_data;
      if (HEAD == 1) begin : g_flops
        lp_queue #(.WIDTH(WIDTH), .DEPTH(DEPTH)) u_dut (
            .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_data_i,
            .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data));
      end else begin : g_ram
        lp_queue_ram #(.WIDTH(WIDTH), .DEPTH(DEPTH)) u_dut (
            .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_data_i,
            .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data));
      end
      lp_fifo #(.WIDTH(WIDTH), .DEPTH(DEPTH)) u_fifo (
          .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(fifo_ready), .s_data_i,
          .m_valid_o(fifo_valid), .m_ready_i, .m_data_o(fifo_data));
      fv_assert u_same (.hold_i(!rst_n || (s_ready == fifo_ready && m_valid == fifo_valid
                                           && (!m_valid || m_data == fifo_data))));
    end else begin : g_dut
      lp_fifo #(.WIDTH(WIDTH), .DEPTH(DEPTH)) u_dut (
          .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_data_i,
          .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data));
    end
  endgenerate

  fv_stream #(.WIDTH(WIDTH), .ASSUME(1)) u_in (
      .clk_i, .rst_ni(rst_n), .valid_i(s_valid_i), .ready_i(s_ready), .data_i(s_data_i));
  fv_stream #(.WIDTH(WIDTH)) u_out (
      .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i), .data_i(m_data));
  fv_order #(.WIDTH(WIDTH), .HOLDS(DEPTH)) u_order (
      .clk_i, .rst_ni(rst_n), .push_i(s_valid_i && s_ready), .push_data_i(s_data_i),
      .valid_i(m_valid), .pop_i(m_valid && m_ready_i), .pop_data_i(m_data));
endmodule

`default_nettype wire
