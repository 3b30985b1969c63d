#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs that map, move, protect, free and fork in random order (moves.c) print the same on managed
memory as on ordinary memory. moves_test.py [COUNT]; LP_SEED repeats a run."""
import os
import random
import subprocess
import sys
import tempfile

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")]
sys.dont_write_bytecode = True
import tap  # noqa: E402

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
LINEPRESS, MOVES = f"{BUILD}/linepress", f"{BUILD}/huvm/moves"
COUNT = 2
STEPS = (("300",), ("120", "3"))  # alone, and three threads of one program
PATIENCE = 120  # seconds
SEED = int(os.environ.get("LP_SEED") or random.randrange(1 << 30))
# Options by how faults are seen; blocks of 64 KiB and more are managed, or all of 4 KiB and more.
RUN = ("huvm", "run", "--slow", "0", "--chunk", "64k", "--local", "512k", "--spare", "256k")
WAYS = {"userfaultfd": (*RUN, "--min", "64k", "--faults", "userfaultfd"),
        "protection": (*RUN, "--min", "64k", "--faults", "protection"),
        "every mapping": ("huvm", "run", "--slow", "0", "--chunk", "8k", "--local", "128k", "--spare",
                          "64k", "--min", "4k"),
        "compressed": ("huvm", "run", "--slow", "0", "--chunk", "16k", "--local", "256k", "--spare",
                       "64k", "--min", "4k", "--compress", "host"),
        "recording": ("huvm", "record", "--chunk", "8k", "--min", "4k")}


def run(words):
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=PATIENCE)
    return done.returncode, done.stdout, done.stderr


def differs(way, seed, due, steps, work):
    """None, or how the seed's run differs."""
    options = list(WAYS[way])
    if options[1] == "record":
        options += ["-f", "-o", os.path.join(work, "trace.lph")]
    words = f"moves {seed} {' '.join(steps)}"
    try:
        status, found, errors = run([LINEPRESS, *options, "--", MOVES, str(seed), *steps])
    except subprocess.TimeoutExpired:
        return f"{words}: more than {PATIENCE} s"
    if (status, found) == due:
        return None
    pairs = zip(found.splitlines() + ["its end"], due[1].splitlines() + ["its end"])
    here, there = next(((a, b) for a, b in pairs if a != b), ("", ""))
    return f"{words}: status {status}, '{here}' for '{there}'; {errors[:200]}"


def is_there(way):
    """Whether the kernel has these faults."""
    return way != "userfaultfd" or run([LINEPRESS, *WAYS[way], "--", "true"])[0] == 0


def main():
    print(f"# LP_SEED={SEED}", flush=True)
    count = int(sys.argv[1]) if len(sys.argv) > 1 else COUNT
    dues = {(seed, steps): run([MOVES, str(seed), *steps])[:2]
            for steps in STEPS for seed in range(SEED, SEED + count)}
    wrong = [f"moves {seed} {' '.join(steps)}: status {due[0]}"
             for (seed, steps), due in dues.items() if due[0] or "\nend " not in due[1]]
    tap.result(wrong, f"{len(dues)} programs end on ordinary memory")
    with tempfile.TemporaryDirectory(prefix="lp-moves-") as work:
        for way in WAYS:
            if not is_there(way):
                tap.skip(f"{len(dues)} programs, {way}", "not in this kernel")
                continue
            found = [differs(way, seed, due, steps, work) for (seed, steps), due in dues.items()]
            tap.result([line for line in found if line], f"{len(dues)} programs, {way}")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
