# SPDX-License-Identifier: Apache-2.0
"""Mutants that NAME=mutation of the same SIZE and SEED killed, through the golden-model kit."""
import os
import sys

import table
from folder import ROOT, CampaignError, read_json, write_json
from rows import mutation

sys.path[:0] = [os.path.join(ROOT, "tb/kit")]
import mutants as kit  # noqa: E402

ABOUT = "killed mutants that the golden-model kit must find; NAME=mutation comes first"
SIZE = ("1000x3", "those of NAME=mutation")
SECONDS, LIMIT, MEMORY = 120, 7200, 2000
SOURCES = ("tb/kit", "cmodel/kit", "tb/units/mutation")
EACH = 40


def plan(ask):
    count, seeds = mutation.size_of(ask.size)
    builds, pieces = [table.build("what all units share", ask, "cli", "mutation-common")], []
    chosen = [s for s in mutation.sets_of(ask.units) if s[0] in kit.KINDS]
    if not chosen:
        raise CampaignError(f"the kit has none of {' '.join(ask.units)}; it has {' '.join(kit.KINDS)}")
    for seed in range(ask.seed, ask.seed + seeds):
        for unit, params in chosen:
            place = mutation.folder_of(ask.build, unit, params, count, seed)
            if not os.path.exists(os.path.join(place, "result.json")):
                raise CampaignError(f"{unit}, seed {seed}: no result of mutation; make campaign "
                                    f"NAME=mutation SIZE={ask.size} SEED={ask.seed} comes first")
            killed = read_json(os.path.join(place, "result.json"))["killed"]
            builds.append(table.build(f"{unit}, seed {seed}", ask, os.path.join(place, "kit_dut"),
                                      after=[0], variables=[f"N={count}", f"SEED={seed}",
                                                            f"UNIT={unit}"]))
            for first in range(1, killed + 1, EACH):
                last = min(first + EACH - 1, killed)
                pieces.append(table.piece(
                    f"{unit} mutants {first}-{last}", seed,
                    [table.PYTHON, "-B", "tb/kit/mutants.py", "--seed", seed, "--jobs", 1, "--only",
                     f"{first}-{last}", "--rows", "{out}", "--linepress",
                     os.path.join(ask.build, "linepress"), f"{unit}/{params}:{place}"],
                    after=[len(builds) - 1], good=(0, 1)))
                pieces[-1]["part"] = [unit, params, seed, place]
    return builds, pieces


def gather(plan_, paths):
    parts = {}
    for one, path in zip(plan_["pieces"], paths):
        parts.setdefault(tuple(one["part"]), []).append(read_json(path))
    rows = []
    for (unit, params, seed, place), shares in parts.items():
        whole = {**shares[0], "date": plan_["date"],
                 "mutants": sum(s["mutants"] for s in shares),
                 "found": sum(s["found"] for s in shares),
                 "missed": [n for s in shares for n in s["missed"]]}
        write_json(os.path.join(place, "kit.json"), whole)
        rows.append({k: whole[k] for k in ("unit", "params", "seed", "mutants", "found", "missed")})
    low = [r for r in rows if r["found"] < kit.FLOOR * r["mutants"]]
    return {"mutants": sum(r["mutants"] for r in rows), "found": sum(r["found"] for r in rows),
            "units": rows, "findings": len(low)}
