// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Fast adder modulo 2^WIDTH: Sklansky prefix tree, log2 WIDTH levels.  For wide data; lp_add is
/// the one for counts.
/// Combinational: latency 0, interval 1.
module lp_sum #(
    /// Bits, at least 2.
    parameter int WIDTH = 32
) (
    /// First operand.
    input  wire logic [WIDTH-1:0] a_i,
    /// Second operand.
    input  wire logic [WIDTH-1:0] b_i,
    /// A + b, without the carry out.
    output wire logic [WIDTH-1:0] sum_o
);
  localparam int LEVELS = $clog2(WIDTH);
  localparam int SPAN = 2 ** LEVELS;

  generate
    if (WIDTH < 2) begin : g_check
      lp_bad_parameter_WIDTH u_bad ();
    end
  endgenerate

  // Level j: bit i says whether bits i..(start of i's block of 2^j) give a carry, or pass one on.
  // The upper half of a block joins the lower half's last bit. Synthesis removes what goes unused:
  // the carry out, and what blocks that begin at bit 0 pass on.
  genvar j, b;
  generate
    for (j = 0; j <= LEVELS; j = j + 1) begin : g_level
      /* verilator lint_off UNUSEDSIGNAL */
      wire [SPAN-1:0] gen, pass;
      /* verilator lint_on UNUSEDSIGNAL */
      if (j == 0) begin : g_leaf
        assign gen = {{SPAN-WIDTH{1'b0}}, a_i & b_i};
        assign pass = {{SPAN-WIDTH{1'b0}}, a_i ^ b_i};
      end else begin : g_join
        localparam int HALF = 2 ** (j - 1);
        for (b = 0; b < SPAN; b = b + 2 * HALF) begin : g_block
          wire carry, through;
          assign carry = g_level[j-1].gen[b+HALF-1];
          assign through = g_level[j-1].pass[b+HALF-1];
          assign gen[b +: 2*HALF] = g_level[j-1].gen[b +: 2*HALF]
              | {g_level[j-1].pass[b+HALF +: HALF] & {HALF{carry}}, {HALF{1'b0}}};
          assign pass[b +: 2*HALF] = {g_level[j-1].pass[b+HALF +: HALF] & {HALF{through}},
                                      g_level[j-1].pass[b +: HALF]};
        end
      end
    end
  endgenerate
  assign sum_o = g_level[0].pass[WIDTH-1:0] ^ {g_level[LEVELS].gen[WIDTH-2:0], 1'b0};
endmodule

`default_nettype wire
