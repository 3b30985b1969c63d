#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tier `dram` of linepress gpu beside DRAMsim3: the table of a page, from a record of
tb/systems/gpu/dram/compare.py.

    gpu_dram.py RECORD.json PAGE.md

PAGE.md is rewritten between its markers. Exit status 2: bad use, or a bad record or page.
"""
import sys

import record_page
from page_parts import table

SIMULATORS = ("ours", "one queue", "a queue for each bank")
HEAD = ("requests", "map", *(f"{what}, {who}" for what in ("peak", "row hits")
                             for who in SIMULATORS), "off by", "those two differ by")


def difference(one, other):
    return f"{100 * (one / other - 1):+.1f} %"


def row(record, found):
    cycles = [found["by"][who]["cycles"] for who in SIMULATORS]
    shares = [record["burst"] * found["sectors"] / c for c in cycles]
    hits = [found["by"][who]["row_hits"] / found["sectors"] for who in SIMULATORS]
    return (found["pattern"], f"`{found['map']}`", *(f"{s:.3f}" for s in shares),
            *(f"{h:.3f}" for h in hits), difference(shares[0], shares[1]),
            difference(shares[2], shares[1]))


def words(record):
    head = record["record"]
    rows = [row(record, found) for found in record["rows"]]
    most = max(abs(found["by"]["one queue"]["cycles"] / found["by"]["ours"]["cycles"] - 1)
               for found in record["rows"])
    return "\n".join(["", f"Measured by `make gpu-dram` on {head['date']}, seed {head['seed']}, "
                      f"{record['rows'][0]['sectors']} sectors for each row; timings of "
                      f"`{record['gpu']}`.", "", *table(HEAD, rows), "",
                      f"The largest difference from DRAMsim3 with one queue is {100 * most:.1f} %.",
                      ""])


if __name__ == "__main__":
    sys.exit(record_page.main({"dram": words}))
