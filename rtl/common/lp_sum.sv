// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Fast adder modulo 2^WIDTH for wide data; counts use lp_add.
/// Combinational: latency 0, interval 1.
///
/// Combinational paths: a, b -> sum.
module lp_sum #(
    /// Bits, at least 2.
    parameter int WIDTH = 32
) (
    /// First operand.
    input  wire logic [WIDTH-1:0] a_i,
    /// Second operand.
    input  wire logic [WIDTH-1:0] b_i,
    /// Sum, without the carry out.
    output wire logic [WIDTH-1:0] sum_o
);
  generate
    if (WIDTH < 2) begin : g_check_width
      lp_bad_WIDTH_below_2 u_bad ();
    end
  endgenerate

  wire [WIDTH-1:0] half;
  wire [WIDTH-2:0] carry;
  lp_carry #(.WIDTH(WIDTH - 1)) u_carry (
      .give_i(a_i[WIDTH-2:0] & b_i[WIDTH-2:0]), .pass_i(half[WIDTH-2:0]), .carry_o(carry));
  assign half = a_i ^ b_i;
  assign sum_o = half ^ {carry, 1'b0};
endmodule

`default_nettype wire
