#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`linepress gpu` takes 256 MiB and the touched bytes at most, for a trace of any length: its memory
does not grow with the number of groups, and the records of one long warp are not held. Traces are
packed by xz while they are made. Instructions of the longest: LP_INSTRUCTIONS, 100000000 for the full
test; with LP_RECORD=FILE the result is written to a signed record."""
import json
import lzma
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../.."))
sys.path.insert(0, os.path.join(HERE, "../../cli"))
sys.path.insert(0, os.path.join(HERE, "../../tree/records"))
from tap import end, result  # noqa: E402

from long_trace import RECORDS, SIZE, warp_trace  # noqa: E402
import signed  # noqa: E402

LINEPRESS = os.path.abspath(
    os.environ.get("LINEPRESS", os.environ.get("BUILD", "build") + "/linepress"))
INSTRUCTIONS = int(os.environ.get("LP_INSTRUCTIONS", "6400000"))
MOST, GROWTH = 256, 3  # MiB
GAP = 19
ROUND = RECORDS * (GAP + 1)  # instructions
STORES = 750  # groups of a round of stores, all to one line
SANITIZED = "ASAN_OPTIONS" in os.environ  # which take memory of their own
SOURCES = ("tb/systems/gpu/length_test.py", "tb/cli/long_trace.py", "cmodel/systems/gpu",
           "cmodel/lib/warp", "cmodel/lib/io")


def measure(groups, rounds, gap=GAP):
    """A run of two modes: (instructions, MiB at its peak, touched bytes)."""
    with lzma.open("t.lpw", "wb", preset=0, check=lzma.CHECK_CRC32) as file:
        for piece in warp_trace(groups, rounds, gap, gap > 0):
            file.write(piece)
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen([LINEPRESS, "gpu", "--mode", "bandwidth", "--json", "--jobs", "1",
                                    "t.lpw"], stdout=out, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        for file in (out, errors):
            file.seek(0)
        if process.returncode != 0:
            raise AssertionError(errors.read().decode())
        told = json.loads(out.read())["trace"]
    due = groups * (rounds * RECORDS * (gap + 1) + 1)
    if told["warp_instructions"] != due:
        raise AssertionError(f"{told['warp_instructions']} instructions, not {due}")
    return due, usage.ru_maxrss / 1024, told["touched_bytes"]


def check(name, row, most):
    instructions, mib, touched = row
    wrong = []
    if touched > SIZE:
        wrong.append(f"{touched} bytes are touched")
    if mib > most + touched / (1 << 20) and not SANITIZED:
        wrong.append(f"{mib:.0f} MiB, at most {most:.0f} and the touched bytes")
    result(wrong, f"{name}: {instructions} instructions in {mib:.0f} MiB")


def write(path, rows):
    record = signed.sign("gpu-length", {"most_mib": MOST, "runs": [
        {"shape": shape, "instructions": row[0], "mib": round(row[1], 1), "touched_bytes": row[2]}
        for shape, row in rows]}, SOURCES, 1)
    signed.write(path, record)


def main():
    home = os.getcwd()
    rounds = INSTRUCTIONS // ROUND
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        rows = [("groups", measure(rounds // 4, 1)), ("groups", measure(rounds, 1)),
                ("one warp", measure(1, rounds // 4)), ("stores", measure(STORES, 1, 0))]
        os.chdir(home)
    check("a quarter of the groups", rows[0][1], MOST)
    check("groups", rows[1][1], min(MOST, rows[0][1][1] + GROWTH))
    check("one warp", rows[2][1], MOST)
    check("stores that wait for one bank", rows[3][1], rows[0][1][1] + GROWTH)
    if "LP_RECORD" in os.environ:
        write(os.environ["LP_RECORD"], rows)
    return end()


sys.exit(main())
