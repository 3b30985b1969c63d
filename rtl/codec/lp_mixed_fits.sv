// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Whether the difference of two words, both signed, fits 23 bits signed. Only where that holds of
/// a line's 31 differences is BPC tried when it is to be spared.
/// Combinational: latency 0, interval 1.
///
/// Combinational paths: a, b -> fits.
module lp_mixed_fits (
    /// A word.
    input  wire logic [31:0] a_i,
    /// The word before it.
    input  wire logic [31:0] b_i,
    /// -2^22 <= a - b < 2^22.
    output wire logic        fits_o
);
  // The upper parts may differ by one where the lower ones make that good.
  wire below, same, above_one, below_one;
  wire [10:0] high;
  assign below = (a_i[21:0] < b_i[21:0]);
  assign high = {a_i[31], a_i[31:22]} - {b_i[31], b_i[31:22]};
  assign same = (high == 11'd0);
  assign above_one = (high == 11'd1);
  assign below_one = &high;
  assign fits_o = same | (above_one & below) | (below_one & ~below);
endmodule

`default_nettype wire
