// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Turns memory entries into records and packs those of a group into flits, without padding between
/// records. With plain they are BPC's: a byte announces each (0: nothing follows, a zero line;
/// 1..96: that many bytes of stream; 255: the raw line). Otherwise it is the record's kind
/// (format.md, section 15), and a record of BPC has this byte after its kind.
///
/// Latency: 2 cycles from an entry's beat to the flit that it fills or ends. Interval: 1 cycle per
/// beat, 1 more for BPC's kind, and at most two more per group: its last flit may need its own
/// cycle, and so may a full one before a record.
///
/// Stages: E holds a beat, with the byte that announces its record if it is the first; H the bytes
/// that do not fill a flit yet. The beat is rotated to their end and joins them; bytes beyond the
/// flit stay in H.
///
/// Combinational paths: plain, s_codec, m_ready -> s_ready.
module lp_cdma_record_pack #(
    /// 1: records may have kinds; 0: plain and codec are not used.
    parameter int KINDS = 0
) (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Records of BPC without kinds. Constant while a group is inside.
    input  wire logic         plain_i,

    /// Beat of an entry in: valid.
    input  wire logic         s_valid_i,
    /// Beat in: ready.
    output wire logic         s_ready_o,
    /// The beat, zero past the entry's end.
    input  wire logic [255:0] s_data_i,
    /// Codec of the entry (lp_mixed_pkg); 0 for a zero or raw line.
    input  wire logic [1:0]   s_codec_i,
    /// Last beat of the entry.
    input  wire logic         s_last_i,
    /// Bits of the entry's record, ignored if it is raw.
    input  wire logic [9:0]   s_size_i,
    /// Its sectors: 0 zero line, 1..3, 4 raw.
    input  wire logic [2:0]   s_sectors_i,
    /// The entry's line is the last of its group.
    input  wire logic         s_end_i,

    /// Flit out: valid.
    output wire logic         m_valid_o,
    /// Flit out: ready.
    input  wire logic         m_ready_i,
    /// Bytes of the records, zero past the group's end.
    output wire logic [255:0] m_data_o,
    /// The group's last.
    output wire logic         m_last_o,
    /// Bytes in use, 1..32; 32 in all flits but the last.
    output wire logic [5:0]   m_bytes_o
);
  genvar i;

  // ---------------------------------------------------------------- E: a beat and its bytes
  // some: bytes of the last beat of a stream; 0 stands for 32.
  logic start_q;
  wire raw, zero, take;
  wire [6:0] bytes;
  wire [5:0] some, fresh;
  assign raw = s_sectors_i[2];
  assign zero = s_sectors_i == 3'd0;
  assign bytes = s_size_i[9:3] + {6'd0, |s_size_i[2:0]};
  assign some = {bytes[4:0] == 5'd0, bytes[4:0]};
  assign fresh = (~s_last_i | raw) ? 6'd32 : some & {6{~zero}};

  logic valid_q, first_q, end_q;
  logic [255:0] data_q;
  logic [7:0] announce_q;
  logic [5:0] count_q;
  // lead: a record of BPC waits while E takes its kind, as a byte that announces nothing.
  wire load, lead;
  wire [7:0] head;
  assign load = ~valid_q | take;
  assign s_ready_o = load & ~lead;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      start_q <= 1'b1;
    end else if (load) begin
      valid_q <= s_valid_i;
      if (s_valid_i) start_q <= s_last_i | lead;
    end
    if (load) begin
      data_q <= s_data_i & {256{~lead}};
      first_q <= start_q;
      end_q <= s_last_i & s_end_i & ~lead;
      announce_q <= {8{raw}} | (head & {8{~raw & ~zero}});
      count_q <= (fresh & {6{~lead}}) + {5'd0, start_q};
    end
  end

  generate
    if (KINDS != 0) begin : g_kinds
      logic led_q;
      wire is_bpc, is_ebd;
      assign is_bpc = (s_codec_i == 2'(lp_mixed_pkg::BPC));
      assign is_ebd = (s_codec_i == 2'(lp_mixed_pkg::EBD));
      assign lead = start_q & ~plain_i & is_bpc & ~led_q;
      assign head = lead ? 8'd1 : (plain_i | is_bpc) ? {1'b0, bytes}
                  : is_ebd ? {7'd2, s_sectors_i[1]} : {7'd1, s_codec_i[1]};
      always_ff @(posedge clk_i) begin
        if (!rst_ni) led_q <= 1'b0;
        else if (load & s_valid_i) led_q <= lead;
      end
    end else begin : g_plain
      /* verilator lint_off UNUSEDSIGNAL */
      wire unused;
      /* verilator lint_on UNUSEDSIGNAL */
      assign unused = plain_i | (|s_codec_i);
      assign lead = 1'b0;
      assign head = {1'b0, bytes};
    end
  endgenerate

  // ---------------------------------------------------------------- H: content
  // level: bytes held, 32 only if full or tail. full: they leave before a record begins, or as the
  // beat follows them. tail: they are the last flit of a group.
  logic [5:0] level_q;
  logic full_q, tail_q;
  wire alone, over, emit;
  wire [6:0] sum;
  wire [5:0] from;
  assign alone = tail_q | (full_q & (first_q | ~valid_q));
  assign take = valid_q & m_ready_i & ~alone;
  assign sum = {2'b0, level_q[4:0]} + {1'b0, count_q};
  assign over = sum[6] | sum[5];
  assign emit = valid_q & (over | end_q);
  assign from = {1'b0, level_q[4:0]} + {5'd0, first_q};

  wire rest;
  assign rest = full_q | sum[6] | (sum[5] & (|sum[4:0]));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      level_q <= 6'd0;
      full_q <= 1'b0;
      tail_q <= 1'b0;
    end else if (m_ready_i) begin
      if (alone) begin
        level_q <= 6'd0;
        full_q <= 1'b0;
        tail_q <= 1'b0;
      end else if (valid_q) begin
        level_q <= full_q ? sum[5:0]
                 : over ? {sum[6], sum[4:0]} : sum[5:0] & {6{~end_q}};
        full_q <= ~end_q & (full_q ? sum[5] : sum[6]);
        tail_q <= end_q & rest;
      end
    end
  end

  // ---------------------------------------------------------------- the beat, rotated
  wire [255:0] turn_0, turn_1, turn_2, turn_3, ring;
  assign turn_0 = from[0] ? {data_q[247:0], data_q[255:248]} : data_q;
  assign turn_1 = from[1] ? {turn_0[239:0], turn_0[255:240]} : turn_0;
  assign turn_2 = from[2] ? {turn_1[223:0], turn_1[255:224]} : turn_1;
  assign turn_3 = from[3] ? {turn_2[191:0], turn_2[255:192]} : turn_2;
  assign ring = from[4] ? {turn_3[127:0], turn_3[255:128]} : turn_3;

  // H keeps the bytes beyond the flit, or all if no flit leaves with the beat.
  logic [255:0] held_q;
  wire hold, held_out, new_out, join_held, take_low, take_high;
  assign hold = m_ready_i & (alone | valid_q);
  assign held_out = full_q | tail_q | emit;
  assign new_out = ~full_q & ~tail_q & emit;
  assign join_held = ~alone & ~full_q & ~emit;
  assign take_low = ~alone & ~full_q & over;
  assign take_high = ~alone & (full_q | ~emit);
  generate
    for (i = 0; i < 32; i = i + 1) begin : g_byte
      wire below, begins;
      wire [7:0] announced;
      assign below = from > 6'(i);
      assign begins = first_q & (level_q[4:0] == 5'(i));
      assign announced = announce_q & {8{begins}};
      assign m_data_o[8*i +: 8] =
          (held_q[8*i +: 8] & {8{held_out}})
        | (((ring[8*i +: 8] & {8{~below}}) | announced) & {8{new_out}});
      always_ff @(posedge clk_i) begin
        if (!rst_ni) held_q[8*i +: 8] <= 8'd0;
        else if (hold)
          held_q[8*i +: 8] <= ((held_q[8*i +: 8] | announced) & {8{join_held}})
                            | (ring[8*i +: 8] & {8{below ? take_low : take_high}});
      end
    end
  endgenerate

  assign m_valid_o = held_out;
  assign m_last_o = tail_q | (new_out & end_q & ~rest);
  assign m_bytes_o = (full_q | tail_q) ? level_q : ((over ? 6'd32 : sum[5:0]) & {6{emit}});
endmodule

`default_nettype wire
