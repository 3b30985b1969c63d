// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The parser of lp_bpc_dec_serial: two planes of a BPC stream per step, 32 planes of a line in
/// sixteen steps.
///
/// Four words of the stream are near; a pair waits after them and is appended when two words are
/// free. Words beyond the ones that are held are never looked at, so they have any value. A raw
/// line has no token; its words pass two with each step, and begin three bits before word 0.
///
/// Latency: combinational from a step to the places of its symbols. Interval: 1.
module lp_bpc_walk (
    /// Clock.
    input  wire logic         clk_i,
    /// Load the next line (with the last step of a line, or while there is none).
    input  wire logic         load_i,
    /// The line's first 131 bits.
    input  wire logic [130:0] head_i,
    /// Start of its first symbol in word 0 (one-hot), or none.
    input  wire logic [31:0]  token_i,
    /// Two planes of the line, or words, if it is raw.
    input  wire logic         step_i,
    /// The line is raw.
    input  wire logic         raw_i,
    /// The pair after those that were fetched.
    input  wire logic [63:0]  pair_i,
    /// It is taken.
    output wire logic         fetch_o,

    /// The bits in reach of this step, and the three before them.
    output wire logic [97:0]  window_o,
    /// For each plane the bit in its word where its symbol begins.
    output wire logic [9:0]   phase_o,
    /// For each plane the word in which its symbol begins (one-hot); none within a run.
    output wire logic [3:0]   word_o,
    /// After the step: the next two words.
    output wire logic [63:0]  next_o,
    /// After the step: parse state as of lp_bpc_parse, {from, run, fresh, hold, token}.
    output wire logic [71:0]  parse_o,
    /// After the step: words by which the line has moved.
    output wire logic [4:0]   moved_o
);
  genvar w;

  // ---------------------------------------------------------------- words
  // held_q: two words are near, or three; else four. full_q: a pair waits.
  logic [127:0] near_q;
  logic [4:0] before_q, moved_q;
  logic [63:0] pair_q;
  logic [1:0] held_q;
  logic full_q;
  wire two, three;
  wire [191:0] words;
  assign {three, two} = held_q;
  assign words = {pair_q[63:32], three ? pair_q[63:32] : pair_q[31:0],
                  two ? pair_q[63:32] : three ? pair_q[31:0] : near_q[127:96],
                  two ? pair_q[31:0] : near_q[95:64], near_q[63:0]};

  /* verilator lint_off UNUSEDSIGNAL */
  wire [2:0] found;
  /* verilator lint_on UNUSEDSIGNAL */
  wire by_1, by_2, append;
  wire [127:0] ahead;
  assign by_1 = found[1];
  assign by_2 = found[2] | raw_i;
  assign append = full_q & (two | (three & (by_1 | by_2)) | by_2);
  assign fetch_o = step_i & (~full_q | append);
  assign next_o = ahead[63:0];
  assign moved_o = moved_q + {3'b0, by_2, by_1};
  generate
    for (w = 0; w < 4; w = w + 1) begin : g_word
      assign ahead[32*w +: 32] = by_2 ? words[32*(w+2) +: 32]
                               : by_1 ? words[32*(w+1) +: 32] : words[32*w +: 32];
    end
  endgenerate

  always_ff @(posedge clk_i) begin
    if (load_i) begin
      near_q <= head_i[130:3];
      before_q <= {head_i[2:0], 2'b0};
      held_q <= 2'b00;
      full_q <= 1'b0;
      moved_q <= 5'd0;
    end else if (step_i) begin
      near_q <= ahead;
      before_q <= by_2 ? near_q[63:59] : by_1 ? near_q[31:27] : before_q;
      // Two are left after two of two, which a pair replaces, or of the first four, before it is
      // there.
      held_q[0] <= by_2 & ~three & (two | ~full_q);
      held_q[1] <= three ? ~by_1 : by_1;
      full_q <= 1'b1;
      moved_q <= moved_o;
    end
    if (fetch_o) pair_q <= pair_i;
  end

  // ---------------------------------------------------------------- parse
  logic [31:0] token_q, hold_q;
  logic fresh_q;
  logic [4:0] run_q;
  logic [1:0] from_q;
  lp_bpc_parse #(.PLANES(2)) u_parse (
      .window_i(words[66:0]), .before_i(before_q), .token_i(token_q), .hold_i(hold_q),
      .fresh_i(fresh_q), .run_i(run_q), .from_i(from_q), .phase_o(phase_o), .word_o(word_o),
      .move_o(found), .token_o(parse_o[31:0]), .hold_o(parse_o[63:32]), .fresh_o(parse_o[64]),
      .run_o(parse_o[69:65]), .from_o(parse_o[71:70]));
  assign window_o = {words[94:0], before_q[4:2]};
  always_ff @(posedge clk_i) begin
    if (load_i) {from_q, run_q, fresh_q, hold_q, token_q} <= {40'b0, token_i};
    else if (step_i) {from_q, run_q, fresh_q, hold_q, token_q} <= parse_o;
  end
endmodule

`default_nettype wire
