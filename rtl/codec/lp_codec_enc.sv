// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// All compression encoders with one sector interface; the codec is chosen line by line.
///
/// Sectors of a line go to its codec's unit, and entries leave in the order of their lines. While a
/// packed stream is open every line joins it. A line that is ready before its turn waits in its
/// unit, which eventually stalls the input.
///
/// Latency: that of the unit (lp_zvc_enc, lp_bpc_enc). Interval: 4 cycles per line while lines are
/// of one codec; a change of codec costs the difference of the units' latencies. ready depends on
/// valid, since it is the ready of the codec's unit. Payload is zero while valid is low.
///
/// Combinational paths: s_valid, s_codec, m_ready -> s_ready.
module lp_codec_enc #(
    /// Element width of ZVC in bits: 8, 16 or 32.
    parameter int ELEM = 32
) (
    /// Clock.
    input  wire logic                             clk_i,
    /// Synchronous reset, active low.
    input  wire logic                             rst_ni,

    /// Sector in: valid.
    input  wire logic                             s_valid_i,
    /// Sector in: ready.
    output wire logic                             s_ready_o,
    /// Sector of a raw line, lowest address in the lowest byte.
    input  wire logic [255:0]                     s_data_i,
    /// With the first sector: the line's codec (lp_codec_pkg).
    input  wire logic [lp_codec_pkg::CODEC_W-1:0] s_codec_i,
    /// With the fourth sector: the line is a memory entry, as lines of codecs without streams
    /// always are.
    input  wire logic                             s_mem_i,
    /// With the fourth sector: the packed stream ends with this line.
    input  wire logic                             s_last_i,

    /// Beat out: valid.
    output wire logic                             m_valid_o,
    /// Beat out: ready.
    input  wire logic                             m_ready_i,
    /// Up to 32 bytes of the entry or stream, zero past its end.
    output wire logic [255:0]                     m_data_o,
    /// Codec of the beat.
    output wire logic [lp_codec_pkg::CODEC_W-1:0] m_codec_o,
    /// The beat belongs to a memory entry.
    output wire logic                             m_mem_o,
    /// Last beat of the entry or of the stream.
    output wire logic                             m_last_o,
    /// Elements in a stream's beat.
    output wire logic [5:0]                       m_count_o,
    /// Bits of the entry's record, also when it is stored raw.
    output wire logic [10:0]                      m_size_o,
    /// Sectors of the entry: 0 zero line (one beat is still sent), 1..3, 4 raw.
    output wire logic [2:0]                       m_sectors_o
);
  generate
    if (ELEM != 8 && ELEM != 16 && ELEM != 32) begin : g_check_elem
      lp_bad_ELEM_none_of_8_16_32 u_bad ();
    end
  endgenerate

  localparam int CODECS = lp_codec_pkg::CODECS, CODEC_W = lp_codec_pkg::CODEC_W;
  localparam int STREAM = lp_codec_pkg::STREAM;
  // Entries and streams in flight.
  localparam int DEPTH = 8;
  // Bits of a beat with its fields: data, mem, last, count, size, sectors.
  localparam int BEAT = 256 + 1 + 1 + 6 + 11 + 3;

  // ---------------------------------------------------------------- input: codec of the line
  logic [1:0] idx_q;
  logic open_q;
  logic [CODEC_W-1:0] codec_q;
  wire first, fresh, take, order_ready;
  wire [CODEC_W-1:0] codec;
  wire [CODECS-1:0] own, to, unit_ready;
  assign first = (idx_q == 2'd0);
  assign fresh = first & ~open_q;
  assign codec = !first ? codec_q : open_q ? CODEC_W'(STREAM) : s_codec_i;
  lp_codec_select u_own (.codec_i(codec), .unit_o(own));
  assign to = own & {CODECS{~fresh | order_ready}};
  // Without a beat the codec is unknown, and so is the unit whose ready applies.
  assign take = s_valid_i & (|(to & unit_ready));
  assign s_ready_o = take;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      idx_q <= 2'd0;
      open_q <= 1'b0;
    end else if (take) begin
      idx_q <= idx_q + 2'd1;
      if (idx_q == 2'd3) open_q <= own[STREAM] & ~s_last_i & (open_q | ~s_mem_i);
    end
    if (take) codec_q <= codec;
  end

  // ---------------------------------------------------------------- turn to leave
  wire turn_valid, leave;
  wire [CODEC_W-1:0] turn;
  wire [CODECS-1:0] turn_unit, now;
  assign leave = m_valid_o & m_ready_i & m_last_o;
  lp_fifo #(.WIDTH(CODEC_W), .DEPTH(DEPTH)) u_order (
      .clk_i, .rst_ni, .s_valid_i(take & fresh), .s_ready_o(order_ready), .s_data_i(codec),
      .m_valid_o(turn_valid), .m_ready_i(leave), .m_data_o(turn));
  lp_codec_select u_turn (.codec_i(turn), .unit_o(turn_unit));
  assign now = turn_unit & {CODECS{turn_valid}};

  // ---------------------------------------------------------------- the units, and their output
  wire [CODECS-1:0] unit_valid;
  genvar c;
  generate
    for (c = 0; c < CODECS; c = c + 1) begin : g_unit
      wire [255:0] data;
      wire mem, last;
      wire [5:0] count;
      wire [10:0] size;
      wire [2:0] sectors;
      wire [BEAT-1:0] mine, beat;
      lp_codec_unit_enc #(.CODEC(c), .ELEM(ELEM)) u_unit (
          .clk_i, .rst_ni, .s_valid_i(s_valid_i & to[c]), .s_ready_o(unit_ready[c]), .s_data_i,
          .s_mem_i, .s_last_i, .m_valid_o(unit_valid[c]), .m_ready_i(m_ready_i & now[c]),
          .m_data_o(data), .m_mem_o(mem), .m_last_o(last), .m_count_o(count), .m_size_o(size),
          .m_sectors_o(sectors));
      assign mine = {data, mem, last, count, size, sectors} & {BEAT{now[c] & unit_valid[c]}};
      if (c == 0) assign beat = mine;
      else assign beat = g_unit[c-1].beat | mine;
    end
  endgenerate
  assign {m_data_o, m_mem_o, m_last_o, m_count_o, m_size_o, m_sectors_o} = g_unit[CODECS-1].beat;
  assign m_valid_o = |(now & unit_valid);
  assign m_codec_o = turn & {CODEC_W{m_valid_o}};
endmodule

`default_nettype wire
