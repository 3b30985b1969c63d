// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Bases that reach every element of a line: field k of each output is for the base k below the
/// largest exponent.
///
/// A base reaches exponents down to E + 12 below it, and 0; and up to 2 above it, which matters
/// only for Inf and NaN.
///
/// Combinational: latency 0, interval 1.
///
/// Combinational paths: most, least, inf -> reach_6, reach_7; most -> zeros.
module lp_ebd_reach (
    /// The line's largest exponent below 255; 255 if there is none.
    input  wire logic [7:0] most_i,
    /// 255 less its least exponent above 0; 0 if there is none.
    input  wire logic [7:0] least_i,
    /// Some exponent is 255 and the largest is less.
    input  wire logic       inf_i,
    /// Every element is reached with E = 6.
    output wire logic [2:0] reach_6_o,
    /// Every element is reached with E = 7.
    output wire logic [2:0] reach_7_o,
    /// A zero that is stored is an escape with E = 7.
    output wire logic [2:0] zeros_o
);
  // The distance of the least exponent and 255.
  wire [8:0] sum;
  wire [3:0] near;
  wire [2:0] base;
  assign sum = {1'b0, most_i} + {1'b0, least_i};
  assign base[0] = ~inf_i | (most_i >= 8'd253);
  assign base[1] = (most_i >= 8'd1) & (~inf_i | (most_i >= 8'd254));
  assign base[2] = (most_i >= 8'd2) & ~inf_i;

  genvar k;
  generate
    for (k = 0; k < 4; k = k + 1) begin : g_within
      assign near[k] = (sum <= 9'(255 + 18 + k));
    end
    for (k = 0; k < 3; k = k + 1) begin : g_base
      assign reach_6_o[k] = base[k] & near[k];
      assign reach_7_o[k] = base[k] & near[k+1];
      assign zeros_o[k] = (most_i >= 8'(7 + k));
    end
  endgenerate
endmodule

`default_nettype wire
