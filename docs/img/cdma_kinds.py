#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The table of the DMA engine's codecs over tb/data, from tb/data/dma/kinds.json: cdma_kinds.py
PAGE.md, whose part cdma-kinds it rewrites.
"""
import collections
import os
import sys

import page_parts

sys.path.insert(0, os.path.join(page_parts.ROOT, "tb/tree/records"))
import signed  # noqa: E402

RECORD = os.path.join(page_parts.ROOT, "tb/data/dma/kinds.json")
PART = "cdma-kinds"
GOAL = 0.97
TYPES = {"bf16": "deep learning, bf16", "fp16": "deep learning, fp16",
         "fp32": "deep learning, fp32", "hpc": "HPC"}
WAYS = ("out", "in")


def kind_of(path):
    folder, name = path.split("/")[-2:]
    ending = name.rsplit(".", 1)[0].rsplit("_", 1)[-1]
    return ending if folder == "dl" else folder


def ratio(rows):
    return sum(row["bytes"] for row in rows) / sum(row["compressed_bytes"] for row in rows)


def by_kind(files):
    found = collections.defaultdict(list)
    for row in files:
        found[kind_of(row["file"])].append(row)
    return found


def ratios(codecs):
    """A row for each type of array, a column for each codec."""
    grouped = {name: by_kind(files) for name, files in codecs.items()}
    return page_parts.table_text(
        ["arrays", *codecs],
        [[f"{TYPES[kind]} ({len(grouped['zvc'][kind])})",
          *(f"{ratio(grouped[name][kind]):.3f}" for name in codecs)] for kind in TYPES])


def weakest(codecs):
    """The least share of the bound, and how many arrays are below the goal."""
    return page_parts.table_text(
        ["least share of the bound", *codecs],
        [[way, *(f"{min(row[way]['of_bound'] for row in files):.3f}"
                 for files in codecs.values())] for way in WAYS])


def below(codecs):
    found = [f"`{os.path.basename(row['file'])}` {way} with {name} ({row[way]['of_bound']:.3f}, "
             f"ratio {row['bytes'] / row['compressed_bytes']:.1f})"
             for name, files in codecs.items() for row in files for way in WAYS
             if row[way]["of_bound"] < GOAL]
    return f"Below {GOAL}: {', '.join(found)}." if found else f"None is below {GOAL}."


def gains(codecs):
    """Layers of bf16 at the last epoch: ratio, and cycles out, as a share of ZVC's."""
    rows = []
    for name in sorted(os.path.basename(row["file"]) for row in codecs["zvc"]):
        if not name.endswith("_100_bf16.npy"):
            continue
        found = {c: next(r for r in files if os.path.basename(r["file"]) == name)
                 for c, files in codecs.items()}
        base = found["zvc"]["out"]["cycles"]
        rows.append([name[:-len("_100_bf16.npy")].replace("_", " "),
                     *(f"{ratio([row]):.3f}, {row['out']['cycles'] / base:.2f}"
                       for row in found.values())])
    return page_parts.table_text(["bf16, last epoch: ratio, cycles out / ZVC's", *codecs], rows)


def words():
    record = signed.read(RECORD)
    codecs = {row["codec"]: row["files"] for row in record["codecs"]}
    return "\n".join([
        "### All codecs, over tb/data", "",
        f"{record['arrays']} arrays out and back on the cycle model, measured on "
        f"{record['record']['date']} by `make cdma-kinds-record`.", "",
        ratios(codecs), "", weakest(codecs), "", below(codecs), "", gains(codecs)])


def main():
    if len(sys.argv) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    page_parts.rewrite(sys.argv[1], PART, words())
    return 0


if __name__ == "__main__":
    sys.exit(main())
