// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// The end of a line in lp_bpc_dec: plane 0, and the check that the stream ends in the last sector.
///
/// Stage: T, in parallel with the engine's X. It holds the state after the last step, shifts the
/// symbol out, decodes and checks it. Latency: 1 cycle.
module lp_bpc_tail (
    /// Clock.
    input  wire logic        clk_i,
    /// T advances.
    input  wire logic        go_i,
    /// The words that can contain plane 0's symbol, from near_o of lp_bpc_engine.
    input  wire logic [63:0] pair_i,
    /// Parse state from parse_o of lp_bpc_engine.
    input  wire logic [73:0] parse_i,
    /// Words that all steps have advanced: at most 27 for three sectors, since the bits after them
    /// are zero, of which 10 form a symbol.
    input  wire logic [4:0]  moved_i,
    /// Sectors of the entry minus one.
    input  wire logic [1:0]  count_i,
    /// The last nonzero word, counted from 1.
    input  wire logic [4:0]  some_i,
    /// T: the engine's length fields, of planes 4..1.
    input  wire logic [19:0] fields_i,
    /// T: plane 1.
    input  wire logic [30:0] prior_i,
    /// T: plane 0.
    output wire logic [30:0] plane_o,
    /// T: the stream is malformed from plane 0 on, or does not end in the last sector.
    output wire logic        bad_o,
    /// T: the byte in which a good stream ends, from 0.
    output wire logic [6:0]  byte_o
);
  genvar i;

  wire [4:0] phase;
  lp_bpc_code u_code (.at_i(parse_i[31:0] | parse_i[63:32]), .code_o(phase));

  logic [63:0] pair_q;
  logic token_q, fresh_q;
  logic [4:0] phase_q;
  logic [4:0] run_q, some_q;
  logic [3:0] from_q;
  logic [4:0] moved_q;
  logic [1:0] count_q;
  always_ff @(posedge clk_i) begin
    if (go_i) begin
      pair_q <= pair_i;
      {from_q, run_q, fresh_q} <= parse_i[73:64];
      token_q <= |parse_i[31:0];
      phase_q <= phase;
      moved_q <= moved_i;
      count_q <= count_i;
      some_q <= some_i;
    end
  end

  // ---------------------------------------------------------------- plane 0
  wire [31:0] symbol;
  lp_bpc_extract u_extract (.pair_i(pair_q[62:0]), .phase_i(phase_q), .bits_o(symbol));

  wire [30:0] dbx;
  wire clear, place_bad;
  lp_bpc_plane_dec u_plane (
      .valid_i(token_q), .bits_i(symbol), .dbx_o(dbx), .clear_o(clear), .bad_o(place_bad));
  assign plane_o = (prior_i ^ dbx) & {31{~clear}};

  // ---------------------------------------------------------------- the end
  // A waiting run must cover plane 0 and no more; none may begin there.
  wire [3:0] covers;
  wire run_bad;
  generate
    for (i = 0; i < 4; i = i + 1) begin : g_covers
      assign covers[i] = from_q[i] & ((fresh_q ? fields_i[5*i +: 5] : run_q) == 5'(3 - i));
    end
  endgenerate
  assign run_bad = token_q ? ~symbol[0] & symbol[1] : ~|covers;

  // After the symbol all bits are zero: those shifted out with it, the rest of the second word, and
  // all words after that.
  wire raw, one, ten, five, soiled;
  wire [31:0] behind;
  assign raw = token_q & symbol[0];
  assign one = token_q & ~symbol[0] & symbol[2];
  assign ten = token_q & (symbol[3:0] == 4'b1000);
  assign five = token_q & (symbol[3:0] == 4'b0000);
  assign behind = pair_q[63:32] & (32'hffffffff << phase_q);
  assign soiled = |behind | (~raw & |symbol[31:10]) | (~raw & ~ten & |symbol[9:5])
                | (~token_q & |symbol[4:0]) | (one & |symbol[4:3])
                | (some_q > moved_q + 5'd2);

  // The stream begins three bits before word 0: its last bit is in word moved, or one or two later.
  // Modulo eight is enough for the sector.
  wire next;
  wire [4:0] word;
  /* verilator lint_off UNUSEDSIGNAL */
  wire [4:0] in_word;
  /* verilator lint_on UNUSEDSIGNAL */
  assign next = (phase_q >= (ten ? 5'd20 : five ? 5'd25 : one ? 5'd27 : 5'd30));
  assign word = moved_q + {4'b0, next} + {4'b0, raw};
  assign in_word = phase_q + (ten ? 5'd12 : five ? 5'd7 : one ? 5'd5 : 5'd2);
  assign byte_o = {word, in_word[4:3]};
  assign bad_o = place_bad | run_bad | soiled | (word[4:3] != count_q);
endmodule

`default_nettype wire
