// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stored groups in, raw sectors out: the decoder side of the DMA engine's unit at a memory
/// controller, and, with wide counts, of its input from the link.
///
/// A group gives exactly the sectors that i announces: missing sectors of a bad one are zero, and
/// excess ones are dropped. e reports for each whether it was well-formed, and otherwise the line
/// of the fault: a record that ends early or is malformed, excess lines or bytes, missing lines, or
/// nonzero bytes past the last sector of the last line. Groups of one codec follow each other; one
/// of another codec waits until the earlier ones have left. With CODECS=15, records of the other
/// codecs have a kind; lp_bpc_dec decodes those of BPC, lp_mixed_dec the others.
///
/// Latency: from a flit in to the first sector out 3 cycles (raw), 4 (ZVC), 16 (BPC), with kinds 9
/// (XZVC), 12 (EBD), 17 (BPC). Interval: 17 cycles per group of 16 sectors, sparse or dense (ZVC of
/// 8-bit elements: dense 18). With CODECS=3 BPC has those of lp_bpc_dec_serial, 64 cycles for a
/// full group.
///
/// Stages: i and s come out of skid buffers; admitted groups are in a queue, from which the output
/// counts their sectors; sectors leave through a skid buffer. Payload is zero while valid is low.
///
/// Source: cDMA (HPCA'18) section V-B, figure 10(b).
///
/// Combinational paths: none.
module lp_cdma_expand #(
    /// Codecs that are built: 1 ZVC, 2 and BPC, 3 with serial units of BPC, 15 all of lp_mixed_pkg.
    /// Raw groups are always supported.
    parameter int CODECS = 2,
    /// Element width of ZVC in bits: 8, 16 or 32.
    parameter int ELEM = 32,
    /// Bits of a number of sectors, 5 to 35.
    parameter int SECTORS_W = 5
) (
    /// Clock.
    input  wire logic                 clk_i,
    /// Synchronous reset, active low.
    input  wire logic                 rst_ni,

    /// Group in: valid.
    input  wire logic                 i_valid_i,
    /// Group in: ready.
    output wire logic                 i_ready_o,
    /// Its sectors, at least 1.
    input  wire logic [SECTORS_W-1:0] i_sectors_i,
    /// Its codec: 0 ZVC, 1 BPC; with kinds 2 XZVC, 3 EBD, 4 any in each line; any other raw.
    input  wire logic [3:0]           i_codec_i,

    /// Flit in: valid.
    input  wire logic                 s_valid_i,
    /// Flit in: ready.
    output wire logic                 s_ready_o,
    /// 32 bytes of the group, the last flit padded with zeros.
    input  wire logic [255:0]         s_data_i,
    /// Last flit of the group.
    input  wire logic                 s_last_i,
    /// With the last flit: its bytes, 1..32.
    input  wire logic [5:0]           s_bytes_i,

    /// Sector out: valid.
    output wire logic                 m_valid_o,
    /// Sector out: ready.
    input  wire logic                 m_ready_i,
    /// The sector.
    output wire logic [255:0]         m_data_o,
    /// Last sector of the group.
    output wire logic                 m_last_o,

    /// Group's end: valid. All its flits have been taken, and all its sectors have left except two
    /// that may still wait at m.
    output wire logic                 e_valid_o,
    /// Group's end: ready.
    input  wire logic                 e_ready_i,
    /// The group is corrupt.
    output wire logic                 e_err_o,
    /// The first sector of the line with the fault, from 0; 0 for a good group.
    output wire logic [SECTORS_W-1:0] e_bad_o
);
  generate
    if ((CODECS < 1 || CODECS > 3) && CODECS != 15) begin : g_check_codecs
      lp_bad_CODECS_none_of_1_2_3_15 u_bad ();
    end
    if (ELEM != 8 && ELEM != 16 && ELEM != 32) begin : g_check_elem
      lp_bad_ELEM_none_of_8_16_32 u_bad ();
    end
    if (SECTORS_W < 5 || SECTORS_W > 35) begin : g_check_sectors_w
      lp_bad_SECTORS_W_not_5_to_35 u_bad ();
    end
  endgenerate

  localparam int W = SECTORS_W;
  localparam int STEP = ELEM / 8;
  // Groups in flight.
  localparam int GROUPS = 3;
  // Records have kinds.
  localparam logic KINDS = CODECS == 15;
  // Class of a group: raw, or of records; neither: ZVC. With kinds, then the codec modulo 4.
  localparam int RAW = 1, BPC = 0;
  localparam int CLASS_W = KINDS ? 4 : 2;

  // ---------------------------------------------------------------- groups in
  // open: groups in the queue whose last flit has not arrived.
  wire i_valid, i_take, j_ready, h_valid, done;
  wire [W-1:0] i_sectors;
  wire [3:0] i_codec;
  /* verilator lint_off UNUSEDSIGNAL */
  wire [3:0] i_all;
  wire [CLASS_W-1:0] h_class;
  /* verilator lint_on UNUSEDSIGNAL */
  wire [CLASS_W-1:0] i_class;
  wire [W-1:0] h_last;
  logic [CLASS_W-1:0] class_q;
  logic [1:0] open_q;
  lp_skid #(.WIDTH(W + 4)) u_i (
      .clk_i, .rst_ni, .s_valid_i(i_valid_i), .s_ready_o(i_ready_o),
      .s_data_i({i_codec_i, i_sectors_i}), .m_valid_o(i_valid), .m_ready_i(i_take),
      .m_data_o({i_codec, i_sectors}));
  wire i_zvc, i_bpc;
  assign i_zvc = (i_codec == 4'(lp_codec_pkg::ZVC));
  assign i_bpc = KINDS ? ~i_zvc & (i_codec <= 4'(lp_mixed_pkg::BEST))
               : (CODECS > lp_codec_pkg::BPC) & (i_codec == 4'(lp_codec_pkg::BPC));
  assign i_all = {i_codec[1:0] & {2{i_bpc}}, ~i_zvc & ~i_bpc, i_bpc};
  assign i_class = i_all[CLASS_W-1:0];
  assign i_take = i_valid & j_ready & (~h_valid | (i_class == class_q));
  // Index of the group's last sector.
  lp_queue #(.WIDTH(W + CLASS_W), .DEPTH(GROUPS)) u_groups (
      .clk_i, .rst_ni, .s_valid_i(i_take), .s_ready_o(j_ready),
      .s_data_i({i_class, i_sectors - W'(1)}), .m_valid_o(h_valid), .m_ready_i(done),
      .m_data_o({h_class, h_last}));

  // ---------------------------------------------------------------- flits in
  wire f_valid, f_ready, f_last, f_take, may;
  wire [255:0] f_data;
  wire [4:0] f_bytes;
  /* verilator lint_off UNUSEDSIGNAL */
  wire unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = s_bytes_i[5];
  lp_skid #(.WIDTH(256 + 1 + 5)) u_s (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .s_data_i({s_bytes_i[4:0], s_last_i, s_data_i}),
      .m_valid_o(f_valid), .m_ready_i(f_take), .m_data_o({f_bytes, f_last, f_data}));
  assign may = f_valid & (open_q != 2'd0);
  assign f_take = may & f_ready;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) open_q <= 2'd0;
    else open_q <= open_q + {1'b0, i_take} - {1'b0, f_take & f_last};
    if (i_take) class_q <= i_class;
  end

  // ---------------------------------------------------------------- ZVC
  // Elements in the last flit; a partial one is counted and makes the group bad.
  wire z_take, z_valid, z_last, z_err, z_end, z_ready, f_odd;
  wire [255:0] z_data;
  wire [5:0] bytes, count;
  assign bytes = {f_bytes == 5'd0, f_bytes};
  assign count = (bytes + 6'(STEP - 1)) >> $clog2(STEP);
  assign f_odd = ((f_bytes & 5'(STEP - 1)) != 5'd0);
  wire z_may;
  assign z_may = may & (class_q[1:0] == 2'b00);
  // The stream's end is not needed otherwise, and the byte belongs to other codecs.
  /* verilator lint_off UNUSEDSIGNAL */
  wire z_idle;
  wire [6:0] z_byte;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_codec_unit_dec #(.CODEC(lp_codec_pkg::ZVC), .ELEM(ELEM)) u_zvc (
      .clk_i, .rst_ni, .s_valid_i(z_may), .s_ready_o(z_take), .s_data_i(f_data), .s_mem_i(1'b0),
      .s_last_i(f_last), .s_count_i(count), .s_sectors_i(3'd0), .m_valid_o(z_valid),
      .m_ready_i(z_ready), .m_data_o(z_data), .m_last_o(z_last), .m_err_o(z_err),
      .m_end_o(z_end), .m_byte_o(z_byte), .idle_o(z_idle));

  // Whether the last flit of each group was odd, once it has been taken. The decoder may end a line
  // with the flit that it takes in that cycle. There is an entry for each group, so ready is always
  // high.
  wire tail, tail_odd, tail_here, tail_push, tail_pop, odd;
  /* verilator lint_off UNUSEDSIGNAL */
  wire tail_room;
  /* verilator lint_on UNUSEDSIGNAL */
  assign tail_here = z_may & z_take & f_last;
  lp_fifo #(.WIDTH(1), .DEPTH(GROUPS)) u_tails (
      .clk_i, .rst_ni, .s_valid_i(tail_push), .s_ready_o(tail_room), .s_data_i(f_odd),
      .m_valid_o(tail), .m_ready_i(tail_pop), .m_data_o(tail_odd));
  assign odd = tail ? tail_odd : f_odd;

  // ---------------------------------------------------------------- BPC, or all with records
  // run: a sector of the oldest group can be taken.
  wire run, b_take, b_valid, b_last, b_err, b_end;
  wire [255:0] b_data;
  generate
    if (KINDS) begin : g_kinds
      wire r_valid, r_bpc, r_last, bpc_ready, mixed_ready, bpc_valid, bpc_last, bpc_err;
      wire mixed_valid, mixed_last, mixed_err, t_valid, t_end, t_bad, t_bpc, b_ready, odd_byte;
      wire [1:0] mode, r_codec;
      wire [2:0] r_sectors;
      wire [255:0] r_data, bpc_line, mixed_line;
      wire [6:0] t_byte, line_byte;
      /* verilator lint_off UNUSEDSIGNAL */
      wire line_end, line_idle;
      /* verilator lint_on UNUSEDSIGNAL */
      assign mode = class_q[CLASS_W-1:CLASS_W-2];
      assign b_ready = run & h_class[BPC] & t_valid;
      // One codec for each number, all for 4.
      lp_cdma_kinds u_kinds (
          .clk_i, .rst_ni, .plain_i(mode == 2'(lp_mixed_pkg::BPC)),
          .codecs_i({mode == 2'(lp_mixed_pkg::EBD), mode == 2'(lp_mixed_pkg::XZVC), 2'b00}
                    | {4{mode == 2'd0}}),
          .s_valid_i(may & class_q[BPC]), .s_ready_o(b_take), .s_data_i(f_data),
          .s_last_i(f_last), .s_bytes_i(f_bytes), .b_valid_o(r_valid),
          .b_ready_i(r_bpc ? bpc_ready : mixed_ready), .b_data_o(r_data), .b_last_o(r_last),
          .b_sectors_o(r_sectors), .b_bpc_o(r_bpc), .b_codec_o(r_codec), .t_valid_o(t_valid),
          .t_ready_i(b_valid & b_ready & b_last), .t_end_o(t_end), .t_bad_o(t_bad),
          .t_bpc_o(t_bpc), .t_byte_o(t_byte));
      lp_codec_unit_dec #(.CODEC(lp_codec_pkg::BPC), .ELEM(ELEM)) u_bpc (
          .clk_i, .rst_ni, .s_valid_i(r_valid & r_bpc), .s_ready_o(bpc_ready), .s_data_i(r_data),
          .s_mem_i(1'b1), .s_last_i(r_last), .s_count_i(6'd0), .s_sectors_i(r_sectors),
          .m_valid_o(bpc_valid), .m_ready_i(b_ready & t_bpc), .m_data_o(bpc_line),
          .m_last_o(bpc_last), .m_err_o(bpc_err), .m_end_o(line_end), .m_byte_o(line_byte),
          .idle_o(line_idle));
      lp_mixed_dec #(.CODECS(15 - 2 ** lp_mixed_pkg::BPC)) u_mixed (
          .clk_i, .rst_ni, .s_valid_i(r_valid & ~r_bpc), .s_ready_o(mixed_ready),
          .s_data_i(r_data), .s_codec_i(r_codec), .s_last_i(r_last), .s_sectors_i(r_sectors),
          .m_valid_o(mixed_valid), .m_ready_i(b_ready & ~t_bpc), .m_data_o(mixed_line),
          .m_last_o(mixed_last), .m_err_o(mixed_err));
      assign b_valid = t_valid & (t_bpc ? bpc_valid : mixed_valid);
      assign b_last = t_bpc ? bpc_last : mixed_last;
      assign b_data = (t_bpc ? bpc_line : mixed_line) & {256{b_valid}};
      assign odd_byte = t_bpc & (line_byte != t_byte);
      assign b_err = t_bad | odd_byte | (t_bpc ? bpc_err : mixed_err);
      assign b_end = t_end;
    end else if (CODECS > lp_codec_pkg::BPC) begin : g_bpc
      wire b_ready, r_valid, r_ready, r_last, t_end, t_bad, line_err;
      assign b_ready = run & h_class[BPC];
      wire [2:0] r_sectors;
      wire [255:0] r_data, line;
      wire [6:0] t_byte, line_byte;
      // The tag of a line arrives before the line; entries end with their line.
      /* verilator lint_off UNUSEDSIGNAL */
      wire t_valid, line_end, line_idle;
      /* verilator lint_on UNUSEDSIGNAL */
      lp_cdma_records u_records (
          .clk_i, .rst_ni, .s_valid_i(may & class_q[BPC]), .s_ready_o(b_take), .s_data_i(f_data),
          .s_last_i(f_last), .s_bytes_i(f_bytes), .b_valid_o(r_valid), .b_ready_i(r_ready),
          .b_data_o(r_data), .b_last_o(r_last), .b_sectors_o(r_sectors), .t_valid_o(t_valid),
          .t_ready_i(b_valid & b_ready & b_last), .t_end_o(t_end), .t_bad_o(t_bad),
          .t_byte_o(t_byte));
      if (CODECS == 3) begin : g_serial
        lp_bpc_dec_serial u_bpc (
            .clk_i, .rst_ni, .s_valid_i(r_valid), .s_ready_o(r_ready), .s_data_i(r_data),
            .s_last_i(r_last), .s_sectors_i(r_sectors), .m_valid_o(b_valid), .m_ready_i(b_ready),
            .m_data_o(line), .m_last_o(b_last), .m_err_o(line_err), .m_byte_o(line_byte));
        assign {line_end, line_idle} = 2'b11;
      end else begin : g_unit
        lp_codec_unit_dec #(.CODEC(lp_codec_pkg::BPC), .ELEM(ELEM)) u_bpc (
            .clk_i, .rst_ni, .s_valid_i(r_valid), .s_ready_o(r_ready), .s_data_i(r_data),
            .s_mem_i(1'b1), .s_last_i(r_last), .s_count_i(6'd0), .s_sectors_i(r_sectors),
            .m_valid_o(b_valid), .m_ready_i(b_ready), .m_data_o(line), .m_last_o(b_last),
            .m_err_o(line_err), .m_end_o(line_end), .m_byte_o(line_byte), .idle_o(line_idle));
      end
      assign b_data = line & {256{b_valid}};
      assign b_err = line_err | t_bad | (line_byte != t_byte);
      assign b_end = t_end;
    end else begin : g_none
      assign {b_take, b_valid, b_last, b_err, b_end, b_data} = {261{1'b0}};
    end
  endgenerate

  // ---------------------------------------------------------------- sectors of the oldest group
  // past: all its sectors have left; fill: all its lines have arrived, the rest is filled with
  // zeros.
  logic past_q, fill_q, bad_q;
  logic [W-1:0] n_q;
  logic [W-3:0] bad_line_q;
  wire room, o_ready, o_valid, go, move;
  assign go = h_valid & room;
  assign run = go & ~fill_q & (past_q | o_ready);
  assign z_ready = run & (h_class[1:0] == 2'b00);

  wire x_valid, x_last, x_err, x_end, is_zvc;
  wire [255:0] x_data;
  assign is_zvc = (h_class[1:0] == 2'b00);
  assign x_valid = h_class[RAW] ? may : h_class[BPC] ? b_valid : z_valid;
  assign x_last = h_class[RAW] | (h_class[BPC] ? b_last : z_last);
  assign x_end = h_class[RAW] ? f_last : h_class[BPC] ? b_end : z_end;
  assign x_err = h_class[RAW] ? f_last & (f_bytes != 5'd0)
               : h_class[BPC] ? b_err : z_err | (z_end & odd);
  assign x_data = (f_data & {256{h_class[RAW]}}) | (b_data & {256{h_class[BPC]}})
                | (z_data & {256{is_zvc}});
  assign f_ready = class_q[RAW] ? run & h_class[RAW] : class_q[BPC] ? b_take : z_take;

  wire at_end, full, judge, close, fresh_bad;
  wire [W-3:0] bad_line;
  assign at_end = (n_q == h_last);
  assign full = past_q | at_end;
  // A sector, or a zero sector in its place, advances.
  assign move = run & x_valid;
  assign o_valid = go & ~past_q & (fill_q | x_valid);
  assign judge = move & x_last;
  assign close = judge & x_end;
  assign fresh_bad = (judge & (x_err | (x_end ^ full)))
                   | (move & past_q & ~h_class[RAW] & (|x_data));
  // A missing line is the one after the last.
  assign bad_line = n_q[W-1:2] + {{W-3{1'b0}}, judge & x_end & ~full & ~x_err & (&n_q[1:0])};

  // A bad ZVC group ends once its last flit has been dropped.
  wire closed, filled;
  assign closed = close & full & ~(is_zvc & z_err);
  assign filled = go & fill_q & (past_q | (at_end & o_ready)) & (tail | ~is_zvc);
  assign done = closed | filled;
  assign tail_pop = done & is_zvc;
  assign tail_push = tail_here & ~(closed & is_zvc & ~tail);

  wire put;
  assign put = o_valid & o_ready;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || done) begin
      past_q <= 1'b0;
      fill_q <= 1'b0;
      bad_q <= 1'b0;
      n_q <= '0;
    end else begin
      if (put && !at_end) n_q <= n_q + W'(1);
      if (put && at_end) past_q <= 1'b1;
      if (close) fill_q <= 1'b1;
      if (fresh_bad) bad_q <= 1'b1;
    end
    if (!bad_q) bad_line_q <= bad_line;
  end

  // ---------------------------------------------------------------- out
  wire m_valid, m_last, e_valid, e_err, bad;
  wire [255:0] m_data;
  wire [W-3:0] line_now, e_line;
  lp_skid #(.WIDTH(257)) u_m (
      .clk_i, .rst_ni, .s_valid_i(o_valid), .s_ready_o(o_ready),
      .s_data_i({at_end, x_data & {256{~fill_q}}}), .m_valid_o(m_valid), .m_ready_i,
      .m_data_o({m_last, m_data}));
  assign m_valid_o = m_valid;
  assign m_last_o = m_valid & m_last;
  assign m_data_o = m_data & {256{m_valid}};

  assign bad = bad_q | fresh_bad;
  assign line_now = (bad_q ? bad_line_q : bad_line) & {W-2{bad}};
  lp_skid #(.WIDTH(W - 1)) u_e (
      .clk_i, .rst_ni, .s_valid_i(done), .s_ready_o(room), .s_data_i({bad, line_now}),
      .m_valid_o(e_valid), .m_ready_i(e_ready_i), .m_data_o({e_err, e_line}));
  assign e_valid_o = e_valid;
  assign e_err_o = e_valid & e_err;
  assign e_bad_o = {e_line & {W-2{e_valid}}, 2'b00};
endmodule

`default_nettype wire
