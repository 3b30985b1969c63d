# SPDX-License-Identifier: Apache-2.0
"""Holds a unit of your own against Linepress, in cocotb (docs/use/cocotb.md).

    golden      what the units compute, on bytes and integers: ZVC, BPC, GBBR, metadata cache
    cycle       what they show at their ports in each cycle, any unit by its name
    lines       lines of 128 bytes that find bugs, by a seed
    beats       golden lines as the beats of the units' streams
    streams     sources, sinks and monitors of valid/ready streams
    scoreboard  a stream against golden beats; all outputs against the cycle model
    bench       all of these around one DUT
    axi         the AXI ports of a unit under the names that cocotbext-axi looks for

The first four work without cocotb. All of it is plain Python on top of liblinepress.so and
liblinepress_cycle.so.
"""
from .library import VERSION as __version__
from .library import CodeError, Error, LibraryError

__all__ = ["__version__", "CodeError", "Error", "LibraryError"]
