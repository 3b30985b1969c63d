// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-in for lp_cdma_expand in lp_cdma_split: takes, gives and ends at any time; its stalled
/// outputs are held stable.
module lp_cdma_expand;
  (* anyseq *) logic may_i, may_s, may_m, may_e, bad;
  (* anyseq *) logic [255:0] data;
  (* anyseq *) logic [SECTORS_W-1:0] where;
  logic held_q = 1'b0;
  assign i_ready_o = may_i;
  assign s_ready_o = may_s;
  assign m_valid_o = held_q || may_m;
  assign m_data_o = data;
  assign m_last_o = bad;
  assign e_valid_o = may_e;
  assign e_err_o = bad;
  assign e_bad_o = where;
  always_ff @(posedge clk_i) held_q <= rst_ni && m_valid_o && !m_ready_i;
endmodule

`default_nettype wire
