// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// In direction of the compressing DMA engine: takes one descriptor at a time, walks its groups
/// (lp_cdma_plan), cuts the link's beats into them (lp_cdma_split), counts completed groups, and
/// responds when every group that was sent is written.
///
/// A job ends when plan has no more groups, split has its result, each group has completed and the
/// index reader is idle. A failed job also waits for the groups already sent.
///
/// A completed group passes three registers: K0 its number in the job, K1 the comparison with the
/// lowest bad one so far, K2 the new lowest. Latency: 2 cycles from job to plan's job, 4 from the
/// last group to the response. Payload is zero while its valid is low.
///
/// Source: cDMA (HPCA'18), sections V-B and V-D.
///
/// Combinational paths: rr_idle -> r_valid, r_bytes, r_zeros, r_bad, r_status.
module lp_cdma_pre #(
    /// Channels, 2 to 8.
    parameter  int CHANNELS  = 6,
    /// Codecs: 1 ZVC, 2 and BPC, 3 with serial units of BPC, 15 all of lp_mixed_pkg.
    parameter  int CODECS    = 2,
    /// Element width of ZVC in bits: 8, 16 or 32.
    parameter  int ELEM      = 32,
    /// Bits of a group's number, at least 7. A job has at most 2^GROUP_W - 1 groups.
    parameter  int GROUP_W   = 31,
    localparam int SECTORS_W = GROUP_W + 4,
    localparam int BYTES_W   = SECTORS_W + 6,
    localparam int BEATS_W   = BYTES_W - 5,
    localparam int ZEROS_W   = GROUP_W + 7
) (
    /// Clock.
    input  wire logic                 clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Job in: valid.
    input  wire logic                 j_valid_i,
    /// Job in: ready.
    output wire logic                 j_ready_o,
    /// Device address of the raw bytes, a multiple of 512.
    input  wire logic [GROUP_W+8:0]   j_dev_i,
    /// Host address of the stream, a multiple of 32.
    input  wire logic [39:0]          j_host_i,
    /// Raw bytes / 32, at least 1; fewer than 2^GROUP_W groups.
    input  wire logic [SECTORS_W-1:0] j_sectors_i,
    /// Bytes of the stream, at least 1.
    input  wire logic [BYTES_W-1:0]   j_size_i,
    /// Codec: 0 ZVC, 1 BPC, 15 raw.
    input  wire logic [3:0]           j_codec_i,
    /// There is an index.
    input  wire logic                 j_has_index_i,
    /// Device address of the index, a multiple of 32.
    input  wire logic [39:0]          j_index_i,
    /// The job is aborted: high until its result.
    input  wire logic                 kill_i,
    /// Limit in 1/256 bytes per cycle; 0: none.
    input  wire logic [23:0]          rate_i,

    /// Result out: valid.
    output wire logic                 r_valid_o,
    /// Result out: ready.
    input  wire logic                 r_ready_i,
    /// Bytes of the stream; 0 unless good.
    output wire logic [BYTES_W-1:0]   r_bytes_o,
    /// Zero words in the raw data; 0 unless good.
    output wire logic [ZEROS_W-1:0]   r_zeros_o,
    /// First bad group, from 0; 0 unless the status is 7, 9 or 10.
    output wire logic [GROUP_W:0]     r_bad_o,
    /// Status: 0, 7, 8, 9, 10, 11.
    output wire logic [3:0]           r_status_o,

    /// Index to read: valid.
    output wire logic                 rj_valid_o,
    /// Index to read: ready.
    input  wire logic                 rj_ready_i,
    /// Its address.
    output wire logic [39:0]          rj_addr_o,
    /// Its entries.
    output wire logic [GROUP_W:0]     rj_groups_o,
    /// No more entries are needed.
    output wire logic                 rkill_o,
    /// The index reader has no job and nothing outstanding.
    input  wire logic                 rr_idle_i,
    /// Entry of the index: valid; with rkill it may be withdrawn, or is taken and dropped.
    input  wire logic                 n_valid_i,
    /// Entry of the index: ready.
    output wire logic                 n_ready_o,
    /// Bytes of the group.
    input  wire logic [15:0]          n_bytes_i,
    /// Device memory returned an error.
    input  wire logic                 n_err_i,

    /// Beats to fetch: valid.
    output wire logic                 lc_valid_o,
    /// Beats to fetch: ready.
    input  wire logic                 lc_ready_i,
    /// Host address of the first.
    output wire logic [39:0]          lc_addr_o,
    /// Number of beats.
    output wire logic [BEATS_W-1:0]   lc_beats_o,
    /// Beat from the link: valid.
    input  wire logic                 s_valid_i,
    /// Beat from the link: ready.
    output wire logic                 s_ready_o,
    /// 32 bytes of the stream.
    input  wire logic [255:0]         s_data_i,
    /// The host returned an error.
    input  wire logic                 s_err_i,
    /// The outstanding beats of the jobs so far are dropped: they may have any data.
    output wire logic                 drop_o,

    /// Flit to a channel: valid.
    output wire logic                 p_valid_o,
    /// Flit to a channel: ready.
    input  wire logic                 p_ready_i,
    /// The channel.
    output wire logic [2:0]           p_channel_o,
    /// The flit.
    output wire logic [255:0]         p_data_o,
    /// Last flit of its group.
    output wire logic                 p_last_o,
    /// Bytes in use, 1..32.
    output wire logic [5:0]           p_bytes_o,
    /// Number of its group: device address / 512.
    output wire logic [GROUP_W-1:0]   p_group_o,
    /// Sectors of the group in use, 1..16.
    output wire logic [4:0]           p_sectors_o,
    /// Codec of the group.
    output wire logic [3:0]           p_codec_o,

    /// A group is done.
    input  wire logic                 k_valid_i,
    /// Its number: device address / 512.
    input  wire logic [GROUP_W-1:0]   k_group_i,
    /// Its zero words.
    input  wire logic [7:0]           k_zeros_i,
    /// 0: device memory returned an error; 1: the group was corrupt.
    input  wire logic [1:0]           k_err_i,

    /// A group waits for the rate.
    output wire logic                 stall_rate_o
);
  generate
    if (CHANNELS < 2 || CHANNELS > 8) begin : g_check_channels
      lp_bad_CHANNELS_not_2_to_8 u_bad ();
    end
    if (GROUP_W < 7) begin : g_check_group_w
      lp_bad_GROUP_W_below_7 u_bad ();
    end
  endgenerate

  localparam logic [3:0] DEVICE = 4'd7, CORRUPT = 4'd9, INDEX = 4'd10;

  // ---------------------------------------------------------------- the job and its start flags
  logic busy_q;
  logic plan_q, split_q, index_q, link_q;
  logic [GROUP_W-1:0] group_q;
  logic [39:0] host_q, table_q;
  logic [SECTORS_W-1:0] sectors_q;
  logic [BYTES_W-1:0] size_q;
  logic [3:0] codec_q;
  logic has_q;
  wire start, finish, plan_ready, split_ready;
  // Outstanding beats of a killed job are received first.
  assign j_ready_o = ~busy_q & split_ready;
  assign start = j_valid_i & j_ready_o;
  assign finish = r_valid_o & r_ready_i;

  // Device addresses are multiples of a group.
  /* verilator lint_off UNUSEDSIGNAL */
  wire unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = |j_dev_i[8:0];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      {plan_q, split_q, index_q, link_q} <= 4'd0;
    end else begin
      busy_q <= start | (busy_q & ~finish);
      plan_q <= start | (plan_q & ~plan_ready);
      split_q <= start | (split_q & ~split_ready);
      index_q <= (start & j_has_index_i) | (index_q & ~rj_ready_i);
      link_q <= start | (link_q & ~lc_ready_i);
    end
  end
  always_ff @(posedge clk_i) begin
    if (start) begin
      group_q <= j_dev_i[GROUP_W+8:9];
      host_q <= j_host_i;
      sectors_q <= j_sectors_i;
      size_q <= j_size_i;
      codec_q <= j_codec_i;
      has_q <= j_has_index_i;
      table_q <= j_index_i;
    end
  end

  // Groups and beats are rounded up.
  wire [SECTORS_W-1:0] groups;
  wire [BYTES_W-1:0] beats;
  lp_sum #(.WIDTH(SECTORS_W)) u_groups (
      .a_i(sectors_q), .b_i(SECTORS_W'(15)), .sum_o(groups));
  lp_sum #(.WIDTH(BYTES_W)) u_beats (.a_i(size_q), .b_i(BYTES_W'(31)), .sum_o(beats));
  assign rj_valid_o = index_q;
  assign rj_addr_o = table_q & {40{index_q}};
  assign rj_groups_o = {1'b0, groups[SECTORS_W-1:4]} & {GROUP_W + 1{index_q}};
  assign lc_valid_o = link_q;
  assign lc_addr_o = host_q & {40{link_q}};
  assign lc_beats_o = beats[BYTES_W-1:5] & {BEATS_W{link_q}};
  /* verilator lint_off UNUSEDSIGNAL */
  wire below;
  /* verilator lint_on UNUSEDSIGNAL */
  assign below = (|groups[3:0]) | (|beats[4:0]);

  // ---------------------------------------------------------------- plan and pack
  wire stop, none, g_valid, g_ready;
  wire [2:0] g_channel;
  wire [GROUP_W-1:0] g_group;
  wire [4:0] g_sectors;
  wire [3:0] g_codec;
  // This direction has no credits and no order.
  /* verilator lint_off UNUSEDSIGNAL */
  wire o_valid, t_valid, stall_credit;
  wire [2:0] o_channel, t_channel;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_cdma_plan #(.CHANNELS(CHANNELS), .GROUP_W(GROUP_W)) u_plan (
      .clk_i, .rst_ni, .j_valid_i(plan_q), .j_ready_o(plan_ready),
      .j_group_i(group_q), .j_sectors_i(sectors_q), .j_codec_i(codec_q), .kill_i(kill_i | stop),
      .rate_i, .credit_i({CHANNELS{1'b1}}), .t_valid_o(t_valid), .t_channel_o(t_channel),
      .g_valid_o(g_valid), .g_ready_i(g_ready), .g_channel_o(g_channel), .g_group_o(g_group),
      .g_sectors_o(g_sectors), .g_codec_o(g_codec), .o_valid_o(o_valid), .o_ready_i(1'b1),
      .o_channel_o(o_channel), .o_none_o(none), .stall_credit_o(stall_credit), .stall_rate_o);

  logic over_q;
  wire cut, cut_take, cut_over;
  wire [3:0] cut_status;
  wire [GROUP_W:0] cut_bad;
  lp_cdma_split #(.CODECS(CODECS), .ELEM(ELEM), .GROUP_W(GROUP_W)) u_split (
      .clk_i, .rst_ni, .j_valid_i(split_q), .j_ready_o(split_ready), .j_bytes_i(size_q),
      .j_codec_i(codec_q), .j_index_i(has_q), .j_sectors_i(sectors_q), .g_valid_i(g_valid),
      .g_ready_o(g_ready), .g_channel_i(g_channel), .g_group_i(g_group), .g_sectors_i(g_sectors),
      .g_codec_i(g_codec), .n_valid_i(n_valid_i & ~cut_over), .n_ready_o, .n_bytes_i, .n_err_i,
      .s_valid_i, .s_ready_o, .s_data_i, .s_err_i, .drop_o, .kill_i, .over_i(over_q), .p_valid_o,
      .p_ready_i, .p_channel_o, .p_data_o, .p_last_o, .p_bytes_o, .p_group_o, .p_sectors_o,
      .p_codec_o, .r_valid_o(cut), .r_ready_i(cut_take), .r_status_o(cut_status),
      .r_bad_o(cut_bad), .stop_o(stop));

  // ---------------------------------------------------------------- results received
  logic split_done_q;
  logic [3:0] status_q;
  logic [GROUP_W:0] cut_bad_q;
  assign cut_take = ~split_q & ~split_done_q;
  // The reader may begin only after split's result; its entries are then dropped.
  assign cut_over = cut | split_done_q;
  assign rkill_o = busy_q & (stop | cut_over);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      over_q <= 1'b0;
      split_done_q <= 1'b0;
    end else begin
      over_q <= ~finish & (over_q | none);
      split_done_q <= ~finish & (split_done_q | (cut & cut_take));
    end
  end
  always_ff @(posedge clk_i) begin
    if (cut_take) begin
      status_q <= cut_status;
      cut_bad_q <= cut_bad;
    end
  end

  // Groups between plan and K2: all of a job, or as many as channels and crossbar hold.
  localparam int AWAY_W = GROUP_W < 16 ? GROUP_W : 16;
  logic [AWAY_W-1:0] away_q;
  logic away_some_q, k0_v_q, k1_v_q;
  logic [GROUP_W-1:0] k0_group_q;
  logic [7:0] k0_zeros_q, k1_zeros_q;
  logic [1:0] k0_err_q, k1_err_q;
  logic [GROUP_W:0] k1_bad_q;
  wire sent;
  wire [AWAY_W-1:0] away;
  assign sent = g_valid & g_ready;
  assign away = away_q + AWAY_W'(sent) - AWAY_W'(k1_v_q);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      away_q <= '0;
      away_some_q <= 1'b0;
      k0_v_q <= 1'b0;
      k1_v_q <= 1'b0;
    end else begin
      away_q <= away;
      away_some_q <= |away;
      k0_v_q <= k_valid_i;
      k1_v_q <= k0_v_q;
    end
  end
  always_ff @(posedge clk_i) begin
    k0_group_q <= k_group_i;
    k0_zeros_q <= k_zeros_i;
    k0_err_q <= k_err_i;
    k1_bad_q <= {1'b0, k0_group_q} - {1'b0, group_q};
    k1_zeros_q <= k0_zeros_q;
    k1_err_q <= k0_err_q;
  end

  // Of the job: zero words, and for each kind of error whether it occurred and the lowest group.
  logic [ZEROS_W-1:0] zeros_q;
  wire [ZEROS_W-1:0] zeros;
  logic [1:0] err_q;
  logic [GROUP_W:0] device_q, corrupt_q;
  wire [1:0] lower;
  lp_sum #(.WIDTH(ZEROS_W)) u_zeros (
      .a_i(zeros_q), .b_i({{ZEROS_W - 8{1'b0}}, k1_zeros_q & {8{k1_v_q}}}), .sum_o(zeros));
  assign lower[0] = k1_v_q & k1_err_q[0] & (~err_q[0] | (k1_bad_q < device_q));
  assign lower[1] = k1_v_q & k1_err_q[1] & (~err_q[1] | (k1_bad_q < corrupt_q));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) err_q <= 2'd0;
    else if (finish) err_q <= 2'd0;
    else if (k1_v_q) err_q <= err_q | k1_err_q;
  end
  always_ff @(posedge clk_i) begin
    zeros_q <= start ? '0 : zeros;
    if (lower[0]) device_q <= k1_bad_q;
    if (lower[1]) corrupt_q <= k1_bad_q;
  end

  // ---------------------------------------------------------------- the response
  // Statuses by priority: 11 aborted, 8 host, 7 device, 10 index, 9 corrupt, 0 good.
  wire early, sized, ahead, device, corrupt, good;
  wire [3:0] status;
  wire [GROUP_W:0] bad, first;
  assign early = status_q[3] & (status_q != CORRUPT) & (status_q != INDEX);
  // Some groups after a wrong size are in flight: their errors are ignored.
  assign sized = (status_q != INDEX);
  assign first = sized ? corrupt_q : device_q;
  assign ahead = first < cut_bad_q;
  assign device = ~early & ((status_q == DEVICE) | (err_q[0] & (sized | ahead)));
  assign corrupt = err_q[1] & ((status_q == 4'd0) | (status_q == CORRUPT));
  assign status = device ? DEVICE : corrupt ? CORRUPT : status_q;
  assign good = (status_q == 4'd0) & ~(|err_q);
  // An unreadable index has no bad group; of the channels' errors the lowest group is reported.
  assign bad = device ? (status_q == DEVICE ? '0 : device_q)
             : (corrupt & ((status_q == 4'd0) | ahead)) ? corrupt_q
             : early ? '0 : cut_bad_q;
  // Plan and split have ended only jobs that were started.
  assign r_valid_o = busy_q & ~(index_q | link_q) & over_q & split_done_q & ~away_some_q
                   & (rr_idle_i | ~has_q);
  assign r_status_o = status & {4{r_valid_o}};
  assign r_bytes_o = size_q & {BYTES_W{r_valid_o & good}};
  assign r_zeros_o = zeros_q & {ZEROS_W{r_valid_o & good}};
  assign r_bad_o = bad & {GROUP_W + 1{r_valid_o}};
endmodule

`default_nettype wire
