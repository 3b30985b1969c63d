// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Multiplexer by a one-hot select: the chosen word, zero if none is. Combinational, a tree of
/// depth log2(WORDS).
///
/// Combinational paths: sel, data -> data.
module lp_pick #(
    /// Bits of a word, at least 1.
    parameter int WIDTH = 8,
    /// Words, at least 1.
    parameter int WORDS = 4
) (
    /// Selects the word; at most one bit is set.
    input  wire logic [WORDS-1:0]       sel_i,
    /// The words, word 0 lowest.
    input  wire logic [WORDS*WIDTH-1:0] data_i,
    /// The chosen one.
    output wire logic [WIDTH-1:0]       data_o
);
  generate
    if (WIDTH < 1) begin : g_check_width
      lp_bad_WIDTH_below_1 u_bad ();
    end
    if (WORDS < 1) begin : g_check_words
      lp_bad_WORDS_below_1 u_bad ();
    end
  endgenerate

  genvar b, i;
  generate
    for (b = 0; b < WIDTH; b = b + 1) begin : g_bit
      wire [WORDS-1:0] column;
      for (i = 0; i < WORDS; i = i + 1) begin : g_word
        assign column[i] = sel_i[i] & data_i[i*WIDTH + b];
      end
      assign data_o[b] = |column;
    end
  endgenerate
endmodule

`default_nettype wire
