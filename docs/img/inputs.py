#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Targets of small inputs on large ones: the table of a page, from a record of
tb/systems/studies/inputs.py.

    inputs.py RECORD.json PAGE.md

PAGE.md is rewritten between its markers. Exit status 2: bad use, or a bad record or page.
"""
import sys

import record_page
from page_parts import table
from study_pages import PAPER_STEPS, SHORT_NAMES, bold, mean_pair, number, pair
from study_program import STEPS, geometric

HEAD = ("program", "small input", "MB", "large input", "MB", "points", "allocations", *SHORT_NAMES,
        "best", "targets of the small input")


def cells(row):
    (small, large), (less, more) = row["inputs"], row["bytes"]
    return (row["program"], small, f"{less / 1e6:.1f}", large, f"{more / 1e6:.1f}", row["points"],
            row["allocations"], *(pair(row["steps"][step]) for step in STEPS), number(row["best"]),
            pair(row["applied"]))


def means(rows):
    return bold("mean", *[""] * 6, *(mean_pair(r["steps"][step] for r in rows) for step in STEPS),
                number(geometric(r["best"] for r in rows)),
                mean_pair(r["applied"] for r in rows))


def paper():
    ratio, buddy = PAPER_STEPS["zero"]["hpc"]
    return ("paper", *[""] * 9, f"{ratio} / {buddy}", "", "")


def words(record):
    head, rows = record["record"], record["rows"]
    return "\n".join(["", f"Measured by `make inputs-record` on {head['date']}.", "",
                      *table(HEAD, [*map(cells, rows), means(rows), paper()]), ""])


if __name__ == "__main__":
    sys.exit(record_page.main("inputs", {"inputs": words}))
