# SPDX-License-Identifier: Apache-2.0
"""What is proved, by which engine, and which seeded bugs each proof must find.

engine: "pdr" = for all time, "comb" = combinational, for all inputs, "bmc" = for `depth` cycles
from reset. depth also bounds the search for covers and seeded bugs. long = only `make formal-long`.
stand_ins = files whose modules take the place of the units of the same names; they have the ports
of these, which prove.py reads from the RTL.
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
    stand_ins: list = dataclasses.field(default_factory=list)
    clocks: bool = False  # there are several, and each rises when it likes


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
CDC_BUGS = [
    ("lp_cdc_fifo.sv", "put_gray_q <= put_gray;", "put_gray_q <= put;"),
    ("lp_cdc_fifo.sv", "get_seen ^ {2'b11,", "get_seen ^ {2'b10,"),
    ("lp_cdc_fifo.sv", "ready_q <= put_gray !=", "ready_q <= put_gray_q !="),
    ("lp_cdc_fifo.sv", "some & (~valid_q | m_ready_i);", "some;"),
]
ADD_BUG = [("lp_add.sv", "((a_i[i] | b_i[i]) & carry_in)", "((a_i[i] ^ b_i[i]) & a_i[i])")]
NETWORK_BUGS = [
    ("lp_zvc_switch.sv", "({1'b0, away} < half)", "({1'b0, away} <= half)"),
    ("lp_zvc_omega.sv", "assign out[HI +: W] = swap ? in[LO +: W]",
     "assign out[HI +: W] = swap ? in[HI +: W]"),
]

STREAM_END_BUGS = [
    ("lp_zvc_dec.sv", "ends = (x_end_q == 0) ? over_q", "ends = (x_end_q == 0) ? 1'b1"),
]
EXPAND_BUGS = [
    ("lp_cdma_expand.sv", "(past_q | (at_end & o_ready)) & (tail | ~is_zvc)",
     "(past_q | (at_end & o_ready))"),
    ("lp_cdma_expand.sv", "assign o_valid = go & ~past_q &", "assign o_valid = go &"),
]
SPLIT_BUGS = [
    ("lp_cdma_split.sv", "fail_q ? over_i & ~g_valid_i & ~g_valid : all_q",
     "fail_q ? over_i & ~g_valid_i : all_q"),
    ("lp_cdma_split.sv", "assign c_last = c_short | spoil;", "assign c_last = c_short;"),
]
STORE = ["tb/units/formal/cdma/fv_any_store.sv"]
CDMA_HOST_WR_BUGS = [
    ("lp_cdma_host_wr.sv", "out_tuser_i ? count_q - 1'b1 : count_q)", "count_q)"),
    ("lp_cdma_host_wr.sv", "out_tlast_i | (&place_q)", "out_tlast_i | (&count_q)"),
    ("lp_cdma_host_wr.sv", "ended_q & ~list_valid & (flying_q == 8'd0)", "ended_q & ~list_valid"),
    ("lp_cdma_host_wr.sv", "of_ring ? ring_wlast_i : at_q == order_len",
     "of_ring ? ring_wlast_i : at_q == list_len"),
]
CDMA_HOST_RD_BUGS = [
    ("lp_cdma_host_rd.sv", "(used_q <= {1'b1, {U{1'b0}}} - (U+1)'(BURST))", "(~used_q[U])"),
    ("lp_cdma_host_rd.sv", "(void_q | (armed_q & in_drop_i))", "(void_q | in_drop_i)"),
    ("lp_cdma_host_rd.sv", "gives = void_q & ~sized_q", "gives = void_q"),
    ("lp_cdma_host_rd.sv", "left_q[L:0] < edge_beats", "left_q[L:0] <= BURST"),
]
ENC_BUGS = [
    ("lp_zvc_enc.sv", "flush = (idx_q == 2'd3) & (mem_q | last_q)",
     "flush = (idx_q == 2'd3) & mem_q"),
]
SIZE_BUGS = [
    ("lp_zvc_enc.sv", "localparam int RAW_FROM = 3 * LANES - MASK + 1",
     "localparam int RAW_FROM = 3 * LANES - MASK"),
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
PAIR_BUGS = [
    ("lp_zvc_enc.sv", "assign insert = first & ~raw;", "assign insert = first;"),
    ("lp_zvc_dec.sv", "(x_end_q > (LL+2)'(LANES + d))", "(x_end_q >= (LL+2)'(LANES + d))"),
]

SUM_BUGS = [
    ("lp_carry.sv", "g_level[j-1].gen[b+HALF-1]}", "g_level[j-1].gen[b]}"),
]
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
EBD_VALUE_BUGS = [
    ("lp_ebd_value.sv", "(d_i | sum[4]) ? upper", "sum[4] ? upper"),
    ("lp_ebd_value.sv", "(escape_i & less_i[8]) |", ""),
]
EBD_NEXT_BUGS = [
    ("lp_ebd_dec.sv", "(c_bad_q & ~b_first) | b_bad", "c_bad_q | b_bad"),
    ("lp_ebd_dec.sv", "assign rank = b_rank_q & {7{~a_first}};", "assign rank = b_rank_q;"),
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
XZVC_FILTER_BUGS = [
    ("lp_zvc_filter.sv", "last_q & {64{on_i & ~first_i}}", "last_q & {64{on_i}}"),
    ("lp_zvc_restore.sv", "if (take_i) last_q <= data_o[255:192];",
     "if (take_i) last_q <= data_i[255:192];"),
]
MIXED_CHOOSE_BUGS = [
    ("lp_mixed_choose.sv", "(ebd_i < zvc_i)", "(ebd_i <= zvc_i)"),
    ("lp_mixed_choose.sv", "(bpc_i < ebd_i)", "(bpc_i <= ebd_i)"),
    ("lp_mixed_count.sv", "7'd28", "7'd29"),
    ("lp_mixed_fits.sv", "(below_one & ~below)", "below_one"),
]
MIXED_DEC_ZERO_BUGS = [
    ("lp_mixed_dec.sv", "(unit_data[0 +: 256] & {256{now[0]}})", "unit_data[0 +: 256]"),
]
MIXED_DEC_ORDER_BUGS = [
    ("lp_mixed_dec.sv", "(m_valid_o & m_ready_i & m_last_o) | ~|turn_q;",
     "(m_valid_o & m_ready_i) | ~|turn_q;"),
    ("lp_mixed_dec.sv", "s_data_i, s_codec_i[1], s_last_i", "s_data_i, s_codec_i[0], s_last_i"),
]
MIXED_DEC_THERE_BUGS = [
    ("lp_mixed_dec.sv", "(plain | there) ? s_sectors_i : lp_mixed_pkg::BAD", "s_sectors_i"),
]
MIXED_ENC_ZERO_BUGS = [
    ("lp_mixed_enc.sv", "(sectors_zvc & {3{out[U_ZVC]}})", "sectors_zvc"),
]
MIXED_ENC_ORDER_BUGS = [
    ("lp_mixed_enc.sv", "assign win = settled_q ? win_q : sure ?", "assign win = sure ?"),
    ("lp_mixed_enc.sv", "assign done = done_q | gone | ~now_set;",
     "assign done = done_q | gone | ~now_set | ~now;"),
    ("lp_mixed_enc.sv", "? 3'b010\n             :", "? 3'b100\n             :"),
]
MIXED_DEC_MOVE_BUGS = [
    ("lp_mixed_dec.sv", "(m_valid_o & m_ready_i & m_last_o) | ~|turn_q;",
     "(m_valid_o & m_ready_i & m_last_o & ~s_valid_i) | ~|turn_q;"),
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
BPC_ENC_STALL_BUGS = [
    ("lp_bpc_enc.sv", "assign move = ~(out_held_q | out_new_q) | m_ready_i;",
     "assign move = ~out_held_q | m_ready_i;"),
]
PACK_BUGS = [
    ("lp_bpc_pack.sv", "assign keep_held = ~move_i | (", "assign keep_held = 1'b0 | ("),
]
BPC_ENC_HELD_BUGS = [
    ("lp_bpc_enc.sv", "if (move) begin\n      full_q <=", "begin\n      full_q <="),
]
BPC_ENC_SIZE_BUGS = [
    ("lp_bpc_enc.sv", "assign raw = size[10] | (size[9] & size[8] & (|size[7:0]));",
     "assign raw = size[10] | (size[9] & size[8]);"),
]
BPC_ENC_LINE_BUGS = [
    ("lp_bpc_enc.sv", "p_last_q <= left_q | (due_q[2:1] == 2'd0);",
     "p_last_q <= left_q | (due_q == 3'd0);"),
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
ANY_ENC = ["tb/units/formal/codec/fv_any_unit_enc.sv"]
ANY_DEC = ["tb/units/formal/codec/fv_any_unit_dec.sv"]
ANY_MIXED_ENC = ["tb/units/formal/codec/fv_any_mixed_enc.sv"]
ANY_MIXED_DEC = ["tb/units/formal/codec/fv_any_mixed_dec.sv"]
WIRES = ["tb/units/formal/codec/fv_any_wires.sv"]
BPC_PAIR_BUGS = [
    ("lp_bpc_engine.sv", "assign two = dbx[61:31] ^ dbx[30:0];", "assign two = dbx[61:31];"),
]

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
AXI_SPLIT_BUGS = [
    ("lp_axi_split.sv", "(&s_sector_i[6:2])", "(&s_sector_i[6:3])"),
    ("lp_axi_split.sv", "assign move = ~valid_q | (m_ready_i & ~again);",
     "assign move = ~valid_q | m_ready_i;"),
    ("lp_axi_split.sv", ".b_i({{PAGE_W - 1{1'b0}}, 1'b1})", ".b_i({{PAGE_W - 1{1'b0}}, 1'b0})"),
]
AXI_WR_BUGS = [
    ("lp_axi_wr.sv", "assign awvalid_o = valid & ~told_q;", "assign awvalid_o = valid;"),
    ("lp_axi_wr.sv", "(told_q | awready_i) & (listed_q | room);", "listed_q | room;"),
    ("lp_axi_wr.sv", ".s_valid_i(valid & ~listed_q)", ".s_valid_i(done & ~listed_q)"),
    ("lp_axi_wr.sv", "assign bready_o = m_ready_i | (bvalid_i & half);",
     "assign bready_o = m_ready_i | half;"),
    ("lp_axi_wr.sv", "& split) half_q", "& split & ~bvalid_i) half_q"),
]
# With the long proofs only: what is found is found as soon as by those above.
MORE_AXI_WR_BUGS = [
    ("lp_axi_split.sv", "out & (|stop[1:0])", "out"),
    ("lp_axi_wr.sv", "(listed_q | room) & ~done;", "1'b0;"),
    ("lp_axi_wr.sv", ".m_ready_i(move & last)", ".m_ready_i(move)"),
    ("lp_axi_wr.sv", "half & bad;", "half & bresp_i[0];"),
]
AXI_JOIN_AR_BUGS = [
    ("lp_axi_join.sv", "assign s_arready_o = ar_grant & {P{ar_room}};",
     "assign s_arready_o = ar_grant;"),
    ("lp_axi_join.sv", ".req_i(s_arvalid_i), .take_i(ar_room)",
     ".req_i(s_arvalid_i), .take_i(1'b1)"),
    ("lp_axi_join.sv", ".sel_i(ar_grant), .data_i(s_arid_i)",
     ".sel_i(aw_grant), .data_i(s_arid_i)"),
]
AXI_JOIN_AW_BUGS = [
    ("lp_axi_join.sv", ".s_valid_i(aw_any & aw_list_room)", ".s_valid_i(aw_any)"),
    ("lp_axi_join.sv", ".s_valid_i(aw_any & aw_skid_room)", ".s_valid_i(aw_any)"),
    ("lp_axi_join.sv", "assign w_end = w_valid & w_last & w_room;",
     "assign w_end = w_valid & w_last;"),
    ("lp_axi_join.sv", "assign w_valid = |(w_from & s_wvalid_i);",
     "assign w_valid = |s_wvalid_i;"),
    ("lp_axi_join.sv", ".sel_i(due_port), .data_i(s_wstrb_i)",
     ".sel_i(s_wvalid_i), .data_i(s_wstrb_i)"),
]
AXI_JOIN_R_BUGS = [
    ("lp_axi_join.sv", ".m_ready_i(~|(s_rvalid_o & ~s_rready_i))",
     ".m_ready_i(|(s_rvalid_o & s_rready_i))"),
    ("lp_axi_join.sv", "assign s_rvalid_o[p] = r_valid & (r_port == PORT_W'(p));",
     "assign s_rvalid_o[p] = r_valid & (b_port == PORT_W'(p));"),
    ("lp_axi_join.sv", "r_out & {R_W{|s_rvalid_o}}", "r_out & {R_W{r_valid}}"),
]
AXI_JOIN_B_BUGS = [
    ("lp_axi_join.sv", ".m_ready_i(~|(s_bvalid_o & ~s_bready_i))",
     ".m_ready_i(|s_bready_i)"),
]
AXI_FENCE_READ_BUGS = [
    ("lp_axi_fence.sv", ".clk_i, .rst_ni(keep), .s_valid_i(m_rvalid_i)",
     ".clk_i, .rst_ni, .s_valid_i(m_rvalid_i)"),
    ("lp_axi_fence.sv", "ar_ready & ~(&reads_q) & ~halt", "ar_ready & ~(&reads_q) & ~stop_i"),
    ("lp_axi_fence.sv", "ar_ready & ~(&reads_q)", "ar_ready"),
    ("lp_axi_fence.sv", "m_rvalid_i & m_rready_o & m_rlast_i", "m_rvalid_i & m_rlast_i"),
    ("lp_axi_fence.sv", "halt = stop_i | cut_i", "halt = cut_i"),
]
AXI_FENCE_WRITE_BUGS = [
    ("lp_axi_fence.sv", ".clk_i, .rst_ni(keep), .s_valid_i(m_bvalid_i)",
     ".clk_i, .rst_ni, .s_valid_i(m_bvalid_i)"),
    ("lp_axi_fence.sv", "list_ready & ~(&writes_q)", "list_ready"),
    ("lp_axi_fence.sv", "writes_q <= writes_q - 1'b1", "writes_q <= '0"),
]
AXI_FENCE_BEAT_BUGS = [
    ("lp_axi_fence.sv", "w_ready & due & (s_wvalid_i | cut_i)", "w_ready & due & s_wvalid_i"),
    ("lp_axi_fence.sv", "w_ready & due & ~cut_i", "w_ready & ~cut_i"),
    ("lp_axi_fence.sv", "if (w_move) place_q", "if (w_move & ~cut_i) place_q"),
    ("lp_axi_fence.sv", "{288{~cut_i}} & {s_wstrb_i", "{288{1'b1}} & {s_wstrb_i"),
    ("lp_axi_fence.sv", ".s_valid_i(w_move), .s_ready_o(w_ready)",
     ".s_valid_i(s_wvalid_i & due), .s_ready_o(w_ready)"),
]
# It takes a full list.
AXI_FENCE_LIST_BUGS = [
    ("lp_axi_fence.sv", "aw_ready & list_ready & ~(&writes_q)", "aw_ready & ~(&writes_q)"),
]
AXI_FENCE_TWO_BUGS = [
    ("lp_axi_fence.sv", "w_ready & due & (s_wvalid_i | cut_i)",
     "w_ready & due & (s_wvalid_i | ~cut_i)"),
    ("lp_axi_fence.sv", "aw_take = s_awvalid_i & s_awready_o",
     "aw_take = s_awvalid_i & aw_ready & list_ready & ~(&writes_q)"),
]
AXIL_PAGES_BUGS = [
    ("lp_axil_pages.sv", "aw_q & w_q & ~(|aw_open_q) & ~b_q;", "aw_q & w_q & ~(|aw_open_q);"),
    ("lp_axil_pages.sv", "aw_hit & ~block_i & {PORTS{aw_begin}}", "aw_hit & {PORTS{aw_begin}}"),
    ("lp_axil_pages.sv", "aw_open_q & (m_bvalid_i | block_i)", "aw_open_q & m_bvalid_i"),
    ("lp_axil_pages.sv", "(aw_valid_q & ~m_awready_i & ~block_i)", "(aw_valid_q & ~m_awready_i)"),
    ("lp_axil_pages.sv", "if (~aw_q) {aw_addr_q", "{aw_addr_q"),
    ("lp_axil_pages.sv", "r_heard = ar_open_q & ~block_i", "r_heard = ar_open_q"),
    ("lp_axil_pages.sv", "ar_q & ~(|ar_open_q) & ~r_q", "ar_q & ~(|ar_open_q)"),
    ("lp_axil_pages.sv", "if (ar_end) {r_data_q", "if (|r_done) {r_data_q"),
]
CARD_PUT_BUGS = [
    ("lp_card_put.sv", "({{8{1'b0}}, have_q} > {{H + 1{1'b0}}, len})",
     "({{8{1'b0}}, have_q} >= {{H + 1{1'b0}}, len})"),
    ("lp_card_put.sv", "~burst & ~aw_q & ~w_q & (open_q == 4'd0)", "~burst & ~aw_q & ~w_q"),
    ("lp_card_put.sv", "else if (stop_q | (take & left_q ==", "else if (stop_q & (take & left_q =="),
    ("lp_card_bursts.sv", "assign room = ~sector_q[B-1:0];", "assign room = '1;"),
]
CARD_GET_BUGS = [
    ("lp_card_get.sv", "~burst & ~ar_q & (coming_q == '0)", "~burst & ~ar_q"),
    ("lp_card_get.sv", "(stop_q | ~some_q)", "(stop_q | ~more)"),
    ("lp_card_get.sv", "else if (give & last) some_q <= 1'b0;", "else if (give) some_q <= 1'b0;"),
    ("lp_card_get.sv", "assign pop = give & (&part_q);", "assign pop = give;"),
    ("lp_card_bursts.sv", "sector_q <= {next, {B{1'b0}}};", "sector_q <= {next, sector_q[B-1:0]};"),
]
CARD_RESET_BUGS = [
    ("lp_card.sv", "~over : drain_q & win_idle;", "~over : drain_q;"),
    ("lp_card.sv", "(&held_q) & host_idle & mem_idle;", "(&held_q) & mem_idle;"),
    ("lp_card.sv", ".stop_i(drain_q), .cut_i(1'b0)", ".stop_i(hold_q), .cut_i(1'b0)"),
    ("lp_card.sv", "inner_rst_n = rst_ni & ~hold_q;", "inner_rst_n = rst_ni & ~drain_q;"),
    ("lp_card.sv", "if (over) local_q <=", "if (reset) local_q <="),
    ("lp_card.sv", "hold_q & (&held_q) & host_idle", "hold_q & held_q[2] & host_idle"),
]
AXIL_FORK_BUGS = [
    ("lp_axil_fork.sv", "w_go = aw_q & w_q & ~w_busy_q;", "w_go = aw_q & ~w_busy_q;"),
    ("lp_axil_fork.sv", "aw_q <= (aw_q | s_awvalid_i) & ~w_end;", "aw_q <= s_awvalid_i & ~w_end;"),
    ("lp_axil_fork.sv", "p_bready_o = w_busy_q & w_to_q & ~b_q;", "p_bready_o = w_busy_q & ~b_q;"),
    ("lp_axil_fork.sv", "(w_to_q ? p_wready_i : m_wready_i)", "m_wready_i"),
    ("lp_axil_fork.sv", "b_resp_q <= w_to_q ? p_bresp_i", "b_resp_q <= ~w_to_q ? p_bresp_i"),
    ("lp_axil_fork.sv", "r_q <= r_answer | (r_q & ~s_rready_i);", "r_q <= r_answer;"),
    ("lp_axil_fork.sv", "r_go = ar_q & ~r_busy_q;", "r_go = ar_q & ~send_ar_q;"),
    ("lp_axil_fork.sv", "if (~ar_q) {ar_addr_q", "{ar_addr_q"),
]
AXI_WIDEN_WRITE_BUGS = [
    ("lp_axi_widen.sv", "aw_valid & w_room & b_room;", "aw_valid & w_room;"),
    ("lp_axi_widen.sv", "w_at = w_first_q ? w_part : w_part_q;", "w_at = w_part_q;"),
    ("lp_axi_widen.sv", "w_full = (&w_at) | s_wlast_i;", "w_full = &w_at;"),
    ("lp_axi_widen.sv", "else if (w_move & w_full) strb_q <= '0;", ""),
    ("lp_axi_widen.sv", "s_wstrb_i & {STRB_W{&w_at}};", "s_wstrb_i;"),
    ("lp_axi_widen.sv", "s_wready_o = w_some & w_out_ready;", "s_wready_o = w_out_ready;"),
    ("lp_axi_widen.sv", ".m_ready_i(m_bvalid_i & m_bready_o)", ".m_ready_i(m_bvalid_i)"),
]
AXI_WIDEN_READ_BUGS = [
    ("lp_axi_widen.sv", "m_arvalid_o = ar_valid & r_room;", "m_arvalid_o = ar_valid;"),
    ("lp_axi_widen.sv", "s_rready_i & ((&r_at) | s_rlast_o)", "s_rready_i & (&r_at)"),
    ("lp_axi_widen.sv", "r_data[DATA_W*r_at +: DATA_W]", "r_data[DATA_W*r_part +: DATA_W]"),
    ("lp_axi_widen.sv", "else if (r_move) r_first_q <= s_rlast_o;",
     "else if (r_move) r_first_q <= 1'b0;"),
    ("lp_axi_widen.sv", ".m_ready_i(r_move & s_rlast_o)", ".m_ready_i(s_rready_i & s_rlast_o)"),
]
AXI_NARROW_BUGS = [
    ("lp_axi_narrow_ax.sv", ".m_ready_i(fire & whole)", ".m_ready_i(m_ready_i & whole)"),
    ("lp_axi_narrow.sv", ".m_ready_i(m_wready_i & w_at_end)", ".m_ready_i(m_wready_i)"),
    ("lp_axi_narrow.sv", "w_strb[DATA_W/8*w_part_q +:", "w_strb[0 +:"),
]
MORE_AXI_NARROW_BUGS = [
    ("lp_axi_narrow_ax.sv", "sector[6] | second_q", "sector[6]"),
    ("lp_axi_narrow_ax.sv", "{8{split & ~second_q}}", "{8{split}}"),
]
AXIL_BUGS = [
    ("lp_axil.sv", "assign write_o = aw_q & w_q & ~b_q;", "assign write_o = aw_q & w_q;"),
    ("lp_axil.sv", "w_q <= (w_q | wvalid_i) & ~write_o;", "w_q <= wvalid_i & ~write_o;"),
    ("lp_axil.sv", "if (~aw_q) aw_word_q", "aw_word_q"),
    ("lp_axil.sv", "b_q <= write_o | (b_q & ~bready_i);", "b_q <= write_o;"),
    ("lp_axil.sv", "if (look_q | rready_i) r_data_q", "if (look_q) r_data_q"),
    ("lp_axil.sv", "assign take = arvalid_i & idle_q;", "assign take = arvalid_i;"),
]
UART_LINE_BUGS = [
    ("lp_card_uart_rx.sv", "CLKS_PER_BIT / 2 - 1", "CLKS_PER_BIT - 1"),
    ("lp_card_uart_rx.sv", "{~low, shift_q[8:1]}", "{low, shift_q[8:1]}"),
    ("lp_card_uart_tx.sv", "busy_q ? ~(next & last) : s_valid_i", "busy_q ? ~next : s_valid_i"),
    ("lp_card_uart_tx.sv", "if (~busy_q) shift_q", "if (take | ~next) shift_q"),
]
UART_ACCESS_BUGS = [
    ("lp_card_uart_frames.sv", "whole & ~busy;", "new_q & have_q[3] & ~busy;"),
    ("lp_card_uart_frames.sv", "w_q <= (take & write) | (w_q & ~csr_wready_i);",
     "w_q <= (take & write) | (w_q & ~csr_awready_i);"),
    ("lp_card_uart_frames.sv", "window_q[15];", "window_q[14];"),
    ("lp_card_uart_frames.sv", "if (byte_bad_i | whole) have_q", "if (whole) have_q"),
]
UART_CRC = ["tb/units/formal/card/fv_any_uart_crc.sv"]
UART_CRC_BUGS = [
    ("lp_card_uart_crc.sv", "x[7] ^ x[6] ^ x[0]}", "x[7] ^ x[6]}"),
    ("lp_card_uart_crc.sv", "g_byte[b-1].crc ^", "crc_i ^"),
]
UART_REPLY_BUGS = [
    ("lp_card_uart_frames.sv", "err_q, write_q, tag_q};", "write_q, err_q, tag_q};"),
    ("lp_card_uart_frames.sv", "(step_q != 3'd0)) data_q", "1'b1) data_q"),
    ("lp_card_uart_frames.sv", "err_q <= csr_bresp_i[1];", "err_q <= csr_rresp_i[1];"),
]
COUNT_BUGS = [
    ("lp_count.sv", "run_q <= take_i ? add : next;", "run_q <= take_i ? '0 : next;"),
    ("lp_count.sv", "assign next = sum | {WIDTH{over}};", "assign next = sum;"),
]
LARGEST_BUGS = [
    ("lp_count.sv", "carry[WIDTH-1] ? add : run_q", "carry[WIDTH-2] ? add : run_q"),
]
CDMA_INDEX_WR_BUGS = [
    ("lp_cdma_index_wr.sv", "assign quiet = ~(full_q | addr_q | data_q | (|open_q));",
     "assign quiet = ~(full_q | addr_q | data_q);"),
    ("lp_cdma_index_wr.sv", "if (entry & (here | ~(|pos_q)))", "if (entry & here)"),
    ("lp_cdma_index_wr.sv", "(take & x_end_i & (|pos_q))", "(take & x_end_i)"),
]
CDMA_INDEX_RD_BUGS = [
    ("lp_cdma_index_rd.sv", "assign load = busy_q & ~killed_q", "assign load = ~killed_q"),
    ("lp_cdma_index_rd.sv", "~(killed_q | (ask & ask_final))", "~(ask & ask_final)"),
    ("lp_cdma_index_rd.sv", "final_q[out_q] ? part_q - 4'd1 : 4'd15", "4'd15"),
]
CDMA_INDEX_ROOM_BUGS = [
    ("lp_cdma_index_rd.sv", "ask_q & ~killed_q & (|free_q);", "ask_q & ~killed_q;"),
]
CDMA_BUS_BUGS = [
    ("lp_cdma_bus.sv", "assign c_free = ~(awvalid_o | c_data_valid_q);",
     "assign c_free = ~c_data_valid_q;"),
    ("lp_cdma_bus.sv", "c_free & c_turn_q & ~open_q[1];", "c_free & c_turn_q;"),
    ("lp_cdma_bus.sv", "if (r_valid & ~v_valid_q) {v_id_q", "if (r_valid) {v_id_q"),
]
CDMA_RING_BUGS = [
    ("lp_cdma_ring.sv", "F_SECOND: if (v_valid_i) f_q <= stale_q | flush",
     "F_SECOND: if (v_valid_i) f_q <= stale_q"),
    ("lp_cdma_ring.sv", "(abort_i & lost)", "(abort_i & r_ready_o & ~r_valid_i)"),
]
CARD_TEST_REGS = ["tb/units/formal/card/fv_any_card_test_regs.sv"]
CARD_TEST_BUGS = [
    ("lp_card_test.sv", "(|left_q[23:2]) | (few > room) ? room : few;", "room;"),
    ("lp_card_test.sv", "assign over = err_q | (left_q == 24'd0);",
     "assign over = left_q == 24'd0;"),
    ("lp_card_test.sv", "? WORK : final_beat ? STEP : MOVE;", "? WORK : STEP;"),
    ("lp_card_test.sv", "(err_q & ~start) | bad;", "bad;"),
    ("lp_card_test.sv", "ask_q & ~(read ? m_arready_i : m_awready_i)", "ask_q & ~m_arready_i"),
    ("lp_card_test.sv", "(phase_q == IDLE) & one;", "one;"),
    ("lp_card_test.sv", "(start & command[1]) | (sum & err_q)", "start & command[1]"),
]
CARD_TEST_PLACE_BUGS = [
    ("lp_card_test.sv", "sector_q <= {line, 2'd0};", "sector_q <= {line, sector_q[1:0]};"),
    ("lp_card_test.sv", "if (start & command[2]) data_q <= poke;",
     "if (start & command[3]) data_q <= poke;"),
]
# They take some 20 cycles to show.
MORE_CDMA_RING_BUGS = [
    ("lp_cdma_ring.sv", "R_RUN: if (r_valid_i) r_q <= drop_q | q_bad ? R_IDLE : R_ADDR;",
     "R_RUN: if (r_valid_i) r_q <= drop_q ? R_IDLE : R_ADDR;"),
    ("lp_cdma_ring.sv", "else if (~ack_q) r_q <= R_WRITE;", "else r_q <= R_WRITE;"),
    ("lp_cdma_ring.sv", "& ~(ack_q & left == {3'd0, size})", ""),
]
RR_BUGS = [
    ("lp_rr.sv", "behind_q <= below;", "behind_q <= grant_o;"),
    ("lp_rr.sv", "(wrap ? req_i : late) & ~below", "(wrap ? req_i : req_i) & ~below"),
    ("lp_rr.sv", "assign any_o = g_level[INDEX_W].all[N-1];", "assign any_o = req_i[N-1];"),
]
WRITE_STALL_BUGS = [
    ("lp_buddy_ask.sv", "else if (leave) {valid_q", "else {valid_q"),
]
WRITE_ANSWER_BUGS = [
    ("lp_buddy_write.sv", "live_q & ~(meta_q | dev_q | bud_q)", "live_q & ~(meta_q | dev_q)"),
    ("lp_buddy_write.sv", "done_q <= m_valid_o & m_ready_i;", "done_q <= m_valid_o;"),
    ("lp_buddy_write.sv", "(miss_hit | (a_hit & ~a_err_i)) & ~guard_q;",
     "(miss_hit | a_hit) & ~guard_q;"),
    ("lp_buddy_write.sv", "assign full[e] = idle & ~(bad_q & guard_q);",
     "assign full[e] = idle;"),
    ("lp_buddy_write.sv", "(a_err_i ? owed_q | lost_q : poison_q)", "(owed_q | poison_q)"),
]
WRITE_SECTOR_BUGS = [
    ("lp_buddy_write.sv", "(c_first_q ? dev_n[1:0] : c_due_q) - {1'b0, to_dev};",
     "(c_first_q ? dev_n[1:0] : c_due_q) - 2'd1;"),
    ("lp_buddy_drain.sv", "{entry, at + gone_q}", "{entry, gone_q}"),
]
WRITE_MOVE_BUGS = [
    ("lp_buddy_write.sv", "(dev_q & ~devb_hit);", "(dev_q & ~(devb_hit & ~budb_hit));"),
    ("lp_buddy_write.sv", "steer_faulty & ~enc_valid;", "steer_faulty & enc_valid;"),
]
READ_STALL_BUGS = [
    ("lp_buddy_read.sv", "else if (any) open_q <= lane_grant & ~(lane_last & {LANES{m_ready_i}});",
     "else open_q <= '0;"),
    ("lp_buddy_ask.sv", "else if (leave) {valid_q", "else {valid_q"),
]
READ_ASK_BUGS = [
    ("lp_buddy_track.sv", "answer_i & ~guessed_q & ~guesses;", "answer_i & ~guessed_q;"),
    ("lp_buddy_track.sv", "& (bud_due_q == 3'd0) & ~pick_i;", "& ~pick_i;"),
    ("lp_buddy_track.sv", "known_q & (dev_got_q >= dev_count_q)", "(dev_got_q >= dev_count_q)"),
    ("lp_buddy_track.sv", "(gone_i | gone_q) & (dev_due_q == 3'd0);", "gone_i | gone_q;"),
    ("lp_buddy_track.sv", "(dev_due_q != 3'd0) & ~want_dev_q;", "(dev_due_q != 3'd0);"),
    ("lp_buddy_ask.sv", "idle_i & ~valid_q", "~valid_q"),
]
READ_ANSWER_BUGS = [
    ("lp_buddy_track.sv", "bud_pos_q <= dev_i[1:0];", "bud_pos_q <= 2'd0;"),
    ("lp_buddy_track.sv", "(dev_err_q & needed) != 4'd0", "dev_err_q[0]"),
    ("lp_buddy_read.sv", "a_err_i | a_poison ? MEMORY_ERROR", "a_err_i ? MEMORY_ERROR"),
]
READ_LANE_BUGS = [
    ("lp_buddy_read.sv", "line_ready & ~(lane_q & {LANES{p_valid_q}})", "line_ready"),
]
READ_MOVE_BUGS = [
    ("lp_buddy_read.sv", "assign leave = ~valid_q | go;", "assign leave = ~valid_q;"),
]
ASK_BUGS = [
    ("lp_buddy_ask.sv", "|want_i ? want_i : guess_i", "want_i | guess_i"),
    ("lp_buddy_ask.sv", "idle_i & ~valid_q", "~valid_q"),
    ("lp_buddy_ask.sv", "grant & {ENTRIES{leave}}", "grant"),
    ("lp_buddy_ask.sv", ".r_en_i(leave)", ".r_en_i(1'b1)"),
    ("lp_buddy_ask.sv", ".take_i(leave)", ".take_i(~valid_q)"),
]
DRAIN_BUGS = [
    ("lp_buddy_drain.sv", ".m_ready_i(leave & last)", ".m_ready_i(last)"),
    ("lp_buddy_drain.sv", "assign leave = order & (~valid_q | m_ready_i);",
     "assign leave = order;"),
    ("lp_buddy_drain.sv", "{entry, at + gone_q}", "{entry, at | gone_q}"),
    ("lp_buddy_drain.sv", "valid_q <= leave | (valid_q & ~m_ready_i);", "valid_q <= leave;"),
]
DEV_READ_BUGS = [
    ("lp_buddy_dev.sv", "assign loaded_valid_o = read_came & ~read_meta;",
     "assign loaded_valid_o = read_came;"),
    ("lp_buddy_dev.sv", ".m_ready_i(~fill_valid_o | fill_ready_i)", ".m_ready_i(1'b1)"),
    ("lp_buddy_dev.sv", ".m_ready_i(~fill_valid_o | fill_ready_i)",
     ".m_ready_i((~fill_valid_o | fill_ready_i) & (awready_i | ~awvalid_o))"),
    ("lp_buddy_dev.sv", "~(read_valid | arvalid_o | fetch_valid_i)",
     "~(arvalid_o | fetch_valid_i)"),
]
DEV_WRITE_BUGS = [
    ("lp_buddy_dev.sv", "({1'b0, at_q} + 3'd1 == turn_sectors)", "1'b1"),
    ("lp_buddy_dev.sv", ".m_ready_i((written & written_meta) | stored_ready_i)",
     ".m_ready_i(stored_ready_i)"),
    ("lp_buddy_dev.sv", "(write_go & write_grant[1])) & ~evict_ready_o;",
     "(write_go & write_grant[1])) & 1'b0;"),
    ("lp_buddy_dev.sv", "order_valid & (turn_meta | line_valid_i)",
     "order_valid & (turn_meta | line_valid_i) & (awready_i | ~awvalid_o)"),
]
DEV_WILD_BUGS = [
    ("lp_buddy_dev.sv", "written & written_meta & (stored_entry_o == {EW{1'b0}})",
     "written & written_meta"),
    ("lp_buddy_dev.sv", "read_came & read_meta & ~no_fetch", "read_came & read_meta"),
    ("lp_buddy_dev.sv", "(written & written_meta) | stored_ready_i",
     "written_meta | stored_ready_i"),
]
PORTS_BUGS = [
    ("lp_buddy_dev.sv", ".m_ready_i(~fill_valid_o | fill_ready_i)",
     ".m_ready_i((~fill_valid_o | fill_ready_i) & (awready_i | ~awvalid_o))"),
    ("lp_mdcache.sv", "assign p_ready = ready_b;", "assign p_ready = ready_b & ~evict_valid_o;"),
]
META_BUGS = [
    ("lp_buddy_meta.sv", "{write_valid_i, read_valid_i} & {2{~begun_q}}",
     "{write_valid_i, read_valid_i}"),
    ("lp_buddy_meta.sv", "asked_q <= (asked_q | c_go) & ~c_answer;", "asked_q <= 1'b0;"),
    ("lp_buddy_meta.sv", "miss & (miss_tag[TAG-1:EW] == READER)", "miss"),
    ("lp_buddy_meta.sv", "else if (c_answer & m_err) left_q <= 2'd0;", ""),
    ("lp_buddy_meta.sv", "if (!begun_q) failed_q <= 1'b0;", "if (!rst_ni) failed_q <= 1'b0;"),
    ("lp_buddy_meta.sv", "assign answer_err_o = m_err | lost_i;", "assign answer_err_o = m_err;"),
]
HASH_BUGS = [
    ("lp_buddy_hash.sv", "localparam int FIELDS = (FOLD_W + PART_W - 1) / PART_W;",
     "localparam int FIELDS = FOLD_W / PART_W;"),
    ("lp_buddy_hash.sv", "assign column[FIELDS] = index_i[2+b];",
     "assign column[FIELDS] = index_i[2+PART_W+b];"),
    ("lp_buddy_hash.sv", "{index_i[SHARE_W+PART_W-8 : PART_W+2], index_i[1:0]}",
     "index_i[SHARE_W+PART_W-8 : PART_W]"),
    ("lp_buddy_hash.sv", "assign turn = index_i[SHARE_W+PART_W-8 : PART_W+2];",
     "assign turn = index_i[SHARE_W+PART_W-9 : PART_W+1];"),
]
# A fold that the formula does not name, which keeps steps of 4 KiB on one slice.
HASH_WIDE_BUGS = [
    ("lp_buddy_hash.sv", "localparam int FOLD_W = (FRAME_W > TURN_W) ? FRAME_W : TURN_W;",
     "localparam int FOLD_W = FRAME_W;"),
]

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
# One set, and addresses of two lines where there is one way, of four where there are two.
MDCACHE = {"SETS": 1, "WAYS": 1, "ADDR_W": 8, "TAG": 1}
MDCACHE_2 = {"SETS": 1, "WAYS": 2, "ADDR_W": 9, "TAG": 1}

EVENTS_BUGS = [
    ("lp_buddy_events.sv", "{EVENTS{cfg_valid_i}})) | cause;", "{EVENTS{cfg_valid_i}}));"),
    ("lp_buddy_events.sv", "read_code_i & {3{read_valid_i}}", "read_code_i"),
    ("lp_buddy_events.sv", "|(seen_q & enable_q)", "|seen_q"),
]
FRONT_LINE_BUGS = [
    ("lp_buddy_front.sv", "live_q[e] & (write_q[e] | h_write)", "live_q[e] & h_write"),
    ("lp_buddy_front.sv", ".req_i(~live_q)", ".req_i(~(live_q & write_q))"),
]
FRONT_ORDER_BUGS = [
    ("lp_buddy_front.sv", "if (h_go) kept_q[entry]", "if (h_valid_q) kept_q[entry]"),
]
FRONT_HOLD_BUGS = [
    ("lp_buddy_front.sv", ".m_ready_i(to_w ? w_ready_i : r_ready_i)",
     ".m_ready_i(w_ready_i | r_ready_i)"),
]

PICK_BUGS = [("lp_pick.sv", "data_i[i*WIDTH + b];", "data_i[i*WIDTH];")]
TOP_ROUTE_BUGS = [
    ("lp_buddy_top.sv", "(told_q | cfg_ready) & {SLICES{~cfg_ready_o}}",
     "cfg_ready & {SLICES{~cfg_ready_o}}"),
    ("lp_buddy_top.sv", "assign m_move = ~m_valid_q | m_ready_i;", "assign m_move = ~m_valid_q;"),
    ("lp_buddy_top.sv", "assign a_go = |(a_slice_q & room);", "assign a_go = |room;"),
]
TOP_LINE_BUGS = [
    ("lp_buddy_top.sv", "grant[s] & (m_code == 3'd0)", "grant[s]"),
    ("lp_buddy_port.sv", "d_ready_i & (sector_q == 2'd3)", "d_ready_i & (sector_q == 2'd2)"),
    ("lp_buddy_port.sv", "if (r_take & place[i]) m_data_q", "if (r_take) m_data_q"),
]
TOP_ROOM_BUGS = [
    ("lp_buddy_port.sv", "q_room & (line_room | ~(s_valid_i & s_write_i))", "q_room"),
]
TOP_MOVE_BUGS = [
    ("lp_buddy_top.sv", ".m_valid_o(answer[s]), .m_ready_i(grant[s] & m_move)",
     ".m_valid_o(answer[s]), .m_ready_i(m_move)"),
    ("lp_buddy_port.sv", "assign r_ready_o = ~m_valid_q | m_ready_i;",
     "assign r_ready_o = 1'b1;"),
]
ANY_SLICE = ["tb/units/formal/buddy/fv_any_slice.sv"]

STORE_BUGS = [
    ("lp_cdma_store.sv", "assign pop = some_q & (~valid_q | m_ready_i);",
     "assign pop = some_q & m_ready_i;"),
    ("lp_cdma_store.sv", "ready_q <= ~count[W];", "ready_q <= 1'b1;"),
]
RECORD_PACK_BUGS = [
    ("lp_cdma_record_pack.sv", "assign rest = full_q | sum[6]", "assign rest = sum[6]"),
    ("lp_cdma_record_pack.sv", "assign alone = tail_q | (full_q & (first_q | ~valid_q));",
     "assign alone = tail_q;"),
    ("lp_cdma_record_pack.sv", "bytes[4:0] == 5'd0, bytes[4:0]", "1'b0, bytes[4:0]"),
]
SHRINK_BUGS = [
    ("lp_cdma_shrink.sv", "assign m_valid_o = q_valid & (~q_last | info_valid);",
     "assign m_valid_o = q_valid;"),
    ("lp_cdma_shrink.sv", "assign m_last_o = q_last & m_valid_o;", "assign m_last_o = q_last;"),
]
WRITE_SIDE_BUGS = [
    ("lp_cdma_write.sv", "& (packets_q != 4'd0) & owed_room_q", "& owed_room_q"),
    ("lp_cdma_write.sv", "assign d_valid_o = done_valid & acked;",
     "assign d_valid_o = done_valid;"),
    ("lp_cdma_write.sv", "ack_err_q <= ~ack_last & (ack_err_q | b_err);",
     "ack_err_q <= ack_err_q | b_err;"),
]

ANY_ENTRIES = ["tb/units/formal/buddy/fv_any_entries.sv"]
CDMA_CREDIT_BUGS = [
    ("lp_cdma_credit.sv", "last_i ? DUE_W'(WORST - 1) : due_q - 1'b1;", "due_q - 1'b1;"),
    ("lp_cdma_credit.sv", "due_q & {DUE_W{arrive_i & last_i}}", "due_q & {DUE_W{arrive_i}}"),
    ("lp_cdma_credit.sv", ".b_i({both, 1'b0, drain_q})", ".b_i({both, 1'b0, 1'b0})"),
    ("lp_cdma_credit.sv", "SPARE_W'(FLITS - WORST);", "SPARE_W'(FLITS + 1 - WORST);"),
]
CDMA_FIFO_BUGS = [
    ("lp_cdma_fifo.sv", "look_q <= pop_i & more_q;", "look_q <= pop_i;"),
    ("lp_cdma_fifo.sv", "(has_q & ~pop_i));", "has_q);"),
    ("lp_cdma_fifo.sv", "write_q == END ? BEGIN", "write_q == END - 1'b1 ? BEGIN"),
    ("lp_cdma_fifo.sv", "more_q & (count_q != COUNT_W'(2));", "more_q;"),
]
CDMA_BUF_FLIT_BUGS = [
    ("lp_cdma_buf.sv", "assign leave = ~x_valid_q | x_ready;", "assign leave = 1'b1;"),
]
# Up to a minute to find: with the long proofs only.
CDMA_BUF_FAR_BUGS = [
    ("lp_cdma_buf.sv", "{CHANNELS{~o_none_i}} & ", ""),
    ("lp_cdma_buf.sv", "lp_cdma_credit #(.FLITS(FLITS)", "lp_cdma_credit #(.FLITS(FLITS + 2)"),
]
CDMA_BUF_GROUP_BUGS = [
    ("lp_cdma_buf.sv", "assign done = order_none | (|(fits & last));",
     "assign done = order_none | (|fits);"),
    ("lp_cdma_buf.sv", "assign leave = ~x_valid_q | x_ready;", "assign leave = 1'b1;"),
]
CDMA_BUF_MOVE_BUGS = [
    ("lp_cdma_buf.sv", "assign leave = ~x_valid_q | x_ready;",
     "assign leave = ~x_valid_q;"),
]
CDMA_XBAR_IN_BUGS = [
    ("lp_cdma_xbar.sv", "|first ? first : a_valid_i", "a_valid_i"),
    ("lp_cdma_xbar.sv", "assign a_of = a_index", "assign a_of = d_index"),
    ("lp_rr.sv", "behind_q <= below;", "behind_q <= grant_o;"),
]
CDMA_XBAR_OUT_BUGS = [
    ("lp_cdma_xbar.sv", ".m_ready_i(|(p_to & cp_ready_i))", ".m_ready_i(|cp_ready_i)"),
    ("lp_cdma_xbar.sv", "assign cg_valid_o = g_to & {C{g_valid}};", "assign cg_valid_o = g_to;"),
]
CDMA_BUCKET_BUGS = [
    ("lp_cdma_bucket.sv", "assign take = take_i & limited_q;",
     "assign take = take_i & limited_q & ~over;"),
    ("lp_cdma_bucket.sv", "level_q[FULL], level_q[FULL-2:0]}",
     "level_q[FULL:FULL-1], level_q[FULL-2:1]}"),
    ("lp_cdma_bucket.sv", "{over, kept[FULL-1:0] & {FULL{~over}}}", "{over, kept[FULL-1:0]}"),
]
ANY_WALK = ["tb/units/formal/cdma/fv_any_walk.sv"]
CDMA_PLAN_BUGS = [
    ("lp_cdma_plan.sv", "else if (kill_i | (launch & last_q)) run_q <= 1'b0;",
     "else if (launch & last_q) run_q <= 1'b0;"),
    ("lp_cdma_plan.sv", "last_q <= one | (two & ~|rest_q);", "last_q <= one | two;"),
    ("lp_cdma_plan.sv", "assign free = ~g_valid_o | g_ready_i;", "assign free = 1'b1;"),
]
CDMA_WALK_BUGS = [
    ("lp_cdma_walk.sv", "channel_q == 3'(CHANNELS - 1)", "channel_q == 3'(CHANNELS - 2)"),
    ("lp_cdma_walk.sv", "assign rest = twice >= 4'(CHANNELS)", "assign rest = twice > 4'(CHANNELS)"),
]
CDMA_PACK_BUGS = [
    ("lp_cdma_pack.sv", ".drop_i(drop)", ".drop_i(over_q)"),
    ("lp_cdma_pack.sv", "gear_data & {W{~owes}}", "gear_data"),
]
CDMA_LINK_BUGS = [
    ("lp_cdma_pack.sv", "spent_q <= left_q ==", "spent_q <= less =="),
    ("lp_cdma_pack.sv", ".bad_i(err_q)", ".bad_i(1'b0)"),
]
CDMA_GEAR_BUGS = [
    ("lp_cdma_gear.sv", "reach[FILL_W] & (|reach[FILL_W-1:0])", "reach[FILL_W]"),
    ("lp_cdma_gear.sv", "next_q <= below | {LANES{~|fill_q}};", "next_q <= below;"),
    ("lp_cdma_gear.sv", "assign keep = ~(flit & begins_q);", "assign keep = ~begins_q;"),
    ("lp_cdma_gear.sv", "& (~m_valid_o | m_ready_i);", "& (~m_valid_o | m_ready_i | end_q);"),
]

PROOFS = [
    Proof("lp_skid", "fv_skid", {"WIDTH": 4}, "pdr", bugs=SKID_BUGS),
    Proof("lp_skid 256 bits", "fv_skid", {"WIDTH": 256}, "bmc", 12, covers=False, long=True),
    Proof("lp_fifo depth 2", "fv_fifo", {"WIDTH": 4, "DEPTH": 2}, "pdr"),
    Proof("lp_fifo depth 3", "fv_fifo", {"WIDTH": 4, "DEPTH": 3}, "pdr"),
    Proof("lp_fifo depth 4", "fv_fifo", {"WIDTH": 4, "DEPTH": 4}, "pdr", bugs=FIFO_BUGS),
    Proof("lp_queue depth 3", "fv_fifo", {"WIDTH": 2, "DEPTH": 3, "HEAD": 1}, "pdr",
          bugs=QUEUE_BUGS),
    Proof("lp_queue depth 4", "fv_fifo", {"WIDTH": 2, "DEPTH": 4, "HEAD": 1}, "pdr", long=True),
    Proof("lp_queue depth 8", "fv_fifo", {"WIDTH": 1, "DEPTH": 8, "HEAD": 1}, "bmc", 16,
          covers=False, long=True),
    Proof("lp_cdc_fifo steps", "fv_cdc_fifo", {"WIDTH": 1, "DEPTH": 4}, "bmc", 26, bugs=CDC_BUGS,
          covers=False, stand_ins=["tb/units/formal/common/fv_any_sync.sv"], clocks=True),
    Proof("lp_cdc_fifo depth 4", "fv_cdc_fifo", {"WIDTH": 1, "DEPTH": 4}, "pdr", 50, long=True,
          stand_ins=["tb/units/formal/common/fv_any_sync.sv"], clocks=True),
    Proof("lp_popcount 5", "fv_popcount", {"WIDTH": 5}, "comb"),
    Proof("lp_popcount 32", "fv_popcount", {"WIDTH": 32}, "comb", bugs=ADD_BUG),
    Proof("lp_prefix 5", "fv_prefix", {"WIDTH": 5}, "comb"),
    Proof("lp_prefix 8", "fv_prefix", {"WIDTH": 8}, "comb", bugs=ADD_BUG),
    Proof("lp_prefix 32", "fv_prefix", {"WIDTH": 32}, "comb"),
    Proof("ZVC network 8 x 32", "fv_network", {"LANES": 8}, "comb", bugs=NETWORK_BUGS),
    Proof("ZVC network 16 x 16", "fv_network", {"LANES": 16}, "comb", long=True),
    Proof("ZVC network 32 x 8", "fv_network", {"LANES": 32}, "comb", long=True),
    Proof("lp_zvc_enc handshake", "fv_zvc_enc", {"PART": 0}, "pdr"),
    Proof("lp_zvc_enc held data", "fv_zvc_enc", {"PART": 3}, "bmc", 3),
    Proof("lp_zvc_enc counts", "fv_zvc_enc", {"PART": 1}, "pdr", bugs=ENC_BUGS),
    Proof("lp_zvc_enc sizes", "fv_zvc_enc", {"PART": 2}, "bmc", 11, bugs=SIZE_BUGS, long=True),
    Proof("lp_zvc_dec handshake", "fv_dec", {"CODEC": 0, "PART": 0}, "pdr"),
    Proof("lp_zvc_dec held data", "fv_dec", {"CODEC": 0, "PART": 3}, "bmc", 10, long=True),
    Proof("lp_zvc_dec lines", "fv_dec", {"CODEC": 0, "PART": 1}, "pdr", bugs=DEC_BUGS),
    Proof("lp_zvc_dec entries", "fv_dec", {"CODEC": 0, "PART": 2}, "pdr", bugs=ENTRY_BUGS),
    Proof("lp_zvc_dec entries again", "fv_dec", {"CODEC": 0, "PART": 2}, "pdr", covers=False,
          bugs=DEEP_ENTRY_BUGS, long=True),
    Proof("lp_zvc_dec ends", "fv_dec", {"CODEC": 0, "PART": 4}, "pdr", bugs=END_BUGS),
    Proof("round trip", "fv_zvc_pair", {}, "bmc", 9, covers=False, bugs=PAIR_BUGS),
    Proof("round trip, longer", "fv_zvc_pair", {}, "bmc", 16, long=True),
    Proof("round trip, stalls", "fv_zvc_pair", {"STALLS": 1}, "bmc", 12, long=True),
    Proof("lp_sum 11", "fv_sum", {"WIDTH": 11}, "comb"),
    Proof("lp_sum 32", "fv_sum", {"WIDTH": 32}, "comb", bugs=SUM_BUGS),
    Proof("lp_bpc_delta", "fv_bpc_delta", {}, "comb", bugs=DELTA_BUGS),
    Proof("BPC plane", "fv_bpc_plane", {}, "comb", bugs=PLANE_BUGS),
    Proof("lp_bpc_order", "fv_bpc_order", {}, "comb", bugs=ORDER_BUGS),
    Proof("BPC transform", "fv_bpc_transform", {}, "comb", bugs=TRANSFORM_BUGS, long=True),
    Proof("lp_bpc_prefix S1", "fv_bpc_prefix", {"PART": 0}, "bmc", 2, bugs=S1_BUGS),
    Proof("lp_bpc_prefix S2", "fv_bpc_prefix", {"PART": 1}, "bmc", 3, bugs=S2_BUGS),
    Proof("lp_bpc_turn", "fv_bpc_turn", {}, "bmc", 9, bugs=TURN_BUGS, long=True),
    Proof("lp_bpc_turn, stalls", "fv_bpc_turn", {"STALLS": 1}, "bmc", 11, long=True),
    Proof("lp_bpc_turn, pauses", "fv_bpc_turn", {"PAUSES": 1}, "bmc", 11, bugs=BLOCK_BUGS,
          long=True),
    Proof("lp_bpc_turn 1, pauses", "fv_bpc_turn", {"V": 1, "PAUSES": 1, "STALLS": 1}, "bmc", 12,
          bugs=TURN_BUGS + BLOCK_BUGS),
    Proof("lp_bpc_parse 2", "fv_bpc_parse", {"PLANES": 2}, "comb", bugs=PARSE_BUGS),
    Proof("lp_bpc_parse 4", "fv_bpc_parse", {"PLANES": 4}, "comb", bugs=PARSE_BUGS, long=True),
    Proof("BPC symbol lengths", "fv_bpc_lengths", {}, "comb", bugs=LENGTH_BUGS),
    Proof("lp_bpc_dec handshake", "fv_dec", {"CODEC": 1, "PART": 0}, "pdr",
          bugs=BPC_DEC_STALL_BUGS, long=True),
    Proof("lp_bpc_dec held data", "fv_dec", {"CODEC": 1, "PART": 3}, "bmc", 3, long=True),
    Proof("lp_bpc_dec lines", "fv_dec", {"CODEC": 1, "PART": 1}, "pdr",
          bugs=BPC_DEC_LINE_BUGS, long=True),
    Proof("lp_bpc_dec entries", "fv_dec", {"CODEC": 1, "PART": 2}, "pdr", 28,
          bugs=BPC_DEC_ENTRY_BUGS),
    Proof("lp_ebd_value mask, full", "fv_ebd_value", {"FIRST": 7}, "comb", bugs=EBD_VALUE_BUGS),
    Proof("lp_ebd_value code", "fv_ebd_value", {"FIRST": 6}, "comb"),
    Proof("lp_ebd_dec handshake", "fv_dec", {"CODEC": 2, "PART": 3}, "bmc", 3,
          bugs=EBD_DEC_STALL_BUGS, stand_ins=["tb/units/formal/ebd/fv_any_ebd_value.sv"], long=True),
    Proof("lp_ebd_dec lines", "fv_dec", {"CODEC": 2, "PART": 1}, "pdr", bugs=EBD_DEC_LINE_BUGS,
          long=True),
    Proof("lp_ebd_dec entries", "fv_dec", {"CODEC": 2, "PART": 2}, "pdr", 28,
          bugs=EBD_DEC_ENTRY_BUGS),
    Proof("lp_ebd_dec next line", "fv_ebd_next", {}, "bmc", 15, bugs=EBD_NEXT_BUGS, long=True),
    Proof("lp_mixed_choose", "fv_mixed_choose", {}, "comb", bugs=MIXED_CHOOSE_BUGS),
    Proof("lp_mixed_dec handshake", "fv_mixed_dec", {"PART": 0}, "bmc", 12,
          bugs=MIXED_DEC_ZERO_BUGS, stand_ins=ANY_MIXED_DEC, long=True),
    Proof("lp_mixed_dec order", "fv_mixed_dec", {"PART": 1}, "bmc", 12,
          bugs=MIXED_DEC_ORDER_BUGS, stand_ins=ANY_MIXED_DEC, long=True),
    Proof("lp_mixed_dec moves", "fv_mixed_dec", {"PART": 2}, "bmc", 12, bugs=MIXED_DEC_MOVE_BUGS,
          stand_ins=ANY_MIXED_DEC, long=True),
    Proof("lp_mixed_dec order, two codecs", "fv_mixed_dec", {"PART": 1, "CODECS": 10}, "bmc", 12,
          bugs=MIXED_DEC_THERE_BUGS, stand_ins=ANY_MIXED_DEC, covers=False, long=True),
    Proof("lp_mixed_enc handshake", "fv_mixed_enc", {"PART": 0}, "bmc", 18,
          bugs=MIXED_ENC_ZERO_BUGS, stand_ins=ANY_MIXED_ENC, long=True),
    Proof("lp_mixed_enc order", "fv_mixed_enc", {"PART": 1}, "bmc", 16,
          bugs=MIXED_ENC_ORDER_BUGS, stand_ins=ANY_MIXED_ENC, long=True),
    Proof("XZVC filter", "fv_xzvc_filter", {}, "pdr", bugs=XZVC_FILTER_BUGS),
    Proof("lp_xzvc_enc lines", "fv_xzvc", {"DEC": 0}, "pdr"),
    Proof("lp_xzvc_dec lines", "fv_xzvc", {"DEC": 1}, "pdr"),
    Proof("EBD element", "fv_ebd_element", {}, "comb", bugs=EBD_ELEMENT_BUGS),
    Proof("lp_ebd_reach", "fv_ebd_reach", {}, "comb", bugs=EBD_REACH_BUGS),
    Proof("lp_ebd_choice", "fv_ebd_choice", {}, "comb", bugs=EBD_CHOICE_BUGS),
    Proof("lp_ebd_bounds", "fv_ebd_bounds", {}, "comb", bugs=EBD_BOUNDS_BUGS),
    Proof("lp_ebd_bounds 47", "fv_ebd_bounds", {"PLACES": 47}, "comb"),
    Proof("EBD list, code and full", "fv_ebd_list", {}, "comb", bugs=EBD_LIST_BUGS, long=True),
    Proof("EBD list, mask", "fv_ebd_list", {"FIRST": 30}, "comb", long=True),
    Proof("lp_ebd_enc handshake", "fv_ebd_enc", {"PART": 0}, "pdr", bugs=EBD_ENC_STALL_BUGS,
          stand_ins=["tb/units/formal/ebd/fv_any_ebd.sv"]),
    Proof("lp_ebd_enc sizes", "fv_ebd_enc", {"PART": 1}, "pdr", 24, bugs=EBD_ENC_SIZE_BUGS,
          stand_ins=["tb/units/formal/ebd/fv_any_ebd.sv"]),
    Proof("lp_ebd_enc lines", "fv_ebd_enc", {"PART": 2}, "pdr", 30, bugs=EBD_ENC_LINE_BUGS,
          stand_ins=["tb/units/formal/ebd/fv_any_ebd.sv"]),
    Proof("lp_bpc_enc handshake", "fv_bpc_enc", {"PART": 0}, "pdr", bugs=BPC_ENC_STALL_BUGS,
          long=True),
    Proof("lp_bpc_enc handshake, some sizes", "fv_bpc_enc", {"PART": 0}, "pdr",
          bugs=BPC_ENC_STALL_BUGS, stand_ins=["tb/units/formal/bpc/fv_any_sizes.sv"]),
    Proof("lp_bpc_enc sizes", "fv_bpc_enc", {"PART": 1}, "pdr", bugs=BPC_ENC_SIZE_BUGS, long=True),
    Proof("lp_bpc_enc held data", "fv_bpc_enc", {"PART": 3}, "bmc", 2, bugs=BPC_ENC_HELD_BUGS,
          stand_ins=["tb/units/formal/bpc/fv_any_pack.sv"], long=True),
    Proof("lp_bpc_pack held data", "fv_bpc_pack", {}, "bmc", 2, bugs=PACK_BUGS),
    Proof("lp_bpc_enc lines", "fv_bpc_enc", {"PART": 2}, "pdr", 30, bugs=BPC_ENC_LINE_BUGS,
          long=True, stand_ins=["tb/units/formal/bpc/fv_any_sizes.sv"]),
    Proof("BPC round trip", "fv_bpc_pair", {"WORDS": 2}, "bmc", 28, bugs=BPC_PAIR_BUGS, long=True),
    Proof("lp_gbbr_terms 13", "fv_gbbr_terms", GBBR_13, "comb", bugs=GBBR_TERMS_BUGS),
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
          bugs=GBBR_DEV_BUGS),
    Proof("GBBR device bytes 18", "fv_gbbr_alias", {"PART": 0, **GBBR_18}, "comb", long=True),
    Proof("GBBR buddy bytes 13", "fv_gbbr_alias", {"PART": 1, **GBBR_13}, "comb",
          bugs=GBBR_SPILL_BUGS, long=True),
    Proof("GBBR buddy bytes 18", "fv_gbbr_alias", {"PART": 1, **GBBR_18}, "comb", long=True),
    Proof("GBBR nibbles 13", "fv_gbbr_alias", {"PART": 2, **GBBR_13}, "comb",
          bugs=GBBR_META_BUGS),
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
          bugs=CODEC_ENC_ORDER_BUGS, stand_ins=ANY_ENC),
    Proof("lp_codec_enc moves", "fv_codec_enc", {"PART": 2}, "bmc", 14, bugs=CODEC_ENC_MOVE_BUGS,
          stand_ins=ANY_ENC),
    Proof("lp_codec_dec handshake", "fv_codec_dec", {"PART": 0}, "bmc", 14,
          bugs=CODEC_DEC_ZERO_BUGS, stand_ins=ANY_DEC),
    Proof("lp_codec_dec order", "fv_codec_dec", {"PART": 1}, "bmc", 14,
          bugs=CODEC_DEC_ORDER_BUGS, long=True, stand_ins=ANY_DEC),
    Proof("lp_codec_dec moves", "fv_codec_dec", {"PART": 2}, "bmc", 14, bugs=CODEC_DEC_MOVE_BUGS,
          long=True, stand_ins=ANY_DEC),
    Proof("lp_axi_rd", "fv_axi_rd", {}, "pdr", bugs=AXI_SPLIT_BUGS),
    Proof("lp_axi_wr", "fv_axi_wr", {}, "pdr", bugs=AXI_WR_BUGS, long=True),
    Proof("lp_axi_wr soon", "fv_axi_wr", {}, "bmc", 9, bugs=AXI_WR_BUGS),
    Proof("lp_axi_wr again", "fv_axi_wr", {}, "bmc", 12, covers=False, bugs=MORE_AXI_WR_BUGS,
          long=True),
    Proof("lp_axi_join ar", "fv_axi_join", {"PART": 0}, "pdr", bugs=AXI_JOIN_AR_BUGS),
    Proof("lp_axi_join aw, w", "fv_axi_join", {"PART": 1}, "pdr", bugs=AXI_JOIN_AW_BUGS[1:],
          long=True),
    Proof("lp_axi_join aw, w soon", "fv_axi_join", {"PART": 1}, "bmc", 8, covers=False,
          bugs=AXI_JOIN_AW_BUGS[:1]),
    Proof("lp_axi_join r", "fv_axi_join", {"PART": 2}, "pdr", bugs=AXI_JOIN_R_BUGS),
    Proof("lp_axi_join b", "fv_axi_join", {"PART": 3}, "pdr", bugs=AXI_JOIN_B_BUGS),
    Proof("lp_axi_fence reads", "fv_axi_fence", {"PART": 0}, "pdr", bugs=AXI_FENCE_READ_BUGS),
    Proof("lp_axi_fence writes", "fv_axi_fence", {"PART": 1}, "pdr", bugs=AXI_FENCE_WRITE_BUGS),
    Proof("lp_axi_fence beats soon", "fv_axi_fence", {"PART": 2}, "bmc", 9, covers=False,
          bugs=AXI_FENCE_BEAT_BUGS),
    Proof("lp_axi_fence beats", "fv_axi_fence", {"PART": 2, "COUNT_W": 3}, "bmc", 11,
          bugs=AXI_FENCE_LIST_BUGS, long=True),
    Proof("lp_axi_fence beats counted", "fv_axi_fence", {"PART": 2, "COUNTED": 1}, "pdr",
          covers=False, bugs=AXI_FENCE_BEAT_BUGS[2:3],
          stand_ins=["tb/units/formal/axi/fv_any_skid.sv"]),
    Proof("lp_axi_fence cut off", "fv_axi_fence", {"PART": 3}, "pdr", bugs=AXI_FENCE_TWO_BUGS,
          long=True),
    Proof("lp_axil_pages", "fv_axil_pages", {}, "pdr", bugs=AXIL_PAGES_BUGS),
    Proof("lp_card_mover put data", "fv_card_mover", {"PART": 0}, "bmc", 12, covers=False,
          bugs=CARD_PUT_BUGS, long=True),
    Proof("lp_card_mover put bursts", "fv_card_mover", {"PART": 0, "DATA": 0}, "bmc", 24,
          bugs=CARD_PUT_BUGS[1:2], long=True),
    Proof("lp_card_mover get data", "fv_card_mover", {"PART": 1}, "bmc", 12, covers=False,
          bugs=CARD_GET_BUGS, long=True),
    Proof("lp_card_mover get bursts", "fv_card_mover", {"PART": 1, "DATA": 0}, "pdr", 24,
          bugs=CARD_GET_BUGS[:1], long=True),
    Proof("lp_card reset", "fv_card_reset", {}, "pdr", 24, bugs=CARD_RESET_BUGS,
          stand_ins=["tb/units/formal/card/fv_any_card_parts.sv"], long=True),
    Proof("lp_axil_fork", "fv_axil_fork", {}, "pdr", bugs=AXIL_FORK_BUGS),
    Proof("lp_axi_widen writes", "fv_axi_widen", {"PART": 0}, "bmc", 10,
          bugs=AXI_WIDEN_WRITE_BUGS, long=True),
    Proof("lp_axi_widen reads", "fv_axi_widen", {"PART": 1}, "bmc", 10, bugs=AXI_WIDEN_READ_BUGS,
          long=True),
    Proof("lp_axi_narrow 128", "fv_axi_narrow", {"DATA_W": 128}, "bmc", 10, bugs=AXI_NARROW_BUGS,
          long=True),
    Proof("lp_axi_narrow 64", "fv_axi_narrow", {"DATA_W": 64}, "bmc", 12,
          bugs=AXI_NARROW_BUGS + MORE_AXI_NARROW_BUGS, long=True),
    Proof("lp_axil", "fv_axil", {}, "pdr", bugs=AXIL_BUGS),
    Proof("lp_card_uart line", "fv_card_uart_line", {}, "pdr", 60, long=True),
    Proof("lp_card_uart line soon", "fv_card_uart_line", {}, "bmc", 50, covers=False,
          bugs=UART_LINE_BUGS),
    Proof("lp_card_uart accesses", "fv_card_uart_frames", {"PART": 0}, "pdr", 24,
          bugs=UART_ACCESS_BUGS, stand_ins=UART_CRC),
    Proof("lp_card_uart replies", "fv_card_uart_frames", {"PART": 1}, "pdr", 24, long=True,
          stand_ins=UART_CRC),
    Proof("lp_card_uart replies soon", "fv_card_uart_frames", {"PART": 1}, "bmc", 14, covers=False,
          bugs=UART_REPLY_BUGS, stand_ins=UART_CRC),
    Proof("lp_card_uart_crc", "fv_card_uart_crc", {"BYTES": 7}, "comb", bugs=UART_CRC_BUGS),
    Proof("lp_count", "fv_count", {}, "pdr", bugs=COUNT_BUGS),
    Proof("lp_count largest", "fv_count", {"WIDTH": 3, "LARGEST": 1}, "pdr", bugs=LARGEST_BUGS),
    Proof("lp_rr 4", "fv_rr", {"N": 4}, "pdr", bugs=RR_BUGS),
    Proof("lp_rr 5", "fv_rr", {"N": 5}, "pdr"),
    Proof("lp_cdma_index writes", "fv_cdma_index", {"PART": 0}, "pdr", 34, long=True),
    Proof("lp_cdma_index writes soon", "fv_cdma_index", {"PART": 0}, "bmc", 11, covers=False,
          bugs=CDMA_INDEX_WR_BUGS),
    Proof("lp_cdma_index reads", "fv_cdma_index", {"PART": 1, "AHEAD": 2}, "pdr", 24, long=True,
          bugs=CDMA_INDEX_ROOM_BUGS, stand_ins=["tb/units/formal/common/fv_any_ram.sv"]),
    Proof("lp_cdma_index reads soon", "fv_cdma_index", {"PART": 1}, "bmc", 10, covers=False,
          bugs=CDMA_INDEX_RD_BUGS, stand_ins=["tb/units/formal/common/fv_any_ram.sv"]),
    Proof("lp_card_test bursts", "fv_card_test", {"PART": 0}, "pdr", 24, long=True,
          bugs=CARD_TEST_BUGS[2:], stand_ins=CARD_TEST_REGS),
    Proof("lp_card_test bursts soon", "fv_card_test", {"PART": 0}, "bmc", 9, covers=False,
          bugs=CARD_TEST_BUGS[:2], stand_ins=CARD_TEST_REGS),
    Proof("lp_card_test places", "fv_card_test", {"PART": 1}, "bmc", 17,
          bugs=CARD_TEST_PLACE_BUGS, stand_ins=CARD_TEST_REGS, long=True),
    Proof("lp_cdma_bus", "fv_cdma_bus", {}, "pdr", bugs=CDMA_BUS_BUGS),
    Proof("lp_cdma_host_rd beats soon", "fv_cdma_host_rd", {"PART": 0}, "bmc", 10, covers=False,
          bugs=CDMA_HOST_RD_BUGS[:3], stand_ins=STORE),
    Proof("lp_cdma_host_rd beats", "fv_cdma_host_rd", {"PART": 0}, "bmc", 18, long=True,
          stand_ins=STORE),
    Proof("lp_cdma_host_rd bursts soon", "fv_cdma_host_rd", {"PART": 1}, "bmc", 8, covers=False,
          bugs=CDMA_HOST_RD_BUGS[3:], stand_ins=STORE),
    Proof("lp_cdma_host_rd bursts", "fv_cdma_host_rd", {"PART": 1}, "bmc", 14, long=True,
          stand_ins=STORE),
    Proof("lp_cdma_host_wr bursts soon", "fv_cdma_host_wr", {"PART": 0}, "bmc", 8, covers=False,
          bugs=CDMA_HOST_WR_BUGS[:2], stand_ins=STORE),
    Proof("lp_cdma_host_wr bursts", "fv_cdma_host_wr", {"PART": 0}, "bmc", 14, long=True,
          stand_ins=STORE),
    Proof("lp_cdma_host_wr beats soon", "fv_cdma_host_wr", {"PART": 1}, "bmc", 10, covers=False,
          bugs=CDMA_HOST_WR_BUGS[2:], stand_ins=STORE),
    Proof("lp_cdma_host_wr beats", "fv_cdma_host_wr", {"PART": 1}, "bmc", 18, long=True,
          stand_ins=STORE),
    Proof("lp_cdma_ring", "fv_cdma_ring", {}, "pdr", 26, bugs=CDMA_RING_BUGS,
          stand_ins=["tb/units/formal/cdma/fv_any_ring_check.sv"]),
    Proof("lp_cdma_ring again", "fv_cdma_ring", {}, "bmc", 20, covers=False,
          bugs=MORE_CDMA_RING_BUGS, long=True, stand_ins=["tb/units/formal/cdma/fv_any_ring_check.sv"]),
    Proof("lp_buddy_write handshake", "fv_buddy_write", {"PART": 0}, "bmc", 17,
          bugs=WRITE_STALL_BUGS, stand_ins=["tb/units/formal/buddy/fv_any_codec.sv"]),
    Proof("lp_buddy_write answers", "fv_buddy_write", {"PART": 1}, "bmc", 21,
          bugs=WRITE_ANSWER_BUGS, stand_ins=["tb/units/formal/buddy/fv_any_codec.sv"], long=True),
    Proof("lp_buddy_write sectors", "fv_buddy_write", {"PART": 2}, "bmc", 18,
          bugs=WRITE_SECTOR_BUGS, stand_ins=["tb/units/formal/buddy/fv_any_codec.sv"], long=True),
    Proof("lp_buddy_write moves", "fv_buddy_write", {"PART": 3, "SLOWEST": 32}, "bmc", 40,
          bugs=WRITE_MOVE_BUGS, stand_ins=["tb/units/formal/buddy/fv_any_codec.sv"], long=True),
    Proof("lp_buddy_read handshake", "fv_buddy_read", {"PART": 0, "LANES": 2}, "bmc", 14,
          bugs=READ_STALL_BUGS, stand_ins=ANY_ENTRIES, long=True),
    Proof("lp_buddy_read asks", "fv_buddy_read", {"PART": 1}, "bmc", 14, bugs=READ_ASK_BUGS,
          stand_ins=ANY_ENTRIES, long=True),
    Proof("lp_buddy_read answers", "fv_buddy_read", {"PART": 2}, "bmc", 18,
          bugs=READ_ANSWER_BUGS, stand_ins=ANY_ENTRIES, long=True),
    Proof("lp_buddy_read answers, 2 lanes", "fv_buddy_read", {"PART": 2, "LANES": 2}, "bmc", 17,
          bugs=READ_LANE_BUGS, stand_ins=ANY_ENTRIES, long=True),
    Proof("lp_buddy_read moves", "fv_buddy_read", {"PART": 3, "LANES": 2, "SLOWEST": 32}, "bmc",
          38, bugs=READ_MOVE_BUGS, stand_ins=ANY_ENTRIES, long=True),
    Proof("lp_buddy_ask", "fv_buddy_ask", {}, "pdr", bugs=ASK_BUGS),
    Proof("lp_buddy_drain", "fv_buddy_drain", {}, "bmc", 8, bugs=DRAIN_BUGS,
          stand_ins=["tb/units/formal/common/fv_any_ram.sv"]),
    Proof("lp_buddy_drain again", "fv_buddy_drain", {}, "bmc", 11, covers=False, long=True,
          stand_ins=["tb/units/formal/common/fv_any_ram.sv"]),
    Proof("lp_buddy_dev reads", "fv_buddy_dev", {"PART": 0}, "pdr", 16, bugs=DEV_READ_BUGS),
    Proof("lp_buddy_dev writes", "fv_buddy_dev", {"PART": 1}, "bmc", 10, bugs=DEV_WRITE_BUGS),
    Proof("lp_buddy_dev writes again", "fv_buddy_dev", {"PART": 1}, "pdr", covers=False,
          long=True),
    Proof("lp_buddy_dev strays", "fv_buddy_dev", {"PART": 2, "ENTRIES": 4}, "pdr", 16,
          bugs=DEV_WILD_BUGS),
    Proof("lp_buddy_meta", "fv_buddy_meta", {}, "pdr", 16, bugs=META_BUGS,
          stand_ins=["tb/units/formal/buddy/fv_any_mdcache.sv"]),
    Proof("lp_buddy_dev and lp_buddy_meta, no writes", "fv_buddy_ports", {}, "pdr", 24,
          bugs=PORTS_BUGS, long=True),
    Proof("lp_buddy_hash 8", "fv_buddy_hash", {"SLICES": 8}, "comb", bugs=HASH_BUGS),
    Proof("lp_buddy_hash 8 of 2 MiB", "fv_buddy_hash",
          {"SLICES": 8, "SHARE_W": 18, "FRAME_W": 18}, "comb"),
    Proof("lp_buddy_hash 8, some bits", "fv_buddy_hash",
          {"SLICES": 8, "SHARE_W": 18, "FRAME_W": 18, "FOLD": 0x155}, "comb"),
    Proof("lp_buddy_hash 8, no bits", "fv_buddy_hash", {"SLICES": 8, "FOLD": 0}, "comb",
          covers=False),
    Proof("lp_buddy_hash 4", "fv_buddy_hash", {"SLICES": 4}, "comb"),
    Proof("lp_buddy_hash 2", "fv_buddy_hash", {"SLICES": 2}, "comb"),
    Proof("lp_buddy_hash 16", "fv_buddy_hash", {"SLICES": 16, "SHARE_W": 12}, "comb"),
    Proof("lp_buddy_hash 32", "fv_buddy_hash", {"SLICES": 32, "SHARE_W": 11}, "comb"),
    Proof("lp_buddy_hash 32 of 2 MiB", "fv_buddy_hash",
          {"SLICES": 32, "SHARE_W": 16, "FRAME_W": 18}, "comb", long=True),
    Proof("lp_buddy_hash 8, one frame bit", "fv_buddy_hash",
          {"SLICES": 8, "SHARE_W": 18, "FRAME_W": 1}, "comb", bugs=HASH_WIDE_BUGS),
    Proof("lp_buddy_top routes", "fv_buddy_top", {"PART": 0}, "bmc", 8, bugs=TOP_ROUTE_BUGS[:1],
          covers=False, stand_ins=ANY_SLICE),
    Proof("lp_buddy_top routes on", "fv_buddy_top", {"PART": 0}, "bmc", 12,
          bugs=TOP_ROUTE_BUGS[1:], stand_ins=ANY_SLICE, long=True),
    Proof("lp_buddy_top routes 32", "fv_buddy_top", {"PART": 0, "SLICES": 32}, "bmc", 6,
          covers=False, stand_ins=ANY_SLICE, long=True),
    Proof("lp_buddy_top lines", "fv_buddy_top", {"PART": 1}, "bmc", 12, bugs=TOP_LINE_BUGS,
          stand_ins=ANY_SLICE, long=True),
    Proof("lp_buddy_top lines again", "fv_buddy_top", {"PART": 1}, "bmc", 18, covers=False,
          bugs=TOP_ROOM_BUGS, stand_ins=ANY_SLICE, long=True),
    Proof("lp_buddy_top whole lines", "fv_buddy_top", {"PART": 1, "LANES": 4}, "bmc", 12,
          stand_ins=ANY_SLICE, long=True),
    Proof("lp_buddy_top moves", "fv_buddy_top", {"PART": 2}, "bmc", 22,
          bugs=TOP_MOVE_BUGS, stand_ins=ANY_SLICE, long=True),
    Proof("lp_mdcache_lru", "fv_mdcache_lru", {}, "pdr", bugs=MDCACHE_LRU_BUGS),
    Proof("lp_mdcache_lru 8 ways", "fv_mdcache_lru", {"WAYS": 8}, "pdr", long=True),
    Proof("lp_mdcache_tags", "fv_mdcache_tags", {}, "pdr", bugs=MDCACHE_TAG_BUGS),
    Proof("lp_mdcache handshake", "fv_mdcache", {**MDCACHE, "PART": 0}, "pdr",
          bugs=MDCACHE_STALL_BUGS),
    Proof("lp_mdcache handshake 2", "fv_mdcache", {**MDCACHE_2, "PART": 0}, "pdr", long=True),
    Proof("lp_mdcache once", "fv_mdcache", {**MDCACHE, "PART": 1}, "bmc", 13,
          bugs=MDCACHE_ONCE_BUGS),
    Proof("lp_mdcache once more", "fv_mdcache", {**MDCACHE, "PART": 1}, "bmc", 19, covers=False,
          long=True),
    Proof("lp_mdcache sectors", "fv_mdcache", {**MDCACHE, "PART": 2}, "bmc", 13, covers=False,
          bugs=MDCACHE_SECTOR_BUGS[1:2]),
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
    Proof("lp_buddy_events", "fv_buddy_events", {}, "pdr", 8, bugs=EVENTS_BUGS),
    Proof("lp_buddy_front handshake", "fv_buddy_front", {"PART": 0, "ENTRIES": 2}, "pdr",
          bugs=FRONT_HOLD_BUGS),
    Proof("lp_buddy_front order", "fv_buddy_front", {"PART": 1, "ENTRIES": 2}, "pdr",
          bugs=FRONT_ORDER_BUGS, long=True),
    Proof("lp_buddy_front lines", "fv_buddy_front", {"PART": 2, "ENTRIES": 4}, "pdr",
          bugs=FRONT_LINE_BUGS),
    Proof("lp_pick", "fv_pick", {}, "comb", bugs=PICK_BUGS),
    Proof("lp_cdma_credit", "fv_cdma_credit", {}, "pdr", 24, bugs=CDMA_CREDIT_BUGS),
    Proof("lp_cdma_fifo", "fv_cdma_fifo", {}, "pdr", 16, bugs=CDMA_FIFO_BUGS),
    Proof("lp_cdma_buf flits", "fv_cdma_buf", {"PART": 0}, "bmc", 9, covers=False,
          bugs=CDMA_BUF_FLIT_BUGS),
    Proof("lp_cdma_buf flits again", "fv_cdma_buf", {"PART": 0}, "bmc", 13,
          bugs=CDMA_BUF_FAR_BUGS, long=True),
    Proof("lp_cdma_buf groups", "fv_cdma_buf", {"PART": 1}, "bmc", 12, bugs=CDMA_BUF_GROUP_BUGS,
          stand_ins=["tb/units/formal/cdma/fv_any_flits.sv"]),
    Proof("lp_cdma_buf moves", "fv_cdma_buf", {"PART": 2}, "bmc", 9, bugs=CDMA_BUF_MOVE_BUGS),
    Proof("lp_cdma_xbar in", "fv_cdma_xbar", {"PART": 0}, "pdr", bugs=CDMA_XBAR_IN_BUGS),
    Proof("lp_cdma_xbar out", "fv_cdma_xbar", {"PART": 1}, "pdr", bugs=CDMA_XBAR_OUT_BUGS),
    Proof("lp_cdma_bucket", "fv_cdma_bucket", {"STEP": 0}, "bmc", 4, covers=False, long=True),
    Proof("lp_cdma_bucket step", "fv_cdma_bucket", {"STEP": 1}, "bmc", 3,
          bugs=CDMA_BUCKET_BUGS[:1]),
    Proof("lp_cdma_bucket step again", "fv_cdma_bucket", {"STEP": 1}, "bmc", 3, covers=False,
          bugs=CDMA_BUCKET_BUGS[1:], long=True),
    Proof("lp_cdma_walk 6", "fv_cdma_walk", {"CHANNELS": 6}, "pdr", 24, bugs=CDMA_WALK_BUGS[:1]),
    Proof("lp_cdma_walk 8", "fv_cdma_walk", {"CHANNELS": 8, "GROUP_W": 31}, "pdr", 8,
          covers=False),
    Proof("lp_cdma_walk 5", "fv_cdma_walk", {"CHANNELS": 5}, "pdr", 24, bugs=CDMA_WALK_BUGS[1:],
          long=True),
    Proof("lp_cdma_plan soon", "fv_cdma_plan", {}, "bmc", 10, bugs=CDMA_PLAN_BUGS[:1],
          stand_ins=ANY_WALK),
    Proof("lp_cdma_plan", "fv_cdma_plan", {}, "pdr", 16, covers=False, bugs=CDMA_PLAN_BUGS[1:],
          stand_ins=ANY_WALK, long=True),
    Proof("lp_cdma_gear", "fv_cdma_gear", {}, "pdr", 12, bugs=CDMA_GEAR_BUGS[:1]),
    Proof("lp_cdma_gear again", "fv_cdma_gear", {}, "bmc", 12, covers=False,
          bugs=CDMA_GEAR_BUGS[1:], long=True),
    Proof("lp_cdma_pack handshake", "fv_cdma_pack", {"PART": 0}, "pdr", 12, bugs=CDMA_PACK_BUGS,
          long=True),
    Proof("lp_cdma_pack link", "fv_cdma_pack", {"PART": 1}, "bmc", 12, bugs=CDMA_LINK_BUGS),
    Proof("lp_cdma_pack link, longer", "fv_cdma_pack", {"PART": 1}, "bmc", 20, covers=False,
          long=True),
    Proof("lp_cdma_store", "fv_cdma_store", {}, "pdr", bugs=STORE_BUGS),
    Proof("lp_cdma_record_pack", "fv_cdma_record_pack", {}, "pdr", bugs=RECORD_PACK_BUGS),
    Proof("lp_cdma_shrink", "fv_cdma_shrink", {}, "bmc", 11, bugs=SHRINK_BUGS,
          stand_ins=ANY_ENC, long=True),
    Proof("lp_cdma_write", "fv_cdma_write", {}, "bmc", 18, bugs=WRITE_SIDE_BUGS,
          stand_ins=["tb/units/formal/cdma/fv_any_expand_group.sv", "tb/units/formal/common/fv_any_ram.sv"], long=True),
    Proof("lp_zvc_dec streams", "fv_dec", {"CODEC": 0, "PART": 5}, "bmc", 9, bugs=STREAM_END_BUGS,
          long=True),
    Proof("lp_cdma_expand soon", "fv_cdma_expand", {}, "bmc", 11, bugs=EXPAND_BUGS,
          stand_ins=["tb/units/formal/cdma/fv_any_streams.sv"]),
    Proof("lp_cdma_expand", "fv_cdma_expand", {}, "bmc", 12, covers=False, long=True,
          stand_ins=["tb/units/formal/cdma/fv_any_streams.sv"]),
    Proof("lp_cdma_split packets soon", "fv_cdma_split", {"PART": 0}, "bmc", 10,
          bugs=SPLIT_BUGS[1:], stand_ins=["tb/units/formal/cdma/fv_any_expand.sv"]),
    Proof("lp_cdma_split packets", "fv_cdma_split", {"PART": 0}, "bmc", 12, covers=False, long=True,
          stand_ins=["tb/units/formal/cdma/fv_any_expand.sv"]),
    Proof("lp_cdma_split results", "fv_cdma_split", {"PART": 1}, "bmc", 12, bugs=SPLIT_BUGS[:1],
          stand_ins=["tb/units/formal/cdma/fv_any_expand.sv"]),
]

# The state before the first frame is free, so what holds here holds for all time.
ANY_STATE = {"lp_zvc_enc held data", "lp_bpc_dec held data", "lp_bpc_enc held data",
             "lp_ebd_dec handshake",
             "lp_bpc_pack held data", "lp_bpc_prefix S1", "lp_bpc_prefix S2",
             "lp_cdma_bucket step", "lp_cdma_bucket step again"}
