// SPDX-License-Identifier: Apache-2.0
/// Ripple adder with carry in, for counts: in a tree of counts the low bits arrive first, so the
/// carry chains of one level overlap with the next.  Written bit by bit because Yosys merges
/// chained `+` into one slow multi-operand adder.
/// Combinational: latency 0, interval 1.
module lp_add #(
  parameter int WIDTH = 4  /// bits of each operand, at least 1
) (
  input  logic [WIDTH-1:0] a_i,    /// first operand
  input  logic [WIDTH-1:0] b_i,    /// second operand
  input  logic             c_i,    /// carry in
  output logic [WIDTH:0]   sum_o   /// a + b + c
);
  if (WIDTH < 1) begin : g_check
    lp_bad_parameter_WIDTH bad ();
  end

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
