#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast warp traces are read and texts of Accel-Sim imported, in processor time, beside what is
asked: trace_bench.py LINEPRESS WARP_STREAM_BENCH FOLDER. The traces have stores with bytes and loads
in turn, of which one in four instructions is one: adjacent lanes, or lanes anywhere in 128 MiB."""
import os
import random
import resource
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../cli"))
from lpw import END, LOAD, STORE, Buffer, Launch, Record  # pylint: disable=wrong-import-position
from lpw_write import trace  # pylint: disable=wrong-import-position

BASE, SIZE, RECORDS, WARPS = 0x100000, 1 << 27, 1000, 64
COPIES = 12  # launches of the same warps
STREAM_ASKED, IMPORT_ASKED = 3e6, 2e6


def warp(number, adjacent):
    random_ = random.Random(number)
    records = []
    for n in range(RECORDS):
        start = BASE + (number * RECORDS + n) * 128 % SIZE
        at = {lane: start + 4 * lane if adjacent else BASE + random_.randrange(SIZE // 4) * 4
              for lane in range(32)}
        records.append(Record(LOAD, 3, at, 4, 2) if n % 2 == 0 else
                       Record(STORE, 3, at, 4, stored={lane: b"\1\2\3\4" for lane in at}))
    return records + [Record(END, 4)]


def make(path, adjacent):
    warps = {(n, 0): warp(n, adjacent) for n in range(WARPS)}
    launch = Launch("k", [32 * WARPS, 1, 1], [32, 1, 1], warps=warps)
    buffer = Buffer("x", BASE, 2 * SIZE, b"", False)
    with open(path, "wb") as file:
        file.write(trace([buffer] + [launch] * COPIES))


def run(*words):
    """Seconds of processor time, and what was printed."""
    def spent():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    before = spent()
    out = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    return spent() - before, out


def row(name, count, seconds, asked):
    rate = count / seconds
    print(f"{name:44} {rate / 1e6:6.2f} M/s, {rate / asked:5.2f} of what is asked")


def main():
    linepress, bench, folder = (os.path.abspath(word) for word in sys.argv[1:])
    os.makedirs(folder)
    os.chdir(folder)
    instructions = COPIES * WARPS * (4 * RECORDS + 4)
    for name, adjacent in (("adjacent lanes", True), ("lanes anywhere", False)):
        make("a.lpw", adjacent)
        records, seconds = run(bench, "a.lpw")[1].split()
        row(f"records of a stream, {name}", int(records), float(seconds), STREAM_ASKED)
        run(linepress, "trace", "--to", "accelsim", "-f", "text", "a.lpw")
        for words, passes in ((("--strict",), "one pass"), ((), "two passes")):
            seconds, _ = run(linepress, "trace", "--from", "accelsim", *words, "--buffers",
                             "text/buffers.json", "-f", "-o", "b.lpw", "text/kernelslist.g")
            row(f"instructions of text, {name}, {passes}", instructions, seconds, IMPORT_ASKED)


main()
