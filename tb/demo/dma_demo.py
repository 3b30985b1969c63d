#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Real tensors out through the compressing DMA engine and back, in Verilated RTL.

A row for each tensor: ratio, and for each direction its cycles, how busy the link was and the bound
in bytes per cycle that no engine can exceed. Also writes dma.json and dma.svg, transfers at the
engine's ports over time for one tensor. Exit status: 0 all tensors came back, 1 a mismatch, 2 bad
input.
"""
import argparse
import concurrent.futures
import json
import os
import sys
import time

import arrays
import dma_picture

SIDES = ("out", "in")
SHOWN = "conv2_agrad_100_fp32"
BIN = 16
MACHINE = """\
6 channels at 1 GHz, 80 KiB, a link of 16 GB/s. busy: share of the link that the stream took while
it ran; bound: bytes per cycle at the link that nothing exceeds; bad: groups that came back wrong.
"""


def row(cells):
    name, kind, *rest = cells
    sides = "".join(f" {rest[at]:>7} {rest[at + 1]:>6} {rest[at + 2]:>6}" for at in (2, 5))
    return f"{name:<16} {kind:<5} {rest[0]:>5} {rest[1]:>6}{sides} {rest[8]:>4}".rstrip()


def heads():
    yield row(["", "", "", "", "out", "", "", "in", "", "", ""])
    yield row(["tensor", "type", "codec", "ratio", *["cycles", "busy", "bound"] * 2, "bad"])


def run(args, array, codec):
    return arrays.call([args.linepress, "dma", "--engine", args.engine, "--codec", codec, "--json",
                        array.path], good=(0, 1))["tensors"][0]


def cells(array, codec, found):
    sides = []
    for side in SIDES:
        facts = found[side]
        sides += [facts["cycles"], f"{facts['link_busy']:.3f}", f"{facts['bound']:.2f}"]
    return [array.name, array.type, codec, f"{found['ratio']:.2f}", *sides, found["mismatches"]]


def run_all(args, tensors):
    """Rows come out in the order of the tensors."""
    jobs = [(t, codec) for t in tensors for codec in args.codecs]
    results = []
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        futures = [pool.submit(run, args, *job) for job in jobs]
        try:
            for (array, codec), future in zip(jobs, futures):
                found = future.result()
                results.append({"codec": codec, "type": array.type, **found})
                print(row(cells(array, codec, found)), flush=True)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return results


def print_totals(args, results):
    print()
    for codec in args.codecs:
        of_codec = [r for r in results if r["codec"] == codec]
        raw, stored = (sum(r[k] for r in of_codec) for k in ("bytes", "compressed_bytes"))
        busy = [min(r[side]["link_busy"] for r in of_codec) for side in SIDES]
        cycles = [sum(r[side]["cycles"] for r in of_codec) for side in SIDES]
        print(f"{codec}: {raw} bytes became {stored}, ratio {raw / stored:.3f}; {cycles[0]} cycles "
              f"out, {cycles[1]} in; link busy at least {busy[0]:.3f} out, {busy[1]:.3f} in")


def picture(args, tensors):
    """The tensor that the picture shows: SHOWN, or else the first."""
    array = next((t for t in tensors if os.path.basename(t.path) == SHOWN + ".npy"), tensors[0])
    found = arrays.call([args.lanes, args.engine, args.codecs[0], str(BIN), array.path])
    arrays.write_whole(f"{args.out}/dma.svg",
                       dma_picture.lanes(array, args.codecs[0], args.engine, found, BIN))
    return found


def run_demo(args):
    started = time.monotonic()
    entries = arrays.manifest()
    paths = [os.path.abspath(p) for p in args.files] or [
        p for p in entries if p.startswith(os.path.join(arrays.DATA, "dl", ""))]
    tensors = [arrays.Array(p, entries.get(p, {})) for p in paths]
    os.makedirs(args.out, exist_ok=True)
    print(f"{len(tensors)} tensors through the DMA engine ({args.engine}) and back:\n{MACHINE}")
    for head in heads():
        print(head, flush=True)
    results = run_all(args, tensors)
    print_totals(args, results)
    shown = picture(args, tensors)
    bad = sum(r["mismatches"] for r in results)
    arrays.write_whole(f"{args.out}/dma.json", json.dumps(
        {"engine": args.engine, "tensors": results, "bin_cycles": BIN, "lanes": shown},
        indent=1) + "\n")
    print(f"\n{bad} mismatches, {time.monotonic() - started:.0f} s; {args.out}/dma.json, "
          f"{args.out}/dma.svg")
    return 1 if bad else 0


def main():
    build = os.path.join(arrays.ROOT, "build")
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", metavar="FILE.npy",
                        help="instead of those of tb/data/dl")
    parser.add_argument("--engine", default="rtl", choices=("rtl", "cycle"))
    parser.add_argument("--codecs", nargs="+", default=["zvc"], choices=("zvc", "bpc", "none"))
    parser.add_argument("--out", default=f"{build}/demo")
    parser.add_argument("--linepress", default=f"{build}/linepress")
    parser.add_argument("--lanes", default=f"{build}/dma/lanes")
    args = parser.parse_args()
    try:
        return run_demo(args)
    except arrays.ArrayError as err:
        print(f"dma-demo: {err}", file=sys.stderr)
    except OSError as err:
        print(f"dma-demo: {err.filename}: {err.strerror}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
