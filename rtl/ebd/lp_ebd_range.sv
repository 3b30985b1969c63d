// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The positions of a list from one bound up to another, which is excluded. Combinational: latency
/// 0, interval 1.
///
/// Combinational paths: low, high -> part.
module lp_ebd_range #(
    /// Positions, at most 96.
    parameter int PLACES = 96
) (
    /// The first position.
    input  wire logic [6:0]        low_i,
    /// The position after the last; at least low_i.
    input  wire logic [6:0]        high_i,
    /// Bit p: position p is in the range.
    output wire logic [PLACES-1:0] part_o
);
  // lp_ebd_bounds for four parts, of which one is used: synthesis removes the rest.
  /* verilator lint_off UNUSEDSIGNAL */
  wire [4*PLACES-1:0] part;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_ebd_bounds #(.PLACES(PLACES)) u_bounds (
      .bound_i({{3{high_i}}, high_i, low_i}), .part_o(part));
  assign part_o = part[PLACES-1:0];
endmodule

`default_nettype wire
