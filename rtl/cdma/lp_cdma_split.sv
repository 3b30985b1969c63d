// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Cuts the link's beats into groups: each group that the planner launches becomes one packet for
/// its channel.
///
/// With an index, or raw, the bytes are cut by their sizes and stay in stored form. Without one the
/// stream has to be decoded to find its groups: a local lp_cdma_expand turns it into sectors, and
/// the packets are raw.
///
/// A job fails if a beat of it is bad (8), the index cannot be read (7) or contradicts the stream
/// (10), or if it is killed (11); stop then ends the planner. The current packet is ended, and
/// every group still launched becomes a packet of one byte, which every channel reports as bad.
/// Outstanding beats of the link are dropped before the next job's; the result does not wait for
/// them.
///
/// Latency: 3 cycles from a beat in to a flit out, 5 (ZVC) or 17 (BPC; with kinds 10 to 18) without
/// an index. Interval:
/// 1 cycle per flit, also for successive groups of less than a beat.
///
/// Stages: g, n and s come out of skid buffers. c holds the group whose size has been checked; the
/// window is h, a beat, and the next one; p holds the flit at the output. Payload is zero while
/// valid is low.
///
/// Combinational paths: none.
module lp_cdma_split #(
    /// Codecs that are built: 1 ZVC, 2 and BPC, 3 with serial units of BPC, 15 all of lp_mixed_pkg.
    /// Raw groups are always supported.
    parameter  int CODECS    = 2,
    /// Element width of ZVC in bits: 8, 16 or 32.
    parameter  int ELEM      = 32,
    /// Bits of a group's number, at least 7.
    parameter  int GROUP_W   = 31,
    localparam int SECTORS_W = GROUP_W + 4,
    localparam int BYTES_W   = SECTORS_W + 6
) (
    /// Clock.
    input  wire logic                 clk_i,
    /// Synchronous reset, active low.
    input  wire logic                 rst_ni,

    /// Job in: valid.
    input  wire logic                 j_valid_i,
    /// Job in: ready.
    output wire logic                 j_ready_o,
    /// Bytes of the stream, at least 1.
    input  wire logic [BYTES_W-1:0]   j_bytes_i,
    /// Its codec: 0 ZVC, 1 BPC, 2 XZVC, 3 EBD, 4 the best of all; one that is not built is raw.
    input  wire logic [3:0]           j_codec_i,
    /// There is an index.
    input  wire logic                 j_index_i,
    /// Raw sectors of the job, at least 1.
    input  wire logic [SECTORS_W-1:0] j_sectors_i,

    /// Group in: valid.
    input  wire logic                 g_valid_i,
    /// Group in: ready.
    output wire logic                 g_ready_o,
    /// Its channel.
    input  wire logic [2:0]           g_channel_i,
    /// Its number.
    input  wire logic [GROUP_W-1:0]   g_group_i,
    /// Its sectors, 1..16.
    input  wire logic [4:0]           g_sectors_i,
    /// Its codec, that of the job.
    input  wire logic [3:0]           g_codec_i,
    /// No further group of the job will come.
    input  wire logic                 over_i,

    /// Index entry in: valid. None of a job comes after its result.
    input  wire logic                 n_valid_i,
    /// Index entry in: ready.
    output wire logic                 n_ready_o,
    /// Bytes of the next group.
    input  wire logic [15:0]          n_bytes_i,
    /// The entry could not be read.
    input  wire logic                 n_err_i,

    /// Beat of the link in: valid.
    input  wire logic                 s_valid_i,
    /// Beat of the link in: ready.
    output wire logic                 s_ready_o,
    /// 32 bytes of the stream.
    input  wire logic [255:0]         s_data_i,
    /// The beat is bad.
    input  wire logic                 s_err_i,
    /// The outstanding beats of the jobs so far are dropped: they may have any data.
    output wire logic                 drop_o,

    /// Abort the job in progress.
    input  wire logic                 kill_i,
    /// The job in progress has failed: launch no more groups.
    output wire logic                 stop_o,

    /// Flit out: valid.
    output wire logic                 p_valid_o,
    /// Flit out: ready.
    input  wire logic                 p_ready_i,
    /// Channel of the flit's group.
    output wire logic [2:0]           p_channel_o,
    /// Up to 32 bytes of its stored form.
    output wire logic [255:0]         p_data_o,
    /// Last flit of the group.
    output wire logic                 p_last_o,
    /// Bytes in use, 1..32.
    output wire logic [5:0]           p_bytes_o,
    /// The group's number.
    output wire logic [GROUP_W-1:0]   p_group_o,
    /// Its sectors.
    output wire logic [4:0]           p_sectors_o,
    /// Kind of its stored form.
    output wire logic [3:0]           p_codec_o,

    /// Result, after the job's last packet: valid.
    output wire logic                 r_valid_o,
    /// Result: ready.
    input  wire logic                 r_ready_i,
    /// 0 good, 7, 8, 9 (corrupt, only without an index), 10, 11.
    output wire logic [3:0]           r_status_o,
    /// First bad group of the job, from 0, with 9 and 10; otherwise 0.
    output wire logic [GROUP_W:0]     r_bad_o
);
  generate
    if ((CODECS < 1 || CODECS > 3) && CODECS != 15) begin : g_check_codecs
      lp_bad_CODECS_none_of_1_2_3_15 u_bad ();
    end
    if (ELEM != 8 && ELEM != 16 && ELEM != 32) begin : g_check_elem
      lp_bad_ELEM_none_of_8_16_32 u_bad ();
    end
    if (GROUP_W < 7) begin : g_check_group_w
      lp_bad_GROUP_W_below_7 u_bad ();
    end
  endgenerate

  localparam logic [3:0] RAW = 4'd15;
  localparam logic [3:0] DEVICE = 4'd7, LINK = 4'd8, CORRUPT = 4'd9, INDEX = 4'd10, KILLED = 4'd11;
  localparam int BEATS_W = BYTES_W - 5;
  // Records have kinds.
  localparam logic KINDS = CODECS == 15;
  // Largest number of bytes of a group: masks and elements; records: four announced raw lines.
  localparam logic [15:0] ZVC_MOST = 16'(512 + 4 * 128 / ELEM), BPC_MOST = 16'd516;

  // ---------------------------------------------------------------- the job
  // more: groups after the next one; all: no more will come; left: bytes not assigned to a group.
  // beats: outstanding beats of this job; owed: of earlier jobs.
  logic idle_q, run_q, done_q, fail_q, all_q, cut_q, raw_q, bpc_q, index_q;
  logic [3:0] status_q;
  logic [GROUP_W:0] bad_q, number_q;
  logic [GROUP_W-1:0] more_q;
  logic [BYTES_W-1:0] left_q;
  logic [BEATS_W-1:0] beats_q;
  logic [BYTES_W-1:0] owed_q;
  logic [4:0] end_q;
  wire start, finish, is_zvc, is_bpc, failing;
  assign start = idle_q & j_valid_i;
  assign is_zvc = (j_codec_i == 4'(lp_codec_pkg::ZVC));
  assign is_bpc = KINDS ? ~is_zvc & (j_codec_i <= 4'(lp_mixed_pkg::BEST))
                : (CODECS > lp_codec_pkg::BPC) & (j_codec_i == 4'(lp_codec_pkg::BPC));

  // ---------------------------------------------------------------- groups and their sizes
  wire g_valid, g_take, n_valid, n_take, n_err;
  wire [2:0] g_channel;
  wire [GROUP_W-1:0] g_group;
  wire [4:0] g_sectors;
  wire [3:0] g_codec;
  wire [15:0] n_bytes;
  lp_skid #(.WIDTH(3 + GROUP_W + 5 + 4)) u_g (
      .clk_i, .rst_ni, .s_valid_i(g_valid_i), .s_ready_o(g_ready_o),
      .s_data_i({g_channel_i, g_group_i, g_sectors_i, g_codec_i}), .m_valid_o(g_valid),
      .m_ready_i(g_take), .m_data_o({g_channel, g_group, g_sectors, g_codec}));
  lp_skid #(.WIDTH(17)) u_n (
      .clk_i, .rst_ni, .s_valid_i(n_valid_i), .s_ready_o(n_ready_o),
      .s_data_i({n_err_i, n_bytes_i}), .m_valid_o(n_valid), .m_ready_i(n_take),
      .m_data_o({n_err, n_bytes}));

  wire sized, c_free, c_load, lies;
  wire [15:0] size, raw_size;
  wire [BYTES_W:0] rest;
  wire wide, other;
  assign sized = cut_q & index_q;
  assign raw_size = {6'd0, g_sectors, 5'd0};
  assign size = sized ? n_bytes : raw_size;
  assign rest = {1'b0, left_q} - {{BYTES_W - 15{1'b0}}, size};
  assign wide = (size == 16'd0) | (size > (bpc_q ? BPC_MOST : ZVC_MOST));
  assign other = (size != raw_size);
  assign lies = cut_q
              & ((raw_q ? other : wide) | rest[BYTES_W] | ((more_q == GROUP_W'(0)) & (rest != '0)));
  assign c_load = run_q & g_valid & c_free & (fail_q | (~all_q & (n_valid | ~sized)));
  assign g_take = c_load;
  // The rest of a failed job's index is dropped.
  assign n_take = n_valid & (fail_q | done_q | (sized & c_load));

  // ---------------------------------------------------------------- c: the current group
  // fault: its size is unreadable (bit 1) or wrong (bit 0). begun: part of it has left.
  logic c_valid_q, c_begun_q;
  logic [1:0] c_fault_q;
  logic [2:0] c_channel_q;
  logic [GROUP_W-1:0] c_group_q;
  logic [4:0] c_sectors_q;
  logic [3:0] c_codec_q;
  logic [9:0] c_left_q;
  wire step, c_last, spoil, lost;
  wire [5:0] take;
  wire c_short;
  assign c_short = (c_left_q <= 10'd32);
  assign take = c_short ? c_left_q[5:0] : 6'd32;
  assign c_last = c_short | spoil;
  // A group whose size is wrong is the last one processed.
  assign c_free = ~c_valid_q | (step & c_last & (fail_q | (c_fault_q == 2'd0)));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) c_valid_q <= 1'b0;
    else c_valid_q <= c_load | (c_valid_q & ~(step & c_last));
    if (c_load) begin
      c_fault_q <= {sized & n_err, lies} & {2{~fail_q}};
      c_begun_q <= 1'b0;
      c_channel_q <= g_channel;
      c_group_q <= g_group;
      c_sectors_q <= g_sectors;
      c_codec_q <= cut_q & ~fail_q ? g_codec : RAW;
      c_left_q <= size[9:0];
    end else if (step) begin
      c_begun_q <= 1'b1;
      c_left_q <= c_left_q - 10'd32;
    end
  end

  // ---------------------------------------------------------------- beats of the link
  wire f_valid, f_take, f_err, f_load, f_job, drop;
  wire [255:0] f_data;
  lp_skid #(.WIDTH(257)) u_s (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .s_data_i({s_err_i, s_data_i}), .m_valid_o(f_valid),
      .m_ready_i(f_take), .m_data_o({f_err, f_data}));

  // owes: beats of earlier jobs are outstanding; has: beats of this job are; final: one is.
  wire owes, has, final_beat;
  assign owes = (owed_q != BYTES_W'(0));
  assign has = (beats_q != BEATS_W'(0));
  assign final_beat = (beats_q == BEATS_W'(1));
  assign f_job = f_valid & run_q & has & ~owes;
  assign drop = (f_valid & owes & (run_q | ~has)) | (f_job & fail_q);

  // The window: h from byte o on, and the beat at the input.
  logic h_full_q, h_err_q;
  logic [255:0] h_q;
  logic [4:0] o_q;
  wire [6:0] next;
  wire near, pass, there;
  assign next = {2'd0, o_q} + {1'b0, take};
  assign near = (next <= 7'd32);
  assign there = h_full_q & (near | f_valid);
  assign lost = cut_q & there & (h_err_q | (~near & f_err));
  assign pass = step & ~spoil & cut_q & (next >= 7'd32);
  assign f_load = f_job & cut_q & ~fail_q & (~h_full_q | pass);

  always_ff @(posedge clk_i) begin
    if (!rst_ni || start) begin
      h_full_q <= 1'b0;
      o_q <= 5'd0;
    end else begin
      if (f_load) h_full_q <= 1'b1;
      else if (pass) h_full_q <= 1'b0;
      if (step & ~spoil & cut_q) o_q <= next[4:0];
    end
    if (~h_full_q | pass) begin
      h_q <= f_data;
      h_err_q <= f_err;
    end
  end

  // ---------------------------------------------------------------- without an index
  // It is reset between jobs and when one fails, since it would continue to the end of the stream.
  logic x_run_q, x_start_q, x_end_q;
  wire x_i_ready, x_s_ready, x_s_valid, x_valid, x_ready, e_valid, e_err, x_rst_n;
  wire [255:0] x_data;
  wire [SECTORS_W-1:0] e_bad;
  /* verilator lint_off UNUSEDSIGNAL */
  wire x_last, unused;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [SECTORS_W-1:0] x_sectors_q;
  wire [3:0] x_codec;
  generate
    if (KINDS) begin : g_kind
      logic [3:0] codec_q;
      always_ff @(posedge clk_i) begin
        if (start) codec_q <= j_codec_i;
      end
      assign x_codec = codec_q;
    end else begin : g_kind
      assign x_codec = {3'd0, bpc_q};
    end
  endgenerate
  assign x_rst_n = rst_ni & x_run_q;
  assign x_s_valid = f_job & x_run_q & ~fail_q & ~f_err;
  assign unused = |e_bad[3:0];
  lp_cdma_expand #(.CODECS(CODECS), .ELEM(ELEM), .SECTORS_W(SECTORS_W)) u_expand (
      .clk_i, .rst_ni(x_rst_n), .i_valid_i(x_start_q), .i_ready_o(x_i_ready),
      .i_sectors_i(x_sectors_q), .i_codec_i(x_codec), .s_valid_i(x_s_valid),
      .s_ready_o(x_s_ready), .s_data_i(f_data), .s_last_i(final_beat),
      .s_bytes_i({end_q == 5'd0, end_q}), .m_valid_o(x_valid), .m_ready_i(x_ready),
      .m_data_o(x_data), .m_last_o(x_last), .e_valid_o(e_valid), .e_ready_i(1'b1), .e_err_o(e_err),
      .e_bad_o(e_bad));
  assign f_take = drop | f_load | (x_s_valid & x_s_ready);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      x_run_q <= 1'b0;
      x_start_q <= 1'b0;
    end else if (start) begin
      x_run_q <= ~j_index_i & (is_zvc | is_bpc);
      x_start_q <= ~j_index_i & (is_zvc | is_bpc);
    end else begin
      if (failing | finish) x_run_q <= 1'b0;
      if (x_i_ready) x_start_q <= 1'b0;
    end
    if (start) x_sectors_q <= j_sectors_i;
    if (start) x_end_q <= 1'b0;
    else if (e_valid) x_end_q <= 1'b1;
  end

  // ---------------------------------------------------------------- p: the flit at the output
  // spoil: the leaving flit is the packet's early end.
  logic p_valid_q, p_last_q;
  logic [2:0] p_channel_q;
  logic [255:0] p_data_q;
  logic [5:0] p_bytes_q;
  logic [GROUP_W-1:0] p_group_q;
  logic [4:0] p_sectors_q;
  logic [3:0] p_codec_q;
  wire leave, ready;
  assign leave = ~p_valid_q | p_ready_i;
  assign spoil = fail_q | (c_fault_q != 2'd0) | lost;
  assign ready = fail_q | (c_fault_q != 2'd0) | (cut_q ? there : x_valid & x_run_q);
  assign step = c_valid_q & leave & ready;
  assign x_ready = c_valid_q & leave & ~spoil;

  wire [511:0] window;
  wire [255:0] bytes, kept;
  assign window = {f_data, h_q};
  assign bytes = window[{1'b0, o_q, 3'b0} +: 256];
  genvar i;
  generate
    for (i = 0; i < 32; i = i + 1) begin : g_kept
      assign kept[8*i +: 8] = bytes[8*i +: 8] & {8{take > 6'(i)}};
    end
  endgenerate

  always_ff @(posedge clk_i) begin
    if (!rst_ni) p_valid_q <= 1'b0;
    else if (leave) p_valid_q <= step;
    if (leave) begin
      p_channel_q <= c_channel_q;
      p_data_q <= (cut_q ? kept : x_data) & {256{~spoil}};
      p_last_q <= c_last;
      p_bytes_q <= spoil ? 6'd1 : take;
      p_group_q <= c_group_q;
      p_sectors_q <= c_sectors_q;
      p_codec_q <= (spoil & ~c_begun_q) ? RAW : c_codec_q;
    end
  end
  assign p_valid_o = p_valid_q;
  assign p_channel_o = p_channel_q & {3{p_valid_q}};
  assign p_data_o = p_data_q & {256{p_valid_q}};
  assign p_last_o = p_last_q & p_valid_q;
  assign p_bytes_o = p_bytes_q & {6{p_valid_q}};
  assign p_group_o = p_group_q & {GROUP_W{p_valid_q}};
  assign p_sectors_o = p_sectors_q & {5{p_valid_q}};
  assign p_codec_o = p_codec_q & {4{p_valid_q}};

  // ---------------------------------------------------------------- end of a job
  wire broken, fault, none;
  assign broken = step & lost & ~fail_q & (c_fault_q == 2'd0);
  assign fault = step & ~fail_q & (c_fault_q != 2'd0);
  assign failing = run_q & (kill_i | fault | broken | (f_job & x_run_q & f_err));
  assign none = ~c_valid_q & ~p_valid_q;
  assign finish = run_q & none
                & (fail_q ? over_i & ~g_valid_i & ~g_valid : all_q & (cut_q | x_end_q));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      idle_q <= 1'b1;
      run_q <= 1'b0;
      done_q <= 1'b0;
      fail_q <= 1'b0;
      beats_q <= '0;
      owed_q <= '0;
    end else begin
      idle_q <= (idle_q & ~j_valid_i) | (done_q & r_ready_i);
      run_q <= start | (run_q & ~finish);
      done_q <= finish | (done_q & ~r_ready_i);
      fail_q <= (fail_q | failing) & ~finish & run_q;

      if (start) beats_q <= j_bytes_i[BYTES_W-1:5] + BEATS_W'(|j_bytes_i[4:0]);
      else if (done_q) beats_q <= '0;
      else if (f_take & ~owes) beats_q <= beats_q - BEATS_W'(1);
      if (done_q & has) owed_q <= owed_q + BYTES_W'(beats_q);
      else if (f_take & owes) owed_q <= owed_q - BYTES_W'(1);
    end

    if (start) begin
      cut_q <= j_index_i | ~(is_zvc | is_bpc);
      raw_q <= ~(is_zvc | is_bpc);
      bpc_q <= is_bpc;
      index_q <= j_index_i;
      end_q <= j_bytes_i[4:0];
      more_q <= j_sectors_i[SECTORS_W-1:4] - GROUP_W'(j_sectors_i[3:0] == 4'd0);
      all_q <= 1'b0;
      left_q <= j_bytes_i;
      number_q <= '0;
      status_q <= 4'd0;
      bad_q <= '0;
    end else begin
      if (c_load & ~fail_q) begin
        more_q <= more_q - GROUP_W'(1);
        all_q <= (more_q == GROUP_W'(0));
        left_q <= rest[BYTES_W-1:0];
        number_q <= number_q + {{GROUP_W{1'b0}}, 1'b1};
      end
      // A failed job can still be killed; the end of its stream is ignored.
      if (run_q & kill_i) status_q <= KILLED;
      else if (failing & ~fail_q) status_q <= !fault ? LINK : c_fault_q[1] ? DEVICE : INDEX;
      else if (e_valid & x_run_q & ~fail_q & ~x_end_q & e_err) status_q <= CORRUPT;
      if (c_load & ~fail_q & cut_q) bad_q <= number_q;
      else if (e_valid & x_run_q & ~x_end_q) bad_q <= {1'b0, e_bad[SECTORS_W-1:4]};
    end
  end

  wire named;
  assign named = (status_q == CORRUPT) | (status_q == INDEX);
  assign j_ready_o = idle_q;
  assign stop_o = fail_q;
  assign drop_o = fail_q | (done_q & has) | owes;
  assign r_valid_o = done_q;
  assign r_status_o = status_q & {4{done_q}};
  assign r_bad_o = bad_q & {GROUP_W + 1{done_q & named}};
endmodule

`default_nettype wire
