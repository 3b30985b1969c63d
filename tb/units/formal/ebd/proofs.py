# SPDX-License-Identifier: Apache-2.0
"""Proofs of the units of rtl/ebd, and the seeded bugs that each must find."""
from proof import Proof

EBD_VALUE_BUGS = [
    ("lp_ebd_value.sv", "(d_i | sum[4]) ? upper", "sum[4] ? upper"),
    ("lp_ebd_value.sv", "(escape_i & less_i[8]) |", ""),
]
EBD_NEXT_BUGS = [
    ("lp_ebd_dec.sv", "(c_bad_q & ~b_first) | b_bad", "c_bad_q | b_bad"),
    ("lp_ebd_dec.sv", "assign rank = b_rank_q & {7{~a_first}};", "assign rank = b_rank_q;"),
]
EBD_NEXT_ZVC_BUGS = [
    ("lp_ebd_dec.sv", "c_step & (c_first | ~of_first)", "c_step & ~of_first"),
]
EBD_NEXT_XZVC_BUGS = [
    ("lp_ebd_dec.sv", ".first_i(o_beat_q == 2'd0)", ".first_i(1'b0)"),
]
EBD_ELEMENT_BUGS = [
    ("lp_ebd_element.sv", "{2'b11, two, ~two}", "{2'b11, ~two, two}"),
    ("lp_ebd_element.sv", "inf ? odd_i | down_i[1]", "inf ? down_i[1]"),
    ("lp_ebd_distance.sv", "& ~over}", "}"),
]
EBD_REACH_BUGS = [
    ("lp_ebd_reach.sv", "9'(255 + 18 + k)", "9'(255 + 19 + k)"),
    ("lp_ebd_reach.sv", "(most_i >= 8'd254)", "(most_i >= 8'd253)"),
]
EBD_CHOICE_BUGS = [
    ("lp_ebd_fewest.sv", "assign less_10 = (of_1 < of_0);", "assign less_10 = (of_1 <= of_0);"),
    ("lp_ebd_choice.sv", "behind_code[2:0] > pairs_full", "behind_code[2:0] >= pairs_full"),
    ("lp_ebd_choice.sv", "behind_code <= 8'd70", "behind_code <= 8'd71"),
]
EBD_BOUNDS_BUGS = [("lp_ebd_bounds.sv", "(bound[3:0] <= 4'(p))", "(bound[3:0] < 4'(p))")]
EBD_LIST_BUGS = [("lp_ebd_bounds.sv", "& ~g_bound[i+1].from", "")]
EBD_ENC_STALL_BUGS = [("lp_ebd_enc.sv", "assign move = ~out | m_ready_i;", "assign move = 1'b1;")]
EBD_ENC_SIZE_BUGS = [
    ("lp_ebd_enc.sv", "l_valid_q <= {l_valid_q[1:0], load};",
     "l_valid_q <= {l_valid_q[1:0], take};"),
]
EBD_ENC_LINE_BUGS = [
    ("lp_ebd_enc.sv", "(~first | (&v_q[2:0]));", "(~first | (&v_q[2:1]));"),
]
EBD_SERIAL_STALL_BUGS = [
    ("lp_ebd_serial.sv", "assign ready = ~m_valid_o | m_ready_i;", "assign ready = 1'b1;"),
]
EBD_SERIAL_SIZE_BUGS = [
    ("lp_ebd_core.sv", "if (move & v_q[6] & (at5_q == 2'd0)) begin", "if (move & v_q[6]) begin"),
    ("lp_ebd_core.sv", "else l_valid_q <= choose;", "else l_valid_q <= move & v_q[5];"),
]
EBD_SERIAL_LINE_BUGS = [
    ("lp_ebd_core.sv", "next_q[2] & (out_sectors_q >= 3'd3)", "next_q[2] & (out_sectors_q == 3'd3)"),
]

PROOFS = [
    Proof("lp_ebd_value mask, full", "fv_ebd_value", {"FIRST": 7}, "comb", bugs=EBD_VALUE_BUGS),
    Proof("lp_ebd_value code", "fv_ebd_value", {"FIRST": 6}, "comb"),
    Proof("lp_ebd_dec next line", "fv_ebd_next", {}, "bmc", 15, bugs=EBD_NEXT_BUGS, long=True),
    Proof("lp_ebd_dec ZVC, next line of EBD", "fv_ebd_next", {"SECOND": 1}, "bmc", 15, long=True),
    Proof("lp_ebd_dec ZVC, next line of ZVC", "fv_ebd_next", {"SECOND": 2}, "bmc", 15,
          bugs=EBD_NEXT_ZVC_BUGS, long=True),
    Proof("lp_ebd_dec ZVC, next line of XZVC", "fv_ebd_next", {"SECOND": 3}, "bmc", 15,
          bugs=EBD_NEXT_XZVC_BUGS, long=True),
    Proof("EBD element", "fv_ebd_element", {}, "comb", bugs=EBD_ELEMENT_BUGS),
    Proof("lp_ebd_reach", "fv_ebd_reach", {}, "comb", bugs=EBD_REACH_BUGS),
    Proof("lp_ebd_choice", "fv_ebd_choice", {}, "comb", bugs=EBD_CHOICE_BUGS),
    Proof("lp_ebd_bounds", "fv_ebd_bounds", {}, "comb", bugs=EBD_BOUNDS_BUGS, dear=True),
    Proof("lp_ebd_bounds 47", "fv_ebd_bounds", {"PLACES": 47}, "comb"),
    Proof("EBD list, code and full", "fv_ebd_list", {}, "comb", bugs=EBD_LIST_BUGS, long=True),
    Proof("EBD list, mask", "fv_ebd_list", {"FIRST": 30}, "comb", long=True),
    Proof("lp_ebd_enc handshake", "fv_ebd_enc", {"PART": 0}, "pdr", bugs=EBD_ENC_STALL_BUGS,
          stand_ins=["fv_any_ebd"], dear=True),
    Proof("lp_ebd_enc sizes", "fv_ebd_enc", {"PART": 1}, "pdr", 24, bugs=EBD_ENC_SIZE_BUGS,
          stand_ins=["fv_any_ebd"], dear=True),
    Proof("lp_ebd_enc lines", "fv_ebd_enc", {"PART": 2}, "pdr", 30, bugs=EBD_ENC_LINE_BUGS,
          stand_ins=["fv_any_ebd"], dear=True),
    Proof("lp_ebd_serial handshake", "fv_ebd_enc", {"PART": 0, "SERIAL": 1}, "pdr",
          bugs=EBD_SERIAL_STALL_BUGS, stand_ins=["fv_any_ebd"], dear=True),
    Proof("lp_ebd_serial sizes", "fv_ebd_enc", {"PART": 1, "SERIAL": 1}, "pdr", 24,
          bugs=EBD_SERIAL_SIZE_BUGS, stand_ins=["fv_any_ebd"], dear=True),
    Proof("lp_ebd_serial lines", "fv_ebd_enc", {"PART": 2, "SERIAL": 1}, "pdr", 30,
          bugs=EBD_SERIAL_LINE_BUGS, stand_ins=["fv_any_ebd"], long=True),
]
