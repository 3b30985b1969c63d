// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_popcount gives the same count as a plain loop.
module fv_popcount #(
    parameter int WIDTH = 32,
    localparam int COUNT_W = $clog2(WIDTH + 1)
) (
    input wire logic [WIDTH-1:0] bits_i
);
  wire [COUNT_W-1:0] count;
  lp_popcount #(.WIDTH(WIDTH)) u_dut (.bits_i, .count_o(count));

  logic [COUNT_W-1:0] sum;
  always_comb begin
    sum = '0;
    for (int i = 0; i < WIDTH; i++) sum = sum + {{COUNT_W - 1{1'b0}}, bits_i[i]};
  end
  fv_assert u_same (.hold_i(count == sum));
  fv_cover u_all (.seen_i(count == COUNT_W'(WIDTH)));
endmodule

`default_nettype wire
