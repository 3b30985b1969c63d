// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The third and the fourth sector of a group's fields from its three lists: B from the front, P
/// after it, and the escapes backwards from the end. As P is turned by 256 bits at a time, what is
/// beyond them comes in a second step, which only adds to the fourth sector.
/// Combinational: latency 0, interval 1.
///
/// Combinational paths: b, p, second, escapes, three, ones -> third;
/// p, second, escapes, ones -> fourth.
module lp_grp_join (
    /// B.
    input  wire logic [255:0] b_i,
    /// P, its first 256 bits and those that follow.
    input  wire logic [351:0] p_i,
    /// The second step.
    input  wire logic         second_i,
    /// Exponents of escapes, the first lowest.
    input  wire logic [383:0] escapes_i,
    /// Fields have three sectors.
    input  wire logic         three_i,
    /// Bits of B, 0..256.
    input  wire logic [8:0]   ones_i,
    /// The third sector; only in the first step.
    output wire logic [255:0] third_o,
    /// The fourth sector; in the second step bits that it has besides.
    output wire logic [255:0] fourth_o
);
  wire [255:0] turned;
  genvar i, k;
  generate
    for (k = 0; k <= 8; k = k + 1) begin : g_turn
      wire [255:0] p;
      if (k == 0) assign p = second_i ? {160'd0, p_i[351:256]} : p_i[255:0];
      else assign p = ones_i[k-1] ? {g_turn[k-1].p[255-2**(k-1):0], g_turn[k-1].p[255:256-2**(k-1)]}
                                  : g_turn[k-1].p;
    end
    assign turned = g_turn[8].p;
    for (i = 0; i < 256; i = i + 1) begin : g_bit
      // Byte k of the sectors has escape 63 - k.
      localparam int BYTE = i / 8;
      wire after, escape_3;
      assign after = (ones_i <= 9'(i));
      if (BYTE < 16) assign escape_3 = three_i & escapes_i[8*(31 - BYTE) + i % 8];
      else assign escape_3 = three_i ? escapes_i[8*(31 - BYTE) + i % 8]
                                     : escapes_i[8*(63 - BYTE) + i % 8];
      assign third_o[i] = b_i[i] | (turned[i] & after) | escape_3;
      assign fourth_o[i] = (turned[i] & (second_i | ~after))
                         | (escapes_i[8*(31 - BYTE) + i % 8] & ~second_i);
    end
  endgenerate
endmodule

`default_nettype wire
