# SPDX-License-Identifier: Apache-2.0
"""lp_zvc_enc: lines in, as memory entries and as a packed stream; beats out."""
import cocotb
from linepress_cocotb import Error, beats
from linepress_cocotb.bench import Bench
from linepress_cocotb.lines import random_lines

LINES = 60


def bench_of(dut, idle, names=None):
    """(bench, source, scoreboard of m, scoreboard of l); l has no ready."""
    bench = Bench(dut, "lp_zvc_enc", ELEM=32, names=names)
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
    bench, source, out, told = bench_of(
        dut, idle="random", names={"m_last": "m_last_o", "l_sectors": None})
    assert "l_sectors" not in bench.pins and "m_last" in bench.pins
    await bench.start()
    lines = random_lines(bench.seed, LINES)
    for i, line in enumerate(lines):
        source.send(*beats.raw(line, mem=0, last=int(i == len(lines) - 1)))
    out.expect(*beats.zvc_stream(lines))
    told.expect(*map(beats.zvc_told, lines))
    await bench.finish()


@cocotb.test(timeout_time=20, timeout_unit="us")
async def reset_inside(dut):
    """A reset in mid-line: the line in the DUT is discarded, and the following ones are right."""
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


REFUSED = (
    (dict(unit="lp_zvc_dec", ELEM=32), "lp_zvc_enc has no s_count_i for s_count of lp_zvc_dec: say "
     "names={'s_count': ...}"),
    (dict(unit="lp_zvc_enc", ELEM=12), "lp_zvc_enc refuses ELEM=12: invalid argument (it takes 8, "
     "16, 32)"),
    (dict(unit="lp_zvc_enc", names={"m_size": "m_count_o"}), "m_size has 6 bits in the DUT, 8 in "
     "the cycle model"),
    (dict(unit="lp_zvc_enc", names={"size": "m_size_o"}), "lp_zvc_enc has no port 'size'"),
)


@cocotb.test(timeout_time=1, timeout_unit="us")
async def refused(dut):
    """Invalid arguments are reported before the simulation begins."""
    for given, words in REFUSED:
        try:
            Bench(dut, **given)
        except Error as err:
            assert str(err) == words, f"said: {err}"
        else:
            raise AssertionError(f"not said: {words}")
    bench = Bench(dut, "lp_zvc_enc", ELEM=32)
    for wrong, words in ((lambda: bench.source("t"), "no stream 't' (there is s, m)"),
                         (lambda: bench.source("s", idle="z"),
                          "idle payload is x, random or zero, not 'z'"),
                         (lambda: bench.source("s").send({"datum": 1}),
                          "stream s has no payload datum")):
        try:
            wrong()
        except Error as err:
            assert str(err) == words, f"said: {err}"
        else:
            raise AssertionError(f"not said: {words}")
    await bench.start()
