#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The programs of tb/systems/huvm: their results against references written here, their traces, and
the result of `linepress huvm` for both."""
import gzip
import json
import os
import struct
import subprocess
import sys
import tempfile
import zlib

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")]
import tap  # noqa: E402

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
PROGRAMS, LINEPRESS = f"{BUILD}/huvm/programs", f"{BUILD}/linepress"
DATA = os.path.abspath("tb/data")
MESH = "mesh:{0}/hpc/foam_owner.npy:{0}/hpc/foam_neighbour.npy".format(DATA)
DEBIAN = f"{DATA}/graphs/debian.gz"
CHUNK = 4096


def run(program, graph, prefix="p", chunk=CHUNK):
    done = subprocess.run([PROGRAMS, program, graph, str(chunk), prefix], check=True,
                          capture_output=True)
    return json.loads(done.stdout)


def load(path, kind="I"):
    with open(path, "rb") as file:
        data = file.read()
    return list(struct.unpack(f"<{len(data) // 4}{kind}", data))


def trace():
    with open("p.lph", "rb") as file:
        data = file.read()
    count = struct.unpack_from("<Q", data, 16)[0]
    assert zlib.crc32(data[:-4]) == struct.unpack("<I", data[-4:])[0]
    return struct.unpack_from(f"<{count}I", data, 24)


def graph_of(answer):
    """Neighbours of each vertex, from the program's own memory: offsets, then targets."""
    begin = load("p.mem")[:answer["vertices"] + 1]
    at = -(-4 * (answer["vertices"] + 1) // CHUNK) * CHUNK // 4
    targets = load("p.mem")[at:at + answer["edges"]]
    return [targets[b:e] for b, e in zip(begin, begin[1:])]


def hops(graph):
    level, seen, front = {0: 0}, 0, [0]
    while front:
        seen += 1
        front = [u for u in dict.fromkeys(u for v in front for u in graph[v]) if u not in level]
        level.update((u, seen) for u in front)
    return [level.get(v, 2 ** 32 - 1) for v in range(len(graph))]


def parts(graph):
    part = list(range(len(graph)))

    def root(v):
        while part[v] != v:
            part[v] = part[part[v]]
            v = part[v]
        return v

    for v, all_u in enumerate(graph):
        for u in all_u:
            a, b = root(u), root(v)
            part[max(a, b)] = min(a, b)
    return [root(v) for v in range(len(graph))]


def ranks(graph):
    rank = [1 / len(graph)] * len(graph)
    for _ in range(10):
        share = [r / len(n) if n else 0 for r, n in zip(rank, graph)]
        rank = [0.15 / len(graph) + 0.85 * sum(share[u] for u in n) for n in graph]
    return rank


def modularity(graph, community):
    edges = sum(map(len, graph))
    inside = sum(community[u] == community[v] for v, all_u in enumerate(graph) for u in all_u)
    degrees = {}
    for v, all_u in enumerate(graph):
        degrees[community[v]] = degrees.get(community[v], 0) + len(all_u)
    return inside / edges - sum((d / edges) ** 2 for d in degrees.values())


def check_graph(graph):
    name = graph.split(":")[0]
    answer = run("bfs", graph)
    rows = graph_of(answer)
    mirrored = sorted((v, u) for v, all_u in enumerate(rows) for u in all_u)
    tap.result([] if mirrored == sorted((u, v) for v, u in mirrored) and mirrored
               else ["an edge has one direction"], f"{name}: each edge is there both ways")
    tap.result([] if load("p.out") == hops(rows) else ["hops differ"], f"{name}: BFS")
    run("wcc", graph)
    tap.result([] if load("p.out") == parts(rows) else ["labels differ"], f"{name}: WCC")
    run("pagerank", graph)
    found, due = load("p.out", "f"), ranks(rows)
    worst = max(abs(a - b) / b for a, b in zip(found, due))
    tap.result([] if worst < 1e-4 else [f"off by {worst}"], f"{name}: PageRank")
    run("louvain", graph)
    found = modularity(rows, load("p.out"))
    single = modularity(rows, range(len(rows)))
    # No vertex gains by moving to a neighbour's community, except for the hundredth that may move.
    tap.result([] if found > single + 0.05 else [f"{found}, alone {single}"],
               f"{name}: Louvain finds communities")


PACKAGES = """Package: a
Depends: b (>= 1), c | none | d:any, b
Description: Package: x
 Depends: e
Pre-Depends: e [amd64], lib++.so-3

Package: b
Version: 2

Package: a
Depends: d

Package: lib++.so-3
Depends:
Package: c
Depends: c,a,d
Package: d
Package: e"""
ARCS = {"a": "b c d e lib++.so-3", "c": "a d"}


def rows_of(packages, needs):
    """Neighbours of each package, in both directions, as sorted lists."""
    number = {name: n for n, name in enumerate(packages)}
    rows = [[] for _ in packages]
    for name, others in needs.items():
        for other in others:
            rows[number[name]].append(number[other])
            rows[number[other]].append(number[name])
    return [sorted(row) for row in rows]


def sample_rows():
    with gzip.open(DEBIAN, "rt", encoding="ascii") as file:
        stanzas = [dict(line.split(": ", 1) for line in part.splitlines())
                   for part in file.read().strip().split("\n\n")]
    return rows_of([s["Package"] for s in stanzas],
                   {s["Package"]: s["Depends"].split(", ") for s in stanzas if "Depends" in s})


def check_packages():
    with open("list", "w", encoding="ascii") as file:
        file.write(PACKAGES)
    rows = [sorted(row) for row in graph_of(run("bfs", "debian:list"))]
    due = rows_of(["a", "b", "lib++.so-3", "c", "d", "e"],
                  {name: others.split() for name, others in ARCS.items()})
    tap.result([] if rows == due else [f"{rows}, due {due}"],
               "packages: versions, alternatives, second stanzas")
    rows = [sorted(row) for row in graph_of(run("bfs", f"debian:{DEBIAN}"))]
    tap.result([] if rows == sample_rows() else ["rows differ"], "packages: the sample")


def check_training():
    path = f"{DATA}/profiles/alexnet.json"
    with open(path, encoding="utf-8") as file:
        tensors = json.load(file)["tensors"]
    run("training", path)
    words, sums, wrong, at, due = load("p.mem"), load("p.out"), [], 0, []
    for tensor, total in zip(tensors, sums):
        own = words[at // 4:(at + tensor["bytes"]) // 4]
        if own.count(0) != tensor["epochs"][-1]["zeros"] or sum(own) % 2 ** 32 != total:
            wrong.append(f"{tensor['name']}: zeros or sum")
        if tensor["kind"] == "relu" and max(own) >= 2 ** 31:
            wrong.append(f"{tensor['name']}: a negative value after a ReLU")
        due.append(range(at // CHUNK, (at + tensor["bytes"] - 1) // CHUNK + 1))
        at = CHUNK * due[-1].stop
    uses = [k for one in due for k in one]
    back = [k for one in reversed(due) for k in one]
    found = [k for k in trace() if k < due[-1].stop]
    # Two consecutive uses count as one: those of the last tensor, if it is one chunk.
    if found != uses + back[back[0] == uses[-1]:]:
        wrong.append("tensors are not written in order and read in the opposite one")
    tap.result(wrong, "a training: zeros as in its profile, sums, order of tensors")


def check_traces():
    wrong = []
    for program, graph in (("vectoradd", "10000"), ("pagerank", "rmat:9:1"), ("bfs", "rmat:9:1")):
        answer = run(program, graph)
        uses = trace()
        size = os.path.getsize("p.mem")
        if len(uses) != answer["uses"] or max(uses) >= answer["chunks"] or \
                size != CHUNK * answer["chunks"]:
            wrong.append(f"{program}: trace, memory and output differ")
    run("vectoradd", "10000")
    due = [k for at in range(10) for k in (at, 10 + at, 20 + at)]
    if list(trace()) != due or load("p.out", "f") != [3 * i for i in range(10000)]:
        wrong.append(f"vectoradd uses {trace()[:9]} ...")
    tap.result(wrong, "traces are within the memory, and VectorAdd is three concurrent scans")
    graphs = [graph_of(run("wcc", f"rmat:8:{seed}")) for seed in (1, 2, 1)]
    tap.result([] if graphs[0] == graphs[2] != graphs[1] else ["it is not so"],
               "another seed is another graph, and the same one the same")


def check_run():
    answer = run("pagerank", "rmat:12:1", "pr", 4096)
    with open("s.json", "w", encoding="utf-8") as file:
        json.dump({"chunk_kib": 4, "gpus": [{"memory_mib": answer["chunks"] / 1.5 / 256},
                                            {"memory_mib": answer["chunks"] / 4 / 256}],
                   "apps": [{"name": "pr", "gpus": [0], "passes": 1, "trace": "pr.lph",
                             "footprint_mib": answer["chunks"] / 256}]}, file)
    runs = json.loads(subprocess.run(
        [LINEPRESS, "huvm", "--scenario", "s.json", "--sweep", "policy", "--json"], check=True,
        capture_output=True).stdout)["runs"]
    uses = [r["apps"][0] for r in runs]
    tap.result([] if all(u["faults"] > 0 for u in uses) and uses[2]["evict"]["neighbour"] > 0
               else ["no faults, or nothing at the neighbour"], "a program's trace on the clock")


def make_bad():
    with open(DEBIAN, "rb") as file:
        data = file.read()
    tensor = {"kind": "relu", "bytes": 8, "epochs": [{"zeros": 3}]}
    for name, content in (("empty", b""), ("cut.gz", data[:-9]),
                          ("bad.gz", data[:20000] + b"x" + data[20001:]),
                          ("none.json", b'{"tensors": []}'),
                          ("bad.json", json.dumps({"tensors": [tensor]}).encode())):
        with open(name, "wb") as file:
            file.write(content)


def check_bad():
    make_bad()
    wrong = []
    for words in (["pagerank"], ["frob", "rmat:4:1", "4096", "p"], ["bfs", "rmat:4", "4096", "p"],
                  ["bfs", "grid:4:1", "4096", "p"], ["bfs", "rmat:99:1", "4096", "p"],
                  ["bfs", "rmat:4:1", "5000", "p"], ["bfs", "mesh:none:none", "4096", "p"],
                  ["bfs", "rmat:4:1", "4096", "no/p"], ["vectoradd", "x", "4096", "p"],
                  ["vectoradd", "9", "4096", "p", "1"],
                  ["bfs", "debian:none", "4096", "p"], ["bfs", "debian:empty", "4096", "p"],
                  ["bfs", "debian:cut.gz", "4096", "p"], ["bfs", "debian:bad.gz", "4096", "p"],
                  ["bfs", "debian:none.json", "4096", "p"], ["bfs", "debian:.", "4096", "p"],
                  ["bfs", "debian:empty:x", "4096", "p"], ["training", "none", "4096", "p"],
                  ["training", "empty", "4096", "p"], ["training", "none.json", "4096", "p"],
                  ["training", "bad.json", "4096", "p"], ["training", DEBIAN, "4096", "p"]):
        done = subprocess.run([PROGRAMS, *words], capture_output=True, check=False)
        if done.returncode != 2 or done.stderr.count(b"\n") != 1:
            wrong.append(f"{words}: {done.returncode}, {done.stderr}")
    tap.result(wrong, "bad use is one line and status 2")


def main():
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        check_graph("rmat:9:7")
        check_graph(MESH)
        check_graph(f"debian:{DEBIAN}")
        check_packages()
        check_training()
        check_traces()
        check_run()
        check_bad()
        os.chdir("/")
    return tap.end()


sys.exit(main())
