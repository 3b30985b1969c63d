# SPDX-License-Identifier: Apache-2.0
"""Small warp traces, each with one mechanism of a GPU: for comparisons with other simulators."""
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../cli"))
import lpw_write  # noqa: E402
from lpw import BARRIER, END, LOAD, STORE, Buffer, Launch, Record  # noqa: E402

BASE, LINES, LINE, SECTOR = 0x10000000, 1 << 14, 128, 32
GROUPS, WARPS, ACCESSES, LATER = 160, 8, 4, 6


def access(kind, address, step, gap, use):
    """All lanes, 4 bytes each, `step` bytes apart."""
    lanes = {lane: address + step * lane for lane in range(32)}
    stored = {lane: bytes(4) for lane in lanes} if kind == STORE else {}
    return Record(kind, gap, lanes, 4, use if kind == LOAD else 0, False, stored)


def launch(name, groups, warps, records_of):
    """`records_of(group, warp)` gives a warp's records without its end."""
    body = {(g, w): records_of(g, w) + [Record(END, LATER)]
            for g in range(groups) for w in range(warps)}
    return [Buffer("a", BASE, LINES * LINE, bytes(LINES * LINE), False),
            Launch(name, [32 * groups * warps, 1, 1], [32 * warps, 1, 1], warps=body)]


def accesses(name, kind, step, place):
    """Many warps; `place(n)` is the address of access n."""
    return launch(name, GROUPS, WARPS, lambda group, warp: [
        access(kind, place((group * WARPS + warp) * ACCESSES + n), step, 2, LATER)
        for n in range(ACCESSES)])


def chase(lines, rounds):
    return launch("chase", 1, 1, lambda group, warp: [
        access(LOAD, BASE + n % lines * LINE, 0, 0, 1) for n in range(lines * rounds)])


def barriers(group, warp):
    return [Record(BARRIER, 8 + (group + 3 * warp + 5 * n) % 16) for n in range(10)]


def traces(seed):
    """{name: bytes of the trace}"""
    draw = random.Random(seed)
    made = {"made_chase": chase(64, 1), "made_chase_l1": chase(64, 4),
            "made_stream": accesses("stream", LOAD, 4, lambda n: BASE + n % LINES * LINE),
            "made_lines": accesses("lines", LOAD, 4, lambda n: BASE + draw.randrange(LINES) * LINE),
            "made_sectors": accesses("sectors", LOAD, 0,
                                     lambda n: BASE + draw.randrange(4 * LINES) * SECTOR),
            "made_stores": accesses("stores", STORE, 4, lambda n: BASE + n % LINES * LINE),
            "made_barriers": launch("barriers", GROUPS, WARPS, barriers)}
    return {name: lpw_write.trace(items) for name, items in made.items()}
