#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `linepress capture` costs between pictures, and what a picture costs.

    cost.py LINEPRESS COST KNOWN CL_PROGRAM

A program times its own work alone and under capture, in turns; a row is the median of the ratios of
neighbours. Pictures: what capture reports of a program with so much memory."""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

TURNS = 9
LINEPRESS, COST, KNOWN, CL = map(os.path.abspath, sys.argv[1:])
ROWS = ("malloc and free of 16 B to 2 KB", "of 66 KB to 266 KB, a byte of each page written",
        "additions over 8 MB")


def times(*words):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          stdin=subprocess.DEVNULL, universal_newlines=True, check=False)
    return [float(word) for word in done.stdout.split()]


def ratios(*options):
    """For each kind of work: (nanoseconds alone, median ratio)."""
    alone, with_it = [], []
    for turn in range(TURNS):
        alone.append(times(COST))
        with_it.append(times(LINEPRESS, "capture", "--malloc", "-f", "-o", f"set{turn}", *options,
                             "--", COST))
    for kind in range(len(ROWS)):
        yield (statistics.median(row[kind] for row in alone),
               statistics.median(b[kind] / a[kind] for a, b in zip(alone, with_it)))


def launches():
    """Seconds of many launches alone and with pictures far away."""
    found = []
    for turn in range(TURNS):
        spent = []
        for words in ((CL, "4000"), (LINEPRESS, "capture", "--opencl", "--points", "1", "--length",
                                     "4001", "-o", f"cl{turn}", "--", CL, "4000")):
            begun = time.monotonic()
            subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                           stdin=subprocess.DEVNULL, check=False)
            spent.append(time.monotonic() - begun)
        found.append(spent[1] / spent[0])
    return statistics.median(found)


def picture(megabytes):
    subprocess.run([LINEPRESS, "capture", "--malloc", "--length", "10", "-f", "-o", "pictures",
                    "--", KNOWN, "marks", "10", str(megabytes << 20)], check=True,
                   stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    with open("pictures/capture.json", encoding="ascii") as file:
        return statistics.median(p["stopped_seconds"] for p in json.load(file)["pictures"])


def main():
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        print("| between pictures | alone | with boundaries | by processor time |")
        print("|---|---|---|---|")
        marked = list(ratios("--points", "1", "--length", "1"))
        timed = list(ratios("--points", "1", "--length", "1000s"))
        for what, (alone, ratio), (_, other) in zip(ROWS, marked, timed):
            print(f"| {what} | {alone:.0f} ns | {ratio:.3f} | {other:.3f} |")
        print(f"| OpenCL: launches and copies, whole program | | {launches():.3f} | |")
        print("\n| a picture of | stops the program for |")
        print("|---|---|")
        for megabytes in (1, 16, 128):
            print(f"| {megabytes} MiB | {1000 * picture(megabytes):.1f} ms |")
        os.chdir("/")


main()
