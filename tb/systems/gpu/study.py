#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs `linepress gpu` on the workloads' traces and writes a record of tb/data/gpu.

    study.py KIND --linepress PROGRAM --workloads FOLDER --work FOLDER [--only NAME,...] [--keep]

KIND is speed, metadata, sensitivity or links. FOLDER has the sets and traces of
tb/systems/workloads/make.sh. Results are kept in --work, by the sums of the trace, the targets and
linepress, and are not computed again; with --keep that is all, and no record is written. A
program without a set, or without a buffer that a target makes smaller, has no mode buddy. Exit status 1: linepress failed, or there is no trace.
"""
import argparse
import hashlib
import json
import os
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
sys.path.insert(0, os.path.join(ROOT, "tb/tree/records"))
import signed  # noqa: E402

FOLDER = os.path.join(ROOT, "tb/data/gpu")
SOURCES = ("tb/systems/gpu/study.py", "tb/systems/workloads/make.sh", "cmodel/systems/gpu",
           "cmodel/cli/gpu")
KINDS = ("speed", "metadata", "sensitivity", "links")
SEEDS = {"speed": 5, "metadata": 3, "sensitivity": 1, "links": 3}
MEMORIES = ("fixed", "dram")
BUDDY = ("--mode", "buddy")
# Without spilling the link has nothing to move, so that one link is enough.
PLAIN = ("--mode", "uncompressed,bandwidth")
# A part of each GPU whose L2 is smaller than the traces' memory.
GPUS = ("p100/8", "a100/32", "h100/32", "gh200/32")
SENSITIVE = ("wave3", "cg_fem", "hydro")


class Failed(Exception):
    """A one-line message."""


def options_of(kind, saves):
    """Options of each call of linepress; saves: targets make the program smaller."""
    if kind == "speed":
        for memory in MEMORIES:
            yield ("--memory", memory, *PLAIN)
            if saves:
                yield ("--memory", memory, *BUDDY, "--link", "50,100,150,200")
    elif kind == "links" and saves:
        for gpu in GPUS:
            yield ("--gpu", gpu, "--mode", "bandwidth,buddy")
    elif kind == "metadata" and saves:
        yield ("--sweep", "fig6b")
    elif kind == "sensitivity" and saves:
        yield ("--sweep", "sensitivity", *BUDDY)


def sum_of(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


class Study:
    """Runs of one kind."""

    def __init__(self, given):
        self.kind, self.linepress = given.kind, given.linepress
        self.workloads, self.work = given.workloads, given.work
        self.sum = sum_of(given.linepress)
        os.makedirs(self.work, exist_ok=True)

    def call(self, *words):
        done = subprocess.run([self.linepress, *words], stdout=subprocess.PIPE, text=True,
                              check=False)
        if done.returncode != 0:
            raise Failed(f"'linepress {' '.join(words)}' failed")
        return done.stdout

    def targets(self, name, trace):
        """A file with the rows of the trace's buffers; None: no snapshots, or no row."""
        snapshots = os.path.join(self.workloads, "sets", name)
        if not os.path.isdir(snapshots):
            return None
        path = os.path.join(self.work, f"{name}.targets.json")
        new = f"{path}.{os.getpid()}"
        self.call("profile", "--targets", new, snapshots)
        with open(new, encoding="utf-8") as file:
            found = json.load(file)
        there = {b["name"] for b in json.loads(self.call("trace", "--json", "--info",
                                                         trace))["buffers"]}
        found["allocations"] = [row for row in found["allocations"] if row["name"] in there]
        with open(new, "w", encoding="utf-8") as file:
            json.dump(found, file)
        os.replace(new, path)
        return path if found["allocations"] else None

    def results(self, name, trace, targets, options):
        """The output of linepress, from an earlier run if there is one."""
        words = ["gpu", "--json", "--seeds", str(SEEDS[self.kind]), *options,
                 *(("--targets", targets) if targets else ())]
        same = "\n".join([*words, self.sum, sum_of(trace), sum_of(targets) if targets else ""])
        path = os.path.join(self.work,
                            f"{name}.{hashlib.sha256(same.encode()).hexdigest()[:16]}.json")
        if not os.path.exists(path):
            text = self.call(*words, trace)
            with open(path + ".new", "w", encoding="utf-8") as file:
                file.write(text)
            os.replace(path + ".new", path)
        with open(path, encoding="utf-8") as file:
            return json.load(file)

    def program(self, name):
        trace = os.path.join(self.workloads, "traces", f"{name}.lpw")
        targets = self.targets(name, trace)
        saves = any(target != "none" for target in targets_of(targets))
        found = [self.results(name, trace, targets, options)
                 for options in options_of(self.kind, saves)]
        rows = [row for one in found for row in rows_of(one)]
        counts = ("values", "launches", "warp_instructions", "memory_instructions",
                  "touched_bytes")
        return {**{k: found[0]["trace"][k] for k in counts}, "sha256": found[0]["hash"]["trace"],
                "targets": targets_of(targets), "rows": rows} if found else None


def targets_of(path):
    if path is None:
        return []
    with open(path, encoding="utf-8") as file:
        return [row["target"] for row in json.load(file)["allocations"]]


def key_of(row):
    return tuple(row.get(k) for k in ("mode", "link", "metadata_cache", "field", "value"))


def rows_of(found):
    """A row for each combination: the band of the speedups, and counts of the first seed."""
    for summary in found["summary"]:
        runs = [run for run in found["runs"] if key_of(run) == key_of(summary)]
        one, metadata = runs[0], runs[0]["metadata"]
        yield {**{k: summary[k] for k in ("mode", "link", "metadata_cache", "field", "value")
                  if k in summary},
               "gpu": found["gpu"]["name"], "memory": found["memory"],
               "speedup": summary["speedup"], "cycles": [run["cycles"] for run in runs],
               "buddy_fraction": one["buddy_fraction"], "bound_by": one["bound_by"],
               "lookups": metadata["accesses"], "hits": metadata["hits"],
               "read_sectors": one["device"]["read_sectors"],
               "overfetch_sectors": one["overfetch_sectors"], "line_requests": one["line_requests"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--linepress", required=True)
    parser.add_argument("--workloads", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--only", help="programs; all of them by default")
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    study = Study(given)
    names = sorted(name[:-len(".lpw")] for name in os.listdir(f"{given.workloads}/traces")
                   if name.endswith(".lpw"))
    if given.kind == "sensitivity":
        names = [name for name in names if name in SENSITIVE]
    only = given.only.split(",") if given.only else names
    programs = {name: study.program(name) for name in names if name in only}
    programs = {name: one for name, one in programs.items() if one}
    if given.keep:
        return 0
    record = signed.sign("gpu-study", {"kind": given.kind, "seeds": SEEDS[given.kind],
                                       "programs": programs}, SOURCES, 1)
    os.makedirs(FOLDER, exist_ok=True)
    signed.write(os.path.join(FOLDER, f"{given.kind}.json"), record)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Failed, OSError, signed.Bad) as error:
        sys.exit(f"study.py: {error}")
