// SPDX-License-Identifier: Apache-2.0
// The checks of a proof run: the assertions, or that each cover can be reached (then "never seen"
// is asserted, and must fail). Both are read together; prove.py takes one kind out.
`default_nettype none

/// A condition that must hold in every cycle.
module fv_assert (
    input wire logic hold_i
);
  always_comb assert (hold_i);
endmodule

/// A situation that must be reachable, or the proof would be vacuous.
module fv_cover (
    input wire logic seen_i
);
  always_comb assert (!seen_i);
endmodule

/// Reset in the first cycle, and whenever `again_i` is high. ANY: no reset, so that the unit may
/// start in any state; a property that then holds for two cycles holds for all time.
module fv_reset #(
    parameter int ANY = 0
) (
    input  wire logic clk_i,
    input  wire logic again_i,
    output wire logic rst_no
);
  logic started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;
  assign rst_no = ANY != 0 || (started_q && !again_i);
endmodule

`default_nettype wire
