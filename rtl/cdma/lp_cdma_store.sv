// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// First-in first-out buffer whose beats are in an lp_ram; the next one waits in the memory's
/// output register. Valid and ready come out of flops.
///
/// Latency: 2 cycles. Interval: 1 cycle.
///
/// Combinational paths: none.
module lp_cdma_store #(
    /// Payload bits, at least 1.
    parameter int WIDTH = 256,
    /// Beats in the memory, a power of two, at least 2.
    parameter int DEPTH = 32
) (
    /// Clock.
    input  wire logic             clk_i,
    /// Synchronous reset, active low.
    input  wire logic             rst_ni,
    /// Beat in: valid.
    input  wire logic             s_valid_i,
    /// Beat in: ready; the memory is not full.
    output wire logic             s_ready_o,
    /// Beat in: payload.
    input  wire logic [WIDTH-1:0] s_data_i,
    /// Beat out: valid.
    output wire logic             m_valid_o,
    /// Beat out: ready.
    input  wire logic             m_ready_i,
    /// Beat out: payload.
    output wire logic [WIDTH-1:0] m_data_o
);
  generate
    if (WIDTH < 1) begin : g_check_width
      lp_bad_WIDTH_below_1 u_bad ();
    end
    if (DEPTH < 2 || DEPTH != 1 << $clog2(DEPTH)) begin : g_check_depth
      lp_bad_DEPTH_not_a_power_of_two_from_2 u_bad ();
    end
  endgenerate

  localparam int W = $clog2(DEPTH);
  logic [W-1:0] wr_q, rd_q;
  logic [W:0] count_q;
  logic ready_q, some_q, valid_q;
  wire push, pop;
  wire [W:0] count;
  assign push = s_valid_i & ready_q;
  assign pop = some_q & (~valid_q | m_ready_i);
  assign count = count_q + {{W{1'b0}}, push} - {{W{1'b0}}, pop};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      wr_q <= '0;
      rd_q <= '0;
      count_q <= '0;
      ready_q <= 1'b1;
      some_q <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      if (push) wr_q <= wr_q + 1'b1;
      if (pop) rd_q <= rd_q + 1'b1;
      count_q <= count;
      ready_q <= ~count[W];
      some_q <= |count;
      valid_q <= pop | (valid_q & ~m_ready_i);
    end
  end

  lp_ram #(.WIDTH(WIDTH), .DEPTH(DEPTH), .GRAIN(WIDTH)) u_ram (
      .clk_i, .w_en_i(push), .w_addr_i(wr_q), .w_mask_i(1'b1), .w_data_i(s_data_i), .r_en_i(pop),
      .r_addr_i(rd_q), .r_data_o(m_data_o));

  assign s_ready_o = ready_q;
  assign m_valid_o = valid_q;
endmodule

`default_nettype wire
