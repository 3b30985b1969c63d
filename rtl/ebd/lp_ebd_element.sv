// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Code and nibble of one element.
/// Combinational: latency 0, interval 1.
///
/// Combinational paths: distance, stored, down, seven, odd -> escape, code; distance, down, seven,
/// odd -> nibble.
module lp_ebd_element (
    /// Its distance (lp_ebd_distance).
    input  wire logic [4:0] distance_i,
    /// It is stored.
    input  wire logic       stored_i,
    /// The base is 1, 2 below the largest exponent.
    input  wire logic [2:1] down_i,
    /// E is 7; else 6.
    input  wire logic       seven_i,
    /// The largest exponent is odd.
    input  wire logic       odd_i,
    /// An escape.
    output wire logic       escape_o,
    /// Its code, or that of an element that is not stored.
    output wire logic [2:0] code_o,
    /// Its nibble; anything if it is none.
    output wire logic [3:0] nibble_o
);
  wire [4:0] d;
  wire above, far;
  assign d = distance_i;
  assign above = (down_i[1] & (d == 5'd0)) | (down_i[2] & (d[4:1] == 4'd0));

  // E and how far the base is down: 6 to 9.
  wire [3:0] limit;
  wire [5:0] beyond;
  wire eight;
  assign eight = (seven_i & down_i[1]) | down_i[2];
  assign limit = {eight, ~eight, ~eight, seven_i ^ down_i[1]};
  assign beyond = {1'b0, d} - {2'b0, limit};
  assign far = ~beyond[5];
  assign escape_o = stored_i & (above | far);

  wire [2:0] less;
  assign less = d[2:0] - {1'b0, down_i[2:1]};
  assign code_o = ~stored_i ? lp_ebd_pkg::ESCAPE : (above | far) ? {2'b11, seven_i} : less;

  // Inf and NaN lie 1 or 2 above a base of 252 to 254.
  wire inf, two;
  assign inf = (d == 5'd30);
  assign two = inf ? odd_i | down_i[1] : down_i[2] & ~d[0];
  assign nibble_o = (above | inf) ? {2'b11, two, ~two}
                  : beyond[3:0] | {4{beyond[4] | (&beyond[3:2] & (|beyond[1:0]))}};
endmodule

`default_nettype wire
