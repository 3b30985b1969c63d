# SPDX-License-Identifier: Apache-2.0
"""The emulated card: all arrays of tb/data, then random descriptors with faults."""
import glob
import os
import re

import table
from folder import ROOT

ABOUT = "all arrays and random descriptors with faults through the emulated card"
SIZE = ("1e6", "descriptors, besides all arrays")
SECONDS, LIMIT, MEMORY = 120, 3600, 2000
SOURCES = ("tb/dma/card", "cmodel/dma", "cmodel/units/card", "cmodel/units/cdma")
DESCRIPTORS, EACH = 10000, 16  # of a piece; arrays of a piece
RESULT = re.compile(r"^(not )?ok \d+ - (.*): (\d+) descriptors in (\d+) rounds$", re.M)
ARRAYS = re.compile(r"^(\d+) passed, (\d+) failed$", re.M)


def plan(ask):
    size, at = table.number(ask.size, "SIZE"), ask.build
    builds = [table.build("programs", ask, "cli", "card-server", os.path.join(at, "card/fuzz"))]
    arrays = len(glob.glob(os.path.join(ROOT, "tb/data/*/*.npy")))
    pieces = [table.piece(f"arrays {n}-{min(n + EACH - 1, arrays)} of {arrays}", 0,
                          [table.PYTHON, "-B", "tb/dma/card/card_data.py", "--build", at, "--arrays",
                           f"{n}-{n + EACH - 1}"], after=[0], printed=True, whole=ARRAYS.pattern,
                          good=(0, 1))
              for n in range(1, arrays + 1, EACH)]
    for first in range(0, size, DESCRIPTORS):
        seed, count = table.seed_of("card", ask.seed, len(pieces)), min(DESCRIPTORS, size - first)
        pieces.append(table.piece(
            f"{count} descriptors", seed,
            [os.path.join(at, "card/fuzz"), os.path.join(at, "linepress-card-server"), count,
             "cycle"], after=[0], printed=True, env={"LP_SEED": seed}, whole=r"^1\.\.\d+$",
            good=(0, 1)))
    return builds, pieces


def gather(plan_, paths):
    passed = failed = descriptors = rounds = 0
    found = []
    for one, path in zip(plan_["pieces"], paths):
        with open(path, encoding="utf-8") as src:
            text = src.read()
        for good, bad in ARRAYS.findall(text):
            passed, failed = passed + int(good), failed + int(bad)
            found += [one["what"]] * (int(bad) > 0)
        for wrong, kind, count, turns in RESULT.findall(text):
            descriptors, rounds = descriptors + int(count), rounds + int(turns)
            found += [f"{kind}, seed {one['seed']}"] * bool(wrong)
    return {"arrays_passed": passed, "arrays_failed": failed, "descriptors": descriptors,
            "rounds": rounds, "found": found, "findings": len(found)}
