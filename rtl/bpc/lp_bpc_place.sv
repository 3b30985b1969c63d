// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Where each of eight plane symbols begins in the line's stream, from their kinds (lp_bpc_sizes).
/// Counts modulo a sector, 256 bits.
/// Combinational: latency 0, interval 1.
module lp_bpc_place (
    /// Kinds, 3 bits each, the first in the low bits.
    input  wire logic [23:0] kind_i,
    /// Where the first begins.
    input  wire logic [7:0]  at_i,
    /// Field i, 8 bits: where symbol i begins; i = 8: where the last one ends.
    output wire logic [71:0] at_o,
    /// The end lies in the next sector, or at its start.
    output wire logic        carry_o
);
  // Level j, field i: bits of the symbols from the start of i's block of 2^j up to i.
  genvar i, j;
  generate
    for (j = 0; j <= 3; j = j + 1) begin : g_level
      // Only the whole beat can have 256 bits.
      /* verilator lint_off UNUSEDSIGNAL */
      wire [8*(j+6)-1:0] sum;
      /* verilator lint_on UNUSEDSIGNAL */
      for (i = 0; i < 8; i = i + 1) begin : g_field
        if (j == 0) begin : g_leaf
          wire h, m, l;
          assign {h, m, l} = kind_i[3*i +: 3];
          assign sum[6*i +: 6] = {h & ~l, 1'b0, h & l, ~h & m, l, ~h & (m | l)};
        end else if ((i >> (j - 1)) % 2 == 1) begin : g_join
          localparam int LOW = ((i >> (j - 1)) << (j - 1)) - 1;
          lp_add #(.WIDTH(j + 5)) u_add (
              .a_i(g_level[j-1].sum[i*(j+5) +: j+5]), .b_i(g_level[j-1].sum[LOW*(j+5) +: j+5]),
              .c_i(1'b0), .sum_o(sum[i*(j+6) +: j+6]));
        end else begin : g_keep
          assign sum[i*(j+6) +: j+6] = {1'b0, g_level[j-1].sum[i*(j+5) +: j+5]};
        end
      end
    end
  endgenerate

  assign at_o[7:0] = at_i;
  generate
    for (i = 1; i <= 8; i = i + 1) begin : g_at
      // Only the end's counts.
      /* verilator lint_off UNUSEDSIGNAL */
      wire carry;
      /* verilator lint_on UNUSEDSIGNAL */
      lp_add #(.WIDTH(8)) u_add (
          .a_i(at_i), .b_i(g_level[3].sum[9*(i-1) +: 8]), .c_i(1'b0),
          .sum_o({carry, at_o[8*i +: 8]}));
    end
  endgenerate
  assign carry_o = g_level[3].sum[71] | g_at[8].carry;
endmodule

`default_nettype wire
