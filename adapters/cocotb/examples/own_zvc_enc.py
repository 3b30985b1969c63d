# SPDX-License-Identifier: Apache-2.0
"""A third-party encoder, own_zvc_enc.sv, compared with golden ZVC."""
import struct

import cocotb
from linepress_cocotb import golden
from linepress_cocotb.bench import Bench
from linepress_cocotb.lines import random_lines


def words_of(record):
    """The record as this encoder sends it."""
    words = struct.unpack(f"<{len(record) // 4}I", record)
    return [{"word": word, "eop": int(i == len(words) - 1)} for i, word in enumerate(words)]


async def encode(bench, count):
    bench.stream("line", valid="line_vld", ready="line_rdy", data="line")
    bench.stream("rec", valid="rec_vld", ready="rec_rdy", word="rec_word", eop="rec_eop")
    source, out = bench.source("line", stall=0.2), bench.expect("rec")
    bench.sink("rec", stall=0.3)
    await bench.start()
    for i, line in enumerate(random_lines(bench.seed, count)):
        source.send({"data": int.from_bytes(line, "little")})
        out.expect(*words_of(golden.zvc_encode_record(line)), about=f"line {i}")
    await bench.finish()


@cocotb.test(timeout_time=100, timeout_unit="us")
async def records(dut):
    await encode(Bench(dut, clock="clk", reset="rst", active=1), 60)


@cocotb.test(timeout_time=100, timeout_unit="us")
async def no_reset(dut):
    """The bench of a DUT without a reset; the previous test has reset this one."""
    dut.rst.value = 0
    await encode(Bench(dut, clock="clk", reset=None), 5)
