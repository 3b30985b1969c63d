// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_gbbr_from_state inverts lp_gbbr_to_state; no state made by the latter is reserved or poison,
/// and lp_gbbr_split accepts it on a page of the same target. With MIXED a line's state gives its
/// codec, if that is included, and only BPC's lines fit into 8 bytes.
module fv_gbbr_state #(
    parameter int MIXED = 0,
    parameter int CODEC_W = MIXED == 0 ? lp_codec_pkg::CODEC_W : 2
) (
    input wire logic [CODEC_W-1:0] codec_i,
    input wire logic [2:0]         sectors_i,
    input wire logic               tiny_i,
    input wire logic [2:0]         target_i
);
  wire [3:0] state;
  wire reserved, poison, eight, named, in_eight, bad;
  wire [2:0] sectors, dev, spill;
  wire [CODEC_W-1:0] codec;
  lp_gbbr_to_state #(.MIXED(MIXED), .CODEC_W(CODEC_W)) u_to (
      .codec_i, .sectors_i, .tiny_i, .target_i, .state_o(state));
  lp_gbbr_from_state #(.MIXED(MIXED), .CODEC_W(CODEC_W)) u_from (
      .state_i(state), .reserved_o(reserved), .poison_o(poison), .eight_o(eight),
      .sectors_o(sectors), .named_o(named), .codec_o(codec));
  lp_gbbr_split #(.MIXED(MIXED)) u_split (.state_i(state), .target_i, .dev_o(dev), .eight_o(in_eight),
                         .spill_o(spill), .bad_o(bad));

  // An entry of 8 bytes is one sector.
  wire record = sectors_i != 3'd0 && sectors_i != 3'd4;
  wire there = MIXED == 0 || !record || |((MIXED >> codec_i) & 1);
  wire can_be = sectors_i <= 3'd4 && target_i <= 3'd4 && (!tiny_i || sectors_i <= 3'd1) && there;
  wire packed_8 = tiny_i && sectors_i == 3'd1 && target_i == 3'd4 && (MIXED == 0 || codec_i == 1);
  fv_assert u_good (.hold_i(!can_be || (!reserved && !poison && !bad)));
  fv_assert u_eight (.hold_i(!can_be || (eight == packed_8 && in_eight == packed_8)));
  fv_assert u_sectors (.hold_i(!can_be || sectors == (packed_8 ? 3'd0 : sectors_i)));
  fv_assert u_places (.hold_i(!can_be || {1'b0, dev} + {1'b0, spill} == {1'b0, sectors}));
  fv_assert u_codec (.hold_i(!can_be || !named || !record || codec == codec_i));
  fv_assert u_named (.hold_i(!can_be || named == (MIXED != 0)));
  fv_cover u_packed (.seen_i(can_be && eight));
  fv_cover u_raw (.seen_i(can_be && sectors == 3'd4));
endmodule

`default_nettype wire
