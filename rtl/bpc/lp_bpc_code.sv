// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Encodes a one-hot vector of 32 bits: the number of the bit that is set, 0 if none is.
/// Combinational: latency 0, interval 1.
module lp_bpc_code (
    /// One-hot, or zero.
    input  wire logic [31:0] at_i,
    /// Number of the bit that is set.
    output wire logic [4:0]  code_o
);
  assign code_o = {|(at_i & 32'hffff0000), |(at_i & 32'hff00ff00), |(at_i & 32'hf0f0f0f0),
                   |(at_i & 32'hcccccccc), |(at_i & 32'haaaaaaaa)};
endmodule

`default_nettype wire
