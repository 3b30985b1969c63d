#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Harvested memory compared with the paper: a picture and the tables of a page.

    huvm.py --linepress CLI --programs PROGRAMS SPEED.svg TIMELINE.svg PAGE.md
    huvm.py --linepress CLI --fit

All times come from `linepress huvm`. PAGE.md is rewritten between its markers, and what is written
there is printed. --fit looks for the driver's two costs and prints them. Exit status 2: bad use, or
a file is missing.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tb/demo"))
import arrays  # noqa: E402
from picture import text  # noqa: E402

BEGIN, END = "<!-- huvm:begin -->", "<!-- huvm:end -->"
CASES = ("case1", "case2", "case3", "case4")
STEPS = ("base", "h", "pe", "lp", "plf", "memharvester")
ALL = ("base", "pre-ef-host", "h", "pe", "lp", "plf", "lpf", "memharvester")
TITLES = {"base": "Base", "pre-ef-host": "Pre-ef-host", "h": "H", "pe": "+PE", "lp": "+LP",
          "plf": "+PLF", "lpf": "+LPF", "memharvester": "+MPF"}
# Over base and over Pre-ef-host, as printed in section 6.2.1.
PAPER = {("case1", "Pagerank"): ("3.53", "1.31"), ("case2", "BFS"): ("3.52", "2.1"),
         ("case3", "WCC"): ("3.83", "2.71"), ("case3", "BFS"): ("3.21", "2.67"),
         ("case4", "WCC"): ("2.1–2.36", "1.30–1.40"),
         ("case4", "Louvain"): ("2.1–2.36", "1.30–1.40")}
YIELDERS = {"case1": "negligible", "case2": "−7 to −9 %", "case3": "0", "case4": "about −7 %"}
TABLE3 = {("h", 1): 0.99, ("lp", 1): 0.99, ("memharvester", 1): 0.97, ("h", 3): 0.91,
          ("lp", 3): 0.88, ("memharvester", 3): 0.87}
FIGURE9 = (("Pagerank", 1.87), ("WCC", 1.77), ("BFS", 1.51), ("Louvain", 1.83))
# Figures 10 and 11 have no printed sizes. The text says which GPUs harvest and lend, and whether
# what they leave suffices; GNMT8's are not said. By one rule, set before any run: who harvests
# needs 1.25 of its memory, and those that lend leave 1.2 of what is too much where that suffices,
# else half of it.
PIPELINES = (("GNMT16", "1.5–1.6", (0.9, 1.25, 0.9, 0.9)),
             ("ResNet50", "1.5–1.6", (1.25, 1.25, 0.7, 0.7)),
             ("GNMT8", "2.16", (1.25, 1.25, 0.875, 0.875)),
             ("VGG16", "1.24", (1.25, 1.25, 1.25, 0.625)))
SUFFICES = ("GNMT16", "ResNet50")
PIPELINE_PASSES = 10
SAME = 0.005  # of a time, that counts as no difference
GRAPH, SMALL_CHUNK = "rmat:15:1", 16384
DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tb/data")
MESH = f"mesh:{DATA}/hpc/foam_owner.npy:{DATA}/hpc/foam_neighbour.npy"
DEBIAN = f"debian:{DATA}/graphs/debian.gz"
PROGRAMS = (("pagerank", "rmat", GRAPH), ("bfs", "rmat", GRAPH), ("wcc", "rmat", GRAPH),
            ("louvain", "rmat", GRAPH), ("pagerank", "mesh", MESH),
            ("pagerank", "debian", DEBIAN), ("bfs", "debian", DEBIAN),
            ("wcc", "debian", DEBIAN), ("louvain", "debian", DEBIAN),
            ("vectoradd", "300000", "300000"),
            *(("training", name, f"{DATA}/profiles/{name}.json")
              for name in ("alexnet", "vgg16", "plain20", "resnet", "mobilenet", "squeezenet")))
STYLE = """
text{font:12px ui-sans-serif,system-ui,"DejaVu Sans",sans-serif;fill:#24292f}
.head{font-weight:600}.s{font-size:11px;fill:#57606a}.grid{stroke:#d0d7de}
.c0{fill:#57606a}.c1{fill:#bc4c00}.c2{fill:#c6e48b}.c3{fill:#7bc96f}.c4{fill:#239a3b}
.c5{fill:#196127}.c6{fill:#54aeff}.c7{fill:#0a3069}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.s{fill:#9198a1}.grid{stroke:#3d444d}
.c0{fill:#9198a1}.c1{fill:#ffa657}.c7{fill:#cae8ff}}
"""


class Asker:
    def __init__(self, linepress, folder):
        self.linepress, self.folder = linepress, folder

    def __call__(self, *words):
        return arrays.call([self.linepress, "huvm", "--json", *map(str, words)])

    def sweep(self, scenario, what, *words):
        return self("--scenario", scenario, "--sweep", what, *words)["runs"]

    def file(self, name, content):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as out:
            json.dump(content, out)
        return path


def harvesters(answer):
    return [app for app in answer["apps"] if app["role"] == "harvester"]


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]) + "\n"


# ---- the fit ----

def fit_error(ask, served, page, scale):
    """Squared logarithms of how far Case 1 is from 3.53 over base and 1.31 over Pre-ef-host."""
    words = ("--scenario", "case1", "--served", served, "--page", page, "--scale", scale)
    speeds = [ask(*words, "--policy", p)["apps"][0]["speedup"]
              for p in ("pre-ef-host", "memharvester")]
    return (math.log(speeds[1] / 3.53) ** 2 + math.log(speeds[1] / speeds[0] / 1.31) ** 2, speeds)


def fit(ask):
    """Four grids of 9 by 9, each a quarter of the one before, from 24..56 us and 0.09..0.41 us."""
    middle, reach = (40, 0.25), (16, 0.16)
    for scale in (8, 8, 4, 4):
        grid = [(round(middle[0] + reach[0] * i / 4, 3), round(middle[1] + reach[1] * k / 4, 4))
                for i in range(-4, 5) for k in range(-4, 5)]
        middle = min(grid, key=lambda point: fit_error(ask, *point, scale)[0])
        reach = (reach[0] / 4, reach[1] / 4)
    error, speeds = fit_error(ask, *middle, 1)
    print(f"served {middle[0]} us, page {middle[1]} us: over base {speeds[1]:.3f}, over "
          f"Pre-ef-host {speeds[1] / speeds[0]:.3f}, error {error:.4f}")


# ---- the cases ----

def by_policy(ask):
    return {case: {r["policy"]: r for r in ask.sweep(case, "policy")} for case in CASES}


def apps_of(runs):
    """(case, number of the application) of all harvesters."""
    return [(case, n) for case in CASES for n, app in enumerate(runs[case]["base"]["apps"])
            if app["role"] == "harvester"]


def case_tables(runs):
    rows, others = [], []
    for case, n in apps_of(runs):
        speed = {p: runs[case][p]["apps"][n]["speedup"] for p in ALL}
        name = runs[case]["base"]["apps"][n]["name"]
        paper = PAPER[case, name]
        rows.append((case, name, paper[0], f"{speed['memharvester']:.2f}", paper[1],
                     f"{speed['memharvester'] / speed['pre-ef-host']:.2f}"))
    for case in CASES:
        found = ", ".join(f"{a['name']} {100 * (a['speedup'] - 1):+.1f} %"
                          for a in runs[case]["memharvester"]["apps"] if a["role"] == "yielder")
        others.append((case, YIELDERS[case], found))
    return ("### Cases 1 to 4 (figure 6)\n\n" +
            table(("case", "harvester", "over base: paper", "here", "over Pre-ef-host: paper",
                   "here"), rows) + "\nCost to the yielders:\n\n" +
            table(("case", "paper", "here"), others))


def ablation(runs):
    rows = []
    for case, n in apps_of(runs):
        rows.append((case, runs[case]["base"]["apps"][n]["name"],
                     *(f"{runs[case][p]['apps'][n]['speedup']:.2f}" for p in ALL)))
    return ("### Mechanisms added one by one (figure 7)\n\nSpeed over base.\n\n" +
            table(("case", "harvester", *(TITLES[p] for p in ALL)), rows))


def waits(runs):
    rows = []
    for case, n in apps_of(runs):
        for policy in ("base", "plf", "memharvester"):
            app = runs[case][policy]["apps"][n]
            total = app["time_us"] * len(app["gpus"])
            rows.append((case, app["name"], TITLES[policy],
                         *(f"{100 * app['wait_us'][w] / total:.0f}"
                           for w in ("evict", "fetch", "driver", "writeback"))))
    return ("### Waiting times of harvesters\n\nPer cent of their time.\n\n" +
            table(("case", "harvester", "policy", "eviction", "fetch", "driver", "write-back"),
                  rows))


# ---- sweeps ----

def prefetches(ask):
    found = {case: ask.sweep(case, "prefetch") for case in CASES}
    rows = []
    for case, runs in found.items():
        for n, app in enumerate(runs[0]["apps"]):
            if app["role"] == "harvester":
                rows.append((case, app["name"], *(f"{r['apps'][n]['speedup']:.2f}"
                                                  for r in runs)))
    words = ("### Amount of prefetch (figure 8)\n\nSpeed over base, with all mechanisms and a "
             "stride of 2 MiB.\n\n" +
             table(("case", "harvester", *(f"{2 << i} MiB" for i in range(5))), rows))
    return words, [[float(v) for v in row[2:]] for row in rows]


def spares(ask):
    rows, speeds = [], []
    for name, use in FIGURE9:
        path = ask.file(f"{name}.json", {
            "gpus": [{"memory_mib": 16384}] * 2,
            "apps": [{"name": name, "gpus": [0], "use": use},
                     {"name": "yields", "gpus": [1], "use": 0.5}]})
        runs = ask.sweep(path, "spare")
        found = [r["apps"][0]["speedup"] for r in runs]
        speeds.append(found)
        rows.append((f"{name} {use}", *(f"{v:.2f}" for v in found)))
    return ("### Spare memory (figure 9)\n\nSpeed over base, two GPUs, by the per cent of its "
            "memory that the second one lends.\n\n" +
            table(("harvester", *(f"{v:g} %" for v in (5, 10, 20, 30, 40, 50, 60))), rows), speeds)


def interference(ask):
    chunks = 4096  # of each of three arrays; together 1.5 of the memory
    path = os.path.join(ask.folder, "vectoradd.txt")
    with open(path, "w", encoding="utf-8") as out:
        out.writelines(f"{at}\n{chunks + at}\n{2 * chunks + at}\n" for at in range(chunks))
    rows, found = [], {}
    apps = [{"name": f"VectorAdd {g}", "gpus": [g], "use": 1.5, "trace": path} for g in range(3)]
    file = ask.file("table3.json", {
        "gpus": [{"memory_mib": 16384}] * 4,
        "apps": [*apps, {"name": "ResNet101", "gpus": [3], "use": 0.74, "pattern": "sweep"}]})
    for policy in ("h", "lp", "memharvester"):
        for count, answer in enumerate(ask.sweep(file, "harvesters", "--policy", policy), 1):
            found[policy, count] = answer["apps"][-1]["speedup"]
    for count in (1, 3):
        rows.append((f"VectorAdd ({count})",
                     *(f"{TABLE3[p, count]:.2f} / {found[p, count]:.2f}"
                       for p in ("h", "lp", "memharvester"))))
    return ("### Cost of harvesters to a lender (table 3)\n\nSpeed of ResNet101 over base: paper / "
            "here.\n\n" + table(("", "H", "H+PE+LP", "memHarvester"), rows), found)


def pipelines(ask):
    rows, found = [], {}
    for name, paper, use in PIPELINES:
        path = ask.file(f"{name}.json", {
            "gpus": [{"memory_mib": 16384}] * len(use),
            "apps": [{"name": name, "gpus": list(range(len(use))), "use": use, "pattern": "sweep",
                      "passes": PIPELINE_PASSES}]})
        runs = {r["policy"]: r for r in ask.sweep(path, "policy")}
        speed = {p: runs[p]["apps"][0]["speedup"] for p in ("pre-ef-host", "memharvester")}
        answer = runs["memharvester"]
        came = sum(link["raw_bytes"] for link in answer["links"]
                   if link["name"].startswith("pcie") and link["name"].endswith("in"))
        again = came // answer["chunk_bytes"] - round(sum(8192 * u for u in use if u > 1))
        found[name] = (speed["memharvester"] / speed["pre-ef-host"], again)
        rows.append((name, " ".join(f"{u:g}" for u in use), paper, f"{found[name][0]:.2f}",
                     f"{speed['memharvester']:.2f}", again))
    return ("### One training over four GPUs (figure 10)\n\nThroughput over Pre-ef-host, and "
            "chunks fetched from the host again after their first fetch, in ten steps.\n\n" +
            table(("training", "use of each GPU", "paper", "here", "over base",
                   "from the host again"), rows), found)


# ---- the paper's orders ----

def verdict(good, why=""):
    return "met" if good else f"not met: {why}"


def yielder_verdict(runs):
    lost = {case: min(a["speedup"] for a in runs[case]["memharvester"]["apps"]
                      if a["role"] == "yielder") for case in CASES}
    good = lost["case3"] == max(lost.values()) and \
        max(lost["case2"], lost["case4"]) < min(lost["case1"], lost["case3"])
    return verdict(good, ", ".join(f"{case} {100 * (v - 1):+.1f} %" for case, v in lost.items()))


def orders(runs, prefetch, spare, beside, pipes):
    rows = []
    for before, after in zip(STEPS, STEPS[1:]):
        bad = []
        for case, n in apps_of(runs):
            a, b = (runs[case][p]["apps"][n]["speedup"] for p in (before, after))
            if b < a * (1 - SAME):
                bad.append(f"{case} {runs[case]['base']['apps'][n]['name']} {a:.2f} → {b:.2f}")
        rows.append((f"{TITLES[after]} no slower than {TITLES[before]}",
                     verdict(not bad, "; ".join(bad))))
    for case in CASES:
        pairs = [(runs[case]["lpf"]["apps"][n]["speedup"],
                  runs[case]["memharvester"]["apps"][n]["speedup"])
                 for c, n in apps_of(runs) if c == case]
        words = "; ".join(f"{a:.2f} and {b:.2f}" for a, b in pairs)
        if case == "case4":
            rows.append(("case4: MPF is as fast as LPF (2 %)",
                         verdict(all(abs(b / a - 1) <= 0.02 for a, b in pairs), words)))
        else:
            rows.append((f"{case}: MPF is faster than LPF",
                         verdict(all(b > a * (1 + SAME) for a, b in pairs), words)))
    slower = any(b < a * (1 - SAME) for row in prefetch for a, b in zip(row, row[1:]))
    rows.append(("more prefetch up to 32 MiB is never slower",
                 verdict(not slower, "see the table")))
    rows.append(("5 % of spare memory gives 2 × base",
                 verdict(all(row[0] >= 2 for row in spare),
                         ", ".join(f"{row[0]:.2f}" for row in spare))))
    rows.append(("three harvesters disturb more than one",
                 verdict(all(beside[p, 3] < beside[p, 1] for p in ("h", "lp", "memharvester")))))
    rows.append(("yielders lose least in Case 3, most in Cases 2 and 4",
                 yielder_verdict(runs)))
    full = spare[[name for name, _ in FIGURE9].index("Louvain")]
    rows.append(("Louvain 1.83 gains up to 40 % of spare memory and nothing beyond",
                 verdict(full[4] > full[0] * (1 + SAME) and full[6] <= full[4] * (1 + SAME),
                         ", ".join(f"{v:.2f}" for v in full))))
    slow = [f"{name} {speed:.2f}" for name, (speed, _) in pipes.items() if speed <= 1 + SAME]
    rows.append(("pipelines are faster than with Pre-ef-host", verdict(not slow, ", ".join(slow))))
    left = [f"{name} {pipes[name][1]}" for name in SUFFICES if pipes[name][1] > 0]
    rows.append(("GNMT16 and ResNet50 need the host no more",
                 verdict(not left, "chunks that do: " + ", ".join(left))))
    return "### The paper's orders\n\n" + table(("order", "here"), rows)


# ---- compressed tiers ----

def program_scenario(ask, answer, prefix, data):
    mib = SMALL_CHUNK * answer["chunks"] / 1048576
    return ask.file(f"program{data}.json", {
        "chunk_kib": SMALL_CHUNK // 1024, "threshold": 16,
        "links": {"pcie": {"gbs": 0.123, "us": 16.7}, "nvlink": {"gbs": 0.401, "us": 5.1}},
        "gpus": [{"memory_mib": mib / 1.5}, {"memory_mib": mib / 1.5 * 0.2}],
        "apps": [{"name": answer["program"], "gpus": [0], "footprint_mib": mib, "passes": 1,
                  "trace": prefix + ".lph", "data": prefix + data}]})


def on_links(answer):
    raw, carried = (sum(link[key] for link in answer["links"]) for key in ("raw_bytes", "bytes"))
    return raw / carried


CODECS = ("zvc", "bpc", "best")


def compress_program(ask, scenario):
    """Of one program: ratios by codec, times beside no compression by codec with `link` and by tier
    with the best, and chunks that the neighbour held by codec."""
    raw = ask("--scenario", scenario)
    own = {(codec, how): ask("--scenario", scenario, "--compress", how, "--codec", codec)
           for codec in CODECS for how in ("link", "victim")}
    own["best", "host"] = ask("--scenario", scenario, "--compress", "host")
    time = {k: v["apps"][0]["time_us"] / raw["apps"][0]["time_us"] for k, v in own.items()}
    held = {codec: own[codec, "victim"]["tiers"][1]["chunks"] for codec in CODECS}
    held["none"] = raw["tiers"][1]["chunks"]
    return {codec: on_links(own[codec, "link"]) for codec in CODECS}, time, held


def gain(ratios, time, held):
    if ratios["best"] <= 1.02:
        return "no: does not compress"
    if min(time["best", how] for how in ("link", "victim")) > 1 - SAME:
        return "no: time is elsewhere" if held["best"] <= held["none"] else "room alone"
    return "yes"


def compressed_case(ask, programs):
    """Case 1 with what PageRank has in memory: a table, and what breaks the rules."""
    prefix = os.path.join(ask.folder, "case")
    subprocess.run([programs, "pagerank", "rmat:18:1", "2097152", prefix], check=True,
                   stdout=subprocess.DEVNULL)
    tiers = ("none", "link", "victim", "host")
    runs = {how: ask.sweep("case1", "policy", "--compress", how, "--data", prefix + ".mem")
            for how in tiers}
    rows, slower, fewer = [], [], []
    for n, policy in enumerate(ALL):
        time = [runs[how][n]["apps"][0]["time_us"] / 1000 for how in tiers]
        held = [sum(t["chunks"] for t in runs[how][n]["tiers"]) for how in ("none", "victim")]
        rows.append((TITLES[policy], *(f"{t:.0f}" for t in time), f"{held[0]} → {held[1]}"))
        if time[1] > 1.02 * time[0]:
            slower.append(f"case1 {TITLES[policy]}: {100 * (time[1] / time[0] - 1):+.1f} %")
        if held[1] < held[0]:
            fewer.append(f"case1 {TITLES[policy]}: {held[0]} → {held[1]}")
    ratio = on_links(runs["link"][0])
    return (f"Case 1, with chunks that hold what PageRank does on an R-MAT graph of 2^18 vertices "
            f"(ratio {ratio:.2f}): ms of Pagerank, and the most chunks that neighbours held "
            "without and with `victim`.\n\n" +
            table(("policy", *tiers, "held"), rows), slower, fewer)


def compressed(ask, programs):
    case_words, slower, fewer = compressed_case(ask, programs)
    rows = []
    for program, graph, what in PROGRAMS:
        prefix = os.path.join(ask.folder, "program")
        answer = json.loads(subprocess.run([programs, program, what, str(SMALL_CHUNK), prefix],
                                           stdout=subprocess.PIPE, check=True).stdout)
        ratios, time, held = compress_program(ask, program_scenario(ask, answer, prefix, ".mem"))
        alone = program_scenario(ask, answer, prefix, ".out")
        alone = on_links(ask("--scenario", alone, "--compress", "link"))
        slower += [f"{program} {graph}, {c}: {100 * (time[c, 'link'] - 1):+.1f} %" for c in CODECS
                   if time[c, "link"] > 1.02]
        fewer += [f"{program} {graph}, {c}: {held['none']} → {held[c]}" for c in CODECS
                  if held[c] < held["none"]]
        rows.append((program, graph, answer["chunks"], *(f"{ratios[c]:.2f}" for c in CODECS),
                     "—" if program == "training" else f"{alone:.2f}",
                     *(f"{100 * (time['best', t] - 1):+.1f} %" for t in ("link", "victim", "host")),
                     f"{held['none']} → {held['best']}", gain(ratios, time, held)))
    checks = table(("rule", "here"), (
        ("`link` is never slower than `none` by more than 2 %, any codec",
         verdict(not slower, "; ".join(slower))),
        ("with `victim` a neighbour never holds fewer chunks, any codec",
         verdict(not fewer, "; ".join(fewer)))))
    return ("### Compressed tiers\n\nRatio of the bytes on the links by codec, and the ratio of "
            "the result's array alone; then, with the best codec for each group, change of time "
            "against no compression, the most chunks that the neighbour held without and with "
            "`victim`, and whether there is a gain.\n\n" +
            table(("program", "input", "chunks", "zvc", "bpc", "best", "result",
                   "link", "victim", "host", "held", "gains"), rows) + "\n" + case_words +
            "\n" + checks)


# ---- the picture ----

def picture(runs):
    apps, top, left, height, scale = apps_of(runs), 64, 60, 240, 50
    width = left + 150 * len(apps) + 20
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {top + height + 50}" '
           f'width="{width}" height="{top + height + 50}">\n<style>{STYLE}</style>',
           text(left, 20, "Speed over base, mechanisms added one by one", "head")]
    for n, policy in enumerate(ALL):
        out.append(f'<rect class="c{n}" x="{left + 95 * n}" y="34" width="12" height="12"/>')
        out.append(text(left + 95 * n + 16, 44, TITLES[policy], "s"))
    for speed in range(5):
        y = top + height - scale * speed
        out.append(f'<path class="grid" d="M{left} {y}H{width - 10}"/>')
        out.append(text(left - 8, y + 4, f"{speed}", "s", "end"))
    for place, (case, n) in enumerate(apps):
        x = left + 10 + 150 * place
        for k, policy in enumerate(ALL):
            speed = runs[case][policy]["apps"][n]["speedup"]
            out.append(f'<rect class="c{k}" x="{x + 16 * k}" y="{top + height - scale * speed:.1f}"'
                       f' width="15" height="{scale * speed:.1f}"><title>{TITLES[policy]}: '
                       f'{speed:.2f}</title></rect>')
        out.append(text(x + 64, top + height + 18, runs[case]["base"]["apps"][n]["name"], "",
                        "middle"))
        out.append(text(x + 64, top + height + 34, case, "s", "middle"))
    return "\n".join(out) + "\n</svg>\n"


def study(ask, options):
    runs = by_policy(ask)
    prefetch_words, prefetch = prefetches(ask)
    spare_words, spare = spares(ask)
    beside_words, beside = interference(ask)
    pipe_words, pipes = pipelines(ask)
    parts = [case_tables(runs), ablation(runs), orders(runs, prefetch, spare, beside, pipes),
             waits(runs), prefetch_words, spare_words, beside_words, pipe_words,
             compressed(ask, options.programs)]
    words = "\n".join(parts)
    with open(options.files[2], encoding="utf-8") as file:
        page = file.read()
    head, rest = page.split(BEGIN)
    arrays.write_whole(options.files[2], f"{head}{BEGIN}\n{words}{END}{rest.split(END)[1]}")
    arrays.write_whole(options.files[0], picture(runs))
    ask("--scenario", "case1", "--svg", options.files[1])
    print(words)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--linepress", required=True)
    parser.add_argument("--programs")
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    if not options.fit and (len(options.files) != 3 or not options.programs):
        parser.error("needs --fit, or --programs and three files")
    with tempfile.TemporaryDirectory() as folder:
        ask = Asker(os.path.abspath(options.linepress), folder)
        if options.fit:
            fit(ask)
        else:
            study(ask, options)
    return 0


sys.exit(main())
