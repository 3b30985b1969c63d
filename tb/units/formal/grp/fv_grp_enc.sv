// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// lp_grp_enc under any input, stall and reset, with fv_any_grp_enc and fv_any_ram. PART chooses what
/// is checked:
/// 0: handshake rules of the output; it is zero while valid is low.
/// 1: each 16 sectors give exactly one entry, with as many beats as its state has; at most two
///    groups are complete inside.
/// 2: without stalls every complete group comes out within DRAIN cycles.
module fv_grp_enc #(
    parameter int PART = 0
) (
    input wire logic         clk_i,
    input wire logic         again_i,
    input wire logic         s_valid_i,
    input wire logic [255:0] s_data_i,
    input wire logic [87:0]  s_table_i,
    input wire logic         m_ready_i
);
  localparam int DRAIN = 38;

  wire rst_n, s_ready, m_valid, m_last;
  wire [255:0] m_data;
  wire [3:0] m_state;
  fv_reset u_reset (.clk_i, .again_i, .rst_no(rst_n));
  lp_grp_enc u_dut (
      .clk_i, .rst_ni(rst_n), .s_valid_i, .s_ready_o(s_ready), .s_data_i, .s_table_i,
      .m_valid_o(m_valid), .m_ready_i, .m_data_o(m_data), .m_last_o(m_last), .m_state_o(m_state));
  // Data may change while it is stalled: it is sampled when it is taken.
  fv_stream #(.WIDTH(1), .ASSUME(1)) u_in (
      .clk_i, .rst_ni(rst_n), .valid_i(s_valid_i), .ready_i(s_ready), .data_i(1'b0));

  wire push = rst_n && s_valid_i && s_ready;
  wire pop = rst_n && m_valid && m_ready_i;
  logic [3:0] idx_q = 4'd0, beat_q = 4'd0;
  logic [1:0] groups_q = 2'd0;
  wire group_in = push && idx_q == 4'd15;
  wire group_out = pop && m_last;
  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      idx_q <= 4'd0;
      beat_q <= 4'd0;
      groups_q <= 2'd0;
    end else begin
      if (push) idx_q <= idx_q + 4'd1;
      if (pop) beat_q <= m_last ? 4'd0 : beat_q + 4'd1;
      groups_q <= groups_q + {1'b0, group_in} - {1'b0, group_out};
    end
  end

  generate
    if (PART == 0) begin : g_handshake
      fv_stream #(.WIDTH(256 + 1 + 4)) u_out (
          .clk_i, .rst_ni(rst_n), .valid_i(m_valid), .ready_i(m_ready_i),
          .data_i({m_data, m_last, m_state}));
      fv_assert u_zero (.hold_i(!rst_n || m_valid || {m_data, m_last, m_state} == '0));

    end else if (PART == 1) begin : g_groups
      wire [3:0] end_at = m_state == 4'd0 ? 4'd0 : m_state == 4'd4 ? 4'd15 : m_state + 4'd8;
      fv_assert u_state (.hold_i(!rst_n || !m_valid || m_state <= 4'd4));
      fv_assert u_beats (.hold_i(!rst_n || !m_valid || m_last == (beat_q == end_at)));
      fv_assert u_groups (.hold_i(!rst_n || !m_valid || groups_q != 2'd0));
      fv_assert u_most (.hold_i(groups_q <= 2'd2));
      fv_cover u_two (.seen_i(groups_q == 2'd2));
      fv_cover u_zero (.seen_i(group_out && m_state == 4'd0));

    end else begin : g_drain
      logic [5:0] idle_q = 6'd0;
      always_ff @(posedge clk_i) begin
        if (!rst_n || s_valid_i || !m_ready_i) idle_q <= 6'd0;
        else if (idle_q != 6'(DRAIN)) idle_q <= idle_q + 6'd1;
      end
      fv_assert u_drained (.hold_i(!rst_n || idle_q != 6'(DRAIN)
                                   || (groups_q == 2'd0 && !m_valid)));
    end
  endgenerate
endmodule

`default_nettype wire
