// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Whether the fields of a decoded group are wrong: their length does not give the sectors that
/// the entry has, or a whole byte between the front lists and the escapes is not 0.
/// Combinational: latency 0, interval 1.
///
/// Combinational paths: fields, four, front, escapes -> wrong.
module lp_grp_ends (
    /// The third and the fourth sector of fields; the third again if there are three.
    input  wire logic [511:0] fields_i,
    /// Fields have four sectors; else three.
    input  wire logic         four_i,
    /// Bytes of the lists at the front, rounded up, 0..97.
    input  wire logic [6:0]   front_i,
    /// Bytes of escapes, 0..256.
    input  wire logic [8:0]   escapes_i,
    /// The fields are wrong.
    output wire logic         wrong_o
);
  wire [9:0] total;
  wire [63:0] spoiled;
  wire length;
  assign total = {3'b0, front_i} + {1'b0, escapes_i};
  assign length = four_i ? (total > 10'd32) & (total <= 10'd64)
                         : (total != 10'd0) & (total <= 10'd32);
  genvar k;
  generate
    for (k = 0; k < 64; k = k + 1) begin : g_byte
      wire over, under;
      assign over = (front_i <= 7'(k));
      if (k < 32) assign under = four_i ? (escapes_i < 9'(64 - k)) : (escapes_i < 9'(32 - k));
      else assign under = four_i & (escapes_i < 9'(64 - k));
      assign spoiled[k] = over & under & (|fields_i[8*k +: 8]);
    end
  endgenerate
  assign wrong_o = ~length | (|spoiled);
endmodule

`default_nettype wire
