// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Packs eight symbols a cycle into sectors. The symbols lie in nine lanes of 32 bits, each turned
/// to where it begins in a stream word already, what goes beyond the word in the lane above; here
/// the lanes close up (a symbol of 32 bits takes a word, a shorter one may share it), are rotated to
/// where the stream stands and join what is held of the sector.
///
/// Words: bit 31 is the stream's first. A beat has at most 256 bits, so a ring of 256 bits holds it;
/// what lies below its start belongs to the next sector.
///
/// Combinational from lanes to data; state: the sector held and the bits beyond it.
module lp_bpc_pack (
    /// Clock.
    input  wire logic         clk_i,
    /// Take the beat.
    input  wire logic         move_i,

    /// The lanes.
    input  wire logic [287:0] lane_i,
    /// Lane i moves down by 1, 2, 4: bit i of these (of the second and third: the lane where the
    /// moves before have brought it).
    input  wire logic [8:1]   down_1_i,
    /// See down_1_i.
    input  wire logic [8:2]   down_2_i,
    /// See down_1_i.
    input  wire logic [8:4]   down_4_i,
    /// Where the beat begins in the sector, in bits.
    input  wire logic [7:0]   at_i,
    /// The beat goes behind what is held of the sector.
    input  wire logic         join_held_i,
    /// The beat goes behind what lies beyond the sector held.
    input  wire logic         join_beyond_i,

    /// Take the head of a line: base and plane 32 as bits beyond the sector, the first at bit 64.
    input  wire logic         head_valid_i,
    /// The head.
    input  wire logic [64:0]  head_i,
    /// Else keep what the beat leaves beyond its sector.
    input  wire logic         spill_i,

    /// The sector held goes out.
    input  wire logic         out_held_i,
    /// The sector that the beat completes goes out, and what is beyond it is held.
    input  wire logic         out_new_i,
    /// The sector, its first bit at bit 7 of byte 0; 0 if none goes out.
    output wire logic [255:0] data_o
);
  // ---------------------------------------------------------------- lanes close up
  wire [287:0] by_1, by_2, by_4;
  genvar i, b;
  generate
    for (i = 0; i < 9; i = i + 1) begin : g_lane
      wire [31:0] stay_1, stay_2, stay_4;
      if (i < 1) begin : g_low_1
        assign stay_1 = lane_i[32*i +: 32];
      end else begin : g_high_1
        assign stay_1 = lane_i[32*i +: 32] & {32{~down_1_i[i]}};
      end
      if (i < 2) begin : g_low_2
        assign stay_2 = by_1[32*i +: 32];
      end else begin : g_high_2
        assign stay_2 = by_1[32*i +: 32] & {32{~down_2_i[i]}};
      end
      if (i < 4) begin : g_low_4
        assign stay_4 = by_2[32*i +: 32];
      end else begin : g_high_4
        assign stay_4 = by_2[32*i +: 32] & {32{~down_4_i[i]}};
      end
      if (i + 1 < 9) begin : g_take_1
        assign by_1[32*i +: 32] = stay_1 | (lane_i[32*(i+1) +: 32] & {32{down_1_i[i+1]}});
      end else begin : g_top_1
        assign by_1[32*i +: 32] = stay_1;
      end
      if (i + 2 < 9) begin : g_take_2
        assign by_2[32*i +: 32] = stay_2 | (by_1[32*(i+2) +: 32] & {32{down_2_i[i+2]}});
      end else begin : g_top_2
        assign by_2[32*i +: 32] = stay_2;
      end
      if (i + 4 < 9) begin : g_take_4
        assign by_4[32*i +: 32] = stay_4 | (by_2[32*(i+4) +: 32] & {32{down_4_i[i+4]}});
      end else begin : g_top_4
        assign by_4[32*i +: 32] = stay_4;
      end
    end
  endgenerate

  // ---------------------------------------------------------------- the ring
  // The ninth word wraps: it and the first share a word, but no bit.
  wire [255:0] turn_0, turn_1, turn_2, ring;
  assign turn_0 = {by_4[255:32], by_4[31:0] | by_4[287:256]};
  assign turn_1 = at_i[5] ? {turn_0[223:0], turn_0[255:224]} : turn_0;
  assign turn_2 = at_i[6] ? {turn_1[191:0], turn_1[255:192]} : turn_1;
  assign ring = at_i[7] ? {turn_2[127:0], turn_2[255:128]} : turn_2;

  // below: bits of the ring before the beat's start.
  wire [255:0] below, fresh, spilt;
  generate
    for (i = 0; i < 8; i = i + 1) begin : g_word
      wire all, some;
      assign all = (at_i[7:5] > i);
      assign some = (at_i[7:5] == i);
      for (b = 0; b < 32; b = b + 1) begin : g_bit
        assign below[32*i + b] = all | (some & (at_i[4:0] > (31 - b)));
      end
    end
  endgenerate
  assign fresh = ring & ~below;
  assign spilt = ring & below;

  // ---------------------------------------------------------------- held and beyond
  logic [255:0] held_q;
  logic [64:0] beyond_q;
  wire [255:0] old, sector;
  assign old = ({256{join_held_i}} & held_q)
             | ({256{join_beyond_i}}
                & {160'b0, beyond_q[0], 31'b0, beyond_q[32:1], beyond_q[64:33]});
  assign sector = old | fresh;
  always_ff @(posedge clk_i) begin
    if (move_i) begin
      held_q <= out_new_i ? spilt : sector;
      if (head_valid_i) beyond_q <= head_i;
      else if (spill_i) beyond_q <= {spilt[31:0], spilt[63:32], spilt[95]};
    end
  end

  wire [255:0] out;
  assign out = ({256{out_held_i}} & held_q) | ({256{out_new_i}} & sector);
  generate
    for (i = 0; i < 32; i = i + 1) begin : g_byte
      assign data_o[8*i +: 8] = out[32*(i/4) + 8*(3 - i%4) +: 8];
    end
  endgenerate
endmodule

`default_nettype wire
