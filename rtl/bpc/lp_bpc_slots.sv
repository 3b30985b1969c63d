// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Four sectors in flops, read in two places: the beginning of a line, and 64 bits anywhere in it.
///
/// lp_bpc_walk counts the bits of a stream from its fourth one, so a pair of words begins three
/// bits after a multiple of 64, and the last pair of a sector ends in the sector after it.
///
/// Latency: 1 cycle from a sector in until it can be read; reading is combinational. Interval: 1.
module lp_bpc_slots (
    /// Clock.
    input  wire logic         clk_i,
    /// A sector goes into the slot of that number (one-hot, or none).
    input  wire logic [3:0]   put_i,
    /// The sector, the first bit of the stream lowest.
    input  wire logic [255:0] data_i,

    /// Slot in which a line begins.
    input  wire logic [1:0]   first_i,
    /// The first 131 bits of that slot.
    output wire logic [130:0] head_o,

    /// Slot, and pair in it.
    input  wire logic [3:0]   at_i,
    /// The pair is the line's last: its last three bits are those of another line.
    input  wire logic         last_i,
    /// The pair is behind the line.
    input  wire logic         none_i,
    /// Bits 3 to 66 from the pair's place on, zero where they are not of the line.
    output wire logic [63:0]  pair_o
);
  genvar k;
  logic [1023:0] slot_q;
  generate
    for (k = 0; k < 4; k = k + 1) begin : g_slot
      always_ff @(posedge clk_i) begin
        if (put_i[k]) slot_q[256*k +: 256] <= data_i;
      end
    end
  endgenerate

  wire [261:0] heads;
  assign heads = first_i[0] ? {slot_q[898:768], slot_q[386:256]} : {slot_q[642:512], slot_q[130:0]};
  assign head_o = first_i[1] ? heads[261:131] : heads[130:0];

  wire [1023:0] pairs;
  wire [511:0] by8;
  wire [255:0] by4;
  wire [127:0] by2;
  wire [63:0] pair;
  assign pairs = {slot_q[2:0], slot_q[1023:3]};
  assign by8 = at_i[3] ? pairs[1023:512] : pairs[511:0];
  assign by4 = at_i[2] ? by8[511:256] : by8[255:0];
  assign by2 = at_i[1] ? by4[255:128] : by4[127:0];
  assign pair = at_i[0] ? by2[127:64] : by2[63:0];
  assign pair_o = pair & {{3{~last_i & ~none_i}}, {61{~none_i}}};
endmodule

`default_nettype wire
