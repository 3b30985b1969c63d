# SPDX-License-Identifier: Apache-2.0
"""lp_axi_rd against cocotbext-axi's AxiRam: 300 reads, stalls on all channels."""
import random
import types

import cocotb
from cocotbext.axi import AxiRamRead
from linepress_cocotb import axi
from linepress_cocotb.bench import Bench
from linepress_cocotb.streams import pauses

READS, SIZE = 300, 1 << 16


@cocotb.test(timeout_time=60, timeout_unit="us")
async def reads(dut):
    bench = Bench(dut, "lp_axi_rd", ID_W=5)
    rng = random.Random(bench.seed)
    ram = AxiRamRead(axi.read_bus(dut), dut.clk_i, dut.rst_ni, reset_active_level=False, size=SIZE)
    ram.write(0, rng.randbytes(SIZE))
    ram.ar_channel.set_pause_generator(pauses(f"{bench.seed} ar", 0.3))
    ram.r_channel.set_pause_generator(pauses(f"{bench.seed} r", 0.3))
    source, out = bench.source("s", stall=0.1), bench.expect("m")
    bench.sink("m", stall=0.3)
    bench.monitor("ar")
    bench.monitor("r")
    await bench.start()
    for _ in range(READS):
        sectors = rng.randrange(1, 5)
        at, name = 32 * rng.randrange(SIZE // 32 - sectors), rng.randrange(32)
        source.send({"addr": at, "sectors": sectors, "id": name})
        out.expect(*({"id": name, "err": 0, "data": int.from_bytes(ram.read(at + 32 * i, 32),
                                                                  "little")}
                     for i in range(sectors)))
    await bench.finish()


@cocotb.test(timeout_time=1, timeout_unit="us")
async def names(dut):
    """Ports with the prefix get AXI's names; ports without it are not visible."""
    ports = {name: object() for name in ("dev_arvalid_o", "dev_rdata_i", "arready_i", "clk_i")}
    pins = axi.Pins(types.SimpleNamespace(_name="dut", _log=None, **ports), "dev_")
    assert pins.arvalid is ports["dev_arvalid_o"] and pins.rdata is ports["dev_rdata_i"]
    assert not hasattr(pins, "arready") and not hasattr(pins, "clk")
    assert (pins.arsize.value, len(pins.arsize), pins.awburst.value) == (5, 3, 1)
