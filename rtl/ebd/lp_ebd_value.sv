// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// One element of an EBD-16 line: its exponent is a base less a distance.
///
/// The distance has 5 bits, signed, -2..12. Only its low four bits are subtracted; its borrow or
/// carry selects the upper half of the exponent from neighbouring values that all lanes share.
///
/// Combinational.
///
/// Combinational paths: base, less, escape, d, low, zero, payload -> data;
/// base, less, escape, d, low, zero -> bad.
module lp_ebd_value (
    /// Base of the codes that give a distance.
    input  wire logic [7:0]  base_i,
    /// Base less the first distance without a code, two's complement: for escapes 0..12.
    input  wire logic [8:0]  less_i,
    /// Count from less_i.
    input  wire logic        escape_i,
    /// The distance is negative, -1 or -2; not with escape_i.
    input  wire logic        d_i,
    /// Its low bits.
    input  wire logic [3:0]  low_i,
    /// The exponent is 0, regardless of the other inputs.
    input  wire logic        zero_i,
    /// Sign and mantissa.
    input  wire logic [7:0]  payload_i,
    /// The element.
    output wire logic [15:0] data_o,
    /// The exponent is outside 0..255.
    output wire logic        bad_o
);
  wire [3:0] from, upper, up, down, shared;
  wire [4:0] sum;
  wire [7:0] exponent;
  assign from = escape_i ? less_i[3:0] : base_i[3:0];
  assign upper = escape_i ? less_i[7:4] : base_i[7:4];
  assign up = base_i[7:4] + 4'd1;
  assign down = upper - 4'd1;
  assign sum = {1'b0, from} + {1'b0, ~low_i} + 5'd1;
  assign shared = (d_i & sum[4]) ? up : (d_i | sum[4]) ? upper : down;
  assign exponent = {shared, sum[3:0]} & {8{~zero_i}};
  assign bad_o = ~zero_i & ((escape_i & less_i[8]) | (d_i & sum[4] & (&base_i[7:4]))
                            | (~d_i & ~sum[4] & (upper == 4'd0)));
  assign data_o = {payload_i[7], exponent, payload_i[6:0]};
endmodule

`default_nettype wire
