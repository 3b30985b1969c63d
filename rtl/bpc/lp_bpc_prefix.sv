// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Running sums of a line's 32 deltas, eight per cycle: the last stages of lp_bpc_dec.
///
/// Stages: S1 (sums within each half of the sector) -> S2 (plus the total before them), which is
/// the output. A raw line's words pass unchanged. Latency: 1 cycle. Interval: 1.
module lp_bpc_prefix (
    /// Clock.
    input  wire logic         clk_i,
    /// S1 takes a sector's deltas.
    input  wire logic         load_i,
    /// Eight deltas, or eight words of a raw line; the first is that of the lowest address.
    input  wire logic [255:0] data_i,
    /// The line is raw.
    input  wire logic         raw_i,
    /// S2's sector is taken.
    input  wire logic         leave_i,
    /// S2's sector continues the sums of the sector before.
    input  wire logic         carry_i,
    /// S2 holds a sector of a raw line.
    input  wire logic         plain_i,
    /// Eight words.
    output wire logic [255:0] data_o
);
  genvar h, i;

  // ---------------------------------------------------------------- S1
  logic [255:0] part_q;
  wire [255:0] part;
  generate
    for (h = 0; h < 2; h = h + 1) begin : g_half
      // Carry-save: three operands to two, then the fourth.
      wire [31:0] d0, d1, d2, d3, sum3, high3, sum4, high4;
      wire [30:0] carry3, carry4;
      assign {d3, d2, d1, d0} = data_i[128*h +: 128];
      assign sum3 = d0 ^ d1 ^ d2;
      assign carry3 = (d0[30:0] & d1[30:0]) | ((d0[30:0] | d1[30:0]) & d2[30:0]);
      assign high3 = {carry3, 1'b0};
      assign sum4 = sum3 ^ high3 ^ d3;
      assign carry4 = (sum3[30:0] & high3[30:0]) | ((sum3[30:0] | high3[30:0]) & d3[30:0]);
      assign high4 = {carry4, 1'b0};
      assign part[128*h +: 32] = d0;
      lp_sum #(.WIDTH(32)) u_two (.a_i(d0), .b_i(d1), .sum_o(part[128*h+32 +: 32]));
      lp_sum #(.WIDTH(32)) u_three (.a_i(sum3), .b_i(high3), .sum_o(part[128*h+64 +: 32]));
      lp_sum #(.WIDTH(32)) u_four (.a_i(sum4), .b_i(high4), .sum_o(part[128*h+96 +: 32]));
    end
  endgenerate
  // Load, keep and the choice between sums and raw words are inputs of one gate.
  wire add, pass;
  assign add = load_i & ~raw_i;
  assign pass = load_i & raw_i;
  always_ff @(posedge clk_i) begin
    part_q <= (part & {256{add}}) | (data_i & {256{pass}}) | (part_q & {256{~load_i}});
  end

  // ---------------------------------------------------------------- S2
  logic [31:0] last_q;
  wire [31:0] low, high;
  assign low = last_q & {32{carry_i}};
  assign high = data_o[127:96] & {32{~plain_i}};
  generate
    for (i = 0; i < 7; i = i + 1) begin : g_word
      lp_sum #(.WIDTH(32)) u_sum (
          .a_i((i < 4) ? low : high), .b_i(part_q[32*i +: 32]), .sum_o(data_o[32*i +: 32]));
    end
  endgenerate

  // The last word is fed back in the next cycle, so it does not wait for the fourth.
  wire [31:0] half, sum, over;
  wire [30:0] carry;
  assign half = part_q[127:96] & {32{~plain_i}};
  assign sum = low ^ half ^ part_q[255:224];
  assign carry = (low[30:0] & half[30:0]) | ((low[30:0] | half[30:0]) & part_q[254:224]);
  assign over = {carry, 1'b0};
  lp_sum #(.WIDTH(32)) u_last (.a_i(sum), .b_i(over), .sum_o(data_o[255:224]));
  always_ff @(posedge clk_i) begin
    if (leave_i) last_q <= data_o[255:224];
  end
endmodule

`default_nettype wire
