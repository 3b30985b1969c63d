// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_cdc_fifo is first in, first out, holds no more than its depth and obeys the handshake rules,
/// whenever its two clocks rise and whichever value a changing bit is sampled with. The n-th beat
/// in is the n-th beat out, for a free n. Both resets last until either clock has risen four times.
module fv_cdc_fifo #(
    parameter int WIDTH = 1,
    parameter int DEPTH = 4
) (
    input wire logic             s_clk_i,
    input wire logic             m_clk_i,
    input wire logic             s_valid_i,
    input wire logic [WIDTH-1:0] s_data_i,
    input wire logic             m_ready_i
);
  localparam int COUNT_W = $clog2(DEPTH + 2) + 1;
  localparam logic [2:0] LOW = 3'd4;

  // No clock rises in the first step, in which the state before is unknown.
  (* gclk *) logic step;
  logic started_q = 1'b0;
  always_ff @(posedge step) started_q <= 1'b1;
  wire s_clk = s_clk_i & started_q;
  wire m_clk = m_clk_i & started_q;

  logic [2:0] s_rises_q = 3'd0, m_rises_q = 3'd0;
  logic s_rst_n_q = 1'b0, m_rst_n_q = 1'b0;
  wire over = s_rises_q == LOW && m_rises_q == LOW;
  always_ff @(posedge s_clk) begin
    if (s_rises_q != LOW) s_rises_q <= s_rises_q + 3'd1;
    s_rst_n_q <= over;
  end
  always_ff @(posedge m_clk) begin
    if (m_rises_q != LOW) m_rises_q <= m_rises_q + 3'd1;
    m_rst_n_q <= over;
  end

  wire s_ready, m_valid;
  wire [WIDTH-1:0] m_data;
  lp_cdc_fifo #(.WIDTH(WIDTH), .DEPTH(DEPTH)) u_dut (
      .s_clk_i(s_clk), .s_rst_ni(s_rst_n_q), .s_valid_i, .s_ready_o(s_ready), .s_data_i,
      .m_clk_i(m_clk), .m_rst_ni(m_rst_n_q), .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data));

  logic [COUNT_W-1:0] in_q = '0, out_q = '0;
  logic [WIDTH-1:0] data_q;
  (* anyconst *) logic [COUNT_W-1:0] n;
  wire push = s_rst_n_q & s_valid_i & s_ready;
  wire valid = m_rst_n_q & m_valid;
  wire [COUNT_W-1:0] inside = in_q - out_q;
  always_ff @(posedge s_clk) begin
    in_q <= in_q + {{COUNT_W - 1{1'b0}}, push};
    if (push && in_q == n) data_q <= s_data_i;
  end
  always_ff @(posedge m_clk) out_q <= out_q + {{COUNT_W - 1{1'b0}}, valid & m_ready_i};

  logic stalled_q = 1'b0;
  logic [WIDTH-1:0] held_q;
  always_ff @(posedge m_clk) begin
    stalled_q <= valid & ~m_ready_i;
    held_q <= m_data;
  end

  fv_assert u_holds (.hold_i(inside <= COUNT_W'(DEPTH + 1)));
  fv_assert u_some (.hold_i(!valid || inside != '0));
  fv_assert u_order (.hold_i(!valid || out_q != n || m_data == data_q));
  fv_assert u_kept (.hold_i(!stalled_q || (valid && m_data == held_q)));
  fv_cover u_full (.seen_i(inside == COUNT_W'(DEPTH + 1)));
  fv_cover u_out (.seen_i(valid && out_q == n && n == COUNT_W'(DEPTH + 1)));
endmodule

`default_nettype wire
