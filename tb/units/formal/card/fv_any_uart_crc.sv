// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-in for lp_card_uart_crc where only the order of bytes matters: their exclusive or,
/// accumulated from byte to byte as the CRC is.
module lp_card_uart_crc;
  wire [7:0] sum [0:BYTES];
  genvar b;
  assign sum[0] = crc_i;
  generate
    for (b = 0; b < BYTES; b = b + 1) begin : g_byte
      assign sum[b+1] = sum[b] ^ bytes_i[8*b +: 8];
    end
  endgenerate
  assign crc_o = sum[BYTES];
endmodule

`default_nettype wire
