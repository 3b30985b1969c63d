// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Number of ones in a vector, as a balanced tree of full adders. A node of level j counts
/// 2^j - 1 neighbouring bits: its two halves and, as carry in, the bit between them, so no adder
/// input is wasted (n - log2 n full adders in all).
/// Combinational: latency 0, interval 1.
///
/// Combinational paths: bits -> count.
module lp_popcount #(
    /// Bits to count, at least 1.
    parameter  int WIDTH   = 32,
    localparam int COUNT_W = $clog2(WIDTH + 1)
) (
    /// The vector.
    input  wire logic [WIDTH-1:0]   bits_i,
    /// Ones in the vector, 0..WIDTH.
    output wire logic [COUNT_W-1:0] count_o
);
  generate
    if (WIDTH < 1) begin : g_check_width
      lp_bad_WIDTH_below_1 u_bad ();
    end
  endgenerate

  // Zero bits pad the tree; synthesis removes their adders.
  localparam int LEAVES = 2 ** COUNT_W - 1;
  wire [LEAVES-1:0] leaf;
  if (LEAVES > WIDTH) begin : g_pad
    assign leaf = {{(LEAVES - WIDTH) {1'b0}}, bits_i};
  end else begin : g_full
    assign leaf = bits_i;
  end

  for (genvar j = 1; j <= COUNT_W; j = j + 1) begin : g_level
    wire [j*2**(COUNT_W-j)-1:0] count;
    for (genvar n = 0; n < 2 ** (COUNT_W - j); n = n + 1) begin : g_node
      if (j == 1) begin : g_leaf
        assign count[n] = leaf[2*n];
      end else begin : g_sum
        lp_add #(
          .WIDTH(j - 1)
        ) u_add (
          .a_i  (g_level[j-1].count[2*n*(j-1)+:j-1]),
          .b_i  (g_level[j-1].count[(2*n+1)*(j-1)+:j-1]),
          .c_i  (leaf[n*2**j+2**(j-1)-1]),
          .sum_o(count[n*j+:j])
        );
      end
    end
  end
  assign count_o = g_level[COUNT_W].count;
endmodule

`default_nettype wire
