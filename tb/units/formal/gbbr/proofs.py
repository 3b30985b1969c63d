# SPDX-License-Identifier: Apache-2.0
"""Proofs of the units of rtl/gbbr, and the seeded bugs that each must find."""
from proof import Proof

# 64 KiB pages in 8 and 32 slices, then 2 MiB pages in 32 and 8.
GBBR_13 = {"SHARE_W": 13, "FRAME_W": 23, "SLOT_W": 21}
GBBR_11 = {"SHARE_W": 11, "FRAME_W": 23, "SLOT_W": 21}
GBBR_16 = {"SHARE_W": 16, "FRAME_W": 18, "SLOT_W": 16}
GBBR_18 = {"SHARE_W": 18, "FRAME_W": 18, "SLOT_W": 16}
GBBR_TERMS_BUGS = [
    ("lp_gbbr_fits.sv", "keep[N-1] & total[N]", "keep[N-1] | total[N]"),
    ("lp_gbbr_terms.sv", ".less_i({5{t4}})", ".less_i(5'd0)"),
]
GBBR_DEV_BUGS = [
    ("lp_gbbr_terms.sv", "(index_d << 2) & {DEV_W{t1}}", "(index_d << 1) & {DEV_W{t1}}"),
]
GBBR_SPILL_BUGS = [
    ("lp_gbbr_terms.sv", "slot_s << (SHARE_W - 1 - SPILL)", "slot_s << (SHARE_W - 2 - SPILL)"),
    ("lp_gbbr_terms.sv", "((index_s << 2) & {SPILL_W{t4}})", "((index_s << 3) & {SPILL_W{t4}})"),
]
GBBR_META_BUGS = [
    ("lp_gbbr_terms.sv", ".b_i(entry[ADDR_W:BASE+1])", ".b_i({1'b0, entry[ADDR_W:BASE+2]})"),
]
GBBR_KINDS_BUGS = [("lp_gbbr_terms.sv", "t3 ? index_d << 2", "t3 ? index_d << 3")]
GBBR_SPLIT_BUGS = [
    ("lp_gbbr_from_state.sv", "reserved_o = (state_i > 4'd5);",
     "reserved_o = (state_i > 4'd6);"),
    ("lp_gbbr_split.sv", "fits ? sectors : room", "sectors"),
    ("lp_gbbr_from_state.sv", "poison_o = &state_i;", "poison_o = &state_i[2:0];"),
]
GBBR_STATE_BUGS = [
    ("lp_gbbr_to_state.sv", "(sectors_i != 3'd0) & (target_i == SIXTEEN)",
     "(sectors_i != 3'd0)"),
    ("lp_gbbr_from_state.sv", "state_i[2] & state_i[0];", "state_i[2];"),
]
MIXED_SPLIT_BUGS = [
    ("lp_gbbr_from_state.sv", "|(whose & ~MIXED[3:0])", "|(whose & MIXED[3:0])"),
    ("lp_gbbr_from_state.sv", "whose[3] ? 3'd3 :", "whose[3] ? 3'd2 :"),
]
MIXED_STATE_BUGS = [
    ("lp_gbbr_from_state.sv", "(state_i > 4'd8) & (state_i < 4'd12)",
     "(state_i > 4'd8) & (state_i < 4'd11)"),
    ("lp_gbbr_to_state.sv", "tiny_i & whose[1]", "tiny_i & record"),
    ("lp_gbbr_to_state.sv", "whose[2] ? 4'd8", "whose[2] ? 4'd5"),
    ("lp_gbbr_from_state.sv", "whose[2] ? CODEC_W'(2)", "whose[2] ? CODEC_W'(3)"),
]
GBBR_STREAM_BUGS = [
    ("lp_gbbr_xlat.sv", "~a_valid_q | b_move", "~a_valid_q | ~b_valid_q"),
    ("lp_gbbr_xlat.sv", "if (b_move) begin", "begin"),
]
GBBR_ZERO_BUGS = [
    ("lp_gbbr_xlat.sv", "{SPILL{1'b0}}} & {ADDR_W{spills}}", "{SPILL{1'b0}}} & {ADDR_W{live}}"),
]
GBBR_ANSWER_BUGS = [("lp_gbbr_xlat.sv", " | {SLOT_W + 1{slots_over}}", "")]

PROOFS = [
    Proof("lp_gbbr_terms 13", "fv_gbbr_terms", GBBR_13, "comb", bugs=GBBR_TERMS_BUGS, dear=True),
    Proof("lp_gbbr_terms 18", "fv_gbbr_terms", GBBR_18, "comb", long=True),
    Proof("lp_gbbr_terms 11", "fv_gbbr_terms", GBBR_11, "comb"),
    Proof("lp_gbbr_terms 16", "fv_gbbr_terms", GBBR_16, "comb", long=True),
    Proof("GBBR device bytes 11", "fv_gbbr_alias", {"PART": 0, **GBBR_11}, "comb", long=True),
    Proof("GBBR device bytes 16", "fv_gbbr_alias", {"PART": 0, **GBBR_16}, "comb", long=True),
    Proof("GBBR buddy bytes 11", "fv_gbbr_alias", {"PART": 1, **GBBR_11}, "comb", long=True),
    Proof("GBBR buddy bytes 16", "fv_gbbr_alias", {"PART": 1, **GBBR_16}, "comb", long=True),
    Proof("GBBR nibbles 11", "fv_gbbr_alias", {"PART": 2, **GBBR_11}, "comb", long=True),
    Proof("GBBR nibbles 16", "fv_gbbr_alias", {"PART": 2, **GBBR_16}, "comb", long=True),
    Proof("GBBR data and metadata 11", "fv_gbbr_alias", {"PART": 3, **GBBR_11}, "comb",
          long=True),
    Proof("GBBR data and metadata 16", "fv_gbbr_alias", {"PART": 3, **GBBR_16}, "comb",
          long=True),
    Proof("GBBR device bytes 13", "fv_gbbr_alias", {"PART": 0, **GBBR_13}, "comb",
          bugs=GBBR_DEV_BUGS, dear=True),
    Proof("GBBR device bytes 18", "fv_gbbr_alias", {"PART": 0, **GBBR_18}, "comb", long=True),
    Proof("GBBR buddy bytes 13", "fv_gbbr_alias", {"PART": 1, **GBBR_13}, "comb",
          bugs=GBBR_SPILL_BUGS, long=True),
    Proof("GBBR buddy bytes 18", "fv_gbbr_alias", {"PART": 1, **GBBR_18}, "comb", long=True),
    Proof("GBBR nibbles 13", "fv_gbbr_alias", {"PART": 2, **GBBR_13}, "comb",
          bugs=GBBR_META_BUGS, dear=True),
    Proof("GBBR nibbles 18", "fv_gbbr_alias", {"PART": 2, **GBBR_18}, "comb", long=True),
    Proof("GBBR data and metadata 13", "fv_gbbr_alias", {"PART": 3, **GBBR_13}, "comb",
          bugs=GBBR_KINDS_BUGS),
    Proof("GBBR data and metadata 18", "fv_gbbr_alias", {"PART": 3, **GBBR_18}, "comb",
          long=True),
    Proof("lp_gbbr_split", "fv_gbbr_split", {}, "comb", bugs=GBBR_SPLIT_BUGS),
    Proof("lp_gbbr_split, codecs mixed", "fv_gbbr_split", {"MIXED": 15}, "comb",
          bugs=MIXED_SPLIT_BUGS[1:]),
    Proof("lp_gbbr_split, two codecs mixed", "fv_gbbr_split", {"MIXED": 10}, "comb",
          bugs=MIXED_SPLIT_BUGS[:1]),
    Proof("lp_gbbr_to_state and back", "fv_gbbr_state", {}, "comb", bugs=GBBR_STATE_BUGS),
    Proof("lp_gbbr_to_state and back, codecs mixed", "fv_gbbr_state", {"MIXED": 15}, "comb",
          bugs=MIXED_STATE_BUGS),
    Proof("lp_gbbr_to_state and back, two codecs mixed", "fv_gbbr_state", {"MIXED": 10}, "comb"),
    Proof("lp_gbbr_xlat handshake", "fv_gbbr_xlat", {"PART": 0}, "pdr", bugs=GBBR_STREAM_BUGS),
    Proof("lp_gbbr_xlat zeros", "fv_gbbr_xlat", {"PART": 1}, "pdr", bugs=GBBR_ZERO_BUGS),
    Proof("lp_gbbr_xlat answers", "fv_gbbr_xlat", {"PART": 2}, "bmc", 12, bugs=GBBR_ANSWER_BUGS),
]
