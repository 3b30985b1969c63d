#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The pages of the whole GPU have what their records give; records that are changed or not whole
are refused. LP_SEED chooses what is changed."""
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
ROOT = os.path.abspath(os.path.join(HERE, "../../.."))
sys.path[:0] = [os.path.join(ROOT, "tb"), os.path.join(ROOT, "docs/img"),
                os.path.join(ROOT, "tb/tree/records")]
sys.dont_write_bytecode = True
import gpu_study  # noqa: E402
import signed  # noqa: E402
import tap  # noqa: E402

RECORDS = os.path.join(ROOT, "tb/data/gpu")
STUDIES = os.path.join(ROOT, "docs/studies")


def text_of(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def check_pages(work):
    """`make study-gpu` writes the same bytes into pages whose tables are empty."""
    for name in gpu_study.PAGES.values():
        with open(os.path.join(work, name), "w", encoding="utf-8") as file:
            file.write(re.sub(r"(:begin -->\n).*?(<!-- \w+:end)", r"\1\2", text_of(STUDIES, name),
                              flags=re.S))
    subprocess.run([sys.executable, "-B", os.path.join(ROOT, "docs/img/gpu_study.py"), work],
                   check=True)
    wrong = [name for name in gpu_study.PAGES.values()
             if text_of(work, name) != text_of(STUDIES, name)]
    tap.result(wrong, "pages have the records' tables, else: make study-gpu")


def shown(kind, record, rng):
    """Keys that lead to numbers of the tables."""
    name = rng.choice([n for n, one in record["programs"].items()
                       if any(row["mode"] == "buddy" for row in one["rows"])])
    rows = record["programs"][name]["rows"]
    buddy = [at for at, row in enumerate(rows) if row["mode"] == "buddy"]
    keys = {"speed": (("speedup", "mean"), ("buddy_fraction",)),
            "metadata": (("hits",), ("lookups",)), "sensitivity": (("speedup", "mean"),),
            "links": (("speedup", "mean"), ("buddy_fraction",))}[kind]
    if kind == "speed":
        buddy = [at for at in buddy if rows[at]["link"] == 150]
    if kind == "sensitivity":
        buddy = [at for at in buddy if rows[at].get("field") or at == buddy[0]]
    return [("programs", name, "rows", rng.choice(buddy), *key) for key in keys]


def change(record, path):
    for key in path[:-1]:
        record = record[key]
    record[path[-1]] = record[path[-1]] * 3 + 7


def check_changes(kind, record, rng):
    wrong, due = [], gpu_study.tables_of(kind, record)
    for path in shown(kind, record, rng):
        other = copy.deepcopy(record)
        change(other, path)
        if gpu_study.tables_of(kind, other) == due:
            wrong.append(str(path))
        try:
            signed.check(other)
            wrong.append(f"{path} is taken")
        except signed.Bad:
            pass
    tap.result(wrong, f"{kind}: a changed number changes the page, and is refused")


def refused(record):
    try:
        signed.check(json.loads(json.dumps(record)))
    except signed.Bad:
        return True
    return False


def check_whole(kind, record):
    """A record without a program's field, or with a run too few, signed again."""
    wrong = []
    for what in ("sha256", "rows", "a run"):
        other = copy.deepcopy(record)
        one = next(iter(other["programs"].values()))
        if what == "a run":
            one["rows"][0]["cycles"].pop()
        else:
            del one[what]
        other["record"]["signed"] = signed.signature(other)
        if not refused(other):
            wrong.append(what)
    tap.result(wrong, f"{kind}: records that are not whole are refused")


def check_speeds(record):
    """Cells of the page, worked out in another way: products of cycles of a base are speedups."""
    wrong = []
    for name, one in record["programs"].items():
        for row in one["rows"]:
            base = [r for r in one["rows"] if r["mode"] == "uncompressed" and
                    r["memory"] == row["memory"]][0]["cycles"]
            mean = sum(b / c for b, c in zip(base, row["cycles"])) / len(base)
            if abs(mean - row["speedup"]["mean"]) > 1e-7:
                wrong.append(f"{name} {row['mode']} {row['link']}: {mean}")
    tap.result(wrong, "speedups are those of the cycles")


def main():
    seed = int(os.environ.get("LP_SEED", time.time()))
    print(f"# LP_SEED={seed}")
    rng = random.Random(seed)
    found = {kind: signed.read(os.path.join(RECORDS, f"{kind}.json")) for kind in gpu_study.PAGES}
    with tempfile.TemporaryDirectory() as work:
        check_pages(work)
    for kind, record in found.items():
        check_changes(kind, record, rng)
        check_whole(kind, record)
    check_speeds(found["speed"])
    return tap.end()


sys.exit(main())
