// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Fast adder modulo 2^WIDTH: Sklansky prefix tree, log2 WIDTH levels.  For wide data; lp_add is the
/// one for counts.
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
  localparam int LEVELS = $clog2(WIDTH - 1);

  generate
    if (WIDTH < 2) begin : g_check
      lp_bad_parameter_WIDTH u_bad ();
    end
  endgenerate

  // Level j: bit i says whether bits i..(start of i's block of 2^j) give a carry, or pass one on.
  genvar i, j;
  generate
    for (j = 0; j <= LEVELS; j = j + 1) begin : g_level
      wire [WIDTH-2:0] gen;
      // Blocks that begin at bit 0 pass nothing on.
      /* verilator lint_off UNUSEDSIGNAL */
      wire [WIDTH-2:0] pass;
      /* verilator lint_on UNUSEDSIGNAL */
      for (i = 0; i < WIDTH - 1; i = i + 1) begin : g_bit
        if (j == 0) begin : g_leaf
          assign gen[i] = a_i[i] & b_i[i];
          assign pass[i] = a_i[i] | b_i[i];
        end else if ((i >> (j - 1)) % 2 == 1) begin : g_join
          localparam int LOW = ((i >> (j - 1)) << (j - 1)) - 1;
          assign gen[i] = g_level[j-1].gen[i] | (g_level[j-1].pass[i] & g_level[j-1].gen[LOW]);
          assign pass[i] = g_level[j-1].pass[i] & g_level[j-1].pass[LOW];
        end else begin : g_keep
          assign gen[i] = g_level[j-1].gen[i];
          assign pass[i] = g_level[j-1].pass[i];
        end
      end
    end
  endgenerate
  assign sum_o = a_i ^ b_i ^ {g_level[LEVELS].gen, 1'b0};
endmodule

`default_nettype wire
