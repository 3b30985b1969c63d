// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// A count of events, or the largest of values, and its snapshot: `take` copies the count and
/// restarts it. A sum that overflows stays at all ones.
///
/// A value added in one cycle is in the count two cycles later; one that reaches the count in the
/// cycle of `take` is the first of the next count. The copy is valid in the cycle after `take`.
///
/// Latency: 3 cycles from an event to its copy. Interval: 1 cycle.
///
/// Combinational paths: none.
module lp_count #(
    /// Bits of the count, at least 2.
    parameter int WIDTH = 32,
    /// Bits of the value added in a cycle, 1..WIDTH.
    parameter int ADD_W = 1,
    /// 0: sum. 1: maximum, with ADD_W equal to WIDTH.
    parameter int LARGEST = 0
) (
    /// Clock.
    input  wire logic             clk_i,
    /// Synchronous reset, active low.
    input  wire logic             rst_ni,
    /// The value to add, or to compare, in this cycle.
    input  wire logic [ADD_W-1:0] add_i,
    /// Copy and restart.
    input  wire logic             take_i,
    /// The copy.
    output wire logic [WIDTH-1:0] count_o
);
  generate
    if (WIDTH < 2) begin : g_check_width
      lp_bad_WIDTH_below_2 u_bad ();
    end
    if (ADD_W < 1 || ADD_W > WIDTH) begin : g_check_add_w
      lp_bad_ADD_W_not_1_to_WIDTH u_bad ();
    end
    if (LARGEST != 0 && (LARGEST != 1 || ADD_W != WIDTH)) begin : g_check_largest
      lp_bad_LARGEST_without_ADD_W_as_WIDTH u_bad ();
    end
  endgenerate

  logic [ADD_W-1:0] add_q;
  logic [WIDTH-1:0] run_q, count_q;
  wire [WIDTH-1:0] add, next;
  assign add = WIDTH'(add_q);
  assign count_o = count_q;
  generate
    if (LARGEST != 0) begin : g_largest
      // Nothing carries out of add + ~run unless add > run.
      /* verilator lint_off UNUSEDSIGNAL */
      wire [WIDTH-1:0] carry;
      /* verilator lint_on UNUSEDSIGNAL */
      lp_carry #(.WIDTH(WIDTH)) u_carry (
          .give_i(add & ~run_q), .pass_i(add | ~run_q), .carry_o(carry));
      assign next = carry[WIDTH-1] ? add : run_q;
    end else begin : g_sum
      wire over;
      wire [WIDTH-1:0] sum;
      lp_sum #(.WIDTH(WIDTH + 1)) u_sum (
          .a_i({1'b0, run_q}), .b_i({1'b0, add}), .sum_o({over, sum}));
      assign next = sum | {WIDTH{over}};
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      add_q <= '0;
      run_q <= '0;
      count_q <= '0;
    end else begin
      add_q <= add_i;
      run_q <= take_i ? add : next;
      if (take_i) count_q <= run_q;
    end
  end
endmodule

`default_nettype wire
