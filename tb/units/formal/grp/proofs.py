# SPDX-License-Identifier: Apache-2.0
"""Proofs of the units of rtl/grp, and the seeded bugs that each must find."""
from proof import Proof

GRP_STALL_BUGS = [
    ("lp_grp_dec.sv", "assign go = ~o_valid_q | m_ready_i;", "assign go = 1'b1;"),
    ("lp_grp_dec.sv", "{16{v_q[5] & s5_need & ~starve}}", "{16{v_q[5] & s5_need}}"),
]
GRP_ENC_STALL_BUGS = [
    ("lp_grp_enc.sv", "assign go = ~o_valid_q | m_ready_i;", "assign go = 1'b1;"),
    ("lp_grp_enc.sv", "(go & in_rest & ~(is_raw & ~left_q[0]))",
     "(in_rest & ~(is_raw & ~left_q[0]))"),
]
GRP_ENC_GROUP_BUGS = [
    ("lp_grp_enc.sv", "else if (go & in_rest & rest_end)", "else if (in_rest & rest_end)"),
    ("lp_grp_enc.sv", "state_q <= state;", "state_q <= raw_in ? RAW : 4'd3;"),
]
GRP_ENC_DRAIN_BUGS = [
    ("lp_grp_enc.sv", "else if (go & in_rest & rest_end) phase_q <= FIRST;", ""),
]
GRP_ENC_ANY = ["fv_any_grp_enc", "fv_any_ram"]

PROOFS = [
    Proof("lp_grp_dec handshake", "fv_grp_dec", {}, "pdr", bugs=GRP_STALL_BUGS,
          stand_ins=["fv_any_grp"], dear=True),
    Proof("lp_grp_enc handshake", "fv_grp_enc", {"PART": 0}, "pdr", 24, bugs=GRP_ENC_STALL_BUGS,
          stand_ins=GRP_ENC_ANY, dear=True),
    Proof("lp_grp_enc groups", "fv_grp_enc", {"PART": 1}, "bmc", 40, bugs=GRP_ENC_GROUP_BUGS,
          stand_ins=GRP_ENC_ANY, long=True),
    Proof("lp_grp_enc drain", "fv_grp_enc", {"PART": 2}, "bmc", 60, bugs=GRP_ENC_DRAIN_BUGS,
          stand_ins=GRP_ENC_ANY, covers=False, long=True),
]
