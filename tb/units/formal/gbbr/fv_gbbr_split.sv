// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_gbbr_split: a good state gives all its sectors, as many of them in device memory as the
/// target has room for; a bad one gives none; exactly the pairs listed in the format are good.
/// State 15 alone is poison, and reserved. With MIXED, states 6 to 14 are good if their codec is
/// included, and BPC's states if BPC is.
module fv_gbbr_split #(
    parameter int MIXED = 0
) (
    input wire logic [3:0] state_i,
    input wire logic [2:0] target_i
);
  wire [2:0] dev, spill;
  wire eight, bad;
  lp_gbbr_split #(.MIXED(MIXED)) u_dut (.state_i, .target_i, .dev_o(dev), .eight_o(eight), .spill_o(spill),
                       .bad_o(bad));

  wire reserved, poison;
  lp_gbbr_from_state #(.MIXED(MIXED), .CODEC_W(2)) u_state (
      .state_i, .reserved_o(reserved), .poison_o(poison));
  fv_assert u_poison (.hold_i(poison == (state_i == 4'd15) && (!poison || reserved)));
  // From section 15 of the format: sectors of each state, and the codec of its record.
  localparam logic [47:0] SECTORS = {3'd0, 3'd3, 3'd2, 3'd1, 3'd3, 3'd2, 3'd1, 3'd3, 3'd2, 3'd1,
                                     3'd0, 3'd4, 3'd3, 3'd2, 3'd1, 3'd0};
  localparam logic [3:0] THERE = MIXED[3:0];
  localparam logic [15:0] NAMED = {1'b0, {3{THERE[3]}}, {3{THERE[2]}}, {3{THERE[0]}}, THERE[1],
                                   1'b1, {3{THERE[1]}}, 1'b1};
  localparam logic [15:0] STATES = MIXED == 0 ? 16'h003f : NAMED;
  wire [2:0] whole = SECTORS[3*state_i +: 3];
  wire good = target_i <= 3'd4 && STATES[state_i] && (state_i != 4'd5 || target_i == 3'd4);
  wire [3:0] sum = {1'b0, dev} + {1'b0, spill};
  fv_assert u_bad (.hold_i(bad == !good));
  fv_assert u_none (.hold_i(good || {dev, spill, eight} == 7'd0));
  fv_assert u_eight (.hold_i(eight == (good && state_i == 4'd5)));
  fv_assert u_all (.hold_i(!good || sum == {1'b0, whole}));
  fv_assert u_room (.hold_i({1'b0, dev} + {1'b0, target_i} <= 4'd4 || !good));
  fv_assert u_full (.hold_i(spill == 3'd0 || {1'b0, dev} + {1'b0, target_i} == 4'd4));
  fv_cover u_both (.seen_i(dev == 3'd2 && spill == 3'd2));
  fv_cover u_buddy (.seen_i(dev == 3'd0 && spill == 3'd4));
endmodule

`default_nettype wire
