#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Speed of the C codecs: the tables of a page, from a record of tb/systems/speed/measure.py.

    speed.py RECORD.json PAGE.md

PAGE.md is rewritten between its markers. Exit status 2: bad use, or a bad record or page.
"""
import statistics
import sys

import record_page
from page_parts import table as rows_of

WAYS = [(way, tier) for way in ("compress", "decompress") for tier in ("cache", "dram")]
HEAD = ("codec", "data", "path", "compress: cache", "dram", "decompress: cache", "dram")


def table(head, rows):
    return ["", *rows_of(head, rows), ""]


def span(values, digits):
    low, high = (f"{v:.{digits}f}" for v in (min(values), max(values)))
    return low if low == high else f"{low} to {high}"


def copies(record, codecs):
    """Speed of memcpy, the unit of the fractions."""
    runs = [run["memcpy"] for codec in codecs for run in record["bench"][codec]]
    cache, dram = ([run[tier] for run in runs] for tier in ("cache", "dram"))
    return (f"1.00 is {span(cache, 0)} GB/s in the cache and {span(dram, 1)} GB/s from memory.")


def head_of(record):
    head = record["record"]
    load = head["load"][1]
    return (f"Measured by `make speed-record` on {head['date']}: {head['machine']}; load "
            f"{load:.1f} over the five minutes before the end. Medians of {record['runs']} runs.")


def fractions(record, codecs, data):
    """Rows of speeds over memcpy's in the same run, medians over the runs."""
    rows = []
    for codec in codecs:
        runs = record["bench"][codec]
        for place, row in enumerate(runs[0]["rows"]):
            if row["data"] not in data:
                continue
            speeds = [[run["rows"][place][way][tier] / run["memcpy"][tier] for way, tier in WAYS]
                      for run in runs]
            rows.append((codec, row["data"], row["path"],
                         *(f"{statistics.median(one):.2f}" for one in zip(*speeds))))
    return table(HEAD, rows)


def words(record):
    return [head_of(record), copies(record, ("zvc", "bpc")),
            *fractions(record, ("zvc", "bpc"), ("relu60", "fp64", "random"))]


def halves(record):
    codecs = ("ebd", "xzvc", "auto")
    return [copies(record, codecs), *fractions(record, codecs, ("bf16", "relu60", "fp64"))]


def groups(record):
    return [copies(record, ("grp16",)),
            *fractions(record, ("grp16",), ("bf16", "relu60", "fp64"))]


def speed_of(runs, place, way):
    """GB/s in the cache; a dash where the codec has no such operation."""
    if runs[0]["rows"][place][way] is None:
        return "–"
    return f"{statistics.median(run['rows'][place][way]['cache'] for run in runs):.2f}"


def absolute(record):
    """GB/s of all three operations on the data that suit the codec, in the cache."""
    suited = {"zvc": "relu60", "bpc": "relu60", "ebd": "bf16", "xzvc": "bf16", "auto": "bf16",
              "grp16": "bf16"}
    rows = []
    for codec, data in suited.items():
        runs = record["bench"][codec]
        rows += [(codec, data, row["path"],
                  *(speed_of(runs, place, way) for way in ("compress", "decompress", "size")))
                 for place, row in enumerate(runs[0]["rows"]) if row["data"] == data]
    return table(("codec", "data", "path", "compress", "decompress", "sizes"), rows)


def files(record):
    found = record["files"]
    rows = [(codec, f"`{command}`", *(span([run[key] for run in runs], 2)
                                      for key in ("wall_s", "user_s", "system_s")),
             f"{found['bytes'] / 1e9 / statistics.median(run['wall_s'] for run in runs):.2f}")
            for codec, command, runs in ((*name.split(": "), runs)
                                         for name, runs in found["rows"].items())]
    return [f"{found['bytes'] >> 20} MiB; seconds of {record['runs']} runs, and GB/s of the median:",
            *table(("codec", "command", "wall", "user", "system", "GB/s"), rows)]


def part(make):
    return lambda record: "\n" + "\n".join(make(record)).strip() + "\n"


if __name__ == "__main__":
    sys.exit(record_page.main("speed", {
        make.__name__: part(make) for make in (words, halves, groups, absolute, files)}))
