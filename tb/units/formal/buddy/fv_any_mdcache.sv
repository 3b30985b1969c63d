// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-in for lp_mdcache in lp_buddy_meta: any cache that answers each request once, in any
/// order, and reports a fetch before the answer or not at all. Flush and forget are answered when
/// no request that came before them is inside. It checks these assumptions of lp_mdcache: tags are
/// free, operations fit them, and addresses and states belong to their entries (low bits only).
///
/// Counters report actions: accesses_o {answered in error, forget answered, flush answered, read or
/// write taken}.
module lp_mdcache;
  localparam int TAGS = 2 ** TAG;
  localparam int EW = TAG - 2;
  (* anyseq *) logic may_take, may_give, may_miss, err;
  (* anyseq *) logic [TAG-1:0] tag, miss_tag;
  (* anyseq *) logic [3:0] state;
  wire [TAGS-1:0] holds, told;
  logic forgets_q;

  wire push = s_valid_i && s_ready_o;
  wire pop = m_valid_o && m_ready_i;
  wire driver = tag[TAG-1];
  assign s_ready_o = may_take && !(s_op_i[1] && holds != '0);
  assign m_valid_o = may_give && holds[tag];
  assign m_tag_o = tag & {TAG{m_valid_o}};
  assign m_state_o = state & {4{m_valid_o}};
  assign m_err_o = err & m_valid_o;
  assign miss_o = may_miss && holds[miss_tag] && !told[miss_tag] && !miss_tag[TAG-1]
                  && !(m_valid_o && tag == miss_tag);
  assign miss_tag_o = miss_tag & {TAG{miss_o}};
  fv_held #(.N(TAGS)) u_holds (
      .clk_i, .rst_ni, .take_i(push), .take_number_i(s_tag_i), .give_i(pop), .give_number_i(tag),
      .held_o(holds));
  fv_held #(.N(TAGS)) u_told (
      .clk_i, .rst_ni, .take_i(miss_o), .take_number_i(miss_tag), .give_i(pop),
      .give_number_i(tag), .held_o(told));
  always_ff @(posedge clk_i) if (push && s_op_i[1]) forgets_q <= s_op_i[0];
  assign accesses_o = {{COUNT_W - 4{1'b0}}, pop && err, pop && driver && forgets_q,
                       pop && driver && !forgets_q, push && !s_op_i[1]};
  assign {fetch_valid_o, fetch_addr_o, fetch_id_o, fill_ready_o} = '0;
  assign {evict_valid_o, evict_addr_o, evict_data_o, evicted_ready_o} = '0;
  assign stray_o = 2'd0;
  assign {hits_o, merged_o, fills_o, used_o, writebacks_o, wb_err_o} = '0;

  fv_stream #(.WIDTH(2 + ADDR_W + 1 + 4 + TAG)) u_s (
      .clk_i, .rst_ni, .valid_i(s_valid_i), .ready_i(s_ready_o),
      .data_i({s_op_i, s_addr_i, s_state_i, s_tag_i}));
  fv_assert u_tag (.hold_i(!rst_ni || !s_valid_i || !holds[s_tag_i]));
  fv_assert u_op (.hold_i(!rst_ni || !s_valid_i
                          || (s_op_i[1] ? s_tag_i == {2'd2, {EW{1'b0}}}
                                        : s_tag_i[TAG-1:EW] == {1'b0, s_op_i[0]})));
  fv_assert u_addr (.hold_i(!rst_ni || !s_valid_i || s_op_i[1]
                            || (s_addr_i[EW-1:0] == s_tag_i[EW-1:0]
                                && (!s_op_i[0] || s_state_i[EW-1:0] == s_tag_i[EW-1:0]))));
endmodule

`default_nettype wire
