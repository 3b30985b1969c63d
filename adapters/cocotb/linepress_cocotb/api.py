# SPDX-License-Identifier: Apache-2.0
"""Differences between cocotb 2 and cocotb 1.9. No other file of this package checks the version."""
import os

import cocotb
from cocotb.clock import Clock

V2 = int(cocotb.__version__.split(".", maxsplit=1)[0]) >= 2

if V2:
    from cocotb.types import LogicArray
else:
    from cocotb.binary import BinaryValue


def start_clock(signal, period_ns):
    clock = Clock(signal, period_ns, **{"unit" if V2 else "units": "ns"})
    if V2:
        clock.start()
    else:
        cocotb.start_soon(clock.start())


def read(handle):
    """(value, unknown): the bits, 0 where they are X or Z, and a mask of the unknown ones."""
    text = str(handle.value).upper()
    known = text.translate({ord("X"): "0", ord("Z"): "0"})
    if known == text:
        return int(text, 2), 0
    return int(known, 2), int(text.translate({ord("1"): "0", ord("X"): "1", ord("Z"): "1"}), 2)


def drive_unknown(handle):
    """Drives X onto every bit."""
    bits = len(handle)
    handle.value = LogicArray("X" * bits) if V2 else BinaryValue("x" * bits, n_bits=bits)


def has_unknown():
    """Whether the simulator supports X; otherwise idle payload is random instead."""
    return cocotb.SIM_NAME.lower() != "verilator"


def seed():
    """LP_SEED, or the seed that cocotb prints."""
    return int(os.environ.get("LP_SEED") or int(cocotb.RANDOM_SEED) % 2**32)


def log(dut, text):
    dut._log.info(text)


def text(handle):
    """A signal's value for a message: hexadecimal, or binary digits if some are X."""
    value, unknown = read(handle)
    return str(handle.value).upper() if unknown else f"{value:#x}"
