// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_ebd_reach against the format, for a line whose least exponent above 0 is `exponent_i`.
module fv_ebd_reach (
    input wire logic [7:0] exponent_i,
    input wire logic [7:0] most_i,
    input wire logic       inf_i
);
  // 255 is the least only if all other elements are zero.
  wire asked = exponent_i == 8'd0 || exponent_i == 8'd255
            || (exponent_i <= most_i && most_i != 8'd255);
  wire inf = inf_i && most_i != 8'd255;
  wire [2:0] reach_6, reach_7, zeros;
  lp_ebd_reach u_dut (
      .most_i, .least_i(exponent_i == 8'd0 ? 8'd0 : ~exponent_i), .inf_i(inf),
      .reach_6_o(reach_6), .reach_7_o(reach_7), .zeros_o(zeros));

  genvar k;
  generate
    for (k = 0; k < 3; k = k + 1) begin : g_base
      wire [9:0] base = {2'b0, most_i} - 10'(k);
      wire [9:0] below = base - {2'b0, exponent_i};
      wire good = !base[9] && (!inf || base >= 10'd253);
      wire low_6 = exponent_i == 8'd0 || below[9] || below <= 10'd18;
      wire low_7 = exponent_i == 8'd0 || below[9] || below <= 10'd19;
      fv_assert u_6 (.hold_i(!asked || reach_6[k] == (good && low_6)));
      fv_assert u_7 (.hold_i(!asked || reach_7[k] == (good && low_7)));
      fv_assert u_zeros (.hold_i(base[9] || zeros[k] == (base >= 10'd7)));
    end
  endgenerate
  fv_cover u_some (.seen_i(asked && reach_7 == 3'b110));
endmodule

`default_nettype wire
