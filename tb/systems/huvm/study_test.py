#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/studies/huvm.md is what its records give, records are whole, and the commands that made them
give the same again. LP_SEED chooses what is repeated."""
import copy
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "../../..")
sys.path[:0] = [os.path.join(HERE, "../.."), HERE, os.path.join(ROOT, "docs/img")]
sys.dont_write_bytecode = True
import ask  # noqa: E402
import huvm  # noqa: E402
import model  # noqa: E402
import records  # noqa: E402
import tap  # noqa: E402
import traces  # noqa: E402

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
LINEPRESS, PROGRAMS = f"{BUILD}/linepress", f"{BUILD}/huvm/programs"
PAGE = os.path.join(ROOT, "docs/studies/huvm.md")
PICTURES = ("huvm_speed.svg", "huvm.svg")


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def check_page(work):
    """`make study-huvm` writes the same bytes."""
    paths = [os.path.join(work, name) for name in (*PICTURES, "huvm.md")]
    with open(paths[2], "w", encoding="utf-8") as file:
        file.write(re.sub(r"(:begin -->\n).*?(<!-- \w+:end)", r"\1\2", text_of(PAGE), flags=re.S))
    subprocess.run([sys.executable, "-B", os.path.join(ROOT, "docs/img/huvm.py"), "--linepress",
                    LINEPRESS, *paths], check=True)
    tap.result([] if text_of(paths[2]) == text_of(PAGE) else ["the page has other tables"],
               "the page has the records' tables, else: make study-huvm")
    wrong = [name for name, path in zip(PICTURES, paths)
             if text_of(path) != text_of(os.path.join(ROOT, "docs/img", name))]
    tap.result(wrong, "pictures are those of the records and of the command")


def shown(rng):
    """For each kind of record, keys that lead to numbers of its tables."""
    case, k = rng.choice(ask.CASES), rng.randrange(6)
    point, figures = rng.randrange(108), rng.choice((("usual", "figures"), ("fits", k, "figures")))
    which = rng.choice(("traces", "scans"))
    return {
        "model": [("points", point, "figures", "cases", case, "memharvester", 0),
                  ("points", point, "figures", "cases", case, rng.choice(ask.POLICIES[1:]), 0),
                  ("points", point, "figures", "prefetch", case, k % 5, 0),
                  ("points", point, "figures", "spare", "WCC", k),
                  ("points", point, "figures", "beside", "h", 0, 1),
                  ("points", point, "figures", "pipelines", "VGG16", 1),
                  (*figures, "cases", case, "memharvester", 0), (*figures, "beside", "lp", 1, 0),
                  ("fits", k, "served_us"), ("fits", k, "over_base"),
                  ("usual", "waits", case, "plf", 0, 1),
                  ("batches", k % 5, "cases", case, "plf", 0)],
        "programs": [("points", rng.randrange(9), which, "cases", case, "lpf", 0),
                     ("points", rng.randrange(9), which, "spare", "Louvain", k),
                     ("points", rng.randrange(9), which, "prefetch", case, k % 5, 0),
                     ("traces", k % 4, "compute_us")],
        "tiers": [("programs", k, "ratio", "bpc"), ("programs", k, "time", "best", "victim"),
                  ("programs", k, "held", "best"), ("case1", "link", "plf", 0)],
        "faults": [("rows", k, "by", rng.choice(("base", "plf", "lpf")), 0)],
        "compressed": [("rows", k, "by", rng.choice(("none", "link", "victim")))],
        "times": [("rows", 5 * k, "real_ms"), ("rows", 5 * k, "virtual_ms")],
        "cases": [("rows", k, "real_ms"), ("rows", k, "virtual_speedup")],
    }


def change(record, path):
    for key in path[:-1]:
        record = record[key]
    record[path[-1]] = greater(record[path[-1]])


def greater(value):
    return [greater(item) for item in value] if isinstance(value, list) else 1e6 + 10 * value


def check_changes(found, rng):
    """A record with another number gives another page."""
    wrong, due = [], huvm.tables_of(found)
    for kind, paths in shown(rng).items():
        for path in paths:
            other = {**found, kind: copy.deepcopy(found[kind])}
            change(other[kind], path)
            if huvm.tables_of(other) == due:
                wrong.append(f"{kind} {path}")
    tap.result(wrong, "a changed number of a record is in a table")


def check_refused(found, work):
    """A record without a field, with one more, or with another number is refused."""
    wrong = []
    for kind, record in found.items():
        bad = [{k: v for k, v in record.items() if k != field} for field in record]
        bad += [{**record, "more": 1}, copy.deepcopy(record)]
        change(bad[-1], shown(random.Random(1))[kind][0])
        for number, other in enumerate(bad):
            with open(os.path.join(work, f"{kind}.json"), "w", encoding="utf-8") as file:
                json.dump(other, file)
            try:
                records.read(kind, work)
                wrong.append(f"{kind}: {number} is taken")
            except records.Bad:
                pass
    tap.result(wrong, "incomplete and changed records are refused")


def check_model(record, work, rng):
    """Points of the sweep, a fit and the defaults, run again."""
    wrong, study = [], model.Study(LINEPRESS, work)
    for point in rng.sample(record["points"], 2):
        words = model.options(*(point[k] for k in model.AXES))
        again = study.ask(model.SCALE, *words)
        if ask.cases(again) != point["figures"]["cases"]:
            wrong.append(f"cases at {words}")
    point = rng.choice(record["points"])
    again = study.ask(model.SCALE, *model.options(*(point[k] for k in model.AXES)))
    figure = rng.choice((("prefetch", ask.prefetches), ("spare", ask.spares),
                         ("beside", ask.beside), ("pipelines", ask.pipelines)))
    if figure[1](again) != point["figures"][figure[0]]:
        wrong.append(f"{figure[0]} at {again.options}")
    for one in rng.sample(record["fits"], 2):
        over, before = study.case1(1, one["in_flight"], one["served_us"], one["page_us"])
        if (ask.places(over), ask.places(before)) != (one["over_base"], one["over_pre_ef_host"]):
            wrong.append(f"fit of {one['in_flight']} in flight: {over}, {before}")
    case = rng.choice(ask.CASES)
    speeds = [ask.places(app["speedup"]) for app in study.ask(1).case(case)["apps"]]
    if speeds != record["usual"]["figures"]["cases"][case]["memharvester"]:
        wrong.append(f"defaults: {case}")
    tap.result(wrong, "the model gives what its record has")
    usual = next(one for one in record["fits"] if one["in_flight"] == 8)
    speeds = record["usual"]["figures"]["cases"]["case1"]["memharvester"]
    tap.result([] if speeds[0] == usual["over_base"] else [f"{speeds[0]}, {usual['over_base']}"],
               "the defaults are the fit of 8 uses in flight")


def check_programs(record, work, rng):
    """Traces of two programs, and BFS with spare memory, run again."""
    found = [traces.trace(PROGRAMS, name, work) for name in ("bfs", "wcc")]
    due = {t["program"]: t for t in record["traces"]}
    wrong = [t["program"] for t in found
             if {k: v for k, v in t.items() if k != "file"} != due[t["program"]]]
    point = rng.choice(record["points"])
    words = ("--in-flight", point["in_flight"], "--served", point["served_us"])
    for kind in ("traces", "scans"):
        one = traces.Traced(LINEPRESS, work, words, found, kind == "scans")
        runs = one("--scenario", one.spare("BFS", 1.51), "--sweep", "spare")["runs"]
        if [ask.harvesting(run)[0] for run in runs] != point[kind]["spare"]["BFS"]:
            wrong.append(f"{kind} at {words}")
    tap.result(wrong, "programs give what their record has")


def cells(page, name, *first):
    """Cells of the one row of a table that begins with these."""
    found = [[c.strip() for c in line.strip("|").split("|")] for line in
             re.search(rf"<!-- {name}:begin -->\n(.*?)<!-- {name}:end -->", page, re.S)[1]
             .splitlines()]
    rows = [row for row in found if tuple(row[:len(first)]) == first]
    assert len(rows) == 1, (name, first, rows)
    return rows[0]


def check_bands(found, page):
    """Cells of the page, worked out in another way."""
    wrong = []
    speeds = sorted(p["figures"]["cases"]["case2"]["memharvester"][0]
                    for p in found["model"]["points"])
    if cells(page, "figure_6", "case2", "BFS")[5] != f"{speeds[0]:.2f}–{speeds[-1]:.2f}":
        wrong.append("figure 6, BFS in case 2")
    met = 0
    for p in found["model"]["points"]:
        c = p["figures"]["cases"]["case1"]
        met += c["memharvester"][0] > 1.005 * c["lpf"][0]
    if cells(page, "orders", "case1: +MPF is faster than +LPF")[3] != f"{met} of 108":
        wrong.append(f"orders: {met} of 108")
    row = next(r for r in found["faults"]["rows"] if r["program"] == "bfs" and r["factor"] == 1.6)
    times = sorted(row["by"]["lpf"])
    said = cells(page, "faults", "bfs", "1.6 ×")[7]
    if not said.endswith(f"({times[0]:.0f}–{times[-1]:.0f})"):
        wrong.append("BFS with +LPF on real faults")
    for name in ("figure_6_before", "figure_6", "figure_7", "waits", "batches"):
        table = re.search(rf"<!-- {name}:begin -->\n(.*?)<!-- {name}:end", page, re.S)[1]
        wrong += [f"{name}: {line}" for line in table.splitlines()
                  if line.startswith("| case1") and "(fitted)" not in line]
    tap.result(wrong, "bands, counts and marks of fitted rows")


def main():
    seed = int(os.environ.get("LP_SEED", time.time()))
    print(f"# LP_SEED={seed}")
    rng = random.Random(seed)
    found = {kind: records.read(kind) for kind in records.KINDS}
    with tempfile.TemporaryDirectory() as work:
        check_page(work)
        check_changes(found, rng)
        check_refused(found, work)
        check_model(found["model"], work, rng)
        check_programs(found["programs"], work, rng)
        check_bands(found, text_of(PAGE))
    return tap.end()


sys.exit(main())
