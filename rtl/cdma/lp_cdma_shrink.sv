// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The encoder side of a channel's engine: raw sectors of groups in, flits of their stored form
/// out. A group is 1 to 16 sectors; its last line is padded with zero sectors. ZVC packs a group's
/// lines into one stream, BPC stores a record for each, raw the sectors themselves. With CODECS=15
/// lp_mixed_enc has BPC's place, and records of the other codecs have a kind. A group of another
/// codec waits until the earlier ones have left. Each group's zero words are counted and given with
/// its last flit, as is an error of a sector.
///
/// Latency: from a group's first sector in to its first flit out 2 cycles raw, 6 ZVC, 11 BPC, if
/// that sector fills a flit, with CODECS=15 2 more than lp_mixed_enc; a sparser group leaves as its
/// flits fill, or when it ends. Interval: 16 cycles per full group; 17 or 18 for one whose stored
/// form has as many flits; BPC 17 at most; mixed codecs the interval of lp_mixed_enc. With CODECS=3
/// BPC has the latency and interval of lp_bpc_enc_serial, 64 cycles per full group.
/// Payload is zero while valid is low.
///
/// Stages: skids take group and sector; the feeder pads the lines; the encoder and, for records,
/// the record packer follow; a queue outputs the flits, the last of a group with its zero count,
/// which is made in parallel with the encoder.
///
/// Source: cDMA (HPCA'18) sections V-B and V-C.
///
/// Combinational paths: none.
module lp_cdma_shrink #(
    /// Codecs built: 1 ZVC, 2 and BPC, 3 with serial units of BPC, 15 all of lp_mixed_pkg and the
    /// best of them. Raw is always available.
    parameter int CODECS = lp_codec_pkg::CODECS,
    /// Element width of ZVC in bits: 8, 16 or 32.
    parameter int ELEM = 32
) (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Group in, before its first sector or with it: valid.
    input  wire logic         i_valid_i,
    /// Group in: ready.
    output wire logic         i_ready_o,
    /// Its sectors, 1..16.
    input  wire logic [4:0]   i_sectors_i,
    /// Its codec: 0 ZVC, 1 BPC, 2 XZVC, 3 EBD, 4 the best of all for each line; a number that is
    /// not built is raw.
    input  wire logic [3:0]   i_codec_i,

    /// Raw sector in: valid.
    input  wire logic         s_valid_i,
    /// Sector in: ready.
    output wire logic         s_ready_o,
    /// The sector, lowest address in the lowest byte.
    input  wire logic [255:0] s_data_i,
    /// The memory returned an error.
    input  wire logic         s_err_i,

    /// Flit out: valid.
    output wire logic         m_valid_o,
    /// Flit out: ready.
    input  wire logic         m_ready_i,
    /// Bytes of the stored form, zero past its end.
    output wire logic [255:0] m_data_o,
    /// The group's last.
    output wire logic         m_last_o,
    /// Bytes in use, 1..32; 32 in all flits but the last.
    output wire logic [5:0]   m_bytes_o,
    /// With the last: zero words among the group's raw sectors, 0..128.
    output wire logic [7:0]   m_zeros_o,
    /// With the last: a sector of the group had an error.
    output wire logic         m_err_o
);
  generate
    if ((CODECS < 1 || CODECS > 3) && CODECS != 15) begin : g_check_codecs
      lp_bad_CODECS_none_of_1_2_3_15 u_bad ();
    end
    if (ELEM != 8 && ELEM != 16 && ELEM != 32) begin : g_check_elem
      lp_bad_ELEM_none_of_8_16_32 u_bad ();
    end
  endgenerate

  // Groups from their first sector to their last flit.
  localparam int GROUPS = 6;
  localparam int FLIT = 256 + 1 + 6;
  // Records have kinds; then a group has two bits more.
  localparam logic KINDS = CODECS == 15;
  localparam int GROUP_W = KINDS ? 8 : 6;

  /* verilator lint_off UNUSEDSIGNAL */
  wire unused;
  /* verilator lint_on UNUSEDSIGNAL */
  assign unused = i_sectors_i[4];

  // ---------------------------------------------------------------- skids of group and sector
  // zvc, bpc: the codec, neither for raw, and bpc for all with records, whose number modulo 4 is
  // mode; size: sectors less 1.
  wire h_valid, h_take, h_zvc, h_bpc, h_raw;
  wire [3:0] h_size;
  /* verilator lint_off UNUSEDSIGNAL */
  wire [1:0] h_mode;
  wire [7:0] i_group, h_group;
  /* verilator lint_on UNUSEDSIGNAL */
  wire i_zvc, i_bpc;
  assign i_zvc = i_codec_i == 4'(lp_codec_pkg::ZVC);
  assign i_bpc = KINDS ? ~i_zvc & (i_codec_i <= 4'(lp_mixed_pkg::BEST))
               : CODECS > 1 && i_codec_i == 4'(lp_codec_pkg::BPC);
  assign i_group = {i_codec_i[1:0] & {2{i_bpc}}, i_zvc, i_bpc, i_sectors_i[3:0] - 4'd1};
  lp_skid #(.WIDTH(GROUP_W)) u_group (
      .clk_i, .rst_ni, .s_valid_i(i_valid_i), .s_ready_o(i_ready_o),
      .s_data_i(i_group[GROUP_W-1:0]), .m_valid_o(h_valid), .m_ready_i(h_take),
      .m_data_o(h_group[GROUP_W-1:0]));
  generate
    if (!KINDS) begin : g_mode
      assign h_group[7:6] = 2'd0;
    end
  endgenerate
  assign {h_mode, h_zvc, h_bpc, h_size} = h_group;
  assign h_raw = ~(h_zvc | h_bpc);

  wire d_valid, d_ready, d_err;
  wire [255:0] d_data;
  lp_skid #(.WIDTH(257)) u_sector (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .s_data_i({s_err_i, s_data_i}),
      .m_valid_o(d_valid), .m_ready_i(d_ready), .m_data_o({d_err, d_data}));

  // ---------------------------------------------------------------- the feeder
  // beat: of the group, including padding. All groups inside have one codec.
  logic [3:0] beat_q;
  logic [2:0] inside_q;
  logic zvc_q, bpc_q, none_q, room_q;
  wire first, last, pad, may, go, valid, ready, take, leave, same;
  assign first = beat_q == 4'd0;
  assign last = beat_q == (h_size | {2'b0, {2{~h_raw}}});
  assign pad = beat_q > h_size;
  assign may = none_q | (room_q & (h_zvc == zvc_q) & (h_bpc == bpc_q) & same);
  assign go = h_valid & (~first | may);
  assign valid = go & (pad | d_valid);
  assign d_ready = go & ~pad & ready;
  assign take = valid & ready;
  assign h_take = take & last;

  wire [2:0] groups;
  assign groups = inside_q + {2'b0, take & first} - {2'b0, leave};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      beat_q <= 4'd0;
      inside_q <= 3'd0;
      none_q <= 1'b1;
      room_q <= 1'b1;
    end else begin
      if (take) beat_q <= last ? 4'd0 : beat_q + 4'd1;
      inside_q <= groups;
      none_q <= groups == 3'd0;
      room_q <= groups != 3'(GROUPS);
    end
    if (take) begin
      zvc_q <= h_zvc;
      bpc_q <= h_bpc;
    end
  end

  wire [255:0] data;
  assign data = d_data & {256{~pad}};

  // ---------------------------------------------------------------- zeros and errors
  wire counted, info_valid, info_err;
  wire [7:0] zeros, info_zeros;
  lp_cdma_zeros u_zeros (
      .clk_i, .rst_ni, .s_valid_i(take), .s_data_i(d_data), .s_pad_i(pad), .s_last_i(last),
      .m_valid_o(counted), .m_zeros_o(zeros));

  logic err_q, err_1_q;
  always_ff @(posedge clk_i) begin
    if (take) err_q <= (err_q & ~first) | (d_err & ~pad);
    err_1_q <= err_q;
  end

  /* verilator lint_off UNUSEDSIGNAL */
  wire info_ready;  // always, since there is an entry for each group inside
  /* verilator lint_on UNUSEDSIGNAL */
  lp_fifo #(.WIDTH(9), .DEPTH(GROUPS)) u_info (
      .clk_i, .rst_ni, .s_valid_i(counted), .s_ready_o(info_ready), .s_data_i({err_1_q, zeros}),
      .m_valid_o(info_valid), .m_ready_i(leave), .m_data_o({info_err, info_zeros}));

  // ---------------------------------------------------------------- ZVC
  wire room, zvc_ready, zvc_valid, zvc_last;
  wire [255:0] zvc_data;
  wire [5:0] zvc_count;
  /* verilator lint_off UNUSEDSIGNAL */
  wire zvc_mem;
  wire [10:0] zvc_size;
  wire [2:0] zvc_sectors;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_codec_unit_enc #(.CODEC(lp_codec_pkg::ZVC), .ELEM(ELEM)) u_zvc (
      .clk_i, .rst_ni, .s_valid_i(valid & h_zvc), .s_ready_o(zvc_ready), .s_data_i(data),
      .s_mem_i(1'b0), .s_last_i(last), .m_valid_o(zvc_valid), .m_ready_i(room),
      .m_data_o(zvc_data), .m_mem_o(zvc_mem), .m_last_o(zvc_last), .m_count_o(zvc_count),
      .m_size_o(zvc_size), .m_sectors_o(zvc_sectors));

  // ---------------------------------------------------------------- BPC, or all with records
  wire bpc_ready, bpc_valid;
  wire [FLIT-1:0] bpc_flit;
  generate
    if (KINDS) begin : g_kinds
      wire entry_valid, entry_ready, entry_last, entry_end, flit_last, enc_ready, end_ready;
      wire [255:0] entry_data, flit_data;
      wire [1:0] entry_codec;
      wire [2:0] entry_sectors;
      wire [5:0] flit_bytes;
      /* verilator lint_off UNUSEDSIGNAL */
      wire end_valid;
      wire [10:0] entry_size;
      /* verilator lint_on UNUSEDSIGNAL */
      logic [1:0] mode_q;
      always_ff @(posedge clk_i) begin
        if (take) mode_q <= h_mode;
      end
      assign same = h_mode == mode_q;
      assign bpc_ready = enc_ready & end_ready;
      lp_mixed_enc u_enc (
          .clk_i, .rst_ni, .quick_i(1'b0), .s_valid_i(valid & h_bpc & end_ready),
          .s_ready_o(enc_ready), .s_data_i(data), .s_codec_i({~|h_mode, h_mode}),
          .m_valid_o(entry_valid), .m_ready_i(entry_ready), .m_data_o(entry_data),
          .m_codec_o(entry_codec), .m_last_o(entry_last), .m_size_o(entry_size),
          .m_sectors_o(entry_sectors));
      lp_fifo #(.WIDTH(1), .DEPTH(8)) u_end (
          .clk_i, .rst_ni, .s_valid_i(take & h_bpc & (&beat_q[1:0])), .s_ready_o(end_ready),
          .s_data_i(last), .m_valid_o(end_valid),
          .m_ready_i(entry_valid & entry_ready & entry_last), .m_data_o(entry_end));
      lp_cdma_record_pack #(.KINDS(1)) u_record (
          .clk_i, .rst_ni, .plain_i(mode_q == 2'(lp_codec_pkg::BPC)), .s_valid_i(entry_valid),
          .s_ready_o(entry_ready), .s_data_i(entry_data), .s_codec_i(entry_codec),
          .s_last_i(entry_last), .s_size_i(entry_size[9:0]), .s_sectors_i(entry_sectors),
          .s_end_i(entry_end), .m_valid_o(bpc_valid), .m_ready_i(room), .m_data_o(flit_data),
          .m_last_o(flit_last), .m_bytes_o(flit_bytes));
      assign bpc_flit = {flit_last, flit_bytes, flit_data};
    end else if (CODECS > 1) begin : g_bpc
      assign same = 1'b1;
      wire entry_valid, entry_ready, entry_last, entry_end, flit_last;
      wire [255:0] entry_data, flit_data;
      wire [2:0] entry_sectors;
      wire [5:0] flit_bytes;
      // end_ready: always high, since the encoder has at most three whole lines, the serial one
      // five.
      localparam int ENDS = CODECS == 3 ? 8 : 4;
      /* verilator lint_off UNUSEDSIGNAL */
      wire entry_mem, end_ready, end_valid;
      wire [5:0] entry_count;
      wire [10:0] entry_size;
      /* verilator lint_on UNUSEDSIGNAL */
      if (CODECS == 3) begin : g_serial
        lp_bpc_enc_serial u_bpc (
            .clk_i, .rst_ni, .s_valid_i(valid & h_bpc), .s_ready_o(bpc_ready), .s_data_i(data),
            .m_valid_o(entry_valid), .m_ready_i(entry_ready), .m_data_o(entry_data),
            .m_last_o(entry_last), .m_size_o(entry_size), .m_sectors_o(entry_sectors));
        assign {entry_mem, entry_count} = {1'b1, 6'd0};
      end else begin : g_unit
        lp_codec_unit_enc #(.CODEC(lp_codec_pkg::BPC), .ELEM(ELEM)) u_bpc (
            .clk_i, .rst_ni, .s_valid_i(valid & h_bpc), .s_ready_o(bpc_ready), .s_data_i(data),
            .s_mem_i(1'b1), .s_last_i(1'b0), .m_valid_o(entry_valid), .m_ready_i(entry_ready),
            .m_data_o(entry_data), .m_mem_o(entry_mem), .m_last_o(entry_last),
            .m_count_o(entry_count), .m_size_o(entry_size), .m_sectors_o(entry_sectors));
      end
      lp_fifo #(.WIDTH(1), .DEPTH(ENDS)) u_end (
          .clk_i, .rst_ni, .s_valid_i(take & h_bpc & (&beat_q[1:0])), .s_ready_o(end_ready),
          .s_data_i(last), .m_valid_o(end_valid),
          .m_ready_i(entry_valid & entry_ready & entry_last), .m_data_o(entry_end));
      lp_cdma_record_pack u_record (
          .clk_i, .rst_ni, .plain_i(1'b1), .s_valid_i(entry_valid), .s_ready_o(entry_ready),
          .s_data_i(entry_data), .s_codec_i(2'd0), .s_last_i(entry_last),
          .s_size_i(entry_size[9:0]),
          .s_sectors_i(entry_sectors), .s_end_i(entry_end), .m_valid_o(bpc_valid),
          .m_ready_i(room), .m_data_o(flit_data), .m_last_o(flit_last), .m_bytes_o(flit_bytes));
      assign bpc_flit = {flit_last, flit_bytes, flit_data};
    end else begin : g_none
      assign same = 1'b1;
      assign bpc_ready = 1'b0;
      assign bpc_valid = 1'b0;
      assign bpc_flit = {FLIT{1'b0}};
    end
  endgenerate

  // ---------------------------------------------------------------- the queue of flits
  // Flits of idle codecs are zero.
  wire raw_valid, q_valid, q_last;
  wire [FLIT-1:0] zvc_flit, raw_flit;
  wire [255:0] q_data;
  wire [5:0] q_bytes;
  assign ready = (h_zvc & zvc_ready) | (h_bpc & bpc_ready) | (h_raw & room);
  assign raw_valid = valid & h_raw;
  assign zvc_flit = {zvc_last, 6'(zvc_count << $clog2(ELEM / 8)), zvc_data};
  assign raw_flit = {last, 6'd32, d_data} & {FLIT{raw_valid}};
  lp_queue #(.WIDTH(FLIT), .DEPTH(4)) u_flits (
      .clk_i, .rst_ni, .s_valid_i(zvc_valid | bpc_valid | raw_valid), .s_ready_o(room),
      .s_data_i(zvc_flit | bpc_flit | raw_flit), .m_valid_o(q_valid),
      .m_ready_i(m_ready_i & (~q_last | info_valid)), .m_data_o({q_last, q_bytes, q_data}));

  assign m_valid_o = q_valid & (~q_last | info_valid);
  assign leave = m_valid_o & m_ready_i & q_last;
  assign m_last_o = q_last & m_valid_o;
  assign m_data_o = q_data & {256{m_valid_o}};
  assign m_bytes_o = q_bytes & {6{m_valid_o}};
  assign m_zeros_o = info_zeros & {8{m_last_o}};
  assign m_err_o = info_err & m_last_o;
endmodule

`default_nettype wire
