# SPDX-License-Identifier: Apache-2.0
"""Proofs of the units of rtl/grp, and the seeded bugs that each must find."""
from proof import Proof

GRP_STALL_BUGS = [
    ("lp_grp_dec.sv", "assign go = ~o_valid_q | m_ready_i;", "assign go = 1'b1;"),
    ("lp_grp_dec.sv", "{16{v_q[5] & s5_need & ~starve}}", "{16{v_q[5] & s5_need}}"),
]

PROOFS = [
    Proof("lp_grp_dec handshake", "fv_grp_dec", {}, "pdr", bugs=GRP_STALL_BUGS,
          stand_ins=["fv_any_grp"], dear=True),
]
