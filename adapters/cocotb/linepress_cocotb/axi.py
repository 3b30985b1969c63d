# SPDX-License-Identifier: Apache-2.0
"""The AXI ports of a unit under the names that cocotbext-axi requires.

    AxiRamRead(axi.read_bus(dut), dut.clk_i, dut.rst_ni, reset_active_level=False, size=2**20)

Units send INCR bursts of 32-byte beats and have no ports for size and burst, which cocotbext-axi
requires: it gets constants.
"""
from cocotbext.axi import AxiReadBus, AxiWriteBus

INCR, BEAT_OF_32 = 1, 5


class Constant:
    """The value that cocotbext-axi reads if the DUT has no such port."""

    def __init__(self, value, bits):
        self.value, self._bits = value, bits

    def __len__(self):
        return self._bits


class Pins:
    """Acts as a DUT whose port `araddr` is the unit's PREFIXaraddr_o. `names` are the ports to
    provide."""

    def __init__(self, dut, prefix=""):
        self._name, self._log = dut._name, dut._log
        for channel in ("ar", "aw"):
            setattr(self, f"{channel}size", Constant(BEAT_OF_32, 3))
            setattr(self, f"{channel}burst", Constant(INCR, 2))
        for name in dir(dut):
            bare = name.removeprefix(prefix).removesuffix("_i").removesuffix("_o")
            if name.startswith(prefix) and bare != name:
                setattr(self, bare, getattr(dut, name))


def read_bus(dut, prefix=""):
    return AxiReadBus.from_entity(Pins(dut, prefix))


def write_bus(dut, prefix=""):
    return AxiWriteBus.from_entity(Pins(dut, prefix))
