// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// One decoder of lp_buddy_read: sectors of entries in, lines out, LANES sectors per beat.
///
/// A line that cannot be read (its code is not 0) enters as a zero line and leaves with its code; a
/// line that the decoder finds corrupt leaves with code 5. Lines leave in order.
///
/// Latency: that of lp_codec_dec or lp_mixed_dec plus LANES + 1 cycles. Interval: 4 cycles per
/// line.
module lp_buddy_lane #(
    /// Sectors per beat: 1, 2 or 4.
    parameter int LANES = 1,
    /// Beats that wait for the decoder.
    parameter int DEPTH = 8,
    /// Lines in flight.
    parameter int LINES = 16,
    /// Element width of ZVC in bits: 8, 16 or 32.
    parameter int ELEM = 32,
    /// Mixed codecs: bit c is codec c of lp_mixed_pkg. 0: the codecs of lp_codec_pkg.
    parameter int MIXED = 0,
    localparam int CODEC_W = MIXED == 0 ? lp_codec_pkg::CODEC_W : 2
) (
    /// Clock.
    input  wire logic                             clk_i,
    /// Synchronous reset, active low.
    input  wire logic                             rst_ni,

    /// Line in: valid.
    input  wire logic                             l_valid_i,
    /// Line in: ready.
    output wire logic                             l_ready_o,
    /// Id of the request.
    input  wire logic [7:0]                       l_id_i,
    /// Error code of the line; 0 if it can be read.
    input  wire logic [2:0]                       l_code_i,

    /// Sector in, never without room.
    input  wire logic                             s_valid_i,
    /// Sector of the entry.
    input  wire logic [255:0]                     s_data_i,
    /// Its codec.
    input  wire logic [CODEC_W-1:0]               s_codec_i,
    /// Last sector of the entry.
    input  wire logic                             s_last_i,
    /// Sectors of the entry: 0 zero line (one beat is still sent), 4 raw.
    input  wire logic [2:0]                       s_sectors_i,
    /// A sector has left for the decoder.
    output wire logic                             room_o,

    /// Beat out: valid.
    output wire logic                             m_valid_o,
    /// Beat out: ready.
    input  wire logic                             m_ready_i,
    /// Id of the request.
    output wire logic [7:0]                       m_id_o,
    /// With the last beat: response code.
    output wire logic [2:0]                       m_code_o,
    /// LANES sectors of the line, lowest address in the lowest byte.
    output wire logic [256*LANES-1:0]             m_data_o,
    /// Last beat of the line.
    output wire logic                             m_last_o
);
  generate
    if (LANES != 1 && LANES != 2 && LANES != 4) begin : g_check_lanes
      lp_bad_LANES_none_of_1_2_4 u_bad ();
    end
    if (DEPTH < 3) begin : g_check_depth
      lp_bad_DEPTH_below_3 u_bad ();
    end
    if (LINES < 2) begin : g_check_lines
      lp_bad_LINES_below_2 u_bad ();
    end
    if (ELEM != 8 && ELEM != 16 && ELEM != 32) begin : g_check_elem
      lp_bad_ELEM_none_of_8_16_32 u_bad ();
    end
  endgenerate

  localparam logic [2:0] CORRUPT = 3'd5;

  // ---------------------------------------------------------------- decoder
  wire fifo_valid, dec_ready, fifo_last;
  wire [CODEC_W-1:0] fifo_codec;
  wire [255:0] fifo_data;
  wire [2:0] fifo_sectors;
  // Room is counted by the sender of the sectors.
  /* verilator lint_off UNUSEDSIGNAL */
  wire fifo_ready;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_queue #(.WIDTH(3 + 1 + CODEC_W + 256), .DEPTH(DEPTH)) u_sectors (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o(fifo_ready),
      .s_data_i({s_sectors_i, s_last_i, s_codec_i, s_data_i}),
      .m_valid_o(fifo_valid), .m_ready_i(dec_ready),
      .m_data_o({fifo_sectors, fifo_last, fifo_codec, fifo_data}));
  assign room_o = fifo_valid & dec_ready;

  wire dec_valid, dec_last, dec_err, gather;
  wire [255:0] dec_data;
  generate
    if (MIXED == 0) begin : g_one
      lp_codec_dec #(.ELEM(ELEM)) u_dec (
          .clk_i, .rst_ni, .s_valid_i(fifo_valid), .s_ready_o(dec_ready), .s_data_i(fifo_data),
          .s_codec_i(fifo_codec), .s_mem_i(1'b1), .s_last_i(fifo_last), .s_count_i(6'd0),
          .s_sectors_i(fifo_sectors), .m_valid_o(dec_valid), .m_ready_i(gather),
          .m_data_o(dec_data), .m_last_o(dec_last), .m_err_o(dec_err));
    end else begin : g_mixed
      lp_mixed_dec #(.CODECS(MIXED)) u_dec (
          .clk_i, .rst_ni, .s_valid_i(fifo_valid), .s_ready_o(dec_ready), .s_data_i(fifo_data),
          .s_codec_i(fifo_codec), .s_last_i(fifo_last), .s_sectors_i(fifo_sectors),
          .m_valid_o(dec_valid), .m_ready_i(gather), .m_data_o(dec_data), .m_last_o(dec_last),
          .m_err_o(dec_err));
    end
  endgenerate

  // ---------------------------------------------------------------- beat
  logic full_q, last_q, err_q;
  logic [256*LANES-1:0] data_q;
  wire [256*LANES-1:0] gathered;
  wire leave, closes;
  assign leave = ~full_q | m_ready_i;
  assign gather = leave | ~closes;
  generate
    if (LANES == 1) begin : g_part
      assign closes = 1'b1;
      assign gathered = dec_data;
    end else if (LANES == 2 || LANES == 4) begin : g_part
      // All sectors of a beat except the last wait here; the first is shifted to the lowest
      // position.
      logic [$clog2(LANES)-1:0] count_q;
      logic [256*(LANES-1)-1:0] part_q;
      assign closes = (count_q == {$clog2(LANES){1'b1}});
      assign gathered = {dec_data, part_q};
      always_ff @(posedge clk_i) begin
        if (!rst_ni) count_q <= '0;
        else if (dec_valid & gather) count_q <= count_q + 1'b1;
        if (dec_valid & ~closes) part_q <= gathered[256*LANES-1:256];
      end
    end
  endgenerate

  always_ff @(posedge clk_i) begin
    if (!rst_ni) full_q <= 1'b0;
    else if (leave) full_q <= dec_valid & closes;
    if (leave) begin
      data_q <= gathered;
      last_q <= dec_last;
      err_q <= dec_err;
    end
  end

  // ---------------------------------------------------------------- line of the beat
  wire [2:0] code;
  /* verilator lint_off UNUSEDSIGNAL */
  wire info_valid;
  /* verilator lint_on UNUSEDSIGNAL */
  lp_fifo #(.WIDTH(11), .DEPTH(LINES)) u_info (
      .clk_i, .rst_ni, .s_valid_i(l_valid_i), .s_ready_o(l_ready_o), .s_data_i({l_id_i, l_code_i}),
      .m_valid_o(info_valid), .m_ready_i(full_q & m_ready_i & last_q), .m_data_o({m_id_o, code}));
  assign m_valid_o = full_q;
  assign m_data_o = data_q;
  assign m_last_o = last_q;
  assign m_code_o = ~last_q ? 3'd0 : code != 3'd0 ? code : err_q ? CORRUPT : 3'd0;
endmodule

`default_nettype wire
