// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Difference of two signed words in 33 bits, with the borrows that allow it to be recomputed byte
/// by byte. Combinational: latency 0, interval 1.
module lp_bpc_delta (
    /// Word.
    input  wire logic [31:0] a_i,
    /// The preceding word.
    input  wire logic [31:0] b_i,
    /// Difference a - b.
    output wire logic [32:0] delta_o,
    /// Borrows into bits 8, 16 and 24.
    output wire logic [2:0]  borrow_o
);
  wire [31:0] half, borrow;
  lp_carry #(.WIDTH(32)) u_borrow (
      .give_i(~a_i & b_i), .pass_i(~a_i | b_i), .carry_o(borrow));
  assign half = a_i ^ b_i;
  assign delta_o = {half[31], half} ^ {borrow, 1'b0};
  assign borrow_o = {borrow[23], borrow[15], borrow[7]};
endmodule

`default_nettype wire
