// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Records of a group (format.md, section 15; DMA profile, section 11), packed byte by byte into
/// flits, become memory entries for lp_bpc_dec and lp_mixed_dec, with a tag for each line: whether
/// the group ends with it, which of the two has it, and the byte in which a stream of BPC must end.
///
/// With plain, records are BPC's, without kinds, as in lp_cdma_records. Otherwise a record begins
/// with its kind; its length follows from its own head: BPC's length byte, the mask of ZVC and
/// XZVC, the codes of EBD. Zero and raw lines go to lp_bpc_dec. A record that is cut off by the end
/// of the group, longer than 96 bytes, or of a kind that is not allowed gives a zero line whose tag
/// is bad and the last of the group; the bytes after it are dropped.
///
/// Latency: 2 cycles from a flit in to its first sector out, 3 for a compressed record with a kind.
/// Interval: 1 cycle per sector, 1 for a zero line, and 1 for the head of a compressed record with
/// a kind; the flit after the first must be available unless the first is the last.
///
/// Stages: the window is h and the flit at the input; head holds a record's first bytes, from which
/// its length is counted while its first sector leaves; r holds the sector at the output.
///
/// Combinational paths: plain, codecs, s_*, b_ready -> s_ready.
module lp_cdma_kinds (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Records of BPC without kinds. Constant while a group is inside.
    input  wire logic         plain_i,
    /// Bit n: records of the codec with number n (lp_mixed_pkg) are allowed. Constant as plain.
    input  wire logic [3:0]   codecs_i,

    /// Flit in: valid.
    input  wire logic         s_valid_i,
    /// Flit in: ready.
    output wire logic         s_ready_o,
    /// Up to 32 bytes of a group.
    input  wire logic [255:0] s_data_i,
    /// Last flit of the group.
    input  wire logic         s_last_i,
    /// With the last flit: its bytes, modulo 32.
    input  wire logic [4:0]   s_bytes_i,

    /// Sector of an entry out: valid.
    output wire logic         b_valid_o,
    /// Sector of an entry out: ready.
    input  wire logic         b_ready_i,
    /// The sector.
    output wire logic [255:0] b_data_o,
    /// Last sector of the entry.
    output wire logic         b_last_o,
    /// With the first sector: 0 zero line, 1..3 compressed, 4 raw.
    output wire logic [2:0]   b_sectors_o,
    /// The entry is for lp_bpc_dec.
    output wire logic         b_bpc_o,
    /// Codec of another entry (lp_mixed_pkg).
    output wire logic [1:0]   b_codec_o,

    /// Tag of a line: valid.
    output wire logic         t_valid_o,
    /// Tag of a line: ready.
    input  wire logic         t_ready_i,
    /// The group's bytes end with this line.
    output wire logic         t_end_o,
    /// The line is bad, even if the decoder reports none.
    output wire logic         t_bad_o,
    /// The line is in lp_bpc_dec.
    output wire logic         t_bpc_o,
    /// The byte in which a stream of BPC must end, from 0; 0 for another line.
    output wire logic [6:0]   t_byte_o
);
  // Largest number of lines between this unit and the decoders' output.
  localparam int LINES = 8;
  // Bytes of a record from which its length is known: EBD's codes.
  localparam int HEAD = 26;
  // Bytes of the largest record; elements of the largest one of ZVC.
  localparam logic [7:0] MOST = 8'd96;
  localparam logic [6:0] ZVC_MOST = 7'd44;
  genvar i;

  // ---------------------------------------------------------------- the window
  // o: the next byte in h; end: bytes in use.
  logic h_full_q, h_last_q;
  logic [255:0] h_q;
  logic [5:0] h_end_q;
  logic [4:0] o_q;
  // first: the next byte begins a record; fresh: its first sector is due; else left bytes remain.
  logic first_q, fresh_q, drop_q;
  logic [7:0] left_q;
  logic [6:0] byte_q;

  wire [5:0] s_end;
  wire at_last;
  wire [6:0] stop;
  assign s_end = {~s_last_i | (s_bytes_i == 5'd0), s_bytes_i & {5{s_last_i}}};
  // The group's end is in the window, and its position.
  assign at_last = h_last_q | s_last_i;
  assign stop = h_last_q ? {1'b0, h_end_q} : {s_end[5], ~s_end[5], s_end[4:0]};

  wire [511:0] window;
  wire [263:0] by_o;
  assign window = {s_data_i, h_q};
  assign by_o = window[{1'b0, o_q, 3'b0} +: 264];

  // ---------------------------------------------------------------- the first byte of a record
  // lead: this byte, and BPC's length, are taken alone.
  wire [7:0] kind, second;
  wire zero, raw, bpc, allowed, lead, unknown;
  assign kind = by_o[7:0];
  assign second = by_o[15:8];
  assign zero = (kind == 8'd0);
  assign raw = (kind == 8'd255);
  assign bpc = (kind == 8'd1);
  assign allowed = bpc ? codecs_i[lp_mixed_pkg::BPC] & (second != 8'd0) & (second <= MOST)
                 : (kind == 8'd2) ? codecs_i[lp_mixed_pkg::ZVC]
                 : (kind == 8'd3) ? codecs_i[lp_mixed_pkg::XZVC]
                 : (kind[7:1] == 7'd2) & codecs_i[lp_mixed_pkg::EBD];
  assign unknown = ~zero & ~raw & (plain_i ? kind > MOST : ~allowed);
  assign lead = first_q & ~drop_q & ~plain_i & ~zero & ~raw & ~unknown;

  // ---------------------------------------------------------------- the length of a record
  // kind: 1 BPC, 2 ZVC, 3 XZVC, 4 EBD's mask, 5 its codes.
  logic [2:0] kind_q;
  logic [8*HEAD-1:0] head_q;
  logic [6:0] announced_q;
  wire is_bpc, is_ebd, full, misfit;
  wire [6:0] elements, marked, sevens;
  // Only pairs of escapes count.
  /* verilator lint_off UNUSEDSIGNAL */
  wire [6:0] sixes;
  /* verilator lint_on UNUSEDSIGNAL */
  wire [4:0] places;
  wire [63:0] seven, six;
  wire [15:0] place;
  assign is_bpc = ~kind_q[2] & ~kind_q[1];
  assign is_ebd = kind_q[2];
  assign full = head_q[lp_ebd_pkg::FULL];
  generate
    for (i = 0; i < 64; i = i + 1) begin : g_code
      assign seven[i] = (head_q[lp_ebd_pkg::CODES + 3*i +: 3] == 3'd7);
      assign six[i] = (head_q[lp_ebd_pkg::CODES + 3*i +: 3] == 3'd6);
    end
    for (i = 0; i < 16; i = i + 1) begin : g_place
      assign place[i] = (head_q[lp_ebd_pkg::MASK_CODES + 3*i +: 3] == 3'd7);
    end
  endgenerate
  lp_popcount #(.WIDTH(64)) u_elements (.bits_i(head_q[63:0]), .count_o(elements));
  lp_popcount #(.WIDTH(64)) u_marked (
      .bits_i(head_q[lp_ebd_pkg::MASK +: 64]), .count_o(marked));
  lp_popcount #(.WIDTH(16)) u_places (.bits_i(place), .count_o(places));
  lp_popcount #(.WIDTH(64)) u_sevens (.bits_i(seven), .count_o(sevens));
  lp_popcount #(.WIDTH(64)) u_sixes (.bits_i(six), .count_o(sixes));

  wire [5:0] pairs;
  wire [7:0] zvc_len, mask_len, code_len, own;
  // Pairs of escapes.
  assign pairs = full ? sevens[6:1] : sixes[6:1];
  assign zvc_len = {elements, 1'b0} + 8'd8;
  assign mask_len = 8'd15 + {1'b0, marked} + {4'd0, places[4:1]} + {7'd0, places[0]};
  assign code_len = 8'd90 - {1'b0, sevens & {7{~full}}} + {2'd0, pairs};
  assign own = is_bpc ? {1'b0, announced_q} : !is_ebd ? zvc_len : kind_q[0] ? code_len : mask_len;
  assign misfit = is_bpc ? 1'b0 : !is_ebd ? elements > ZVC_MOST
                : kind_q[0] ? (code_len > MOST) | (code_len < 8'd33)
                : (marked > 7'd16) | (mask_len > 8'd32);

  // ---------------------------------------------------------------- the sector
  wire [7:0] len, need, room;
  wire wrong, more;
  wire [5:0] start, take;
  wire [6:0] next;
  assign wrong = drop_q | (first_q & unknown) | (fresh_q & misfit);
  assign len = fresh_q ? own : !first_q ? left_q : raw ? 8'd128 : kind;
  assign start = {1'b0, o_q} + {5'b0, first_q};
  assign more = (len > 8'd32);
  assign take = lead ? {5'd0, bpc} : more ? 6'd32 : len[5:0];
  // At least one byte follows the head.
  assign need = lead ? {6'd0, bpc, ~bpc} : len;
  // Bytes up to the end of the group, if it is in the window; computed in parallel with the length,
  // which is late.
  assign room = {1'b0, stop} - {2'b0, start};
  assign next = {1'b0, start} + {1'b0, take};

  wire may, step, cut, spoiled, ends, line, leave;
  assign leave = ~b_valid_o | b_ready_i;
  // cut: bytes are missing. A malformed record becomes a line once the group's end is in the
  // window.
  assign cut = at_last & (need > room);
  assign spoiled = wrong ? at_last : cut;
  assign line = spoiled | (~wrong & ~lead & ~more);
  assign ends = spoiled | (at_last & line & (len == room));
  wire tag_ready;
  assign may = h_full_q & (h_last_q | s_valid_i) & leave & tag_ready;
  assign step = may & ~(wrong & ~at_last) & ~(lead & ~cut);

  // ---------------------------------------------------------------- what moves on
  // over: h is consumed; both: so is the flit at the input.
  wire over, both;
  assign over = may & (ends | wrong | (|next[6:5]));
  assign both = (ends & ~h_last_q) | (~ends & ~wrong & next[6]);
  assign s_ready_o = ~h_full_q | over;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      h_full_q <= 1'b0;
      first_q <= 1'b1;
      fresh_q <= 1'b0;
      drop_q <= 1'b0;
      o_q <= 5'd0;
    end else begin
      if (s_ready_o) h_full_q <= s_valid_i & ~(h_full_q & both);
      if (may) begin
        o_q <= (ends | wrong) ? 5'd0 : next[4:0];
        drop_q <= wrong & ~at_last;
        first_q <= line | wrong;
        fresh_q <= lead & ~cut;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (s_ready_o) begin
      h_q <= s_data_i;
      h_last_q <= s_last_i;
      h_end_q <= s_end;
    end
    if (may) left_q <= len - 8'd32;
    if (may && first_q) begin
      kind_q <= kind[2:0];
      head_q <= by_o[8 +: 8*HEAD];
      announced_q <= second[6:0];
    end
  end

  // From the byte after start on; missing bytes of a record are zero.
  wire [255:0] bytes, kept;
  assign bytes = first_q ? by_o[263:8] : by_o[255:0];
  generate
    for (i = 0; i < 32; i = i + 1) begin : g_kept
      assign kept[8*i +: 8] = bytes[8*i +: 8] & {8{(take > 6'(i)) & ~spoiled}};
    end
  endgenerate

  // bpc: where the current record goes, once its first sector has left.
  logic b_valid_q, b_last_q, bpc_q;
  logic [1:0] b_codec_q;
  logic [2:0] b_sectors_q;
  logic [255:0] b_data_q;
  wire to_bpc;
  wire [2:0] sectors;
  assign to_bpc = fresh_q ? is_bpc | spoiled : first_q | bpc_q;
  assign sectors = (first_q & raw) ? 3'd4 : {1'b0, more, ~more | (len > 8'd64)};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) b_valid_q <= 1'b0;
    else if (leave) b_valid_q <= step;
    if (leave) begin
      b_data_q <= kept;
      b_last_q <= line;
      b_codec_q <= {kind_q[2] | kind_q[0], kind_q[2]};
      b_sectors_q <= sectors & {3{~spoiled & (fresh_q | (first_q & ~zero))}};
    end
    if (may & ~(lead & ~cut)) bpc_q <= to_bpc;
  end
  assign {b_valid_o, b_last_o, b_sectors_o} = {b_valid_q, b_last_q, b_sectors_q};
  assign b_bpc_o = bpc_q;
  assign b_codec_o = b_codec_q;
  assign b_data_o = b_data_q;

  // ---------------------------------------------------------------- tags
  wire [6:0] byte_now;
  assign byte_now = fresh_q ? (announced_q - 7'd1) & {7{is_bpc}}
                  : !first_q ? byte_q : (kind[6:0] - 7'd1) & {7{~raw & ~zero}};
  always_ff @(posedge clk_i) begin
    if (may && (first_q || fresh_q)) byte_q <= byte_now;
  end
  lp_fifo #(.WIDTH(10), .DEPTH(LINES)) u_tags (
      .clk_i, .rst_ni, .s_valid_i(step & line), .s_ready_o(tag_ready),
      .s_data_i({ends, spoiled, to_bpc, byte_now}), .m_valid_o(t_valid_o), .m_ready_i(t_ready_i),
      .m_data_o({t_end_o, t_bad_o, t_bpc_o, t_byte_o}));
endmodule

`default_nettype wire
