#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The record of the units' energy is plausible, and docs/studies/unit-energy.md has its figures."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "../../..")
sys.path[:0] = [os.path.join(ROOT, "docs/img"), os.path.join(ROOT, "tb")]
sys.dont_write_bytecode = True
import tap  # noqa: E402
import unit_energy  # noqa: E402
import marked  # noqa: E402
import record  # noqa: E402
import signed  # noqa: E402

PAGE = os.path.join(ROOT, "docs/studies/unit-energy.md")


def test_record():
    """Of any unit a stall costs less than a line, and a line takes four cycles."""
    found = [unit_energy.Unit(row) for row in signed.read(record.RECORD)["units"]]
    wrong = []
    for unit in found:
        kinds = unit.row["kinds"]
        least = min(unit.total(run) / run["cycles"] for run in kinds.values())
        wrong += [f"{unit.title}, {unit.library}: {mode} takes {unit.total(run) / run['cycles']} "
                  f"pJ a cycle, a line {least}" for mode, run in unit.row["still"].items()
                  if unit.total(run) / run["cycles"] >= least]
        wrong += [f"{unit.title}, {unit.library}: {run['lines']} lines in {run['cycles']} cycles"
                  for run in kinds.values() if not 0 <= run["cycles"] - 4 * run["lines"] <= 16]
        wrong += [] if unit_energy.data(kinds["zero line"]) < unit_energy.data(kinds["raw line"]) \
            else [f"{unit.title}: zero lines take more than raw ones"]
    tap.result(wrong or not found, f"in {len(found)} rows a stalled cycle takes less than any "
               "line's, and zero lines take less data energy than raw ones")


def test_page():
    tap.result([] if marked.with_text(PAGE, unit_energy.BEGIN, unit_energy.END, unit_energy.words())
               == marked.read(PAGE) else ["the page has other tables"],
               "the page has the record's tables, else: make study-unit-energy")


def main():
    test_record()
    test_page()
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
