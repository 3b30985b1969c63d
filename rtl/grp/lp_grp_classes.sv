// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Codes of 16 exponents by a table, in four planes, and which of them are escapes. An exponent
/// that the table has twice gets the code of the lower class.
/// Combinational: latency 0, interval 1.
///
/// Combinational paths: exponent, table -> a, l, c, p, escape.
module lp_grp_classes (
    /// Exponents, eight bits each.
    input  wire logic [127:0] exponent_i,
    /// The table, eight bits for each exponent.
    input  wire logic [87:0]  table_i,
    /// Class 1 or 2.
    output wire logic [15:0]  a_o,
    /// Bit 0 of the number in the class.
    output wire logic [15:0]  l_o,
    /// Class 2.
    output wire logic [15:0]  c_o,
    /// Bits 1 and 2 of the number, two bits for each exponent; 0 unless of class 2.
    output wire logic [31:0]  p_o,
    /// The table does not have it.
    output wire logic [15:0]  escape_o
);
  genvar i, k;
  generate
    for (i = 0; i < 16; i = i + 1) begin : g_element
      wire [10:0] hit;
      wire a, c, escape;
      for (k = 0; k < 11; k = k + 1) begin : g_hit
        assign hit[k] = (exponent_i[8*i +: 8] == table_i[8*k +: 8]);
      end
      assign a = ~(|hit[1:0]);
      assign c = ~(|hit[3:0]);
      assign escape = ~(|hit);
      assign a_o[i] = a;
      assign c_o[i] = c;
      assign escape_o[i] = escape;
      assign l_o[i] = c ? hit[5] | hit[7] | hit[9] | escape : a ? hit[3] : hit[1];
      assign p_o[2*i] = c & (hit[6] | hit[7] | hit[10] | escape);
      assign p_o[2*i+1] = c & (hit[8] | hit[9] | hit[10] | escape);
    end
  endgenerate
endmodule

`default_nettype wire
