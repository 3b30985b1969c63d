# SPDX-License-Identifier: Apache-2.0
"""lp_gbbr_xlat: a page's attributes and a line's index in, its addresses in both memories out."""
import random

import cocotb
from linepress_cocotb import golden
from linepress_cocotb.bench import Bench

REQUESTS = 200
PARAMS = {"SHARE_W": 13, "FRAME_W": 23, "SLOT_W": 21, "TAG": 8}
REGS = {"gbbr": 0x1234567000, "mdbase": 0x7654321000, "slots": 5000, "frames": 70000}


def request(rng):
    """Attributes around the limits set by the registers; most are valid."""
    near = rng.random() < 0.3
    compressed = int(rng.random() < 0.9)
    return {"tag": rng.randrange(256), "compressed": compressed,
            "target": rng.randrange(5 if rng.random() < 0.9 else 8) if compressed else 0,
            "slot": rng.randrange(4995, 5005) if near else rng.randrange(5000),
            "frame": rng.randrange(69980, 70005) if near else rng.randrange(69984),
            "index": rng.randrange(64)}


def answer(beat):
    page = golden.Page(beat["compressed"], beat["target"], beat["slot"], beat["frame"])
    fault, place = golden.gbbr_translate(golden.Geometry(share_log2=13), golden.Regs(**REGS), page,
                                         beat["index"])
    return {"tag": beat["tag"], "fault": fault, **place._asdict()}


@cocotb.test(timeout_time=20, timeout_unit="us")
async def translations(dut):
    bench = Bench(dut, "lp_gbbr_xlat", **PARAMS)
    rng = random.Random(bench.seed)
    # cfg_value outputs the register selected by cfg_reg in every cycle, so cfg_reg must not be X.
    config, source = bench.source("cfg", idle="random"), bench.source("s", stall=0.2)
    out = bench.expect("m")
    bench.sink("m", stall=0.3)
    await bench.start()
    config.send(*({"reg": i, "data": value} for i, value in enumerate(REGS.values())))
    while config.waiting:
        await bench.at.edge()
    for _ in range(REQUESTS):
        beat = request(rng)
        source.send(beat)
        out.expect(answer(beat))
    await bench.finish()
