#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs on real page faults: times by policy and by oversubscription, and the effect of
compressed tiers.

Records all times in tb/data/huvm, as faults.json and compressed.json. A neighbour has room for half
of the excess. Fails, and records nothing, if a result depends on the policy or on compression.
"""
import hashlib
import json
import os
import subprocess
import sys
import tempfile

import real_options
import records

POLICIES = ("base", "pre-ef-host", "h", "lp", "plf", "lpf", "memharvester")
TIERS = ("none", "link", "victim", "host")
TIERS_POLICY = "h"
FACTORS = (1.3, 1.6, 1.9)
CHUNK = 16384
GRAPH = "rmat:16:1"
SOURCES = tuple(f"tb/systems/huvm/{name}.c" for name in ("main", "programs", "graph", "memory"))


def run(options, prefix, program, *limit):
    """The program's output, the hash of its result and, under a limit, the command's output."""
    words, said = [options.programs, program, options.graph, str(CHUNK), prefix], {}
    if limit:
        local, spare, policy, compress = limit
        words = [options.linepress, "huvm", "run", "--chunk", str(CHUNK), "--local",
                 str(local * CHUNK), "--spare", str(spare * CHUNK), "--policy", policy,
                 "--compress", compress, "--json", "--explicit", "--", *words]
    done = subprocess.run(words, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if limit:
        said = json.loads(done.stderr.splitlines()[-1])
    with open(prefix + ".out", "rb") as file:
        return json.loads(done.stdout), hashlib.sha256(file.read()).hexdigest(), said


class Wrong(Exception):
    """A result that a limit has changed."""


class Study:
    """Rows of programs and factors, with a list for each name. Compared runs alternate, so that
    other load of the machine affects all names."""

    def __init__(self, options, prefix, limits, of_run):
        self.options, self.prefix, self.limits, self.of_run = options, prefix, limits, of_run

    def row(self, program, factor):
        alone, due, _ = run(self.options, self.prefix, program)
        local = round(alone["chunks"] / factor)
        spare = max(1, (alone["chunks"] - local) // 2)
        found = {name: [] for name in self.limits}
        for _ in range(self.options.runs):
            for name, limit in self.limits.items():
                answer, digest, said = run(self.options, self.prefix, program, local, spare, *limit)
                if digest != due:
                    raise Wrong(f"{program}, {name}: another result than without a limit")
                found[name].append(self.of_run(answer, said))
        print(f"{program} {factor}", file=sys.stderr, flush=True)
        return {"program": program, "factor": factor, "chunks": alone["chunks"], "local": local,
                "spare": spare, "by": found}

    def rows(self):
        return [self.row(program, factor) for program in ("pagerank", "bfs") for factor in FACTORS]


def time_of(answer, _):
    return answer["ms"]


def tiers_of(answer, said):
    return [answer["ms"], sum(link["bytes"] for link in said["links"]), said["tiers"][1]["chunks"]]


STUDIES = {"faults": ({name: (name, "none") for name in POLICIES}, time_of),
           "compressed": ({name: (TIERS_POLICY, name) for name in TIERS}, tiers_of)}


def main():
    parser = real_options.parser(__doc__, GRAPH)
    parser.add_argument("--only", choices=STUDIES)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for kind, (limits, of_run) in STUDIES.items():
            if options.only not in (None, kind):
                continue
            rows = Study(options, os.path.join(folder, "p"), limits, of_run).rows()
            records.write(kind, {"graph": options.graph, "chunk_bytes": CHUNK,
                                 "runs": options.runs, "rows": rows}, "real.py", *SOURCES)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Wrong as wrong:
        sys.exit(f"real.py: {wrong}")
