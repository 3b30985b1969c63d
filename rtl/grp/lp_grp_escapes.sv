// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Exponents of the escapes among 16 elements, in order, in four lanes from a given one on. If there
/// are more than four, lanes are undefined. The inverse of lp_grp_exponents' window.
/// Combinational: latency 0, interval 1.
///
/// Combinational paths: escape, exponent, start -> lanes; escape -> count.
module lp_grp_escapes (
    /// Elements that are escapes.
    input  wire logic [15:0]  escape_i,
    /// Exponents of the elements, eight bits each.
    input  wire logic [127:0] exponent_i,
    /// Lane of the first escape.
    input  wire logic [1:0]   start_i,
    /// Four lanes of eight bits; 0 where no escape is.
    output wire logic [31:0]  lanes_o,
    /// Number of escapes.
    output wire logic [4:0]   count_o
);
  // Only the low two bits of a rank are needed.
  /* verilator lint_off UNUSEDSIGNAL */
  wire [84:0] rank;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_prefix #(.WIDTH(16)) u_rank (.bits_i(escape_i), .count_o(rank));
  assign count_o = rank[84:80];

  wire [31:0] ordered, turned_1;
  genvar i, j, k;
  generate
    for (k = 0; k < 4; k = k + 1) begin : g_rank
      wire [15:0] hot;
      for (j = 0; j < 16; j = j + 1) begin : g_of
        assign hot[j] = escape_i[j] & (rank[5*j +: 2] == 2'(k));
      end
      for (i = 0; i < 8; i = i + 1) begin : g_bit
        wire [15:0] choice;
        for (j = 0; j < 16; j = j + 1) begin : g_lane
          assign choice[j] = exponent_i[8*j + i] & hot[j];
        end
        assign ordered[8*k + i] = |choice;
      end
    end
  endgenerate
  assign turned_1 = start_i[0] ? {ordered[23:0], ordered[31:24]} : ordered;
  assign lanes_o = start_i[1] ? {turned_1[15:0], turned_1[31:16]} : turned_1;
endmodule

`default_nettype wire
