#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`linepress gpu --engine rtl` beside `--engine cycle`: the same times and counts for thousands of
requests; and its refusals. Skipped without linepress-cosim, which needs Verilator to be built.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.abspath(os.path.join(os.path.dirname(__file__), "../..")))
import tap  # noqa: E402

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
LINEPRESS = BUILD + "/linepress"
TRACE = "tb/data/workloads/traces/cg.lpw"
# Parameters of the slices that linepress-cosim has.
BUILT = ("--gpu", "p100/4", "--set", "entries=16", "--set", "lanes=1", "--set", "misses=4",
         "--metadata-cache", "128k")
OPTIONS = (("--spill", "0.2:4:2", "--set", "l2_bytes=16384"),
           ("--spill", "0.3:2:2", "--mode", "buddy", "--parallel", "1", "--memory", "fixed", "--link",
            "40", "--jobs", "2"))
REQUESTS = 10000


def call(program, *options):
    return subprocess.run([program, "gpu", "--json", *options], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False, timeout=300)


def results(engine, *options):
    done = call(LINEPRESS, *BUILT, "--engine", engine, *options, TRACE)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found.pop("engine") == engine
    return found


def check_same():
    requests = written = 0
    for options in OPTIONS:
        rtl, cycle = (results(engine, *options) for engine in ("rtl", "cycle"))
        requests += sum(run["line_requests"] for run in rtl["runs"])
        wrong = [f"{k}: {a.get(k)}, {b.get(k)}" for a, b in zip(rtl["runs"], cycle["runs"])
                 for k in {*a, *b} if a.get(k) != b.get(k)]
        tap.result(wrong or rtl != cycle, f"{' '.join(options)}: rtl and cycle are the same")
        use = rtl["runs"][-1]["link_use"]
        tap.result(use["from"] == 0, f"{' '.join(options)}: lines spill")
        written += use["to"]
    tap.result(written == 0, "and are written back")
    tap.result(requests < REQUESTS, f"{requests} requests")


def refused(done, part, name):
    good = (done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1 and
            part in done.stderr)
    tap.result([] if good else [done.returncode, done.stderr], f"refused: {name}")


def check_refusals():
    refused(call(LINEPRESS, "--engine", "rtl", TRACE), "8 KiB of a page in each slice",
            "slices that were not built")
    with tempfile.TemporaryDirectory() as work:
        alone = shutil.copy(LINEPRESS, work)
        shutil.copytree(os.path.join(BUILD, "gpu"), os.path.join(work, "gpu"))
        refused(call(alone, "--engine", "rtl", TRACE), "linepress-cosim is neither in",
                "a program without linepress-cosim")


def main():
    if os.path.exists(BUILD + "/linepress-cosim"):
        check_same()
        check_refusals()
    else:
        tap.skip("the engine rtl", "linepress-cosim is not built: no Verilator")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
