// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The channels of consecutive groups, one per step. If CHANNELS is a power of two, the xor of all
/// fields of log2(CHANNELS) bits of the group's number, as in lp_buddy_hash for frame 0; otherwise
/// the number modulo CHANNELS, which is counted up from that of the first group, found by division,
/// a bit per cycle.
///
/// Latency: 1 cycle after load, and GROUP_W more if there is a division. Interval: 1 cycle per
/// step. group and channel come out of flops.
///
/// Source: own design, for memory interleaved in groups of four lines.
///
/// Combinational paths: none.
module lp_cdma_walk #(
    /// Channels, 2..8.
    parameter int CHANNELS = 6,
    /// Bits of a group's number, at least 4.
    parameter int GROUP_W = 31
) (
    /// Clock.
    input  wire logic               clk_i,
    /// Synchronous reset, active low.
    input  wire logic               rst_ni,
    /// Restart with group_i.
    input  wire logic               load_i,
    /// The first group.
    input  wire logic [GROUP_W-1:0] group_i,
    /// To the next group; only while ready.
    input  wire logic               step_i,
    /// The channel is known.
    output wire logic               ready_o,
    /// The group.
    output wire logic [GROUP_W-1:0] group_o,
    /// Its channel.
    output wire logic [2:0]         channel_o
);
  generate
    if (CHANNELS < 2 || CHANNELS > 8) begin : g_check_channels
      lp_bad_CHANNELS_not_2_to_8 u_bad ();
    end
    if (GROUP_W < 4) begin : g_check_group_w
      lp_bad_GROUP_W_below_4 u_bad ();
    end
  endgenerate

  logic [GROUP_W-1:0] group_q;
  logic [2:0] channel_q;
  wire [GROUP_W-1:0] next;
  lp_sum #(.WIDTH(GROUP_W)) u_next (
      .a_i(group_q), .b_i({{GROUP_W - 1{1'b0}}, 1'b1}), .sum_o(next));
  assign group_o = group_q;
  assign channel_o = channel_q;

  genvar b, k;
  generate
    if ((CHANNELS & (CHANNELS - 1)) == 0) begin : g_fold
      localparam int PART_W = $clog2(CHANNELS);
      localparam int FIELDS = (GROUP_W + PART_W - 1) / PART_W;
      wire [GROUP_W-1:0] group;
      wire [2:0] channel;
      assign group = load_i ? group_i : next;
      for (b = 0; b < 3; b = b + 1) begin : g_part
        wire [FIELDS-1:0] column;
        for (k = 0; k < FIELDS; k = k + 1) begin : g_field
          if (b < PART_W && k * PART_W + b < GROUP_W) begin : g_bit
            assign column[k] = group[k*PART_W+b];
          end else begin : g_none
            assign column[k] = 1'b0;
          end
        end
        assign channel[b] = ^column;
      end
      // No reset needed: nothing is read before it is loaded.
      /* verilator lint_off UNUSEDSIGNAL */
      wire unused;
      /* verilator lint_on UNUSEDSIGNAL */
      assign unused = rst_ni;
      always_ff @(posedge clk_i) begin
        if (load_i | step_i) begin
          group_q <= group;
          channel_q <= channel;
        end
      end
      assign ready_o = 1'b1;
    end else begin : g_count
      // The number rotates once, highest bit first, while channel_q is the remainder so far.
      localparam int LEFT_W = $clog2(GROUP_W + 1);
      logic [LEFT_W-1:0] left_q;
      wire divide;
      wire [3:0] twice, rest;
      assign divide = |left_q;
      assign twice = {channel_q, group_q[GROUP_W-1]};
      assign rest = twice >= 4'(CHANNELS) ? twice - 4'(CHANNELS) : twice;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) left_q <= '0;
        else if (load_i) left_q <= LEFT_W'(GROUP_W);
        else if (divide) left_q <= left_q - 1'b1;
      end
      always_ff @(posedge clk_i) begin
        if (load_i) begin
          group_q <= group_i;
          channel_q <= 3'd0;
        end else if (divide) begin
          group_q <= {group_q[GROUP_W-2:0], group_q[GROUP_W-1]};
          channel_q <= rest[2:0];
        end else if (step_i) begin
          group_q <= next;
          channel_q <= channel_q == 3'(CHANNELS - 1) ? 3'd0 : channel_q + 3'd1;
        end
      end
      /* verilator lint_off UNUSEDSIGNAL */
      wire unused;
      /* verilator lint_on UNUSEDSIGNAL */
      assign unused = rest[3];
      assign ready_o = ~divide;
    end
  endgenerate
endmodule

`default_nettype wire
