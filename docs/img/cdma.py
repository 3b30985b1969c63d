#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The DMA engine against its bound and the paper's figures: picture and the page's tables.

    cdma.py --linepress CLI --programs FOLDER [--done FILE] BUFFER.svg PAGE.md

All cycles come from `linepress dma --engine cycle`, those of the copy call and of engines in the
DMA unit from the programs copy_call and central in FOLDER (tb/dma). FILE keeps what each run said: a
study that was stopped goes on with the runs that are not there, and repeats those whose program or
input has changed. PAGE.md is rewritten between its markers, and what is written there is printed. Exit status 1: a figure is not what it must be, and a line says
which; 2: bad use, or a file is missing.
"""
import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tb/demo"))
import arrays  # noqa: E402
import cdma_made as made  # noqa: E402
import cdma_paper as paper  # noqa: E402
import cdma_picture  # noqa: E402
import page_parts  # noqa: E402
from page_parts import table  # noqa: E402
import vdnn  # noqa: E402

BYTES, SEED = 4 << 20, 1
RATIOS = (0.97, 2.6, 6, 8, 10, 11, 12, 12.5, 13.8, 20, 32)
# Buffer in bytes and channels.
SIZES = {"48 KiB": (49152, 6), "70,000 B": (70000, 6), "80 KiB": (81920, 6),
         "96 KiB, 8 channels": (98304, 8)}
# Ratio up to which the link must be 0.99 busy.
REACH = {("70,000 B", "out"): 10, ("80 KiB", "out"): 12, ("96 KiB, 8 channels", "out"): 13.8,
         ("80 KiB", "in"): 11}
CURVE_BUFFERS = (8192, 16384, 24576, 32768, 40960, 49152, 57344, 65536, 70000, 73728, 81920, 98304)
CURVE_RATIOS = (2.6, 6, 8, 10, 12)
AWARE, NEARLY = 48.0, 0.97
EIGHT = "96 KiB, 8 channels"
CENTRAL_RATIOS = (2.6, 6, 10, 13.8)
POINTS = ("000", "010", "050", "100")
LAYERS = ("relu1", "relu2", "relu3", "fc1")
CODECS = ("rle", "zvc", "zlib", "bpc")
LAYOUTS = ("nchw", "nhwc", "chwn")
NETWORK = {"name": "three layers and one", "batch": 128, "image": [1, 28, 28], "layers": [
    {"name": "conv1", "kind": "conv", "channels": 8, "kernel": 3, "pad": 1},
    {"name": "conv2", "kind": "conv", "channels": 32, "kernel": 3, "pad": 1, "stride": 2},
    {"name": "conv3", "kind": "conv", "channels": 64, "kernel": 3, "pad": 1, "stride": 2},
    {"name": "fc1", "kind": "fc", "channels": 128},
    {"name": "fc2", "kind": "fc", "channels": 10, "relu": False}]}


class Done:
    """The output of commands, as JSON, also in a file for a later study. A command is known by its
    words, the contents of the files among them, and the program's own."""

    def __init__(self, path, folder):
        self.path, self.folder, self.said = path, folder, {}
        if path and os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                lines = [line for line in file if line.endswith("\n")]
            self.said = dict(map(json.loads, lines))
            # A last line without an end is of a study that was killed.
            arrays.write_whole(path, "".join(lines))

    def key(self, words):
        found = hashlib.sha256()
        for word in words:
            found.update(word.replace(self.folder, "").encode() + b"\0")
            if os.path.isfile(word):
                with open(word, "rb") as file:
                    found.update(hashlib.sha256(file.read()).digest())
        return found.hexdigest()

    def call(self, words):
        key = self.key(words)
        if key not in self.said:
            self.said[key] = json.dumps(arrays.call(words)).replace(self.folder, "<folder>")
            if self.path:
                os.makedirs(os.path.dirname(os.path.abspath(self.path)), exist_ok=True)
                with open(self.path, "a", encoding="utf-8") as file:
                    file.write(json.dumps([key, self.said[key]]) + "\n")
        return json.loads(self.said[key].replace("<folder>", self.folder))


class Study:
    """Runs of the command line, what they said, and what was found wrong."""

    def __init__(self, linepress, programs, folder, done=None):
        self.linepress, self.folder, self.wrong = linepress, folder, []
        self.done = Done(done, folder)
        self.copy_call, self.central = (os.path.join(programs, p) for p in ("copy_call", "central"))
        self.words = {}

    def dma(self, files, *options, engine="cycle", codec="zvc"):
        """The output of --json; several objects with --sweep."""
        said = self.done.call([self.linepress, "dma", "--engine", engine, "--codec", codec, *options,
                               "--json", *files])
        for run in said if isinstance(said, list) else [said]:
            self.must(run["mismatches"] == 0, f"{codec}: {run['mismatches']} mismatches")
        return said

    def must(self, holds, what):
        if not holds:
            self.wrong.append(what)

    def made(self, kind, ratio, size=BYTES):
        """Path of the made tensor."""
        path = os.path.join(self.folder, f"{kind}_{ratio}_{size}.raw")
        if path not in self.words:
            lines = size // made.LINE
            words = made.even(ratio, lines) if kind == "even" else made.mixed(ratio, lines, SEED)
            made.write(path, words)
            self.words[path] = words
        return path

    def of_made(self, kind, ratios, *options):
        return self.dma([self.made(kind, r) for r in ratios], "--raw", *options)["tensors"]


def of_bound(side, link=16):
    return side["link_busy"] * link / side["bound"]


def short(path):
    return os.path.basename(path).removesuffix(".npy")



def samples(study):
    """Every array, codec, direction and policy against the bound: rows, and those below NEARLY."""
    files, rows, low = sorted(arrays.manifest()), [], []
    for codec in ("zvc", "bpc", "none"):
        for policy in ("perf", "bw:48"):
            tensors = study.dma(files, "--policy", policy, codec=codec)["tensors"]
            if policy != "perf":
                rate_holds(study, tensors, codec)
            for way in ("out", "in"):
                parts = sorted(((of_bound(t[way]), t) for t in tensors), key=lambda p: p[0])
                below = [t for part, t in parts if part < NEARLY]
                low += [(codec, policy, way, t) for t in below]
                rows.append([codec, policy, way, str(len(parts)), f"{parts[0][0]:.4f}",
                             f"`{short(parts[0][1]['file'])}`", f"{parts[0][1]['ratio']:.2f}",
                             str(len(below))])
    return rows, low


def by_groups(study, path, codec):
    """Cycles that an array's stream takes at least."""
    data, groups = arrays.Array(path, {}).data, []
    for at in range(made.GROUP, len(data) + made.GROUP, made.GROUP):
        groups.append(os.path.join(study.folder, f"prefix_{at}"))
        with open(groups[-1], "wb") as out:
            out.write(data[:at])
    found = study.dma(groups, "--raw", engine="model", codec=codec)["tensors"]
    return made.least_cycles([t["compressed_bytes"] for t in found], 6)


def low_rows(study, low):
    """Each sample below NEARLY against a bound per group, and changes that would help it."""
    rows = []
    for codec, policy, way, tensor in low:
        def busy(*options, t=tensor, c=codec, p=policy, w=way):
            run = study.dma([t["file"]], "--policy", p, *options, codec=c)["tensors"][0]
            return f"{run[w]['link_busy']:.3f}"
        least = by_groups(study, tensor["file"], codec)
        took = tensor["compressed_bytes"] / 16 / tensor[way]["link_busy"]
        study.must(least / took >= NEARLY, f"{tensor['file']}: {took:.0f} of {least:.0f} cycles")
        stall = tensor[way]["stall"]
        rows.append([f"`{short(tensor['file'])}`, {codec}, {policy}, {way}", f"{took:.0f}",
                     f"{least:.1f}", str(stall["memory"]), str(stall["credit"]), busy(),
                     busy("--buffer", "98304"), busy("--channels", "8", "--buffer", "98304")])
    return rows


def rate_holds(study, tensors, what):
    """No more raw bytes than the rate gives in a descriptor's cycles, and a bucket."""
    for t in tensors:
        for way in ("out", "in"):
            study.must(t["bytes"] <= AWARE * t[way]["cycles"] + 1024,
                       f"{what} {t['file']} {way}: {t['bytes']} bytes in {t[way]['cycles']} cycles")


def made_runs(study):
    """{(kind, size, ratio): tensor}."""
    runs = {}
    for kind in ("even", "mixed"):
        for size, (buffer, channels) in SIZES.items():
            found = study.of_made(kind, RATIOS, "--buffer", f"{buffer}", "--channels",
                                  f"{channels}")
            runs.update({(kind, size, r): t for r, t in zip(RATIOS, found)})
    for (size, way), reach in REACH.items():
        for ratio in (r for r in RATIOS if r <= reach):
            busy = runs["even", size, ratio][way]["link_busy"]
            study.must(busy >= 0.99, f"even {ratio}, {size}, {way}: link busy {busy:.3f}")
    for (kind, size, ratio), tensor in runs.items():
        for way in ("out", "in") if SIZES[size][1] == 6 else ("in",):
            part = of_bound(tensor[way])
            study.must(part >= NEARLY, f"{kind} {ratio}, {size}, {way}: {part:.3f} of the bound")
    return runs


def made_rows(runs, kind, way):
    rows = []
    for size in SIZES:
        sides = [runs[kind, size, r][way] for r in RATIOS]
        rows.append([size, *(f"{s['link_busy']:.3f}" for s in sides)])
        if way == "out" and size in paper.SKETCH:
            rows.append(["– sketch", *paper.SKETCH[size]])
        rows.append(["– of the bound", *(f"{of_bound(s):.3f}" for s in sides)])
    return table([f"{kind}, {way}", *(f"{r}" for r in RATIOS)], rows)


def copy_call_rows(study):
    """The copy call both ways, and in by a handle that did not write the stream."""
    found = {kind: study.done.call([study.copy_call, *(study.made(kind, r) for r in RATIOS)])
             for kind in ("even", "mixed")}
    rows = []
    for kind, files in found.items():
        for way, name in (("out", "out"), ("in", "in"), ("in_without", "in, no index")):
            busy = [f["stored"] / 16 / f[way] for f in files]
            rows.append([f"{kind}, {name}", *(f"{b:.3f}" for b in busy)])
            for ratio, share in zip(RATIOS, busy):
                study.must(way == "in_without" or ratio > 10 or share >= 0.95,
                           f"copy call, {kind} {ratio}, {name}: {share:.3f}")
    return table(["", *(f"{r}" for r in RATIOS)], rows)


def full_rows(study):
    """Channels and link both at their limit: what lines at random lose, and what would help."""
    rows, ratio = [], 12
    ends = made.ends(study.words[study.made("mixed", ratio)])
    for name, channels, options in (
            ("70,000 B", 6, ("--buffer", "70000")), ("80 KiB", 6, ()),
            ("96 KiB", 6, ("--buffer", "98304")), ("80 KiB, 50 ns", 6, ("--latency", "50")),
            ("96 KiB, 8 channels", 8, ("--buffer", "98304", "--channels", "8"))):
        side = study.of_made("mixed", [ratio], *options)[0]["out"]
        stall = side["stall"]
        rows.append([name, f"{side['link_busy']:.3f}",
                     f"{ends[-1] / 16 / made.least_cycles(ends, channels):.3f}",
                     f"{stall['memory']}", f"{stall['credit']}"])
    return table([f"mixed, out, {ratio}", "link busy", "by groups", "memory stalls",
                  "credit stalls"], rows)


def high_water(runs):
    picks = (0.97, 2.6, 10)
    return table(["high water in KiB, mixed", *(f"{r}" for r in picks), "sketch"],
                 [[size, *(f"{runs['mixed', size, r]['out']['high_water_bytes'] / 1024:.0f}"
                           for r in picks), paper.HIGH_WATER.get(size, "–")] for size in SIZES])


def curves(study):
    """{ratio: [busy of each of CURVE_BUFFERS]}, mixed, 6 channels."""
    found = {ratio: [] for ratio in CURVE_RATIOS}
    for buffer in CURVE_BUFFERS:
        tensors = study.of_made("mixed", CURVE_RATIOS, "--buffer", f"{buffer}")
        for ratio, tensor in zip(CURVE_RATIOS, tensors):
            found[ratio].append(tensor["out"]["link_busy"])
    return found


def aware_rows(study, runs):
    rows = []
    limited = study.of_made("mixed", RATIOS, "--policy", "bw:48")
    rate_holds(study, limited, "mixed")
    for ratio, tensor in zip(RATIOS, limited):
        perf = runs["mixed", "80 KiB", ratio]
        row = [f"{ratio}", f"{min(1, AWARE / 16 / ratio):.3f}"]
        for way in ("out", "in"):
            slower = tensor[way]["cycles"] / perf[way]["cycles"]
            study.must(ratio > 3 or slower < 1.001, f"{ratio} {way}: {slower:.4f} slower at 48")
            row += [f"{perf[way]['link_busy']:.3f}", f"{tensor[way]['link_busy']:.3f}",
                    f"{tensor['bytes'] / tensor[way]['cycles']:.2f}",
                    str(tensor[way]["stall"]["rate"])]
        rows.append(row)
    return table(["ratio", "48 / 16 / ratio", "out: perf", "bw:48", "raw bytes per cycle",
                  "rate stalls", "in: perf", "bw:48", "raw bytes per cycle", "rate stalls"], rows)


def crossbar_rows(study, runs):
    """Bytes per cycle over the crossbar, engines at the controllers."""
    rows = []
    for ratio in RATIOS:
        tensor = runs["mixed", EIGHT, ratio]
        cycles = tensor["compressed_bytes"] / 16 / tensor["out"]["link_busy"]
        flits = made.flits(study.words[study.made("mixed", ratio)])
        rows.append([f"{ratio}", f"{32 * flits / cycles:.1f}"])
    return table(["ratio", "flits × 32 B"], rows)


def central_runs(study):
    """{(bytes per cycle of the crossbar, way, ratio): link busy}, engines in the DMA unit."""
    files = study.done.call([study.central, *(study.made("mixed", r) for r in CENTRAL_RATIOS)])
    found = {(32 * run["ports"], way, ratio): file["stored"] / 16 / run[way]
             for ratio, file in zip(CENTRAL_RATIOS, files)
             for run in file["widths"] for way in ("out", "in")}
    for (width, way, ratio), busy in found.items():
        allowed = width / (16 * ratio)  # in: sectors may follow the last beat
        study.must(busy <= 1.02 * allowed and (busy >= 0.99 or width < 16 * ratio + 32),
                   f"engines in the DMA unit, {way}, {ratio}, {width} bytes: {busy:.3f}")
    return found


def central_rows(runs, found):
    """Link busy by the crossbar's bytes per cycle, beside engines at the controllers."""
    heads = [(way, ratio) for way in ("out", "in") for ratio in CENTRAL_RATIOS]
    rows = [[f"in the DMA unit, {width}", *(f"{found[(width, *head)]:.3f}" for head in heads)]
            for width in sorted({width for width, _, _ in found})]
    rows.append(["at the controllers, 32",
                 *(f"{runs['mixed', EIGHT, ratio][way]['link_busy']:.3f}" for way, ratio in heads)])
    return table(["engines, bytes per cycle over the crossbar",
                  *(f"{way}, {ratio}" for way, ratio in heads)], rows)


def central_words(found):
    """Which crossbar is needed at the paper's largest ratio."""
    ratio = max(CENTRAL_RATIOS)
    outs = {width: busy for (width, way, r), busy in found.items() if (way, r) == ("out", ratio)}
    least = min(width for width, busy in outs.items() if busy >= 0.99)
    return (f"{least} GB/s: link {outs[least]:.3f} busy; {outs[least - 32]:.3f} "
            f"with {least - 32}, {outs[32]:.3f} with 32")


def files_of(layers, points=POINTS):
    return [os.path.join(arrays.DATA, f"dl/{layer}_act_{point}_fp32.npy")
            for layer in layers for point in points]


def ratio_of(tensors):
    return sum(t["bytes"] for t in tensors) / sum(t["compressed_bytes"] for t in tensors)


def layout_tables(study):
    """Ratio by layer, codec and layout; mean and largest by codec and layout; ZVC's, zlib's."""
    rows, ends, flat = [], [], LAYERS[3:]
    for codec in CODECS:
        dense = study.dma(files_of(flat), engine="model", codec=codec)["tensors"]
        for layout in LAYOUTS:
            found = study.dma(files_of(LAYERS[:3]), "--layout", layout, engine="model",
                              codec=codec)["tensors"] + dense
            four = [found[4 * n:4 * n + 4] for n in range(4)]
            rows.append([codec.upper(), layout.upper(), *(f"{ratio_of(f):.2f}" for f in four)])
            ends.append([codec.upper(), layout.upper(), f"{ratio_of(found):.2f}",
                         f"{max(t['ratio'] for t in found):.2f}", f"{1 / ratio_of(found):.2f}"])
    return (table(["codec", "layout", *LAYERS], rows),
            table(["codec", "layout", "mean (by bytes)", "largest", "size, of vDNN's"], ends))


def window_rows(study):
    """Table of windows, and what 64 KiB change."""
    rows, words = [], []
    for codec in ("rle", "zlib"):
        ratios = []
        for window in (128, 4096, 65536):
            found = arrays.call([study.linepress, "ratio", "--codec", codec, "--window",
                                 f"{window}", "--json", *files_of(LAYERS)])["files"]
            ratios.append(8 * sum(f["bytes"] for f in found) /
                          sum(f["compressed_bits"] for f in found))
        rows.append([codec.upper(), *(f"{r:.3f}" for r in ratios)])
        words.append(f"{codec.upper()} {100 * (ratios[2] / ratios[1] - 1):+.1f} %")
    return table(["window", "128 B", "4 KiB", "64 KiB"], rows), words


def timeline(study):
    """`linepress vdnn` on what `linepress dma` printed, by names; a row for each codec."""
    network = os.path.join(study.folder, "network.json")
    with open(network, "w", encoding="utf-8") as out:
        json.dump(NETWORK, out)
    names = {"relu1": "conv1", "relu2": "conv2", "relu3": "conv3", "fc1": "fc1"}
    links, options = [], []
    for layer, name in names.items():
        for point in POINTS[1:]:
            links.append(os.path.join(study.folder, f"{name}_{point}.npy"))
            os.symlink(files_of([layer], [point])[0], links[-1])
    for codec in ("zvc", "rle", "zlib", "bpc"):
        path = os.path.join(study.folder, f"{codec}.json")
        with open(path, "w", encoding="utf-8") as out:
            json.dump(study.dma(links, engine="cycle" if codec in ("zvc", "bpc") else "model",
                                codec=codec), out)
        options += ["--ratios", path]
    said = arrays.call([study.linepress, "vdnn", "--network", network, "--gpu", "titanxp",
                        "--json", *options])
    keys = {"vdnn": "vDNN", "rl": "RL", "zv": "ZV", "zl": "ZL", "bp": "BP", "zv_aware": "ZV aware"}
    return table(["", "of the oracle's speed", "over vDNN", "bytes out"],
                 [[name, f"{said[key]['of_oracle']:.3f}", f"{said[key]['over_vdnn']:.3f}",
                   f"{said[key]['offloaded_bytes']:.0f}"] for key, name in keys.items()])


def sweeps(study):
    ratios = (2.6, 10, 12)
    tables = []
    for name, key, unit in (("latency", "latency_ns", "ns"), ("link", "link_gbs", "GB/s")):
        found = study.dma([study.made("mixed", r) for r in ratios], "--raw", "--sweep", name)
        rows = []
        for run in found:
            row = [f"{run[key]:g} {unit}"]
            for tensor in run["tensors"]:
                row += [f"{tensor['out']['link_busy']:.3f}",
                        f"{of_bound(tensor['out'], min(32, run['link_gbs'])):.3f}"]
            rows.append(row)
        tables.append(table([name, *(h for r in ratios for h in (f"busy at {r}", "of the bound"))],
                            rows))
    rows = []
    for mhz, note in ((500, ""), (830, "all codecs at 45 nm"), (1000, "the paper's"),
                      (1200, "")):
        tensors = study.of_made("mixed", ratios, "--clock", f"{mhz}")
        rows.append([f"{mhz} MHz{', ' * bool(note)}{note}",
                     *(v for t in tensors for v in (f"{t['out']['link_busy']:.3f}",
                                                    f"{t['out']['read_gbs']:.0f}"))])
    tables.append(table(["clock", *(h for r in ratios for h in (f"busy at {r}", "GB/s read"))],
                        rows))
    return tables


def link_bounds(ratios=(1, 2.6, 5, 10, 13.8)):
    """Busy share that the bound allows for links beyond this one: 32 B x 8 per cycle is read."""
    rows = []
    for name, gbs in (("gen3, 16 GB/s", 16), ("gen4, 32 GB/s", 32), ("gen5, 64 GB/s", 64)):
        for channels, buffer in ((6, 81920), (8, 98304)):
            raw = min(32 * channels, 16 * buffer / (17 * 381))
            rows.append([name, f"{channels}", f"{buffer}",
                         *(f"{min(1, raw / r / gbs, 32 / gbs):.2f}" for r in ratios),
                         f"{gbs * 13.8 * 381 * 17 / 16 / 1024:.0f} KiB"])
    return table(["link", "channels", "buffer", *(f"{r}" for r in ratios),
                  "buffer for 13.8"], rows)


def measure(study):
    sample_rows, low = samples(study)
    runs = made_runs(study)
    layers, ends = layout_tables(study)
    windows, window_words = window_rows(study)
    parts = [
        "### Sample tensors", "",
        *table(["codec", "policy", "", "tensors", "least of the bound", "of", "ratio",
                f"below {NEARLY}"], sample_rows), "",
        *table(["below it", "cycles", "bound by groups", "memory stalls", "credit stalls",
                "busy", "96 KiB", "8 channels, 96 KiB"], low_rows(study, low)), "",
        "### Made tensors, link busy", ""]
    for kind in ("even", "mixed"):
        for way in ("out", "in"):
            parts += [*made_rows(runs, kind, way), ""]
    latency, link, clock = sweeps(study)
    curve, central = curves(study), central_runs(study)
    parts += [
        *full_rows(study), "", *high_water(runs), "",
        "### The copy call, link busy", "", *copy_call_rows(study), "",
        "### Bandwidth-aware", "", *aware_rows(study, runs), "",
        "### Crossbar, bytes per cycle", "", *crossbar_rows(study, runs), "",
        "Link busy with the engines in either place:", "", *central_rows(runs, central), "",
        "### Ratios by layer, codec and layout (figures 11 and 12)", "", *layers, "", *ends, "",
        *windows, "",
        "### Timeline of these tensors (as figure 13)", "", *timeline(study), "",
        "### Latency, link and clock", "", *latency, "", *link, "", *clock, "",
        "Link busy allowed by the bound:", "", *link_bounds(), "",
        "### Area", "", *table(*paper.area()), "",
        "### Comparison with the paper", "", *table(*paper.beside(
            facts(study, ends, "; ".join(window_words), curve, central)))]
    return curve, "\n".join(parts)


def facts(study, ends, windows, curve, central):
    """Values from the runs for the table that compares with the paper."""
    rows = [row.strip("| ").split(" | ") for row in ends[2:]]
    tensors = study.dma(files_of(LAYERS), engine="model")["tensors"]
    zeros = [4 * t["zero_words"] / t["bytes"] for t in tensors]
    mean = 4 * sum(t["zero_words"] for t in tensors) / sum(t["bytes"] for t in tensors)
    return {"ends": {(row[0], row[1]): row[2:] for row in rows},
            "sparsity": f"{100 * mean:.0f} % ({100 * max(zeros):.0f} %)", "windows": windows,
            "central": central_words(central),
            "vdnn": vdnn.ranges(vdnn.measure(study.linepress, study.folder)[-1]),
            "knee": {r: dict(zip(CURVE_BUFFERS, values)) for r, values in curve.items()}}


def finish(study, said):
    """Prints what was written and what is wrong; the exit status."""
    print(said)
    for what in study.wrong:
        print(f"cdma: {what}", file=sys.stderr)
    return 1 if study.wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--linepress", required=True)
    parser.add_argument("--programs", required=True)
    parser.add_argument("--done", metavar="FILE")
    parser.add_argument("picture")
    parser.add_argument("page")
    args = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder:
            study = Study(args.linepress, args.programs, folder, args.done)
            curve, said = measure(study)
        arrays.write_whole(args.picture, cdma_picture.draw(CURVE_BUFFERS, curve))
        page_parts.rewrite(args.page, "cdma", said)
    except (arrays.ArrayError, OSError, subprocess.CalledProcessError) as err:
        print(f"cdma: {err}", file=sys.stderr)
        return 2
    return finish(study, said)


if __name__ == "__main__":
    sys.exit(main())
