// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Decoder of memory entries of any codec, chosen entry by entry: ZVC, XZVC, EBD and BPC in, the
/// four 32-byte sectors of each line out, in the order of the entries.
///
/// Raw and zero lines need no codec and take the path with the longest latency, which has room for
/// them. If that is BPC's, lp_ebd_dec decodes ZVC and XZVC too; without BPC or EBD, ZVC and XZVC
/// have lp_xzvc_dec. Compressed entries of ZVC, XZVC and EBD wait in queues before their units while
/// an older line is in lp_bpc_dec, so that a line of any codec can follow one of any other without a
/// gap. An entry of a codec that is not built and one of 5 to 7 sectors are bad. The line of a bad
/// entry has four sectors, the fourth with err; the rest of the entry is dropped, and the next line
/// is unaffected.
///
/// Latency: 6 cycles from the first sector in to the first sector out for ZVC, XZVC and EBD (ZVC and
/// XZVC 3 with lp_xzvc_dec), 11 for BPC and raw and zero lines, once no older line is inside.
/// Interval: 4 cycles per line, for any sequence of codecs. Ready depends on valid, since it is the
/// ready of the codec's unit. Payload is zero while valid is low.
///
/// Combinational paths: s_valid, s_codec, s_sectors, m_ready -> s_ready.
module lp_mixed_dec #(
    /// Bit n: the codec with number n is built (lp_mixed_pkg). At least two are.
    parameter int CODECS = 15,
    /// Beats in the queue before lp_xzvc_dec, where there is one, at least 3.
    parameter int ZVC_QUEUE = 7,
    /// Beats in the queue before lp_ebd_dec, at least 3.
    parameter int EBD_QUEUE = 5
) (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Beat in: valid.
    input  wire logic         s_valid_i,
    /// Beat in: ready.
    output wire logic         s_ready_o,
    /// Sector of the entry.
    input  wire logic [255:0] s_data_i,
    /// With the first sector of a compressed entry: its codec.
    input  wire logic [1:0]   s_codec_i,
    /// Last sector of the entry.
    input  wire logic         s_last_i,
    /// With the first sector: 0 zero line (one beat), 1..3 compressed, 4 raw.
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
  generate
    if (CODECS < 3 || CODECS > 15 || CODECS == 4 || CODECS == 8) begin : g_check_codecs
      lp_bad_CODECS_not_two_or_more_of_four u_bad ();
    end
  endgenerate

  localparam int UNITS = lp_mixed_pkg::UNITS;
  localparam int U_ZVC = lp_mixed_pkg::U_ZVC, U_BPC = lp_mixed_pkg::U_BPC;
  localparam int U_EBD = lp_mixed_pkg::U_EBD;
  localparam logic [3:0] THERE = CODECS[3:0];
  localparam logic HAS_ZVC = CODECS[lp_mixed_pkg::ZVC] | CODECS[lp_mixed_pkg::XZVC];
  localparam logic HAS_BPC = CODECS[lp_mixed_pkg::BPC], HAS_EBD = CODECS[lp_mixed_pkg::EBD];
  // One unit for ZVC, XZVC and EBD: it takes no raw lines.
  localparam int JOINT = (HAS_ZVC & HAS_BPC & HAS_EBD) ? 1 : 0;
  // Path of lines that need no codec.
  localparam logic [UNITS-1:0] ANY = HAS_BPC ? 3'b010 : HAS_EBD ? 3'b100 : 3'b001;
  // Lines in flight whose turn has not come.
  localparam int DEPTH = 7;

  // ---------------------------------------------------------------- input: codec of the entry
  logic first_q;
  logic [UNITS-1:0] unit_q;
  wire plain, there, take, order_ready;
  wire [UNITS-1:0] named, unit, to, unit_ready;
  wire [2:0] sectors;
  assign plain = s_sectors_i[2] | (s_sectors_i == 3'd0);
  assign there = THERE[s_codec_i];
  assign named = (s_codec_i == 2'(lp_mixed_pkg::BPC)) ? 3'b010
               : (JOINT != 0 || s_codec_i == 2'(lp_mixed_pkg::EBD)) ? 3'b100 : 3'b001;
  assign unit = !first_q ? unit_q : (plain | ~there) ? ANY : named;
  // Units read sectors only with an entry's first beat.
  assign sectors = (plain | there) ? s_sectors_i : lp_mixed_pkg::BAD;
  assign to = unit & {UNITS{~first_q | order_ready}};
  // Without a beat the codec is unknown, and so is the unit whose ready applies.
  assign take = s_valid_i & (|(to & unit_ready));
  assign s_ready_o = take;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) first_q <= 1'b1;
    else if (take) first_q <= s_last_i;
    if (take) unit_q <= unit;
  end

  // ---------------------------------------------------------------- turn to leave
  // The oldest entry of the order is kept outside the FIFO as one bit per unit, none if the order
  // is empty: its flops stall the units, and a read multiplexer would be too late for that.
  logic [UNITS-1:0] turn_q;
  wire turn_free, push, waits;
  wire [UNITS-1:0] waiting;
  assign turn_free = (m_valid_o & m_ready_i & m_last_o) | ~|turn_q;
  assign push = take & first_q;
  lp_fifo #(.WIDTH(UNITS), .DEPTH(DEPTH)) u_order (
      .clk_i, .rst_ni, .s_valid_i(push & (waits | ~turn_free)), .s_ready_o(order_ready),
      .s_data_i(unit), .m_valid_o(waits), .m_ready_i(turn_free), .m_data_o(waiting));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) turn_q <= {UNITS{1'b0}};
    else if (turn_free) turn_q <= (waits ? waiting : unit) & {UNITS{waits | push}};
  end

  // ---------------------------------------------------------------- the units
  wire [UNITS-1:0] unit_valid, unit_last, unit_err;
  wire [256*UNITS-1:0] unit_data;
  generate
    if (HAS_ZVC && JOINT == 0) begin : g_zvc
      wire valid, ready, filter, last;
      wire [255:0] data;
      wire [2:0] of;
      lp_queue_ram #(.WIDTH(256 + 1 + 1 + 3), .DEPTH(ZVC_QUEUE)) u_queue (
          .clk_i, .rst_ni, .s_valid_i(s_valid_i & to[U_ZVC]), .s_ready_o(unit_ready[U_ZVC]),
          .s_data_i({s_data_i, s_codec_i[1], s_last_i, sectors}), .m_valid_o(valid),
          .m_ready_i(ready), .m_data_o({data, filter, last, of}));
      lp_xzvc_dec u_dec (
          .clk_i, .rst_ni, .s_valid_i(valid), .s_ready_o(ready), .s_data_i(data),
          .s_filter_i(filter), .s_last_i(last), .s_sectors_i(of), .m_valid_o(unit_valid[U_ZVC]),
          .m_ready_i(m_ready_i & turn_q[U_ZVC]), .m_data_o(unit_data[256*U_ZVC +: 256]),
          .m_last_o(unit_last[U_ZVC]), .m_err_o(unit_err[U_ZVC]));
    end else begin : g_zvc
      assign {unit_ready[U_ZVC], unit_valid[U_ZVC], unit_last[U_ZVC], unit_err[U_ZVC]} = 4'b0;
      assign unit_data[256*U_ZVC +: 256] = 256'd0;
    end

    if (HAS_BPC) begin : g_bpc
      // The reader of an entry knows its sectors, not its bytes.
      /* verilator lint_off UNUSEDSIGNAL */
      wire [6:0] line_byte;
      /* verilator lint_on UNUSEDSIGNAL */
      lp_bpc_dec u_dec (
          .clk_i, .rst_ni, .s_valid_i(s_valid_i & to[U_BPC]), .s_ready_o(unit_ready[U_BPC]),
          .s_data_i, .s_last_i, .s_sectors_i(sectors), .m_valid_o(unit_valid[U_BPC]),
          .m_ready_i(m_ready_i & turn_q[U_BPC]), .m_data_o(unit_data[256*U_BPC +: 256]),
          .m_last_o(unit_last[U_BPC]), .m_err_o(unit_err[U_BPC]), .m_byte_o(line_byte));
    end else begin : g_bpc
      assign {unit_ready[U_BPC], unit_valid[U_BPC], unit_last[U_BPC], unit_err[U_BPC]} = 4'b0;
      assign unit_data[256*U_BPC +: 256] = 256'd0;
    end

    if (HAS_EBD) begin : g_ebd
      wire valid, ready, zvc, filter, last;
      wire [255:0] data;
      wire [2:0] of;
      if (JOINT != 0) begin : g_queue
        lp_queue_ram #(.WIDTH(256 + 2 + 1), .DEPTH(EBD_QUEUE)) u_queue (
            .clk_i, .rst_ni, .s_valid_i(s_valid_i & to[U_EBD]), .s_ready_o(unit_ready[U_EBD]),
            .s_data_i({s_data_i, s_codec_i != 2'(lp_mixed_pkg::EBD), s_codec_i[1], s_last_i}),
            .m_valid_o(valid), .m_ready_i(ready), .m_data_o({data, zvc, filter, last}));
        assign of = 3'd1;
      end else begin : g_queue
        lp_queue_ram #(.WIDTH(256 + 1 + 3), .DEPTH(EBD_QUEUE)) u_queue (
            .clk_i, .rst_ni, .s_valid_i(s_valid_i & to[U_EBD]), .s_ready_o(unit_ready[U_EBD]),
            .s_data_i({s_data_i, s_last_i, sectors}), .m_valid_o(valid), .m_ready_i(ready),
            .m_data_o({data, last, of}));
        assign {zvc, filter} = 2'b00;
      end
      lp_ebd_dec #(.ZVC(JOINT)) u_dec (
          .clk_i, .rst_ni, .s_valid_i(valid), .s_ready_o(ready), .s_data_i(data), .s_last_i(last),
          .s_sectors_i(of), .s_zvc_i(zvc), .s_filter_i(filter), .m_valid_o(unit_valid[U_EBD]),
          .m_ready_i(m_ready_i & turn_q[U_EBD]), .m_data_o(unit_data[256*U_EBD +: 256]),
          .m_last_o(unit_last[U_EBD]), .m_err_o(unit_err[U_EBD]));
    end else begin : g_ebd
      assign {unit_ready[U_EBD], unit_valid[U_EBD], unit_last[U_EBD], unit_err[U_EBD]} = 4'b0;
      assign unit_data[256*U_EBD +: 256] = 256'd0;
    end
  endgenerate

  // ---------------------------------------------------------------- output
  wire [UNITS-1:0] now;
  assign now = turn_q & unit_valid;
  assign m_valid_o = |now;
  assign m_last_o = |(now & unit_last);
  assign m_err_o = |(now & unit_err);
  assign m_data_o = (unit_data[0 +: 256] & {256{now[0]}}) | (unit_data[256 +: 256] & {256{now[1]}})
                  | (unit_data[512 +: 256] & {256{now[2]}});
endmodule

`default_nettype wire
