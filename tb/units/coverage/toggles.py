#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""How often bits of lp_mixed_enc's registers change over the sample arrays, with quick and without.

The arrays of a group go through the unit one after the other, in lock-step with its cycle model;
Verilator's toggle coverage counts. Leaves toggles.json in the folder of the program.
"""
import argparse
import glob
import json
import os
import re
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(HERE)), "demo"))
import arrays  # noqa: E402

PARTS = {"BPC": "g_bpc.", "EBD, ZVC, XZVC": "u_core.", "rest": ""}
GROUPS = {
    "hpc": lambda a: os.path.basename(os.path.dirname(a.path)) == "hpc",
    "dl fp32": lambda a: a.type == "fp32",
    "dl fp16": lambda a: a.type == "fp16",
    "dl bf16": lambda a: a.type == "bf16",
}


def changes(path):
    """Changes of registers, named *_q, by part."""
    found = dict.fromkeys(PARTS, 0)
    with open(path, encoding="latin-1") as src:
        for line in src:
            point = re.match(r"C '(.*)' (\d+)$", line)
            field = point and dict(x.split("\2", 1) for x in point.group(1).split("\1") if x)
            if not field or not field["page"].startswith("v_toggle"):
                continue
            if re.search(r"_q(\[|$)", field["o"]):
                part = next(p for p, text in PARTS.items() if text in field["h"])
                found[part] += int(point.group(2))
    if not all(found.values()):
        raise arrays.ArrayError(f"{path}: registers of a part never change: {found}")
    return found


def run(folder, lines, quick):
    """The program's answer, with the changes."""
    data = os.path.join(folder, "data")
    shutil.rmtree(data, ignore_errors=True)
    os.makedirs(data)
    os.environ["LP_COVERAGE"] = data
    answer = arrays.call([os.path.join(folder, "toggling"), "--unit", "lp_mixed_enc", "--json",
                          *quick, lines])
    # The first instance ran in lock-step; the other one ran for the clock's time.
    first, = glob.glob(os.path.join(data, "*-0.dat"))
    return {"lines": answer["lines"], "cycles": answer["cycles"], "registers": changes(first)}


def measure(folder):
    members = [arrays.Array(path, entry) for path, entry in arrays.manifest().items()]
    rows, lines = {}, os.path.join(folder, "lines.bin")
    for group, belongs in GROUPS.items():
        with open(lines, "wb") as out:
            for array in filter(belongs, members):
                out.write(b"".join(array.lines()))
        rows[group] = {"all": run(folder, lines, []), "quick": run(folder, lines, ["--quick"])}
    os.unlink(lines)
    return rows


def per_line(result, parts=PARTS):
    return sum(result["registers"][p] for p in parts) / result["lines"]


def saved(row, parts=PARTS):
    before, after = per_line(row["all"], parts), per_line(row["quick"], parts)
    return f"{before:8.0f} {after:8.0f} {100 * (1 - after / before):6.1f} %"


def main():
    parser = argparse.ArgumentParser(description="what quick spares")
    parser.add_argument("folder")
    folder = parser.parse_args().folder
    try:
        rows = measure(folder)
    except (arrays.ArrayError, OSError) as err:
        print(f"toggles: {err}", file=sys.stderr)
        return 2
    with open(os.path.join(folder, "toggles.json"), "w", encoding="utf-8") as out:
        json.dump(rows, out, indent=1)
    print("register bits that change, a line: all codecs, with quick, spared")
    print(f"{'':8} {'lines':>6} {'BPC':>26} {'unit':>26}")
    for group, row in rows.items():
        print(f"{group:8} {row['all']['lines']:6} {saved(row, ('BPC',)):>26} {saved(row):>26}")
    return 0


sys.exit(main())
