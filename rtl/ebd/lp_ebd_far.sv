// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The bases for which an element is an escape if it is stored. Combinational: latency 0, interval
/// 1.
///
/// Combinational paths: distance -> far.
module lp_ebd_far (
    /// Its distance (lp_ebd_distance).
    input  wire logic [4:0] distance_i,
    /// Bits 0..2: with E = 6 and the base 0, 1, 2 below the largest exponent; 3..5: with E = 7.
    output wire logic [5:0] far_o
);
  wire [4:0] d;
  wire zero, low, six, seven, eight, nine;
  assign d = distance_i;
  assign zero = ~|d;
  assign low = ~|d[4:1];
  assign eight = d[4] | d[3];
  assign six = eight | (d[2] & d[1]);
  assign seven = eight | (&d[2:0]);
  assign nine = d[4] | (d[3] & (|d[2:0]));
  assign far_o = {nine | low, eight | zero, seven, eight | low, seven | zero, six};
endmodule

`default_nettype wire
