#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs on real page faults: times by policy and by how much too large they are, as medians.

Prints a table in Markdown. A neighbour has half of what does not fit. Fails if a result depends on
the policy.
"""
import argparse
import hashlib
import json
import os
import statistics
import subprocess
import sys
import tempfile

POLICIES = ("base", "pre-ef-host", "h", "memharvester")
CHUNK = 65536


def run(options, prefix, program, *limit):
    words = [options.programs, program, options.graph, str(CHUNK), prefix]
    if limit:
        local, spare, policy = limit
        words = [options.linepress, "huvm", "run", "--chunk", str(CHUNK), "--local",
                 str(local * CHUNK), "--spare", str(spare * CHUNK), "--policy", policy,
                 "--explicit", "--", *words]
    done = subprocess.run(words, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with open(prefix + ".out", "rb") as file:
        return json.loads(done.stdout), hashlib.sha256(file.read()).hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--linepress", required=True)
    parser.add_argument("--programs", required=True)
    parser.add_argument("--graph", default="rmat:14:1")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    bad = 0
    print(f"Median ms of {options.runs} runs, {options.graph}, chunks of {CHUNK // 1024} KiB.\n")
    print(f"| program | too large | {' | '.join(POLICIES)} |\n|" + " --- |" * 6)
    with tempfile.TemporaryDirectory() as folder:
        prefix = os.path.join(folder, "p")
        for program in ("pagerank", "bfs"):
            alone, due = run(options, prefix, program)
            for factor in (1.3, 1.6, 1.9):
                local = round(alone["chunks"] / factor)
                spare = max(1, (alone["chunks"] - local) // 2)
                times = []
                for policy in POLICIES:
                    runs = [run(options, prefix, program, local, spare, policy) for _ in range(options.runs)]
                    bad += any(found != due for _, found in runs)
                    times.append(statistics.median(answer["ms"] for answer, _ in runs))
                print(f"| {program} | {factor} × | " + " | ".join(f"{t:.0f}" for t in times) +
                      " |", flush=True)
    return bad > 0


sys.exit(main())
