#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Time of lp.ratio relative to `linepress ratio` on the same 1 GiB of float32, half of them zeros.

    ratio_bench.py [MIB [ROUNDS]]

lp.ratio counts the array in memory, the command line its .npy file in page cache; the rounds of both
alternate. Prints the best time of each and their ratio for ZVC and BPC. Exit status 1: a ratio is above
1.05.
"""
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
sys.path.insert(0, os.path.join(ROOT, "adapters/python"))
sys.dont_write_bytecode = True
os.environ["LINEPRESS_LIB"] = BUILD
import numpy  # noqa: E402
import linepress as lp  # noqa: E402

MOST = 1.05


def timed(act):
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


def main():
    mib, rounds = (int(word) for word in (sys.argv[1:] + ["1024", "5"][len(sys.argv) - 1:])[:2])
    numbers = numpy.random.default_rng(1).random(mib << 18, numpy.float32)
    numbers *= numpy.random.default_rng(2).random(mib << 18, numpy.float32) < 0.5
    late = False
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, "a.npy")
        numpy.save(path, numbers)
        for codec in ("zvc", "bpc"):
            words = [f"{BUILD}/linepress", "ratio", "--codec", codec, path]
            times = [(timed(lambda: lp.ratio(numbers, codec)),
                      timed(lambda: subprocess.run(words, check=True, stdout=subprocess.DEVNULL)))
                     for _ in range(rounds)]
            python, command = (min(column) for column in zip(*times))
            late |= python > MOST * command
            print(f"{codec}: lp.ratio {python:.3f} s, linepress ratio {command:.3f} s, "
                  f"{python / command:.2f} of its time ({mib} MiB, best of {rounds})")
    return int(late)


if __name__ == "__main__":
    sys.exit(main())
