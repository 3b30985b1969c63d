#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the paper's cases with the traces of programs of ours instead of scans, and records speeds.

    traces.py --linepress CLI --programs PROGRAMS      writes tb/data/huvm/programs.json

A program runs on a graph whose memory is hundreds of chunks of 16 KiB, and each of them represents
a chunk of 2 MiB. A GPU runs many accesses of a program concurrently, so a trace is cut into slices of
as many accesses as a V100 has threads, divided by the same factor, and a slice uses each of its
chunks once. Scans run in the same scenarios for comparison.
"""
import argparse
import array
import itertools
import json
import os
import subprocess
import sys
import tempfile

import ask
import records

GRAPH, CHUNK, WHOLE = "rmat:16:1", 16384, 2097152
THREADS = 80 * 2048  # of a V100
RATE = 450e9  # bytes per second that a computation reads: half of the memory's
WORD = 4  # bytes of an access
THRESHOLD = 16  # chunks, for memories of hundreds
PROGRAMS = ("pagerank", "bfs", "wcc", "louvain")
AXES = {"in_flight": (1, 8, 32), "served_us": (20, 80, 240)}
SOURCES = tuple(f"tb/systems/huvm/{name}.c" for name in ("main", "programs", "graph", "memory"))


def sliced(uses):
    size, found = THREADS * CHUNK // WHOLE, []
    for at in range(0, len(uses), size):
        found.extend(dict.fromkeys(uses[at:at + size]))
    return found


def trace(programs, name, folder):
    """Runs a program; its chunks, accesses and sliced uses, with the file of the latter."""
    prefix = os.path.join(folder, name)
    answer = json.loads(subprocess.run([programs, name, GRAPH, str(CHUNK), prefix], check=True,
                                       stdout=subprocess.PIPE).stdout)
    with open(prefix + ".lph", "rb") as file:
        data = file.read()
    uses = array.array("I", data[24:24 + 4 * answer["uses"]])
    short = sliced(uses)
    with open(prefix + ".txt", "w", encoding="ascii") as file:
        file.write("\n".join(map(str, short)) + "\n")
    us = 1e6 * len(uses) * WORD * WHOLE / CHUNK / RATE / len(short)
    return {"program": name, "chunks": answer["chunks"], "accesses": len(uses),
            "uses": len(short), "compute_us": ask.places(us), "file": prefix + ".txt"}


class Traced(ask.Asker):
    """Cases and figure 9 with memories that fit programs' chunks: with their traces, or scans."""

    def __init__(self, linepress, folder, options, traces, scans):
        super().__init__(linepress, folder, options)
        self.traces, self.scans = {t["program"]: t for t in traces}, scans

    def harvests(self, name, use):
        """Keys of an application that is a program of ours."""
        if use < 1 or self.scans:
            return {}
        own = self.traces[name.lower()]
        return {"trace": own["file"], "passes": 1, "compute_us": own["compute_us"]}

    def memory(self, name, use):
        return round(self.traces[name.lower()]["chunks"] / use)

    def write(self, name, memories, apps):
        """Sets the keys that a scenario with such memories, in chunks, has."""
        for app in apps:
            if "trace" in app:
                app.pop("pattern", None)
                del app["use"]
                app["footprint_mib"] = 2 * self.traces[app["name"].lower()]["chunks"]
        return self.file(name, {"threshold": THRESHOLD, "apps": apps,
                                "gpus": [{"memory_mib": 2 * chunks} for chunks in memories]})

    def case(self, case, *words):
        memories = [self.memory(name, use) if use > 1 else None
                    for name, use, _ in ask.TABLE_2[case]]
        known = [m for m in memories if m]
        lender = round(sum(known) / len(known))
        path = self.write(f"{case}.json", [m or lender for m in memories],
                          ask.apps_of(case, self.harvests))
        return self("--scenario", path, *words)

    def spare(self, name, use):
        memory = self.memory(name, use)
        return self.write("spare.json", [memory, memory], [
            {"name": name, "gpus": [0], "use": use, **self.harvests(name, use)},
            {"name": "yields", "gpus": [1], "use": 0.5}])


def figures(one):
    return {"cases": ask.cases(one), "prefetch": ask.prefetches(one), "spare": ask.spares(one)}


def points(linepress, folder, traces):
    found = []
    for in_flight, served in itertools.product(*AXES.values()):
        words = ("--in-flight", in_flight, "--served", served)
        found.append({"in_flight": in_flight, "served_us": served,
                      **{key: figures(Traced(linepress, folder, words, traces, key == "scans"))
                         for key in ("traces", "scans")}})
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--linepress", required=True)
    parser.add_argument("--programs", required=True)
    given = parser.parse_args()
    linepress = os.path.abspath(given.linepress)
    with tempfile.TemporaryDirectory() as folder:
        traces = [trace(os.path.abspath(given.programs), name, folder) for name in PROGRAMS]
        records.write("programs", {
            "axes": {key: list(values) for key, values in AXES.items()},
            "traces": [{k: v for k, v in t.items() if k != "file"} for t in traces],
            "points": points(linepress, folder, traces)}, "traces.py", *SOURCES)
    return 0


if __name__ == "__main__":
    sys.exit(main())
