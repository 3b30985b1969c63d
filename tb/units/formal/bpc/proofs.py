# SPDX-License-Identifier: Apache-2.0
"""Proofs of the units of rtl/bpc, and the seeded bugs that each must find."""
from proof import Proof

DELTA_BUGS = [
    ("lp_bpc_delta.sv", "{half[31], half} ^", "{1'b0, half} ^"),
    ("lp_bpc_delta.sv", "{borrow[23], borrow[15], borrow[7]}",
     "{borrow[23], borrow[16], borrow[7]}"),
]
PLANE_BUGS = [
    ("lp_bpc_class.sv", "assign o[0] = dbx_i[0] & ~last;", "assign o[0] = dbx_i[0];"),
    ("lp_bpc_sizes.sv", "assign zeros[j] = any & gap & ~dbp;", "assign zeros[j] = any & ~dbp;"),
    ("lp_bpc_symbol.sv", "(~g_level[j].even | (g_level[j+1].even & g_level[j+1].odd))",
     "~g_level[j].even"),
    ("lp_bpc_plane_dec.sv", "& low[(i-1)%4] & ~bits_i[4];", "& low[(i-1)%4];"),
]
ORDER_BUGS = [("lp_bpc_order.sv", "32 - 4 * f - i", "28 - 4 * f + i")]
TRANSFORM_BUGS = [
    ("lp_bpc_delta.sv", ".pass_i(~a_i | b_i)", ".pass_i(~a_i & b_i)"),
]
S1_BUGS = [
    ("lp_bpc_prefix.sv", "((d0[30:0] | d1[30:0]) & d2[30:0])", "(d0[30:0] & d2[30:0])"),
    ("lp_bpc_prefix.sv", "assign add = load_i & ~raw_i;", "assign add = load_i;"),
]
S2_BUGS = [("lp_bpc_prefix.sv", "assign low = last_q & {32{carry_i}};", "assign low = last_q;")]
TURN_BUGS = [("lp_bpc_turn.sv", "cell_q[N*(3*V+r) + POS]", "cell_q[N*(3*V+r) + c]")]
BLOCK_BUGS = [
    ("lp_bpc_turn.sv", "~(move_row[r/4] | move_col[r%4])", "~(|move_row | |move_col)"),
    ("lp_bpc_turn.sv", "cell_q[N*POS + 2*V+r]", "cell_q[N*POS + V+r]"),
    ("lp_bpc_turn.sv", "cell_q[N*(3*V) + POS]", "cell_q[N*(3*V) + c]"),
]
PARSE_BUGS = [
    ("lp_bpc_parse.sv", "assign run_o = field - 5'(PLANES);", "assign run_o = field - 5'd1;"),
    ("lp_bpc_parse.sv", "assign from_o = still ? from_i : wait_from;",
     "assign from_o = wait_from;"),
    ("lp_bpc_parse.sv", "from & ten[0 +: REACH-32]} << 10)", "from & ten[0 +: REACH-32]} << 9)"),
]
LENGTH_BUGS = [
    ("lp_bpc_place.sv", "~raw[i] & ~(from & ~to);", "~raw[i] & ~from;"),
]
BPC_ENC_STALL_BUGS = [
    ("lp_bpc_enc.sv", "assign move = ~m_valid_o | m_ready_i;", "assign move = 1'b1;"),
]
PACK_BUGS = [
    ("lp_bpc_pack.sv", "assign keep_held = ~move_i | (", "assign keep_held = 1'b0 | ("),
]
BPC_ENC_HELD_BUGS = [
    ("lp_bpc_core.sv", "if (move) begin\n      full_q <=", "begin\n      full_q <="),
]
BPC_ENC_SIZE_BUGS = [
    ("lp_bpc_core.sv", "assign over_3 = size[10] | (size[9] & size[8] & (|size[7:0]));",
     "assign over_3 = size[10] | (size[9] & size[8]);"),
]
BPC_ENC_LINE_BUGS = [
    ("lp_bpc_core.sv", "p_last_q <= left_q | (due_q[2:1] == 2'd0);",
     "p_last_q <= left_q | (due_q == 3'd0);"),
]
BPC_PAIR_BUGS = [
    ("lp_bpc_engine.sv", "assign two = dbx[61:31] ^ dbx[30:0];", "assign two = dbx[61:31];"),
]
CORNER_BUGS = [
    ("lp_bpc_corner.sv", "cell_q[N*(r-V) + c]", "cell_q[N*(r-1) + c]"),
    ("lp_bpc_corner.sv", "cell_q[N*POS + N-V+r]", "cell_q[N*POS + N-V]"),
]
SERIAL_STALL_BUGS = [
    ("lp_bpc_dec_serial.sv", "if (go & e_valid_q) begin", "if (e_valid_q) begin"),
]
SERIAL_LINE_BUGS = [
    ("lp_bpc_dec_serial.sv", "g_done_q <= over | (g_done_q & ~load);",
     "g_done_q <= (keep & s_last_i) | (g_done_q & ~load);"),
]
SERIAL_TIME_BUGS = [
    ("lp_bpc_dec_serial.sv", "skip_q <= ~s_last_i & (skip_q | over);",
     "skip_q <= skip_q | (over & ~s_last_i);"),
]
SERIAL_PACE_BUGS = [
    ("lp_bpc_dec_serial.sv", "assign load = go & g_done_q & (~p_valid_q | (p_step_q == 4'd15));",
     "assign load = go & g_done_q & ~p_valid_q;"),
]
ENC_SERIAL_STALL_BUGS = [
    ("lp_bpc_enc_serial.sv", "assign send = o_busy_q & (~m_valid_q | m_ready_i);",
     "assign send = o_busy_q;"),
]
ENC_SERIAL_LINE_BUGS = [
    ("lp_bpc_enc_serial.sv", "o_busy_q <= o_busy_q ? ~done : w_end;",
     "o_busy_q <= w_end | (o_busy_q & ~done);"),
]
ENC_SERIAL_PACE_BUGS = [
    ("lp_bpc_enc_serial.sv", "(~r_valid_q | (r_step_q == 4'd15));", "~r_valid_q;"),
]

PROOFS = [
    Proof("lp_bpc_delta", "fv_bpc_delta", {}, "comb", bugs=DELTA_BUGS),
    Proof("BPC plane", "fv_bpc_plane", {}, "comb", bugs=PLANE_BUGS, dear=True),
    Proof("lp_bpc_order", "fv_bpc_order", {}, "comb", bugs=ORDER_BUGS),
    Proof("BPC transform", "fv_bpc_transform", {}, "comb", bugs=TRANSFORM_BUGS, long=True),
    Proof("lp_bpc_prefix S1", "fv_bpc_prefix", {"PART": 0}, "bmc", 2, bugs=S1_BUGS, any_state=True,
          dear=True),
    Proof("lp_bpc_prefix S2", "fv_bpc_prefix", {"PART": 1}, "bmc", 3, bugs=S2_BUGS, any_state=True,
          dear=True),
    Proof("lp_bpc_turn", "fv_bpc_turn", {}, "bmc", 9, bugs=TURN_BUGS, long=True),
    Proof("lp_bpc_turn, stalls", "fv_bpc_turn", {"STALLS": 1}, "bmc", 11, long=True),
    Proof("lp_bpc_turn, pauses", "fv_bpc_turn", {"PAUSES": 1}, "bmc", 11, bugs=BLOCK_BUGS,
          long=True),
    Proof("lp_bpc_turn 1, pauses", "fv_bpc_turn", {"V": 1, "PAUSES": 1, "STALLS": 1}, "bmc", 12,
          bugs=TURN_BUGS + BLOCK_BUGS),
    Proof("lp_bpc_parse 2", "fv_bpc_parse", {"PLANES": 2}, "comb", bugs=PARSE_BUGS, dear=True),
    Proof("lp_bpc_parse 4", "fv_bpc_parse", {"PLANES": 4}, "comb", bugs=PARSE_BUGS, long=True),
    Proof("BPC symbol lengths", "fv_bpc_lengths", {}, "comb", bugs=LENGTH_BUGS, dear=True),
    Proof("lp_bpc_enc handshake", "fv_bpc_enc", {"PART": 0}, "pdr", bugs=BPC_ENC_STALL_BUGS,
          long=True),
    Proof("lp_bpc_enc handshake, some sizes", "fv_bpc_enc", {"PART": 0}, "pdr",
          bugs=BPC_ENC_STALL_BUGS, stand_ins=["fv_any_sizes"], dear=True),
    Proof("lp_bpc_enc sizes", "fv_bpc_enc", {"PART": 1}, "pdr", bugs=BPC_ENC_SIZE_BUGS, long=True),
    Proof("lp_bpc_enc held data", "fv_bpc_enc", {"PART": 3}, "bmc", 2, bugs=BPC_ENC_HELD_BUGS,
          stand_ins=["fv_any_pack"], long=True, any_state=True),
    Proof("lp_bpc_pack held data", "fv_bpc_pack", {}, "bmc", 2, bugs=PACK_BUGS, any_state=True,
          dear=True),
    Proof("lp_bpc_enc lines", "fv_bpc_enc", {"PART": 2}, "pdr", 30, bugs=BPC_ENC_LINE_BUGS,
          long=True, stand_ins=["fv_any_sizes"]),
    Proof("BPC round trip", "fv_bpc_pair", {"WORDS": 2}, "bmc", 28, bugs=BPC_PAIR_BUGS, long=True),
    Proof("lp_bpc_corner", "fv_bpc_corner", {}, "bmc", 10, bugs=CORNER_BUGS),
    Proof("lp_bpc_dec_serial handshake", "fv_bpc_dec_serial", {"PART": 0}, "bmc", 2,
          bugs=SERIAL_STALL_BUGS, any_state=True,
          stand_ins=["fv_any_slots", "fv_any_parse"]),
    Proof("lp_bpc_dec_serial lines", "fv_bpc_dec_serial", {"PART": 1}, "bmc", 60,
          bugs=SERIAL_LINE_BUGS, stand_ins=["fv_any_slots", "fv_any_parse"], long=True),
    Proof("lp_bpc_dec_serial pace", "fv_bpc_dec_serial", {"PART": 2}, "bmc", 70,
          bugs=SERIAL_PACE_BUGS, stand_ins=["fv_any_slots", "fv_any_parse"], long=True),
    Proof("lp_bpc_dec_serial times", "fv_bpc_dec_serial", {"PART": 3}, "bmc", 70,
          bugs=SERIAL_TIME_BUGS, stand_ins=["fv_any_slots", "fv_any_parse"], long=True),
    Proof("lp_bpc_enc_serial handshake", "fv_bpc_enc_serial", {"PART": 0}, "bmc", 2,
          bugs=ENC_SERIAL_STALL_BUGS, any_state=True,
          stand_ins=["fv_any_queue", "fv_any_append"]),
    Proof("lp_bpc_enc_serial lines", "fv_bpc_enc_serial", {"PART": 1}, "bmc", 70,
          bugs=ENC_SERIAL_LINE_BUGS, stand_ins=["fv_any_queue", "fv_any_append"], long=True),
    Proof("lp_bpc_enc_serial pace", "fv_bpc_enc_serial", {"PART": 2}, "bmc", 90,
          bugs=ENC_SERIAL_PACE_BUGS, stand_ins=["fv_any_queue", "fv_any_append"], long=True),
]
