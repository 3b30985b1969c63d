// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Finds the plane symbols of a BPC stream, PLANES planes per cycle.
///
/// A raw plane takes exactly 32 bits, so the position of the next symbol modulo 32 changes with
/// short symbols only. The window is therefore a grid of 32-bit words; a one-hot token over all its
/// bits says where the next symbol begins, and every step moves each bit of the token by the length
/// that a symbol beginning there would have. Bits after the window move by whole words.
///
/// A run of zero planes may continue after this cycle: then its token waits (hold), and a register
/// keeps the step in which the run began. Its length field is right before the waiting token and is
/// read in the next cycle (fresh); later it comes from a register. A run that began in step i
/// covers field + 2 - PLANES + i further planes.
///
/// Combinational: latency 0, interval 1.
module lp_bpc_parse #(
    /// Planes per cycle, 2 to 8.
    parameter int PLANES = 4
) (
    /// Stream bits, the first one lowest; word 0 holds the token.
    input  wire logic [32*PLANES+2:0]     window_i,
    /// The five bits before them.
    input  wire logic [4:0]               before_i,
    /// Start of the next symbol in word 0 (one-hot, or none).
    input  wire logic [31:0]              token_i,
    /// The same, but a run must end first (one-hot, or none; never both).
    input  wire logic [31:0]              hold_i,
    /// Hold: the run began in the cycle before.
    input  wire logic                     fresh_i,
    /// Hold, not fresh: the run's length field, minus what it has covered since.
    input  wire logic [4:0]               run_i,
    /// Hold: the step in which the run began (one-hot).
    input  wire logic [PLANES-1:0]        from_i,
    /// For each plane the bit in its word where its symbol begins.
    output wire logic [5*PLANES-1:0]      phase_o,
    /// For each plane the word in which its symbol begins (one-hot); none within a run.
    output wire logic [PLANES*PLANES-1:0] word_o,
    /// Number of words to advance (one-hot, or none if there is no token).
    output wire logic [PLANES:0]          move_o,
    /// token_i, hold_i, fresh_i, run_i and from_i of the next cycle.
    output wire logic [31:0]              token_o,
    /// See token_o.
    output wire logic [31:0]              hold_o,
    /// See token_o.
    output wire logic                     fresh_o,
    /// See token_o.
    output wire logic [4:0]               run_o,
    /// See token_o.
    output wire logic [PLANES-1:0]        from_o
);
  generate
    if (PLANES < 2 || PLANES > 8) begin : g_check_planes
      lp_bad_PLANES_not_2_to_8 u_bad ();
    end
  endgenerate

  localparam int BITS = 32 * PLANES;

  genvar i, n, w, b;

  // ---------------------------------------------------------------- symbol that would begin at
  //                                                                 each bit
  wire [BITS-1:0] b0, b1, b2, b3, raw, run, one, ten, five;
  assign b0 = window_i[BITS-1:0];
  assign b1 = window_i[BITS:1];
  assign b2 = window_i[BITS+1:2];
  assign b3 = window_i[BITS+2:3];
  assign raw = b0;
  assign run = ~b0 & b1;
  assign one = ~(b0 | b1) & b2;
  assign ten = ~(b0 | b1 | b2) & b3;
  assign five = ~(b0 | b1 | b2 | b3);
  generate
    for (n = 2; n <= PLANES; n = n + 1) begin : g_run_of
      // A run of exactly n planes: the field's bits, the first one highest.
      localparam int REACH = 32 * (PLANES - n + 1);
      wire [REACH-1:0] exact;
      wire [5*REACH-1:0] same;
      for (b = 0; b < 5; b = b + 1) begin : g_field
        assign same[REACH*b +: REACH] = (((n - 2) >> b) % 2 == 1) ? window_i[6-b +: REACH]
                                                                  : ~window_i[6-b +: REACH];
      end
      assign exact = run[0 +: REACH] & same[0 +: REACH] & same[REACH +: REACH]
                   & same[2*REACH +: REACH] & same[3*REACH +: REACH] & same[4*REACH +: REACH];
    end
  endgenerate

  // ---------------------------------------------------------------- a run from before
  wire [4:0] field;
  wire [35:0] around;
  assign around = {window_i[30:0], before_i};
  generate
    for (b = 0; b < 5; b = b + 1) begin : g_field
      assign field[b] = fresh_i ? |(hold_i & around[4-b +: 32]) : run_i[b];
    end
  endgenerate

  // left[m]: it covers m more planes, m = 1..PLANES; more if none is set.
  wire [PLANES:0] left;
  assign left[0] = 1'b0;
  generate
    for (n = 1; n <= PLANES; n = n + 1) begin : g_left
      wire [PLANES-1:0] hit;
      for (i = 0; i < PLANES; i = i + 1) begin : g_from
        assign hit[i] = from_i[i] & (field == 5'(n + PLANES - 2 - i));
      end
      assign left[n] = |hit;
    end
  endgenerate
  wire beyond;
  assign beyond = ~|left;

  // ---------------------------------------------------------------- the token, step by step
  generate
    for (i = 0; i <= PLANES; i = i + 1) begin : g_step
      localparam int REACH = 32 * (i + 1);
      wire [REACH-1:0] at;
      if (i == 0) begin : g_first
        assign at = token_i;
      end else begin : g_later
        wire [REACH-33:0] from;
        assign from = g_step[i-1].at;
        // come[n]: after a symbol of one plane or the end of a run of n planes or fewer.
        for (n = 1; n <= i; n = n + 1) begin : g_come
          wire [REACH-1:0] come;
          if (n == 1) begin : g_one
            assign come = {from & raw[0 +: REACH-32], hold_i & {32{left[i]}}}
                        | ({32'b0, from & one[0 +: REACH-32]} << 3)
                        | ({32'b0, from & five[0 +: REACH-32]} << 5)
                        | ({32'b0, from & ten[0 +: REACH-32]} << 10);
          end else begin : g_run
            localparam int FROM = 32 * (i - n + 1);
            assign come = g_come[n-1].come
                        | ({{32*n{1'b0}}, g_step[i-n].at & g_run_of[n].exact[0 +: FROM]} << 7);
          end
        end
        assign at = g_come[i].come;
      end
    end
  endgenerate

  // ---------------------------------------------------------------- runs that continue
  // Those that began in step i and do not end in this cycle; all of them together.
  wire [PLANES-1:0] wait_from;
  generate
    for (i = 0; i < PLANES; i = i + 1) begin : g_wait
      localparam int REACH = 32 * (i + 1);
      for (n = 1; n <= PLANES - i; n = n + 1) begin : g_over
        wire [REACH-1:0] over;
        if (n == 1) assign over = {REACH{1'b0}};
        else assign over = g_over[n-1].over | g_run_of[n].exact[0 +: REACH];
      end
      wire [REACH-1:0] goes_on;
      wire [BITS+31:0] all;
      assign goes_on = g_step[i].at & run[0 +: REACH] & ~g_over[PLANES-i].over;
      assign wait_from[i] = |goes_on;
      if (i == 0)
        assign all = ({{BITS{1'b0}}, goes_on} << 7) | {{BITS{1'b0}}, hold_i & {32{beyond}}};
      else assign all = g_wait[i-1].all | ({{BITS+32-REACH{1'b0}}, goes_on} << 7);
    end
  endgenerate

  wire still;
  assign still = beyond & (|hold_i);
  assign from_o = still ? from_i : wait_from;
  assign fresh_o = ~still;
  assign run_o = field - 5'(PLANES);

  // ---------------------------------------------------------------- positions
  wire [BITS+31:0] next_at, wait_at;
  assign next_at = g_step[PLANES].at;
  assign wait_at = g_wait[PLANES-1].all;
  generate
    for (w = 0; w <= PLANES; w = w + 1) begin : g_word
      wire [31:0] next_in, wait_in;
      assign move_o[w] = |next_at[32*w +: 32] | |wait_at[32*w +: 32];
      if (w == 0) begin : g_first
        assign next_in = next_at[31:0];
        assign wait_in = wait_at[31:0];
      end else begin : g_more
        assign next_in = g_word[w-1].next_in | next_at[32*w +: 32];
        assign wait_in = g_word[w-1].wait_in | wait_at[32*w +: 32];
      end
    end
    for (i = 0; i < PLANES; i = i + 1) begin : g_plane
      for (w = 0; w < PLANES; w = w + 1) begin : g_word
        wire [31:0] phase;
        if (w > i) begin : g_none
          assign word_o[PLANES*i + w] = 1'b0;
          assign phase = g_word[w-1].phase;
        end else begin : g_some
          assign word_o[PLANES*i + w] = |g_step[i].at[32*w +: 32];
          if (w == 0) assign phase = g_step[i].at[31:0];
          else assign phase = g_word[w-1].phase | g_step[i].at[32*w +: 32];
        end
      end
      lp_bpc_code u_code (.at_i(g_word[PLANES-1].phase), .code_o(phase_o[5*i +: 5]));
    end
  endgenerate
  assign token_o = g_word[PLANES].next_in;
  assign hold_o = g_word[PLANES].wait_in;
endmodule

`default_nettype wire
