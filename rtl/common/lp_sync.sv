// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Synchronises bits from another clock, each through flops in series, so that metastability
/// resolves. Bits that change together may arrive a cycle apart: a number must be Gray coded, and
/// the delays of its wires to these flops must differ by less than a period of its clock (a maximum
/// delay in the constraints; the flops have async_reg). Latency: STAGES cycles, one more if a bit
/// changes at the clock edge.
///
/// Combinational paths: none.
module lp_sync #(
    /// Bits, at least 1.
    parameter int WIDTH  = 1,
    /// Flops in series, at least 2.
    parameter int STAGES = 2
) (
    /// Clock.
    input  wire logic             clk_i,
    /// Synchronous reset, active low.
    input  wire logic             rst_ni,
    /// Bits from flops of another clock.
    input  wire logic [WIDTH-1:0] d_i,
    /// The bits in this clock; 0 in reset.
    output wire logic [WIDTH-1:0] q_o
);
  generate
    if (WIDTH < 1) begin : g_check_width
      lp_bad_WIDTH_below_1 u_bad ();
    end
    if (STAGES < 2) begin : g_check_stages
      lp_bad_STAGES_below_2 u_bad ();
    end
  endgenerate

  (* async_reg = "true" *) logic [STAGES*WIDTH-1:0] row_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) row_q <= '0;
    else row_q <= {row_q[(STAGES-1)*WIDTH-1:0], d_i};
  end
  assign q_o = row_q[(STAGES-1)*WIDTH +: WIDTH];
endmodule

`default_nettype wire
