// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Cuts a run of 32-byte beats into AXI4 bursts that end at multiples of BURST beats, so that none
/// crosses a 4 KiB boundary.
///
/// Latency: 2 cycles from a start to the first burst. Interval: 2 cycles. All outputs come out of
/// flops.
///
/// Combinational paths: none.
module lp_card_bursts #(
    /// Beats of the longest burst, a power of two from 2 to 128.
    parameter int BURST = 16
) (
    /// Clock.
    input  wire logic        clk_i,
    /// Synchronous reset, active low.
    input  wire logic        rst_ni,
    /// A new run begins.
    input  wire logic        start_i,
    /// Its address / 32.
    input  wire logic [34:0] sector_i,
    /// Number of its beats.
    input  wire logic [23:0] beats_i,
    /// The rest of the run is dropped.
    input  wire logic        clear_i,
    /// No further burst is offered.
    input  wire logic        stop_i,

    /// Burst out: valid; it is withdrawn after stop.
    output wire logic        m_valid_o,
    /// Burst out: it is taken.
    input  wire logic        m_take_i,
    /// Its address / 32.
    output wire logic [34:0] m_sector_o,
    /// Beats less 1.
    output wire logic [6:0]  m_len_o,
    /// Beats not yet in a burst.
    output wire logic        more_o
);
  generate
    if (BURST < 2 || BURST > 128 || BURST != 1 << $clog2(BURST)) begin : g_check_burst
      lp_bad_BURST_not_a_power_of_two_from_2_to_128 u_bad ();
    end
  endgenerate
  localparam int B = $clog2(BURST);

  logic valid_q, more_q;
  logic [34:0] sector_q;
  logic [23:0] left_q;
  logic [B-1:0] len_q;
  wire [B-1:0] room;
  wire [23:0] rest;
  wire [34-B:0] next;
  assign room = ~sector_q[B-1:0];
  assign rest = left_q - {{24 - B{1'b0}}, len_q} - 24'd1;
  assign next = sector_q[34:B] + {{34 - B{1'b0}}, 1'b1};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      more_q <= 1'b0;
    end else begin
      valid_q <= more_q & ~stop_i & ~clear_i & ~m_take_i;
      if (start_i) more_q <= |beats_i;
      else if (clear_i) more_q <= 1'b0;
      else if (m_take_i) more_q <= |rest;
    end
  end
  always_ff @(posedge clk_i) begin
    len_q <= left_q > {{24 - B{1'b0}}, room} ? room : left_q[B-1:0] - 1'b1;
    if (start_i) begin
      sector_q <= sector_i;
      left_q <= beats_i;
    end else if (m_take_i) begin
      sector_q <= {next, {B{1'b0}}};
      left_q <= rest;
    end
  end
  assign m_valid_o = valid_q;
  assign m_sector_o = sector_q;
  generate
    if (B == 7) begin : g_len
      assign m_len_o = len_q;
    end else begin : g_len
      assign m_len_o = {{7 - B{1'b0}}, len_q};
    end
  endgenerate
  assign more_o = more_q;
endmodule

`default_nettype wire
