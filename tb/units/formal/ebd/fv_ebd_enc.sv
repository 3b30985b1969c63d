// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_ebd_enc, or lp_ebd_serial with SERIAL = 1, under any input, stall and reset, with fv_any_ebd.
/// PART chooses what is checked:
/// 0: handshake rules of the output, except its data.
/// 1: outputs are zero while their valid is low; sizes are announced before a line's first beat, in
///    order, and match its beats.
/// 2: each line gives exactly one entry, with as many beats as it has sectors (one if none);
///    without stalls every line comes out within DRAIN cycles.
module fv_ebd_enc #(
    parameter int PART = 0,
    parameter int SERIAL = 0
) (
    input wire logic         clk_i,
    input wire logic         again_i,
    input wire logic         s_valid_i,
    input wire logic [255:0] s_data_i,
    input wire logic         m_ready_i
);
  // Complete lines inside, and cycles in which they leave without stalls.
  localparam int LINES = SERIAL ? 4 : 3, DRAIN = SERIAL ? 15 : 12;

  wire rst_n, s_ready, m_valid, m_last, l_valid;
  wire [255:0] m_data;
  wire [7:0] m_size, l_size;
  wire [2:0] m_sectors, l_sectors;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  generate
    if (SERIAL != 0) begin : g_serial
      lp_ebd_serial u_dut (
          .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_data_i,
          .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data), .m_last_o(m_last),
          .m_size_o(m_size), .m_sectors_o(m_sectors), .l_valid_o(l_valid), .l_size_o(l_size),
          .l_sectors_o(l_sectors));
    end else begin : g_dut
      lp_ebd_enc u_dut (
          .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_data_i,
          .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data), .m_last_o(m_last),
          .m_size_o(m_size), .m_sectors_o(m_sectors), .l_valid_o(l_valid), .l_size_o(l_size),
          .l_sectors_o(l_sectors));
    end
  endgenerate

  // Data may change while it is stalled: it is sampled when it is taken.
  fv_stream #(.WIDTH(1), .ASSUME(1)) u_in (
      .clk_i, .rst_ni(rst_n), .valid_i(s_valid_i), .ready_i(s_ready), .data_i(1'b0));

  wire push = rst_n && s_valid_i && s_ready;
  wire pop = rst_n && m_valid && m_ready_i;
  logic [1:0] idx_q = 2'd0, beat_q = 2'd0;
  wire line_in = push && idx_q == 2'd3;
  wire line_out = pop && m_last;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      idx_q <= 2'd0;
      beat_q <= 2'd0;
    end else begin
      if (push) idx_q <= idx_q + 2'd1;
      if (pop) beat_q <= m_last ? 2'd0 : beat_q + 2'd1;
    end
  end

  generate
    if (PART == 0) begin : g_handshake
      fv_stream #(.WIDTH(1 + 8 + 3)) u_out (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i),
          .data_i({m_last, m_size, m_sectors}));

    end else if (PART == 1) begin : g_sizes
      // Sizes of the lines that were announced and whose entries have not begun to leave; the
      // serial form announces a line while the one before waits.
      logic [1:0] told_q = 2'd0;
      logic [2:0] sectors_q, later_q;
      wire begins = m_valid && beat_q == 2'd0;
      wire [1:0] left = told_q - {1'b0, begins && m_ready_i};
      always_ff @(posedge clk_i) begin
        if (!rst_n) told_q <= 2'd0;
        else told_q <= left + {1'b0, l_valid};
        if (left == 2'd0) sectors_q <= l_sectors;
        else if (left != told_q) sectors_q <= later_q;
        if (l_valid) later_q <= l_sectors;
      end
      fv_assert u_zero (.hold_i(m_valid || {m_data, m_last, m_size, m_sectors} == '0));
      fv_assert u_quiet (.hold_i(l_valid || {l_size, l_sectors} == '0));
      fv_assert u_once (.hold_i(!rst_n || !l_valid || (SERIAL ? left < 2'd2 : told_q == 2'd0)));
      fv_assert u_told (.hold_i(!rst_n || !begins || (told_q != 2'd0 && m_sectors == sectors_q)));
      fv_cover u_waits (.seen_i(rst_n && told_q != 2'd0 && m_valid && beat_q == 2'd2));

    end else begin : g_lines
      logic [2:0] lines_q = 3'd0;
      logic [3:0] idle_q = 4'd0;
      wire [2:0] beats = m_sectors == 3'd0 ? 3'd1 : m_sectors;
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          lines_q <= 3'd0;
          idle_q <= 4'd0;
        end else begin
          lines_q <= lines_q + {2'd0, line_in} - {2'd0, line_out};
          idle_q <= s_valid_i || !m_ready_i ? 4'd0 : idle_q == 4'(DRAIN) ? idle_q : idle_q + 4'd1;
        end
      end
      fv_assert u_lines (.hold_i(lines_q <= 3'(LINES) && (!line_out || lines_q != 3'd0)));
      fv_assert u_beats (.hold_i(!rst_n || !m_valid
                                 || m_last == ({1'b0, beat_q} + 3'd1 == beats)));
      fv_assert u_drained (.hold_i(!rst_n || idle_q != 4'(DRAIN) || idx_q != 2'd0
                                   || (lines_q == 3'd0 && !m_valid)));
      fv_cover u_two (.seen_i(lines_q == 3'd2));
      fv_cover u_idle (.seen_i(idle_q == 4'(DRAIN) && idx_q == 2'd0));
      fv_cover u_longest (.seen_i(line_out && m_sectors == 3'd4));
    end
  endgenerate
endmodule

`default_nettype wire
