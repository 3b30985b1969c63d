#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tier `dram` of linepress gpu beside DRAMsim3: the table of a page, from a record of
tb/systems/gpu/dram/compare.py.

    gpu_dram.py RECORD.json PAGE.md

PAGE.md is rewritten between its markers. Exit status 2: bad use, or a bad record or page.
"""
import os
import sys

import page_parts

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
sys.path.insert(0, os.path.join(ROOT, "tb/tree/records"))
import signed  # noqa: E402

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
    lines = ["| " + " | ".join(cells) + " |" for cells in (HEAD, ["---"] * len(HEAD), *rows)]
    most = max(abs(found["by"]["one queue"]["cycles"] / found["by"]["ours"]["cycles"] - 1)
               for found in record["rows"])
    return "\n".join(["", f"Measured by `make gpu-dram` on {head['date']}, seed {head['seed']}, "
                      f"{record['rows'][0]['sectors']} sectors for each row; timings of "
                      f"`{record['gpu']}`.", "", *lines, "",
                      f"The largest difference from DRAMsim3 with one queue is {100 * most:.1f} %.",
                      ""])


def main():
    if len(sys.argv) != 3:
        print("usage: gpu_dram.py RECORD.json PAGE.md", file=sys.stderr)
        return 2
    try:
        page_parts.rewrite(sys.argv[2], "dram", words(signed.read(sys.argv[1])))
    except (OSError, signed.Bad, page_parts.arrays.ArrayError) as error:
        print(f"gpu_dram.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
