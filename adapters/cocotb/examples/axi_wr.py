# SPDX-License-Identifier: Apache-2.0
"""lp_axi_wr against cocotbext-axi's AxiRam: 300 writes, stalls on all channels."""
import random

import cocotb
from cocotbext.axi import AxiRamWrite
from linepress_cocotb import axi
from linepress_cocotb.bench import Bench
from linepress_cocotb.streams import pauses

WRITES, SIZE, PAGE = 300, 1 << 16, 4096


def places(rng):
    """(address, sectors, eight, id) of writes; ids rotate, so that a write across a 4 KiB boundary
    has an id that no other write in flight has."""
    for i in range(WRITES):
        sectors = rng.randrange(1, 5)
        at = 32 * rng.randrange(SIZE // 32 - sectors)
        if rng.random() < 0.3:
            at = PAGE * rng.randrange(1, SIZE // PAGE) - 32 * rng.randrange(1, 5)
        eight = int(rng.random() < 0.2)
        yield (at + 8 * rng.randrange(4) if eight else at), (1 if eight else sectors), eight, i % 32


@cocotb.test(timeout_time=60, timeout_unit="us")
async def writes(dut):
    bench = Bench(dut, "lp_axi_wr", ID_W=5)
    rng = random.Random(bench.seed)
    ram = AxiRamWrite(axi.write_bus(dut), dut.clk_i, dut.rst_ni, reset_active_level=False,
                      size=SIZE)
    for name in ("aw", "w", "b"):
        getattr(ram, f"{name}_channel").set_pause_generator(pauses(f"{bench.seed} {name}", 0.3))
    source, data = bench.source("s", stall=0.1), bench.source("d", stall=0.1)
    out = bench.expect("m")
    bench.sink("m", stall=0.3)
    for name in ("aw", "w", "b"):
        bench.monitor(name)
    await bench.start()
    truth = bytearray(SIZE)
    for at, sectors, eight, name in places(rng):
        source.send({"addr": at, "sectors": sectors, "eight": eight, "id": name})
        payload = rng.randbytes(32 * sectors)
        data.send(*({"data": int.from_bytes(payload[i:i + 32], "little")}
                    for i in range(0, len(payload), 32)))
        count = 8 if eight else 32 * sectors
        truth[at:at + count] = payload[:count]
        out.expect({"id": name, "err": 0})
    await bench.finish()
    assert ram.read(0, SIZE) == bytes(truth), "memory is not what was written"
