// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The largest of some bytes, as a tree of comparisons.
/// Combinational: latency 0, interval 1.
///
/// Combinational paths: bytes -> most.
module lp_ebd_most #(
    /// log2 of the number of bytes, at least 1.
    parameter int LEVELS = 4
) (
    /// The bytes.
    input  wire logic [8*2**LEVELS-1:0] bytes_i,
    /// The largest.
    output wire logic [7:0]             most_o
);
  generate
    if (LEVELS < 1) begin : g_check_levels
      lp_bad_LEVELS_below_1 u_bad ();
    end
  endgenerate

  genvar i, j;
  generate
    for (j = 0; j <= LEVELS; j = j + 1) begin : g_level
      localparam int N = 2 ** (LEVELS - j);
      wire [8*N-1:0] most;
      if (j == 0) begin : g_leaf
        assign most = bytes_i;
      end else begin : g_tree
        for (i = 0; i < N; i = i + 1) begin : g_node
          wire [7:0] a, b;
          assign a = g_level[j-1].most[16*i +: 8];
          assign b = g_level[j-1].most[16*i+8 +: 8];
          assign most[8*i +: 8] = (a > b) ? a : b;
        end
      end
    end
  endgenerate
  assign most_o = g_level[LEVELS].most;
endmodule

`default_nettype wire
