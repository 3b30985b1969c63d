// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The 32 bits of two words that begin at a given bit of the first.
/// Combinational: latency 0, interval 1.
module lp_bpc_extract (
    /// Two words without their last bit, which cannot be reached; the first bit lowest.
    input  wire logic [62:0] pair_i,
    /// Position of the first bit.
    input  wire logic [4:0]  phase_i,
    /// The bits, the first one lowest.
    output wire logic [31:0] bits_o
);
  wire [46:0] by16;
  wire [38:0] by8;
  wire [34:0] by4;
  wire [32:0] by2;
  assign by16 = phase_i[4] ? pair_i[62:16] : pair_i[46:0];
  assign by8 = phase_i[3] ? by16[46:8] : by16[38:0];
  assign by4 = phase_i[2] ? by8[38:4] : by8[34:0];
  assign by2 = phase_i[1] ? by4[34:2] : by4[32:0];
  assign bits_o = phase_i[0] ? by2[32:1] : by2[31:0];
endmodule

`default_nettype wire
