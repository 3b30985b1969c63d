// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Ripple adder with carry in, for counts: in a tree of counts the low bits arrive first, so the
/// carry chains of one level overlap with the next. Written bit by bit because Yosys merges
/// chained `+` into one slow multi-operand adder.
/// Combinational: latency 0, interval 1.
///
/// Combinational paths: a, b, c -> sum.
module lp_add #(
    /// Bits of each operand, at least 1.
    parameter int WIDTH = 4
) (
    /// First operand.
    input  wire logic [WIDTH-1:0] a_i,
    /// Second operand.
    input  wire logic [WIDTH-1:0] b_i,
    /// Carry in.
    input  wire logic             c_i,
    /// Sum of all three.
    output wire logic [WIDTH:0]   sum_o
);
  generate
    if (WIDTH < 1) begin : g_check_width
      lp_bad_WIDTH_below_1 u_bad ();
    end
  endgenerate

  for (genvar i = 0; i < WIDTH; i = i + 1) begin : g_bit
    wire carry_in;
    wire carry_out;
    if (i == 0) begin : g_first
      assign carry_in = c_i;
    end else begin : g_next
      assign carry_in = g_bit[i-1].carry_out;
    end
    assign sum_o[i] = a_i[i] ^ b_i[i] ^ carry_in;
    assign carry_out = (a_i[i] & b_i[i]) | ((a_i[i] | b_i[i]) & carry_in);
  end
  assign sum_o[WIDTH] = g_bit[WIDTH-1].carry_out;
endmodule

`default_nettype wire
