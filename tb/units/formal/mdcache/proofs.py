# SPDX-License-Identifier: Apache-2.0
"""Proofs of the units of rtl/mdcache, and the seeded bugs that each must find."""
from proof import Proof

MDCACHE_LRU_BUGS = [
    ("lp_mdcache_lru.sv", "~(sel_i & {SETS{use_i & way_i[i]}})", "~(sel_i & {SETS{use_i}})"),
    ("lp_mdcache_lru.sv", "first_q <= {SETS{1'b1}};", "first_q <= {SETS{1'b0}};"),
]
MDCACHE_TAG_BUGS = [
    ("lp_mdcache_tags.sv", "if (alloc_i[w] & ~(|match_o)) tag_q", "if (alloc_i[w]) tag_q"),
    ("lp_mdcache_tags.sv", "& ~(fresh | (u_sel_i", "& ~((u_sel_i"),
    ("lp_mdcache_tags.sv", "& ~(fresh | (u_sel_i & {SETS{gone_i[4*w+s]}}))", "& ~fresh"),
]
MDCACHE_STALL_BUGS = [
    ("lp_mdcache.sv", "assign ready_b = ~m_valid_o | m_ready_i;", "assign ready_b = 1'b1;"),
    ("lp_mdcache.sv", "assign may = a_v_q & ~front", "assign may = a_v_q & ~p_valid"),
]
MDCACHE_ONCE_BUGS = [
    ("lp_mdcache_mshr.sv", "assign load = (book_q & ~vain) | (leave & ~p_last_q);",
     "assign load = (book_q & ~vain) | leave;"),
    ("lp_mdcache_mshr.sv", "assign known = |(r_sel & asked_q);", "assign known = 1'b1;"),
    ("lp_mdcache.sv", "walked | (replay & ~p_silent);", "walked | replay;"),
]
MDCACHE_SECTOR_BUGS = [
    ("lp_mdcache_wb.sv", "assign found[i] = busy_q[i] &", "assign found[i] = w_v_q &"),
    ("lp_mdcache.sv", "~hit & ~merge & ~full", "~hit & ~full"),
    ("lp_mdcache_wb.sv", "{SLOTS{evicted_err_i}} & keep_q & ~flushed;",
     "{SLOTS{evicted_err_i & ~keep_q[0]}};"),
]
MDCACHE_ORDER_BUGS = [
    ("lp_mdcache.sv", "assign drop = may & a_drop & idle;", "assign drop = may & a_drop;"),
]
MDCACHE_DATA_BUGS = [
    ("lp_mdcache_wb.sv", ".r_en_i(leave), .r_addr_i(turn)", ".r_en_i(any), .r_addr_i(turn)"),
]
MDCACHE_LIVE_BUGS = [
    ("lp_mdcache_wb.sv", "assign ends = who & ~again;", "assign ends = who & ~again & want_q;"),
]
MDCACHE_STEP_BUGS = [
    ("lp_mdcache_mshr.sv", "assign vain = book_q & p_err_q & p_silent_q;", "assign vain = 1'b0;"),
    ("lp_mdcache.sv", "assign rest = unclean & ~offered_q;", "assign rest = unclean;"),
]
MDCACHE_ENTRY_BUGS = [
    ("lp_mdcache.sv", "(serve & ~a_write) | (replay", "(serve & a_write) | (replay"),
    ("lp_mdcache.sv", "refuse | (a_flush & (wb_bad | owes | unwritten_q))", "refuse"),
    ("lp_mdcache_mshr.sv", "assign stay[m] = done[m] & p_err_o & writes_q[m];",
     "assign stay[m] = 1'b0;"),
]
MDCACHE_FILL_BUGS = [
    ("lp_mdcache.sv", "assign p_ready = ready_b;", "assign p_ready = ready_b & wb_room;"),
]
# One set, with addresses of two lines if there is one way, and of four if there are two.
MDCACHE = {"SETS": 1, "WAYS": 1, "ADDR_W": 8, "TAG": 1}
MDCACHE_2 = {"SETS": 1, "WAYS": 2, "ADDR_W": 9, "TAG": 1}

PROOFS = [
    Proof("lp_mdcache_lru", "fv_mdcache_lru", {}, "pdr", bugs=MDCACHE_LRU_BUGS),
    Proof("lp_mdcache_lru 8 ways", "fv_mdcache_lru", {"WAYS": 8}, "pdr", long=True),
    Proof("lp_mdcache_tags", "fv_mdcache_tags", {}, "pdr", bugs=MDCACHE_TAG_BUGS),
    Proof("lp_mdcache handshake", "fv_mdcache", {**MDCACHE, "PART": 0}, "pdr",
          bugs=MDCACHE_STALL_BUGS),
    Proof("lp_mdcache handshake 2", "fv_mdcache", {**MDCACHE_2, "PART": 0}, "pdr", long=True),
    Proof("lp_mdcache once", "fv_mdcache", {**MDCACHE, "PART": 1}, "bmc", 13,
          bugs=MDCACHE_ONCE_BUGS, dear=True),
    Proof("lp_mdcache once more", "fv_mdcache", {**MDCACHE, "PART": 1}, "bmc", 19, covers=False,
          long=True),
    Proof("lp_mdcache sectors", "fv_mdcache", {**MDCACHE, "PART": 2}, "bmc", 13, covers=False,
          bugs=MDCACHE_SECTOR_BUGS[1:2], dear=True),
    Proof("lp_mdcache sectors again", "fv_mdcache", {**MDCACHE, "PART": 2}, "bmc", 22,
          bugs=MDCACHE_SECTOR_BUGS[:1] + MDCACHE_SECTOR_BUGS[2:], long=True),
    Proof("lp_mdcache sectors 2", "fv_mdcache", {**MDCACHE_2, "PART": 2}, "bmc", 16,
          covers=False, long=True),
    Proof("lp_mdcache order", "fv_mdcache", {**MDCACHE, "PART": 3}, "bmc", 12,
          bugs=MDCACHE_ORDER_BUGS, long=True),
    Proof("lp_mdcache held data", "fv_mdcache", {**MDCACHE, "PART": 4}, "bmc", 16,
          bugs=MDCACHE_DATA_BUGS, long=True),
    Proof("lp_mdcache answers", "fv_mdcache", {**MDCACHE, "PART": 5, "DELAY": 1, "LIMIT": 32},
          "bmc", 40, bugs=MDCACHE_LIVE_BUGS, long=True),
    Proof("lp_mdcache answers, memory fails", "fv_mdcache",
          {**MDCACHE, "PART": 5, "DELAY": 1, "LIMIT": 32, "FAILS": 1}, "bmc", 44,
          bugs=MDCACHE_STEP_BUGS[:1], long=True),
    Proof("lp_mdcache answers, memory refuses", "fv_mdcache",
          {**MDCACHE, "PART": 5, "DELAY": 1, "LIMIT": 16, "FAILS": 2}, "bmc", 35,
          bugs=MDCACHE_STEP_BUGS[1:], long=True),
    Proof("lp_mdcache entry", "fv_mdcache", {**MDCACHE, "PART": 6}, "bmc", 15,
          bugs=MDCACHE_ENTRY_BUGS, long=True),
    Proof("lp_mdcache fills", "fv_mdcache", {**MDCACHE, "PART": 7, "LIMIT": 5}, "pdr", 24,
          bugs=MDCACHE_FILL_BUGS),
]
