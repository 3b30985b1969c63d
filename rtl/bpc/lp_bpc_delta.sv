// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Difference of two signed words in 33 bits, with the borrows that let it be taken again a byte at
/// a time. Sklansky prefix tree.
/// Combinational: latency 0, interval 1.
module lp_bpc_delta (
    /// Word.
    input  wire logic [31:0] a_i,
    /// The word before it.
    input  wire logic [31:0] b_i,
    /// A - b.
    output wire logic [32:0] delta_o,
    /// Borrows into bits 8, 16 and 24.
    output wire logic [2:0]  borrow_o
);
  wire [31:0] half;
  assign half = a_i ^ b_i;

  // Level j: bit i says whether bits i..(start of i's block of 2^j) borrow, or pass a borrow on.
  genvar i, j;
  generate
    for (j = 0; j <= 5; j = j + 1) begin : g_level
      wire [31:0] gen;
      // Blocks that begin at bit 0 pass nothing on.
      /* verilator lint_off UNUSEDSIGNAL */
      wire [31:0] pass;
      /* verilator lint_on UNUSEDSIGNAL */
      for (i = 0; i < 32; i = i + 1) begin : g_bit
        if (j == 0) begin : g_leaf
          assign gen[i] = ~a_i[i] & b_i[i];
          assign pass[i] = ~a_i[i] | b_i[i];
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
  wire [31:0] borrow;
  assign borrow = g_level[5].gen;
  assign delta_o = {half[31], half} ^ {borrow, 1'b0};
  assign borrow_o = {borrow[23], borrow[15], borrow[7]};
endmodule

`default_nettype wire
