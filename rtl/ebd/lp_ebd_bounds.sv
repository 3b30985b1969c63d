// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The sector to which each position of a list belongs, from the starts of the sectors' parts.
/// Combinational: latency 0, interval 1.
///
/// Combinational paths: bound -> part.
module lp_ebd_bounds #(
    /// Positions, at most 96.
    parameter int PLACES = 96
) (
    /// Field i of 7 bits: start of the part of sector i; field 4: end of the list. The fields do
    /// not decrease.
    input  wire logic [34:0]         bound_i,
    /// Bit i*PLACES + p: position p belongs to sector i.
    output wire logic [4*PLACES-1:0] part_o
);
  generate
    if (PLACES < 1 || PLACES > 96) begin : g_check_places
      lp_bad_PLACES_not_1_to_96 u_bad ();
    end
  endgenerate

  genvar i, p;
  generate
    for (i = 0; i < 5; i = i + 1) begin : g_bound
      wire [6:0] bound;
      wire [PLACES-1:0] from;
      // low: the bound's lower bits are at most p's. under, same: its upper bits are less, or
      // equal.
      wire [15:0] low;
      wire [(PLACES-1)/16:0] under, same;
      assign bound = bound_i[7*i +: 7];
      for (p = 0; p < 16; p = p + 1) begin : g_low
        if (p == 15) assign low[p] = 1'b1;
        else assign low[p] = (bound[3:0] <= 4'(p));
      end
      for (p = 0; p <= (PLACES - 1) / 16; p = p + 1) begin : g_high
        if (p == 0) assign under[p] = 1'b0;
        else assign under[p] = (bound[6:4] < 3'(p));
        assign same[p] = (bound[6:4] == 3'(p));
      end
      for (p = 0; p < PLACES; p = p + 1) begin : g_from
        assign from[p] = under[p/16] | (same[p/16] & low[p%16]);
      end
    end
    for (i = 0; i < 4; i = i + 1) begin : g_part
      assign part_o[i*PLACES +: PLACES] = g_bound[i].from & ~g_bound[i+1].from;
    end
  endgenerate
endmodule

`default_nettype wire
