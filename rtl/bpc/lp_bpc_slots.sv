// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Entries of two lines of up to four sectors, in flops: while one is read pair by pair, the other
/// one enters.
///
/// lp_bpc_walk counts the bits of a stream from its fourth one, so a pair of words begins three
/// bits after a multiple of 64, and the last pair of a sector ends in the sector after it.
///
/// Latency: 1 cycle from a sector in until it can be read; reading is combinational. Interval: 1.
///
/// Combinational paths: put_line -> head; at, last, none -> pair.
module lp_bpc_slots (
    /// Clock.
    input  wire logic         clk_i,
    /// A sector goes in.
    input  wire logic         put_i,
    /// The line that enters.
    input  wire logic         put_line_i,
    /// The sector's number.
    input  wire logic [1:0]   put_sector_i,
    /// The sector, the first bit of the stream lowest.
    input  wire logic [255:0] data_i,
    /// The first 131 bits of the line that enters.
    output wire logic [130:0] head_o,

    /// A line, and a pair of words in it.
    input  wire logic [4:0]   at_i,
    /// The pair is the line's last: its last three bits are not of the line.
    input  wire logic         last_i,
    /// The pair is after the line.
    input  wire logic         none_i,
    /// Bits 3 to 66 from the pair's place on, zero where they are not of the line.
    output wire logic [63:0]  pair_o
);
  genvar k;
  logic [2047:0] slot_q;
  wire [2:0] to;
  assign to = {put_line_i, put_sector_i};
  generate
    for (k = 0; k < 8; k = k + 1) begin : g_slot
      always_ff @(posedge clk_i) begin
        if (put_i & (to == 3'(k))) slot_q[256*k +: 256] <= data_i;
      end
    end
  endgenerate

  assign head_o = put_line_i ? slot_q[1154:1024] : slot_q[130:0];

  wire [1023:0] pairs;
  wire [511:0] by8;
  wire [255:0] by4;
  wire [127:0] by2;
  wire [63:0] pair;
  assign pairs = at_i[4] ? {3'b0, slot_q[2047:1027]} : {3'b0, slot_q[1023:3]};
  assign by8 = at_i[3] ? pairs[1023:512] : pairs[511:0];
  assign by4 = at_i[2] ? by8[511:256] : by8[255:0];
  assign by2 = at_i[1] ? by4[255:128] : by4[127:0];
  assign pair = at_i[0] ? by2[127:64] : by2[63:0];
  assign pair_o = pair & {{3{~last_i & ~none_i}}, {61{~none_i}}};
endmodule

`default_nettype wire
