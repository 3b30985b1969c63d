#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bench_grp under emulation: what it prints, and what it refuses. Its times are not looked at."""
import json
import os
import subprocess
import sys
import tempfile

BENCH = os.path.join(os.path.abspath(os.environ.get("BUILD", "build")), "cuda", "bench_grp")
KIB, RUNS = 32, 2
GROUPS = KIB * 1024 // 512


def run(*words):
    return subprocess.run([BENCH, *map(str, words)], capture_output=True, text=True, check=False)


def found(*words):
    done = run(KIB, RUNS, *words)
    assert done.returncode == 0, done
    found = json.loads(done.stdout)
    assert found["groups"] == GROUPS
    for name in ("copy", "states", "encode", "decode"):
        assert len(found[name]["seconds"]) == RUNS
        assert all(seconds >= 0 for seconds in found[name]["seconds"])
    assert found["encode"]["bytes"] == found["decode"]["bytes"] == \
        1024 * KIB + found["entries_bytes"]
    return found["entries_bytes"]


def made_weights():
    # Dense weights take 10 to 12 sectors of 32 bytes; a group of 16 would be raw.
    assert GROUPS * 10 * 32 <= found() <= GROUPS * 12 * 32


def a_file():
    with tempfile.NamedTemporaryFile() as file:
        file.write(bytes(512))
        file.flush()
        assert found(file.name) == 0
        file.write(os.urandom(1024 * KIB))
        file.flush()
        # All exponents occur, so nearly all groups are raw; the first one is zero.
        assert found(file.name) > 0.9 * GROUPS * 512


def refused():
    for words in ((), (KIB,), (0, 1), (KIB, 0), (KIB, 1001), ("x", 1), (KIB, 1, "a", "b")):
        done = run(*words)
        assert done.returncode == 2 and done.stdout == "", (words, done)
    done = run(KIB, 1, "/nonexistent")
    assert done.returncode == 1 and "no bytes" in done.stderr, done


def main():
    tests = (made_weights, a_file, refused)
    print(f"1..{len(tests)}")
    for number, test in enumerate(tests, 1):
        test()
        print(f"ok {number} - {test.__name__}")


if __name__ == "__main__":
    sys.exit(main())
