// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Decoder of ZVC-16 and XZVC-16, chosen entry by entry: memory entries in, four 32-byte sectors of
/// each line out. It is lp_zvc_dec with 16-bit elements, followed by lp_zvc_restore, which a raw
/// line passes unchanged. Bad entries are those of lp_zvc_dec; the next line is unaffected.
///
/// Latency, interval: those of lp_zvc_dec with memory entries. Payload is zero while its valid is
/// low.
///
/// Source: docs/reference/format.md (XZVC-16).
///
/// Combinational paths: s_valid, s_last, s_sectors, m_ready -> s_ready; s_valid -> m_valid, m_last;
/// s_valid, s_data, s_last -> m_data; s_valid, s_last -> m_err.
module lp_xzvc_dec (
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
    /// With the first sector: the line was filtered (XZVC).
    input  wire logic         s_filter_i,
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
  // Lines in flight, and one more that arrives; proved to be enough.
  localparam int DEPTH = 4;

  // ---------------------------------------------------------------- input
  // The unit reads sectors with an entry's first beat; of later beats it only needs a nonzero
  // value, or it would not check the padding.
  logic first_q;
  wire take, filter;
  wire [2:0] sectors;
  assign take = s_valid_i & s_ready_o;
  assign sectors = first_q ? s_sectors_i : 3'd1;
  assign filter = s_filter_i & ~s_sectors_i[2];
  always_ff @(posedge clk_i) begin
    if (!rst_ni) first_q <= 1'b1;
    else if (take) first_q <= s_last_i;
  end

  // ---------------------------------------------------------------- filter flags
  // There is an entry for each line in the unit.
  /* verilator lint_off UNUSEDSIGNAL */
  wire room, known;
  /* verilator lint_on UNUSEDSIGNAL */
  wire leave, now;
  lp_fifo #(.WIDTH(1), .DEPTH(DEPTH)) u_filters (
      .clk_i, .rst_ni, .s_valid_i(take & first_q), .s_ready_o(room), .s_data_i(filter),
      .m_valid_o(known), .m_ready_i(leave & m_last_o), .m_data_o(now));

  // ---------------------------------------------------------------- the unit
  // An entry is one line and marks its own end.
  /* verilator lint_off UNUSEDSIGNAL */
  wire line_end, idle;
  /* verilator lint_on UNUSEDSIGNAL */
  wire [255:0] line;
  lp_zvc_dec #(.ELEM(16)) u_zvc (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .s_data_i, .s_mem_i(1'b1), .s_last_i,
      .s_count_i(6'd0), .s_sectors_i(sectors), .m_valid_o, .m_ready_i, .m_data_o(line), .m_last_o,
      .m_err_o, .m_end_o(line_end), .idle_o(idle));

  // ---------------------------------------------------------------- output
  logic out_first_q;
  assign leave = m_valid_o & m_ready_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) out_first_q <= 1'b1;
    else if (leave) out_first_q <= m_last_o;
  end
  lp_zvc_restore u_restore (
      .clk_i, .take_i(leave), .first_i(out_first_q), .on_i(now & m_valid_o), .data_i(line),
      .data_o(m_data_o));
endmodule

`default_nettype wire
