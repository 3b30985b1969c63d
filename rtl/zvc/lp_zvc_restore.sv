// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The inverse of lp_zvc_filter, sector by sector: each 64-bit word of a line xor all before it.
/// Latency 0, interval 1.
///
/// Source: docs/reference/format.md (XZVC-16).
///
/// Combinational paths: first, on, data -> data.
module lp_zvc_restore (
    /// Clock.
    input  wire logic         clk_i,
    /// The sector advances in this cycle.
    input  wire logic         take_i,
    /// It is the first of its line.
    input  wire logic         first_i,
    /// Its line was filtered; else it passes unchanged.
    input  wire logic         on_i,
    /// Sector of a filtered line.
    input  wire logic [255:0] data_i,
    /// Sector of the raw line.
    output wire logic [255:0] data_o
);
  logic [63:0] last_q;
  genvar w;
  generate
    for (w = 0; w < 4; w = w + 1) begin : g_word
      wire [63:0] earlier, word;
      if (w == 0) assign earlier = last_q & {64{on_i & ~first_i}};
      else assign earlier = g_word[w-1].word & {64{on_i}};
      assign word = data_i[64*w +: 64] ^ earlier;
      assign data_o[64*w +: 64] = word;
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    if (take_i) last_q <= data_o[255:192];
  end
endmodule

`default_nettype wire
