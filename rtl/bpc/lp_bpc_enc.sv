// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Bit-plane compression encoder: four 32-byte sectors of a line in, its memory entry out. The
/// stream is padded to whole sectors; a line whose stream exceeds 96 bytes is stored raw; a zero
/// line is a single beat with sectors = 0.
///
/// Latency: 8 to 10 cycles from the first sector in to the first sector out without stalls, more
/// for lines that compress better; 8 for a raw line. Interval: 4 cycles per line, whatever the
/// data.
///
/// Stages: D0, D1 and those of lp_bpc_core. The pipeline advances as a whole unless a sector waits
/// at the output; an lp_skid in front of the unit cuts the path from m_ready to s_ready. Payload is
/// zero while its valid is low.
///
/// Source: Kim et al. (ISCA'16); memory entries as in Buddy Compression (ISCA'20), section III.
///
/// Combinational paths: m_ready -> s_ready.
module lp_bpc_enc (
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
    /// Bits of the line's stream (also when it is stored raw).
    output wire logic [10:0]  m_size_o,
    /// Sectors of the entry: 0 zero line (one beat of zeros is still sent), 1..3, 4 raw.
    output wire logic [2:0]   m_sectors_o
);
  // The size is announced to units that contain the core.
  /* verilator lint_off UNUSEDSIGNAL */
  wire line;
  wire [10:0] line_size;
  wire [2:0] line_sectors;
  /* verilator lint_on UNUSEDSIGNAL */
  // All stages advance together unless this cycle's output has to wait.
  wire move;
  assign move = ~m_valid_o | m_ready_i;
  assign s_ready_o = move;
  logic d0_v_q;
  logic [1:0] in_idx_q;
  logic [255:0] d0_q, d1_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      d0_v_q <= 1'b0;
      in_idx_q <= 2'd0;
    end else if (move) begin
      d0_v_q <= s_valid_i;
      if (s_valid_i) in_idx_q <= in_idx_q + 2'd1;
    end
    if (s_valid_i & move) d0_q <= s_data_i;
    if (move) d1_q <= d0_q;
  end
  lp_bpc_core u_core (
      .clk_i, .rst_ni, .move_i(move), .s_take_i(s_valid_i), .s_first_i(in_idx_q == 2'd0),
      .s_data_i, .d0_valid_i(d0_v_q), .d0_i(d0_q[255:224]), .d1_i(d1_q), .m_valid_o, .m_data_o,
      .m_last_o, .m_size_o, .m_sectors_o, .l_valid_o(line), .l_size_o(line_size),
      .l_sectors_o(line_sectors));
endmodule

`default_nettype wire
