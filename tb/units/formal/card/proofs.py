# SPDX-License-Identifier: Apache-2.0
"""Proofs of the units of rtl/card, and the seeded bugs that each must find."""
from proof import Proof

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
UART_CRC = ["fv_any_uart_crc"]
UART_CRC_BUGS = [
    ("lp_card_uart_crc.sv", "x[7] ^ x[6] ^ x[0]}", "x[7] ^ x[6]}"),
    ("lp_card_uart_crc.sv", "g_byte[b-1].crc ^", "crc_i ^"),
]
UART_REPLY_BUGS = [
    ("lp_card_uart_frames.sv", "err_q, write_q, tag_q};", "write_q, err_q, tag_q};"),
    ("lp_card_uart_frames.sv", "(step_q != 3'd0)) data_q", "1'b1) data_q"),
    ("lp_card_uart_frames.sv", "err_q <= csr_bresp_i[1];", "err_q <= csr_rresp_i[1];"),
]
CARD_TEST_REGS = ["fv_any_card_test_regs"]
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

PROOFS = [
    Proof("lp_card_mover put data", "fv_card_mover", {"PART": 0}, "bmc", 12, covers=False,
          bugs=CARD_PUT_BUGS, long=True),
    Proof("lp_card_mover put bursts", "fv_card_mover", {"PART": 0, "DATA": 0}, "bmc", 24,
          bugs=CARD_PUT_BUGS[1:2], long=True),
    Proof("lp_card_mover get data", "fv_card_mover", {"PART": 1}, "bmc", 12, covers=False,
          bugs=CARD_GET_BUGS, long=True),
    Proof("lp_card_mover get bursts", "fv_card_mover", {"PART": 1, "DATA": 0}, "pdr", 24,
          bugs=CARD_GET_BUGS[:1], long=True),
    Proof("lp_card reset", "fv_card_reset", {}, "pdr", 24, bugs=CARD_RESET_BUGS,
          stand_ins=["fv_any_card_parts"], long=True),
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
    Proof("lp_card_test bursts", "fv_card_test", {"PART": 0}, "pdr", 24, long=True,
          bugs=CARD_TEST_BUGS[2:], stand_ins=CARD_TEST_REGS),
    Proof("lp_card_test bursts soon", "fv_card_test", {"PART": 0}, "bmc", 9, covers=False,
          bugs=CARD_TEST_BUGS[:2], stand_ins=CARD_TEST_REGS),
    Proof("lp_card_test places", "fv_card_test", {"PART": 1}, "bmc", 17,
          bugs=CARD_TEST_PLACE_BUGS, stand_ins=CARD_TEST_REGS, long=True),
]
