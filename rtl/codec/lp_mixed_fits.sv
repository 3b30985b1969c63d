// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Whether the difference of two signed words fits 23 signed bits. With quick, BPC is tried only if
/// this holds for all 31 differences of a line. Combinational: latency 0, interval 1.
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
  // The upper parts may differ by one if the lower ones compensate.
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
