#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One fuzz target for a number of executions from a seed, for a campaign.

    piece.py PROGRAM SEEDS RUNS SEED WORK

Prints a JSON object: target, executions, and for each finding its file's name and SHA-256; a finding
is kept in the folder of the program. The corpus begins with SEEDS and is the piece's own, so that
the result does not depend on other pieces.
"""
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys


def main(argv):
    if len(argv) != 5:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    program, seeds, runs, seed, work = argv
    target = os.path.basename(program)
    corpus = os.path.join(work, "corpus")
    os.makedirs(corpus)
    starts = [p for p in [os.path.join(seeds, target)] if os.path.isdir(p)]
    done = subprocess.run(
        [program, f"-runs={runs}", f"-seed={seed}", "-max_len=8192", "-print_final_stats=1",
         f"-artifact_prefix={work}/{target}-", corpus, *starts],
        text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    findings = []
    for path in sorted(glob.glob(f"{glob.escape(work)}/{target}-*")):
        with open(path, "rb") as src:
            digest = hashlib.sha256(src.read()).hexdigest()
        shutil.copy(path, os.path.dirname(os.path.abspath(program)))
        findings.append({"file": os.path.basename(path), "sha256": digest})
    counted = re.search(r"^stat::number_of_executed_units:\s*(\d+)", done.stdout, re.M)
    if not counted or (done.returncode != 0 and not findings):
        print(done.stdout[-4000:], file=sys.stderr)
        return 1
    print(json.dumps({"target": target, "seed": int(seed), "executions": int(counted.group(1)),
                      "findings": findings}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
