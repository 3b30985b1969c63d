#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`linepress compress`, `decompress` and `ratio` with groups of four lines (GRP-16). TAP.

LP_SEED draws other data. States and sectors are read out of the framed file as format.md has them.
"""
import json
import os
import random
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.dont_write_bytecode = True
import tap  # noqa: E402

LINEPRESS = os.path.join(os.environ.get("BUILD", "build"), "linepress")
GROUP, TABLE, BLOCK = 512, 16, 1 << 20
SECTORS = {0: 0, 1: 10, 2: 11, 3: 12, 4: 16}


def run(*words):
    return subprocess.run([LINEPRESS, *words], capture_output=True, text=True, check=False)


def draw(rng, groups, tail):
    """Groups as of weights, some of zeros, some with exponents of no use; and `tail` bytes."""
    parts = []
    for _ in range(groups):
        kind = rng.random()
        if kind < 0.1:
            parts.append(bytes(GROUP))
        elif kind < 0.2:
            parts.append(rng.randbytes(GROUP))
        else:
            floats = [rng.gauss(0, 0.02) for _ in range(GROUP // 2)]
            parts.append(b"".join(struct.pack("<f", x)[2:] for x in floats))
    return b"".join(parts) + rng.randbytes(tail)


def states(frame):
    """The states of all blocks of a framed file without prologue."""
    at, found = 24, []
    while True:
        data, stored = struct.unpack_from("<II", frame, at)
        if data == 0:
            return found
        end, at = at + 8 + stored, at + 8 + TABLE
        while at < end:
            found.append(frame[at])
            at += 1 + 32 * SECTORS[frame[at]]
        at = end + 4


def check(rng, work, groups, tail):
    plain, packed, back = (os.path.join(work, name) for name in ("plain", "packed", "back"))
    data = draw(rng, groups, tail)
    with open(plain, "wb") as file:
        file.write(data)
    done = [run("compress", "--codec", "grp16", plain, packed), run("decompress", packed, back)]
    wrong = [one.stderr for one in done if one.returncode != 0]
    with open(packed, "rb") as file:
        frame = file.read()
    with open(back, "rb") as file:
        tap.result(wrong or file.read() != data, f"{len(data)} bytes survive a framed file")
    found = states(frame)
    ratio = run("ratio", "--json", "--codec", "grp16", plain)
    facts = json.loads(ratio.stdout)["files"][0]
    counted = sum(n * lines for n, lines in enumerate(facts["sectors"]))
    last = -(-(len(data) % GROUP) // 128) * 4 or 16
    due = sum(SECTORS[s] for s in found[:-1]) + min(SECTORS[found[-1]], last)
    tap.result([f"{counted} sectors counted, {due} stored"] if counted != due else [],
               f"ratio counts the sectors of {len(found)} groups, a raw end as its lines")
    tap.result(facts["compressed_bits"] != 256 * due or facts["lines"] != -(-len(data) // 128),
               "bits and lines of ratio")
    return packed, frame


def refused(work, packed, frame, at, value, name):
    """A frame with another byte in a block: the checksum, or the codec, refuses it."""
    with open(packed, "wb") as file:
        file.write(frame[:at] + bytes((value,)) + frame[at + 1:])
    out = os.path.join(work, "refused")
    done = run("decompress", packed, out)
    tap.result(done.returncode != 2 or done.stderr.count("\n") != 1 or os.path.exists(out),
               f"{name}: refused, one line, nothing written")


def main():
    seed = int(os.environ.get("LP_SEED", time.time()))
    print(f"# LP_SEED={seed}")
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as work:
        for groups, tail in ((1, 0), (3, 1), (40, 129), (BLOCK // GROUP + 5, 300)):
            packed, frame = check(rng, work, groups, tail)
        refused(work, packed, frame, 32, frame[33], "a table with an exponent twice")
        refused(work, packed, frame, 48, 5, "a reserved state")
        done = run("compress", "--codec", "grp16", "--elem", "32", packed, os.path.join(work, "x"))
        tap.result(done.returncode != 2 or done.stderr.count("\n") != 1, "elements of 32 bits")
    return tap.end()


sys.exit(main())
