#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Tables of docs/studies/groups.md from the record tb/data/groups/groups.json.

    groups.py RECORD.json PAGE.md
"""
import sys

import record_page
from page_parts import table

CHOSEN = "3 classes"
# Sectors of a stored group's fields and payload that a read of one of its lines takes.
OF_LINE = {"0": 0, "10": 4, "11": 5, "12": 6, "16": 4}


def title(row):
    return row["set"][0].upper() + row["set"][1:]


def dense(record):
    return [row for row in record["rows"] if row["type"] == "bf16"]


def ratio(row, code, size):
    return f"{row['part_sectors'] / row['codes'][code][str(size)]['sectors']:.3f}"


def by_code(record):
    """Ratio by sectors of groups of 512 bytes, with each code."""
    codes = list(record["rows"][0]["codes"])
    return table(("bfloat16, groups of 512 B", *codes),
                 [(title(row), *(ratio(row, code, 512) for code in codes))
                  for row in dense(record)])


def by_bits(record):
    codes = list(record["rows"][0]["codes"])
    return table(("bits of an exponent, 512 B", "entropy", *codes),
                 [(title(row), f"{row['entropy_bits'] / row['symbols']:.2f}",
                   *(f"{row['codes'][code]['512']['bits'] / row['symbols']:.2f}" for code in codes))
                  for row in dense(record)])


def weights(record):
    return [row for row in dense(record) if "weights" in row["set"]]


def summed(rows, code, size):
    part = sum(row["part_sectors"] for row in rows)
    return part / sum(row["codes"][code][str(size)]["sectors"] for row in rows)


def by_size(record):
    """All sets of weights together, and the logic of a decoder."""
    rows, gates = weights(record), {g["code"]: g for g in record["gates"]["rows"]}
    found = []
    for code in record["rows"][0]["codes"]:
        area = gates.get(code)
        kge = area["ge_each"] * area["copies"] / 1000 if area else None
        at_512 = summed(rows, code, 512)
        found.append((code, *(f"{summed(rows, code, size):.3f}" for size in record["sizes"]),
                      f"{kge:.1f}" if area else "–",
                      f"{100 * (at_512 - 1) / kge:.2f}" if area else "–"))
    return table(("all weights", *(f"{size} B" for size in record["sizes"]),
                  "logic, kGE (estimate)", "gain at 512 B per kGE, %"), found)


def library(record):
    """The codec as it is in the library, on all bytes, and EBD; one line at random."""
    found = []
    for row in dense(record):
        whole, groups = row["whole"], row["whole"]["groups"]
        count = sum(groups.values())
        line = sum(OF_LINE[n] * number for n, number in groups.items()) / count
        found.append((title(row), f"{whole['sectors'] * 32 / 2 ** 20:.1f}",
                      f"{whole['sectors'] / whole['line_sectors']:.3f}",
                      f"{whole['sectors'] / whole['group_sectors']:.3f}",
                      *(f"{100 * groups[n] / count:.1f}" for n in ("0", "10", "11", "12", "16")),
                      f"{line:.2f}", f"{16 / 4 * count / (line * count):.2f}"))
    return table(("bfloat16", "MiB", "EBD", "GRP-16", "% zero", "% 10 sectors", "% 11", "% 12",
                  "% raw", "sectors of a random line", "its bandwidth, raw = 1"), found)


def other_types(record):
    codes = list(record["rows"][0]["codes"])
    return table(("MiniLM-L6, weights, 512 B", "entropy of a symbol", *codes),
                 [(row["type"], f"{row['entropy_bits'] / row['symbols']:.2f}",
                   *(ratio(row, code, 512) for code in codes))
                  for row in record["rows"] if row["type"] != "bf16"])


def head(record):
    gates = record["gates"]
    return [f"Measured on {record['record']['date']}, seed {record['record']['seed']}; "
            f"areas with {gates['yosys']} and the library {gates['library']}."]


def part(make):
    return lambda record: "\n" + "\n".join(make(record)).strip() + "\n"


if __name__ == "__main__":
    sys.exit(record_page.main("groups", {
        make.__name__: part(make)
        for make in (head, by_size, by_code, by_bits, library, other_types)}))
