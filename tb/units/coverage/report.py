#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Sums up the coverage data of a lock-step run: Verilator's points and the listeners' bins.

Exit status 1 if a point was never reached and holes.txt does not say why, if a line of holes.txt
names no such point, or if a bin is empty. Leaves coverage.json beside the data.
"""
import argparse
import collections
import datetime
import glob
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
KINDS = ("line", "branch", "toggle")
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(HERE))), "synth"))
import rtl_files  # noqa: E402
import units  # noqa: E402

# Only the unit and its parts are counted: the other modules in it have rows of their own.
WHOLES = {u.name: (u.name, *(p.text for p in u.parts)) for u in units.read_units() if u.covers_own}


class BadData(Exception):
    """A one-line message about bad data."""


def read_points(folder):
    """{unit: {(kind, file, line, signal): count}}, over all runs."""
    units = collections.defaultdict(collections.Counter)
    for path in sorted(glob.glob(os.path.join(folder, "*/*.dat"))):
        unit = re.match(r"V(\w+?)(__\w+)?-\d+\.dat$", os.path.basename(path)).group(1)
        with open(path, encoding="latin-1") as src:
            for line in src:
                found = re.match(r"C '(.*)' (\d+)$", line)
                if found and counts(unit, found.group(1)):
                    add_point(units[unit], unit, *found.groups())
    if not units:
        raise BadData(f"no coverage data in {folder}")
    return units


def counts(unit, text):
    return unit not in WHOLES or re.search(rf"/(?:{'|'.join(WHOLES[unit])})\.sv\x01", text)


def add_point(points, unit, text, count):
    field = dict(x.split("\2", 1) for x in text.split("\1") if x)
    kind = field["page"].split("/")[0].replace("v_", "")
    signal = f"{field['h']}.{field['o']}".replace(f"rtl.{unit}.", "", 1)
    points[(kind, field["f"], int(field["l"]), signal)] += int(count)


def read_holes(path):
    """[(unit, expression, why, text)]; no text if the line belongs to another unit."""
    holes, instances = [], []
    with open(path, encoding="utf-8") as src:
        for number, line in enumerate(src, 1):
            if line.startswith("#") or not line.strip():
                continue
            fields = [f.strip() for f in line.split(" | ")]
            if not all(fields) or len(fields) not in (2, 3):
                raise BadData(f"{path}:{number}: want unit | signal | why")
            if len(fields) == 2:
                instances.append(fields)
            else:
                unit, signal, why = fields
                holes.append((unit, re.compile(signal), why, signal))
    for place, other in instances:
        unit, _, instance = place.partition(".")
        holes += [(unit, re.compile(rf"{instance}\.({e.pattern})"), why, None)
                  for u, e, why, _ in holes if u == other]
    return holes


def read_bins(folder):
    """{unit: {group: {label: count}}}, over all runs"""
    units = {}
    for path in sorted(glob.glob(os.path.join(folder, "*/*.bins"))):
        groups = units.setdefault(os.path.basename(path)[:-5], {})
        with open(path, encoding="utf-8") as src:
            for line in src:
                group, label, count = line.rstrip("\n").split("\t")
                groups.setdefault(group, collections.Counter())[label] += int(count)
    return units


def judge_points(units, holes, partial):
    """Prints a row per unit and each hole; returns the JSON object and the faults."""
    print(f"{'unit':14} {'lines':>9} {'branches':>9} {'toggles':>11}   holes: explained, open")
    faults, used, result = [], set(), {}
    for unit, points in units.items():
        row = {k: [sum(c > 0 for p, c in points.items() if p[0] == k),
                   sum(p[0] == k for p in points)] for k in KINDS}
        row["explained"], row["open"] = [], []
        for point in sorted(p for p, c in points.items() if c == 0):
            reason = next((i for i, (u, e, _, _) in enumerate(holes)
                           if u == unit and e.fullmatch(point[3])), None)
            where = f"{point[1]}:{point[2]} {point[0]} {point[3]}"
            if reason is None:
                row["open"].append(where)
                faults.append(f"{unit}: never reached: {where}")
            else:
                used.add(reason)
                row["explained"].append([where, holes[reason][2]])
        result[unit] = row
        cells = ["{}/{}".format(*row[k]) for k in KINDS]
        print(f"{unit:14} {cells[0]:>9} {cells[1]:>9} {cells[2]:>11}   {len(row['explained'])}, "
              f"{len(row['open'])}")
    faults += [f"holes.txt: {u}: '{s}' is no hole" for i, (u, _, _, s) in enumerate(holes)
               if s and i not in used and not (partial and u not in units)]
    return result, faults


def judge_bins(units):
    faults = []
    for unit, groups in units.items():
        print(f"\n{unit:48} {'hit':>7}  fewest")
        for group, bins in groups.items():
            fewest = min(bins, key=bins.get)
            hit = f"{sum(c > 0 for c in bins.values())}/{len(bins)}"
            print(f"  {group:46} {hit:>7}  {bins[fewest]} ({fewest})")
            faults += [f"{unit}: empty bin: {group}: {b}" for b, c in bins.items() if c == 0]
    return faults


def about(unit, args):
    """The sets that were run of a unit, and the digests of the sources that its figures depend
    on."""
    known = {u.name: u for u in units.read_units()}
    return {"set": known[unit].of("mutate", "cover")[0].text, "seed": args.seed,
            "cycles": args.cycles, "runs": len(glob.glob(os.path.join(args.folder, "*/"))),
            "date": datetime.date.today().isoformat(),
            "digests": {m: rtl_files.digest(m) for m in WHOLES.get(unit, (unit,))}}


def main():
    parser = argparse.ArgumentParser(description="coverage of a lock-step run")
    parser.add_argument("folder", help="one folder a run; coverage.json goes beside it")
    parser.add_argument("--partial", action="store_true",
                        help="some units only: lines of holes.txt of others do not matter")
    parser.add_argument("--seed", type=int, help="of the first run")
    parser.add_argument("--cycles", type=int, help="of each run")
    args = parser.parse_args()
    try:
        holes = read_holes(os.path.join(HERE, "holes.txt"))
        bins = read_bins(args.folder)
        points, faults = judge_points(read_points(args.folder), holes, args.partial)
        faults += judge_bins(bins)
        out = os.path.join(os.path.dirname(os.path.abspath(args.folder)), "coverage.json")
        with open(out + ".tmp", "w", encoding="utf-8") as file:
            json.dump({"about": {u: about(u, args) for u in points}, "points": points,
                       "bins": bins}, file, indent=1)
        os.replace(out + ".tmp", out)
    except (BadData, rtl_files.UnknownUnit, OSError) as err:
        print(f"coverage: {err}", file=sys.stderr)
        return 2
    print()
    for fault in faults:
        print(fault)
    print(f"{len(faults)} unexplained holes")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
