# SPDX-License-Identifier: Apache-2.0
"""Proofs of the units of rtl/sdram, and the seeded bugs that each must find."""
from proof import Proof

SDRAM_BUGS = [
    ("lp_sdram.sv", "pause = WAIT_W'(RCD - 1);", "pause = WAIT_W'(0);"),
    ("lp_sdram.sv", "if (n_q == 4'd7) state = SET;", "if (n_q == 4'd6) state = SET;"),
    ("lp_sdram.sv", "write_q ? WAIT_W'(WR - 1) : WAIT_W'(CAS - 1)",
     "write_q ? WAIT_W'(0) : WAIT_W'(CAS - 1)"),
    ("lp_sdram.sv", "r_full_q <= ~r_beat & (r_full_q | r_filled);", "r_full_q <= r_filled;"),
    ("lp_sdram.sv", "assign s_awready_o = up_q & ~w_open_q & ~b_q;",
     "assign s_awready_o = up_q & ~w_open_q;"),
    ("lp_sdram.sv", "assign out = go & ~cmd[3];", "assign out = ~cmd[3];"),
    ("lp_sdram.sv", "oe_q <= put;", "oe_q <= move;"),
]

PROOFS = [
    Proof("lp_sdram", "fv_sdram", {}, "pdr", 50, bugs=SDRAM_BUGS, dear=True),
]
