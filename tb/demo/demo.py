#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Real tensors through the Verilated ZVC encoder and decoder in lock-step with their C models.

Each tensor goes through both units twice: as memory entries and as one packed stream. A row a
tensor is printed as soon as it is done; totals, the units' size and the speed of RTL and model
follow. Also writes demo.json and demo.svg. Exit status: 0 all equal, 1 a mismatch, 2 bad input.
"""
import argparse
import ast
import collections
import concurrent.futures
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import picture

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DATA = os.path.join(ROOT, "tb/data")
UNITS = ("lp_zvc_enc", "lp_zvc_dec")
ENDINGS = ("memory", "stream")
RUNS = [(unit, ending) for ending in ENDINGS for unit in UNITS]
# numpy's names of the types where the manifest has none.
TYPES = {"f2": "fp16", "f4": "fp32", "f8": "fp64"}
ROW = ("{:<16} {:<5} {:>10} {:>5} {:>5} {:>5} {:>3} {:>3} {:>3} {:>3} {:>3}"
       " {:>5} {:>5} {:>5} {:>5} {:>3}")
LEGEND = """\
ratio: ZVC by bits and by sectors; n: per cent of lines in n sectors of 32 bytes;
cycles a line as memory entries and as a packed stream; bad: mismatches
"""
HEADS = (("", "", "", "zero", "ratio", "", "n:", "", "", "", "", "entry", "", "stream", "", ""),
         ("tensor", "type", "shape", "%", "bits", "sect", 0, 1, 2, 3, 4, "enc", "dec", "enc", "dec",
          "bad"))


class DemoError(Exception):
    """One line that says what went wrong."""


class Tensor:
    """One array with what the manifest and its own bytes say of it."""

    def __init__(self, path, entry):
        self.path, self.name = path, os.path.basename(path).removesuffix(".npy")
        with open(path, "rb") as src:
            blob = src.read()
        if blob[:7] != b"\x93NUMPY\x01":
            raise DemoError(f"{path}: not an .npy file of version 1")
        start = 10 + int.from_bytes(blob[8:10], "little")
        try:
            head = ast.literal_eval(blob[10:start].decode("latin-1"))
            size = int(head["descr"][2:])
        except (ValueError, SyntaxError, KeyError, TypeError) as err:
            raise DemoError(f"{path}: .npy header malformed") from err
        if size < 1 or len(blob) < start + size:
            raise DemoError(f"{path}: no elements")
        zero = bytes(size)
        count = (len(blob) - start) // size
        self.shape = head["shape"]
        self.zeros = sum(blob[at:at + size] == zero for at in range(start, len(blob), size)) / count
        self.type = entry.get("element") or TYPES.get(head["descr"][1:], head["descr"][1:])
        self.kind = entry.get("kind", "other")
        self.name = self.name.removesuffix("_" + self.type)
        self.elem = 16 if size == 2 else 8 if size == 1 else 32
        self.ratio, self.runs = None, {}


def manifest():
    with open(os.path.join(DATA, "MANIFEST.json"), encoding="utf-8") as src:
        return {os.path.join(DATA, f["file"]): f for f in json.load(src)["files"]}


def chosen(entries):
    """All arrays of 32-bit and wider types, and the 16-bit ones at the end of the training."""
    return [p for p, f in entries.items()
            if f["element"] not in ("fp16", "bf16") or f["percent"] == 100]


def call(argv, good=(0,), cwd=None):
    """A program's JSON answer; what it says on stderr goes on."""
    try:
        done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              check=False, cwd=cwd)
    except OSError as err:
        raise DemoError(f"{argv[0]}: {err.strerror} (make all builds it)") from err
    if done.returncode not in good:
        raise DemoError(done.stderr.strip() or f"{argv[0]}: exit status {done.returncode}")
    if done.stderr:
        print(done.stderr, end="", file=sys.stderr, flush=True)
    return json.loads(done.stdout)


def add_ratios(args, tensors):
    for elem in sorted({t.elem for t in tensors}):
        group = [t for t in tensors if t.elem == elem]
        found = call([args.linepress, "ratio", "--codec", "zvc", "--elem", str(elem), "--json",
                      *(t.path for t in group)])["files"]
        for tensor, ratio in zip(group, found):
            tensor.ratio = ratio


def cosim(args, tensor, unit, ending):
    """One run. The waveform that a mismatch leaves in the folder of the run is kept."""
    with tempfile.TemporaryDirectory(dir=args.out) as work:
        result = call([args.cosim, "--unit", unit, "--elem", str(tensor.elem), "--ending", ending,
                       "--json", tensor.path], good=(0, 1), cwd=work)
        for wave in os.listdir(work):
            kept = os.path.join(args.out, f"{tensor.name}_{tensor.type}-{ending}-{wave}")
            os.replace(os.path.join(work, wave), kept)
            print(f"demo: {tensor.path}: {wave} is {kept}", file=sys.stderr, flush=True)
    return result


def factor(raw, stored):
    return f"{raw / stored:.2f}" if stored else "-"


def cells(ratio, runs):
    """The columns that a tensor's row and a total's have in common."""
    lines = ratio["lines"]
    stored = sum(32 * n * k for n, k in enumerate(ratio["sectors"]))
    speeds = [f"{runs[run]['cycles'] / runs[run]['lines']:.3f}" if runs[run]["lines"] else "-"
              for run in RUNS]
    return [factor(8 * ratio["bytes"], ratio["compressed_bits"]), factor(ratio["bytes"], stored),
            *(f"{100 * k / lines:.0f}" for k in ratio["sectors"]), *speeds,
            sum(r["mismatches"] for r in runs.values())]


def row(t):
    return ROW.format(t.name, t.type, "x".join(map(str, t.shape)), f"{100 * t.zeros:.1f}",
                       *cells(t.ratio, t.runs))


class Progress:
    """A line that is written over, on a terminal only: elsewhere the rows themselves tell."""

    def __init__(self):
        self.live = sys.stderr.isatty()

    def show(self, text):
        if self.live:
            print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)

    def line(self, text):
        self.show("")
        print(text, flush=True)


def run_all(args, tensors, progress):
    """Rows come out in the order of the tensors, as soon as all four runs of one are done."""
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        jobs = [{run: pool.submit(cosim, args, t, *run) for run in RUNS} for t in tensors]
        try:
            for number, (tensor, futures) in enumerate(zip(tensors, jobs), 1):
                progress.show(f"[{number}/{len(tensors)}] {tensor.name} {tensor.type}")
                tensor.runs = {run: f.result() for run, f in futures.items()}
                progress.line(row(tensor))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def total(tensors):
    """One ratio object and the runs' sums over several tensors."""
    ratio = {k: sum(t.ratio[k] for t in tensors) for k in ("bytes", "lines", "compressed_bits")}
    ratio["sectors"] = [sum(t.ratio["sectors"][n] for t in tensors) for n in range(5)]
    sums = ("lines", "cycles", "mismatches")
    runs = {run: {k: sum(t.runs[run][k] for t in tensors) for k in sums} for run in RUNS}
    return ratio, runs


def kinds(tensors):
    groups = collections.defaultdict(list)
    for t in tensors:
        groups[t.kind, t.type].append(t)
    return groups


def counted(arrays):
    return "1 array" if arrays == 1 else f"{arrays} arrays"


def print_totals(tensors):
    for (kind, kind_type), group in kinds(tensors).items():
        print(ROW.format(kind, kind_type, counted(len(group)), "", *cells(*total(group))))
    print(ROW.format("all", "", counted(len(tensors)), "", *cells(*total(tensors))))


def unit_facts(tensors, areas):
    """Size of each unit, speed of its two engines (median of the runs), latency for entries."""
    facts = {a["unit"]: {k: a[k] for k in ("library", "um2", "kge", "fmax_mhz", "flops")}
             for a in areas}
    for unit in UNITS:
        runs = [t.runs[run] for t in tensors for run in RUNS if run[0] == unit]
        fact = facts.setdefault(unit, {})
        for engine in ("rtl_hz", "model_hz"):
            fact[engine] = statistics.median(r[engine] for r in runs)
        spans = [t.runs[unit, "memory"]["latency"] for t in tensors]
        fact["latency"] = {"min": min(s["min"] for s in spans), "max": max(s["max"] for s in spans)}
    return facts


def print_units(facts):
    print(f"{'unit':<12} {'library':<18} {'um2':>8} {'kGE':>6} {'MHz':>5} {'flops':>6}"
          f" {'latency':>8} {'RTL MHz':>8} {'model MHz':>9} {'model/RTL':>9}")
    for unit, f in facts.items():
        size = f"{'not measured':<47}"
        if "um2" in f:
            size = (f"{f['library']:<18} {f['um2']:8.0f} {f['kge']:6.2f} {f['fmax_mhz']:5.0f}"
                    f" {f['flops']:6d}")
        span = f"{f['latency']['min']}..{f['latency']['max']}"
        print(f"{unit:<12} {size} {span:>8} {f['rtl_hz'] / 1e6:8.2f} {f['model_hz'] / 1e6:9.2f}"
              f" {f['model_hz'] / f['rtl_hz']:9.1f}")


def as_json(tensors, facts):
    ratio, runs = total(tensors)

    def listed(by_run):
        return [{"unit": unit, "ending": ending, **by_run[unit, ending]} for unit, ending in RUNS]

    return {"tensors": [{"file": os.path.relpath(t.path, ROOT), "type": t.type, "kind": t.kind,
                         "shape": list(t.shape), "elem": t.elem, "zero_fraction": round(t.zeros, 6),
                         "zvc": t.ratio, "runs": listed(t.runs)} for t in tensors],
            "total": {**ratio, "runs": listed(runs)}, "units": facts}


def write_whole(path, text):
    with open(path + ".tmp", "w", encoding="utf-8") as out:
        out.write(text)
    os.replace(path + ".tmp", path)


def load_areas(paths):
    areas = []
    for path in paths:
        with open(path, encoding="utf-8") as src:
            areas.append(json.load(src))
    return areas


def run(args):
    started = time.monotonic()
    entries = manifest()
    paths = [os.path.abspath(p) for p in args.files] or chosen(entries)
    tensors = [Tensor(p, entries.get(p, {})) for p in paths]
    areas = load_areas(args.area)
    os.makedirs(args.out, exist_ok=True)
    add_ratios(args, tensors)
    print(f"{counted(len(tensors))} through the Verilated RTL and its cycle models in lock-step:\n"
          "every output port compared in every cycle, the data with the C library.\n")
    print(LEGEND)
    for head in HEADS:
        print(ROW.format(*head).rstrip(), flush=True)
    run_all(args, tensors, Progress())
    print()
    print_totals(tensors)
    facts = unit_facts(tensors, areas)
    print()
    print_units(facts)
    _, runs = total(tensors)
    bad = sum(r["mismatches"] for r in runs.values())
    write_whole(f"{args.out}/demo.json", json.dumps(as_json(tensors, facts), indent=1) + "\n")
    write_whole(f"{args.out}/demo.svg", picture.ratios(tensors))
    print(f"\n{sum(r['lines'] for r in runs.values())} lines in "
          f"{sum(r['cycles'] for r in runs.values())} cycles, {bad} mismatches, "
          f"{time.monotonic() - started:.0f} s; {args.out}/demo.json, {args.out}/demo.svg")
    return 1 if bad else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", metavar="FILE.npy", help="instead of those of tb/data")
    parser.add_argument("--out", default="build/demo")
    parser.add_argument("--area", action="append", default=[], metavar="AREA.json")
    parser.add_argument("--linepress", default=os.path.join(ROOT, "build/linepress"))
    parser.add_argument("--cosim", default=os.path.join(ROOT, "build/linepress-cosim"))
    args = parser.parse_args()
    args.cosim = os.path.abspath(args.cosim)
    try:
        return run(args)
    except DemoError as err:
        print(f"demo: {err}", file=sys.stderr)
    except OSError as err:
        print(f"demo: {err.filename}: {err.strerror}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
