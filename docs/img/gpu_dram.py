#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tier `dram` of linepress gpu beside DRAMsim3 and Ramulator: the table of a page, from a record of
tb/systems/gpu/dram/compare.py.

    gpu_dram.py RECORD.json PAGE.md

PAGE.md is rewritten between its markers. Exit status 2: bad use, or a bad record or page.
"""
import sys

import record_page
from page_parts import table

SIMULATORS = ("ours", "one queue", "a queue for each bank", "Ramulator")
COMPARED = ("one queue", "Ramulator")
HEAD = ("requests", "map", "writes", *(f"{what}, {who}" for what in ("peak", "row hits")
                             for who in SIMULATORS), "off DRAMsim3 by", "off Ramulator by",
        "those two differ by")
BOUND = 0.1


def difference(one, other):
    return "–" if None in (one, other) else f"{100 * (one / other - 1):+.1f} %"


def shown(share):
    return "stops" if share is None else f"{share:.3f}"


def row(record, found):
    """A simulator that stopped before the end has 0 cycles."""
    runs = [found["by"][who] for who in SIMULATORS]
    shares = [record["burst"] * found["sectors"] / run["cycles"] if run["cycles"] else None
              for run in runs]
    hits = [run["row_hits"] / found["sectors"] if run["cycles"] else None for run in runs]
    return (found["pattern"], f"`{found['map']}`", f"{100 * found['writes'] / found['sectors']:.0f} %",
            *map(shown, shares), *map(shown, hits), difference(shares[0], shares[1]),
            difference(shares[0], shares[3]), difference(shares[3], shares[1]))


def is_within(found):
    """Cycles and row hits of ours within the larger of a tenth and the two simulators' difference, of
    one of them. Row hits: as shares of the sectors."""
    ours = found["by"]["ours"]
    others = [found["by"][who] for who in COMPARED if found["by"][who]["cycles"]]

    def near(values, value, whole):
        most = max(BOUND, (max(values) - min(values)) / whole)
        return min(abs(value - v) for v in values) / whole <= most

    cycles, hits = [o["cycles"] for o in others], [o["row_hits"] for o in others]
    return near(cycles, ours["cycles"], min(cycles)) and near(hits, ours["row_hits"],
                                                              found["sectors"])


def largest(record, who):
    return 100 * max(abs(found["by"][who]["cycles"] / found["by"]["ours"]["cycles"] - 1)
                     for found in record["rows"] if found["by"][who]["cycles"])


def words(record):
    head = record["record"]
    rows = [row(record, found) for found in record["rows"]]
    within = sum(map(is_within, record["rows"]))
    return "\n".join(["", f"Measured by `make gpu-dram` on {head['date']}, seed {head['seed']}, "
                      f"{max(one['sectors'] for one in record['rows'])} sectors for each row, or as many as a "
                      "program asks for; timings of "
                      f"`{record['gpu']}`.", "", *table(HEAD, rows), "",
                      f"The largest difference from DRAMsim3 with one queue is "
                      f"{largest(record, 'one queue'):.1f} %, from Ramulator "
                      f"{largest(record, 'Ramulator'):.1f} %. Cycles and row hits are within a tenth of "
                      "one of the two, or within their difference where that is larger, in "
                      f"{within} of {len(rows)} rows.", ""])


if __name__ == "__main__":
    sys.exit(record_page.main("dram", {"dram": words}))
