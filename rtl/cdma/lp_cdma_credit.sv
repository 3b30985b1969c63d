// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Credits of one channel of lp_cdma_buf, in flits. A launch takes WORST of them; the arrival of
/// the group's last flit returns the unused ones, and each flit that is read from the buffer
/// returns one. The sum of free credits, credits reserved for groups in flight and flits held is
/// FLITS in every cycle, so each arriving flit has a word.
///
/// An arrival or a read is counted two cycles later, a launch in the next cycle. The count is
/// stored less WORST, so that credit_o is its sign bit from a flop, and both sums, with and without
/// a launch, are ready when the launch is known.
///
/// Latency: 1 cycle from a launch, 2 from a flit. Interval: 1. Source: own design, for lp_cdma_buf.
///
/// Combinational paths: none.
module lp_cdma_credit #(
    /// Flits of the channel's FIFO, WORST..4095.
    parameter int FLITS = 426,
    /// Largest number of flits of a group, 2..31.
    parameter int WORST = 17
) (
    /// Clock.
    input  wire logic clk_i,
    /// Synchronous reset, active low: all credits are free.
    input  wire logic rst_ni,
    /// A group is launched. Only while credit_o is high.
    input  wire logic launch_i,
    /// A flit of the oldest group in flight arrives.
    input  wire logic arrive_i,
    /// It is the group's last.
    input  wire logic last_i,
    /// A flit is read from the buffer.
    input  wire logic drain_i,
    /// At least WORST credits are free.
    output wire logic credit_o
);
  localparam int SPARE_W = $clog2(FLITS + 1) + 1;
  localparam int DUE_W = $clog2(WORST);

  generate
    if (WORST < 2 || WORST > 31) begin : g_check_worst
      lp_bad_WORST_not_2_to_31 u_bad ();
    end
    if (FLITS < WORST || FLITS > 4095) begin : g_check_flits
      lp_bad_FLITS_not_WORST_to_4095 u_bad ();
    end
  endgenerate

  logic [DUE_W-1:0] due_q;   // credits to return if the next flit is the last of its group
  logic [DUE_W-1:0] back_q;  // credits returned for a complete group
  logic drain_q;
  logic [SPARE_W-1:0] spare_q;  // free credits less WORST, two's complement

  // Two operands, or three with a launch, and a drained flit as the carry.
  localparam logic [SPARE_W-1:0] TAKEN = SPARE_W'(2 ** SPARE_W - WORST);
  wire [SPARE_W-1:0] back, sum, half, rest;
  wire [SPARE_W-2:0] both;
  /* verilator lint_off UNUSEDSIGNAL */
  wire sum_low, rest_low;
  /* verilator lint_on UNUSEDSIGNAL */
  assign back = {{SPARE_W - DUE_W{1'b0}}, back_q};
  assign half = spare_q ^ back ^ TAKEN;
  assign both = (spare_q[SPARE_W-2:0] & back[SPARE_W-2:0])
              | ((spare_q[SPARE_W-2:0] | back[SPARE_W-2:0]) & TAKEN[SPARE_W-2:0]);
  lp_sum #(.WIDTH(SPARE_W + 1)) u_sum (
      .a_i({spare_q, 1'b1}), .b_i({back, drain_q}), .sum_o({sum, sum_low}));
  lp_sum #(.WIDTH(SPARE_W + 1)) u_rest (
      .a_i({half, 1'b1}), .b_i({both, 1'b0, drain_q}), .sum_o({rest, rest_low}));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      due_q <= DUE_W'(WORST - 1);
      back_q <= '0;
      drain_q <= 1'b0;
      spare_q <= SPARE_W'(FLITS - WORST);
    end else begin
      if (arrive_i) due_q <= last_i ? DUE_W'(WORST - 1) : due_q - 1'b1;
      back_q <= due_q & {DUE_W{arrive_i & last_i}};
      drain_q <= drain_i;
      spare_q <= launch_i ? rest : sum;
    end
  end

  assign credit_o = ~spare_q[SPARE_W-1];
endmodule

`default_nettype wire
