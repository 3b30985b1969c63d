# SPDX-License-Identifier: Apache-2.0
"""Proofs of the units of rtl/zvc, and the seeded bugs that each must find."""
from proof import Proof

NETWORK_BUGS = [
    ("lp_zvc_switch.sv", "({1'b0, away} < half)", "({1'b0, away} <= half)"),
    ("lp_zvc_omega.sv", "assign out[HI +: W] = swap ? in[LO +: W]",
     "assign out[HI +: W] = swap ? in[HI +: W]"),
]
ENC_BUGS = [
    ("lp_zvc_enc.sv", "flush = (idx_q == 2'd3) & (mem_q | last_q)",
     "flush = (idx_q == 2'd3) & mem_q"),
]
SIZE_BUGS = [
    ("lp_zvc_enc.sv", "localparam int RAW_FROM = 3 * LANES - MASK + 1",
     "localparam int RAW_FROM = 3 * LANES - MASK"),
]
PAIR_BUGS = [
    ("lp_zvc_enc.sv", "assign insert = first & ~raw;", "assign insert = first;"),
    ("lp_zvc_dec.sv", "(x_end_q > (LL+2)'(LANES + d))", "(x_end_q >= (LL+2)'(LANES + d))"),
]
XZVC_FILTER_BUGS = [
    ("lp_zvc_filter.sv", "last_q & {64{on_i & ~first_i}}", "last_q & {64{on_i}}"),
    ("lp_zvc_restore.sv", "if (take_i) last_q <= data_o[255:192];",
     "if (take_i) last_q <= data_i[255:192];"),
]

PROOFS = [
    Proof("ZVC network 8 x 32", "fv_network", {"LANES": 8}, "comb", bugs=NETWORK_BUGS, dear=True),
    Proof("ZVC network 16 x 16", "fv_network", {"LANES": 16}, "comb", long=True),
    Proof("ZVC network 32 x 8", "fv_network", {"LANES": 32}, "comb", long=True),
    Proof("lp_zvc_enc handshake", "fv_zvc_enc", {"PART": 0}, "pdr"),
    Proof("lp_zvc_enc held data", "fv_zvc_enc", {"PART": 3}, "bmc", 3, any_state=True),
    Proof("lp_zvc_enc counts", "fv_zvc_enc", {"PART": 1}, "pdr", bugs=ENC_BUGS, dear=True),
    Proof("lp_zvc_enc sizes", "fv_zvc_enc", {"PART": 2}, "bmc", 11, bugs=SIZE_BUGS, long=True),
    Proof("round trip", "fv_zvc_pair", {}, "bmc", 9, covers=False, bugs=PAIR_BUGS, dear=True),
    Proof("round trip, longer", "fv_zvc_pair", {}, "bmc", 16, long=True),
    Proof("round trip, stalls", "fv_zvc_pair", {"STALLS": 1}, "bmc", 12, long=True),
    Proof("XZVC filter", "fv_xzvc_filter", {}, "pdr", bugs=XZVC_FILTER_BUGS),
    Proof("lp_xzvc_enc lines", "fv_xzvc", {"DEC": 0}, "pdr", dear=True),
    Proof("lp_xzvc_dec lines", "fv_xzvc", {"DEC": 1}, "pdr", dear=True),
]
