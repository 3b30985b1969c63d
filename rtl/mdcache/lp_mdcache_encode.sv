// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Encodes a one-hot vector: the index of the set bit, 0 if there is none. Combinational.
module lp_mdcache_encode #(
    /// Bits.
    parameter int WIDTH = 4,
    /// Bits of a number; follows from WIDTH.
    parameter int NUMBER_W = WIDTH > 1 ? $clog2(WIDTH) : 1
) (
    /// At most one bit is set.
    input  wire logic [WIDTH-1:0]    bits_i,
    /// Index of the set bit.
    output wire logic [NUMBER_W-1:0] number_o
);
  generate
    if (WIDTH < 1) begin : g_check_width
      lp_bad_WIDTH_below_1 u_bad ();
    end
    if (NUMBER_W != (WIDTH > 1 ? $clog2(WIDTH) : 1)) begin : g_check_number_w
      lp_bad_NUMBER_W_not_that_of_WIDTH u_bad ();
    end
  endgenerate

  genvar b, i;
  generate
    for (b = 0; b < NUMBER_W; b = b + 1) begin : g_bit
      wire [WIDTH-1:0] with_bit;
      for (i = 0; i < WIDTH; i = i + 1) begin : g_from
        assign with_bit[i] = bits_i[i] & (((i >> b) & 1) == 1);
      end
      assign number_o[b] = |with_bit;
    end
  endgenerate
endmodule

`default_nettype wire
