# SPDX-License-Identifier: Apache-2.0
"""Mutants of all units, or of UNIT=, that lock-step has to kill, with several seeds. Leaves
result.json in the folders of make mutation, where make record and NAME=kit read it."""
import argparse
import importlib.util
import json
import os
import sys

import table
from folder import ROOT, CampaignError, read_json, write_json

sys.path[:0] = [os.path.join(ROOT, "synth"), os.path.join(ROOT, "tb/units/mutation")]
import units as unit_table  # noqa: E402

ABOUT = "mutants that the lock-step test of each unit must kill"
SIZE = ("1000x3", "mutants of a unit x seeds")
SECONDS, LIMIT, MEMORY = 180, 7200, 7000
SOURCES = ("tb/units/mutation", "tb/units/traffic", "tb/units/cosim", "rtl")
EACH = 20
# run.py's own.
CYCLES, LONG_CYCLES, PROOF = 200000, 4000000, 300


def program():
    """run.py as a module; its name says nothing in this program."""
    spec = importlib.util.spec_from_file_location("mutation_run",
                                                  os.path.join(ROOT, "tb/units/mutation/run.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def size_of(text):
    """(mutants, seeds)"""
    count, _, seeds = text.partition("x")
    return table.number(count, "SIZE", 1, 100000), table.number(seeds or 1, "SIZE's seeds", 1, 100)


def sets_of(names):
    """[(unit, parameters)] of the units that mutation takes."""
    found = [(u.name, s.text) for u in unit_table.read_units() for s in u.of("mutate")
             if not names or u.name in names]
    for name in names:
        if name not in (u for u, _ in found):
            raise CampaignError(f"no unit '{name}' with mutants")
    return found


def folder_of(build, unit, params, count, seed):
    return os.path.join(build, "mutation", f"{unit_table.tag(unit, params)}-n{count}-s{seed}")


def plan(ask):
    count, seeds = size_of(ask.size)
    builds, pieces = [table.build("what all units share", ask, "mutation-common")], []
    for seed in range(ask.seed, ask.seed + seeds):
        for unit, params in sets_of(ask.units):
            place = folder_of(ask.build, unit, params, count, seed)
            goal = os.path.join(place, "lockstep_test")
            builds.append(table.build(f"{unit}, seed {seed}", ask, goal, after=[0],
                                      variables=[f"N={count}", f"SEED={seed}", f"UNIT={unit}"]))
            for first in range(1, count + 1, EACH):
                last = min(first + EACH - 1, count)
                pieces.append(table.piece(
                    f"{unit} mutants {first}-{last}", seed,
                    [table.PYTHON, "-B", "tb/units/mutation/run.py", "--seed", seed, "--jobs", 1,
                     "--only", f"{first}-{last}", "--rows", "{out}", f"{unit}/{params}:{place}"],
                    after=[len(builds) - 1], env={"BUILD": ask.build}, good=(0, 1)))
                pieces[-1]["part"] = [unit, params, seed, place]
    return builds, pieces


def gather(plan_, paths):
    run, parts = program(), {}
    for one, path in zip(plan_["pieces"], paths):
        parts.setdefault(tuple(one["part"]), []).append(read_json(path))
    args = argparse.Namespace(cycles=CYCLES, long_cycles=LONG_CYCLES, proof=PROOF)
    rows = []
    for (unit, params, seed, place), shares in parts.items():
        args.seed = seed
        digests = {json.dumps(s["digests"]) for s in shares}
        if len(digests) != 1 or any(s["cycles"] != CYCLES or s["long_cycles"] != LONG_CYCLES or
                                    s["proof"] != PROOF for s in shares):
            raise CampaignError(f"{unit}: its pieces are not of one RTL and one test", 1)
        whole = run.summary(unit, params, args, shares[0]["digests"][unit],
                            [r for s in shares for r in s["rows"]], plan_["date"])
        write_json(os.path.join(place, "result.json"), whole)
        rows.append({k: whole[k] for k in ("unit", "params", "seed", "mutants", "killed", "equal",
                                           "alive", "rate")})
    sums = {k: sum(r[k] for r in rows) for k in ("mutants", "killed", "equal", "alive")}
    return {**sums, "units": rows, "findings": sums["alive"]}
