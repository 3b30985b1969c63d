// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The streams of two lines, in memories of eight words, one for each word of a sector: four words
/// in at any place, a sector out.
///
/// Latency: 1 cycle from words in until they can be read; reading is combinational. Interval: 1.
///
/// Combinational paths: line, sector -> data.
module lp_bpc_rows (
    /// Clock.
    input  wire logic         clk_i,
    /// Four words go in.
    input  wire logic         put_i,
    /// Into the stream of that line.
    input  wire logic         put_line_i,
    /// Number of the first.
    input  wire logic [4:0]   at_i,
    /// The words.
    input  wire logic [127:0] words_i,
    /// Line that is read.
    input  wire logic         line_i,
    /// Its sector.
    input  wire logic [1:0]   sector_i,
    /// The sector's words.
    output wire logic [255:0] data_o
);
  wire [127:0] by2, turned;
  assign by2 = at_i[1] ? {words_i[63:0], words_i[127:64]} : words_i;
  assign turned = at_i[0] ? {by2[95:0], by2[127:96]} : by2;

  genvar b;
  generate
    for (b = 0; b < 8; b = b + 1) begin : g_bank
      logic [31:0] mem_q [0:7];
      /* verilator lint_off UNUSEDSIGNAL */
      wire [2:0] after;
      /* verilator lint_on UNUSEDSIGNAL */
      wire [1:0] row;
      wire next;
      assign after = 3'(b) - at_i[2:0];
      if (b == 7) assign next = 1'b0;
      else assign next = (3'(b) < at_i[2:0]);
      assign row = at_i[4:3] + {1'b0, next};
      always_ff @(posedge clk_i) begin
        if (put_i & ~after[2]) mem_q[{put_line_i, row}] <= turned[32*(b%4) +: 32];
      end
      assign data_o[32*b +: 32] = mem_q[{line_i, sector_i}];
    end
  endgenerate
endmodule

`default_nettype wire
