#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""How fast `linepress profile` reads a set, and how much memory the largest sets take.

    profile_bench.py [--megabytes N] [--runs N] LINEPRESS FOLDER

FOLDER gets the sets and is removed afterwards. The set of the speeds is made of the sample arrays,
one after the other, at two points, and is in page cache when it is timed. Prints two tables: GB of
snapshot bytes a second, the best of the runs, and in brackets a processor second, which other work
on the machine does not change; the most memory of sets that have as many pieces and as long names as
a set may have. Exit status 1: a set takes more than 64 MiB.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../demo"))
import arrays  # noqa: E402

PATHS = ("avx512", "avx2", "portable")
# Allocations, points; flat files have a name a piece, folders share them.
SHAPES = (("folders", 16384, 8), ("folders", 64, 2048), ("folders", 10000, 13),
          ("flat files", 16384, 8), ("flat files", 8192, 16))
BOUND_KIB = 64 << 10


def make_set(folder, size):
    data = b"".join(arrays.Array(path, entry).data for path, entry in arrays.manifest().items())
    for point in "12":
        os.makedirs(os.path.join(folder, point))
        for number in range(4):
            with open(os.path.join(folder, point, f"a{number}.bin"), "wb") as file:
                while file.tell() < size // 8:
                    file.write(data)
    return sum(os.path.getsize(os.path.join(folder, point, f"a{n}.bin"))
               for point in "12" for n in range(4))


def timed(linepress, path, threads, folder):
    """Seconds, and processor seconds."""
    begun = time.perf_counter()
    with subprocess.Popen([linepress, "profile", "-T", str(threads), folder],
                          stdout=subprocess.DEVNULL,
                          env={**os.environ, "LINEPRESS_CPU": path}) as child:
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = status
    if status != 0:
        raise arrays.ArrayError(f"profile_bench: {folder} cannot be profiled")
    return time.perf_counter() - begun, used.ru_utime + used.ru_stime


def has_path(linepress, path):
    return subprocess.run([linepress, "profile", "--help"], stdout=subprocess.DEVNULL, check=False,
                          stderr=subprocess.DEVNULL,
                          env={**os.environ, "LINEPRESS_CPU": path}).returncode == 0


def speeds(args, folder):
    size = make_set(folder, args.megabytes * 1000000)
    counts = [n for n in (1, 2, 4, 8, 16, 32) if n <= len(os.sched_getaffinity(0))]
    print(f"| path | {' | '.join(f'{n} threads' if n > 1 else '1 thread' for n in counts)} |")
    print("|---" * (1 + len(counts)) + "|")
    for path in PATHS:
        if not has_path(args.linepress, path):
            print(f"| `{path}` |" + " not here |" * len(counts))
            continue
        best = {count: (float("inf"),) * 2 for count in counts}
        for _ in range(args.runs):
            for count in counts:
                best[count] = tuple(map(min, best[count],
                                        timed(args.linepress, path, count, folder)))
        cells = (f"{size / 1e9 / best[n][0]:.2f} ({size / 1e9 / best[n][1]:.2f})" for n in counts)
        print(f"| `{path}` | {' | '.join(cells)} |", flush=True)


def make_shape(folder, kind, allocations, points):
    names = [f"a{n:06d}".ljust(128, "x") for n in range(allocations)]
    for point in range(points):
        where = folder if kind == "flat files" else os.path.join(folder, str(point))
        os.makedirs(where, exist_ok=True)
        for name in names:
            end = f".p{point}.bin" if kind == "flat files" else ".bin"
            with open(os.path.join(where, name + end), "wb", buffering=0) as file:
                file.write(b"x" * 200)
    if kind == "folders":
        with open(os.path.join(folder, "snapshots.json"), "w", encoding="utf-8") as file:
            json.dump({"linepress_snapshots": 1, "allocations": [
                {"name": name, "address": hex(0x7f0000000000 + 65536 * n), "site": f"main+{n:#x}"}
                for n, name in enumerate(names)]}, file)


def memory(args, folder, name):
    """KiB at most, of finding targets with everything that takes memory, and of applying them."""
    out = os.path.join(os.path.dirname(folder), name)
    most = 0
    for words in (["--codec", "auto", "--targets", out + ".json"], ["--apply", out + ".json"]):
        with subprocess.Popen([args.linepress, "profile", "--json", "--force", "-T", "8",
                               "--heatmap", out + ".png", "--plots", out + ".plots", *words,
                               folder], stdout=subprocess.DEVNULL) as child:
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = status
        if status != 0:
            raise arrays.ArrayError(f"profile_bench: {name} cannot be profiled")
        most = max(most, used.ru_maxrss)
    return most


def sizes(args):
    print("\n| set | allocations | points | MiB at most |\n|---|---|---|---|")
    good = True
    for number, (kind, allocations, points) in enumerate(SHAPES):
        folder = os.path.join(args.folder, f"shape{number}")
        make_shape(folder, kind, allocations, points)
        most = memory(args, folder, f"out{number}")
        print(f"| {kind} | {allocations:,} | {points:,} | {most / 1024:.1f} |", flush=True)
        good &= most <= BOUND_KIB
        shutil.rmtree(folder)
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--megabytes", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("linepress")
    parser.add_argument("folder")
    args = parser.parse_args()
    args.linepress = os.path.abspath(args.linepress)
    os.makedirs(args.folder)
    try:
        speeds(args, os.path.join(args.folder, "speed"))
        shutil.rmtree(os.path.join(args.folder, "speed"))
        good = sizes(args)
    except (arrays.ArrayError, OSError) as err:
        print(f"profile_bench: {err}", file=sys.stderr)
        return 2
    finally:
        shutil.rmtree(args.folder)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
