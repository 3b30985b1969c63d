// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Packs eight symbols per cycle into sectors. Each is shifted to its phase, its start position
/// within a word of the stream; bits beyond the word belong to the lane above. The nine lanes are
/// compacted, since symbols of less than 32 bits share words, rotated to the stream position and
/// joined to the held part of the sector.
///
/// Words: bit 31 is the stream's first. A beat has at most 256 bits, so a ring of 256 bits holds
/// it; bits below its start belong to the next sector.
///
/// Combinational from symbols to data; state: the incomplete sector (held) and the bits beyond it.
module lp_bpc_pack (
    /// Clock.
    input  wire logic         clk_i,
    /// Take the beat.
    input  wire logic         move_i,

    /// Symbols, 32 bits each, the first in the low bits.
    input  wire logic [255:0] symbol_i,
    /// Their phases, 5 bits each.
    input  wire logic [39:0]  phase_i,
    /// Lane i moves down by 1, 2, 4: bit i of these (of the second and third: the lane that it has
    /// reached by the earlier moves).
    input  wire logic [8:1]   down_1_i,
    /// See down_1_i.
    input  wire logic [8:2]   down_2_i,
    /// See down_1_i.
    input  wire logic [8:4]   down_4_i,
    /// The word of the sector in which the beat begins; the first phase gives the bit.
    input  wire logic [2:0]   word_i,
    /// The beat is appended to the held part of the sector.
    input  wire logic         join_held_i,
    /// The beat is appended to the bits beyond the held sector.
    input  wire logic         join_beyond_i,

    /// Take the head of a line: base and plane 32 as bits beyond the sector, the first at bit 64.
    input  wire logic         head_valid_i,
    /// The head.
    input  wire logic [64:0]  head_i,

    /// The held sector is output.
    input  wire logic         out_held_i,
    /// The sector that the beat completes is output, and the bits beyond it are held. Never with
    /// join_beyond_i: then the held sector is output, or none.
    input  wire logic         out_new_i,
    /// The sector, its first bit at bit 7 of byte 0; 0 if there is none.
    output wire logic [255:0] data_o
);
  genvar i, b;

  // ---------------------------------------------------------------- phases
  wire [511:0] shifted;
  wire [287:0] lane;
  generate
    for (i = 0; i < 8; i = i + 1) begin : g_shift
      wire [63:0] by_1, by_2, by_4, by_8;
      wire [4:0] by;
      assign by = phase_i[5*i +: 5];
      assign by_1 = by[0] ? {1'b0, symbol_i[32*i +: 32], 31'b0} : {symbol_i[32*i +: 32], 32'b0};
      assign by_2 = by[1] ? by_1 >> 2 : by_1;
      assign by_4 = by[2] ? by_2 >> 4 : by_2;
      assign by_8 = by[3] ? by_4 >> 8 : by_4;
      assign shifted[64*i +: 64] = by[4] ? by_8 >> 16 : by_8;
    end
    for (i = 0; i < 9; i = i + 1) begin : g_lane
      if (i == 0) begin : g_first
        assign lane[31:0] = shifted[63:32];
      end else if (i == 8) begin : g_last
        assign lane[287:256] = shifted[479:448];
      end else begin : g_between
        assign lane[32*i +: 32] = shifted[64*i+32 +: 32] | shifted[64*(i-1) +: 32];
      end
    end
  endgenerate

  // ---------------------------------------------------------------- lane compaction
  wire [287:0] low_1, low_2, low_4;
  generate
    for (i = 0; i < 9; i = i + 1) begin : g_close
      wire [31:0] stay_1, stay_2, stay_4;
      if (i < 1) begin : g_low_1
        assign stay_1 = lane[32*i +: 32];
      end else begin : g_high_1
        assign stay_1 = lane[32*i +: 32] & {32{~down_1_i[i]}};
      end
      if (i < 2) begin : g_low_2
        assign stay_2 = low_1[32*i +: 32];
      end else begin : g_high_2
        assign stay_2 = low_1[32*i +: 32] & {32{~down_2_i[i]}};
      end
      if (i < 4) begin : g_low_4
        assign stay_4 = low_2[32*i +: 32];
      end else begin : g_high_4
        assign stay_4 = low_2[32*i +: 32] & {32{~down_4_i[i]}};
      end
      if (i + 1 < 9) begin : g_take_1
        assign low_1[32*i +: 32] = stay_1 | (lane[32*(i+1) +: 32] & {32{down_1_i[i+1]}});
      end else begin : g_top_1
        assign low_1[32*i +: 32] = stay_1;
      end
      if (i + 2 < 9) begin : g_take_2
        assign low_2[32*i +: 32] = stay_2 | (low_1[32*(i+2) +: 32] & {32{down_2_i[i+2]}});
      end else begin : g_top_2
        assign low_2[32*i +: 32] = stay_2;
      end
      if (i + 4 < 9) begin : g_take_4
        assign low_4[32*i +: 32] = stay_4 | (low_2[32*(i+4) +: 32] & {32{down_4_i[i+4]}});
      end else begin : g_top_4
        assign low_4[32*i +: 32] = stay_4;
      end
    end
  endgenerate

  // ---------------------------------------------------------------- the ring
  // The ninth word wraps: it shares a word, but no bit, with the first.
  wire [255:0] turn_0, turn_1, turn_2, ring;
  assign turn_0 = {low_4[255:32], low_4[31:0] | low_4[287:256]};
  assign turn_1 = word_i[0] ? {turn_0[223:0], turn_0[255:224]} : turn_0;
  assign turn_2 = word_i[1] ? {turn_1[191:0], turn_1[255:192]} : turn_1;
  assign ring = word_i[2] ? {turn_2[127:0], turn_2[255:128]} : turn_2;

  // Bits of the ring before the beat's start.
  wire [255:0] below;
  generate
    for (i = 0; i < 8; i = i + 1) begin : g_word
      wire all, some;
      assign all = (word_i > i);
      assign some = (word_i == i);
      for (b = 0; b < 32; b = b + 1) begin : g_bit
        assign below[32*i + b] = all | (some & (phase_i[4:0] > (31 - b)));
      end
    end
  endgenerate

  // ---------------------------------------------------------------- held and beyond
  // For each bit the selects give whether the beat's bit is taken; they also hold a sector that
  // waits at the output.
  logic [255:0] held_q;
  logic [64:0] beyond_q;
  wire [255:0] beyond, take_beat, give_beat;
  wire take_sector, take_spilt, keep_held, take_beyond, give_held;
  assign take_sector = move_i & ~out_new_i;
  assign take_spilt = move_i & out_new_i;
  assign keep_held = ~move_i | (take_sector & join_held_i);
  assign take_beyond = take_sector & join_beyond_i;
  assign take_beat = ({256{take_sector}} & ~below) | ({256{take_spilt}} & below);
  assign beyond = {160'b0, beyond_q[0], 31'b0, beyond_q[32:1], beyond_q[64:33]};
  always_ff @(posedge clk_i) begin
    held_q <= (ring & take_beat) | (held_q & {256{keep_held}}) | (beyond & {256{take_beyond}});
    if (move_i) beyond_q <= head_valid_i ? head_i
                                         : {ring[31:0] & below[31:0], ring[63:32] & below[63:32],
                                            ring[95] & below[95]};
  end

  wire [255:0] out;
  assign give_held = out_held_i | out_new_i;
  assign give_beat = {256{out_new_i}} & ~below;
  assign out = (ring & give_beat) | (held_q & {256{give_held}});
  generate
    for (i = 0; i < 32; i = i + 1) begin : g_byte
      assign data_o[8*i +: 8] = out[32*(i/4) + 8*(3 - i%4) +: 8];
    end
  endgenerate
endmodule

`default_nettype wire
