#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The cost of `linepress capture` between snapshots, and of a snapshot.

    cost.py LINEPRESS COST KNOWN CL_PROGRAM

A program times its own work alone and under capture, in turns; a row has the shortest time of each,
and their ratios. Times are processor time. Snapshots: the times that capture reports for a program
of that memory size, the shortest of ten."""
import json
import os
import subprocess
import sys
import tempfile

TURNS = 7
LINEPRESS, COST, KNOWN, CL = map(os.path.abspath, sys.argv[1:])
ROWS = ("malloc and free of 16 B to 2 KB", "of 66 KB to 266 KB, a byte of each page written",
        "additions over 8 MB")


def times(*words):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          stdin=subprocess.DEVNULL, universal_newlines=True, check=False)
    found = [float(word) for word in done.stdout.split()]
    if len(found) != len(ROWS):
        sys.exit(f"cost.py: {words} said {done.stdout!r} {done.stderr!r}, {done.returncode}")
    return found


def shortest(*options):
    """For each kind of work nanoseconds alone, and ratios to it with each set of options."""
    rows = {options: [] for options in ((), *options)}
    for turn in range(TURNS):
        for options, found in rows.items():
            words = (LINEPRESS, "capture", "--malloc", "-f", "-o", f"set{turn}", *options, "--")
            found.append(times(*(words if options else ()), COST))
    for kind in range(len(ROWS)):
        least = [min(row[kind] for row in found) for found in rows.values()]
        yield least[0], [other / least[0] for other in least[1:]]


def processor_time(*words):
    before = os.times()
    subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   stdin=subprocess.DEVNULL, check=False)
    after = os.times()
    return after[2] + after[3] - before[2] - before[3]


def launches():
    """A program of many launches, with snapshots far away."""
    alone, with_it = [], []
    for turn in range(TURNS):
        alone.append(processor_time(CL, "4000"))
        with_it.append(processor_time(LINEPRESS, "capture", "--opencl", "--points", "1", "--length",
                                      "4001", "-o", f"cl{turn}", "--", CL, "4000"))
    return min(with_it) / min(alone)


def snapshot(megabytes):
    subprocess.run([LINEPRESS, "capture", "--malloc", "--length", "10", "-f", "-o", "snapshots",
                    "--", KNOWN, "marks", "10", str(megabytes << 20)], check=True,
                   stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    with open("snapshots/capture.json", encoding="ascii") as file:
        rows = json.load(file)["pictures"]
    return min(p["stopped_seconds"] for p in rows), min(p["worked_seconds"] for p in rows)


def main():
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        print("| between snapshots | alone | with boundaries | by processor time |")
        print("|---|---|---|---|")
        for what, (alone, found) in zip(ROWS, shortest(("--points", "1", "--length", "1"),
                                                       ("--points", "1", "--length", "1000s"))):
            print(f"| {what} | {alone:.0f} ns | {found[0]:.3f} | {found[1]:.3f} |")
        print(f"| 4000 launches, whole OpenCL program | | {launches():.3f} | |")
        print("\n| a snapshot of | stops the program for | processor time |")
        print("|---|---|---|")
        for megabytes in (1, 16, 128):
            stopped, worked = snapshot(megabytes)
            print(f"| {megabytes} MiB | {1000 * stopped:.1f} ms | {1000 * worked:.1f} ms |")
        os.chdir("/")


main()
