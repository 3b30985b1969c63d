#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares times of the virtual clock with those of the real one.

A calibration with a player measures once the time of a copy on each kind of link and the driver's
time for it. Then programs and players run on real page faults, and their recorded uses run on the
virtual clock with the same memory, these costs, and the time that the program computes without a
limit. Prints a table in Markdown; medians.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile

import real_options

POLICIES = ("base", "pre-ef-host", "h", "memharvester")
CHUNK = 65536
PCIE, NVLINK = 0.123, 0.401  # GB/s
DUE = 0.15
# Table 2, by GPU: application, use of the GPU's memory, pattern. GPUs of one application follow
# each other.
CASES = {"case1": (("Pagerank", 1.87, "scan"), ("VGG16", 0.96, "sweep"), ("VGG16", 0.96, "sweep"),
                   ("WCC", 0.79, "scan")),
         "case2": (("BFS", 1.51, "scan"), ("BFS", 1.51, "scan"), ("MobileNet", 0.91, "sweep"),
                   ("ResNet101", 0.67, "sweep")),
         "case3": (("WCC", 1.77, "scan"), ("BFS", 1.70, "scan"), ("Pagerank", 0.74, "scan"),
                   ("Pagerank", 0.74, "scan")),
         "case4": (("WCC", 1.77, "scan"), ("Louvain", 1.47, "scan"), ("Louvain", 1.47, "scan"),
                   ("ResNet101", 0.74, "sweep"))}
CASE_CHUNKS, CASE_COMPUTE_US = 2621, 14.688  # of a GPU, a use; as `linepress huvm` has them
PLAYERS = {"scan": {"pattern": "scan", "passes": 4}, "sweep": {"pattern": "sweep", "passes": 4},
           "random": {"pattern": "random", "passes": 4}}


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def call(self, *words):
        done = subprocess.run([str(w) for w in words], check=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
        return done.stdout, done.stderr

    def ask(self, content, *words):
        """The answer to a scenario, or to a case's name."""
        name = content
        if not isinstance(content, str):
            name = self.path("s.json")
            with open(name, "w", encoding="utf-8") as file:
                json.dump(content, file)
        out, _ = self.call(self.options.linepress, "huvm", "--json", "--scenario", name, *words)
        return json.loads(out)

    def program(self, name, *limit):
        """A run's answer: of the program, or with a limit."""
        words = [self.options.programs, name, self.options.graph, CHUNK, self.path("p")]
        if limit:
            local, spare, room, policy = limit
            words = [self.options.linepress, "huvm", "run", "--chunk", CHUNK, "--local",
                     local * CHUNK, "--spare", spare * CHUNK, "--room", room * CHUNK, "--policy",
                     policy, "--explicit", "--", *words]
        return json.loads(self.call(*words)[0])


def mib(chunks):
    return chunks * CHUNK / 2 ** 20


def whole(gpus, apps, costs=None):
    """A scenario; costs: of a copy, in us."""
    links = {"pcie": {"gbs": PCIE}, "nvlink": {"gbs": NVLINK}}
    if costs:
        links["pcie"]["us"], links["nvlink"]["us"] = costs["pcie"], costs["nvlink"]
        links["leaves_us"] = costs["leaves"]
    return {"name": "times", "chunk_kib": CHUNK // 1024, "threshold": 16, "links": links,
            "gpus": [{"memory_mib": mib(chunks)} for chunks in gpus], "apps": apps}


def scenario(local, spare, app, costs=None):
    """Two GPUs, of which the second one runs nothing."""
    return whole((local, spare), [{"name": "app", "gpus": [0], **app}], costs)


# ---- calibration ----

def copy_us(answer, name):
    """Time of a copy on a link."""
    link = next(link for link in answer["links"] if link["name"] == name)
    return link["busy"] * answer["time_us"] * CHUNK / link["bytes"]


def calibrate(bench):
    """In us: latencies of links, so that copies at the links' rates take the measured time with
    both directions active; the extra time of copies that leave a GPU; and the driver's time for a
    chunk, from a scan with one use in flight, whose copies wait for each other."""
    app = {"footprint_mib": mib(96), "pattern": "scan", "passes": 4, "in_flight": 1,
           "compute_us": 0.001}
    found = {"pcie": [], "nvlink": [], "leaves": [], "served": []}
    for _ in range(bench.options.runs):
        base, ahead, near = (bench.ask(scenario(64, 64, app), "--clock", "real", "--policy", p)
                             for p in ("base", "pre-ef-host", "pe"))
        come, leave = copy_us(ahead, "pcie 0 in"), copy_us(ahead, "pcie 0 out")
        home, away = copy_us(near, "nvlink 1 to 0"), copy_us(near, "nvlink 0 to 1")
        found["pcie"].append(come - CHUNK / PCIE / 1e3)
        found["nvlink"].append(home - CHUNK / NVLINK / 1e3)
        found["leaves"].append((leave - come + away - home) / 2)
        one = base["apps"][0]
        fetched, evicted = one["fetch"]["host"], one["evict"]["host"]
        found["served"].append((one["time_us"] - fetched * copy_us(base, "pcie 0 in") -
                                evicted * copy_us(base, "pcie 0 out")) / (fetched + evicted))
    return {key: max(0, statistics.median(values)) for key, values in found.items()}


# ---- comparison ----

def cut(trace, chunks):
    """Without the uses after a program's end, when its memory is written to a file in order."""
    tail = list(range(8, chunks))
    for at in range(len(trace) - len(tail), -1, -1):
        if trace[at:at + len(tail)] == tail:
            while at > 0 and trace[at - 1] < 8 and trace[at - 1] < trace[at]:
                at -= 1
            return trace[:at]
    return trace


def record(bench, name, chunks):
    """The file with the program's uses; the number of uses, and the memory that it requests."""
    _, err = bench.call(bench.options.linepress, "huvm", "record", "--chunk", CHUNK, "--explicit",
                        "--window", 4, "--text", "-f", "-o", bench.path("t"), "--json", "--",
                        bench.options.programs, name, bench.options.graph, CHUNK, bench.path("p"))
    with open(bench.path("t"), encoding="ascii") as file:
        uses = cut([int(line) for line in file], chunks)
    with open(bench.path("t"), "w", encoding="ascii") as file:
        file.write("\n".join(map(str, uses)))
    return len(uses), json.loads(err.splitlines()[-1])["chunks"]


def virtual(bench, costs, policy, *what):
    return bench.ask(scenario(*what, costs), "--policy", policy, "--served", costs["served"],
                     "--page", 0)["apps"][0]["time_us"] / 1e3


def compare_program(bench, costs, name, rows):
    alone = [bench.program(name) for _ in range(bench.options.runs)]
    chunks, ms = alone[0]["chunks"], statistics.median(a["ms"] for a in alone)
    uses, room = record(bench, name, chunks)
    app = {"footprint_mib": mib(room), "trace": bench.path("t"), "passes": 1, "in_flight": 1,
           "compute_us": max(0.001, 1e3 * ms / uses)}
    for factor in (1.3, 1.6, 1.9):
        local = round(chunks / factor)
        spare = max(1, (chunks - local) // 2)
        for policy in POLICIES:
            real = statistics.median(bench.program(name, local, spare, room, policy)["ms"]
                                     for _ in range(bench.options.runs))
            rows(name, factor, policy, real, virtual(bench, costs, policy, local, spare, app))


def compare_player(bench, costs, name, rows):
    for width in (1, 8):
        app = {"footprint_mib": mib(96), "in_flight": width, "compute_us": 15, **PLAYERS[name]}
        for policy in POLICIES:
            real = statistics.median(
                bench.ask(scenario(64, 20, app), "--clock", "real", "--policy", policy)
                ["apps"][0]["time_us"] / 1e3 for _ in range(bench.options.runs))
            rows(f"{name}, {width} in flight", 1.5, policy, real,
                 virtual(bench, costs, policy, 64, 20, app))


def case_apps(case):
    apps = []
    for gpu, (name, use, pattern) in enumerate(CASES[case]):
        if not apps or apps[-1]["name"] != name:
            apps.append({"name": name, "gpus": [], "use": use, "pattern": pattern,
                         "compute_us": CASE_COMPUTE_US})
        apps[-1]["gpus"].append(gpu)
    return apps


def compare_cases(bench, costs):
    print("| case | application | policy | real: ms | over base | virtual: ms | over base |\n|" +
          " --- |" * 7)
    for case in CASES:
        for policy in ("pre-ef-host", "memharvester"):
            real = bench.ask(case, "--clock", "real", "--policy", policy)
            model = bench.ask(whole([CASE_CHUNKS] * 4, case_apps(case), costs), "--policy", policy,
                              "--served", costs["served"], "--page", 0)
            for one, other in zip(real["apps"], model["apps"]):
                assert one["name"] == other["name"] and real["mismatches"] == 0
                print(f"| {case} | {one['name']} | {policy} | {one['time_us'] / 1e3:.0f} | "
                      f"{one['speedup']:.2f} | {other['time_us'] / 1e3:.0f} | "
                      f"{other['speedup']:.2f} |", flush=True)


class Rows:
    def __init__(self):
        self.within = self.all = 0

    def __call__(self, name, factor, policy, real, model):
        off = model / real - 1
        self.all += 1
        self.within += abs(off) <= DUE
        print(f"| {name} | {factor} × | {policy} | {real:.0f} | {model:.0f} | "
              f"{100 * off:+.0f} % |", flush=True)


def main():
    parser = real_options.parser(__doc__)
    parser.add_argument("--cases", action="store_true", help="the paper's cases instead, once")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench, rows = Bench(options, folder), Rows()
        costs = calibrate(bench)
        print(f"Medians of {options.runs} runs, {options.graph}, chunks of {CHUNK // 1024} KiB. "
              f"Calibrated: latency {costs['pcie']:.0f} us on PCIe and {costs['nvlink']:.0f} us on "
              f"NVLink, {costs['leaves']:.0f} us more for a chunk that leaves, driver "
              f"{costs['served']:.0f} us a chunk.\n")
        if options.cases:
            compare_cases(bench, costs)
            return 0
        print("| program | too large | policy | real ms | virtual ms | |\n|" + " --- |" * 6)
        for name in PLAYERS:
            compare_player(bench, costs, name, rows)
        for name in ("pagerank", "bfs"):
            compare_program(bench, costs, name, rows)
    print(f"\n{rows.within} of {rows.all} within {100 * DUE:.0f} %.")
    return 0


sys.exit(main())
