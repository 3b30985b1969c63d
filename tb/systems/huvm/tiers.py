#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the effect of compressed tiers on the virtual clock, and records it.

    tiers.py --linepress CLI --programs PROGRAMS      writes tb/data/huvm/tiers.json

Programs of ours run with their own traces and data in chunks of 16 KiB, on links at a hundredth of
their rates; Case 1 runs with the data of PageRank in its chunks.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

import ask
import records

GRAPH, CASE_GRAPH, CHUNK = "rmat:16:1", "rmat:18:1", 16384
DATA = os.path.join(records.ROOT, "tb", "data")
CODECS, TIERS = ("zvc", "bpc", "best"), ("none", "link", "victim", "host")
SOURCES = tuple(f"tb/systems/huvm/{name}.c" for name in ("main", "programs", "graph", "memory",
                                                         "graph_debian", "training"))
NETWORKS = ("alexnet", "vgg16", "plain20", "resnet", "mobilenet", "squeezenet")


def inputs():
    """Program, name of its input, and the input."""
    mesh = ":".join(("mesh", *(f"{DATA}/hpc/foam_{part}.npy" for part in ("owner", "neighbour"))))
    debian = f"debian:{DATA}/graphs/debian.gz"
    return (*((name, "rmat", GRAPH) for name in ("pagerank", "bfs", "wcc", "louvain")),
            ("pagerank", "mesh", mesh),
            *((name, "debian", debian) for name in ("pagerank", "bfs", "wcc", "louvain")),
            ("vectoradd", "700000", "700000"),
            *(("training", name, f"{DATA}/profiles/{name}.json") for name in NETWORKS))


def run_program(programs, *words):
    return json.loads(subprocess.run([programs, *words], check=True,
                                     stdout=subprocess.PIPE).stdout)


def scenario(one, answer, prefix, data):
    mib = CHUNK * answer["chunks"] / 1048576
    return one.file(f"program{data}.json", {
        "chunk_kib": CHUNK // 1024, "threshold": 16,
        "links": {"pcie": {"gbs": 0.123, "us": 16.7}, "nvlink": {"gbs": 0.401, "us": 5.1}},
        "gpus": [{"memory_mib": mib / 1.5}, {"memory_mib": mib / 1.5 * 0.2}],
        "apps": [{"name": answer["program"], "gpus": [0], "footprint_mib": mib, "passes": 1,
                  "trace": prefix + ".lph", "data": prefix + data}]})


def on_links(answer):
    raw, carried = (sum(link[key] for link in answer["links"]) for key in ("raw_bytes", "bytes"))
    return ask.places(raw / carried)


def of_program(one, answer, prefix):
    """Ratios on the links by codec, times over that without compression by codec and tier, chunks
    that the neighbour held by codec, and the ratio of the result alone."""
    path = scenario(one, answer, prefix, ".mem")
    raw = one("--scenario", path)
    own = {codec: {how: one("--scenario", path, "--compress", how, "--codec", codec)
                   for how in TIERS[1:]} for codec in CODECS}
    alone = one("--scenario", scenario(one, answer, prefix, ".out"), "--compress", "link")
    return {"ratio": {c: on_links(own[c]["link"]) for c in CODECS},
            "time": {c: {how: ask.places(a["apps"][0]["time_us"] / raw["apps"][0]["time_us"])
                         for how, a in own[c].items()} for c in CODECS},
            "held": {"none": raw["tiers"][1]["chunks"],
                     **{c: own[c]["victim"]["tiers"][1]["chunks"] for c in CODECS}},
            "result": on_links(alone)}


def of_programs(one, programs):
    for program, name, what in inputs():
        prefix = os.path.join(one.folder, "program")
        answer = run_program(programs, program, what, str(CHUNK), prefix)
        print(f"{program} {name}", file=sys.stderr, flush=True)
        yield {"program": program, "input": name, "chunks": answer["chunks"],
               **of_program(one, answer, prefix)}


def of_case1(one, programs):
    """ms of Pagerank and chunks that neighbours held, by tier and policy."""
    prefix = os.path.join(one.folder, "case")
    run_program(programs, "pagerank", CASE_GRAPH, "2097152", prefix)
    found = {"graph": CASE_GRAPH}
    for how in TIERS:
        runs = one.case("case1", "--sweep", "policy", "--compress", how, "--data",
                        prefix + ".mem")["runs"]
        found[how] = {run["policy"]: [ask.places(run["apps"][0]["time_us"] / 1000),
                                      sum(t["chunks"] for t in run["tiers"])] for run in runs}
        if how == "link":
            found["ratio"] = on_links(runs[0])
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--linepress", required=True)
    parser.add_argument("--programs", required=True)
    given = parser.parse_args()
    programs = os.path.abspath(given.programs)
    with tempfile.TemporaryDirectory() as folder:
        one = ask.Asker(os.path.abspath(given.linepress), folder)
        records.write("tiers", {"graph": GRAPH, "case1": of_case1(one, programs),
                                "programs": list(of_programs(one, programs))}, "tiers.py",
                      *SOURCES)
    return 0


sys.exit(main())
