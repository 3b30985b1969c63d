#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Sweeps the values that the paper does not give in the model of harvested memory, and records the
results.

    model.py --linepress CLI          writes tb/data/huvm/model.json
    model.py --linepress CLI --fit    only prints the driver's costs that fit Case 1

These are the uses in flight, the time that a GPU computes per use, and the driver's two costs. Each
figure is made for all combinations of the values in AXES, once more with the costs fitted to Case 1
for each number of uses in flight, and once with the defaults of `linepress huvm` at full size.
"""
import argparse
import itertools
import math
import os
import sys
import tempfile

import ask
import records

AXES = {"in_flight": (1, 2, 4, 8, 16, 32), "compute_us": (4.7, 20, 100),
        "served_us": (20, 80, 240), "page_us": (0.1, 0.4)}
SCALE = 8  # of the memory, but for the defaults
BURSTS = (1, 4, 16, 64, 128)
# Over base and over Pre-ef-host, in Case 1 (section 6.2.1).
DUE = (3.53, 1.31)
# The search begins at these costs, in us, and then looks at fractions of a step.
FIT_SERVED = (10, 20, 40, 80, 160, 320)
FIT_PAGE = (0.05, 0.1, 0.2, 0.4, 0.8)
FIT_STEPS = (2 ** 0.5, 2 ** 0.25, 2 ** 0.125, 2 ** 0.0625)


def options(in_flight, compute, served, page):
    return ("--in-flight", in_flight, "--compute", compute, "--served", served, "--page", page)


class Study:
    def __init__(self, linepress, folder):
        self.linepress, self.folder = linepress, folder

    def ask(self, scale, *words):
        return ask.Asker(self.linepress, self.folder, words, scale)

    # ---- the fit ----

    def case1(self, scale, in_flight, served, page):
        """Speed of Pagerank over base and over Pre-ef-host."""
        one = self.ask(scale, "--in-flight", in_flight, "--served", served, "--page", page)
        before, after = (one.case("case1", "--policy", policy)["apps"][0]["speedup"]
                         for policy in ("pre-ef-host", "memharvester"))
        return after, after / before

    def error(self, in_flight, served, page):
        found = self.case1(SCALE, in_flight, served, page)
        return sum(math.log(a / b) ** 2 for a, b in zip(found, DUE))

    def fit(self, in_flight):
        """Costs with the least sum of squared logarithms: a coarse grid, then 3 by 3 ones."""
        def best(points):
            return min(points, key=lambda point: self.error(in_flight, *point))
        middle = best(itertools.product(FIT_SERVED, FIT_PAGE))
        for step in FIT_STEPS:
            middle = best([(round(middle[0] * step ** i, 2), round(middle[1] * step ** k, 4))
                           for i in (-1, 0, 1) for k in (-1, 0, 1)])
        over, before = self.case1(1, in_flight, *middle)
        return {"in_flight": in_flight, "served_us": middle[0], "page_us": middle[1],
                "over_base": ask.places(over), "over_pre_ef_host": ask.places(before),
                "error": round(sum(math.log(a / b) ** 2 for a, b in zip((over, before), DUE)), 6)}

    # ---- figures ----

    def fits(self):
        found = []
        for in_flight in AXES["in_flight"]:
            one = self.fit(in_flight)
            one["figures"] = ask.figures(self.ask(
                SCALE, *options(in_flight, AXES["compute_us"][0], one["served_us"],
                                one["page_us"])))
            found.append(one)
            say(f"fit {one['in_flight']}")
        return found

    def points(self):
        found = []
        for values in itertools.product(*AXES.values()):
            found.append({**dict(zip(AXES, values)),
                          "figures": ask.figures(self.ask(SCALE, *options(*values)))})
            say(f"point {len(found)}")
        return found

    def batches(self):
        """Cases with batches of page faults that hold fewer chunks, 32 uses in flight."""
        return [{"burst": burst, "cases": ask.cases(self.ask(SCALE, "--in-flight", 32, "--burst",
                                                             burst))} for burst in BURSTS]

    def usual(self):
        one = self.ask(1)
        waits = {case: {run["policy"]: [[ask.places(app["wait_us"][w] / app["time_us"] /
                                                    len(app["gpus"]))
                                         for w in ("evict", "fetch", "driver", "writeback")]
                                        for app in run["apps"] if app["role"] == "harvester"]
                        for run in one.case(case, "--sweep", "policy")["runs"]}
                 for case in ask.CASES}
        apps = {case: [[app["name"], app["role"]] for app in one.case(case)["apps"]]
                for case in ask.CASES}
        return {"figures": ask.figures(one), "waits": waits, "apps": apps}


def say(text):
    print(f"\r{text}   ", end="", file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--linepress", required=True)
    parser.add_argument("--fit", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        study = Study(os.path.abspath(given.linepress), folder)
        if given.fit:
            for in_flight in AXES["in_flight"]:
                print(study.fit(in_flight), flush=True)
            return 0
        records.write("model", {
            "axes": {key: list(values) for key, values in AXES.items()}, "fits": study.fits(),
            "usual": study.usual(), "points": study.points(), "batches": study.batches()},
                      "model.py")
    return 0


if __name__ == "__main__":
    sys.exit(main())
