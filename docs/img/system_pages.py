#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Energy, managed memory and batch size: figures 13 to 15 of Buddy Compression.

    system_pages.py --linepress CLI SETS PAGES PICTURES

SETS has hpc/* and dl/*, snapshot sets as of study_sets.py. Rewrites the tables of
PAGES/buddy-energy.md, buddy-um.md and buddy-batch.md between their markers, and their pictures,
from runs of the commands on the files of tb/data, and from the record of trainings there. Exit
status 2: a command fails, a record or a marker is missing.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

import papers
import paper_rows
import study_chart
from study_pages import number, percent, table

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
sys.path[:0] = [os.path.join(ROOT, "tb/demo"), os.path.join(ROOT, "tb/tree/records")]
import arrays  # noqa: E402
import page_parts  # noqa: E402
import signed  # noqa: E402

TRACE = "tb/data/workloads/traces/cg.lpw"
WAVE = "tb/data/workloads/sets/wave"
BIGLSTM = "cmodel/systems/batch/nets/biglstm.json"
ACCURACY = "tb/data/batch/accuracy.json"
MODES = ("uncompressed", "bandwidth", "buddy")
PAPER_UM = 87
PAPER_GAIN = {"vgg16": "30 %", "biglstm": "28 %"}
PAPER_LINEAR = {"alexnet": "96"}
# The share of lines that the paper's networks spill, in runs of 16, two sectors each.
PAPER_SPILL = "0.04:16:2"


class Study:
    def __init__(self, linepress, sets):
        self.linepress = linepress
        self.sets = [os.path.join(sets, side, name) for side in ("hpc", "dl")
                     for name in sorted(os.listdir(os.path.join(sets, side)))]

    def run(self, *words):
        done = subprocess.run([self.linepress, *map(str, words)], capture_output=True, text=True,
                              check=False)
        if done.returncode != 0:
            raise arrays.ArrayError(done.stderr.strip())
        return done.stdout

    def json(self, *words):
        return [json.loads(line) for line in self.run(*words, "--json").splitlines()]


def name_of(path):
    return os.path.basename(path.rstrip("/"))


# ---- energy ----

def energy_rows(results):
    for one in results:
        for mode in one["modes"]:
            yield [name_of(one.get("set") or "made classes"), mode["mode"],
                   *(number(pj / 1e6, 3) for pj in mode["pj"].values()),
                   number(mode["sum_pj"] / 1e6, 3), number(mode["ratio"], 3)]


ENERGY_HEAD = ["program", "mode", "activation", "column", "sensing and I/O", "link", "header",
               "metadata", "sum, µJ", "of uncompressed"]


def energy_hits(study, run):
    """Ratios of bandwidth compression and of buddy memory by row hits and metadata hits."""
    rows = []
    for path in (*study.sets, WAVE):
        cells = [name_of(path)]
        for words in ((), (run,), ("--row-hits", 0.5), ("--row-hits", 0),
                      ("--metadata-hits", 0.5)):
            one = study.json("energy", *words, path)[0]
            cells.append(" / ".join(number(mode["ratio"], 3) for mode in one["modes"][1:]))
        rows.append([*cells, number(one["toggle"], 3), number(one["capacity_ratio"])])
    return table(["program", "reading in order", "hits of the GPU run", "row hits 0.5",
                  "no row hit", "metadata hits 0.5", "toggle, measured", "capacity"], rows)


def energy(study, work):
    run = os.path.join(work, "gpu.json")
    with open(run, "w", encoding="utf-8") as file:
        file.write(study.run("gpu", "--spill", PAPER_SPILL, "--json", TRACE))
    results = [study.json("energy", path)[0] for path in (*study.sets, WAVE)]
    made = study.json("energy", "--toggle", results[-1]["toggle"], run)
    for one in made:
        one.pop("run")
    chart = study_chart.bars("Energy of reading a snapshot, relative to uncompressed memory",
                             [name_of(one["set"]) for one in results],
                             [(mode, [one["modes"][i]["ratio"] for one in results])
                              for i, mode in enumerate(MODES)])
    paper = [["mean here", "", *[""] * 7, number(sum(
        one["modes"][2]["ratio"] for one in results) / len(results), 3)],
             ["paper, Fig. 13", "buddy", *[""] * 7, "at most about 1"]]
    return {"energy": table(ENERGY_HEAD, [*energy_rows(results), *paper]),
            "energy_hits": energy_hits(study, run),
            "energy_made": table(ENERGY_HEAD, energy_rows(made))}, {"buddy-energy.svg": chart}


# ---- managed memory ----

UM_RUNS = (("4 KiB pages, 128 KiB blocks, v100", ("--page", "4k", "--block", "128k")),
           ("1 KiB pages, 32 KiB blocks, v100/8", ("--gpu", "v100/8", "--page", "1k", "--block",
                                                  "32k")))


def against(band):
    """Whether the paper's largest slowdown is in the band."""
    if PAPER_UM < band[0]:
        return "below the band"
    return "in the band" if PAPER_UM <= band[2] else "above the band"


def um(study, _):
    rows, charts = [], {}
    for number_, (name, options) in enumerate(UM_RUNS):
        one = study.json("um", *options, TRACE)[0]
        for row in one["ratios"]:
            band, buddy = row["um"]["slowdown"], row["buddy"]
            rows.append([name, f"{row['ratio']:g}", number(row["um"]["faults"], 1),
                         number(row["um"]["batches"], 1), *(number(s, 1) for s in band),
                         number(one["pinned"]["slowdown"], 1),
                         number(buddy["slowdown"], 2) if buddy else "does not fit",
                         against(band) if row["ratio"] > 1 else "–"])
        names = [f"{row['ratio']:g}" for row in one["ratios"]]
        series = [(f"managed, {fault:g} µs a batch",
                   [row["um"]["slowdown"][i] for row in one["ratios"]])
                  for i, fault in enumerate(one["fault_us"])]
        series += [("pinned", [one["pinned"]["slowdown"]] * len(names)),
                   ("buddy memory", [(row["buddy"] or {"slowdown": None})["slowdown"]
                                     for row in one["ratios"]]),
                   (f"{PAPER_UM}, the paper's largest", [PAPER_UM] * len(names))]
        charts[f"buddy-um-{number_ + 1}.svg"] = study_chart.lines(
            f"Slowdown by bytes over device memory: {name}", names, series)
    head = ["pages", "ratio", "faults", "batches", "slowdown, 10 µs", "20 µs", "50 µs", "pinned",
            "buddy", f"the paper's {PAPER_UM}"]
    return {"um": table(head, rows)}, charts


# ---- batch size ----

def our_ratio():
    """Of our networks, from the page of the targets."""
    pages = papers.read(os.path.join(ROOT, "docs/studies"))
    cell = paper_rows.Cell("buddy-targets.md", "programs", ["**mean**", "**DL**"], "and 16x")
    return papers.value(pages, cell).split(" / ")[0]


def all_words(work):
    """A file of BigLSTM whose softmax is over all words."""
    with open(os.path.join(ROOT, BIGLSTM), encoding="utf-8") as file:
        net = json.load(file)
    net["title"] += ", softmax of all words"
    net["layers"][-1]["samples"] = net["layers"][-1]["rows"]
    path = os.path.join(work, "all_words.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(net, file)
    return path


def memory_row(one):
    return [one["title"], f"{one['parameters']:,.0f}", number(one["memory"]["fixed"] / 2 ** 20, 1),
            number(one["memory"]["item"] / 2 ** 20), number(one["linear_at"], 1),
            PAPER_LINEAR.get(one["net"], "32 or below")]


def gain_row(one, ours):
    return [one["title"], f"{one['largest']['batch']:.0f}",
            f"{one['largest_buddy']['batch']:.0f}", percent(one["gain"]),
            f"{ours['largest_buddy']['batch']:.0f}", percent(ours["gain"]),
            PAPER_GAIN.get(one["net"], "–")]


def batch_tables(study, ratio, more):
    """`more`: a network's file, which is in the tables below the means."""
    every = study.json("batch")
    ours = {one["net"]: one for one in study.json("batch", "--ratio", ratio)}
    another = [study.json("batch", "--net", more, "--ratio", r)[0] for r in (1.5, ratio)]
    memory = [memory_row(one) for one in (*every, another[0])]
    gains = [gain_row(one, ours[one["net"]]) for one in every]
    mean = sum(one["gain"] for one in every) / len(every)
    mean_ours = sum(one["gain"] for one in ours.values()) / len(ours)
    gains.append(["**mean**", "", "", f"**{percent(mean)}**", "", f"**{percent(mean_ours)}**",
                  "14 %"])
    gains.append(gain_row(*another))
    speed = [[one["title"], *(number(row["speedup"]) for row in one["batches"])] for one in every]
    batches = [f"{row['batch']:.0f}" for row in every[0]["batches"]]
    charts = {
        "buddy-batch-memory.svg": study_chart.lines(
            "Memory of a training step by batch size, GiB, up to 24", batches,
            [(one["title"], [row["bytes"] / 2 ** 30 if row["bytes"] < 24 * 2 ** 30 else None
                             for row in one["batches"]]) for one in every]),
        "buddy-batch-speed.svg": study_chart.lines(
            "Items per second by batch size, relative to the largest of the curve", batches,
            [(one["title"], [row["speedup"] / one["batches"][-1]["speedup"]
                             for row in one["batches"]]) for one in every]),
        "buddy-batch-gain.svg": study_chart.bars(
            "Gain in speed from the larger batch, %", [one["title"] for one in every],
            [("ratio 1.5, the paper's", [100 * one["gain"] for one in every]),
             (f"ratio {ratio}, ours", [max(0, 100 * ours[one["net"]]["gain"]) for one in every])])}
    return {"batch_memory": table(["network", "parameters", "fixed, MiB", "MiB an item",
                                   "linear from batch", "paper"], memory),
            "batch_speed": table(["network", *batches], speed),
            "batch_gain": table(["network", "batch in 12 GiB", "at ratio 1.5", "gain, %",
                                 f"batch at {ratio}", "gain, %, ours", "paper, gain"],
                                gains)}, charts


def accuracy():
    record = signed.read(os.path.join(ROOT, ACCURACY))
    rows, means = [], []
    for batch in record["batches"]:
        last = [run["accuracy"][-1] for run in record["runs"] if run["batch"] == batch]
        means.append(100 * sum(last) / len(last))
        steps = -(-record["images"] // batch) * record["epochs"]
        rows.append([batch, steps, number(means[-1]), number(100 * min(last)),
                     number(100 * max(last))])
    head = record["record"]
    made = table(["record", "command", "commit", "date", "machine"],
                 [[f"`{ACCURACY}`", f"`{head['command']}`", head["commit"], head["date"],
                   head["machine"]]])
    chart = study_chart.bars("Accuracy after the last epoch, %, mean of three seeds",
                             [str(b) for b in record["batches"]], [("accuracy", means)])
    return {"accuracy": table(["batch", "steps", "accuracy, %, mean", "least", "most"], rows),
            "accuracy_made": made}, {"buddy-batch-accuracy.svg": chart}


def batch(study, work):
    tables, charts = batch_tables(study, our_ratio(), all_words(work))
    trained, drawn = accuracy()
    return {**tables, **trained}, {**charts, **drawn}


# ---- pages ----

PAGES = {"buddy-energy.md": energy, "buddy-um.md": um, "buddy-batch.md": batch}


def make(args, work):
    study = Study(args.linepress, args.sets)
    for name, of in PAGES.items():
        tables, charts = of(study, work)
        path = os.path.join(args.pages, name)
        with open(path, encoding="utf-8") as file:
            page = page_parts.all_filled(file.read(), tables, path)
        arrays.write_whole(path, page)
        for picture, chart in charts.items():
            arrays.write_whole(os.path.join(args.pictures, picture), chart)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--linepress", required=True)
    parser.add_argument("sets")
    parser.add_argument("pages")
    parser.add_argument("pictures")
    args = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as work:
            make(args, work)
    except (arrays.ArrayError, papers.Lost, signed.Bad, OSError) as error:
        print(f"system_pages: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
