// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_bpc_enc under any input, stall and reset. PART chooses what is checked:
/// 0: handshake rules of the output, its data apart (3, from any state, with fv_any_pack).
/// 1: size and sectors agree; all outputs are zero while valid is low.
/// 2: each line gives exactly one entry, with as many beats as it has sectors (one if none); what
///    went in comes out within DRAIN cycles without stalls. For all time with fv_any_sizes.
module fv_bpc_enc #(
    parameter int PART = 0
) (
    input wire logic         clk_i,
    input wire logic         again_i,
    input wire logic         s_valid_i,
    input wire logic [255:0] s_data_i,
    input wire logic         m_ready_i
);
  localparam int DRAIN = 12;

  wire rst_n, s_ready, m_valid, m_last;
  wire [255:0] m_data;
  wire [10:0] m_size;
  wire [2:0] m_sectors;
  fv_reset #(.ANY(PART == 3)) u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_bpc_enc u_dut (
      .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_data_i,
      .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data), .m_last_o(m_last), .m_size_o(m_size),
      .m_sectors_o(m_sectors));

  // Data may change while it waits: what goes in counts when it is taken.
  fv_stream #(.WIDTH(1), .ASSUME(1)) u_in (
      .clk_i, .rst_ni(rst_n), .valid_i(s_valid_i), .ready_i(s_ready), .data_i(1'b0));

  wire push = rst_n && s_valid_i && s_ready;
  wire pop = rst_n && m_valid && m_ready_i;

  generate
    if (PART == 0) begin : g_handshake
      fv_stream #(.WIDTH(1 + 11 + 3)) u_out (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i),
          .data_i({m_last, m_size, m_sectors}));

    end else if (PART == 3) begin : g_data
      fv_stream #(.WIDTH(256)) u_out (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i), .data_i(m_data));

    end else if (PART == 1) begin : g_sizes
      wire zero = m_size == 11'd10;
      wire [2:0] want = zero ? 3'd0 : m_size > 11'd768 ? 3'd4 : m_size > 11'd512 ? 3'd3
                      : m_size > 11'd256 ? 3'd2 : 3'd1;
      fv_assert u_sectors (.hold_i(!rst_n || !m_valid || m_sectors == want));
      fv_assert u_zero (.hold_i(m_valid || {m_data, m_last, m_size, m_sectors} == '0));
      fv_cover u_one (.seen_i(pop && m_last && m_sectors == 3'd1));
      fv_cover u_raw (.seen_i(pop && m_last && m_sectors == 3'd4));

    end else begin : g_lines
      logic [1:0] idx_q = 2'd0, beat_q = 2'd0;
      logic [2:0] lines_q = 3'd0;
      logic [3:0] idle_q = 4'd0;
      wire line_in = push && idx_q == 2'd3;
      wire line_out = pop && m_last;
      wire [2:0] beats = m_sectors == 3'd0 ? 3'd1 : m_sectors;
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          idx_q <= 2'd0;
          beat_q <= 2'd0;
          lines_q <= 3'd0;
          idle_q <= 4'd0;
        end else begin
          if (push) idx_q <= idx_q + 2'd1;
          if (pop) beat_q <= m_last ? 2'd0 : beat_q + 2'd1;
          lines_q <= lines_q + {2'd0, line_in} - {2'd0, line_out};
          idle_q <= s_valid_i || !m_ready_i ? 4'd0 : idle_q == 4'(DRAIN) ? idle_q : idle_q + 4'd1;
        end
      end
      fv_assert u_lines (.hold_i(lines_q <= 3'd3 && (!line_out || lines_q != 3'd0)));
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
