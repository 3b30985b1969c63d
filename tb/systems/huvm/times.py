#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares times of the virtual clock with those of the real one.

A calibration with a player measures once the time of a copy on each kind of link and the driver's
time for it. Then programs and players run on real page faults, and their recorded uses run on the
virtual clock with the same memory, these costs, and the time that the program computes without a
limit. Records all times in tb/data/huvm, as times.json or cases.json.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile

import ask
import real_options
import records

POLICIES = ("base", "pre-ef-host", "h", "plf", "lpf", "memharvester")
CHUNK = 65536
GRAPH = "rmat:14:1"
PCIE, NVLINK = 0.123, 0.401  # GB/s
CALIBRATIONS = 7
CASE_CHUNKS, CASE_COMPUTE_US = 2621, 14.688  # of a GPU, a use; as `linepress huvm` has them
PLAYER_CHUNKS = 576, 384, 120  # used; that fit; at the neighbour
PLAYERS = {name: {"pattern": name, "passes": 2} for name in ("scan", "sweep", "random")}


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder, self.done = options, folder, {}
        os.makedirs(folder, exist_ok=True)
        if os.path.exists(self.path("done")):
            with open(self.path("done"), encoding="utf-8") as file:
                self.done = dict(json.loads(line) for line in file)

    def kept(self, key, make):
        """The value that an earlier run made for this key, or a new one."""
        if key not in self.done:
            self.done[key] = make()
            with open(self.path("done"), "a", encoding="utf-8") as file:
                file.write(json.dumps([key, self.done[key]]) + "\n")
        return self.done[key]

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
    for _ in range(CALIBRATIONS):
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
                        "--window", 4, "--text", "-f", "-o", bench.path(f"{name}.txt"), "--json",
                        "--", bench.options.programs, name, bench.options.graph, CHUNK,
                        bench.path("p"))
    with open(bench.path(f"{name}.txt"), encoding="ascii") as file:
        uses = cut([int(line) for line in file], chunks)
    with open(bench.path(f"{name}.txt"), "w", encoding="ascii") as file:
        file.write("\n".join(map(str, uses)))
    return len(uses), json.loads(err.splitlines()[-1])["chunks"]


def virtual(bench, costs, policy, *what):
    return bench.ask(scenario(*what, costs), "--policy", policy, "--served", costs["served"],
                     "--page", 0)["apps"][0]["time_us"] / 1e3


def row_of(name, factor, policy, real, model):
    """ms of each real run, and of the virtual clock."""
    print(f"{name} {factor} {policy}", file=sys.stderr, flush=True)
    return {"program": name, "factor": factor, "policy": policy, "real_ms": real,
            "virtual_ms": round(model, 3)}


def program_alone(bench, name):
    """Its chunks, the memory that it requests, and us per recorded use."""
    alone = [bench.program(name) for _ in range(bench.options.runs)]
    uses, room = record(bench, name, alone[0]["chunks"])
    ms = statistics.median(a["ms"] for a in alone)
    return alone[0]["chunks"], room, max(0.001, 1e3 * ms / uses)


def compare_program(bench, costs, name):
    chunks, room, us = bench.kept(f"{name} alone", lambda: program_alone(bench, name))
    app = {"footprint_mib": mib(room), "trace": bench.path(f"{name}.txt"), "passes": 1,
           "in_flight": 1, "compute_us": us}
    for factor in (1.3, 1.6, 1.9):
        local = round(chunks / factor)
        spare = max(1, (chunks - local) // 2)
        for policy in POLICIES:
            yield bench.kept(f"{name} {factor} {policy}", lambda: row_of(
                name, factor, policy,
                [bench.program(name, local, spare, room, policy)["ms"]
                 for _ in range(bench.options.runs)],
                virtual(bench, costs, policy, local, spare, app)))


def compare_player(bench, costs, name):
    chunks, local, spare = PLAYER_CHUNKS
    for width in (1, 8):
        app = {"footprint_mib": mib(chunks), "in_flight": width, "compute_us": 15, **PLAYERS[name]}
        for policy in POLICIES:
            yield bench.kept(f"{name} {width} {policy}", lambda: row_of(
                f"{name}, {width} in flight", chunks / local, policy,
                [bench.ask(scenario(local, spare, app), "--clock", "real", "--policy", policy)
                 ["apps"][0]["time_us"] / 1e3 for _ in range(bench.options.runs)],
                virtual(bench, costs, policy, local, spare, app)))


def compare_case(bench, costs, case, policy):
    apps = ask.apps_of(case, lambda *_: {"compute_us": CASE_COMPUTE_US})
    real = bench.ask(case, "--clock", "real", "--policy", policy)
    model = bench.ask(whole([CASE_CHUNKS] * 4, apps, costs), "--policy", policy, "--served",
                      costs["served"], "--page", 0)
    assert real["mismatches"] == 0
    print(f"{case} {policy}", file=sys.stderr, flush=True)
    return [{"case": case, "app": one["name"], "policy": policy,
             **{f"{clock}_ms": round(a["time_us"] / 1e3, 3)
                for clock, a in (("real", one), ("virtual", other))},
             **{f"{clock}_speedup": ask.places(a["speedup"])
                for clock, a in (("real", one), ("virtual", other))}}
            for one, other in zip(real["apps"], model["apps"])]


def compare_cases(bench, costs):
    return [row for case in ask.CASES for policy in ("pre-ef-host", "memharvester")
            for row in bench.kept(f"{case} {policy}",
                                  lambda: compare_case(bench, costs, case, policy))]


def main():
    parser = real_options.parser(__doc__, GRAPH)
    parser.add_argument("--cases", action="store_true", help="the paper's cases instead, once")
    parser.add_argument("--keep", help="a folder for what is done; a run that was interrupted "
                        "continues there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, options.keep or folder)
        costs = bench.kept("costs", lambda: calibrate(bench))
        found = {"runs": options.runs, "costs_us": {k: round(v, 3) for k, v in costs.items()}}
        if options.cases:
            found["rows"] = compare_cases(bench, costs)
        else:
            found.update(graph=options.graph, chunk_bytes=CHUNK, rows=[
                *(row for name in PLAYERS for row in compare_player(bench, costs, name)),
                *(row for name in ("pagerank", "bfs")
                  for row in compare_program(bench, costs, name))])
    records.write("cases" if options.cases else "times", found, "times.py")
    return 0


sys.exit(main())
