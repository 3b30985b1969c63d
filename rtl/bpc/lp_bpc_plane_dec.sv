// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Decodes one plane symbol of a BPC stream.
/// Combinational: latency 0, interval 1. Source: docs/reference/format.md section 5.
module lp_bpc_plane_dec (
    /// A symbol begins with the plane; else the plane is within a run of zero planes.
    input  wire logic        valid_i,
    /// 32 stream bits from the symbol on, the first one lowest.
    input  wire logic [31:0] bits_i,
    /// DBX of the plane.
    output wire logic [30:0] dbx_o,
    /// DBP of the plane is zero, regardless of dbx_o.
    output wire logic        clear_o,
    /// The symbol names a position outside the plane.
    output wire logic        bad_o
);
  wire raw, zeros, ten, five, pair;
  wire [4:0] k;
  assign raw = valid_i & bits_i[0];
  assign zeros = valid_i & ~(bits_i[0] | bits_i[1] | bits_i[2]);
  assign ten = zeros & bits_i[3];
  assign five = zeros & ~bits_i[3];
  assign pair = ten & ~bits_i[4];
  assign k = {bits_i[5], bits_i[6], bits_i[7], bits_i[8], bits_i[9]};
  assign clear_o = five & bits_i[4];
  assign bad_o = (ten & (k == 5'd31)) | (pair & (k == 5'd30));

  // One-hot decoding of k in two levels, with the symbol's kind in the first.
  wire [7:0] high;
  wire [3:0] low;
  genvar i;
  generate
    for (i = 0; i < 4; i = i + 1) begin : g_low
      assign low[i] = (k[1:0] == 2'(i));
    end
    for (i = 0; i < 8; i = i + 1) begin : g_high
      assign high[i] = ten & (k[4:2] == 3'(i));
    end
    for (i = 0; i < 31; i = i + 1) begin : g_bit
      wire here, below;
      assign here = high[i/4] & low[i%4];
      if (i > 0) assign below = high[(i-1)/4] & low[(i-1)%4] & ~bits_i[4];
      else assign below = 1'b0;
      assign dbx_o[i] = (raw & bits_i[31-i]) | here | below | (five & ~bits_i[4]);
    end
  endgenerate
endmodule

`default_nettype wire
