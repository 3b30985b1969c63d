// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Byte gearbox: flits of 1 to LANES bytes become beats of LANES bytes without gaps. The last full
/// beat is held until more follows or the end arrives, so that `last` is correct.
///
/// Latency: 1 cycle from the flit that completes a beat. Interval: 1 cycle per flit, 1 for the end.
/// ready and m are functions of flops.
///
/// A flit is rotated so that its first byte follows the last one; then its bytes fill the current
/// beat and the rest starts the next.
///
/// Source: barrel shifter and remainder register, as in any width converter.
///
/// Combinational paths: drop, bad, m_ready -> s_ready, ended; s_bytes -> begins, fills;
/// drop, bad -> m_valid.
module lp_cdma_gear #(
    /// Bytes of a beat: a power of two, at least 4.
    parameter  int LANES   = 32,
    /// Bits of a byte, at least 1.
    parameter  int BITS    = 8,
    localparam int FILL_W  = $clog2(LANES)
) (
    /// Clock.
    input  wire logic                  clk_i,
    /// Synchronous reset, active low.
    input  wire logic                  rst_ni,
    /// Restart empty; only while empty.
    input  wire logic                  clear_i,

    /// Flit in: valid.
    input  wire logic                  s_valid_i,
    /// Flit in: ready.
    output wire logic                  s_ready_o,
    /// Its bytes, the first lowest; the others are zero.
    input  wire logic [LANES*BITS-1:0] s_data_i,
    /// Bytes in use, 1..LANES.
    input  wire logic [FILL_W:0]       s_bytes_i,
    /// Not a flit, but the end of the stream.
    input  wire logic                  s_end_i,
    /// The offered flit begins a beat, or adds to one and begins the next.
    output wire logic                  begins_o,
    /// It completes a beat.
    output wire logic                  fills_o,
    /// Bytes in the current beat; 0 if it is full.
    output wire logic [FILL_W-1:0]     fill_o,

    /// Drop the content and all input.
    input  wire logic                  drop_i,
    /// The end has no last beat.
    input  wire logic                  bad_i,
    /// Beat out: valid.
    output wire logic                  m_valid_o,
    /// Beat out: ready.
    input  wire logic                  m_ready_i,
    /// Bytes, zero past the last.
    output wire logic [LANES*BITS-1:0] m_data_o,
    /// The last beat.
    output wire logic                  m_last_o,
    /// The end leaves, with the last beat if there is one.
    output wire logic                  ended_o
);
  generate
    if (LANES < 4 || (LANES & (LANES - 1)) != 0) begin : g_check_lanes
      lp_bad_LANES_no_power_of_two_from_4 u_bad ();
    end
    if (BITS < 1) begin : g_check_bits
      lp_bad_BITS_below_1 u_bad ();
    end
  endgenerate
  localparam int W = LANES * BITS;

  // ---- rotation: where the flit begins, and whether it reaches into a next beat
  logic [FILL_W-1:0] fill_q;
  wire [FILL_W:0] reach;
  wire take;
  assign reach = {1'b0, fill_q} + s_bytes_i;
  assign begins_o = ~|fill_q | (reach[FILL_W] & (|reach[FILL_W-1:0]));
  assign fills_o = reach[FILL_W];
  assign fill_o = fill_q;
  assign take = s_valid_i & s_ready_o;

  genvar j, i;
  generate
    for (j = 0; j <= FILL_W; j = j + 1) begin : g_turn
      wire [W-1:0] data;
      if (j == 0) begin : g_in
        assign data = s_data_i;
      end else begin : g_step
        localparam int BY = BITS * 2 ** (j - 1);
        assign data = fill_q[j-1] ? {g_turn[j-1].data[W-BY-1:0], g_turn[j-1].data[W-1:W-BY]}
                                  : g_turn[j-1].data;
      end
    end
  endgenerate

  // ---- merge: turned_q is the rotated flit, next_q its bytes for a next beat
  logic valid_q, end_q, begins_q, some_q;
  logic [LANES-1:0] next_q;
  logic [W-1:0] turned_q, beat_q;
  wire moves, flit, keep;
  wire [LANES-1:0] below, add, start;
  generate
    for (i = 0; i < LANES - 1; i = i + 1) begin : g_below
      assign below[i] = fill_q > FILL_W'(i);
    end
    assign below[LANES-1] = 1'b0;
  endgenerate

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (s_ready_o) valid_q <= s_valid_i;
  end
  always_ff @(posedge clk_i) begin
    if (clear_i) fill_q <= '0;
    else if (take & ~s_end_i) fill_q <= reach[FILL_W-1:0];
    if (clear_i) some_q <= 1'b0;
    else if (valid_q) some_q <= 1'b1;
  end
  always_ff @(posedge clk_i) begin
    if (s_ready_o) begin
      end_q <= s_end_i;
      begins_q <= begins_o & ~s_end_i;
      next_q <= below | {LANES{~|fill_q}};
      turned_q <= g_turn[FILL_W].data;
    end
  end

  // A beat leaves when the next begins, or at the end.
  assign m_valid_o = valid_q & some_q & ~drop_i & (end_q ? ~bad_i : begins_q);
  assign m_last_o = end_q;
  assign moves = valid_q & (~m_valid_o | m_ready_i);
  assign s_ready_o = ~valid_q | moves;
  assign ended_o = moves & end_q;
  assign flit = moves & ~end_q;
  assign keep = ~(flit & begins_q);
  assign add = ~next_q & {LANES{~end_q}};
  assign start = (begins_q ? next_q : ~next_q) & {LANES{flit}};
  generate
    for (i = 0; i < LANES; i = i + 1) begin : g_merge
      assign m_data_o[BITS*i +: BITS] = beat_q[BITS*i +: BITS]
                                      | (turned_q[BITS*i +: BITS] & {BITS{add[i]}});
      always_ff @(posedge clk_i) begin
        beat_q[BITS*i +: BITS] <= (beat_q[BITS*i +: BITS] & {BITS{keep}})
                                | (turned_q[BITS*i +: BITS] & {BITS{start[i]}});
      end
    end
  endgenerate
endmodule

`default_nettype wire
