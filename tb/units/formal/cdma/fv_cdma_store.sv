// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_cdma_store obeys the handshake rules and is first in, first out.
module fv_cdma_store #(
    parameter int WIDTH = 2,
    parameter int DEPTH = 4
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
  lp_cdma_store #(.WIDTH(WIDTH), .DEPTH(DEPTH)) u_dut (
      .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_data_i, .m_valid_o(m_valid),
      .m_ready_i, .m_data_o(m_data));

  fv_stream #(.WIDTH(WIDTH), .ASSUME(1)) u_in (
      .clk_i, .rst_ni(rst_n), .valid_i(s_valid_i), .ready_i(s_ready), .data_i(s_data_i));
  fv_stream #(.WIDTH(WIDTH)) u_out (
      .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i), .data_i(m_data));

  // Beats inside, and of one of them how many leave before it.
  localparam int W = $clog2(DEPTH + 2);
  (* anyseq *) logic mark;
  logic [W-1:0] inside_q = '0, before_q;
  logic marked_q = 1'b0, stuck_q = 1'b0;
  logic [WIDTH-1:0] data_q;
  wire push = rst_n && s_valid_i && s_ready;
  wire pop = rst_n && m_valid && m_ready_i;
  wire choose = push && mark && !marked_q;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      inside_q <= '0;
      marked_q <= 1'b0;
      stuck_q <= 1'b0;
    end else begin
      inside_q <= inside_q + W'(push) - W'(pop);
      if (choose) begin
        marked_q <= 1'b1;
        data_q <= s_data_i;
        before_q <= inside_q - W'(pop);
      end else if (pop && marked_q) begin
        before_q <= before_q - 1'b1;
        if (before_q == '0) marked_q <= 1'b0;
      end
      stuck_q <= inside_q != '0 && !m_valid;
    end
  end
  fv_assert u_order (.hold_i(!pop || !marked_q || before_q != '0 || m_data == data_q));
  fv_assert u_count (.hold_i(inside_q <= W'(DEPTH + 1) && (!m_valid || !rst_n || inside_q != '0)));
  fv_assert u_room (.hold_i(!rst_n || s_ready || inside_q >= W'(DEPTH)));
  fv_assert u_moves (.hold_i(!rst_n || !stuck_q || m_valid));
  fv_cover u_full (.seen_i(inside_q == W'(DEPTH + 1)));
  fv_cover u_marked (.seen_i(pop && marked_q && before_q == '0));
endmodule

`default_nettype wire
