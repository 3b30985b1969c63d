// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Sectors that an entry of ZVC-16 takes, from how many elements of the line are not zero; of
/// XZVC-16, from those of the filtered line. 0 for a line of zeros, 4 where it would be raw.
/// Combinational: latency 0, interval 1.
///
/// Combinational paths: nonzero -> sectors.
module lp_mixed_count (
    /// Elements that are not zero, 0..64.
    input  wire logic [6:0] nonzero_i,
    /// Sectors of the entry.
    output wire logic [2:0] sectors_o
);
  // The mask takes four elements' room, and a sector has room for 16.
  assign sectors_o = (nonzero_i == 7'd0) ? 3'd0 : (nonzero_i <= 7'd12) ? 3'd1
                   : (nonzero_i <= 7'd28) ? 3'd2 : (nonzero_i <= 7'd44) ? 3'd3 : 3'd4;
endmodule

`default_nettype wire
