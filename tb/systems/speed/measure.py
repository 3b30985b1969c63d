#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Speed of the C codecs on this machine, for docs/studies/speed.md: a signed record.

    measure.py [--runs N] [--codecs NAME,...] [--files BYTES] LINEPRESS RECORD.json

Each run is one `linepress bench` per codec, and, with files in memory (/dev/shm), cp, and compress
and decompress of two files. The machine should be idle. Exit status 2: bad use, or a program failed.
"""
import argparse
import collections
import json
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
sys.path.insert(0, os.path.join(ROOT, "tb/tree/records"))
import signed  # noqa: E402

SOURCES = ("tb/systems/speed/measure.py", "cmodel/systems/bench", "cmodel/lib", "cmodel/base")
CODECS = "zvc,bpc,ebd,xzvc,auto,grp16"
SEED = 1
BLOCK = 1 << 20


def bench(linepress, codec):
    done = subprocess.run([linepress, "bench", "--codec", codec, "--json"], check=True,
                          stdout=subprocess.PIPE, text=True)
    found = json.loads(done.stdout)
    return {"memcpy": found["memcpy"],
            "rows": [row for row in found["codecs"] if row["codec"] == codec]}


def mostly_zeros(draw):
    """32-bit words of which 60 % are zero, in random places."""
    return b"".join(draw.randbytes(4) if draw.random() >= 0.6 else bytes(4)
                    for _ in range(BLOCK // 4))


def weights(draw):
    """Normally distributed bfloat16, as the weights of a network."""
    return b"".join(struct.pack("<f", draw.gauss(0, 0.02))[2:] for _ in range(BLOCK // 2))


# Contents of a file, by the codec that compresses it.
FILES = {"zvc": mostly_zeros, "grp16": weights}


def fill(path, count, block):
    """The block again and again, each time from another place on."""
    with open(path, "wb") as file:
        for at in range(0, count, BLOCK):
            turn = at // BLOCK * 512 % BLOCK
            file.write(block[turn:] + block[:turn])


def timed(words):
    """Seconds of wall, user and system time."""
    start = time.monotonic()
    child = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    _, status, use = os.wait4(child.pid, 0)
    wall = time.monotonic() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise subprocess.CalledProcessError(child.returncode, words)
    return {"wall_s": round(wall, 4), "user_s": round(use.ru_utime, 4),
            "system_s": round(use.ru_stime, 4)}


def run_commands(linepress, codec, paths, rows):
    """Copies, compresses and decompresses a file, and compares; adds the times to `rows`."""
    plain, packed, back = paths
    for command, words in (("cp", ["cp", plain, back]),
                           ("linepress compress",
                            [linepress, "compress", "--codec", codec, plain, packed]),
                           ("linepress decompress", [linepress, "decompress", packed, back])):
        if os.path.exists(back):
            os.remove(back)
        rows[f"{codec}: {command}"].append(timed(words))
        print(f"{codec}: {command}: {rows[f'{codec}: {command}'][-1]['wall_s']} s", flush=True)
    subprocess.run(["cmp", plain, back], check=True)


def files(linepress, count, runs):
    work = tempfile.mkdtemp(prefix="lp-speed-", dir="/dev/shm")
    paths = [os.path.join(work, n) for n in ("plain", "packed.lpr", "back")]
    rows = collections.defaultdict(list)
    try:
        for codec, make in FILES.items():
            fill(paths[0], count, make(random.Random(SEED)))
            for _ in range(runs):
                run_commands(linepress, codec, paths, rows)
    finally:
        shutil.rmtree(work)
    return {"bytes": count, "rows": rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--codecs", default=CODECS)
    parser.add_argument("--files", type=int, default=512 << 20, metavar="BYTES")
    parser.add_argument("linepress")
    parser.add_argument("record")
    o = parser.parse_args()
    if o.runs < 1 or o.files < BLOCK:
        parser.error("at least one run, and 1 MiB of files")
    found = {codec: [] for codec in o.codecs.split(",")}
    try:
        for turn in range(o.runs):
            for codec, runs in found.items():
                runs.append(bench(o.linepress, codec))
                print(f"run {turn + 1} of {o.runs}: {codec}", flush=True)
        content = {"runs": o.runs, "bench": found, "files": files(o.linepress, o.files, o.runs)}
        signed.write(o.record, signed.sign("speed", content, SOURCES, SEED))
    except (OSError, subprocess.CalledProcessError, signed.Bad) as error:
        print(f"measure.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
