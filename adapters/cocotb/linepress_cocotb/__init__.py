# SPDX-License-Identifier: Apache-2.0
"""Compares a unit of your own with Linepress, in cocotb (docs/use/cocotb.md).

    golden      the functions of the units, on bytes and integers: ZVC, BPC, GBBR, metadata cache
    cycle       cycle models: the outputs in each cycle of any unit, by its name
    lines       lines of 128 bytes that find bugs, generated from a seed
    beats       golden lines as beats of the units' streams
    streams     sources, sinks and monitors of valid/ready streams
    scoreboard  compares a stream with golden beats, and all outputs with the cycle model
    bench       all of these for one DUT
    axi         the AXI ports of a unit under the names that cocotbext-axi requires

The first four work without cocotb. Everything is plain Python that calls liblinepress.so and
liblinepress_cycle.so.
"""
from .library import VERSION as __version__
from .library import CodeError, Error, LibraryError

__all__ = ["__version__", "CodeError", "Error", "LibraryError"]
