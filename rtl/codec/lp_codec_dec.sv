// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Every compression decoder behind one sector interface; the codec is chosen entry by entry.
///
/// Beats of an entry or packed stream go to its codec's unit, and lines leave in the order in which
/// their entries came. How many lines a packed stream has is not known here, so a BPC entry behind
/// one waits until lp_zvc_dec is empty. A line that leaves later than the next one could holds that
/// one back in its own unit, and in time the input. Bad lines are as the units tell them.
///
/// Latency: that of the unit (lp_zvc_dec, lp_bpc_dec). Interval: 4 cycles a line while lines are of
/// one codec; a change costs what the units' latencies differ by. ready depends on m_ready_i
/// combinationally. Payload is zero while valid is low.
///
/// A further codec is an instance more, with its number in CODECS.
module lp_codec_dec #(
    /// Element width of ZVC in bits: 8, 16 or 32.
    parameter int ELEM = 32
) (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Beat in: valid.
    input  wire logic         s_valid_i,
    /// Beat in: ready.
    output wire logic         s_ready_o,
    /// Up to 32 bytes of the entry or stream.
    input  wire logic [255:0] s_data_i,
    /// With the first beat of an entry or stream: 0 ZVC, 1 BPC.
    input  wire logic         s_codec_i,
    /// With the first beat: a ZVC memory entry, else a packed stream (BPC lines are entries).
    input  wire logic         s_mem_i,
    /// Last beat of the entry or of the stream.
    input  wire logic         s_last_i,
    /// Elements in the last beat of a stream (elsewhere ignored).
    input  wire logic [5:0]   s_count_i,
    /// With an entry's first beat: 0 zero line, 1..3 compressed, 4 raw.
    input  wire logic [2:0]   s_sectors_i,

    /// Sector out: valid.
    output wire logic         m_valid_o,
    /// Sector out: ready.
    input  wire logic         m_ready_i,
    /// Sector of the raw line.
    output wire logic [255:0] m_data_o,
    /// Fourth sector of the line.
    output wire logic         m_last_o,
    /// With the fourth sector: the line is bad.
    output wire logic         m_err_o
);
  localparam int ZVC = 0, BPC = 1, CODECS = 2;
  // Entries on their way.
  localparam int DEPTH = 8;
  // What goes with a sector: data, last, err.
  localparam int BEAT = 256 + 1 + 1;

  // ---------------------------------------------------------------- input: whose entry it is
  // tail: the newest in the order is a stream; ZVC beats join it, until all its lines have left.
  logic first_q, codec_q, mem_q, tail_q;
  logic [2:0] sectors_q;
  wire codec, mem, fresh, close, take, order_ready, zvc_idle;
  wire turn_valid, turn, turn_stream, leave;
  wire [2:0] sectors;
  wire [CODECS-1:0] to, unit_ready;
  assign codec = first_q ? s_codec_i : codec_q;
  assign mem = first_q ? s_mem_i : mem_q;
  assign sectors = first_q ? s_sectors_i : sectors_q;
  assign fresh = first_q & ~tail_q;
  assign to = {codec, ~codec} & {CODECS{!first_q ? 1'b1 : tail_q ? ~codec : order_ready}};
  assign s_ready_o = |(to & unit_ready);
  assign take = s_valid_i & s_ready_o;
  assign close = tail_q & turn_valid & turn_stream & first_q & zvc_idle & ~take;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      first_q <= 1'b1;
      tail_q <= 1'b0;
    end else begin
      if (take) first_q <= s_last_i;
      tail_q <= (tail_q & ~close) | (take & fresh & ~codec & ~mem);
    end
    if (take) begin
      codec_q <= codec;
      mem_q <= mem;
      sectors_q <= sectors;
    end
  end

  // ---------------------------------------------------------------- whose turn it is to leave
  assign leave = turn_stream ? close : m_valid_o & m_ready_i & m_last_o;
  lp_fifo #(.WIDTH(2), .DEPTH(DEPTH)) u_order (
      .clk_i, .rst_ni, .s_valid_i(take & fresh), .s_ready_o(order_ready),
      .s_data_i({~codec & ~mem, codec}),
      .m_valid_o(turn_valid), .m_ready_i(leave), .m_data_o({turn_stream, turn}));

  // ---------------------------------------------------------------- the units
  wire [CODECS-1:0] now, unit_valid;
  wire [CODECS*BEAT-1:0] unit_beat;
  assign now = {turn, ~turn} & {CODECS{turn_valid}};

  lp_zvc_dec #(.ELEM(ELEM)) u_zvc (
      .clk_i, .rst_ni, .s_valid_i(s_valid_i & to[ZVC]), .s_ready_o(unit_ready[ZVC]),
      .s_data_i, .s_mem_i(mem), .s_last_i, .s_count_i, .s_sectors_i(sectors),
      .m_valid_o(unit_valid[ZVC]), .m_ready_i(m_ready_i & now[ZVC]),
      .m_data_o(unit_beat[ZVC*BEAT+2 +: 256]), .m_last_o(unit_beat[ZVC*BEAT+1]),
      .m_err_o(unit_beat[ZVC*BEAT]), .idle_o(zvc_idle));

  lp_bpc_dec u_bpc (
      .clk_i, .rst_ni, .s_valid_i(s_valid_i & to[BPC]), .s_ready_o(unit_ready[BPC]),
      .s_data_i, .s_last_i, .s_sectors_i(sectors),
      .m_valid_o(unit_valid[BPC]), .m_ready_i(m_ready_i & now[BPC]),
      .m_data_o(unit_beat[BPC*BEAT+2 +: 256]), .m_last_o(unit_beat[BPC*BEAT+1]),
      .m_err_o(unit_beat[BPC*BEAT]));

  // ---------------------------------------------------------------- output
  genvar c;
  generate
    for (c = 0; c < CODECS; c = c + 1) begin : g_merge
      wire [BEAT-1:0] beat;
      if (c == 0) assign beat = unit_beat[BEAT-1:0] & {BEAT{now[0] & unit_valid[0]}};
      else assign beat = g_merge[c-1].beat
                       | (unit_beat[c*BEAT +: BEAT] & {BEAT{now[c] & unit_valid[c]}});
    end
  endgenerate
  assign {m_data_o, m_last_o, m_err_o} = g_merge[CODECS-1].beat;
  assign m_valid_o = |(now & unit_valid);
endmodule

`default_nettype wire
