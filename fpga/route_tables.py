#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Adds the results of `make fpga-route` in build/ to fpga/routed.json, routes again entries of
older sources, and rewrites the table of docs/use/fpga.md between its two markers.

A result in build/ is taken if it is of the current sources and of a set that rtl/units.txt
measures, and is no weaker than the existing one: a routed one is not replaced by one that was only
placed, nor three seeds by two.
"""
import argparse
import glob
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "synth"))
sys.path.insert(0, os.path.join(ROOT, "tb/tree/results"))
import marked  # noqa: E402
import routed  # noqa: E402
import status  # noqa: E402
import units  # noqa: E402
import whole  # noqa: E402
from families import FAMILIES  # noqa: E402

BEGIN, END = "<!-- routed:begin -->", "<!-- routed:end -->"
PAGE = "docs/use/fpga.md"
HEAD = ("unit", "parameters", "device", "LUT", "FF", "BRAM", "MHz, median", "of seeds", "")
# Codec units take 32 bytes a cycle: 1 GB/s and 2 GB/s.
MUST, REACH = 31.25, 62.5


class TableError(Exception):
    """A one-line error message."""


def weight(entry):
    return entry["stage"] == "routed", len(entry["seeds"])


def take(store, build):
    """Adds the results of `build`; returns their names."""
    taken = []
    measured = {(u.name, routed.words(p)) for u in units.read_units() for p in u.routable}
    for path in sorted(glob.glob(os.path.join(build, "fpga/*/*/route.json"))):
        with open(path, encoding="utf-8") as src:
            entry = json.load(src)
        key = routed.key(entry)
        old = store.get(key)
        better = not old or not routed.stands(old) or weight(entry) >= weight(old)
        if better and old != entry and routed.stands(entry) \
                and (entry["unit"], routed.words(entry["params"])) in measured:
            store[key] = entry
            taken.append(key)
    return taken


def route(entry, build):
    """Again, with the previous seeds and limit."""
    done = subprocess.run([
        sys.executable, os.path.join(ROOT, "fpga/route.py"), entry["unit"],
        "--family", entry["family"], "--params", routed.words(entry["params"]),
        "--seeds", ",".join(str(s["seed"]) for s in entry["seeds"]),
        "--limit", str(entry["limit"]), *(["--no-route"] if entry.get("no_route") else [])],
        check=False, env={**os.environ, "BUILD": build})
    if done.returncode:
        raise TableError(f"{entry['unit']}: not routed")


def remark(entry):
    """Remarks that are not in the columns of figures."""
    missed = next((f"misses {goal} MHz" for goal in (MUST, REACH) if entry["mhz"] < goal), "")
    stage = "" if entry["stage"] == "routed" else "**placed, not routed**"
    return ", ".join(filter(None, (stage, missed)))


def row(entry, names):
    unit = names.get(entry["unit"])
    name = f"[`{unit.name}`]({os.path.relpath(unit.page, 'docs/use')})" if unit and unit.page \
        else f"`{entry['unit']}`"
    mhz = [s["mhz"] for s in entry["seeds"]]
    mark = "" if routed.stands(entry) else f" {status.OLDER}"
    span = f"{min(mhz):.1f} to {max(mhz):.1f}, {len(mhz)} seeds" if len(mhz) > 1 else "1 seed"
    cells = [name, routed.words(entry["params"]) or status.NONE, routed.device(entry),
             f"{entry['lut']:,}", f"{entry['ff']:,}", entry["bram"], f"{entry['mhz']:.1f}{mark}",
             span, remark(entry)]
    return "| " + " | ".join(map(str, cells)) + " |"


def end_of(name):
    """An end of a critical path; Yosys names a cell by the net that it drives."""
    return name if " " in name else f"the cell of `{name}`"


def paths(entries):
    """Critical path of the slowest unit of each family. nextpnr reports one only for routed
    designs."""
    for name, family in FAMILIES.items():
        mine = sorted((e for e in entries if e["family"] == name), key=lambda e: e["mhz"])
        routes = [e for e in mine if e["critical"]]
        if mine and mine[:1] != routes[:1]:
            yield (f"- Slowest on {family.title}: `{mine[0]['unit']}`, not routed, so nextpnr "
                   "names no critical path.")
        if routes:
            path = routes[0]["critical"]
            yield (f"- Slowest of those routed on {family.title}: `{routes[0]['unit']}`. Its "
                   "critical path leads")
            yield f"  from {end_of(path['from'])} to {end_of(path['to'])},"
            yield f"  {path['ns']:.2f} ns, of which {path['wires_ns']:.2f} ns are wires."


def table(store):
    names = {u.name: u for u in units.read_units()}
    order = {name: i for i, name in enumerate(names)}
    entries = sorted(store.values(), key=lambda e: (list(FAMILIES).index(e["family"]),
                                                    order.get(e["unit"], 0),
                                                    routed.words(e["params"])))
    tools = sorted({f"Yosys {e['tools']['yosys']}, nextpnr {e['tools']['nextpnr']}"
                    for e in entries})
    dates = sorted({e["date"] for e in entries})
    lines = ["| " + " | ".join(HEAD) + " |", "|" + "---|" * len(HEAD),
             *(row(e, names) for e in entries), "", *paths(entries), "",
             f"{'; '.join(tools)}; {' to '.join(dict.fromkeys((dates[0], dates[-1])))}.",
             f"The harness is subtracted. {status.OLDER}: of older sources. Rewritten by "
             "`make fpga-tables`. Commands:", "",
             *(f"    {e['command']}" for e in entries)]
    return "\n".join(lines)


def text(store, root=ROOT):
    return marked.with_text(os.path.join(root, PAGE), BEGIN, END, table(store))


def main():
    parser = argparse.ArgumentParser(description="table of routed units")
    parser.add_argument("--build", default=os.environ.get("BUILD", "build"))
    parser.add_argument("--render", action="store_true", help="route nothing: table of what exists")
    parser.add_argument("--keep", action="store_true", help="leave entries of older sources")
    parser.add_argument("--check", action="store_true", help="write nothing, say if it is stale")
    args = parser.parse_args()
    path = os.path.join(ROOT, PAGE)
    try:
        store = routed.load()
        if args.check:
            good = marked.read(path) == text(store)
            print("" if good else f"{PAGE} is stale: make fpga-tables\n", end="")
            return 0 if good else 1
        if not args.render:
            take(store, args.build)
            for entry in [e for e in store.values() if not routed.stands(e) and not args.keep]:
                route(entry, args.build)
                take(store, args.build)
                routed.save(store)
            routed.save(store)
        whole.write_whole(path, text(store))
    except (TableError, marked.MarkerError, units.BadList) as err:
        print(f"fpga-tables: {err}", file=sys.stderr)
        return 2
    except OSError as err:
        print(f"fpga-tables: {err.filename}: {err.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
