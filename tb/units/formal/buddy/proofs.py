# SPDX-License-Identifier: Apache-2.0
"""Proofs of the units of rtl/buddy, and the seeded bugs that each must find."""
from proof import Proof

WRITE_STALL_BUGS = [
    ("lp_buddy_ask.sv", "else if (leave) {valid_q", "else {valid_q"),
]
WRITE_ANSWER_BUGS = [
    ("lp_buddy_write.sv", "live_q & ~(meta_q | dev_q | bud_q)", "live_q & ~(meta_q | dev_q)"),
    ("lp_buddy_write.sv", "done_q <= m_valid_o & m_ready_i;", "done_q <= m_valid_o;"),
    ("lp_buddy_write.sv", "(miss_hit | (a_hit & ~a_err_i)) & ~guard_q;",
     "(miss_hit | a_hit) & ~guard_q;"),
    ("lp_buddy_write.sv", "assign full[e] = idle & ~(bad_q & guard_q);",
     "assign full[e] = idle;"),
    ("lp_buddy_write.sv", "(a_err_i ? owed_q | lost_q : poison_q)", "(owed_q | poison_q)"),
]
WRITE_SECTOR_BUGS = [
    ("lp_buddy_write.sv", "(c_first_q ? dev_n[1:0] : c_due_q) - {1'b0, to_dev};",
     "(c_first_q ? dev_n[1:0] : c_due_q) - 2'd1;"),
    ("lp_buddy_drain.sv", "{entry, at + gone_q}", "{entry, gone_q}"),
]
WRITE_MOVE_BUGS = [
    ("lp_buddy_write.sv", "(dev_q & ~devb_hit);", "(dev_q & ~(devb_hit & ~budb_hit));"),
    ("lp_buddy_write.sv", "steer_faulty & ~enc_valid;", "steer_faulty & enc_valid;"),
]
READ_STALL_BUGS = [
    ("lp_buddy_read.sv", "else if (any) open_q <= lane_grant & ~(lane_last & {LANES{m_ready_i}});",
     "else open_q <= '0;"),
    ("lp_buddy_ask.sv", "else if (leave) {valid_q", "else {valid_q"),
]
READ_ASK_BUGS = [
    ("lp_buddy_track.sv", "answer_i & ~guessed_q & ~guesses;", "answer_i & ~guessed_q;"),
    ("lp_buddy_track.sv", "& (bud_due_q == 3'd0) & ~pick_i;", "& ~pick_i;"),
    ("lp_buddy_track.sv", "known_q & (dev_got_q >= dev_count_q)", "(dev_got_q >= dev_count_q)"),
    ("lp_buddy_track.sv", "(gone_i | gone_q) & (dev_due_q == 3'd0);", "gone_i | gone_q;"),
    ("lp_buddy_track.sv", "(dev_due_q != 3'd0) & ~want_dev_q;", "(dev_due_q != 3'd0);"),
    ("lp_buddy_ask.sv", "idle_i & ~valid_q", "~valid_q"),
]
READ_ANSWER_BUGS = [
    ("lp_buddy_track.sv", "bud_pos_q <= dev_i[1:0];", "bud_pos_q <= 2'd0;"),
    ("lp_buddy_track.sv", "(dev_err_q & needed) != 4'd0", "dev_err_q[0]"),
    ("lp_buddy_read.sv", "a_err_i | a_poison ? MEMORY_ERROR", "a_err_i ? MEMORY_ERROR"),
]
READ_LANE_BUGS = [
    ("lp_buddy_read.sv", "line_ready & ~(lane_q & {LANES{p_valid_q}})", "line_ready"),
]
READ_MOVE_BUGS = [
    ("lp_buddy_read.sv", "assign leave = ~valid_q | go;", "assign leave = ~valid_q;"),
]
ASK_BUGS = [
    ("lp_buddy_ask.sv", "|want_i ? want_i : guess_i", "want_i | guess_i"),
    ("lp_buddy_ask.sv", "idle_i & ~valid_q", "~valid_q"),
    ("lp_buddy_ask.sv", "grant & {ENTRIES{leave}}", "grant"),
    ("lp_buddy_ask.sv", ".r_en_i(leave)", ".r_en_i(1'b1)"),
    ("lp_buddy_ask.sv", ".take_i(leave)", ".take_i(~valid_q)"),
]
DRAIN_BUGS = [
    ("lp_buddy_drain.sv", ".m_ready_i(leave & last)", ".m_ready_i(last)"),
    ("lp_buddy_drain.sv", "assign leave = order & (~valid_q | m_ready_i);",
     "assign leave = order;"),
    ("lp_buddy_drain.sv", "{entry, at + gone_q}", "{entry, at | gone_q}"),
    ("lp_buddy_drain.sv", "valid_q <= leave | (valid_q & ~m_ready_i);", "valid_q <= leave;"),
]
DEV_READ_BUGS = [
    ("lp_buddy_dev.sv", "assign loaded_valid_o = read_came & ~read_meta;",
     "assign loaded_valid_o = read_came;"),
    ("lp_buddy_dev.sv", ".m_ready_i(~fill_valid_o | fill_ready_i)", ".m_ready_i(1'b1)"),
    ("lp_buddy_dev.sv", ".m_ready_i(~fill_valid_o | fill_ready_i)",
     ".m_ready_i((~fill_valid_o | fill_ready_i) & (awready_i | ~awvalid_o))"),
    ("lp_buddy_dev.sv", "~(read_valid | arvalid_o | fetch_valid_i)",
     "~(arvalid_o | fetch_valid_i)"),
]
DEV_WRITE_BUGS = [
    ("lp_buddy_dev.sv", "({1'b0, at_q} + 3'd1 == turn_sectors)", "1'b1"),
    ("lp_buddy_dev.sv", ".m_ready_i((written & written_meta) | stored_ready_i)",
     ".m_ready_i(stored_ready_i)"),
    ("lp_buddy_dev.sv", "(write_go & write_grant[1])) & ~evict_ready_o;",
     "(write_go & write_grant[1])) & 1'b0;"),
    ("lp_buddy_dev.sv", "order_valid & (turn_meta | line_valid_i)",
     "order_valid & (turn_meta | line_valid_i) & (awready_i | ~awvalid_o)"),
]
DEV_WILD_BUGS = [
    ("lp_buddy_dev.sv", "written & written_meta & (stored_entry_o == {EW{1'b0}})",
     "written & written_meta"),
    ("lp_buddy_dev.sv", "read_came & read_meta & ~no_fetch", "read_came & read_meta"),
    ("lp_buddy_dev.sv", "(written & written_meta) | stored_ready_i",
     "written_meta | stored_ready_i"),
]
PORTS_BUGS = [
    ("lp_buddy_dev.sv", ".m_ready_i(~fill_valid_o | fill_ready_i)",
     ".m_ready_i((~fill_valid_o | fill_ready_i) & (awready_i | ~awvalid_o))"),
    ("lp_mdcache.sv", "assign p_ready = ready_b;", "assign p_ready = ready_b & ~evict_valid_o;"),
]
META_BUGS = [
    ("lp_buddy_meta.sv", "{write_valid_i, read_valid_i} & {2{~begun_q}}",
     "{write_valid_i, read_valid_i}"),
    ("lp_buddy_meta.sv", "asked_q <= (asked_q | c_go) & ~c_answer;", "asked_q <= 1'b0;"),
    ("lp_buddy_meta.sv", "miss & (miss_tag[TAG-1:EW] == READER)", "miss"),
    ("lp_buddy_meta.sv", "else if (c_answer & m_err) left_q <= 2'd0;", ""),
    ("lp_buddy_meta.sv", "if (!begun_q) failed_q <= 1'b0;", "if (!rst_ni) failed_q <= 1'b0;"),
    ("lp_buddy_meta.sv", "assign answer_err_o = m_err | lost_i;", "assign answer_err_o = m_err;"),
]
HASH_BUGS = [
    ("lp_buddy_hash.sv", "localparam int FIELDS = (FOLD_W + PART_W - 1) / PART_W;",
     "localparam int FIELDS = FOLD_W / PART_W;"),
    ("lp_buddy_hash.sv", "assign column[FIELDS] = index_i[2+b];",
     "assign column[FIELDS] = index_i[2+PART_W+b];"),
    ("lp_buddy_hash.sv", "{index_i[SHARE_W+PART_W-8 : PART_W+2], index_i[1:0]}",
     "index_i[SHARE_W+PART_W-8 : PART_W]"),
    ("lp_buddy_hash.sv", "assign turn = index_i[SHARE_W+PART_W-8 : PART_W+2];",
     "assign turn = index_i[SHARE_W+PART_W-9 : PART_W+1];"),
]
# A fold that the formula does not name, which keeps steps of 4 KiB on one slice.
HASH_WIDE_BUGS = [
    ("lp_buddy_hash.sv", "localparam int FOLD_W = (FRAME_W > TURN_W) ? FRAME_W : TURN_W;",
     "localparam int FOLD_W = FRAME_W;"),
]
EVENTS_BUGS = [
    ("lp_buddy_events.sv", "{EVENTS{cfg_valid_i}})) | cause;", "{EVENTS{cfg_valid_i}}));"),
    ("lp_buddy_events.sv", "read_code_i & {3{read_valid_i}}", "read_code_i"),
    ("lp_buddy_events.sv", "|(seen_q & enable_q)", "|seen_q"),
]
FRONT_LINE_BUGS = [
    ("lp_buddy_front.sv", "live_q[e] & (write_q[e] | h_write)", "live_q[e] & h_write"),
    ("lp_buddy_front.sv", ".req_i(~live_q)", ".req_i(~(live_q & write_q))"),
]
FRONT_ORDER_BUGS = [
    ("lp_buddy_front.sv", "if (h_go) kept_q[entry]", "if (h_valid_q) kept_q[entry]"),
]
FRONT_HOLD_BUGS = [
    ("lp_buddy_front.sv", ".m_ready_i(to_w ? w_ready_i : r_ready_i)",
     ".m_ready_i(w_ready_i | r_ready_i)"),
]
TOP_ROUTE_BUGS = [
    ("lp_buddy_top.sv", "(told_q | cfg_ready) & {SLICES{~cfg_ready_o}}",
     "cfg_ready & {SLICES{~cfg_ready_o}}"),
    ("lp_buddy_top.sv", "assign m_move = ~m_valid_q | m_ready_i;", "assign m_move = ~m_valid_q;"),
    ("lp_buddy_top.sv", "assign a_go = |(a_slice_q & room);", "assign a_go = |room;"),
]
TOP_LINE_BUGS = [
    ("lp_buddy_top.sv", "grant[s] & (m_code == 3'd0)", "grant[s]"),
    ("lp_buddy_port.sv", "d_ready_i & (sector_q == 2'd3)", "d_ready_i & (sector_q == 2'd2)"),
    ("lp_buddy_port.sv", "if (r_take & place[i]) m_data_q", "if (r_take) m_data_q"),
]
TOP_ROOM_BUGS = [
    ("lp_buddy_port.sv", "q_room & (line_room | ~(s_valid_i & s_write_i))", "q_room"),
]
TOP_MOVE_BUGS = [
    ("lp_buddy_top.sv", ".m_valid_o(answer[s]), .m_ready_i(grant[s] & m_move)",
     ".m_valid_o(answer[s]), .m_ready_i(m_move)"),
    ("lp_buddy_port.sv", "assign r_ready_o = ~m_valid_q | m_ready_i;",
     "assign r_ready_o = 1'b1;"),
]
ANY_SLICE = ["fv_any_slice"]
ANY_ENTRIES = ["fv_any_entries"]

PROOFS = [
    Proof("lp_buddy_write handshake", "fv_buddy_write", {"PART": 0}, "bmc", 17,
          bugs=WRITE_STALL_BUGS, stand_ins=["fv_any_codec"], dear=True),
    Proof("lp_buddy_write answers", "fv_buddy_write", {"PART": 1}, "bmc", 21,
          bugs=WRITE_ANSWER_BUGS, stand_ins=["fv_any_codec"], long=True),
    Proof("lp_buddy_write sectors", "fv_buddy_write", {"PART": 2}, "bmc", 18,
          bugs=WRITE_SECTOR_BUGS, stand_ins=["fv_any_codec"], long=True),
    Proof("lp_buddy_write moves", "fv_buddy_write", {"PART": 3, "SLOWEST": 32}, "bmc", 40,
          bugs=WRITE_MOVE_BUGS, stand_ins=["fv_any_codec"], long=True),
    Proof("lp_buddy_read handshake", "fv_buddy_read", {"PART": 0, "LANES": 2}, "bmc", 14,
          bugs=READ_STALL_BUGS, stand_ins=ANY_ENTRIES, long=True),
    Proof("lp_buddy_read asks", "fv_buddy_read", {"PART": 1}, "bmc", 14, bugs=READ_ASK_BUGS,
          stand_ins=ANY_ENTRIES, long=True),
    Proof("lp_buddy_read answers", "fv_buddy_read", {"PART": 2}, "bmc", 18,
          bugs=READ_ANSWER_BUGS, stand_ins=ANY_ENTRIES, long=True),
    Proof("lp_buddy_read answers, 2 lanes", "fv_buddy_read", {"PART": 2, "LANES": 2}, "bmc", 17,
          bugs=READ_LANE_BUGS, stand_ins=ANY_ENTRIES, long=True),
    Proof("lp_buddy_read moves", "fv_buddy_read", {"PART": 3, "LANES": 2, "SLOWEST": 32}, "bmc",
          38, bugs=READ_MOVE_BUGS, stand_ins=ANY_ENTRIES, long=True),
    Proof("lp_buddy_ask", "fv_buddy_ask", {}, "pdr", bugs=ASK_BUGS),
    Proof("lp_buddy_drain", "fv_buddy_drain", {}, "bmc", 8, bugs=DRAIN_BUGS,
          stand_ins=["fv_any_ram"]),
    Proof("lp_buddy_drain again", "fv_buddy_drain", {}, "bmc", 11, covers=False, long=True,
          stand_ins=["fv_any_ram"]),
    Proof("lp_buddy_dev reads", "fv_buddy_dev", {"PART": 0}, "pdr", 16, bugs=DEV_READ_BUGS,
          dear=True),
    Proof("lp_buddy_dev writes", "fv_buddy_dev", {"PART": 1}, "bmc", 10, bugs=DEV_WRITE_BUGS,
          dear=True),
    Proof("lp_buddy_dev writes again", "fv_buddy_dev", {"PART": 1}, "pdr", covers=False,
          long=True),
    Proof("lp_buddy_dev strays", "fv_buddy_dev", {"PART": 2, "ENTRIES": 4}, "pdr", 16,
          bugs=DEV_WILD_BUGS),
    Proof("lp_buddy_meta", "fv_buddy_meta", {}, "pdr", 16, bugs=META_BUGS,
          stand_ins=["fv_any_mdcache"]),
    Proof("lp_buddy_dev and lp_buddy_meta, no writes", "fv_buddy_ports", {}, "pdr", 24,
          bugs=PORTS_BUGS, long=True),
    Proof("lp_buddy_hash 8", "fv_buddy_hash", {"SLICES": 8}, "comb", bugs=HASH_BUGS),
    Proof("lp_buddy_hash 8 of 2 MiB", "fv_buddy_hash",
          {"SLICES": 8, "SHARE_W": 18, "FRAME_W": 18}, "comb"),
    Proof("lp_buddy_hash 8, some bits", "fv_buddy_hash",
          {"SLICES": 8, "SHARE_W": 18, "FRAME_W": 18, "FOLD": 0x155}, "comb"),
    Proof("lp_buddy_hash 8, no bits", "fv_buddy_hash", {"SLICES": 8, "FOLD": 0}, "comb",
          covers=False),
    Proof("lp_buddy_hash 4", "fv_buddy_hash", {"SLICES": 4}, "comb"),
    Proof("lp_buddy_hash 2", "fv_buddy_hash", {"SLICES": 2}, "comb"),
    Proof("lp_buddy_hash 16", "fv_buddy_hash", {"SLICES": 16, "SHARE_W": 12}, "comb"),
    Proof("lp_buddy_hash 32", "fv_buddy_hash", {"SLICES": 32, "SHARE_W": 11}, "comb", dear=True),
    Proof("lp_buddy_hash 32 of 2 MiB", "fv_buddy_hash",
          {"SLICES": 32, "SHARE_W": 16, "FRAME_W": 18}, "comb", long=True),
    Proof("lp_buddy_hash 8, one frame bit", "fv_buddy_hash",
          {"SLICES": 8, "SHARE_W": 18, "FRAME_W": 1}, "comb", bugs=HASH_WIDE_BUGS),
    Proof("lp_buddy_top routes", "fv_buddy_top", {"PART": 0}, "bmc", 8, bugs=TOP_ROUTE_BUGS[:1],
          covers=False, stand_ins=ANY_SLICE, dear=True),
    Proof("lp_buddy_top routes on", "fv_buddy_top", {"PART": 0}, "bmc", 12,
          bugs=TOP_ROUTE_BUGS[1:], stand_ins=ANY_SLICE, long=True),
    Proof("lp_buddy_top routes 32", "fv_buddy_top", {"PART": 0, "SLICES": 32}, "bmc", 6,
          covers=False, stand_ins=ANY_SLICE, long=True),
    Proof("lp_buddy_top lines", "fv_buddy_top", {"PART": 1}, "bmc", 12, bugs=TOP_LINE_BUGS,
          stand_ins=ANY_SLICE, long=True),
    Proof("lp_buddy_top lines again", "fv_buddy_top", {"PART": 1}, "bmc", 18, covers=False,
          bugs=TOP_ROOM_BUGS, stand_ins=ANY_SLICE, long=True),
    Proof("lp_buddy_top whole lines", "fv_buddy_top", {"PART": 1, "LANES": 4}, "bmc", 12,
          stand_ins=ANY_SLICE, long=True),
    Proof("lp_buddy_top moves", "fv_buddy_top", {"PART": 2}, "bmc", 22,
          bugs=TOP_MOVE_BUGS, stand_ins=ANY_SLICE, long=True),
    Proof("lp_buddy_events", "fv_buddy_events", {}, "pdr", 8, bugs=EVENTS_BUGS),
    Proof("lp_buddy_front handshake", "fv_buddy_front", {"PART": 0, "ENTRIES": 2}, "pdr",
          bugs=FRONT_HOLD_BUGS),
    Proof("lp_buddy_front order", "fv_buddy_front", {"PART": 1, "ENTRIES": 2}, "pdr",
          bugs=FRONT_ORDER_BUGS, long=True),
    Proof("lp_buddy_front lines", "fv_buddy_front", {"PART": 2, "ENTRIES": 4}, "pdr",
          bugs=FRONT_LINE_BUGS, dear=True),
]
