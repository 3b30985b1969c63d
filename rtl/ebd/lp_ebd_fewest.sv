// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Selects the base of three with the fewest escapes; ties go to the largest base. A base with
/// 2^BITS or more is treated as one that does not reach every element. Combinational: latency 0,
/// interval 1.
///
/// Combinational paths: reach, escapes -> pick, good, fewest.
module lp_ebd_fewest #(
    /// Bits of the largest number of escapes in a record, 1..6.
    parameter int BITS = 6
) (
    /// Bit k: the base k below the largest exponent reaches every element.
    input  wire logic [2:0]  reach_i,
    /// Escapes with each base, fields of 7 bits.
    input  wire logic [20:0] escapes_i,
    /// The base's number, one-hot.
    output wire logic [2:0]  pick_o,
    /// It reaches every element with fewer than 2^BITS escapes.
    output wire logic        good_o,
    /// Its escapes.
    output wire logic [BITS-1:0] fewest_o
);
  generate
    if (BITS < 1 || BITS > 6) begin : g_check_bits
      lp_bad_BITS_not_1_to_6 u_bad ();
    end
  endgenerate

  wire [BITS:0] of_0, of_1, of_2;
  wire less_10, less_20, less_21;
  assign of_0 = {~reach_i[0] | (|escapes_i[6:BITS]), escapes_i[BITS-1:0]};
  assign of_1 = {~reach_i[1] | (|escapes_i[13:7+BITS]), escapes_i[7 +: BITS]};
  assign of_2 = {~reach_i[2] | (|escapes_i[20:14+BITS]), escapes_i[14 +: BITS]};
  assign less_10 = (of_1 < of_0);
  assign less_20 = (of_2 < of_0);
  assign less_21 = (of_2 < of_1);
  assign pick_o = {less_20 & less_21, less_10 & ~less_21, ~less_10 & ~less_20};
  assign good_o = ~(of_0[BITS] & of_1[BITS] & of_2[BITS]);
  assign fewest_o = (of_0[BITS-1:0] & {BITS{pick_o[0]}}) | (of_1[BITS-1:0] & {BITS{pick_o[1]}})
                  | (of_2[BITS-1:0] & {BITS{pick_o[2]}});
endmodule

`default_nettype wire
