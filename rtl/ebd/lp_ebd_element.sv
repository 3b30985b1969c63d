// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// One element as a record stores it: its nibble if it is an escape, else its code. Combinational:
/// latency 0, interval 1.
///
/// Combinational paths: distance, stored, escape, down, seven, odd -> field.
module lp_ebd_element (
    /// Its distance (lp_ebd_distance).
    input  wire logic [4:0] distance_i,
    /// It is stored.
    input  wire logic       stored_i,
    /// It is stored as an escape (lp_ebd_far).
    input  wire logic       escape_i,
    /// The base is 1, 2 below the largest exponent.
    input  wire logic [2:1] down_i,
    /// E is 7; else 6.
    input  wire logic       seven_i,
    /// The largest exponent is odd.
    input  wire logic       odd_i,
    /// Bit 4: escape. Bits 3..0: the nibble, or the code, 7 for an element that is not stored.
    output wire logic [4:0] field_o
);
  wire [4:0] d;
  wire above;
  assign d = distance_i;
  assign above = (d[4:1] == 4'd0);

  // E plus the distance of the base: 6 to 9.
  wire [3:0] limit;
  /* verilator lint_off UNUSEDSIGNAL */
  wire [5:0] beyond;
  /* verilator lint_on UNUSEDSIGNAL */
  wire eight;
  assign eight = (seven_i & down_i[1]) | down_i[2];
  assign limit = {eight, ~eight, ~eight, seven_i ^ down_i[1]};
  assign beyond = {1'b0, d} - {2'b0, limit};

  // Inf and NaN are 1 or 2 above a base of 252 to 254. An escape of distance 0 or 1 is above its
  // base.
  wire inf, two;
  wire [2:0] less;
  wire [3:0] nibble;
  assign inf = (d == 5'd30);
  assign two = inf ? odd_i | down_i[1] : down_i[2] & ~d[0];
  assign nibble = (above | inf) ? {2'b11, two, ~two}
                : beyond[3:0] | {4{beyond[4] | (&beyond[3:2] & (|beyond[1:0]))}};
  assign less = d[2:0] - {1'b0, down_i[2:1]};
  assign field_o = escape_i ? {1'b1, nibble}
                 : {2'b00, less | ~{3{stored_i}}};
endmodule

`default_nettype wire
