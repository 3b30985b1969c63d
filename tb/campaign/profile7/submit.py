#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Submits a job of Snakemake 7 to Slurm and prints its number: submit.py JOBSCRIPT.

Waits for a controller that does not answer, which Snakemake would take for a failed job. LP_SBATCH
has more options of sbatch, such as --partition and --account.
"""
import json
import os
import re
import shlex
import subprocess
import sys
import time

PATIENCE_SECONDS = 1800
AWAY = re.compile(r"unable to contact|connection refused|timed out|temporarily|connect failure",
                  re.I)


def properties(path):
    with open(path, encoding="utf-8") as src:
        found = re.search(r"^# properties = (.*)$", src.read(), re.M)
    return json.loads(found.group(1))


def main(argv):
    job = properties(argv[0])
    words = ["sbatch", "--parsable", "--requeue", f"--job-name=lp-{job['rule']}",
             f"--mem={job['resources'].get('mem_mb', 200)}",
             f"--time={job['resources'].get('runtime', 60)}",
             f"--cpus-per-task={job['threads']}", "--output=log/slurm-%j.log",
             *shlex.split(os.environ.get("LP_SBATCH", "")), argv[0]]
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            print(done.stdout.strip().partition(";")[0])
            return 0
        if not AWAY.search(done.stderr) or time.monotonic() > until:
            sys.stderr.write(done.stderr)
            return 1
        time.sleep(5)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
