# SPDX-License-Identifier: Apache-2.0
"""Proofs of the units of rtl/codec, and the seeded bugs that each must find."""
from proof import Proof
from common.proofs import ANY_ENC

STREAM_END_BUGS = [
    ("lp_zvc_dec.sv", "ends = (x_end_q == 0) ? over_q", "ends = (x_end_q == 0) ? 1'b1"),
]
DEC_BUGS = [
    ("lp_zvc_dec.sv", "{x_flag_q[j] & m_valid_o & ~fault}", "{x_flag_q[j] & ~fault}"),
]
ENTRY_BUGS = [
    ("lp_zvc_dec.sv", "else if (drop & cur_last) drop_q <= 1'b0;",
     "else if (drop) drop_q <= 1'b0;"),
]
# Minutes to find: with the long proofs only.
DEEP_ENTRY_BUGS = [
    ("lp_zvc_dec.sv", "(far & ~cur_last & ~full_q[~cur]", "(far & ~full_q[~cur]"),
]
END_BUGS = [
    ("lp_zvc_dec.sv", "(s_may & skip & loaded)", "(s_may & skip & loaded & s_valid_i)"),
    ("lp_zvc_dec.sv", "~|{full_q, x_valid_q, drop_q, idx_q}", "~|{full_q, drop_q, idx_q}"),
]
BPC_DEC_STALL_BUGS = [("lp_bpc_dec.sv", "assign go = ~m_valid_o | m_ready_i;", "assign go = 1'b1;")]
BPC_DEC_LINE_BUGS = [
    ("lp_bpc_dec.sv", "assign m_err_o = m_last_o & s_err_q;",
     "assign m_err_o = m_valid_o & s_err_q;"),
]
BPC_DEC_ENTRY_BUGS = [
    ("lp_bpc_dec.sv", "(a_ended_q | (~a_end & s_valid_i));", "(a_ended_q | s_valid_i);"),
]
EBD_DEC_STALL_BUGS = [
    ("lp_ebd_dec.sv", "assign go = ~o_valid_q | m_ready_i;", "assign go = 1'b1;"),
]
EBD_DEC_LINE_BUGS = [
    ("lp_ebd_dec.sv", "assign m_err_o = m_last_o & (o_err_q | range);",
     "assign m_err_o = m_valid_o & (o_err_q | range);"),
    ("lp_ebd_dec.sv", "o_on_q <= {LANES{x_valid_q}} &", "o_on_q <="),
]
EBD_DEC_ENTRY_BUGS = [
    ("lp_ebd_dec.sv", "a_wait = a_need & (a_end | ~s_valid_i);", "a_wait = a_need & ~s_valid_i;"),
]
MIXED_COUNT_BUGS = [
    ("lp_mixed_count.sv", "7'd28", "7'd29"),
    ("lp_mixed_fits.sv", "(below_one & ~below)", "below_one"),
]
MIXED_DEC_ZERO_BUGS = [
    ("lp_mixed_dec.sv", "(unit_data[512 +: 256] & {256{now[2]}})", "unit_data[512 +: 256]"),
]
MIXED_DEC_ORDER_BUGS = [
    ("lp_mixed_dec.sv", "(m_valid_o & m_ready_i & m_last_o) | ~|turn_q;",
     "(m_valid_o & m_ready_i) | ~|turn_q;"),
    ("lp_mixed_dec.sv", "(lp_mixed_pkg::EBD), s_codec_i[1], s_last_i",
     "(lp_mixed_pkg::EBD), s_codec_i[0], s_last_i"),
]
MIXED_DEC_THERE_BUGS = [
    ("lp_mixed_dec.sv", "(plain | there) ? s_sectors_i : lp_mixed_pkg::BAD", "s_sectors_i"),
]
MIXED_ENC_ZERO_BUGS = [
    ("lp_mixed_enc.sv", "(bpc_sectors & {3{bpc}})", "bpc_sectors"),
    ("lp_mixed_enc.sv", "assign move = ~m_valid_o | m_ready_i;",
     "assign move = (~m_valid_o | m_ready_i) & ~(&v_q);"),
    ("lp_mixed_enc.sv", "(&out_idx_q)", "1'b0"),
    ("lp_mixed_enc.sv", "(enters_first ? may : to_bpc)", "may"),
]
MIXED_ENC_ORDER_BUGS = [
    ("lp_mixed_enc.sv", "assign bpc = bpc_valid & lost;", "assign bpc = bpc_valid;"),
    ("lp_mixed_enc.sv", "codec_q == 2'(lp_mixed_pkg::BPC)", "codec_q[0]"),
    ("lp_mixed_enc.sv", "assign en2 = ~v_q[2] | en3;", "assign en2 = ~v_q[2];"),
]
MIXED_ENC_DRAIN_BUGS = [
    ("lp_ebd_core.sv", "assign beat = {4{~lost_q}} &", "assign beat = {4{~(lost_q & x_valid_i)}} &"),
    ("lp_mixed_enc.sv", "out_idx_q <= out_idx_q + 2'd1;", "out_idx_q <= 2'd0;"),
    ("lp_mixed_enc.sv", ".x_valid_i(told)", ".x_valid_i(1'b1)"),
]
MIXED_DEC_MOVE_BUGS = [
    ("lp_mixed_dec.sv", "(m_valid_o & m_ready_i & m_last_o) | ~|turn_q;",
     "(m_valid_o & m_ready_i & m_last_o & ~s_valid_i) | ~|turn_q;"),
]
CODEC_ENC_ZERO_BUGS = [
    ("lp_codec_enc.sv", "assign m_codec_o = turn & {CODEC_W{m_valid_o}};",
     "assign m_codec_o = turn;"),
]
CODEC_ENC_ORDER_BUGS = [
    ("lp_codec_enc.sv", "assign leave = m_valid_o & m_ready_i & m_last_o;",
     "assign leave = m_valid_o & m_ready_i;"),
]
CODEC_ENC_MOVE_BUGS = [
    ("lp_codec_enc.sv", "assign leave = m_valid_o & m_ready_i & m_last_o;",
     "assign leave = m_valid_o & m_ready_i & m_last_o & ~s_valid_i;"),
]
CODEC_DEC_ZERO_BUGS = [
    ("lp_codec_dec.sv", "{BEAT{turn_q[c] & unit_valid[c]}}", "{BEAT{unit_valid[c]}}"),
]
CODEC_DEC_ORDER_BUGS = [
    ("lp_codec_dec.sv", "assign leave = turn_stream ? close : m_valid_o & m_ready_i & m_last_o;",
     "assign leave = m_valid_o & m_ready_i & m_last_o;"),
]
CODEC_DEC_MOVE_BUGS = [
    ("lp_codec_dec.sv", "turn_stream ? close : m_valid_o & m_ready_i & m_last_o;",
     "turn_stream ? close : m_valid_o & m_ready_i & m_last_o & ~s_valid_i;"),
    ("lp_codec_dec.sv", "& unit_idle[STREAM] & ~take;", "& unit_idle[STREAM] & ~s_valid_i;"),
]
CODEC_UNIT_ENC_BUGS = [
    ("lp_codec_unit_enc.sv", "<< $clog2(ELEM)", "<< $clog2(ELEM) - 1"),
]
CODEC_UNIT_DEC_BUGS = [
    ("lp_codec_unit_dec.sv",
     "lp_bpc_dec u_bpc (\n            .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .s_data_i, "
     ".s_last_i, .s_sectors_i,",
     "lp_bpc_dec u_bpc (\n            .clk_i, .rst_ni, .s_valid_i, .s_ready_o, .s_data_i, "
     ".s_last_i, .s_sectors_i({s_sectors_i[2:1], s_mem_i}),"),
]
ANY_DEC = ["fv_any_unit_dec"]
ANY_MIXED_ENC = ["fv_any_mixed_enc"]
ANY_MIXED_DEC = ["fv_any_mixed_dec"]
WIRES = ["fv_any_wires"]

PROOFS = [
    Proof("lp_zvc_dec handshake", "fv_dec", {"CODEC": 0, "PART": 0}, "pdr"),
    Proof("lp_zvc_dec held data", "fv_dec", {"CODEC": 0, "PART": 3}, "bmc", 10, long=True),
    Proof("lp_zvc_dec lines", "fv_dec", {"CODEC": 0, "PART": 1}, "pdr", bugs=DEC_BUGS, dear=True),
    Proof("lp_zvc_dec entries", "fv_dec", {"CODEC": 0, "PART": 2}, "pdr", bugs=ENTRY_BUGS,
          dear=True),
    Proof("lp_zvc_dec entries again", "fv_dec", {"CODEC": 0, "PART": 2}, "pdr", covers=False,
          bugs=DEEP_ENTRY_BUGS, long=True),
    Proof("lp_zvc_dec ends", "fv_dec", {"CODEC": 0, "PART": 4}, "pdr", bugs=END_BUGS),
    Proof("lp_bpc_dec handshake", "fv_dec", {"CODEC": 1, "PART": 0}, "pdr",
          bugs=BPC_DEC_STALL_BUGS, long=True),
    Proof("lp_bpc_dec held data", "fv_dec", {"CODEC": 1, "PART": 3}, "bmc", 3, long=True,
          any_state=True),
    Proof("lp_bpc_dec lines", "fv_dec", {"CODEC": 1, "PART": 1}, "pdr",
          bugs=BPC_DEC_LINE_BUGS, long=True),
    Proof("lp_bpc_dec entries", "fv_dec", {"CODEC": 1, "PART": 2}, "pdr", 28,
          bugs=BPC_DEC_ENTRY_BUGS, dear=True),
    Proof("lp_ebd_dec handshake", "fv_dec", {"CODEC": 2, "PART": 3}, "bmc", 3,
          bugs=EBD_DEC_STALL_BUGS, stand_ins=["fv_any_ebd_value"], long=True, any_state=True),
    Proof("lp_ebd_dec lines", "fv_dec", {"CODEC": 2, "PART": 1}, "pdr", bugs=EBD_DEC_LINE_BUGS,
          long=True),
    Proof("lp_ebd_dec entries", "fv_dec", {"CODEC": 2, "PART": 2}, "pdr", 28,
          bugs=EBD_DEC_ENTRY_BUGS, dear=True),
    Proof("lp_ebd_dec ZVC, handshake", "fv_dec", {"CODEC": 3, "PART": 3}, "bmc", 3,
          bugs=EBD_DEC_STALL_BUGS, stand_ins=["fv_any_ebd_value"], long=True, any_state=True),
    Proof("lp_ebd_dec ZVC, lines", "fv_dec", {"CODEC": 3, "PART": 1}, "pdr", long=True),
    Proof("lp_ebd_dec ZVC, entries", "fv_dec", {"CODEC": 3, "PART": 2}, "pdr", 28, dear=True),
    Proof("lp_mixed_count", "fv_mixed_count", {}, "comb", bugs=MIXED_COUNT_BUGS),
    Proof("lp_mixed_dec handshake", "fv_mixed_dec", {"PART": 0}, "bmc", 12,
          bugs=MIXED_DEC_ZERO_BUGS, stand_ins=ANY_MIXED_DEC, long=True),
    Proof("lp_mixed_dec order", "fv_mixed_dec", {"PART": 1}, "bmc", 12,
          bugs=MIXED_DEC_ORDER_BUGS, stand_ins=ANY_MIXED_DEC, long=True),
    Proof("lp_mixed_dec moves", "fv_mixed_dec", {"PART": 2}, "bmc", 12, bugs=MIXED_DEC_MOVE_BUGS,
          stand_ins=ANY_MIXED_DEC, long=True),
    Proof("lp_mixed_dec order, two codecs", "fv_mixed_dec", {"PART": 1, "CODECS": 10}, "bmc", 12,
          bugs=MIXED_DEC_THERE_BUGS, stand_ins=ANY_MIXED_DEC, covers=False, long=True),
    Proof("lp_mixed_enc handshake", "fv_mixed_enc", {"PART": 0}, "pdr", 20,
          bugs=MIXED_ENC_ZERO_BUGS, stand_ins=ANY_MIXED_ENC, dear=True),
    Proof("lp_mixed_enc order", "fv_mixed_enc", {"PART": 1}, "bmc", 24,
          bugs=MIXED_ENC_ORDER_BUGS, stand_ins=ANY_MIXED_ENC, long=True),
    Proof("lp_mixed_enc lines", "fv_mixed_enc", {"PART": 2}, "bmc", 28,
          bugs=MIXED_ENC_DRAIN_BUGS, stand_ins=ANY_MIXED_ENC, long=True),
    Proof("lp_codec_unit_enc 0", "fv_codec_unit_enc", {"CODEC": 0}, "comb",
          bugs=CODEC_UNIT_ENC_BUGS, stand_ins=WIRES),
    Proof("lp_codec_unit_enc 0, bytes", "fv_codec_unit_enc", {"CODEC": 0, "ELEM": 8}, "comb",
          stand_ins=WIRES),
    Proof("lp_codec_unit_enc 1", "fv_codec_unit_enc", {"CODEC": 1}, "comb", stand_ins=WIRES),
    Proof("lp_codec_unit_dec 0", "fv_codec_unit_dec", {"CODEC": 0}, "comb", stand_ins=WIRES),
    Proof("lp_codec_unit_dec 1", "fv_codec_unit_dec", {"CODEC": 1}, "comb",
          bugs=CODEC_UNIT_DEC_BUGS, stand_ins=WIRES),
    Proof("lp_codec_enc handshake", "fv_codec_enc", {"PART": 0}, "bmc", 14,
          bugs=CODEC_ENC_ZERO_BUGS, stand_ins=ANY_ENC),
    Proof("lp_codec_enc order", "fv_codec_enc", {"PART": 1}, "bmc", 14,
          bugs=CODEC_ENC_ORDER_BUGS, stand_ins=ANY_ENC, dear=True),
    Proof("lp_codec_enc moves", "fv_codec_enc", {"PART": 2}, "bmc", 14, bugs=CODEC_ENC_MOVE_BUGS,
          stand_ins=ANY_ENC, dear=True),
    Proof("lp_codec_dec handshake", "fv_codec_dec", {"PART": 0}, "bmc", 14,
          bugs=CODEC_DEC_ZERO_BUGS, stand_ins=ANY_DEC),
    Proof("lp_codec_dec order", "fv_codec_dec", {"PART": 1}, "bmc", 14,
          bugs=CODEC_DEC_ORDER_BUGS, long=True, stand_ins=ANY_DEC),
    Proof("lp_codec_dec moves", "fv_codec_dec", {"PART": 2}, "bmc", 14, bugs=CODEC_DEC_MOVE_BUGS,
          long=True, stand_ins=ANY_DEC),
    Proof("lp_zvc_dec streams", "fv_dec", {"CODEC": 0, "PART": 5}, "bmc", 9, bugs=STREAM_END_BUGS,
          long=True),
]
