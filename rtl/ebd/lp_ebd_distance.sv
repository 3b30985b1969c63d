// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Distance of an exponent below the line's largest one, in the five significant bits: 0..23
/// unchanged; 31 for more, which in a record only the exponent 0 can have; 30 for Inf and NaN where
/// the largest is less. Combinational: latency 0, interval 1.
///
/// Combinational paths: exponent, most -> distance.
module lp_ebd_distance (
    /// Exponent of the element.
    input  wire logic [7:0] exponent_i,
    /// The largest of the line below 255; 255 if there is none.
    input  wire logic [7:0] most_i,
    /// The distance.
    output wire logic [4:0] distance_o
);
  wire over, far, end_of_code;
  wire [7:0] below;
  assign {over, below} = {1'b0, most_i} - {1'b0, exponent_i};
  assign far = (|below[7:5]) | (&below[4:3]);
  assign end_of_code = over | far;
  assign distance_o = {below[4:1] | {4{end_of_code}}, (below[0] | far) & ~over};
endmodule

`default_nettype wire
