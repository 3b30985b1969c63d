# SPDX-License-Identifier: Apache-2.0
"""lp_zvc_dec: entries, good and damaged, and a packed stream in; lines out."""
import random

import cocotb
from linepress_cocotb import CodeError, beats, golden
from linepress_cocotb.bench import Bench
from linepress_cocotb.lines import random_lines

LINES = 60


def bench_of(dut, idle):
    bench = Bench(dut, "lp_zvc_dec", ELEM=32)
    source, out = bench.source("s", stall=0.2, idle=idle), bench.expect("m")
    bench.sink("m", stall=0.3)
    return bench, source, out


def sent(entry):
    """Beats of an entry as driven into the decoder, without the fields that it does not have."""
    return [{key: beat[key] for key in ("data", "mem", "last", "count", "sectors")}
            for beat in entry]


def damaged(rng, entry):
    """The entry with one bit flipped, and the line that it then decodes to, or None."""
    if len(entry) in (0, 128):
        return entry, golden.zvc_decode_entry(entry)
    bit = rng.randrange(8 * len(entry))
    entry = (int.from_bytes(entry, "little") ^ 1 << bit).to_bytes(len(entry), "little")
    try:
        return entry, golden.zvc_decode_entry(entry)
    except CodeError:
        return entry, None


@cocotb.test(timeout_time=20, timeout_unit="us")
async def entries(dut):
    bench, source, out = bench_of(dut, idle="x")
    await bench.start()
    for line in random_lines(bench.seed, LINES):
        source.send(*sent(beats.zvc_entry(line)))
        out.expect(*beats.decoded(line, end=1))
    await bench.finish()


@cocotb.test(timeout_time=20, timeout_unit="us")
async def damaged_entries(dut):
    bench, source, out = bench_of(dut, idle="random")
    rng = random.Random(bench.seed)
    await bench.start()
    for line in random_lines(bench.seed, LINES):
        entry, now = damaged(rng, golden.zvc_encode_entry(line))
        source.send(*({**beat, "mem": 1} for beat in beats.cut_entry(entry)))
        out.expect(*(beats.decoded(now, end=1) if now is not None else beats.bad(end=1)))
    await bench.finish()


@cocotb.test(timeout_time=20, timeout_unit="us")
async def stream(dut):
    bench, source, out = bench_of(dut, idle="x")
    await bench.start()
    lines = random_lines(bench.seed, LINES)
    source.send(*beats.zvc_stream(lines))
    for i, line in enumerate(lines):
        out.expect(*beats.decoded(line, end=int(i == len(lines) - 1)))
    await bench.finish()
