// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_mixed_count counts the sectors of a ZVC-16 record; lp_mixed_fits equals a comparison by
/// subtraction.
module fv_mixed_count (
    input wire logic [6:0]  nonzero_i,
    input wire logic [31:0] a_i,
    input wire logic [31:0] b_i
);
  wire [2:0] sectors;
  wire fits;
  lp_mixed_count u_count (.nonzero_i, .sectors_o(sectors));
  lp_mixed_fits u_fits (.a_i, .b_i, .fits_o(fits));

  // Bytes of the record: a mask of 8 and two for each element.
  wire [7:0] bytes = 8'd8 + {nonzero_i, 1'b0};
  wire [2:0] wanted = nonzero_i == 7'd0 ? 3'd0 : bytes > 8'd96 ? 3'd4
                    : bytes[7:5] + {2'd0, bytes[4:0] != 5'd0};
  fv_assert u_sectors (.hold_i(nonzero_i > 7'd64 || sectors == wanted));
  fv_cover u_four (.seen_i(nonzero_i == 7'd64 && sectors == 3'd4));

  wire [32:0] delta = {a_i[31], a_i} - {b_i[31], b_i};
  fv_assert u_delta (.hold_i(fits == (&delta[32:22] | ~|delta[32:22])));
endmodule

`default_nettype wire
