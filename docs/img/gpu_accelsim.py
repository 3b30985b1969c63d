#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kernels of linepress gpu beside Accel-Sim: the table of a page, from a record of
tb/systems/gpu/accelsim.py.

    gpu_accelsim.py RECORD.json PAGE.md

PAGE.md is rewritten between its markers. Exit status 2: bad use, or a bad record or page.
"""
import math
import sys

import record_page
from page_parts import table

TIERS = ("fixed", "dram")


def correlation(pairs):
    """Pearson's."""
    ours, theirs = zip(*pairs)
    means = [sum(side) / len(side) for side in (ours, theirs)]
    away = [(a - means[0], b - means[1]) for a, b in pairs]
    return sum(a * b for a, b in away) / math.sqrt(
        sum(a * a for a, _ in away) * sum(b * b for _, b in away))


def error(ours, theirs):
    return 100 * (ours / theirs - 1)


def kernels(record):
    head = ("kernel", "warp instructions", "memory instructions", *(f"`{t}`" for t in TIERS),
            "Accel-Sim", *(f"`{t}` off by" for t in TIERS), "bound by, here")
    rows = [(k["program"], k["warp_instructions"], k["memory_instructions"],
             *(k["ours"][t] for t in TIERS), k["theirs"],
             *(f"{error(k['ours'][t], k['theirs']):+.0f} %" for t in TIERS), k["bound_by"])
            for k in record["kernels"]]
    return table(head, rows)


def sums(record):
    rows = []
    for tier in TIERS:
        pairs = [(k["ours"][tier], k["theirs"]) for k in record["kernels"]]
        errors = [error(*pair) for pair in pairs]
        logs = [(math.log(a), math.log(b)) for a, b in pairs]
        rows.append((f"`{tier}`", f"{correlation(pairs):.3f}", f"{correlation(logs):.3f}",
                     f"{sum(map(abs, errors)) / len(errors):.0f} %",
                     f"{sum(errors) / len(errors):+.0f} %", f"{max(errors, key=abs):+.0f} %"))
    return table(("tier", "correlation", "of logarithms", "mean of absolute errors", "mean error",
                  "largest error"), rows)


def words(record):
    head = record["record"]
    return "\n".join(["", f"Measured by `make gpu-accelsim` on {head['date']}: `{record['gpu']}` beside "
                      f"{record['their_gpu']}, {record['versions']}; {len(record['kernels'])} kernels, "
                      "cycles.", "", *kernels(record), "", *sums(record), ""])


if __name__ == "__main__":
    sys.exit(record_page.main("gpu-accelsim", {"accelsim": words}))
