# SPDX-License-Identifier: Apache-2.0
"""Proofs of the units of rtl/axi, and the seeded bugs that each must find."""
from proof import Proof

AXI_SPLIT_BUGS = [
    ("lp_axi_split.sv", "(&s_sector_i[6:2])", "(&s_sector_i[6:3])"),
    ("lp_axi_split.sv", "assign move = ~valid_q | (m_ready_i & ~again);",
     "assign move = ~valid_q | m_ready_i;"),
    ("lp_axi_split.sv", ".b_i({{PAGE_W - 1{1'b0}}, 1'b1})", ".b_i({{PAGE_W - 1{1'b0}}, 1'b0})"),
]
AXI_WR_BUGS = [
    ("lp_axi_wr.sv", "assign awvalid_o = valid & ~told_q;", "assign awvalid_o = valid;"),
    ("lp_axi_wr.sv", "(told_q | awready_i) & (listed_q | room);", "listed_q | room;"),
    ("lp_axi_wr.sv", ".s_valid_i(valid & ~listed_q)", ".s_valid_i(done & ~listed_q)"),
    ("lp_axi_wr.sv", "assign bready_o = m_ready_i | (bvalid_i & half);",
     "assign bready_o = m_ready_i | half;"),
    ("lp_axi_wr.sv", "& split) half_q", "& split & ~bvalid_i) half_q"),
]
# With the long proofs only: what is found is found as soon as by those above.
MORE_AXI_WR_BUGS = [
    ("lp_axi_split.sv", "out & (|stop[1:0])", "out"),
    ("lp_axi_wr.sv", "(listed_q | room) & ~done;", "1'b0;"),
    ("lp_axi_wr.sv", ".m_ready_i(move & last)", ".m_ready_i(move)"),
    ("lp_axi_wr.sv", "half & bad;", "half & bresp_i[0];"),
]
AXI_JOIN_AR_BUGS = [
    ("lp_axi_join.sv", "assign s_arready_o = ar_grant & {P{ar_room}};",
     "assign s_arready_o = ar_grant;"),
    ("lp_axi_join.sv", ".req_i(s_arvalid_i), .take_i(ar_room)",
     ".req_i(s_arvalid_i), .take_i(1'b1)"),
    ("lp_axi_join.sv", ".sel_i(ar_grant), .data_i(s_arid_i)",
     ".sel_i(aw_grant), .data_i(s_arid_i)"),
]
AXI_JOIN_AW_BUGS = [
    ("lp_axi_join.sv", ".s_valid_i(aw_any & aw_list_room)", ".s_valid_i(aw_any)"),
    ("lp_axi_join.sv", ".s_valid_i(aw_any & aw_skid_room)", ".s_valid_i(aw_any)"),
    ("lp_axi_join.sv", "assign w_end = w_valid & w_last & w_room;",
     "assign w_end = w_valid & w_last;"),
    ("lp_axi_join.sv", "assign w_valid = |(w_from & s_wvalid_i);",
     "assign w_valid = |s_wvalid_i;"),
    ("lp_axi_join.sv", ".sel_i(due_port), .data_i(s_wstrb_i)",
     ".sel_i(s_wvalid_i), .data_i(s_wstrb_i)"),
]
AXI_JOIN_R_BUGS = [
    ("lp_axi_join.sv", ".m_ready_i(~|(s_rvalid_o & ~s_rready_i))",
     ".m_ready_i(|(s_rvalid_o & s_rready_i))"),
    ("lp_axi_join.sv", "assign s_rvalid_o[p] = r_valid & (r_port == PORT_W'(p));",
     "assign s_rvalid_o[p] = r_valid & (b_port == PORT_W'(p));"),
    ("lp_axi_join.sv", "r_out & {R_W{|s_rvalid_o}}", "r_out & {R_W{r_valid}}"),
]
AXI_JOIN_B_BUGS = [
    ("lp_axi_join.sv", ".m_ready_i(~|(s_bvalid_o & ~s_bready_i))",
     ".m_ready_i(|s_bready_i)"),
]
AXI_FENCE_READ_BUGS = [
    ("lp_axi_fence.sv", ".clk_i, .rst_ni(keep), .s_valid_i(m_rvalid_i)",
     ".clk_i, .rst_ni, .s_valid_i(m_rvalid_i)"),
    ("lp_axi_fence.sv", "ar_ready & ~(&reads_q) & ~halt", "ar_ready & ~(&reads_q) & ~stop_i"),
    ("lp_axi_fence.sv", "ar_ready & ~(&reads_q)", "ar_ready"),
    ("lp_axi_fence.sv", "m_rvalid_i & m_rready_o & m_rlast_i", "m_rvalid_i & m_rlast_i"),
    ("lp_axi_fence.sv", "halt = stop_i | cut_i", "halt = cut_i"),
]
AXI_FENCE_WRITE_BUGS = [
    ("lp_axi_fence.sv", ".clk_i, .rst_ni(keep), .s_valid_i(m_bvalid_i)",
     ".clk_i, .rst_ni, .s_valid_i(m_bvalid_i)"),
    ("lp_axi_fence.sv", "list_ready & ~(&writes_q)", "list_ready"),
    ("lp_axi_fence.sv", "writes_q <= writes_q - 1'b1", "writes_q <= '0"),
]
AXI_FENCE_BEAT_BUGS = [
    ("lp_axi_fence.sv", "w_ready & due & (s_wvalid_i | cut_i)", "w_ready & due & s_wvalid_i"),
    ("lp_axi_fence.sv", "w_ready & due & ~cut_i", "w_ready & ~cut_i"),
    ("lp_axi_fence.sv", "if (w_move) place_q", "if (w_move & ~cut_i) place_q"),
    ("lp_axi_fence.sv", "{288{~cut_i}} & {s_wstrb_i", "{288{1'b1}} & {s_wstrb_i"),
    ("lp_axi_fence.sv", ".s_valid_i(w_move), .s_ready_o(w_ready)",
     ".s_valid_i(s_wvalid_i & due), .s_ready_o(w_ready)"),
]
# It takes a full list.
AXI_FENCE_LIST_BUGS = [
    ("lp_axi_fence.sv", "aw_ready & list_ready & ~(&writes_q)", "aw_ready & ~(&writes_q)"),
]
AXI_FENCE_TWO_BUGS = [
    ("lp_axi_fence.sv", "w_ready & due & (s_wvalid_i | cut_i)",
     "w_ready & due & (s_wvalid_i | ~cut_i)"),
    ("lp_axi_fence.sv", "aw_take = s_awvalid_i & s_awready_o",
     "aw_take = s_awvalid_i & aw_ready & list_ready & ~(&writes_q)"),
]
AXIL_PAGES_BUGS = [
    ("lp_axil_pages.sv", "aw_q & w_q & ~(|aw_open_q) & ~b_q;", "aw_q & w_q & ~(|aw_open_q);"),
    ("lp_axil_pages.sv", "aw_hit & ~block_i & {PORTS{aw_begin}}", "aw_hit & {PORTS{aw_begin}}"),
    ("lp_axil_pages.sv", "aw_open_q & (m_bvalid_i | block_i)", "aw_open_q & m_bvalid_i"),
    ("lp_axil_pages.sv", "(aw_valid_q & ~m_awready_i & ~block_i)", "(aw_valid_q & ~m_awready_i)"),
    ("lp_axil_pages.sv", "if (~aw_q) {aw_addr_q", "{aw_addr_q"),
    ("lp_axil_pages.sv", "r_heard = ar_open_q & ~block_i", "r_heard = ar_open_q"),
    ("lp_axil_pages.sv", "ar_q & ~(|ar_open_q) & ~r_q", "ar_q & ~(|ar_open_q)"),
    ("lp_axil_pages.sv", "if (ar_end) {r_data_q", "if (|r_done) {r_data_q"),
]
AXIL_FORK_BUGS = [
    ("lp_axil_fork.sv", "w_go = aw_q & w_q & ~w_busy_q;", "w_go = aw_q & ~w_busy_q;"),
    ("lp_axil_fork.sv", "aw_q <= (aw_q | s_awvalid_i) & ~w_end;", "aw_q <= s_awvalid_i & ~w_end;"),
    ("lp_axil_fork.sv", "p_bready_o = w_busy_q & w_to_q & ~b_q;", "p_bready_o = w_busy_q & ~b_q;"),
    ("lp_axil_fork.sv", "(w_to_q ? p_wready_i : m_wready_i)", "m_wready_i"),
    ("lp_axil_fork.sv", "b_resp_q <= w_to_q ? p_bresp_i", "b_resp_q <= ~w_to_q ? p_bresp_i"),
    ("lp_axil_fork.sv", "r_q <= r_answer | (r_q & ~s_rready_i);", "r_q <= r_answer;"),
    ("lp_axil_fork.sv", "r_go = ar_q & ~r_busy_q;", "r_go = ar_q & ~send_ar_q;"),
    ("lp_axil_fork.sv", "if (~ar_q) {ar_addr_q", "{ar_addr_q"),
]
AXI_WIDEN_WRITE_BUGS = [
    ("lp_axi_widen.sv", "aw_valid & w_room & b_room;", "aw_valid & w_room;"),
    ("lp_axi_widen.sv", "w_at = w_first_q ? w_part : w_part_q;", "w_at = w_part_q;"),
    ("lp_axi_widen.sv", "w_full = (&w_at) | s_wlast_i;", "w_full = &w_at;"),
    ("lp_axi_widen.sv", "else if (w_move & w_full) strb_q <= '0;", ""),
    ("lp_axi_widen.sv", "s_wstrb_i & {STRB_W{&w_at}};", "s_wstrb_i;"),
    ("lp_axi_widen.sv", "s_wready_o = w_some & w_out_ready;", "s_wready_o = w_out_ready;"),
    ("lp_axi_widen.sv", ".m_ready_i(m_bvalid_i & m_bready_o)", ".m_ready_i(m_bvalid_i)"),
]
AXI_WIDEN_READ_BUGS = [
    ("lp_axi_widen.sv", "m_arvalid_o = ar_valid & r_room;", "m_arvalid_o = ar_valid;"),
    ("lp_axi_widen.sv", "s_rready_i & ((&r_at) | s_rlast_o)", "s_rready_i & (&r_at)"),
    ("lp_axi_widen.sv", "r_data[DATA_W*r_at +: DATA_W]", "r_data[DATA_W*r_part +: DATA_W]"),
    ("lp_axi_widen.sv", "else if (r_move) r_first_q <= s_rlast_o;",
     "else if (r_move) r_first_q <= 1'b0;"),
    ("lp_axi_widen.sv", ".m_ready_i(r_move & s_rlast_o)", ".m_ready_i(s_rready_i & s_rlast_o)"),
]
AXI_NARROW_BUGS = [
    ("lp_axi_narrow_ax.sv", ".m_ready_i(fire & whole)", ".m_ready_i(m_ready_i & whole)"),
    ("lp_axi_narrow.sv", ".m_ready_i(m_wready_i & w_at_end)", ".m_ready_i(m_wready_i)"),
    ("lp_axi_narrow.sv", "w_strb[DATA_W/8*w_part_q +:", "w_strb[0 +:"),
]
MORE_AXI_NARROW_BUGS = [
    ("lp_axi_narrow_ax.sv", "sector[6] | second_q", "sector[6]"),
    ("lp_axi_narrow_ax.sv", "{8{split & ~second_q}}", "{8{split}}"),
]
AXIL_BUGS = [
    ("lp_axil.sv", "assign write_o = aw_q & w_q & ~b_q;", "assign write_o = aw_q & w_q;"),
    ("lp_axil.sv", "w_q <= (w_q | wvalid_i) & ~write_o;", "w_q <= wvalid_i & ~write_o;"),
    ("lp_axil.sv", "if (~aw_q) aw_word_q", "aw_word_q"),
    ("lp_axil.sv", "b_q <= write_o | (b_q & ~bready_i);", "b_q <= write_o;"),
    ("lp_axil.sv", "if (look_q | rready_i) r_data_q", "if (look_q) r_data_q"),
    ("lp_axil.sv", "assign take = arvalid_i & idle_q;", "assign take = arvalid_i;"),
]

PROOFS = [
    Proof("lp_axi_rd", "fv_axi_rd", {}, "pdr", bugs=AXI_SPLIT_BUGS),
    Proof("lp_axi_wr", "fv_axi_wr", {}, "pdr", bugs=AXI_WR_BUGS, long=True),
    Proof("lp_axi_wr soon", "fv_axi_wr", {}, "bmc", 9, bugs=AXI_WR_BUGS, dear=True),
    Proof("lp_axi_wr again", "fv_axi_wr", {}, "bmc", 12, covers=False, bugs=MORE_AXI_WR_BUGS,
          long=True),
    Proof("lp_axi_join ar", "fv_axi_join", {"PART": 0}, "pdr", bugs=AXI_JOIN_AR_BUGS),
    Proof("lp_axi_join aw, w", "fv_axi_join", {"PART": 1}, "pdr", bugs=AXI_JOIN_AW_BUGS[1:],
          long=True),
    Proof("lp_axi_join aw, w soon", "fv_axi_join", {"PART": 1}, "bmc", 8, covers=False,
          bugs=AXI_JOIN_AW_BUGS[:1], dear=True),
    Proof("lp_axi_join r", "fv_axi_join", {"PART": 2}, "pdr", bugs=AXI_JOIN_R_BUGS, dear=True),
    Proof("lp_axi_join b", "fv_axi_join", {"PART": 3}, "pdr", bugs=AXI_JOIN_B_BUGS),
    Proof("lp_axi_fence reads", "fv_axi_fence", {"PART": 0}, "pdr", bugs=AXI_FENCE_READ_BUGS),
    Proof("lp_axi_fence writes", "fv_axi_fence", {"PART": 1}, "pdr", bugs=AXI_FENCE_WRITE_BUGS,
          dear=True),
    Proof("lp_axi_fence beats soon", "fv_axi_fence", {"PART": 2}, "bmc", 9, covers=False,
          bugs=AXI_FENCE_BEAT_BUGS),
    Proof("lp_axi_fence beats", "fv_axi_fence", {"PART": 2, "COUNT_W": 3}, "bmc", 11,
          bugs=AXI_FENCE_LIST_BUGS, long=True),
    Proof("lp_axi_fence beats counted", "fv_axi_fence", {"PART": 2, "COUNTED": 1}, "pdr",
          covers=False, bugs=AXI_FENCE_BEAT_BUGS[2:3],
          stand_ins=["fv_any_skid"], dear=True),
    Proof("lp_axi_fence cut off", "fv_axi_fence", {"PART": 3}, "pdr", bugs=AXI_FENCE_TWO_BUGS,
          long=True),
    Proof("lp_axil_pages", "fv_axil_pages", {}, "pdr", bugs=AXIL_PAGES_BUGS),
    Proof("lp_axil_fork", "fv_axil_fork", {}, "pdr", bugs=AXIL_FORK_BUGS),
    Proof("lp_axi_widen writes", "fv_axi_widen", {"PART": 0}, "bmc", 10,
          bugs=AXI_WIDEN_WRITE_BUGS, long=True),
    Proof("lp_axi_widen reads", "fv_axi_widen", {"PART": 1}, "bmc", 10, bugs=AXI_WIDEN_READ_BUGS,
          long=True),
    Proof("lp_axi_narrow 128", "fv_axi_narrow", {"DATA_W": 128}, "bmc", 10, bugs=AXI_NARROW_BUGS,
          long=True),
    Proof("lp_axi_narrow 64", "fv_axi_narrow", {"DATA_W": 64}, "bmc", 12,
          bugs=AXI_NARROW_BUGS + MORE_AXI_NARROW_BUGS, long=True),
    Proof("lp_axil", "fv_axil", {}, "pdr", bugs=AXIL_BUGS),
]
