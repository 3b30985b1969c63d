# SPDX-License-Identifier: Apache-2.0
"""Proofs of the units of rtl/common, and the seeded bugs that each must find."""
from proof import Proof

SKID_BUGS = [
    ("lp_skid.sv", "ready_q <= leave || (ready_q && !s_valid_i);", "ready_q <= leave || ready_q;"),
    ("lp_skid.sv", "if (ready_q) skid_q <= s_data_i;", "skid_q <= s_data_i;"),
    ("lp_skid.sv", "valid_q <= !leave || offer;", "valid_q <= offer;"),
]
FIFO_BUGS = [
    ("lp_fifo.sv", "rd_q == LAST ? '0", "rd_q == LAST - 1'b1 ? '0"),
    ("lp_fifo.sv", "ready_q <= count_q != COUNT_W'(DEPTH - 1);", "ready_q <= 1'b1;"),
    ("lp_fifo.sv", "valid_q <= count_q != COUNT_W'(1);", "valid_q <= count_q != COUNT_W'(2);"),
]
QUEUE_BUGS = [
    ("lp_queue.sv", "push && !(take && !more_q)", "push && !take"),
    ("lp_queue.sv", "ready_q <= count_q != COUNT_W'(PLACES - 1);", "ready_q <= 1'b1;"),
    ("lp_queue.sv", "more_q ? mem_q[rd_q] : s_data_i", "mem_q[rd_q]"),
]
RAM_QUEUE_BUGS = [
    ("lp_queue_ram.sv", "push && !(take && !more_q)", "push && !take"),
    ("lp_queue_ram.sv", "if (take) stored_q <= more_q;", "stored_q <= more_q;"),
    ("lp_queue_ram.sv", ".r_en_i(out)", ".r_en_i(more_q)"),
]
CDC_BUGS = [
    ("lp_cdc_fifo.sv", "put_gray_q <= put_gray;", "put_gray_q <= put;"),
    ("lp_cdc_fifo.sv", "get_seen ^ {2'b11,", "get_seen ^ {2'b10,"),
    ("lp_cdc_fifo.sv", "ready_q <= put_gray !=", "ready_q <= put_gray_q !="),
    ("lp_cdc_fifo.sv", "some & (~valid_q | m_ready_i);", "some;"),
]
ADD_BUG = [("lp_add.sv", "((a_i[i] | b_i[i]) & carry_in)", "((a_i[i] ^ b_i[i]) & a_i[i])")]
SUM_BUGS = [
    ("lp_carry.sv", "g_level[j-1].gen[b+HALF-1]}", "g_level[j-1].gen[b]}"),
]
ANY_ENC = ["fv_any_unit_enc"]
COUNT_BUGS = [
    ("lp_count.sv", "run_q <= take_i ? add : next;", "run_q <= take_i ? '0 : next;"),
    ("lp_count.sv", "assign next = sum | {WIDTH{over}};", "assign next = sum;"),
]
LARGEST_BUGS = [
    ("lp_count.sv", "carry[WIDTH-1] ? add : run_q", "carry[WIDTH-2] ? add : run_q"),
]
RR_BUGS = [
    ("lp_rr.sv", "behind_q <= below;", "behind_q <= grant_o;"),
    ("lp_rr.sv", "(wrap ? req_i : late) & ~below", "(wrap ? req_i : req_i) & ~below"),
    ("lp_rr.sv", "assign any_o = g_level[INDEX_W].all[N-1];", "assign any_o = req_i[N-1];"),
]
PICK_BUGS = [("lp_pick.sv", "data_i[i*WIDTH + b];", "data_i[i*WIDTH];")]

PROOFS = [
    Proof("lp_skid", "fv_skid", {"WIDTH": 4}, "pdr", bugs=SKID_BUGS),
    Proof("lp_skid 256 bits", "fv_skid", {"WIDTH": 256}, "bmc", 12, covers=False, long=True),
    Proof("lp_fifo depth 2", "fv_fifo", {"WIDTH": 4, "DEPTH": 2}, "pdr"),
    Proof("lp_fifo depth 3", "fv_fifo", {"WIDTH": 4, "DEPTH": 3}, "pdr", dear=True),
    Proof("lp_fifo depth 4", "fv_fifo", {"WIDTH": 4, "DEPTH": 4}, "pdr", bugs=FIFO_BUGS,
          dear=True),
    Proof("lp_queue depth 3", "fv_fifo", {"WIDTH": 2, "DEPTH": 3, "HEAD": 1}, "pdr",
          bugs=QUEUE_BUGS),
    Proof("lp_queue depth 4", "fv_fifo", {"WIDTH": 2, "DEPTH": 4, "HEAD": 1}, "pdr", long=True),
    Proof("lp_queue depth 8", "fv_fifo", {"WIDTH": 1, "DEPTH": 8, "HEAD": 1}, "bmc", 16,
          covers=False, long=True),
    Proof("lp_queue_ram depth 3", "fv_fifo", {"WIDTH": 2, "DEPTH": 3, "HEAD": 2}, "pdr",
          bugs=RAM_QUEUE_BUGS),
    Proof("lp_queue_ram depth 4", "fv_fifo", {"WIDTH": 2, "DEPTH": 4, "HEAD": 2}, "pdr",
          long=True),
    Proof("lp_cdc_fifo steps", "fv_cdc_fifo", {"WIDTH": 1, "DEPTH": 4}, "bmc", 26, bugs=CDC_BUGS,
          covers=False, stand_ins=["fv_any_sync"], clocks=True),
    Proof("lp_cdc_fifo depth 4", "fv_cdc_fifo", {"WIDTH": 1, "DEPTH": 4}, "pdr", 50, long=True,
          stand_ins=["fv_any_sync"], clocks=True),
    Proof("lp_popcount 5", "fv_popcount", {"WIDTH": 5}, "comb"),
    Proof("lp_popcount 32", "fv_popcount", {"WIDTH": 32}, "comb", bugs=ADD_BUG),
    Proof("lp_prefix 5", "fv_prefix", {"WIDTH": 5}, "comb"),
    Proof("lp_prefix 8", "fv_prefix", {"WIDTH": 8}, "comb", bugs=ADD_BUG),
    Proof("lp_prefix 32", "fv_prefix", {"WIDTH": 32}, "comb"),
    Proof("lp_sum 11", "fv_sum", {"WIDTH": 11}, "comb"),
    Proof("lp_sum 32", "fv_sum", {"WIDTH": 32}, "comb", bugs=SUM_BUGS),
    Proof("lp_count", "fv_count", {}, "pdr", bugs=COUNT_BUGS),
    Proof("lp_count largest", "fv_count", {"WIDTH": 3, "LARGEST": 1}, "pdr", bugs=LARGEST_BUGS),
    Proof("lp_rr 4", "fv_rr", {"N": 4}, "pdr", bugs=RR_BUGS),
    Proof("lp_rr 5", "fv_rr", {"N": 5}, "pdr"),
    Proof("lp_pick", "fv_pick", {}, "comb", bugs=PICK_BUGS),
]
