// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Carries of a sum, or borrows of a difference, from the generate and propagate bits: a Sklansky
/// prefix tree of log2 WIDTH levels. Combinational: latency 0, interval 1.
module lp_carry #(
    /// Bits.
    parameter int WIDTH = 32
) (
    /// Bits that generate a carry.
    input  wire logic [WIDTH-1:0] give_i,
    /// Bits that propagate a carry; generating bits may be included.
    input  wire logic [WIDTH-1:0] pass_i,
    /// Carry out of each bit.
    output wire logic [WIDTH-1:0] carry_o
);
  generate
    if (WIDTH < 1) begin : g_check_width
      lp_bad_WIDTH_below_1 u_bad ();
    end
  endgenerate

  localparam int LEVELS = $clog2(WIDTH);
  localparam int SPAN = 2 ** LEVELS;

  // Level j: bit i gives whether bits i..(start of i's block of 2^j) generate or propagate a carry.
  // The upper half of a block joins the lower half's last bit. Synthesis removes the propagate bits
  // of blocks that begin at bit 0.
  genvar j, b;
  generate
    for (j = 0; j <= LEVELS; j = j + 1) begin : g_level
      /* verilator lint_off UNUSEDSIGNAL */
      wire [SPAN-1:0] gen, pass;
      /* verilator lint_on UNUSEDSIGNAL */
      if (j == 0) begin : g_leaf
        assign gen = {{SPAN-WIDTH{1'b0}}, give_i};
        assign pass = {{SPAN-WIDTH{1'b0}}, pass_i};
      end else begin : g_join
        localparam int HALF = 2 ** (j - 1);
        for (b = 0; b < SPAN; b = b + 2 * HALF) begin : g_block
          // Wires of their own, and half by half: in one expression Verilator 5.006 miscompiles
          // them if some of the operand's bits are constant.
          wire [HALF-1:0] carry, through;
          assign carry = {HALF{g_level[j-1].gen[b+HALF-1]}};
          assign through = {HALF{g_level[j-1].pass[b+HALF-1]}};
          assign gen[b +: HALF] = g_level[j-1].gen[b +: HALF];
          assign pass[b +: HALF] = g_level[j-1].pass[b +: HALF];
          assign gen[b+HALF +: HALF] = g_level[j-1].gen[b+HALF +: HALF]
                                     | (g_level[j-1].pass[b+HALF +: HALF] & carry);
          assign pass[b+HALF +: HALF] = g_level[j-1].pass[b+HALF +: HALF] & through;
        end
      end
    end
  endgenerate
  assign carry_o = g_level[LEVELS].gen[WIDTH-1:0];
endmodule

`default_nettype wire
