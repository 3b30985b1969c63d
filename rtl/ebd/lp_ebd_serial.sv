// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Exponent base-delta encoder for lines of 64 bfloat16 elements, smaller and slower than
/// lp_ebd_enc: four 32-byte sectors of a line in, the same memory entry out. The sectors of a line
/// pass one set of networks in turn (lp_ebd_core), where lp_ebd_enc has four.
///
/// Latency: 11 cycles from the first sector in to the first sector out. Interval: 4 cycles per
/// line, whatever the data. D0..D3 gather a line, while its extreme exponents are found as the
/// sectors arrive. An lp_skid in front of the unit cuts the path from m_ready to s_ready. Payload
/// is zero while its valid is low.
///
/// Source: docs/reference/format.md (EBD-16).
///
/// Combinational paths: m_ready -> s_ready.
module lp_ebd_serial (
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

    /// Sector out: valid.
    output wire logic         m_valid_o,
    /// Sector out: ready.
    input  wire logic         m_ready_i,
    /// Sector of the line's entry.
    output wire logic [255:0] m_data_o,
    /// The entry's last sector.
    output wire logic         m_last_o,
    /// Bytes of the line's record, 128 if there is none.
    output wire logic [7:0]   m_size_o,
    /// Sectors of the entry: 0 zero line (one beat of zeros follows all the same), 1..3, 4 raw.
    output wire logic [2:0]   m_sectors_o,

    /// One cycle per line, at least 4 cycles before its first beat: l_size_o and l_sectors_o are
    /// valid.
    output wire logic         l_valid_o,
    /// As m_size_o.
    output wire logic [7:0]   l_size_o,
    /// As m_sectors_o.
    output wire logic [2:0]   l_sectors_o
);
  // ---------------------------------------------------------------- D0..D3: gather a line
  logic [3:0] v_q;
  logic [255:0] d0_q, d1_q, d2_q, d3_q;
  logic [1:0] in_idx_q, idx_q;
  wire first, offer, ready, take;
  wire en0, en1, en2, en3;
  assign first = (idx_q == 2'd0);
  assign offer = v_q[3] & (~first | (&v_q[2:0]));
  assign take = offer & ready;
  assign en3 = ~v_q[3] | take;
  assign en2 = ~v_q[2] | en3;
  assign en1 = ~v_q[1] | en2;
  assign en0 = ~v_q[0] | en1;
  assign s_ready_o = en0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      v_q <= 4'b0;
      in_idx_q <= 2'd0;
      idx_q <= 2'd0;
    end else begin
      if (en0) v_q[0] <= s_valid_i;
      if (en1) v_q[1] <= v_q[0];
      if (en2) v_q[2] <= v_q[1];
      if (en3) v_q[3] <= v_q[2];
      if (en0 && s_valid_i) in_idx_q <= in_idx_q + 2'd1;
      if (take) idx_q <= idx_q + 2'd1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (en0) d0_q <= s_data_i;
    if (en1) d1_q <= d0_q;
    if (en2) d2_q <= d1_q;
    if (en3) d3_q <= d2_q;
  end

  // ---------------------------------------------------------------- extremes, and the rest
  wire [7:0] most, least;
  wire inf;
  lp_ebd_extremes u_extremes (
      .clk_i, .take_i(en0 & s_valid_i), .first_i(in_idx_q == 2'd0), .data_i(s_data_i),
      .most_o(most), .least_o(least), .inf_o(inf));
  // All stages of the core advance together unless a beat waits at the output. There is no other
  // codec.
  /* verilator lint_off UNUSEDSIGNAL */
  wire zvc, filter, lost;
  wire [255:0] d4;
  /* verilator lint_on UNUSEDSIGNAL */
  assign ready = ~m_valid_o | m_ready_i;
  lp_ebd_core u_core (
      .clk_i, .rst_ni, .move_i(ready), .s_valid_i(offer), .s_first_i(first),
      .s_line_i({d0_q, d1_q, d2_q, d3_q}), .s_most_i(most), .s_least_i(least), .s_inf_i(inf),
      .s_ebd_i(1'b1), .s_zvc_i(3'd4), .s_filter_i(1'b0), .d4_o(d4),
      .x_valid_i(1'b0), .x_sectors_i(3'd0), .m_valid_o, .m_data_o, .m_last_o, .m_size_o,
      .m_sectors_o, .m_zvc_o(zvc), .m_filter_o(filter), .m_lost_o(lost), .l_valid_o, .l_size_o,
      .l_sectors_o);
endmodule

`default_nettype wire
