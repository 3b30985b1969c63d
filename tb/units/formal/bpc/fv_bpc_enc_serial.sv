// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_bpc_enc_serial under any input and stall. PART chooses what is checked:
/// 0: handshake rules of the output and its data, from any state.
/// 1: each line gives one entry, with as many beats as it has sectors (one if none), and its sectors
///    follow from its size; no entry comes out before its line is in; without stalls a line leaves
///    within DRAIN cycles. With fv_any_append.
/// 2: lines that are offered without pauses leave in SPAN cycles each, if nothing stalls them. With
///    fv_any_append.
module fv_bpc_enc_serial #(
    parameter int PART = 0
) (
    input wire logic         clk_i,
    input wire logic         again_i,
    input wire logic         s_valid_i,
    input wire logic [255:0] s_data_i,
    input wire logic         m_ready_i
);
  localparam int DRAIN = 58, SPAN = 16;

  wire rst_n, s_ready, m_valid, m_last;
  wire [255:0] m_data;
  wire [10:0] m_size;
  wire [2:0] m_sectors;
  fv_reset #(.ANY(PART == 0)) u_reset (.clk_i, .again_i(again_i && PART != 2), .rst_no(rst_n));
  wire valid = s_valid_i || PART == 2;
  wire ready = m_ready_i || PART == 2;
  lp_bpc_enc_serial u_dut (
      .clk_i, .rst_ni(rst_n), .s_valid_i(valid), .s_ready_o(s_ready), .s_data_i,
      .m_valid_o(m_valid), .m_ready_i(ready), .m_data_o(m_data), .m_last_o(m_last),
      .m_size_o(m_size), .m_sectors_o(m_sectors));

  wire push = rst_n && valid && s_ready;
  wire pop = rst_n && m_valid && ready;
  logic [1:0] idx_q = 2'd0, beat_q = 2'd0;
  wire line_in = push && idx_q == 2'd3;
  wire line_out = pop && m_last;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      idx_q  <= 2'd0;
      beat_q <= 2'd0;
    end else begin
      if (push) idx_q <= idx_q + 2'd1;
      if (pop) beat_q <= m_last ? 2'd0 : beat_q + 2'd1;
    end
  end

  generate
    if (PART == 0) begin : g_handshake
      fv_stream #(.WIDTH(256 + 1 + 11 + 3)) u_out (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i),
          .data_i({m_data, m_last, m_size, m_sectors}));

    end else if (PART == 1) begin : g_lines
      logic [2:0] lines_q = 3'd0;
      logic [5:0] idle_q = 6'd0;
      wire [2:0] want = m_size == 11'd10 ? 3'd0 : m_size > 11'd768 ? 3'd4 : m_size > 11'd512 ? 3'd3
                      : m_size > 11'd256 ? 3'd2 : 3'd1;
      wire [2:0] beats = m_sectors == 3'd0 ? 3'd1 : m_sectors;
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          lines_q <= 3'd0;
          idle_q  <= 6'd0;
        end else begin
          lines_q <= lines_q + {2'd0, line_in} - {2'd0, line_out};
          idle_q  <= s_valid_i || !m_ready_i ? 6'd0 : idle_q == 6'(DRAIN) ? idle_q : idle_q + 6'd1;
        end
      end
      fv_assert u_lines (.hold_i(!rst_n || (lines_q <= 3'd5 && (!m_valid || lines_q != 3'd0))));
      fv_assert u_sectors (.hold_i(!rst_n || !m_valid || m_sectors == want));
      fv_assert u_beats (.hold_i(!rst_n || !m_valid
                                 || m_last == ({1'b0, beat_q} + 3'd1 == beats)));
      fv_assert u_drained (.hold_i(!rst_n || idle_q != 6'(DRAIN) || idx_q != 2'd0
                                   || (lines_q == 3'd0 && !m_valid)));
      fv_cover u_four (.seen_i(lines_q == 3'd4));
      fv_cover u_raw (.seen_i(line_out && m_sectors == 3'd4));

    end else begin : g_pace
      logic [4:0] since_q = 5'd0;
      logic going_q = 1'b0;
      wire begins = m_valid && beat_q == 2'd0;
      always_ff @(posedge clk_i) begin
        if (!rst_n) begin
          since_q <= 5'd0;
          going_q <= 1'b0;
        end else begin
          if (begins) going_q <= 1'b1;
          since_q <= begins ? 5'd1 : since_q + 5'(going_q);
        end
      end
      fv_assert u_pace (.hold_i(since_q <= 5'(SPAN)));
      fv_cover u_next (.seen_i(rst_n && begins && going_q));
    end
  endgenerate
endmodule

`default_nettype wire
