// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-in for lp_cdma_expand in lp_cdma_write: takes a group's flits at any time, gives as many
/// sectors as were requested at any time, then its end; one group at a time.
module lp_cdma_expand;
  (* anyseq *) logic may_i, may_s, may_m, may_e, bad;
  logic busy_q = 1'b0, took_q, m_held_q = 1'b0, e_held_q = 1'b0, bad_q;
  logic [SECTORS_W-1:0] left_q;
  wire put = m_valid_o && m_ready_i;
  assign i_ready_o = !busy_q && may_i;
  assign s_ready_o = busy_q && !took_q && may_s;
  assign m_valid_o = busy_q && left_q != '0 && (m_held_q || may_m);
  assign m_last_o = m_valid_o && left_q == SECTORS_W'(1);
  assign m_data_o = 256'd0;
  assign e_valid_o = busy_q && took_q && left_q == '0 && (e_held_q || may_e);
  assign e_err_o = e_valid_o && (e_held_q ? bad_q : bad);
  assign e_bad_o = '0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
      m_held_q <= 1'b0;
      e_held_q <= 1'b0;
    end else begin
      busy_q <= busy_q ? !(e_valid_o && e_ready_i) : i_valid_i && i_ready_o;
      m_held_q <= m_valid_o && !m_ready_i;
      e_held_q <= e_valid_o && !e_ready_i;
    end
    if (!busy_q) begin
      took_q <= 1'b0;
      left_q <= i_sectors_i;
    end else begin
      if (s_valid_i && s_ready_o && s_last_i) took_q <= 1'b1;
      if (put) left_q <= left_q - SECTORS_W'(1);
    end
    bad_q <= e_err_o;
  end
endmodule

`default_nettype wire
