// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Encoder of ZVC-16 and XZVC-16, chosen line by line: four 32-byte sectors of a line in, its
/// memory entry out. It is lp_zvc_enc with 16-bit elements and lp_zvc_filter before it. A line
/// whose record would exceed 96 bytes is stored raw and unfiltered, so lp_zvc_restore after the
/// unit undoes the filter for the sectors of such a line.
///
/// Latency, interval: those of lp_zvc_enc with memory entries. Payload is zero while its valid is
/// low.
///
/// Source: docs/reference/format.md (XZVC-16).
///
/// Combinational paths: m_ready -> s_ready.
module lp_xzvc_enc (
    /// Clock.
    input  wire logic         clk_i,
    /// Synchronous reset, active low.
    input  wire logic         rst_ni,

    /// Sector in: valid.
    input  wire logic         s_valid_i,
    /// Sector in: ready.
    output wire logic         s_ready_o,
    /// Sector of a raw line, lowest address in the lowest byte.
    input  wire logic [255:0] s_data_i,
    /// With the first sector: the line is filtered (XZVC).
    input  wire logic         s_filter_i,

    /// Sector out: valid.
    output wire logic         m_valid_o,
    /// Sector out: ready.
    input  wire logic         m_ready_i,
    /// Sector of the line's entry, zero past its end.
    output wire logic [255:0] m_data_o,
    /// The line is filtered.
    output wire logic         m_filter_o,
    /// The entry's last sector.
    output wire logic         m_last_o,
    /// 16-bit elements in the line's record, the mask included (also when it is stored raw).
    output wire logic [7:0]   m_size_o,
    /// Sectors of the entry: 0 zero line (one beat is still sent), 1..3, 4 raw.
    output wire logic [2:0]   m_sectors_o
);
  // Lines in flight, and one more that arrives; proved to be enough.
  localparam int DEPTH = 4;

  // ---------------------------------------------------------------- input
  logic [1:0] in_idx_q;
  logic filter_q;
  wire take, in_first, filter;
  wire [255:0] filtered;
  assign take = s_valid_i & s_ready_o;
  assign in_first = (in_idx_q == 2'd0);
  assign filter = in_first ? s_filter_i : filter_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) in_idx_q <= 2'd0;
    else if (take) in_idx_q <= in_idx_q + 2'd1;
    if (take) filter_q <= filter;
  end
  lp_zvc_filter u_filter (
      .clk_i, .take_i(take), .first_i(in_first), .on_i(filter), .data_i(s_data_i),
      .data_o(filtered));

  // ---------------------------------------------------------------- filter flags
  // There is an entry for each line in the unit.
  /* verilator lint_off UNUSEDSIGNAL */
  wire room, known;
  /* verilator lint_on UNUSEDSIGNAL */
  wire leave, now;
  lp_fifo #(.WIDTH(1), .DEPTH(DEPTH)) u_filters (
      .clk_i, .rst_ni, .s_valid_i(take & in_first), .s_ready_o(room), .s_data_i(filter),
      .m_valid_o(known), .m_ready_i(leave & m_last_o), .m_data_o(now));

  // ---------------------------------------------------------------- the unit
  // Every line is a memory entry; its sizes are known with its first beat.
  /* verilator lint_off UNUSEDSIGNAL */
  wire mem, line;
  wire [5:0] count;
  wire [7:0] line_size;
  wire [2:0] line_sectors;
  /* verilator lint_on UNUSEDSIGNAL */
  wire [255:0] entry;
  lp_zvc_enc #(.ELEM(16)) u_zvc (
      .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .s_data_i(filtered), .s_mem_i(1'b1),
      .s_last_i(1'b0), .m_valid_o, .m_ready_i, .m_data_o(entry), .m_mem_o(mem), .m_last_o,
      .m_count_o(count), .m_size_o, .m_sectors_o, .l_valid_o(line), .l_size_o(line_size),
      .l_sectors_o(line_sectors));

  // ---------------------------------------------------------------- output
  logic out_first_q;
  assign leave = m_valid_o & m_ready_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) out_first_q <= 1'b1;
    else if (leave) out_first_q <= m_last_o;
  end
  lp_zvc_restore u_restore (
      .clk_i, .take_i(leave), .first_i(out_first_q), .on_i(m_filter_o & m_sectors_o[2]),
      .data_i(entry), .data_o(m_data_o));
  assign m_filter_o = now & m_valid_o;
endmodule

`default_nettype wire
