// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_sum equals +.
module fv_sum #(
    parameter int WIDTH = 32
) (
    input wire logic [WIDTH-1:0] a_i,
    input wire logic [WIDTH-1:0] b_i
);
  wire [WIDTH-1:0] sum;
  lp_sum #(.WIDTH(WIDTH)) u_dut (.a_i, .b_i, .sum_o(sum));
  fv_assert u_same (.hold_i(sum == a_i + b_i));
  fv_cover u_wraps (.seen_i(sum == '0 && a_i == WIDTH'(1)));
endmodule

`default_nettype wire
