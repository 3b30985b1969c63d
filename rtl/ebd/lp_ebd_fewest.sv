// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Which of the three bases needs the fewest escapes; ties to the largest base.
/// Combinational: latency 0, interval 1.
///
/// Combinational paths: reach, escapes -> pick, good, fewest.
module lp_ebd_fewest (
    /// Bit k: the base k below the largest exponent reaches every element.
    input  wire logic [2:0]  reach_i,
    /// Escapes with each base, fields of 7 bits.
    input  wire logic [20:0] escapes_i,
    /// The base's number, one-hot.
    output wire logic [2:0]  pick_o,
    /// It reaches every element.
    output wire logic        good_o,
    /// Its escapes.
    output wire logic [6:0]  fewest_o
);
  wire [7:0] of_0, of_1, of_2;
  wire less_10, less_20, less_21;
  assign of_0 = {~reach_i[0], escapes_i[6:0]};
  assign of_1 = {~reach_i[1], escapes_i[13:7]};
  assign of_2 = {~reach_i[2], escapes_i[20:14]};
  assign less_10 = (of_1 < of_0);
  assign less_20 = (of_2 < of_0);
  assign less_21 = (of_2 < of_1);
  assign pick_o = {less_20 & less_21, less_10 & ~less_21, ~less_10 & ~less_20};
  assign good_o = |reach_i;
  assign fewest_o = (of_0[6:0] & {7{pick_o[0]}}) | (of_1[6:0] & {7{pick_o[1]}})
                  | (of_2[6:0] & {7{pick_o[2]}});
endmodule

`default_nettype wire
