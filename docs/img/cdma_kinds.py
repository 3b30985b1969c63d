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
CHANNELS = (6, 8)
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


def weakest(record):
    """The least share of the bound, by channels."""
    codecs = {n: of_channels(record, n) for n in CHANNELS}
    return page_parts.table_text(
        ["least share of the bound", *codecs[CHANNELS[0]]],
        [[f"{way}, {n} channels", *(f"{min(row[way]['of_bound'] for row in files):.3f}"
                                    for files in codecs[n].values())]
         for n in CHANNELS for way in WAYS])


def below(codecs, n):
    found = [f"`{os.path.basename(row['file'])}` {way} with {name} ({row[way]['of_bound']:.3f}, "
             f"ratio {row['bytes'] / row['compressed_bytes']:.1f})"
             for name, files in codecs.items() for row in files for way in WAYS
             if row[way]["of_bound"] < GOAL]
    return f"Below {GOAL} with {n} channels: {', '.join(found) if found else 'none'}."


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


def of_channels(record, n):
    """{codec: files} of the runs with this number of channels."""
    return {row["codec"]: row["files"] for row in record["codecs"] if row["channels"] == n}


def words():
    record = signed.read(RECORD)
    codecs = of_channels(record, CHANNELS[0])
    return "\n".join([
        "### All codecs, over tb/data", "",
        f"{record['arrays']} arrays out and back on the cycle model, measured on "
        f"{record['record']['date']} by `make cdma-kinds-record`.", "",
        ratios(codecs), "", weakest(record), "",
        "\n".join(below(of_channels(record, n), n) for n in CHANNELS), "", gains(codecs)])


def main():
    if len(sys.argv) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    page_parts.rewrite(sys.argv[1], PART, words())
    return 0


if __name__ == "__main__":
    sys.exit(main())
