// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Length of a plane symbol by its kind (lp_bpc_sizes), as the bits for 32, 8, 4, 2 and 1.
module fv_kind_bits (
    input  wire logic [2:0] kind_i,
    output wire logic [4:0] bits_o
);
  assign bits_o = kind_i == 3'd4 ? 5'b10000 : kind_i == 3'd5 ? 5'b01010
                : kind_i == 3'd3 ? 5'b00111 : kind_i == 3'd1 ? 5'b00011
                : kind_i == 3'd0 ? 5'b00000 : 5'b00101;
endmodule

`default_nettype wire
