// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Finds the plane symbols of a BPC stream, PLANES planes a cycle.
///
/// A raw plane takes exactly 32 bits, so the place of the next symbol modulo 32 changes with short
/// symbols only. The window is therefore a grid of 32-bit words; a one-hot token over all its bits
/// says where the next symbol begins, and every step moves each bit of the token by the length that
/// a symbol beginning there would have. What lies behind the window moves by whole words.
///
/// A run of zero planes may go on behind this cycle: then its token waits (hold), and it is kept in
/// which step the run began. Its length field lies right before the waiting token and is read in
/// the next cycle (fresh); later it comes from a register. A run that began in step i covers
/// field + 2 - PLANES + i further planes.
///
/// Combinational: latency 0, interval 1.
module lp_bpc_parse #(
    /// Planes a cycle, 2 to 8.
    parameter int PLANES = 4
) (
    /// Stream bits, the first one lowest; word 0 holds the token.
    input  wire logic [32*PLANES+5:0]     window_i,
    /// The five bits before them.
    input  wire logic [4:0]               before_i,
    /// Where in word 0 the next symbol begins (one-hot, or none).
    input  wire logic [31:0]              token_i,
    /// The same, but a run must end first (one-hot, or none; never both).
    input  wire logic [31:0]              hold_i,
    /// Hold: the run began in the cycle before.
    input  wire logic                     fresh_i,
    /// Hold, not fresh: the run's length field, less what it has covered since.
    input  wire logic [4:0]               run_i,
    /// Hold: the step in which the run began (one-hot).
    input  wire logic [PLANES-1:0]        from_i,
    /// For each plane the bit in its word where its symbol begins.
    output wire logic [5*PLANES-1:0]      phase_o,
    /// For each plane the word in which its symbol begins (one-hot); none within a run.
    output wire logic [PLANES*PLANES-1:0] word_o,
    /// The words to move on (one-hot, or none if there is no token).
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
  localparam int BITS = 32 * PLANES;

  generate
    if (PLANES < 2 || PLANES > 8) begin : g_check
      lp_bad_parameter_PLANES u_bad ();
    end
  endgenerate

  genvar p, i, n, w, b;

  // ---------------------------------------------------------------- what would begin at each bit
  wire [BITS-1:0] raw, run, one, ten, five;
  wire [BITS*PLANES-1:0] run_of;  // bit BITS*(n-1) + p: a run of exactly n planes
  assign run_of[BITS-1:0] = {BITS{1'b0}};
  generate
    for (p = 0; p < BITS; p = p + 1) begin : g_kind
      wire [4:0] field;
      assign raw[p] = window_i[p];
      assign run[p] = ~window_i[p] & window_i[p+1];
      assign one[p] = ~window_i[p] & ~window_i[p+1] & window_i[p+2];
      assign ten[p] = ~(window_i[p] | window_i[p+1] | window_i[p+2]) & window_i[p+3];
      assign five[p] = ~(window_i[p] | window_i[p+1] | window_i[p+2] | window_i[p+3]);
      assign field = {window_i[p+2], window_i[p+3], window_i[p+4], window_i[p+5], window_i[p+6]};
      for (n = 2; n <= PLANES; n = n + 1) begin : g_run
        assign run_of[BITS*(n-1) + p] = run[p] & (field == 5'(n - 2));
      end
    end
  endgenerate

  // ---------------------------------------------------------------- a run from before
  wire [4:0] field;
  wire [35:0] around;
  assign around = {window_i[30:0], before_i};
  generate
    for (b = 0; b < 5; b = b + 1) begin : g_field
      wire [31:0] hit;
      for (p = 0; p < 32; p = p + 1) begin : g_bit
        assign hit[p] = hold_i[p] & around[p+4-b];
      end
      assign field[b] = fresh_i ? |hit : run_i[b];
    end
  endgenerate
  // left[m]: it covers m more planes, m = 1..PLANES; else more.
  wire [PLANES:0] left;
  wire [PLANES*PLANES-1:0] left_from;
  assign left[0] = 1'b0;
  generate
    for (n = 1; n <= PLANES; n = n + 1) begin : g_left
      for (i = 0; i < PLANES; i = i + 1) begin : g_from
        assign left_from[PLANES*(n-1) + i] = from_i[i] & (field == 5'(n + PLANES - 2 - i));
      end
      assign left[n] = |left_from[PLANES*(n-1) +: PLANES];
    end
  endgenerate
  wire beyond;
  assign beyond = ~|left;

  // ---------------------------------------------------------------- the token, step by step
  generate
    for (i = 0; i <= PLANES; i = i + 1) begin : g_step
      localparam int REACH = 32 * (i + 1);
      wire [REACH-1:0] at;
      for (p = 0; p < REACH; p = p + 1) begin : g_bit
        wire [3+PLANES:0] come;
        if (i == 0) begin : g_first
          if (p < 32) assign come[0] = token_i[p];
          else assign come[0] = 1'b0;
        end else begin : g_later
          if (p < 32) assign come[0] = hold_i[p] & left[i];
          else assign come[0] = 1'b0;
        end
        if (i > 0 && p >= 32) assign come[1] = g_step[i-1].at[p-32] & raw[p-32];
        else assign come[1] = 1'b0;
        if (i > 0 && p >= 3 && p - 3 < REACH - 32) assign come[2] = g_step[i-1].at[p-3] & one[p-3];
        else assign come[2] = 1'b0;
        if (i > 0 && p >= 5 && p - 5 < REACH - 32) assign come[3] = g_step[i-1].at[p-5] & five[p-5];
        else assign come[3] = 1'b0;
        if (i > 0 && p >= 10 && p - 10 < REACH - 32)
          assign come[4] = g_step[i-1].at[p-10] & ten[p-10];
        else assign come[4] = 1'b0;
        for (n = 2; n <= PLANES; n = n + 1) begin : g_run
          if (i >= n && p >= 7 && p - 7 < 32 * (i - n + 1))
            assign come[3+n] = g_step[i-n].at[p-7] & run_of[BITS*(n-1) + p-7];
          else assign come[3+n] = 1'b0;
        end
        assign at[p] = |come;
      end
    end
  endgenerate

  // ---------------------------------------------------------------- runs that go on
  wire [BITS+31:0] wait_at, next_at;
  wire [PLANES-1:0] wait_from;
  assign next_at = g_step[PLANES].at;
  generate
    for (i = 0; i < PLANES; i = i + 1) begin : g_wait
      // Runs that began in step i and are not over after this cycle, by where they begin.
      wire [32*(i+1)-1:0] goes_on;
      for (p = 0; p < 32 * (i + 1); p = p + 1) begin : g_bit
        wire [PLANES-1:0] over;
        for (n = 1; n <= PLANES; n = n + 1) begin : g_over
          if (n >= 2 && n <= PLANES - i) assign over[n-1] = run_of[BITS*(n-1) + p];
          else assign over[n-1] = 1'b0;
        end
        assign goes_on[p] = g_step[i].at[p] & run[p] & ~|over;
      end
      assign wait_from[i] = |goes_on;
    end
    for (p = 0; p < BITS + 32; p = p + 1) begin : g_wait_at
      wire [PLANES:0] come;
      for (i = 0; i < PLANES; i = i + 1) begin : g_from
        if (p >= 7 && p - 7 < 32 * (i + 1)) assign come[i] = g_wait[i].goes_on[p-7];
        else assign come[i] = 1'b0;
      end
      if (p < 32) assign come[PLANES] = hold_i[p] & beyond;
      else assign come[PLANES] = 1'b0;
      assign wait_at[p] = |come;
    end
  endgenerate

  wire still;
  assign still = beyond & (|hold_i);
  assign from_o = still ? from_i : wait_from;
  assign fresh_o = ~still;
  assign run_o = field - 5'(PLANES);

  // ---------------------------------------------------------------- where it all is
  generate
    for (w = 0; w <= PLANES; w = w + 1) begin : g_word
      assign move_o[w] = |next_at[32*w +: 32] | |wait_at[32*w +: 32];
    end
    for (p = 0; p < 32; p = p + 1) begin : g_phase
      wire [PLANES:0] next_in, wait_in;
      for (w = 0; w <= PLANES; w = w + 1) begin : g_word
        assign next_in[w] = next_at[32*w + p];
        assign wait_in[w] = wait_at[32*w + p];
      end
      assign token_o[p] = |next_in;
      assign hold_o[p] = |wait_in;
    end
    for (i = 0; i < PLANES; i = i + 1) begin : g_plane
      wire [31:0] phase;
      for (p = 0; p < 32; p = p + 1) begin : g_phase
        wire [i:0] in;
        for (w = 0; w <= i; w = w + 1) begin : g_word
          assign in[w] = g_step[i].at[32*w + p];
        end
        assign phase[p] = |in;
      end
      for (b = 0; b < 5; b = b + 1) begin : g_code
        wire [31:0] hit;
        for (p = 0; p < 32; p = p + 1) begin : g_bit
          assign hit[p] = phase[p] & (((p >> b) & 1) != 0);
        end
        assign phase_o[5*i + b] = |hit;
      end
      for (w = 0; w < PLANES; w = w + 1) begin : g_word
        if (w <= i) assign word_o[PLANES*i + w] = |g_step[i].at[32*w +: 32];
        else assign word_o[PLANES*i + w] = 1'b0;
      end
    end
  endgenerate
endmodule

`default_nettype wire
