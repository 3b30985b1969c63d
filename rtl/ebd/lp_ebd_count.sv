// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Counts the flags of a line's elements, in total and before its second, third and fourth sector.
/// Combinational: latency 0, interval 1.
///
/// Combinational paths: flag -> before, count.
module lp_ebd_count (
    /// A flag for each element.
    input  wire logic [63:0] flag_i,
    /// Flags before sector 1 + i, field i of 6 bits.
    output wire logic [17:0] before_o,
    /// All flags.
    output wire logic [6:0]  count_o
);
  genvar g;
  wire [19:0] n;
  generate
    for (g = 0; g < 4; g = g + 1) begin : g_sector
      lp_popcount #(.WIDTH(16)) u_count (.bits_i(flag_i[16*g +: 16]), .count_o(n[5*g +: 5]));
    end
  endgenerate

  wire [5:0] low, high;
  // Three sectors have at most 48.
  /* verilator lint_off UNUSEDSIGNAL */
  wire [6:0] three;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_add #(.WIDTH(5)) u_low (.a_i(n[4:0]), .b_i(n[9:5]), .c_i(1'b0), .sum_o(low));
  lp_add #(.WIDTH(5)) u_high (.a_i(n[14:10]), .b_i(n[19:15]), .c_i(1'b0), .sum_o(high));
  lp_add #(.WIDTH(6)) u_three (.a_i(low), .b_i({1'b0, n[14:10]}), .c_i(1'b0), .sum_o(three));
  lp_add #(.WIDTH(6)) u_all (.a_i(low), .b_i(high), .c_i(1'b0), .sum_o(count_o));
  assign before_o = {three[5:0], low, 1'b0, n[4:0]};
endmodule

`default_nettype wire
