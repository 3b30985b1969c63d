// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Sectors of a ZVC-16 entry, from the number of nonzero elements of the line; of an XZVC-16 entry,
/// from those of the filtered line. 0 for a zero line, 4 if it would be raw. Combinational: latency
/// 0, interval 1.
///
/// Combinational paths: nonzero -> sectors.
module lp_mixed_count (
    /// Elements that are not zero, 0..64.
    input  wire logic [6:0] nonzero_i,
    /// Sectors of the entry.
    output wire logic [2:0] sectors_o
);
  // The mask takes the space of four elements; a sector holds 16.
  assign sectors_o = (nonzero_i == 7'd0) ? 3'd0 : (nonzero_i <= 7'd12) ? 3'd1
                   : (nonzero_i <= 7'd28) ? 3'd2 : (nonzero_i <= 7'd44) ? 3'd3 : 3'd4;
endmodule

`default_nettype wire
