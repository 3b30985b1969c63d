// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Packs the flits of a job's groups into full beats for the link, without gaps between groups; the
/// last beat is padded with zeros. Counts bytes, zero words and groups, emits an index entry for
/// each group, respects the size of the host buffer, and reports the job's status.
///
/// A job that fails (buffer size, error of a group, kill) ends with a closing beat without data
/// instead of a last one. A job that is killed, or has no room left, drops its remaining flits, so
/// that it ends even if the link never takes another beat; outstanding closing beats, at most
/// LINK_OWES, leave before the next job's first beat, and at that number no job is taken.
///
/// Latency: 2 cycles from the flit that completes a beat; 2 from the end to the result. Interval: 1
/// cycle per flit, 1 for the end of a job. s_ready is a function of flops; m and x are flops gated
/// to zero while not valid.
///
/// Source: Rhu et al., "Compressing DMA Engine", HPCA 2018, section V.
///
/// Combinational paths: none.
module lp_cdma_pack #(
    /// Bytes of a beat: a power of two, at least 4. Fewer than 32 are for proofs.
    parameter  int LANES     = 32,
    /// Bits of a byte, at least 1; fewer than 8 are for proofs.
    parameter  int BITS      = 8,
    /// Bits of a size in bytes, at least 2 more than for a beat.
    parameter  int SIZE_W    = 41,
    /// Bits of the number of outstanding closing beats, at least 1.
    parameter  int OWED_W    = 8,
    localparam int FILL_W    = $clog2(LANES),
    localparam int LINK_OWES = 2 ** OWED_W - 1
) (
    /// Clock.
    input  wire logic                  clk_i,
    /// Synchronous reset, active low.
    input  wire logic                  rst_ni,

    /// Job in: valid.
    input  wire logic                  j_valid_i,
    /// Job in: ready; the previous result has been taken.
    output wire logic                  j_ready_o,
    /// Size of the host buffer in bytes, a multiple of a beat.
    input  wire logic [SIZE_W-1:0]     j_room_i,
    /// Index entries are requested.
    input  wire logic                  j_index_i,

    /// Flit in: valid.
    input  wire logic                  s_valid_i,
    /// Flit in: ready.
    output wire logic                  s_ready_o,
    /// Its bytes, the first lowest; the others are zero.
    input  wire logic [LANES*BITS-1:0] s_data_i,
    /// Last flit of its group; the others are full.
    input  wire logic                  s_last_i,
    /// Bytes in use, 1..LANES.
    input  wire logic [FILL_W:0]       s_bytes_i,
    /// With last: zero words in the group's raw bytes.
    input  wire logic [7:0]            s_zeros_i,
    /// With last: a read of the group failed.
    input  wire logic                  s_err_i,
    /// Not a flit: all groups of the job have arrived.
    input  wire logic                  s_none_i,
    /// Abort the job.
    input  wire logic                  kill_i,

    /// Beat out: valid.
    output wire logic                  m_valid_o,
    /// Beat out: ready.
    input  wire logic                  m_ready_i,
    /// Its bytes.
    output wire logic [LANES*BITS-1:0] m_data_o,
    /// The job's last.
    output wire logic                  m_last_o,
    /// With last: the job failed; no data.
    output wire logic                  m_bad_o,

    /// Index entry out: valid.
    output wire logic                  x_valid_o,
    /// Index entry out: ready.
    input  wire logic                  x_ready_i,
    /// Entry: bytes of the next group's stored form.
    output wire logic [15:0]           x_bytes_o,
    /// Not an entry: the job has no more.
    output wire logic                  x_end_o,

    /// Result out: valid.
    output wire logic                  r_valid_o,
    /// Result out: ready.
    input  wire logic                  r_ready_i,
    /// Bytes of the stream; 0 if the job failed, like r_zeros.
    output wire logic [SIZE_W-1:0]     r_bytes_o,
    /// Zero words in the raw bytes.
    output wire logic [37:0]           r_zeros_o,
    /// With status 6 and 7 the group concerned, from 0.
    output wire logic [31:0]           r_bad_o,
    /// 0 good, 6 host buffer full, 7 error of a group, 11 killed.
    output wire logic [3:0]            r_status_o,

    /// The host buffer is full; high until the job ends.
    output wire logic                  stop_o
);
  generate
    if (SIZE_W < FILL_W + 2) begin : g_check_size_w
      lp_bad_SIZE_W_below_two_more_than_a_beat u_bad ();
    end
    if (OWED_W < 1) begin : g_check_owed_w
      lp_bad_OWED_W_below_1 u_bad ();
    end
  endgenerate
  localparam int W = LANES * BITS;
  localparam int BEATS_W = SIZE_W - FILL_W;
  localparam int ENTRY_W = FILL_W + 6;

  // ---- the job
  logic run_q, ending_q, done_q, index_q, killed_q, over_q, err_q, past_q;
  wire start, ended, open, take, flit, last, drop, full, over, bad;
  assign start = j_valid_i & j_ready_o;
  assign j_ready_o = ~run_q & ~done_q & ~full;
  assign drop = killed_q | over_q;
  assign stop_o = over_q & run_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      run_q <= 1'b0;
      done_q <= 1'b0;
      over_q <= 1'b0;
      killed_q <= 1'b0;
    end else begin
      run_q <= start | (run_q & ~ended);
      done_q <= ended | (done_q & ~r_ready_i);
      over_q <= ~start & (over_q | over);
      killed_q <= ~start & (killed_q | (run_q & kill_i & ~ended));
    end
  end
  always_ff @(posedge clk_i) begin
    if (start) begin
      index_q <= j_index_i;
      ending_q <= 1'b0;
      err_q <= 1'b0;
      past_q <= 1'b0;
    end else begin
      if (take & s_none_i) ending_q <= 1'b1;
      if (last & s_err_i & ~past_q) err_q <= 1'b1;
      if (last & (over_q | over)) past_q <= 1'b1;
    end
  end

  // ---- flits in
  wire begins, fills, gear_ready, x_ready;
  wire [FILL_W-1:0] fill;
  assign open = run_q & ~ending_q & (x_ready | ~index_q);
  assign s_ready_o = open & gear_ready;
  assign take = s_valid_i & s_ready_o;
  assign flit = take & ~s_none_i;
  assign last = flit & s_last_i;

  // ---- remaining space in beats, and full beats so far
  logic [BEATS_W-1:0] left_q, beats_q;
  logic spent_q;
  wire [BEATS_W-1:0] less, more;
  lp_sum #(.WIDTH(BEATS_W)) u_less (.a_i(left_q), .b_i({BEATS_W{1'b1}}), .sum_o(less));
  lp_sum #(.WIDTH(BEATS_W)) u_more (
      .a_i(beats_q), .b_i({{BEATS_W - 1{1'b0}}, 1'b1}), .sum_o(more));
  assign over = flit & begins & spent_q & ~over_q;
  always_ff @(posedge clk_i) begin
    if (start) begin
      left_q <= j_room_i[SIZE_W-1:FILL_W];
      spent_q <= ~|j_room_i[SIZE_W-1:FILL_W];
      beats_q <= '0;
    end else begin
      if (flit & begins) begin
        left_q <= less;
        spent_q <= left_q == {{BEATS_W - 1{1'b0}}, 1'b1};
      end
      if (flit & fills) beats_q <= more;
    end
  end
  /* verilator lint_off UNUSEDSIGNAL */
  wire unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = |j_room_i[FILL_W-1:0];

  // ---- groups, zeros, the first bad group
  logic [31:0] group_q, bad_q;
  logic [37:0] zeros_q;
  wire [31:0] group_next;
  wire [37:0] zeros_next;
  lp_sum #(.WIDTH(32)) u_group (.a_i(group_q), .b_i(32'd1), .sum_o(group_next));
  lp_sum #(.WIDTH(38)) u_zeros (.a_i(zeros_q), .b_i({30'd0, s_zeros_i}), .sum_o(zeros_next));
  assign bad = (over | (last & s_err_i)) & ~err_q & ~past_q;
  always_ff @(posedge clk_i) begin
    if (start) begin
      group_q <= '0;
      zeros_q <= '0;
    end else if (last) begin
      group_q <= group_next;
      zeros_q <= zeros_next;
    end
    if (bad) bad_q <= group_q;
  end

  // ---- index: full flits of the group so far, and bytes of the last one
  logic [4:0] flits_q;
  wire [5:0] flits;
  wire x_valid, x_end;
  wire [ENTRY_W-1:0] entry, x_bytes;
  assign flits = {1'b0, flits_q} + {5'd0, s_bytes_i[FILL_W]};
  assign entry = {flits, s_bytes_i[FILL_W-1:0]} & {ENTRY_W{~s_none_i}};
  always_ff @(posedge clk_i) begin
    if (start | last) flits_q <= 5'd0;
    else if (flit) flits_q <= flits_q + 5'd1;
  end
  lp_skid #(.WIDTH(ENTRY_W + 1)) u_x (
      .clk_i, .rst_ni,
      .s_valid_i(index_q & take & (s_none_i | (s_last_i & ~(drop | over)))), .s_ready_o(x_ready),
      .s_data_i({s_none_i, entry}),
      .m_valid_o(x_valid), .m_ready_i(x_ready_i), .m_data_o({x_end, x_bytes}));
  assign x_valid_o = x_valid;
  assign x_end_o = x_end & x_valid;
  assign x_bytes_o = {{16 - ENTRY_W{1'b0}}, x_bytes & {ENTRY_W{x_valid}}};

  // ---- bytes to beats
  wire gear_valid, gear_last, link_ready, owes;
  wire [W-1:0] gear_data;
  lp_cdma_gear #(.LANES(LANES), .BITS(BITS)) u_gear (
      .clk_i, .rst_ni, .clear_i(start), .s_valid_i(s_valid_i & open), .s_ready_o(gear_ready),
      .s_data_i, .s_bytes_i, .s_end_i(s_none_i), .begins_o(begins), .fills_o(fills), .fill_o(fill),
      .drop_i(drop), .bad_i(err_q), .m_valid_o(gear_valid), .m_ready_i(link_ready & ~owes),
      .m_data_o(gear_data), .m_last_o(gear_last), .ended_o(ended));

  // ---- closing beats
  logic [OWED_W-1:0] owed_q;
  wire owe, pay;
  assign owes = |owed_q;
  assign full = owed_q == OWED_W'(LINK_OWES);
  assign owe = ended & ~gear_valid;
  assign pay = owes & link_ready;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) owed_q <= '0;
    else if (owe & ~pay) owed_q <= owed_q + 1'b1;
    else if (pay & ~owe) owed_q <= owed_q - 1'b1;
  end

  wire m_valid, m_last, m_bad;
  wire [W-1:0] m_data;
  lp_skid #(.WIDTH(W + 2)) u_link (
      .clk_i, .rst_ni, .s_valid_i(owes | gear_valid), .s_ready_o(link_ready),
      .s_data_i({owes, owes | gear_last, gear_data & {W{~owes}}}),
      .m_valid_o(m_valid), .m_ready_i, .m_data_o({m_bad, m_last, m_data}));
  assign m_valid_o = m_valid;
  assign m_data_o = m_data & {W{m_valid}};
  assign m_last_o = m_last & m_valid;
  assign m_bad_o = m_bad & m_valid;

  // ---- result
  wire good, about;
  assign good = done_q & ~(drop | err_q);
  assign about = done_q & ~killed_q & (over_q | err_q);
  assign r_valid_o = done_q;
  assign r_bytes_o = {beats_q, fill} & {SIZE_W{good}};
  assign r_zeros_o = zeros_q & {38{good}};
  assign r_bad_o = bad_q & {32{about}};
  assign r_status_o = {4{done_q}} & (killed_q ? 4'd11 : err_q ? 4'd7 : over_q ? 4'd6 : 4'd0);
endmodule

`default_nettype wire
