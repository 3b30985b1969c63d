#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sector ratios of the sample arrays with EBD and with the best codec in each line. TAP."""
import ctypes
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(ROOT, "docs/img"), os.path.join(ROOT, "tb")]
import mixed_sectors  # noqa: E402
import tap  # noqa: E402
from mixed_sectors import EITHER, arrays  # noqa: E402

BUILD = os.environ.get("BUILD", "build")
WITHIN = 0.001
COLUMNS = ("BPC", EITHER, "EBD", "auto")
RATIOS = {
    "bf16 weight": (1.004, 1.004, 1.333, 1.333),
    "bf16 wgrad": (1.041, 1.043, 1.317, 1.317),
    "bf16 act": (1.204, 1.435, 1.789, 1.868),
    "bf16 agrad": (1.178, 2.043, 3.685, 3.685),
    "dl fp16": (1.080, 1.316, 1.078, 1.449),
    "dl fp32": (1.112, 1.498, 1.055, 1.486),
    "hpc": (1.071, 1.082, 1.032, 1.085),
    "all": (1.094, 1.258, 1.117, 1.321),
}
WITH_ZVC_32 = {"dl fp16": 1.363, "dl fp32": 1.528}


def main():
    members = [arrays.Array(path, entry) for path, entry in arrays.manifest().items()]
    library = ctypes.CDLL(os.path.abspath(os.path.join(BUILD, "liblinepress.so")))
    rows = mixed_sectors.measure(os.path.join(BUILD, "linepress"), library, members)
    tap.result(rows["all"][0] != 27844, "27,844 lines")
    for row, wanted in RATIOS.items():
        lines, sectors, chosen = rows[row]
        for column, want in [*zip(COLUMNS, wanted), ("auto, ZVC-32", WITH_ZVC_32.get(row))]:
            got = mixed_sectors.ratio(lines, sectors[column])
            if want is not None:
                tap.result(abs(got - want) > WITHIN and f"{got:.4f}", f"{row}, {column}: {want}")
        tap.result(not 0 < sum(chosen.values()) <= lines, f"{row}: no line is chosen twice")
    return tap.end()


sys.exit(main())
