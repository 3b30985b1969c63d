// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Exclusive prefix counts of a vector: the number of ones below each bit, as a Sklansky tree of
/// counts (log2 WIDTH levels). Combinational: latency 0, interval 1.
///
/// Combinational paths: bits -> count.
module lp_prefix #(
    /// Bits of the vector, at least 2.
    parameter  int WIDTH   = 8,
    localparam int COUNT_W = $clog2(WIDTH + 1)
) (
    /// The vector.
    input  wire logic [WIDTH-1:0]             bits_i,
    /// Field i = ones among bits 0..i-1; i = 0..WIDTH.
    output wire logic [(WIDTH+1)*COUNT_W-1:0] count_o
);
  generate
    if (WIDTH < 2) begin : g_check_width
      lp_bad_WIDTH_below_2 u_bad ();
    end
  endgenerate

  localparam int LEVELS = $clog2(WIDTH);

  // Level j: field i counts the ones from the start of i's block of 2^j bits up to i.
  for (genvar j = 0; j <= LEVELS; j = j + 1) begin : g_level
    // The last level's top bits are unused if WIDTH is no power of two.
    /* verilator lint_off UNUSEDSIGNAL */
    wire [WIDTH*(j+1)-1:0] count;
    /* verilator lint_on UNUSEDSIGNAL */
    if (j == 0) begin : g_leaf
      assign count = bits_i;
    end else begin : g_tree
      for (genvar i = 0; i < WIDTH; i = i + 1) begin : g_node
        if ((i >> (j - 1)) % 2 == 1) begin : g_sum
          lp_add #(
            .WIDTH(j)
          ) u_add (
            .a_i  (g_level[j-1].count[i*j+:j]),
            .b_i  (g_level[j-1].count[((i>>(j-1))*2**(j-1)-1)*j+:j]),
            .c_i  (1'b0),
            .sum_o(count[i*(j+1)+:j+1])
          );
        end else begin : g_keep
          assign count[i*(j+1)+:j+1] = {1'b0, g_level[j-1].count[i*j+:j]};
        end
      end
    end
  end

  assign count_o[COUNT_W-1:0] = '0;
  for (genvar i = 0; i < WIDTH; i = i + 1) begin : g_out
    assign count_o[(i+1)*COUNT_W+:COUNT_W] = g_level[LEVELS].count[i*(LEVELS+1)+:COUNT_W];
  end
endmodule

`default_nettype wire
