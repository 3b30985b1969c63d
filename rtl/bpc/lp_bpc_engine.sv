// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Half of lp_bpc_dec: it decodes four planes of a BPC stream per cycle, 16 planes of a line in
/// four steps.
///
/// The stream is held in 32-bit words. Words 0..4 (near) are those that this step can reach; the
/// others (far) follow one step later, so that only near words wait for the parse. A raw line's
/// words pass as planes do, four per step: its word i begins at bit 29 of word i-1, since the
/// stream begins three bits before word 0.
///
/// Stages: parse (near, far, token) -> X (near before the step and the starts of the symbols;
/// shifts them out and decodes them to planes). Latency: 1 cycle from a step to its planes.
module lp_bpc_engine #(
    /// Far words that are loaded.
    parameter int FAR = 19,
    /// Far words that a step keeps.
    parameter int KEEP = 19,
    /// 1: far_o holds while the next line is loaded; 0: only its words 0..3 do.
    parameter int FEED = 1
) (
    /// Clock.
    input  wire logic              clk_i,
    /// X advances.
    input  wire logic              go_i,

    /// Load the next line (with the last step of a line, or while there is none).
    input  wire logic              load_i,
    /// Near words to load.
    input  wire logic [159:0]      near_i,
    /// Far words to load.
    input  wire logic [32*FAR-1:0] far_i,
    /// Words by which the far ones lag (one-hot).
    input  wire logic [4:0]        lag_i,
    /// The five bits before word 0.
    input  wire logic [4:0]        before_i,
    /// Parse state as of lp_bpc_parse: {from, run, fresh, hold, token}.
    input  wire logic [73:0]       parse_i,
    /// Bits of the base word, the first plane's highest.
    input  wire logic [15:0]       base_i,

    /// Four planes of the line (or words, if raw).
    input  wire logic              step_i,
    /// The line is raw.
    input  wire logic              raw_i,
    /// Raw: words 0..3 are replaced in this step, the others stay.
    input  wire logic              stay_i,
    /// Raw, step and stay: they are loaded from near_i, else with zero.
    input  wire logic              renew_i,
    /// Words that join the far words before they move; only with a step.
    input  wire logic [32*FAR-1:0] insert_i,

    /// Near and far words, lag, bits before and parse state after this step.
    output wire logic [159:0]      near_o,
    /// See near_o.
    output wire logic [32*FAR-1:0] far_o,
    /// See near_o.
    output wire logic [4:0]        lag_o,
    /// See near_o.
    output wire logic [4:0]        before_o,
    /// See near_o.
    output wire logic [73:0]       parse_o,

    /// X: the plane before the first one.
    input  wire logic [30:0]       prior_i,
    /// X: four planes, or raw words, as vectors for lp_bpc_turn.
    output wire logic [127:0]      planes_o,
    /// X: the last plane.
    output wire logic [30:0]       last_o,
    /// X: a position outside the plane.
    output wire logic              bad_o,
    /// X: the length fields of runs that would begin with the planes.
    output wire logic [19:0]       fields_o
);
  generate
    if (FAR < 4) begin : g_check_far
      lp_bad_FAR_below_4 u_bad ();
    end
    if (KEEP < 1 || KEEP > FAR) begin : g_check_keep
      lp_bad_KEEP_not_1_to_FAR u_bad ();
    end
    if (FEED != 0 && FEED != 1) begin : g_check_feed
      lp_bad_FEED_neither_0_nor_1 u_bad ();
    end
  endgenerate

  localparam int K = 4;
  genvar i, j, w, b;

  // ---------------------------------------------------------------- parse
  logic [159:0] near_q;
  logic [32*FAR-1:0] far_q;
  logic [4:0] lag_q, before_q;
  logic [31:0] token_q, hold_q;
  logic fresh_q;
  logic [4:0] run_q;
  logic [K-1:0] from_q;
  logic [15:0] base_q;

  wire [5*K-1:0] phase;
  wire [K*K-1:0] word;
  wire [K:0] found, move;
  lp_bpc_parse #(.PLANES(K)) u_parse (
      .window_i(near_q[32*K+2:0]), .before_i(before_q), .token_i(token_q), .hold_i(hold_q),
      .fresh_i(fresh_q), .run_i(run_q), .from_i(from_q),
      .phase_o(phase), .word_o(word), .move_o(found),
      .token_o(parse_o[31:0]), .hold_o(parse_o[63:32]), .fresh_o(parse_o[64]),
      .run_o(parse_o[69:65]), .from_o(parse_o[73:70]));
  // A raw line has no token.
  assign move = found | {raw_i & ~stay_i, 3'b0, raw_i & stay_i};
  assign lag_o = move;

  // ---------------------------------------------------------------- word moves
  // Words that stay move by zero.
  wire [K:0] far_by, own_by, near_by, low_by;
  wire renew;
  wire [32*FAR-1:0] full, ahead;
  assign far_o = ahead;
  assign far_by = {lag_q[K:1] & {K{step_i}}, lag_q[0] | ~step_i};
  assign own_by = far_by & {K+1{~load_i}};
  assign low_by = (found & {K+1{step_i}}) | {raw_i & ~stay_i & step_i, 3'b0, ~step_i};
  assign near_by = low_by | {4'b0, raw_i & stay_i};
  assign renew = load_i | (raw_i & stay_i & renew_i);
  assign full = far_q | insert_i;
  generate
    for (w = 0; w < FAR; w = w + 1) begin : g_far
      wire [159:0] come;
      for (j = 0; j <= K; j = j + 1) begin : g_by
        if (w + j < FAR && (w < KEEP || j == 0))
          assign come[32*j +: 32] = full[32*(w+j) +: 32]
                                  & {32{(FEED != 0 || w < K) ? far_by[j] : own_by[j]}};
        else assign come[32*j +: 32] = 32'b0;
      end
      assign ahead[32*w +: 32] = come[31:0] | come[63:32] | come[95:64] | come[127:96]
                               | come[159:128];
      if (FEED != 0 || w < K) begin : g_feed
        always_ff @(posedge clk_i) begin
          far_q[32*w +: 32] <= load_i ? far_i[32*w +: 32] : ahead[32*w +: 32];
        end
      end else begin : g_own
        always_ff @(posedge clk_i) begin
          far_q[32*w +: 32] <= ahead[32*w +: 32] | (far_i[32*w +: 32] & {32{load_i}});
        end
      end
    end
    for (w = 0; w <= K; w = w + 1) begin : g_near
      wire [159:0] come;
      for (j = 0; j <= K; j = j + 1) begin : g_by
        wire by;
        assign by = (w < K) ? low_by[j] : near_by[j];
        if (w + j <= K) assign come[32*j +: 32] = near_q[32*(w+j) +: 32] & {32{by}};
        else assign come[32*j +: 32] = ahead[32*(w+j-K-1) +: 32] & {32{by}};
      end
      assign near_o[32*w +: 32] = come[31:0] | come[63:32] | come[95:64] | come[127:96]
                                | come[159:128];
      always_ff @(posedge clk_i) begin
        near_q[32*w +: 32] <= ((w < K) ? renew : load_i) ? near_i[32*w +: 32]
                                                         : near_o[32*w +: 32];
      end
    end
    for (b = 0; b < 5; b = b + 1) begin : g_before
      assign before_o[b] = (move[0] & before_q[b]) | (move[1] & near_q[27+b])
                         | (move[2] & near_q[59+b]) | (move[3] & near_q[91+b])
                         | (move[4] & near_q[123+b]);
    end
  endgenerate

  always_ff @(posedge clk_i) begin
    if (load_i) begin
      lag_q <= lag_i;
      before_q <= before_i;
      {from_q, run_q, fresh_q, hold_q, token_q} <= parse_i;
      base_q <= base_i;
    end else if (step_i) begin
      lag_q <= move;
      before_q <= (raw_i && FEED != 0) ? before_i & {5{renew_i}} : before_o;
      {from_q, run_q, fresh_q, hold_q, token_q} <= parse_o;
      base_q <= {base_q[11:0], 4'b0};
    end
  end

  // ---------------------------------------------------------------- X: symbols shifted out
  logic [158:0] x_window_q;
  logic [2:0] x_before_q;
  logic [5*K-1:0] x_phase_q;
  logic [K*K-1:0] x_word_q;
  logic x_raw_q;
  logic [3:0] x_base_q;
  always_ff @(posedge clk_i) begin
    if (go_i) begin
      x_window_q <= near_q[158:0];
      x_before_q <= before_q[4:2];
      x_raw_q <= raw_i;
      x_base_q <= base_q[15:12];
    end
  end

  // A raw line has no symbols: its planes and base are zero.
  wire [127:0] raw_words;
  assign raw_words = {x_window_q[124:0], x_before_q};
  wire [K-1:0] clear, bad;
  wire [31*K-1:0] dbx;
  wire [32*K-1:0] raws;
  wire [30:0] dbp0, dbp1, dbp2, dbp3;
  generate
    for (i = 0; i < K; i = i + 1) begin : g_x
      wire [62:0] pair;
      wire [63*K-1:0] leg;
      wire [31:0] bits;
      always_ff @(posedge clk_i) begin
        if (go_i) begin
          x_phase_q[5*i +: 5] <= phase[5*i +: 5];
          x_word_q[K*i +: K] <= word[K*i +: K];
        end
      end
      for (w = 0; w < K; w = w + 1) begin : g_word
        assign leg[63*w +: 63] = x_window_q[32*w +: 63] & {63{x_word_q[K*i + w]}};
      end
      assign pair = leg[0 +: 63] | leg[63 +: 63] | leg[126 +: 63] | leg[189 +: 63];
      lp_bpc_extract u_extract (
          .pair_i(pair), .phase_i(x_phase_q[5*i +: 5]), .bits_o(bits));

      // ------------------------------------------------------------ X: planes
      lp_bpc_plane_dec u_plane (
          .valid_i(|x_word_q[K*i +: K]), .bits_i(bits), .dbx_o(dbx[31*i +: 31]),
          .clear_o(clear[i]), .bad_o(bad[i]));
      // A raw word's bits, reordered from the stream's order to that of the array's output.
      wire [31:0] word_bits, raw_word;
      for (b = 0; b < 32; b = b + 1) begin : g_raw
        assign raw_word[b] = raw_words[32*i + 8*(b/8) + 7 - b%8];
      end
      lp_bpc_order #(.REVERSE(1)) u_order (.bits_i(raw_word), .bits_o(word_bits));
      assign raws[32*i +: 32] = word_bits & {32{x_raw_q}};
      assign fields_o[5*i +: 5] = {bits[2], bits[3], bits[4], bits[5], bits[6]};
    end
  endgenerate

  // Every plane is its DBX xor the plane before it, taken two at a time. If a symbol clears its
  // plane, its DBX reads as zero.
  wire [30:0] two, four;
  assign two = dbx[61:31] ^ dbx[30:0];
  assign four = dbx[123:93] ^ dbx[92:62];
  assign dbp0 = (dbx[30:0] ^ prior_i) & {31{~clear[0]}};
  assign dbp1 = (two & {31{~clear[1]}}) ^ (prior_i & {31{~clear[0] & ~clear[1]}});
  assign dbp2 = (dbx[92:62] ^ dbp1) & {31{~clear[2]}};
  assign dbp3 = (four & {31{~clear[3]}}) ^ (dbp1 & {31{~clear[2] & ~clear[3]}});
  assign planes_o = raws | {dbp3, x_base_q[0], dbp2, x_base_q[1], dbp1, x_base_q[2],
                            dbp0, x_base_q[3]};
  assign last_o = dbp3;
  assign bad_o = |bad;
endmodule

`default_nettype wire
