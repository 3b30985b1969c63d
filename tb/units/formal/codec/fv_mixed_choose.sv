// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_mixed_choose chooses the smallest of (sectors, rank in the order ZVC, EBD, BPC) among the
/// units that have the line; lp_mixed_count counts the sectors of a ZVC-16 record; lp_mixed_fits
/// equals a comparison by subtraction.
module fv_mixed_choose (
    input wire logic [2:0]  set_i,
    input wire logic [2:0]  zvc_i,
    input wire logic [2:0]  bpc_i,
    input wire logic [2:0]  ebd_i,
    input wire logic [6:0]  nonzero_i,
    input wire logic [31:0] a_i,
    input wire logic [31:0] b_i
);
  wire [2:0] win, sectors;
  wire fits;
  lp_mixed_choose u_choose (.set_i, .zvc_i, .bpc_i, .ebd_i, .win_o(win));
  lp_mixed_count u_count (.nonzero_i, .sectors_o(sectors));
  lp_mixed_fits u_fits (.a_i, .b_i, .fits_o(fits));

  function automatic logic [5:0] least(input logic [5:0] a, input logic [5:0] b);
    least = a < b ? a : b;
  endfunction

  // Bit 5: the unit does not have the line.
  wire [5:0] zvc = {~set_i[0], zvc_i, 2'd0};
  wire [5:0] ebd = {~set_i[2], ebd_i, 2'd1};
  wire [5:0] bpc = {~set_i[1], bpc_i, 2'd2};
  wire [5:0] first = least(zvc, least(ebd, bpc));
  fv_assert u_win (.hold_i(set_i == 3'd0
      || win == {first == ebd, first == bpc, first == zvc}));
  fv_cover u_last (.seen_i(set_i == 3'd7 && win == 3'b010));

  // Bytes of the record: a mask of 8 and two for each element.
  wire [7:0] bytes = 8'd8 + {nonzero_i, 1'b0};
  wire [2:0] wanted = nonzero_i == 7'd0 ? 3'd0 : bytes > 8'd96 ? 3'd4
                    : bytes[7:5] + {2'd0, bytes[4:0] != 5'd0};
  fv_assert u_sectors (.hold_i(nonzero_i > 7'd64 || sectors == wanted));

  wire [32:0] delta = {a_i[31], a_i} - {b_i[31], b_i};
  fv_assert u_delta (.hold_i(fits == (&delta[32:22] | ~|delta[32:22])));
endmodule

`default_nettype wire
