# SPDX-License-Identifier: Apache-2.0
"""What is proved, by which engine, and which seeded bugs each proof must find.

engine: "pdr" = for all time, "comb" = combinational, for all inputs, "bmc" = for `depth` cycles
from reset. depth also bounds the search for covers and seeded bugs. long = only `make formal-long`.
"""
import dataclasses


@dataclasses.dataclass
class Proof:
    name: str
    top: str
    params: dict
    engine: str
    depth: int = 20
    bugs: list = dataclasses.field(default_factory=list)
    covers: bool = True
    long: bool = False


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
ADD_BUG = [("lp_add.sv", "((a_i[i] | b_i[i]) & carry_in)", "((a_i[i] ^ b_i[i]) & a_i[i])")]
NETWORK_BUGS = [
    ("lp_zvc_switch.sv", "({1'b0, away} < half)", "({1'b0, away} <= half)"),
    ("lp_zvc_omega.sv", "assign out[HI +: W] = swap ? in[LO +: W]",
     "assign out[HI +: W] = swap ? in[HI +: W]"),
]

ENC_BUGS = [
    ("lp_zvc_enc.sv", "flush = (idx_q == 2'd3) & (mem_q | last_q)", "flush = (idx_q == 2'd3) & mem_q"),
]
SIZE_BUGS = [
    ("lp_zvc_enc.sv", "localparam int RAW_FROM = 3 * LANES - MASK + 1",
     "localparam int RAW_FROM = 3 * LANES - MASK"),
]
DEC_BUGS = [
    ("lp_zvc_dec.sv", "{x_flag_q[j] & m_valid_o & ~fault}", "{x_flag_q[j] & ~fault}"),
]
ENTRY_BUGS = [
    ("lp_zvc_dec.sv", "else if (drop & cur_last) drop_q <= 1'b0;", "else if (drop) drop_q <= 1'b0;"),
]
# Minutes to find: with the long proofs only.
DEEP_ENTRY_BUGS = [
    ("lp_zvc_dec.sv", "(far & ~cur_last & ~full_q[~cur]", "(far & ~full_q[~cur]"),
]
PAIR_BUGS = [
    ("lp_zvc_enc.sv", "assign insert = first & ~raw;", "assign insert = first;"),
    ("lp_zvc_dec.sv", "(x_end_q > (LL+2)'(LANES + d))", "(x_end_q >= (LL+2)'(LANES + d))"),
]

PROOFS = [
    Proof("lp_skid", "fv_skid", {"WIDTH": 4}, "pdr", bugs=SKID_BUGS),
    Proof("lp_skid 256 bits", "fv_skid", {"WIDTH": 256}, "bmc", 12, covers=False, long=True),
    Proof("lp_fifo depth 2", "fv_fifo", {"WIDTH": 4, "DEPTH": 2}, "pdr"),
    Proof("lp_fifo depth 3", "fv_fifo", {"WIDTH": 4, "DEPTH": 3}, "pdr"),
    Proof("lp_fifo depth 4", "fv_fifo", {"WIDTH": 4, "DEPTH": 4}, "pdr", bugs=FIFO_BUGS),
    Proof("lp_popcount 5", "fv_popcount", {"WIDTH": 5}, "comb"),
    Proof("lp_popcount 32", "fv_popcount", {"WIDTH": 32}, "comb", bugs=ADD_BUG),
    Proof("lp_prefix 5", "fv_prefix", {"WIDTH": 5}, "comb"),
    Proof("lp_prefix 8", "fv_prefix", {"WIDTH": 8}, "comb", bugs=ADD_BUG),
    Proof("lp_prefix 32", "fv_prefix", {"WIDTH": 32}, "comb"),
    Proof("ZVC network 8 x 32", "fv_network", {"LANES": 8}, "comb", bugs=NETWORK_BUGS),
    Proof("ZVC network 16 x 16", "fv_network", {"LANES": 16}, "comb"),
    Proof("ZVC network 32 x 8", "fv_network", {"LANES": 32}, "comb", long=True),
    Proof("lp_zvc_enc handshake", "fv_zvc_enc", {"PART": 0}, "pdr"),
    Proof("lp_zvc_enc held data", "fv_zvc_enc", {"PART": 3}, "bmc", 10, long=True),
    Proof("lp_zvc_enc counts", "fv_zvc_enc", {"PART": 1}, "pdr", bugs=ENC_BUGS),
    Proof("lp_zvc_enc sizes", "fv_zvc_enc", {"PART": 2}, "bmc", 11, bugs=SIZE_BUGS, long=True),
    Proof("lp_zvc_dec handshake", "fv_zvc_dec", {"PART": 0}, "pdr"),
    Proof("lp_zvc_dec held data", "fv_zvc_dec", {"PART": 3}, "bmc", 10, long=True),
    Proof("lp_zvc_dec lines", "fv_zvc_dec", {"PART": 1}, "pdr", bugs=DEC_BUGS),
    Proof("lp_zvc_dec entries", "fv_zvc_dec", {"PART": 2}, "pdr", bugs=ENTRY_BUGS),
    Proof("lp_zvc_dec entries again", "fv_zvc_dec", {"PART": 2}, "pdr", covers=False,
          bugs=DEEP_ENTRY_BUGS, long=True),
    Proof("round trip", "fv_zvc_pair", {}, "bmc", 16, bugs=PAIR_BUGS),
    Proof("round trip, stalls", "fv_zvc_pair", {"STALLS": 1}, "bmc", 12, long=True),
]
