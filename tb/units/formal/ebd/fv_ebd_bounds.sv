// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_ebd_bounds, place by place.
module fv_ebd_bounds #(
    parameter int PLACES = 96
) (
    input wire logic [34:0] bound_i,
    input wire logic [6:0]  place_i
);
  wire [4*PLACES-1:0] part;
  lp_ebd_bounds #(.PLACES(PLACES)) u_dut (.bound_i, .part_o(part));

  wire [3:0] order;
  genvar i;
  generate
    for (i = 0; i < 4; i = i + 1) begin : g_sector
      assign order[i] = bound_i[7*i +: 7] <= bound_i[7*(i+1) +: 7];
    end
    for (i = 0; i < 4; i = i + 1) begin : g_part
      wire [PLACES-1:0] mine = part[i*PLACES +: PLACES];
      wire here = bound_i[7*i +: 7] <= place_i && place_i < bound_i[7*(i+1) +: 7];
      fv_assert u_here (.hold_i(!(&order) || place_i >= 7'(PLACES) || mine[place_i] == here));
    end
  endgenerate
  fv_cover u_order (.seen_i(&order && bound_i[6:0] != 7'd0));
endmodule

`default_nettype wire
