// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Walks the groups of a job: launches them in order, each when its channel has credits and the
/// rate allows, and lists their channels again for the drainer, which follows independently, at
/// most 2^GROUP_W - 1 groups later.
///
/// Latency: from a job to its first launch 1 cycle, and GROUP_W more if CHANNELS is no power of
/// two; from a launch to g and to o 1 cycle. Interval: 1 cycle per group. g and o are flops and a
/// comparison of flops. rate takes effect, and a stall is reported, one cycle late.
///
/// Source: Rhu et al., "Compressing DMA Engine", HPCA 2018, section V: the DMA unit requests only
/// what its buffer has room for.
///
/// Combinational paths: kill, credit, g_ready -> t_valid, t_channel.
module lp_cdma_plan #(
    /// Channels, 2..8.
    parameter  int CHANNELS  = 6,
    /// Bits of a group's number, at least 4.
    parameter  int GROUP_W   = 31,
    localparam int SECTORS_W = GROUP_W + 4
) (
    /// Clock.
    input  wire logic                 clk_i,
    /// Synchronous reset, active low.
    input  wire logic                 rst_ni,

    /// Job in: valid.
    input  wire logic                 j_valid_i,
    /// Job in: ready; no job is in progress.
    output wire logic                 j_ready_o,
    /// Its first group.
    input  wire logic [GROUP_W-1:0]   j_group_i,
    /// Its sectors; a job without sectors ends immediately.
    input  wire logic [SECTORS_W-1:0] j_sectors_i,
    /// Its codec, output with each group.
    input  wire logic [3:0]           j_codec_i,
    /// Launch no more groups of the job in progress.
    input  wire logic                 kill_i,
    /// Limit of raw bytes launched, 1/256 per cycle; 0: none.
    input  wire logic [23:0]          rate_i,

    /// One bit per channel: credits for a group.
    input  wire logic [CHANNELS-1:0]  credit_i,
    /// A launch takes the credits of a group.
    output wire logic                 t_valid_o,
    /// From this channel.
    output wire logic [2:0]           t_channel_o,

    /// Launched group out: valid.
    output wire logic                 g_valid_o,
    /// Launched group out: ready.
    input  wire logic                 g_ready_i,
    /// Its channel.
    output wire logic [2:0]           g_channel_o,
    /// Its number.
    output wire logic [GROUP_W-1:0]   g_group_o,
    /// Its sectors, 1..16.
    output wire logic [4:0]           g_sectors_o,
    /// The job's codec.
    output wire logic [3:0]           g_codec_o,

    /// Order out: valid.
    output wire logic                 o_valid_o,
    /// Order out: ready.
    input  wire logic                 o_ready_i,
    /// Channel of the next launched group.
    output wire logic [2:0]           o_channel_o,
    /// Not a group: all groups of the job have been listed, and the job ends with this beat.
    output wire logic                 o_none_o,

    /// In the cycle before, a group waited for credits.
    output wire logic                 stall_credit_o,
    /// In the cycle before, a group that had credits waited for the rate.
    output wire logic                 stall_rate_o
);
  // ---- job: whole groups still to launch, sectors of a last partial one
  logic busy_q, run_q, whole_q, last_q;
  logic [GROUP_W-1:0] left_q;
  logic [3:0] rest_q, codec_q;
  wire take, launch;
  wire [GROUP_W-1:0] less;
  wire one, two;
  assign j_ready_o = ~busy_q;
  assign take = j_valid_i & ~busy_q;
  assign one = left_q == {{GROUP_W - 1{1'b0}}, 1'b1};
  assign two = left_q == {{GROUP_W - 2{1'b0}}, 2'd2};
  lp_sum #(.WIDTH(GROUP_W)) u_less (.a_i(left_q), .b_i({GROUP_W{1'b1}}), .sum_o(less));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      run_q <= 1'b0;
    end else begin
      if (take) busy_q <= 1'b1;
      else if (o_valid_o & o_ready_i & o_none_o) busy_q <= 1'b0;
      if (take) run_q <= |j_sectors_i;
      else if (kill_i | (launch & last_q)) run_q <= 1'b0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (take) begin
      left_q <= j_sectors_i[SECTORS_W-1:4];
      rest_q <= j_sectors_i[3:0];
      whole_q <= |j_sectors_i[SECTORS_W-1:4];
      last_q <= ~|j_sectors_i[SECTORS_W-1:5] & (~j_sectors_i[4] | ~|j_sectors_i[3:0]);
      codec_q <= j_codec_i;
    end else if (launch) begin
      left_q <= less;
      whole_q <= ~one;
      last_q <= one | (two & ~|rest_q);
    end
  end

  // ---- launch
  wire known, ok, free, may;
  wire [GROUP_W-1:0] group;
  wire [2:0] channel;
  wire [7:0] credit;
  lp_cdma_walk #(.CHANNELS(CHANNELS), .GROUP_W(GROUP_W)) u_launch (
      .clk_i, .rst_ni, .load_i(take), .group_i(j_group_i), .step_i(launch), .ready_o(known),
      .group_o(group), .channel_o(channel));
  /* verilator lint_off UNUSEDSIGNAL */
  wire [18:0] level;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_cdma_bucket u_bucket (.clk_i, .rst_ni, .rate_i, .take_i(launch), .ok_o(ok), .level_o(level));

  assign credit = 8'(credit_i);
  assign free = ~g_valid_o | g_ready_i;
  assign may = run_q & known & free & ~kill_i;
  assign launch = may & credit[channel] & ok;
  assign t_valid_o = launch;
  assign t_channel_o = channel & {3{launch}};

  logic stall_credit_q, stall_rate_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      stall_credit_q <= 1'b0;
      stall_rate_q <= 1'b0;
    end else begin
      stall_credit_q <= may & ~credit[channel];
      stall_rate_q <= may & credit[channel] & ~ok;
    end
  end
  assign stall_credit_o = stall_credit_q;
  assign stall_rate_o = stall_rate_q;

  logic g_valid_q;
  logic [2:0] g_channel_q;
  logic [GROUP_W-1:0] g_group_q;
  logic [4:0] g_sectors_q;
  logic [3:0] g_codec_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) g_valid_q <= 1'b0;
    else if (free) g_valid_q <= launch;
  end
  always_ff @(posedge clk_i) begin
    if (free) begin
      g_channel_q <= channel;
      g_group_q <= group;
      g_sectors_q <= {whole_q, rest_q & {4{~whole_q}}};
      g_codec_q <= codec_q;
    end
  end
  assign g_valid_o = g_valid_q;
  assign g_channel_o = g_channel_q & {3{g_valid_q}};
  assign g_group_o = g_group_q & {GROUP_W{g_valid_q}};
  assign g_sectors_o = g_sectors_q & {5{g_valid_q}};
  assign g_codec_o = g_codec_q & {4{g_valid_q}};

  // ---- order: the same walk again, up to the launches
  /* verilator lint_off UNUSEDSIGNAL */
  wire unused;
  /* verilator lint_on UNUSEDSIGNAL */
  wire [GROUP_W-1:0] next;
  wire [2:0] next_channel;
  wire behind;
  lp_cdma_walk #(.CHANNELS(CHANNELS), .GROUP_W(GROUP_W)) u_order (
      .clk_i, .rst_ni, .load_i(take), .group_i(j_group_i), .step_i(behind & o_ready_i),
      .ready_o(unused), .group_o(next), .channel_o(next_channel));
  assign behind = busy_q & (group != next);
  assign o_none_o = busy_q & ~run_q & ~behind;
  assign o_valid_o = behind | o_none_o;
  assign o_channel_o = next_channel & {3{behind}};
endmodule

`default_nettype wire
