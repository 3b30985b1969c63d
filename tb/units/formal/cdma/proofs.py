# SPDX-License-Identifier: Apache-2.0
"""Proofs of the units of rtl/cdma, and the seeded bugs that each must find."""
from proof import Proof
from common.proofs import ANY_ENC

EXPAND_BUGS = [
    ("lp_cdma_expand.sv", "(past_q | (at_end & o_ready)) & (tail | ~is_zvc)",
     "(past_q | (at_end & o_ready))"),
    ("lp_cdma_expand.sv", "assign o_valid = go & ~past_q &", "assign o_valid = go &"),
]
SPLIT_BUGS = [
    ("lp_cdma_split.sv", "fail_q ? over_i & ~g_valid_i & ~g_valid : all_q",
     "fail_q ? over_i & ~g_valid_i : all_q"),
    ("lp_cdma_split.sv", "assign c_last = c_short | spoil;", "assign c_last = c_short;"),
]
STORE = ["fv_any_store"]
CDMA_HOST_WR_BUGS = [
    ("lp_cdma_host_wr.sv", "out_tuser_i ? count_q - 1'b1 : count_q)", "count_q)"),
    ("lp_cdma_host_wr.sv", "out_tlast_i | (&place_q)", "out_tlast_i | (&count_q)"),
    ("lp_cdma_host_wr.sv", "ended_q & ~list_valid & (flying_q == 8'd0)", "ended_q & ~list_valid"),
    ("lp_cdma_host_wr.sv", "of_ring ? ring_wlast_i : at_q == order_len",
     "of_ring ? ring_wlast_i : at_q == list_len"),
]
CDMA_HOST_RD_BUGS = [
    ("lp_cdma_host_rd.sv", "(used_q <= {1'b1, {U{1'b0}}} - (U+1)'(BURST))", "(~used_q[U])"),
    ("lp_cdma_host_rd.sv", "(void_q | (armed_q & in_drop_i))", "(void_q | in_drop_i)"),
    ("lp_cdma_host_rd.sv", "gives = void_q & ~sized_q", "gives = void_q"),
    ("lp_cdma_host_rd.sv", "left_q[L:0] < edge_beats", "left_q[L:0] <= BURST"),
]
CDMA_INDEX_WR_BUGS = [
    ("lp_cdma_index_wr.sv", "assign quiet = ~(full_q | addr_q | data_q | (|open_q));",
     "assign quiet = ~(full_q | addr_q | data_q);"),
    ("lp_cdma_index_wr.sv", "if (entry & (here | ~(|pos_q)))", "if (entry & here)"),
    ("lp_cdma_index_wr.sv", "(take & x_end_i & (|pos_q))", "(take & x_end_i)"),
]
CDMA_INDEX_RD_BUGS = [
    ("lp_cdma_index_rd.sv", "assign load = busy_q & ~killed_q", "assign load = ~killed_q"),
    ("lp_cdma_index_rd.sv", "~(killed_q | (ask & ask_final))", "~(ask & ask_final)"),
    ("lp_cdma_index_rd.sv", "final_q[out_q] ? part_q - 4'd1 : 4'd15", "4'd15"),
]
CDMA_INDEX_ROOM_BUGS = [
    ("lp_cdma_index_rd.sv", "ask_q & ~killed_q & (|free_q);", "ask_q & ~killed_q;"),
]
CDMA_BUS_BUGS = [
    ("lp_cdma_bus.sv", "assign c_free = ~(awvalid_o | c_data_valid_q);",
     "assign c_free = ~c_data_valid_q;"),
    ("lp_cdma_bus.sv", "c_free & c_turn_q & ~open_q[1];", "c_free & c_turn_q;"),
    ("lp_cdma_bus.sv", "if (r_valid & ~v_valid_q) {v_id_q", "if (r_valid) {v_id_q"),
]
CDMA_RING_BUGS = [
    ("lp_cdma_ring.sv", "F_SECOND: if (v_valid_i) f_q <= stale_q | flush",
     "F_SECOND: if (v_valid_i) f_q <= stale_q"),
    ("lp_cdma_ring.sv", "(abort_i & lost)", "(abort_i & r_ready_o & ~r_valid_i)"),
]
# They take some 20 cycles to show.
MORE_CDMA_RING_BUGS = [
    ("lp_cdma_ring.sv", "R_RUN: if (r_valid_i) r_q <= drop_q | q_bad ? R_IDLE : R_ADDR;",
     "R_RUN: if (r_valid_i) r_q <= drop_q ? R_IDLE : R_ADDR;"),
    ("lp_cdma_ring.sv", "else if (~ack_q) r_q <= R_WRITE;", "else r_q <= R_WRITE;"),
    ("lp_cdma_ring.sv", "& ~(ack_q & left == {3'd0, size})", ""),
]
STORE_BUGS = [
    ("lp_cdma_store.sv", "assign pop = some_q & (~valid_q | m_ready_i);",
     "assign pop = some_q & m_ready_i;"),
    ("lp_cdma_store.sv", "ready_q <= ~count[W];", "ready_q <= 1'b1;"),
]
RECORD_PACK_BUGS = [
    ("lp_cdma_record_pack.sv", "assign rest = full_q | sum[6]", "assign rest = sum[6]"),
    ("lp_cdma_record_pack.sv", "assign alone = tail_q | (full_q & (first_q | ~valid_q));",
     "assign alone = tail_q;"),
    ("lp_cdma_record_pack.sv", "bytes[4:0] == 5'd0, bytes[4:0]", "1'b0, bytes[4:0]"),
]
SHRINK_BUGS = [
    ("lp_cdma_shrink.sv", "assign m_valid_o = q_valid & (~q_last | info_valid);",
     "assign m_valid_o = q_valid;"),
    ("lp_cdma_shrink.sv", "assign m_last_o = q_last & m_valid_o;", "assign m_last_o = q_last;"),
]
WRITE_SIDE_BUGS = [
    ("lp_cdma_write.sv", "& (packets_q != 4'd0) & owed_room_q", "& owed_room_q"),
    ("lp_cdma_write.sv", "assign d_valid_o = done_valid & acked;",
     "assign d_valid_o = done_valid;"),
    ("lp_cdma_write.sv", "ack_err_q <= ~ack_last & (ack_err_q | b_err);",
     "ack_err_q <= ack_err_q | b_err;"),
]
CDMA_CREDIT_BUGS = [
    ("lp_cdma_credit.sv", "last_i ? DUE_W'(WORST - 1) : due_q - 1'b1;", "due_q - 1'b1;"),
    ("lp_cdma_credit.sv", "due_q & {DUE_W{arrive_i & last_i}}", "due_q & {DUE_W{arrive_i}}"),
    ("lp_cdma_credit.sv", ".b_i({both, 1'b0, drain_q})", ".b_i({both, 1'b0, 1'b0})"),
    ("lp_cdma_credit.sv", "SPARE_W'(FLITS - WORST);", "SPARE_W'(FLITS + 1 - WORST);"),
]
CDMA_FIFO_BUGS = [
    ("lp_cdma_fifo.sv", "look_q <= pop_i & more_q;", "look_q <= pop_i;"),
    ("lp_cdma_fifo.sv", "(has_q & ~pop_i));", "has_q);"),
    ("lp_cdma_fifo.sv", "write_q == END ? BEGIN", "write_q == END - 1'b1 ? BEGIN"),
    ("lp_cdma_fifo.sv", "more_q & (count_q != COUNT_W'(2));", "more_q;"),
]
CDMA_BUF_FLIT_BUGS = [
    ("lp_cdma_buf.sv", "assign leave = ~x_valid_q | x_ready;", "assign leave = 1'b1;"),
]
# Up to a minute to find: with the long proofs only.
CDMA_BUF_FAR_BUGS = [
    ("lp_cdma_buf.sv", "{CHANNELS{~o_none_i}} & ", ""),
    ("lp_cdma_buf.sv", "lp_cdma_credit #(.FLITS(FLITS)", "lp_cdma_credit #(.FLITS(FLITS + 2)"),
]
CDMA_BUF_GROUP_BUGS = [
    ("lp_cdma_buf.sv", "assign done = order_none | (|(fits & last));",
     "assign done = order_none | (|fits);"),
    ("lp_cdma_buf.sv", "assign leave = ~x_valid_q | x_ready;", "assign leave = 1'b1;"),
]
CDMA_BUF_MOVE_BUGS = [
    ("lp_cdma_buf.sv", "assign leave = ~x_valid_q | x_ready;",
     "assign leave = ~x_valid_q;"),
]
CDMA_XBAR_IN_BUGS = [
    ("lp_cdma_xbar.sv", "|first ? first : a_valid_i", "a_valid_i"),
    ("lp_cdma_xbar.sv", "assign a_of = a_index", "assign a_of = d_index"),
    ("lp_rr.sv", "behind_q <= below;", "behind_q <= grant_o;"),
]
CDMA_XBAR_OUT_BUGS = [
    ("lp_cdma_xbar.sv", ".m_ready_i(|(p_to & cp_ready_i))", ".m_ready_i(|cp_ready_i)"),
    ("lp_cdma_xbar.sv", "assign cg_valid_o = g_to & {C{g_valid}};", "assign cg_valid_o = g_to;"),
]
CDMA_BUCKET_BUGS = [
    ("lp_cdma_bucket.sv", "assign take = take_i & limited_q;",
     "assign take = take_i & limited_q & ~over;"),
    ("lp_cdma_bucket.sv", "level_q[FULL], level_q[FULL-2:0]}",
     "level_q[FULL:FULL-1], level_q[FULL-2:1]}"),
    ("lp_cdma_bucket.sv", "{over, kept[FULL-1:0] & {FULL{~over}}}", "{over, kept[FULL-1:0]}"),
]
ANY_WALK = ["fv_any_walk"]
CDMA_PLAN_BUGS = [
    ("lp_cdma_plan.sv", "else if (kill_i | (launch & last_q)) run_q <= 1'b0;",
     "else if (launch & last_q) run_q <= 1'b0;"),
    ("lp_cdma_plan.sv", "last_q <= one | (two & ~|rest_q);", "last_q <= one | two;"),
    ("lp_cdma_plan.sv", "assign free = ~g_valid_o | g_ready_i;", "assign free = 1'b1;"),
]
CDMA_WALK_BUGS = [
    ("lp_cdma_walk.sv", "channel_q == 3'(CHANNELS - 1)", "channel_q == 3'(CHANNELS - 2)"),
    ("lp_cdma_walk.sv", "assign rest = twice >= 4'(CHANNELS)", "assign rest = twice > 4'(CHANNELS)"),
]
CDMA_PACK_BUGS = [
    ("lp_cdma_pack.sv", ".drop_i(drop)", ".drop_i(over_q)"),
    ("lp_cdma_pack.sv", "gear_data & {W{~owes}}", "gear_data"),
]
CDMA_LINK_BUGS = [
    ("lp_cdma_pack.sv", "spent_q <= left_q ==", "spent_q <= less =="),
    ("lp_cdma_pack.sv", ".bad_i(err_q)", ".bad_i(1'b0)"),
]
CDMA_GEAR_BUGS = [
    ("lp_cdma_gear.sv", "reach[FILL_W] & (|reach[FILL_W-1:0])", "reach[FILL_W]"),
    ("lp_cdma_gear.sv", "next_q <= below | {LANES{~|fill_q}};", "next_q <= below;"),
    ("lp_cdma_gear.sv", "assign keep = ~(flit & begins_q);", "assign keep = ~begins_q;"),
    ("lp_cdma_gear.sv", "& (~m_valid_o | m_ready_i);", "& (~m_valid_o | m_ready_i | end_q);"),
]

PROOFS = [
    Proof("lp_cdma_index writes", "fv_cdma_index", {"PART": 0}, "pdr", 34, long=True),
    Proof("lp_cdma_index writes soon", "fv_cdma_index", {"PART": 0}, "bmc", 11, covers=False,
          bugs=CDMA_INDEX_WR_BUGS, dear=True),
    Proof("lp_cdma_index reads", "fv_cdma_index", {"PART": 1, "AHEAD": 2}, "pdr", 24, long=True,
          bugs=CDMA_INDEX_ROOM_BUGS, stand_ins=["fv_any_ram"]),
    Proof("lp_cdma_index reads soon", "fv_cdma_index", {"PART": 1}, "bmc", 10, covers=False,
          bugs=CDMA_INDEX_RD_BUGS, stand_ins=["fv_any_ram"], dear=True),
    Proof("lp_cdma_bus", "fv_cdma_bus", {}, "pdr", bugs=CDMA_BUS_BUGS, dear=True),
    Proof("lp_cdma_host_rd beats soon", "fv_cdma_host_rd", {"PART": 0}, "bmc", 10, covers=False,
          bugs=CDMA_HOST_RD_BUGS[:3], stand_ins=STORE, dear=True),
    Proof("lp_cdma_host_rd beats", "fv_cdma_host_rd", {"PART": 0}, "bmc", 18, long=True,
          stand_ins=STORE),
    Proof("lp_cdma_host_rd bursts soon", "fv_cdma_host_rd", {"PART": 1}, "bmc", 8, covers=False,
          bugs=CDMA_HOST_RD_BUGS[3:], stand_ins=STORE, dear=True),
    Proof("lp_cdma_host_rd bursts", "fv_cdma_host_rd", {"PART": 1}, "bmc", 14, long=True,
          stand_ins=STORE),
    Proof("lp_cdma_host_wr bursts soon", "fv_cdma_host_wr", {"PART": 0}, "bmc", 8, covers=False,
          bugs=CDMA_HOST_WR_BUGS[:2], stand_ins=STORE, dear=True),
    Proof("lp_cdma_host_wr bursts", "fv_cdma_host_wr", {"PART": 0}, "bmc", 14, long=True,
          stand_ins=STORE),
    Proof("lp_cdma_host_wr beats soon", "fv_cdma_host_wr", {"PART": 1}, "bmc", 10, covers=False,
          bugs=CDMA_HOST_WR_BUGS[2:], stand_ins=STORE),
    Proof("lp_cdma_host_wr beats", "fv_cdma_host_wr", {"PART": 1}, "bmc", 18, long=True,
          stand_ins=STORE),
    Proof("lp_cdma_ring", "fv_cdma_ring", {}, "pdr", 26, bugs=CDMA_RING_BUGS,
          stand_ins=["fv_any_ring_check"], dear=True),
    Proof("lp_cdma_ring again", "fv_cdma_ring", {}, "bmc", 20, covers=False,
          bugs=MORE_CDMA_RING_BUGS, long=True, stand_ins=["fv_any_ring_check"]),
    Proof("lp_cdma_credit", "fv_cdma_credit", {}, "pdr", 24, bugs=CDMA_CREDIT_BUGS),
    Proof("lp_cdma_fifo", "fv_cdma_fifo", {}, "pdr", 16, bugs=CDMA_FIFO_BUGS, dear=True),
    Proof("lp_cdma_buf flits", "fv_cdma_buf", {"PART": 0}, "bmc", 9, covers=False,
          bugs=CDMA_BUF_FLIT_BUGS, dear=True),
    Proof("lp_cdma_buf flits again", "fv_cdma_buf", {"PART": 0}, "bmc", 13,
          bugs=CDMA_BUF_FAR_BUGS, long=True),
    Proof("lp_cdma_buf groups", "fv_cdma_buf", {"PART": 1}, "bmc", 12, bugs=CDMA_BUF_GROUP_BUGS,
          stand_ins=["fv_any_flits"]),
    Proof("lp_cdma_buf moves", "fv_cdma_buf", {"PART": 2}, "bmc", 9, bugs=CDMA_BUF_MOVE_BUGS),
    Proof("lp_cdma_xbar in", "fv_cdma_xbar", {"PART": 0}, "pdr", bugs=CDMA_XBAR_IN_BUGS),
    Proof("lp_cdma_xbar out", "fv_cdma_xbar", {"PART": 1}, "pdr", bugs=CDMA_XBAR_OUT_BUGS,
          dear=True),
    Proof("lp_cdma_bucket", "fv_cdma_bucket", {"STEP": 0}, "bmc", 4, covers=False, long=True),
    Proof("lp_cdma_bucket step", "fv_cdma_bucket", {"STEP": 1}, "bmc", 3,
          bugs=CDMA_BUCKET_BUGS[:1], any_state=True),
    Proof("lp_cdma_bucket step again", "fv_cdma_bucket", {"STEP": 1}, "bmc", 3, covers=False,
          bugs=CDMA_BUCKET_BUGS[1:], long=True, any_state=True),
    Proof("lp_cdma_walk 6", "fv_cdma_walk", {"CHANNELS": 6}, "pdr", 24, bugs=CDMA_WALK_BUGS[:1]),
    Proof("lp_cdma_walk 8", "fv_cdma_walk", {"CHANNELS": 8, "GROUP_W": 31}, "pdr", 8,
          covers=False),
    Proof("lp_cdma_walk 5", "fv_cdma_walk", {"CHANNELS": 5}, "pdr", 24, bugs=CDMA_WALK_BUGS[1:],
          long=True),
    Proof("lp_cdma_plan soon", "fv_cdma_plan", {}, "bmc", 10, bugs=CDMA_PLAN_BUGS[:1],
          stand_ins=ANY_WALK),
    Proof("lp_cdma_plan", "fv_cdma_plan", {}, "pdr", 16, covers=False, bugs=CDMA_PLAN_BUGS[1:],
          stand_ins=ANY_WALK, long=True),
    Proof("lp_cdma_gear", "fv_cdma_gear", {}, "pdr", 12, bugs=CDMA_GEAR_BUGS[:1]),
    Proof("lp_cdma_gear again", "fv_cdma_gear", {}, "bmc", 12, covers=False,
          bugs=CDMA_GEAR_BUGS[1:], long=True),
    Proof("lp_cdma_pack handshake", "fv_cdma_pack", {"PART": 0}, "pdr", 12, bugs=CDMA_PACK_BUGS,
          long=True),
    Proof("lp_cdma_pack link", "fv_cdma_pack", {"PART": 1}, "bmc", 12, bugs=CDMA_LINK_BUGS),
    Proof("lp_cdma_pack link, longer", "fv_cdma_pack", {"PART": 1}, "bmc", 20, covers=False,
          long=True),
    Proof("lp_cdma_store", "fv_cdma_store", {}, "pdr", bugs=STORE_BUGS),
    Proof("lp_cdma_record_pack", "fv_cdma_record_pack", {}, "pdr", bugs=RECORD_PACK_BUGS,
          dear=True),
    Proof("lp_cdma_shrink", "fv_cdma_shrink", {}, "bmc", 11, bugs=SHRINK_BUGS,
          stand_ins=ANY_ENC, long=True),
    Proof("lp_cdma_write", "fv_cdma_write", {}, "bmc", 18, bugs=WRITE_SIDE_BUGS,
          stand_ins=["fv_any_expand_group", "fv_any_ram"], long=True),
    Proof("lp_cdma_expand soon", "fv_cdma_expand", {}, "bmc", 11, bugs=EXPAND_BUGS,
          stand_ins=["fv_any_streams"], dear=True),
    Proof("lp_cdma_expand", "fv_cdma_expand", {}, "bmc", 12, covers=False, long=True,
          stand_ins=["fv_any_streams"]),
    Proof("lp_cdma_split packets soon", "fv_cdma_split", {"PART": 0}, "bmc", 10,
          bugs=SPLIT_BUGS[1:], stand_ins=["fv_any_expand"], dear=True),
    Proof("lp_cdma_split packets", "fv_cdma_split", {"PART": 0}, "bmc", 12, covers=False, long=True,
          stand_ins=["fv_any_expand"]),
    Proof("lp_cdma_split results", "fv_cdma_split", {"PART": 1}, "bmc", 12, bugs=SPLIT_BUGS[:1],
          stand_ins=["fv_any_expand"], dear=True),
]
