// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_zvc_restore inverts lp_zvc_filter, sector by sector, whatever came before; and the filtered
/// sector is that of the format.
module fv_xzvc_filter (
    input wire logic         clk_i,
    input wire logic         take_i,
    input wire logic         first_i,
    input wire logic         on_i,
    input wire logic [255:0] data_i
);
  // Neither uses its state before a line's first sector.
  logic begun_q = 1'b0;
  logic [63:0] last_q;
  wire first = first_i || !begun_q;
  always_ff @(posedge clk_i) begin
    if (take_i) begun_q <= 1'b1;
    if (take_i) last_q <= data_i[255:192];
  end

  wire [255:0] filtered, restored;
  lp_zvc_filter u_filter (
      .clk_i, .take_i, .first_i(first), .on_i, .data_i, .data_o(filtered));
  lp_zvc_restore u_restore (
      .clk_i, .take_i, .first_i(first), .on_i, .data_i(filtered), .data_o(restored));

  wire [63:0] before_0 = first ? 64'd0 : last_q;
  wire [255:0] wanted = data_i ^ {data_i[191:0], before_0};
  fv_assert u_filtered (.hold_i(filtered == (on_i ? wanted : data_i)));
  fv_assert u_restored (.hold_i(restored == data_i));
  fv_cover u_long (.seen_i(on_i && !first && data_i != 256'd0 && filtered == 256'd0));
endmodule

`default_nettype wire
