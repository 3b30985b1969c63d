#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs on real page faults: median times by policy and by oversubscription, and the effect of
compressed tiers.

Prints tables in Markdown. A neighbour has room for half of the excess. Fails if a result depends on
the policy or on compression.
"""
import hashlib
import json
import os
import statistics
import subprocess
import sys
import tempfile

import real_options

POLICIES = ("base", "pre-ef-host", "h", "memharvester")
TIERS = ("none", "link", "victim", "host")
FACTORS = (1.3, 1.6, 1.9)
CHUNK = 65536


def run(options, prefix, program, *limit):
    """The program's output, the hash of its result and, under a limit, the command's output."""
    words, said = [options.programs, program, options.graph, str(CHUNK), prefix], {}
    if limit:
        local, spare, policy, compress = limit
        words = [options.linepress, "huvm", "run", "--chunk", str(CHUNK), "--local",
                 str(local * CHUNK), "--spare", str(spare * CHUNK), "--policy", policy,
                 "--compress", compress, "--codec", options.codec, "--json", "--explicit", "--",
                 *words]
    done = subprocess.run(words, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if limit:
        said = json.loads(done.stderr.splitlines()[-1])
    with open(prefix + ".out", "rb") as file:
        return json.loads(done.stdout), hashlib.sha256(file.read()).hexdigest(), said


class Table:
    """Rows of programs and factors; a column for each name. Compared runs alternate, so that other
    load of the machine affects all names."""

    def __init__(self, options, prefix, names, limit_of, cell):
        self.options, self.prefix, self.names = options, prefix, names
        self.limit_of, self.cell, self.bad = limit_of, cell, 0

    def runs(self, program, due, local, spare):
        runs = {name: [] for name in self.names}
        for _ in range(self.options.runs):
            for name in self.names:
                one = run(self.options, self.prefix, program, local, spare, *self.limit_of(name))
                self.bad += one[1] != due
                runs[name].append(one)
        return runs

    def print(self):
        print(f"| program | too large | {' | '.join(self.names)} |\n|" +
              " --- |" * (2 + len(self.names)))
        for program in ("pagerank", "bfs"):
            alone, due, _ = run(self.options, self.prefix, program)
            for factor in FACTORS:
                local = round(alone["chunks"] / factor)
                spare = max(1, (alone["chunks"] - local) // 2)
                runs = self.runs(program, due, local, spare)
                cells = [self.cell(runs[name]) for name in self.names]
                print(f"| {program} | {factor} × | {' | '.join(cells)} |", flush=True)
        return self.bad


def time_of(runs):
    return f"{statistics.median(answer['ms'] for answer, _, _ in runs):.0f}"


def tiers_of(runs):
    carried = statistics.median(sum(link["bytes"] for link in said["links"])
                                for _, _, said in runs)
    held = max(said["tiers"][1]["chunks"] for _, _, said in runs)
    return f"{time_of(runs)}, {carried / 1e6:.0f}, {held}"


def main():
    parser = real_options.parser(__doc__)
    parser.add_argument("--codec", default="best")
    parser.add_argument("--policy", default="h", help="of the table of compressed tiers")
    parser.add_argument("--only", choices=("policies", "tiers"))
    options = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        prefix = os.path.join(folder, "p")
        if options.only != "tiers":
            print(f"Median ms of {options.runs} runs, {options.graph}, chunks of "
                  f"{CHUNK // 1024} KiB.\n")
            bad += Table(options, prefix, POLICIES, lambda name: (name, "none"), time_of).print()
        if options.only != "policies":
            print(f"\nPolicy {options.policy}, codec {options.codec}, by the compressed tiers: "
                  "median ms, median MB over links, and the most\n"
                  "chunks that the neighbour held.\n")
            bad += Table(options, prefix, TIERS, lambda name: (options.policy, name),
                         tiers_of).print()
    return bad > 0


sys.exit(main())
