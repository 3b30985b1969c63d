// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_card_uart_crc: equals a shift register with the polynomial, bit by bit.
module fv_card_uart_crc #(
    parameter int BYTES = 7
) (
    input wire logic [7:0]         crc_i,
    input wire logic [8*BYTES-1:0] bytes_i
);
  wire [7:0] crc;
  lp_card_uart_crc #(.BYTES(BYTES)) u_dut (.crc_i, .bytes_i, .crc_o(crc));

  function [7:0] crc_of(input [7:0] first, input [8*BYTES-1:0] bytes);
    int i;
    begin
      crc_of = first;
      for (i = 0; i < 8 * BYTES; i = i + 1)
        crc_of = {crc_of[6:0], 1'b0}
               ^ (crc_of[7] ^ bytes[8*(i/8) + 7 - i%8] ? 8'h07 : 8'h00);
    end
  endfunction
  fv_assert u_same (.hold_i(crc == crc_of(crc_i, bytes_i)));
  fv_cover u_some (.seen_i(crc == 8'h4c));
endmodule

`default_nettype wire
