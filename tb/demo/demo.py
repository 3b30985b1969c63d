#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Real tensors through the Verilated units of both codecs in lock-step with their C models.

How well the tensors compress comes first. Then each goes through every unit of RUNS, and its row
is printed as soon as it is done; each unit's cycles, latency, speed and size follow. Also writes
demo.json, demo.svg and heatmap.png, a picture of how well a program's memory compresses at points
of its run, and prints how fast a kernel runs on a whole GPU with buddy memory.
Exit status: 0 all equal, 1 a mismatch, 2 bad input.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import statistics
import sys
import tempfile
import time

import arrays
import picture

sys.path.insert(0, os.path.join(arrays.ROOT, "synth"))
import tables  # noqa: E402
import units  # noqa: E402

# A run: a unit, the codec whose data it moves, and how its lines are stored.
Run = collections.namedtuple("Run", "unit codec ending")
RUNS = (Run("lp_zvc_enc", "zvc", "memory"), Run("lp_zvc_dec", "zvc", "memory"),
        Run("lp_zvc_enc", "zvc", "stream"), Run("lp_zvc_dec", "zvc", "stream"),
        Run("lp_bpc_enc", "bpc", "memory"), Run("lp_bpc_dec", "bpc", "memory"))
ENTRIES = [run for run in RUNS if run.ending == "memory"]
LIBRARY = "osu018"
TRACE = os.path.join(arrays.ROOT, "tb/data/workloads/traces/cg.lpw")
# The share that AlexNet of Buddy Compression stores across the link; the links of its figure 12.
SPILL, LINKS = "0.054:16:2", (200, 150, 100, 50)
SNAPSHOTS = os.path.join(arrays.ROOT, "tb/data/workloads/sets/wave")
LEGEND = """\
best: ratio by whole sectors of 32 bytes with the best codec in each line; sect: the same with ZVC,
and with BPC; n: per cent of lines in n sectors, 0 for zero lines, 4 stored raw; then cycles per
line of each unit, lines stored as memory entries; bad: mismatches. ZVC takes elements of the
array's type, at most 32 bits; BPC always takes 32-bit words.
"""


def chosen(entries):
    """All arrays of 32-bit and wider types, and the 16-bit ones at the end of the training."""
    return [p for p, f in entries.items()
            if f["element"] not in ("fp16", "bf16") or f["percent"] == 100]


def cosim(args, tensor, run):
    """One run. The waveform that a mismatch leaves in the folder of the run is kept."""
    width = ["--elem", str(tensor.elem)] if run.codec == "zvc" else []
    with tempfile.TemporaryDirectory(dir=args.out) as work:
        result = arrays.call([args.cosim, "--unit", run.unit, *width, "--ending", run.ending,
                              "--json", tensor.path], good=(0, 1), cwd=work)
        for wave in os.listdir(work):
            kept = os.path.join(args.out, f"{tensor.name}_{tensor.type}-{run.ending}-{wave}")
            os.replace(os.path.join(work, wave), kept)
            print(f"demo: {tensor.path}: {wave} is {kept}", file=sys.stderr, flush=True)
    return result


def fixed(value, digits):
    return "-" if value is None else f"{value:.{digits}f}"


def row(name, of_type, third, best, codecs, last):
    """A line of the table; codecs: the six cells of each, last: cycles and mismatches."""
    return (f"{name:<16} {of_type:<5} {third:>3} {best:>4}" +
            "".join(f" {c[0]:>4}" + "".join(f"{n:>4}" for n in c[1:]) for c in codecs) +
            "".join(f"{c:>5}" for c in last[:-1]) + f"{last[-1]:>4}").rstrip()


def heads(name, third):
    """Above the columns: the codec, and for each unit its codec and direction."""
    blank = [""] * 5
    yield row("", "", "", "", [[f"{picture.NAMES[c]:>4}", *blank] for c in arrays.CODECS],
              [*(run.codec for run in ENTRIES), ""])
    yield row(name, "type", third, "best", [["sect", 0, 1, 2, 3, 4]] * len(arrays.CODECS),
              [*(run.unit.split("_")[-1] for run in ENTRIES), "bad"])


def cells(best, ratios, runs):
    """The columns that a tensor's row and a total's have in common."""
    codecs = [[fixed(arrays.by_sectors(r), 2),
               *(f"{100 * k / r['lines']:.0f}" for k in r["sectors"])] for r in ratios.values()]
    speeds = [fixed(arrays.factor(runs[run]["cycles"], runs[run]["lines"]), 2) for run in ENTRIES]
    bad = sum(r["mismatches"] for r in runs.values())
    return fixed(arrays.by_sectors(best), 2), codecs, [*speeds, bad]


class Progress:
    """A line that is overwritten, on a terminal only: elsewhere the rows show the progress."""

    def __init__(self):
        self.live = sys.stderr.isatty()

    def show(self, text):
        if self.live:
            print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)

    def line(self, text):
        self.show("")
        print(text, flush=True)


def run_all(args, tensors, progress):
    """Rows come out in the order of the tensors, as soon as all runs of one are done."""
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        jobs = [{run: pool.submit(cosim, args, t, run) for run in RUNS} for t in tensors]
        try:
            for number, (tensor, futures) in enumerate(zip(tensors, jobs), 1):
                progress.show(f"[{number}/{len(tensors)}] {tensor.name} {tensor.type}")
                tensor.runs = {run: f.result() for run, f in futures.items()}
                progress.line(row(tensor.name, tensor.type, f"{100 * tensor.zero_fraction():.0f}",
                                  *cells(tensor.best, tensor.ratio, tensor.runs)))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def total(tensors):
    """The ratio objects of the best and of each codec, and the runs' sums, of several tensors."""
    ratios = {c: arrays.total(t.ratio[c] for t in tensors) for c in arrays.CODECS}
    sums = ("lines", "cycles", "mismatches")
    runs = {run: {k: sum(t.runs[run][k] for t in tensors) for k in sums} for run in RUNS}
    return arrays.total(t.best for t in tensors), ratios, runs


def counted(number):
    return "1 array" if number == 1 else f"{number} arrays"


def headline(tensors):
    """How well the tensors compress, and those of each kind: lines of text."""
    yield f"{'raw bytes / stored bytes':<34}{'best':>6}{'ZVC':>6}{'BPC':>6}"
    kinds = picture.grouped(tensors, lambda t: (picture.KINDS.get(t.kind, t.kind), t.type))
    every = {("all", ""): tensors, **kinds}
    for (kind, kind_type), group in every.items():
        ratios = [arrays.total(t.best for t in group),
                  *(arrays.total(t.ratio[c] for t in group) for c in arrays.CODECS)]
        name = f"{kind} {kind_type}".strip()
        yield (f"{name}, {counted(len(group))}".ljust(34) +
               "".join(f"{fixed(arrays.by_sectors(r), 2):>6}" for r in ratios))
    yield "whole sectors of 32 bytes; best: of ZVC, XZVC, EBD and BPC in each line"


def print_headline(tensors):
    for line in headline(tensors):
        print(line, flush=True)


def print_totals(tensors):
    for head in heads("all of a kind", "no."):
        print(head)
    kinds = picture.grouped(tensors, lambda t: (t.kind, t.type))
    for (kind, kind_type), group in kinds.items():
        print(row(kind, kind_type, len(group), *cells(*total(group))))
    best, ratios, runs = total(tensors)
    print(row("all", "", len(tensors), *cells(best, ratios, runs)))
    print(f"\n{'ratio of all':<12} {'bits':>6} {'sizes':>6} {'sectors':>8}")
    names = {codec: picture.NAMES[codec] for codec in ratios}
    for name, ratio in (("best", best), *((names[c], r) for c, r in ratios.items())):
        print(f"{name:<12} {fixed(arrays.by_bits(ratio), 3):>6} "
              f"{fixed(arrays.by_sizes(ratio), 3):>6} {fixed(arrays.by_sectors(ratio), 3):>8}")


def sizes():
    """Size of each unit in the default library, where the measurement is still valid."""
    store = tables.load()
    found = {unit.name: tables.figure(store, LIBRARY, unit.name, unit.measured[0])
             for unit in units.read_units() if unit.measured}
    names = dict.fromkeys(run.unit for run in RUNS)
    return {name: found.get(name) for name in names}


def run_facts(tensors, run):
    """Cycles and latency over all tensors, speed of the two engines (median of the tensors)."""
    runs = [t.runs[run] for t in tensors]
    lines, cycles = (sum(r[key] for r in runs) for key in ("lines", "cycles"))
    spans = [r["latency"] for r in runs]
    return {"unit": run.unit, "ending": run.ending, "lines": lines, "cycles": cycles,
            "mismatches": sum(r["mismatches"] for r in runs),
            "cycles_per_line": arrays.factor(cycles, lines),
            "latency": {"min": min(s["min"] for s in spans), "max": max(s["max"] for s in spans)},
            **{key: statistics.median(r[key] for r in runs) for key in ("rtl_hz", "model_hz")}}


def print_units(facts, areas):
    print(f"{'unit':<12} {'lines as':<8} {'cycles/line':>11} {'latency':>8} {'RTL MHz':>8}"
          f" {'model MHz':>9} {'model/RTL':>9}   {'kGE':>6} {'MHz':>4} {'flops':>6}")
    shown = set()
    for f in facts:
        area, size = areas[f["unit"]], ""
        if f["unit"] not in shown:
            shown.add(f["unit"])
            size = (f"{area['kge']:9.2f} {area['fmax_mhz']:4.0f} {area['flops']:6d}" if area
                    else "  not measured on these sources")
        ending = "entries" if f["ending"] == "memory" else f["ending"]
        span = f"{f['latency']['min']}..{f['latency']['max']}"
        print(f"{f['unit']:<12} {ending:<8} {fixed(f['cycles_per_line'], 4):>11} {span:>8}"
              f" {f['rtl_hz'] / 1e6:8.2f} {f['model_hz'] / 1e6:9.2f}"
              f" {f['model_hz'] / f['rtl_hz']:9.1f}{size}")
    print(f"kGE, MHz, flops: Yosys, abc, OpenSTA in {LIBRARY}, as last measured by make tables")


def heat_map(args):
    """Writes the picture of a snapshot set; prints its contents."""
    path = os.path.join(args.out, "heatmap.png")
    facts = arrays.call([args.linepress, "profile", "--json", "--heatmap", path, SNAPSHOTS])
    ratios = ", ".join(fixed(p["ratio"]["sectors"], 2) for p in facts["points"])
    print(f"\n{path}: memory of a wave equation at {len(facts['points'])} points of its run, a row "
          f"64 lines,\nblue where they compress and red where not; ratio by sectors: {ratios}")


def whole_gpu(args):
    """One row of Buddy Compression's figure 12, of a traced kernel; the speeds."""
    found = arrays.call([args.linepress, "gpu", "--json", "--seeds", "3", "--mode",
                         "bandwidth,buddy", "--spill", SPILL, "--link",
                         ",".join(map(str, LINKS)), TRACE])
    speeds = {(s["mode"], s["link"]): s["speedup"]["mean"] for s in found["summary"]}
    buddy = ", ".join(f"{100 * speeds['buddy', link] - 100:+.1f}" for link in LINKS)
    print(f"\na kernel of conjugate gradients on {found['gpu']['name']}, per cent of uncompressed "
          f"memory: {100 * speeds['bandwidth', LINKS[0]] - 100:+.1f} compressed\nfor bandwidth; "
          f"{buddy} with buddy memory over links of {', '.join(map(str, LINKS))} GB/s, if\n"
          f"{100 * float(SPILL.split(':', maxsplit=1)[0]):g} % of the lines spill (made classes)")
    return {k: found[k] for k in ("gpu", "trace", "summary")}


def as_json(tensors, facts, areas, gpu):
    best, ratios, _ = total(tensors)
    return {"tensors": [{"file": os.path.relpath(t.path, arrays.ROOT), "type": t.type,
                         "kind": t.kind, "shape": list(t.shape), "elem": t.elem,
                         "zero_fraction": round(t.zero_fraction(), 6), "best": t.best, **t.ratio,
                         "runs": [{**t.runs[run], **run._asdict()} for run in RUNS]}
                        for t in tensors],
            "total": {"best": best, **ratios, "runs": facts}, "areas": areas, "gpu": gpu}


def run_demo(args):
    started = time.monotonic()
    entries = arrays.manifest()
    paths = [os.path.abspath(p) for p in args.files] or chosen(entries)
    tensors = [arrays.Array(p, entries.get(p, {})) for p in paths]
    os.makedirs(args.out, exist_ok=True)
    arrays.add_ratios(args.linepress, tensors)
    print_headline(tensors)
    print(f"\n{counted(len(tensors))} through the Verilated RTL and its cycle models in lock-step:"
          "\nevery output port compared in every cycle, the data with the C library.\n")
    print(LEGEND)
    for head in heads("tensor", "0 %"):
        print(head, flush=True)
    run_all(args, tensors, Progress())
    print()
    print_totals(tensors)
    facts, areas = [run_facts(tensors, run) for run in RUNS], sizes()
    print()
    print_units(facts, areas)
    heat_map(args)
    gpu = whole_gpu(args)
    bad = sum(f["mismatches"] for f in facts)
    arrays.write_whole(f"{args.out}/demo.json",
                       json.dumps(as_json(tensors, facts, areas, gpu), indent=1) + "\n")
    arrays.write_whole(f"{args.out}/demo.svg", picture.sectors(tensors))
    print(f"\n{sum(f['lines'] for f in facts)} lines in {sum(f['cycles'] for f in facts)} cycles, "
          f"{bad} mismatches, {time.monotonic() - started:.0f} s; "
          f"{args.out}/demo.json, {args.out}/demo.svg")
    return 1 if bad else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", metavar="FILE.npy", help="instead of those of tb/data")
    parser.add_argument("--out", default="build/demo")
    parser.add_argument("--linepress", default=os.path.join(arrays.ROOT, "build/linepress"))
    parser.add_argument("--cosim", default=os.path.join(arrays.ROOT, "build/linepress-cosim"))
    args = parser.parse_args()
    args.cosim = os.path.abspath(args.cosim)
    try:
        return run_demo(args)
    except (arrays.ArrayError, units.BadList) as err:
        print(f"demo: {err}", file=sys.stderr)
    except OSError as err:
        print(f"demo: {err.filename}: {err.strerror}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
