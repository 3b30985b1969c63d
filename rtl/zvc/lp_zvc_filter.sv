// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The filter of XZVC-16, sector by sector: each 64-bit word of a line xor the word before it.
/// Latency 0, interval 1.
///
/// Source: docs/reference/format.md (XZVC-16).
///
/// Combinational paths: first, on, data -> data.
module lp_zvc_filter (
    /// Clock.
    input  wire logic         clk_i,
    /// The sector advances in this cycle.
    input  wire logic         take_i,
    /// It is the first of its line.
    input  wire logic         first_i,
    /// Its line is filtered; else it passes unchanged.
    input  wire logic         on_i,
    /// Sector of a raw line.
    input  wire logic [255:0] data_i,
    /// The same, filtered.
    output wire logic [255:0] data_o
);
  logic [63:0] last_q;
  always_ff @(posedge clk_i) begin
    if (take_i) last_q <= data_i[255:192];
  end
  assign data_o = data_i ^ {data_i[191:0] & {192{on_i}}, last_q & {64{on_i & ~first_i}}};
endmodule

`default_nettype wire
