// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Resets for both sides of a clock crossing (lp_cdc_fifo and the modules that contain it), from
/// one request: they are low together for most of CYCLES cycles of the first clock, however short
/// the request is. The second reset follows the first.
///
/// CYCLES cycles of the first clock must be at least as long as 2 * STAGES + 4 cycles of either
/// clock: 64 are enough if the second clock is at most 8 times slower.
///
/// Combinational paths: none.
module lp_cdc_reset #(
    /// Cycles of s_clk_i that the resets last after the request, at least 8.
    parameter int CYCLES = 64,
    /// Flops in series in the synchroniser, at least 2.
    parameter int STAGES = 2
) (
    /// First clock.
    input  wire logic s_clk_i,
    /// The request in this clock, active low.
    input  wire logic s_rst_ni,
    /// Reset in this clock, active low.
    output wire logic s_rst_no,
    /// Second clock.
    input  wire logic m_clk_i,
    /// Reset in this clock, active low.
    output wire logic m_rst_no
);
  generate
    if (CYCLES < 8) begin : g_check_cycles
      lp_bad_CYCLES_below_8 u_bad ();
    end
  endgenerate
  localparam int W = $clog2(CYCLES + 1);

  logic over_q;
  logic [W-1:0] count_q;
  always_ff @(posedge s_clk_i) begin
    if (!s_rst_ni) begin
      over_q <= 1'b0;
      count_q <= '0;
    end else if (!over_q) begin
      over_q <= count_q == W'(CYCLES - 1);
      count_q <= count_q + 1'b1;
    end
  end
  assign s_rst_no = over_q;
  lp_sync #(.WIDTH(1), .STAGES(STAGES)) u_second (
      .clk_i(m_clk_i), .rst_ni(1'b1), .d_i(over_q), .q_o(m_rst_no));
endmodule

`default_nettype wire
