# SPDX-License-Identifier: Apache-2.0
"""lp_zvc_enc: lines in, as memory entries and as a packed stream; beats out."""
import cocotb
from linepress_cocotb import beats
from linepress_cocotb.bench import Bench
from linepress_cocotb.lines import random_lines

LINES = 60


def bench_of(dut, idle):
    """(bench, source, scoreboard of m, scoreboard of l); l has no ready."""
    bench = Bench(dut, "lp_zvc_enc", ELEM=32)
    source, out = bench.source("s", stall=0.2, idle=idle), bench.expect("m")
    bench.sink("m", stall=0.3)
    bench.stream("l", valid="l_valid_o", size="l_size_o", sectors="l_sectors_o")
    return bench, source, out, bench.expect("l")


@cocotb.test(timeout_time=20, timeout_unit="us")
async def entries(dut):
    bench, source, out, told = bench_of(dut, idle="x")
    await bench.start()
    for line in random_lines(bench.seed, LINES):
        source.send(*beats.raw(line, mem=1))
        out.expect(*beats.zvc_entry(line))
        told.expect(beats.zvc_told(line))
    await bench.finish()


@cocotb.test(timeout_time=20, timeout_unit="us")
async def stream(dut):
    bench, source, out, told = bench_of(dut, idle="random")
    await bench.start()
    lines = random_lines(bench.seed, LINES)
    for i, line in enumerate(lines):
        source.send(*beats.raw(line, mem=0, last=int(i == len(lines) - 1)))
    out.expect(*beats.zvc_stream(lines))
    told.expect(*map(beats.zvc_told, lines))
    await bench.finish()


@cocotb.test(timeout_time=20, timeout_unit="us")
async def reset_inside(dut):
    """A reset in mid-line: what was inside is gone, and what follows is right."""
    bench, source, out, told = bench_of(dut, idle="x")
    await bench.start()
    first, second = random_lines(bench.seed, 2 * LINES)[::2], random_lines(bench.seed + 1, LINES)
    for line in first:
        source.send(*beats.raw(line, mem=1))
        out.expect(*beats.zvc_entry(line))
        told.expect(beats.zvc_told(line))
    while source.waiting > LINES * 2:
        await bench.at.edge()
    await bench.restart()
    for line in second:
        source.send(*beats.raw(line, mem=1))
        out.expect(*beats.zvc_entry(line))
        told.expect(beats.zvc_told(line))
    await bench.finish()
