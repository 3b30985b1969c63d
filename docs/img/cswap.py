#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/studies/cswap.md, cswap-gpu.md and docs/use/swap.md, from what folders of
tb/data/profiles hold.

    cswap.py --linepress PROGRAM --data FOLDER [--link-of FILE] [--without TABLE]... PAGE

writes and prints the tables that PAGE has a place for. Tables that are left out stay as they are.
The link is that of each profile, or the one that the training in FILE reached (train --json).
"""
import argparse
import copy
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
sys.path.insert(0, os.path.join(ROOT, "tb/tree/records"))
sys.dont_write_bytecode = True
import cswap_flow  # noqa: E402
import cswap_learned  # noqa: E402
import cswap_pays  # noqa: E402
import page_parts  # noqa: E402
import signed  # noqa: E402
from cswap_flow import table  # noqa: E402

NETWORKS = ("alexnet", "vgg16", "mobilenet", "plain20", "resnet", "squeezenet")
POLICIES = ("none", "vdnn", "vdnn++", "sc", "cswap", "orac")
CODECS = ("zvc", "rle", "csr", "lz4", "bpc")
SEEDS = 10
EPOCHS = 6  # shown, of more
MIB = 1048576


class Study:
    """Reads the records and asks the program."""

    def __init__(self, program, folder, link_of=None):
        self.program, self.folder, self.records = program, folder, {}
        link = self.read(link_of)["link"] if link_of else {}
        self.link = ":".join(str(link[way]) for way in ("d2h", "h2d") if link)

    def path(self, name):
        """Of a record that is there and holds."""
        self.read(name)
        return os.path.join(self.folder, name)

    def read(self, name):
        if name not in self.records:
            self.records[name] = signed.read(os.path.join(self.folder, name))
        return copy.deepcopy(self.records[name])

    def ask(self, *words):
        done = subprocess.run([self.program, "swap", *map(str, words), "--json"], check=True,
                              stdout=subprocess.PIPE, text=True)
        return json.loads(done.stdout)

    def on_link(self, action, net, *words, model=None, link=None):
        link = link or self.link
        return self.ask(action, "--profile", self.path(f"{net}.json"), "--model",
                        model or self.path("model.json"), *words,
                        *(["--link", link] if link else []))

    def plan(self, net, model=None):
        return self.on_link("plan", net, "--form", "exact", model=model)

    def simulate(self, net, policy, link=None):
        return self.on_link("simulate", net, "--policy", policy, link=link)

    def codecs(self):
        """That there are landscapes of."""
        return [c for c in CODECS if os.path.exists(os.path.join(self.folder,
                                                           f"landscape_{c}.json"))]


def sparse(tensor):
    return tensor["kind"] in ("relu", "pool")


def figure_1(study):
    """Sparsity of each ReLU and pool output of VGG16, epoch by epoch."""
    tensors = [t for t in study.read("vgg16.json")["tensors"] if sparse(t)]
    last = len(tensors[0]["epochs"]) - 1
    epochs = sorted({round(i * last / (EPOCHS - 1)) for i in range(EPOCHS)})
    rows = [[t["name"], f"{t['bytes'] / MIB:.3f}"] +
            [f"{400 * t['epochs'][e]['zeros'] / t['bytes']:.0f}" for e in epochs] for t in tensors]
    yield from table(["tensor", "MiB", *(f"epoch {e}" for e in epochs)], rows)


def figure_3(study):
    """Swap time of each tensor of VGG16 in the last epoch, raw and by ZVC."""
    model = study.read("model.json")
    model["codecs"] = [m for m in model["codecs"] if m["codec"] == "zvc"]
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".json") as file:
        json.dump(model, file)
        file.flush()
        tensors = study.plan("vgg16", file.name)["tensors"]
    rows = [[t["name"], f"{t['epochs'][-1]['T_raw_us'] / 1e3:.2f}",
             f"{t['epochs'][-1]['T_us'] / 1e3:.2f}",
             "yes" if t["epochs"][-1]["T_us"] > t["epochs"][-1]["T_raw_us"] else ""]
            for t in tensors if sparse(t)]
    yield from table(["tensor", "T' ms", "T by ZVC ms", "SC loses"], rows)


def figure_5(study):
    """tc + td over the grid, relative to the best, block 64 / 128."""
    lands = {c: study.read(f"landscape_{c}.json")["trace"] for c in study.codecs()}
    grids = sorted({p["grid"] for p in lands["zvc"]})
    shown = [min(grids, key=lambda g, w=w: abs(g - w)) for w in (1, 2, 8, 32, 128, 512, 1024, 4096)]
    rows = []
    for codec, trace in lands.items():
        times = {(p["grid"], p["block"]): p["compress_ms"] + p["decompress_ms"] for p in trace}
        best = min(times, key=times.get)
        rows.append([codec, f"{best[0]}/{best[1]}", f"{times[best]:.2f}"] +
                    [" / ".join(f"{times[g, b] / times[best]:.2f}" for b in (64, 128))
                     for g in shown])
    yield from table(["codec", "best", "ms", *(f"grid {g}" for g in shown)], rows)


def figure_6(study, link=None):
    """Throughput over that of vDNN in the last epoch, and what the link carries."""
    rows = []
    for net in NETWORKS:
        found = {p: study.simulate(net, p, link) for p in POLICIES}
        base = found["vdnn"]["iteration_us"]
        rows.append([net, f"{base / 1e3:.1f}", f"{100 * found['vdnn']['swap_us'] / base:.0f} %"] +
                    [f"{base / found[p]['iteration_us']:.3f}" for p in POLICIES] +
                    [f"{100 * part:.1f} %" for part in (
                        1 - found["cswap"]["swap_us"] / found["vdnn"]["swap_us"],
                        found["sc"]["iteration_us"] / found["cswap"]["iteration_us"] - 1,
                        found["cswap"]["iteration_us"] / found["orac"]["iteration_us"] - 1)])
    yield from table(["network", "vDNN ms", "of it waits", *POLICIES, "swap time saved",
                      "over SC", "above orac"], rows)


def figure_6_v100(study):
    """The same with the V100's link, 11.7 and 10.6 GB/s."""
    return figure_6(study, "v100")


def figure_8(study):
    """Tensors that cswap compresses in each epoch, of those that it may; how the forms differ."""
    rows = []
    for net in NETWORKS:
        plan = study.plan(net)
        tensors = [t for t in plan["tensors"] if sparse(t)]
        counts = [sum(t["epochs"][e]["codec"] != "none" for t in tensors)
                  for e in range(len(tensors[0]["epochs"]))]
        codecs = sorted({e["codec"] for t in tensors for e in t["epochs"]} - {"none"})
        said = " ".join(map(str, counts)) if len(counts) <= EPOCHS else \
            f"{counts[0]} at first, {counts[-1]} at last, {min(counts)} to {max(counts)}"
        rows.append([net, len(tensors), said, ", ".join(codecs) or "none",
                     plan["differ"]])
    yield from table(["network", "may be", "compressed, by epoch", "codecs", "forms differ in"],
                     rows)


def figure_9(study):
    """Which of VGG16's tensors: x compressed, . raw, an epoch a column."""
    for tensor in study.plan("vgg16")["tensors"]:
        if sparse(tensor):
            marks = "".join("x" if e["codec"] != "none" else "." for e in tensor["epochs"])
            yield f"    {tensor['name']:<12} {marks}"


def figure_10(study):
    """RAE on unseen samples, compress / decompress."""
    model = {m["codec"]: m for m in study.read("model.json")["codecs"]}
    others = study.read("regressions.json")["rae"]
    rows = []
    for codec in study.codecs():
        rae = model[codec]["rae"]
        rows.append([codec, model[codec]["parts"],
                     f"{rae['compress']:.3f} / {rae['decompress']:.3f}"] +
                    [f"{r['compress']:.3f} / {r['decompress']:.3f}"
                     for r in (others[codec][k] for k in ("BR", "SVM", "DT"))])
    yield from table(["codec", "sub-models", "LR", "BR", "SVM", "DT"], rows)


def figure_11(study):
    """Decisions by the model beside those by measured times."""
    rows, total = [], [0, 0]
    for net in NETWORKS:
        found = study.plan(net)["measured"]
        total = [total[0] + found["agree"], total[1] + found["decisions"]]
        rows.append([net, found["decisions"], f"{100 * found['agree'] / found['decisions']:.1f} %"])
    rows.append(["all", total[1], f"{100 * total[0] / total[1]:.1f} %"])
    yield from table(["network", "decisions", "agree"], rows)


def figure_12(study):
    """Search methods on the recorded landscapes: time found over the best, ten seeds."""
    def found(codec, method, seed):
        said = study.ask("tune", "--landscape", study.path(f"landscape_{codec}.json"), "--method",
                         method, "--seed", seed)
        return said["compress_ms"] + said["decompress_ms"]

    rows = []
    for codec in study.codecs():
        best = found(codec, "grid", 1)
        runs = {m: [found(codec, m, s) / best for s in range(1, SEEDS + 1)]
                for m in ("random", "bo")}
        rows.append([codec, f"{found(codec, 'expert', 1) / best:.2f}"] +
                    [f"{statistics.median(r):.2f} ({max(r):.2f})" for r in runs.values()] +
                    [f"{sum(x <= 1.2 for x in runs['bo'])} of {SEEDS}"])
    yield from table(["codec", "expert", "random, 35", "BO, 10 + 25", "BO within 20 %"], rows)


def measured_policies(study):
    """Medians of iterations over runs in turns, ms; losses were the same to the last bit."""
    found = study.read("measured.json")
    rows = []
    for net, policies in found["policies"].items():
        times = {p: statistics.median(r["median_us"] for r in runs) / 1e3
                 for p, runs in policies.items()}
        best = min(times["vdnn"], times["sc"])
        rows.append([net, *(f"{times[p]:.1f}" for p in policies),
                     f"{times['cswap'] / best:.3f}"])
    yield from table(["network", *found["policies"][next(iter(found["policies"]))],
                      "cswap over the better of vdnn and sc"], rows)


def measured_stalls(study):
    """vDNN on slow links: what the training waited for, and simulate from its own profile."""
    rows = [[net, row["link"], f"{row['measured_us'] / 1e3:.1f}",
             f"{row['simulated_us'] / 1e3:.1f}",
             f"{100 * row['measured_us'] / row['simulated_us'] - 100:+.1f} %"]
            for net, list_ in study.read("measured.json")["stalls"].items() for row in list_]
    yield from table(["network", "link GB/s", "measured ms", "simulated ms", "off by"], rows)


def measured_overlap(study):
    """Links of 20 GB/s: iteration over that of none and the codecs' time, medians of pairs."""
    rows = [[net, policy, f"{one['none_us'] / 1e3:.1f}", f"{one['iteration_us'] / 1e3:.1f}",
             f"{one['codec_us'] / 1e3:.1f}",
             f"{one['ratio']:.3f}"]
            for net, policies in study.read("measured.json")["overlap"].items()
            for policy, one in policies.items()]
    yield from table(["network", "policy", "none ms", "iteration ms", "codecs ms",
                      "iteration over none + codecs"], rows)


def measured_memory(study):
    """Resident set at the end of the forward pass, the pool in a file, batch 128, width 0.5."""
    rows = [[m["network"], f"{m['grown_none'] / MIB:.1f}", f"{m['grown_vdnn'] / MIB:.1f}",
             f"{m['moved'] / MIB:.1f}",
             f"{100 * (m['grown_none'] - m['grown_vdnn']) / m['moved']:.1f} %"]
            for m in study.read("measured.json")["memory"]]
    yield from table(["network", "none MiB", "vdnn MiB", "moved out MiB", "fell by"], rows)


TABLES = (figure_1, figure_3, figure_5, figure_6, figure_6_v100, figure_8, figure_9, figure_10,
          figure_11, figure_12, measured_policies, measured_stalls, measured_overlap, measured_memory,
          *cswap_flow.TABLES, *cswap_learned.TABLES, cswap_pays.pays)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--linepress", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--link-of", metavar="FILE", help="of the data, for profiles without a link")
    parser.add_argument("--without", action="append", default=[],
                        choices=[make.__name__ for make in TABLES])
    parser.add_argument("page")
    o = parser.parse_args()
    study = Study(o.linepress, o.data, o.link_of)
    with open(o.page, encoding="utf-8") as file:
        text = file.read()
    places = re.findall(r"<!-- (\w+):begin -->", text)
    if not places or not {make.__name__ for make in TABLES}.issuperset(places):
        raise SystemExit(f"{o.page}: no places for tables, or for unknown ones: {places}")
    written = []
    for make in TABLES:
        name = make.__name__
        if name in o.without or name not in places:
            continue
        try:
            lines = "\n".join(make(study))
        except (KeyError, FileNotFoundError):
            lines = "Not recorded."
        print(f"{name}: {make.__doc__}\n\n{lines}\n", flush=True)
        try:
            text = page_parts.filled(text, name, f"\n{lines}\n", o.page)
        except page_parts.arrays.ArrayError as error:
            raise SystemExit(str(error)) from None
        written.append(name)
    page_parts.write(o.page, text, written)


main()
