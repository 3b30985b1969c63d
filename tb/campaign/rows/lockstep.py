# SPDX-License-Identifier: Apache-2.0
"""Every unit's RTL against its cycle model until about SIZE lines have passed. Each unit has the same
number of pieces, which take about the same time."""
import json
import os
import re
import sys

import table
from folder import ROOT, CampaignError

sys.path[:0] = [os.path.join(ROOT, "synth")]
import rtl_files  # noqa: E402
import units as unit_table  # noqa: E402

ABOUT = "lines through every unit in lock-step"
SIZE = ("1e9", "lines, all units together")
SECONDS, LIMIT, MEMORY = 180, 3600, 2000
SOURCES = ("tb/units/cosim", "tb/units/traffic", "rtl", "cmodel/units")
# Cycles a second of the test, in thousands, by how the unit's name begins; the first row that fits.
SPEEDS = (("lp_buddy", 20), ("lp_cdma_core", 20), ("lp_cdma", 50), ("lp_card", 50),
          ("lp_codec", 50), ("lp_mixed", 20), ("lp_bpc", 100), ("lp_ebd", 100), ("", 200))
# Of all units together: 11.6 in the recorded runs with these cycles, and a fifth more.
CYCLES_A_LINE = 14
PASSED = re.compile(r"^ok \d+ - (lp_\w+) (\S+): (\d+) cycles, \d+ beats, (\d+) lines$", re.M)
FAILED = re.compile(r"^not ok \d+ - (.*)$", re.M)


def units_of(names):
    found = {u.name: len(u.of("lockstep")) for u in unit_table.read_units() if u.of("lockstep")}
    for name in names:
        if name not in found:
            raise CampaignError(f"no unit '{name}' with a lock-step test")
    return {n: c for n, c in found.items() if not names or n in names}


def cycles_of(unit, sets):
    speed = next(s for begin, s in SPEEDS if unit.startswith(begin))
    return max(10000, SECONDS * 1000 * speed // sets // 10000 * 10000)


def plan(ask):
    size, sets = table.number(ask.size, "SIZE"), units_of(ask.units)
    builds = [table.build("what all units share", ask, "cosim-common")]
    builds += [table.build(u, ask, os.path.join(ask.build, "cosim/lockstep", u), after=[0])
               for u in sets]
    cycles = {u: cycles_of(u, n) for u, n in sets.items()}
    a_round = sum(cycles[u] * n for u, n in sets.items()) // CYCLES_A_LINE
    rounds, pieces = max(1, -(-size // a_round)), []
    share = min(1.0, size / a_round)
    for _ in range(rounds):
        for at, unit in enumerate(sets):
            seed = table.seed_of("lockstep", ask.seed, len(pieces))
            count = max(1000, int(cycles[unit] * share))
            pieces.append(table.piece(
                f"{unit}, {count} cycles", seed,
                [os.path.join(ask.build, "cosim/lockstep", unit)], after=[at + 1], printed=True,
                env={"LP_SEED": seed, "LP_CYCLES": count, "LP_WAVES": os.devnull},
                whole=r"^1\.\.\d+$", good=(0, 1)))
    return builds, pieces


def gather(plan_, paths):
    sums, failed = {}, []
    for one, path in zip(plan_["pieces"], paths):
        with open(path, encoding="utf-8") as src:
            text = src.read()
        for unit, params, cycles, lines in PASSED.findall(text):
            was = sums.setdefault((unit, params), [0, 0])
            sums[unit, params] = [was[0] + int(cycles), was[1] + int(lines)]
        failed += [{"seed": one["seed"], "what": what} for what in FAILED.findall(text)]
    bad = {f["what"].split(":")[0] for f in failed}
    runs = [{"kind": "lockstep", "units": {u: rtl_files.digest(u)}, "set": p, "cycles": c,
             "mismatches": 0, **({"passed": n, "of": "lines"} if n else {})}
            for (u, p), (c, n) in sorted(sums.items()) if f"{u} {p}" not in bad]
    return {"cycles": sum(c for c, _ in sums.values()), "lines": sum(n for _, n in sums.values()),
            "failed": failed, "findings": len(failed), "runs": runs,
            "by_set": json.loads(json.dumps({f"{u} {p}": v for (u, p), v in sorted(sums.items())}))}
