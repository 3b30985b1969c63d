# SPDX-License-Identifier: Apache-2.0
"""libFuzzer on every target until all executions together are SIZE. Each target has the same number
of pieces, which take about the same time."""
import glob
import os

import table
from folder import ROOT, CampaignError, read_json

ABOUT = "executions of every fuzz target"
SIZE = ("1e9", "executions, all targets together")
SECONDS, LIMIT, MEMORY = 180, 3600, 3000
SOURCES = ("tb/lib/fuzz", "cmodel", "tb/reference")
# Executions a second, in thousands, on one core of the development machine; others 1.
RATES = {"fuzz_npy": 160, "fuzz_zvc": 50, "fuzz_frame": 30, "fuzz_targets": 20, "fuzz_trace": 16,
         "fuzz_compare": 5, "fuzz_bpc": 4, "fuzz_mixed": 2, "fuzz_set": 0.3, "fuzz_units": 0.2}


def targets(names):
    found = sorted(os.path.basename(p)[:-len(".c")]
                   for p in glob.glob(os.path.join(ROOT, "tb/lib/fuzz/fuzz_*.c")))
    for name in names:
        if name not in found:
            raise CampaignError(f"no fuzz target '{name}'")
    return [n for n in found if not names or n in names]


def plan(ask):
    size, names = table.number(ask.size, "SIZE"), targets(ask.units)
    place = os.path.join(ask.build, "fuzz")
    builds = [table.build("the command line and the first inputs", ask,
                          os.path.join(place, "seeds"), "fuzz-tools")]
    builds += [table.build(n, ask, os.path.join(place, n), after=[0]) for n in names]
    runs = {n: int(1000 * SECONDS * RATES.get(n, 1)) for n in names}
    rounds, rest = divmod(size, sum(runs.values()))
    pieces = []
    for round_ in range(rounds + bool(rest)):
        for at, name in enumerate(names):
            # The last round is a share of each.
            count = runs[name] if round_ < rounds else -(-runs[name] * rest // sum(runs.values()))
            seed = table.seed_of("fuzz", ask.seed, len(pieces))
            pieces.append(table.piece(
                f"{name}, {count} executions", seed,
                [table.PYTHON, "-B", "tb/lib/fuzz/piece.py", os.path.join(place, name),
                 os.path.join(place, "seeds"), count, seed, "{work}"], after=[at + 1],
                printed=True))
    return builds, pieces


def gather(plan_, paths):
    sums, found = {}, []
    for one, path in zip(plan_["pieces"], paths):
        part = read_json(path)
        sums[part["target"]] = sums.get(part["target"], 0) + part["executions"]
        found += [{"target": part["target"], "seed": one["seed"], **f} for f in part["findings"]]
    runs = [{"kind": "fuzz", "units": {}, "target": name, "executions": count,
             "findings": sum(f["target"] == name for f in found)}
            for name, count in sorted(sums.items())]
    return {"executions": sum(sums.values()), "found": found, "findings": len(found), "runs": runs}
