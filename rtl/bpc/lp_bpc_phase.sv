// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Sum of two phases, positions within a word of 32 bits; ripple, as lp_add. Combinational: latency
/// 0, interval 1.
module lp_bpc_phase (
    /// First operand.
    input  wire logic [4:0] a_i,
    /// Second operand.
    input  wire logic [4:0] b_i,
    /// Sum modulo 32.
    output wire logic [4:0] sum_o
);
  wire carry;
  lp_add #(.WIDTH(4)) u_add (
      .a_i(a_i[3:0]), .b_i(b_i[3:0]), .c_i(1'b0), .sum_o({carry, sum_o[3:0]}));
  assign sum_o[4] = a_i[4] ^ b_i[4] ^ carry;
endmodule

`default_nettype wire
