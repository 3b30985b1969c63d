// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Every field of lp_prefix equals the count of a plain loop over the bits below it.
module fv_prefix #(
    parameter int WIDTH = 8,
    localparam int COUNT_W = $clog2(WIDTH + 1)
) (
    input wire logic [WIDTH-1:0] bits_i
);
  wire [(WIDTH+1)*COUNT_W-1:0] count;
  lp_prefix #(.WIDTH(WIDTH)) u_dut (.bits_i, .count_o(count));

  logic [(WIDTH+1)*COUNT_W-1:0] sum;
  logic [COUNT_W-1:0] below;
  always_comb begin
    below = '0;
    for (int i = 0; i <= WIDTH; i++) begin
      sum[i*COUNT_W +: COUNT_W] = below;
      if (i < WIDTH) below = below + {{COUNT_W - 1{1'b0}}, bits_i[i]};
    end
  end
  fv_assert u_same (.hold_i(count == sum));
  fv_cover u_all (.seen_i(count[WIDTH*COUNT_W +: COUNT_W] == COUNT_W'(WIDTH)));
endmodule

`default_nettype wire
