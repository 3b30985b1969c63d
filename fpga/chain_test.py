#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The open tools end to end on a card without an engine (fpga/chain) for the smallest ECP5: its
bitstream, the host tool on its routed netlist, one inverted lookup table, and Icarus. Skipped if
the tools are not installed."""
import os
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path[:0] = [HERE, *(os.path.join(ROOT, d) for d in ("synth", "tb", "tb/dma/card"))]
sys.dont_write_bytecode = True
import board_open  # noqa: E402
import boards  # noqa: E402
import netlist_run  # noqa: E402
import netlist_sim  # noqa: E402
import route  # noqa: E402
from tap import end, result, skip  # noqa: E402

TOOLS = os.path.join(boards.BUILD, "route-venv/bin")
CHAIN = {"name": "chain", "folder": os.path.join(HERE, "chain"), "part": "LFE5U-12F-6BG381C",
         "tool": "ecp5 --12k --package CABGA381 --speed 6", "params": {}}
# The identity block is at each page, also where its list has the engine. Nothing but a card whose
# line, registers and list are right gets this answer.
SAYS = "has the engine at 0x4000, but 0x4950434c is there"
CYCLES = 6000       # in Icarus; the first request comes after 3000
FLIPPED = "u_regs"


def info(netlist, *trace):
    """Exit status of `info` on a netlist, and what it says."""
    with netlist_run.Card(netlist, 4, *trace) as card:
        status, out, err = card.way("info", "--timeout", "5")
    return status, out + err


def test_run(work):
    """`work` has routed.json."""
    routed = f"{work}/routed.json"
    netlist_run.text_of(routed, f"{work}/good")
    said = info(f"{work}/good", f"{work}/pins", CYCLES)
    result("" if said[0] == 2 and SAYS in said[1] else str(said), "info on the routed netlist")
    name = netlist_run.text_of(routed, f"{work}/bad", "--flip-in", FLIPPED)
    other = info(f"{work}/bad")
    result("" if other != said else str(other), f"{name}: another answer")
    netlist_run.text_of(routed, f"{work}/tied.json", "--json")
    cycles, wrong = netlist_sim.compare(work)
    result(wrong or ("" if cycles == CYCLES else f"{cycles} cycles"), "Icarus has the same pins")


def main():
    if not os.path.exists(f"{TOOLS}/../ready"):
        skip("a bitstream by the open tools", "they are not installed; make test LP_PYPI=1 tries to")
        return end()
    os.makedirs(f"{boards.BUILD}/fpga", exist_ok=True)
    # The tools have a /tmp of their own.
    with tempfile.TemporaryDirectory(prefix="chain-", dir=f"{boards.BUILD}/fpga") as work:
        try:
            # Without a commit in it, so that the netlist is the same after each.
            shutil.copyfile(f"{HERE}/chain/top.sv", f"{work}/top.sv")
            made = board_open.build(CHAIN, TOOLS, work, boards.files_of("chain", "fpga")[:-1], (1,))
        except (route.RouteError, board_open.TimingMissed) as err:
            result(str(err), "a bitstream by the open tools")
            return end()
        result("" if made["bit_bytes"] else str(made),
               f"a bitstream by the open tools: {made['lut']} LUT, {made['mhz']} MHz")
        test_run(work)
    return end()


if __name__ == "__main__":
    sys.exit(main())
