// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// CRC of bytes with the polynomial x^8 + x^2 + x + 1, highest bit of each byte first, continued
/// from the CRC of the bytes before; the lowest byte is the first.
///
/// Combinational paths: crc, bytes -> crc.
module lp_card_uart_crc #(
    /// Bytes, at least 1.
    parameter int BYTES = 1
) (
    /// CRC of the bytes before, 0 if there are none.
    input  wire logic [7:0]         crc_i,
    /// The bytes.
    input  wire logic [8*BYTES-1:0] bytes_i,
    /// CRC including these bytes.
    output wire logic [7:0]         crc_o
);
  generate
    if (BYTES < 1) begin : g_check_bytes
      lp_bad_BYTES_below_1 u_bad ();
    end
  endgenerate

  genvar b;
  generate
    for (b = 0; b < BYTES; b = b + 1) begin : g_byte
      // One bit is a shift, plus the polynomial if a one leaves at the top; after eight bits each
      // bit of x contributes its power, from x^8 on, modulo the polynomial.
      wire [7:0] x, crc;
      if (b == 0) begin : g_first
        assign x = crc_i ^ bytes_i[7:0];
      end else begin : g_next
        assign x = g_byte[b-1].crc ^ bytes_i[8*b +: 8];
      end
      assign crc = {
          x[7] ^ x[6] ^ x[5], x[6] ^ x[5] ^ x[4], x[5] ^ x[4] ^ x[3], x[4] ^ x[3] ^ x[2],
          x[7] ^ x[3] ^ x[2] ^ x[1], x[6] ^ x[2] ^ x[1] ^ x[0], x[6] ^ x[1] ^ x[0],
          x[7] ^ x[6] ^ x[0]};
    end
  endgenerate
  assign crc_o = g_byte[BYTES-1].crc;
endmodule

`default_nettype wire
