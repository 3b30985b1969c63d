# SPDX-License-Identifier: Apache-2.0
"""lp_bpc_dec: entries in, lines out. Icarus simulates one cycle of this unit in 60 ms."""
import cocotb
from linepress_cocotb import beats
from linepress_cocotb.bench import Bench
from linepress_cocotb.lines import random_lines


@cocotb.test(timeout_time=20, timeout_unit="us")
async def entries(dut):
    bench = Bench(dut, "lp_bpc_dec")
    source, out = bench.source("s", stall=0.1), bench.expect("m")
    bench.sink("m", stall=0.1)
    await bench.start()
    for line in random_lines(bench.seed, 40 if cocotb.SIM_NAME == "Verilator" else 11):
        source.send(*({key: beat[key] for key in ("data", "last", "sectors")}
                      for beat in beats.bpc_entry(line)))
        out.expect(*beats.decoded(line))
    await bench.finish()
