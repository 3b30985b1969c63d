// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Exponents of 16 elements of a group: from the table, and those of escapes, in order, from a
/// window of four bytes.
/// Combinational: latency 0, interval 1.
///
/// Combinational paths: code, escape, table, window, start -> exponent; escape -> count.
module lp_grp_exponents (
    /// Codes, four bits each: number of the exponent in the table.
    input  wire logic [63:0]  code_i,
    /// Elements that are escapes.
    input  wire logic [15:0]  escape_i,
    /// The table, eight bits for each exponent.
    input  wire logic [87:0]  table_i,
    /// Four bytes, of which byte start_i is the first escape's and the others follow cyclically.
    input  wire logic [31:0]  window_i,
    /// Byte of the first escape.
    input  wire logic [1:0]   start_i,
    /// Exponents, eight bits each.
    output wire logic [127:0] exponent_o,
    /// Number of escapes.
    output wire logic [4:0]   count_o
);
  // Only the low two bits of a rank are needed.
  /* verilator lint_off UNUSEDSIGNAL */
  wire [84:0] rank;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_prefix #(.WIDTH(16)) u_rank (.bits_i(escape_i), .count_o(rank));
  assign count_o = rank[84:80];

  wire [31:0] turned_2, turned;
  assign turned_2 = start_i[1] ? {window_i[15:0], window_i[31:16]} : window_i;
  assign turned = start_i[0] ? {turned_2[7:0], turned_2[31:8]} : turned_2;

  genvar j, k, i;
  generate
    for (j = 0; j < 16; j = j + 1) begin : g_lane
      wire [14:0] hot;
      for (k = 0; k < 11; k = k + 1) begin : g_code
        assign hot[k] = (code_i[4*j +: 4] == 4'(k)) & ~escape_i[j];
      end
      for (k = 0; k < 4; k = k + 1) begin : g_rank
        assign hot[11+k] = (rank[5*j +: 2] == 2'(k)) & escape_i[j];
      end
      for (i = 0; i < 8; i = i + 1) begin : g_bit
        wire [14:0] choice;
        for (k = 0; k < 11; k = k + 1) begin : g_of
          assign choice[k] = table_i[8*k + i] & hot[k];
        end
        for (k = 0; k < 4; k = k + 1) begin : g_byte
          assign choice[11+k] = turned[8*k + i] & hot[11+k];
        end
        assign exponent_o[8*j + i] = |choice;
      end
    end
  endgenerate
endmodule

`default_nettype wire
