// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// All compression decoders with one sector interface; the codec is chosen entry by entry.
///
/// Beats of an entry or packed stream go to its codec's unit, and lines leave in the order of their
/// entries. The number of lines in a packed stream is not known here, so an entry of another codec
/// after a stream waits until the stream's unit is empty. A line that is ready before its turn
/// waits in its unit, which eventually stalls the input. A line is bad if its unit reports it.
///
/// Latency: that of the unit (lp_zvc_dec, lp_bpc_dec). Interval: 4 cycles per line while lines are
/// of one codec; a change of codec costs the difference of the units' latencies. ready depends on
/// valid, since it is the ready of the codec's unit. Payload is zero while valid is low.
///
/// Combinational paths: s_valid, s_codec, s_mem, s_last, s_count, s_sectors, m_ready -> s_ready;
/// s_valid, s_codec -> m_valid, m_last; s_valid, s_data, s_codec, s_mem, s_last, s_count -> m_data;
/// s_valid, s_codec, s_mem, s_last, s_count -> m_err.
module lp_codec_dec #(
    /// Element width of ZVC in bits: 8, 16 or 32.
    parameter int ELEM = 32
) (
    /// Clock.
    input  wire logic                             clk_i,
    /// Synchronous reset, active low.
    input  wire logic                             rst_ni,

    /// Beat in: valid.
    input  wire logic                             s_valid_i,
    /// Beat in: ready.
    output wire logic                             s_ready_o,
    /// Up to 32 bytes of the entry or stream.
    input  wire logic [255:0]                     s_data_i,
    /// With the first beat of an entry or stream: its codec (lp_codec_pkg).
    input  wire logic [lp_codec_pkg::CODEC_W-1:0] s_codec_i,
    /// With the first beat: a memory entry, otherwise a packed stream. Ignored for codecs without
    /// streams.
    input  wire logic                             s_mem_i,
    /// Last beat of the entry or of the stream.
    input  wire logic                             s_last_i,
    /// Elements in the last beat of a stream (elsewhere ignored).
    input  wire logic [5:0]                       s_count_i,
    /// With an entry's first beat: 0 zero line, 1..3 compressed, 4 raw.
    input  wire logic [2:0]                       s_sectors_i,

    /// Sector out: valid.
    output wire logic                             m_valid_o,
    /// Sector out: ready.
    input  wire logic                             m_ready_i,
    /// Sector of the raw line.
    output wire logic [255:0]                     m_data_o,
    /// Fourth sector of the line.
    output wire logic                             m_last_o,
    /// With the fourth sector: the line is bad.
    output wire logic                             m_err_o
);
  generate
    if (ELEM != 8 && ELEM != 16 && ELEM != 32) begin : g_check_elem
      lp_bad_ELEM_none_of_8_16_32 u_bad ();
    end
  endgenerate

  localparam int CODECS = lp_codec_pkg::CODECS, CODEC_W = lp_codec_pkg::CODEC_W;
  localparam int STREAM = lp_codec_pkg::STREAM;
  // Entries in flight.
  localparam int DEPTH = 8;
  // Bits of a sector with its flags: data, last, err.
  localparam int BEAT = 256 + 1 + 1;

  // ---------------------------------------------------------------- input: codec of the entry
  // tail: the newest in the order is a stream; more beats of its codec join it, until all its lines
  // have left.
  logic first_q, mem_q, tail_q;
  logic [CODEC_W-1:0] codec_q;
  logic [2:0] sectors_q;
  wire mem, stream, fresh, close, take, order_ready;
  wire [CODEC_W-1:0] codec;
  wire [2:0] sectors;
  wire [CODECS-1:0] own, to, unit_ready;
  // Only the unit of the codec with streams is used.
  /* verilator lint_off UNUSEDSIGNAL */
  wire [CODECS-1:0] unit_idle;
  /* verilator lint_on UNUSEDSIGNAL */
  assign codec = first_q ? s_codec_i : codec_q;
  assign mem = first_q ? s_mem_i : mem_q;
  assign sectors = first_q ? s_sectors_i : sectors_q;
  assign fresh = first_q & ~tail_q;
  lp_codec_select u_own (.codec_i(codec), .unit_o(own));
  assign stream = own[STREAM] & ~mem;
  assign to = own & {CODECS{!first_q ? 1'b1 : tail_q ? own[STREAM] : order_ready}};
  // Without a beat the codec is unknown, and so is the unit whose ready applies.
  assign take = s_valid_i & (|(to & unit_ready));
  assign s_ready_o = take;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      first_q <= 1'b1;
      tail_q <= 1'b0;
    end else begin
      if (take) first_q <= s_last_i;
      tail_q <= (tail_q & ~close) | (take & fresh & stream);
    end
    if (take) begin
      codec_q <= codec;
      mem_q <= mem;
      sectors_q <= sectors;
    end
  end

  // ---------------------------------------------------------------- turn to leave
  // The oldest entry of the order is kept outside the FIFO as one bit per codec, none if the order
  // is empty: its flops stall the units, and a read multiplexer would be too late for that.
  logic [CODECS-1:0] turn_q;
  wire turn_stream, turn_free, leave, push, waits;
  wire [CODEC_W-1:0] waiting, next;
  wire [CODECS-1:0] next_unit;
  // Only the newest can be a stream.
  assign turn_stream = tail_q & ~waits;
  assign close = turn_stream & first_q & unit_idle[STREAM] & ~take;
  assign leave = turn_stream ? close : m_valid_o & m_ready_i & m_last_o;
  assign turn_free = leave | ~|turn_q;
  assign push = take & fresh;
  lp_fifo #(.WIDTH(CODEC_W), .DEPTH(DEPTH - 1)) u_order (
      .clk_i, .rst_ni, .s_valid_i(push & (waits | ~turn_free)), .s_ready_o(order_ready),
      .s_data_i(codec), .m_valid_o(waits), .m_ready_i(turn_free), .m_data_o(waiting));
  assign next = waits ? waiting : codec;
  lp_codec_select u_next (.codec_i(next), .unit_o(next_unit));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) turn_q <= {CODECS{1'b0}};
    else if (turn_free) turn_q <= next_unit & {CODECS{waits | push}};
  end

  // ---------------------------------------------------------------- the units, and their output
  wire [CODECS-1:0] unit_valid;
  genvar c;
  generate
    for (c = 0; c < CODECS; c = c + 1) begin : g_unit
      wire [255:0] data;
      wire last, err;
      wire [BEAT-1:0] mine, beat;
      // An entry ends where its bytes say, and a stream when its unit is idle.
      /* verilator lint_off UNUSEDSIGNAL */
      wire line_end;
      wire [6:0] line_byte;
      /* verilator lint_on UNUSEDSIGNAL */
      lp_codec_unit_dec #(.CODEC(c), .ELEM(ELEM)) u_unit (
          .clk_i, .rst_ni, .s_valid_i(s_valid_i & to[c]), .s_ready_o(unit_ready[c]), .s_data_i,
          .s_mem_i(mem), .s_last_i, .s_count_i, .s_sectors_i(sectors), .m_valid_o(unit_valid[c]),
          .m_ready_i(m_ready_i & turn_q[c]), .m_data_o(data), .m_last_o(last), .m_err_o(err),
          .m_end_o(line_end), .m_byte_o(line_byte), .idle_o(unit_idle[c]));
      assign mine = {data, last, err} & {BEAT{turn_q[c] & unit_valid[c]}};
      if (c == 0) assign beat = mine;
      else assign beat = g_unit[c-1].beat | mine;
    end
  endgenerate
  assign {m_data_o, m_last_o, m_err_o} = g_unit[CODECS-1].beat;
  assign m_valid_o = |(turn_q & unit_valid);
endmodule

`default_nettype wire
