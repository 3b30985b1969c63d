// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Counts the ones at the low end of a vector, before the first zero.
/// Combinational: latency 0, interval 1.
module lp_bpc_lead #(
    /// log2 of the vector's bits, at least 1.
    parameter int LEVELS = 5
) (
    /// The vector.
    input  wire logic [2**LEVELS-1:0] bits_i,
    /// The count; 0 if the vector is all ones.
    output wire logic [LEVELS-1:0]    count_o
);
  generate
    if (LEVELS < 1) begin : g_check_levels
      lp_bad_LEVELS_below_1 u_bad ();
    end
  endgenerate

  // Level j: for each block of 2^j bits, whether it is all ones, and otherwise its count.
  genvar i, j;
  generate
    for (j = 0; j <= LEVELS; j = j + 1) begin : g_level
      localparam int BLOCKS = 2 ** (LEVELS - j);
      // That the whole vector is ones is not used.
      /* verilator lint_off UNUSEDSIGNAL */
      wire [BLOCKS-1:0] all;
      /* verilator lint_on UNUSEDSIGNAL */
      if (j == 0) begin : g_leaf
        assign all = bits_i;
      end else begin : g_tree
        wire [BLOCKS*j-1:0] count;
        for (i = 0; i < BLOCKS; i = i + 1) begin : g_block
          wire low;
          assign low = g_level[j-1].all[2*i];
          assign all[i] = low & g_level[j-1].all[2*i+1];
          if (j == 1) begin : g_pair
            assign count[i] = low & ~g_level[j-1].all[2*i+1];
          end else begin : g_more
            wire [j-2:0] of_low, of_high;
            assign of_low = g_level[j-1].g_tree.count[2*i*(j-1) +: j-1];
            assign of_high = g_level[j-1].g_tree.count[(2*i+1)*(j-1) +: j-1];
            assign count[i*j +: j] = {low & ~g_level[j-1].all[2*i+1],
                                      of_low | ({j-1{low}} & of_high)};
          end
        end
      end
    end
  endgenerate
  assign count_o = g_level[LEVELS].g_tree.count;
endmodule

`default_nettype wire
