#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Renders the recorded runs: docs/develop/verification/history.md, and the table of what holds today in
docs/develop/verification.md, between its two markers.

    pages.py           writes both
    pages.py --check   exit status 1, with a line for each, if they are not what the runs give
"""
import argparse
import itertools
import os
import sys

import runs
import status
import rtl_files
import marked
import units
import whole

BEGIN, END = "<!-- status:begin -->", "<!-- status:end -->"
LONG_LIST = 9
HEAD = """<!-- SPDX-License-Identifier: Apache-2.0 -->
# Verification history

Every recorded run, newest first, rendered from [`runs.jsonl`](runs.jsonl) by `make verification`.
[verification.md](../verification.md) has the present status. Numbers that a run did not state are
missing. A unit's parameters are written as in `rtl/units.txt`; parameters not named have their
defaults.
"""


def grid(head, rows):
    def line(cells):
        return "| " + " | ".join(str(c).replace("|", "\\|") for c in cells) + " |"
    return "\n".join([line(head), "|" + "---|" * len(head), *map(line, rows)])


def newest(every, kind):
    """The runs of a kind, newest first, those of one day as they were recorded, last first."""
    found = [r for r in every if r["kind"] == kind]
    return sorted(reversed(found), key=lambda r: r["date"], reverse=True)


def command(run):
    return f"`{run['command']}`" if "command" in run else status.NONE


def seed(run):
    seeds = run.get("seed", status.NONE)
    return ", ".join(map(str, seeds)) if isinstance(seeds, list) else seeds


def modules(run):
    return ", ".join(run["units"]) or status.NONE


def named(run):
    """The unit with its parameters."""
    given = run.get("set", "-")
    return modules(run) + ("" if given == "-" else " " + given.replace(",", " "))


def remark(run):
    return run.get("remark", "")


def reached(pair):
    return f"{pair[0]}/{pair[1]}" if pair else status.NONE


def passed(run):
    return f"{named(run)}: {run['passed']:,} {run['of']}" if "passed" in run else named(run)


def lockstep(every):
    """One row for the parameter sets of a run."""
    def same(run):
        return (run["date"], command(run), str(seed(run)), run["cycles"], run["mismatches"],
                remark(run))
    rows = []
    for key, group in itertools.groupby(newest(every, "lockstep"), same):
        date, text, seeds, cycles, bad, note = key
        sets = "; ".join(passed(r) for r in reversed(list(group)))
        rows.append([date, text, seeds, sets, f"{cycles:,}", bad, note])
    yield grid(["date", "command", "seed", "parameter sets", "cycles each", "mismatches", ""], rows)
    for run in newest(every, "lockstep"):
        yield from tallies(run)


def tallies(run):
    for what, rows in run.get("tally", {}).items():
        columns = list(next(iter(rows.values())))
        yield (f"\nLines that {named(run)} wrote with seed {seed(run)} on pages of {what}, by "
               f"state before (rows) and after (columns), {run['date']}:\n")
        yield grid(["", *columns], [[r, *(f"{n:,}" for n in counts.values())]
                                    for r, counts in rows.items()])


def real_data(every):
    yield grid(["date", "command", "units", "arrays", "lines", "cycles", "mismatches", ""],
               [[r["date"], command(r), modules(r), r["arrays"], f"{r['lines']:,}",
                 f"{r['cycles']:,}", r["mismatches"], remark(r)]
                for r in newest(every, "real-data")])


def far(value):
    if value == "any state":
        return "all time (any state)"
    return f"{value} cycles" if isinstance(value, int) else value or ""


def properties(run):
    names = [f"{p['name']} ({far(p['reach'])})" for p in run["proofs"]]
    return "; ".join(names) if len(names) <= LONG_LIST else f"{len(names)} properties"


def outcome(run):
    checks = "" if "checks" not in run else \
        f"{run['checks']} checks, {run.get('failed') or 'none'} failed"
    return "; ".join(filter(None, (checks, run.get("result")))) or status.NONE


def formal(every):
    found = newest(every, "formal")
    yield "Runs of `make formal`, `make formal-long` and `tb/units/formal/prove.py`:\n"
    yield grid(["date", "command", "properties", "result", ""],
               [[r["date"], command(r), properties(r), outcome(r), remark(r)]
                for r in found if "proofs" in r])
    yield "\nIn words: the property shown of a unit, and its scope.\n"
    yield grid(["date", "unit", "property", "scope", ""],
               [[r["date"], modules(r), r["shown"],
                 ", ".join(filter(None, (far(r.get("reach")), r.get("limits")))), remark(r)]
                for r in found if "shown" in r])


def coverage(every):
    yield grid(["date", "command", "seed", "unit", "lines", "branches", "toggles", "bins hit",
                "holes", "unexplained", "runs × cycles", ""],
               [[r["date"], command(r), seed(r), named(r),
                 *(reached(r.get(k)) for k in ("lines", "branches", "toggles", "bins")),
                 r["holes"], r["unexplained"],
                 f"{r['runs']} × {r['cycles']:,}" if "runs" in r else status.NONE, remark(r)]
                for r in newest(every, "coverage")])


def mutation(every):
    yield grid(["date", "command", "seed", "unit", "mutants", "killed", "proved equal", "alive",
                "rate", ""],
               [[r["date"], command(r), seed(r), named(r), r["mutants"], r["killed"], r["equal"],
                 r["alive"], f"{100 * r['killed'] / r['mutants']:.1f} %", remark(r)]
                for r in newest(every, "mutation")])


def fuzz(every):
    yield grid(["date", "command", "target", "libFuzzer seed", "executions", "findings", ""],
               [[r["date"], command(r), r["target"], seed(r), f"{r['executions']:,}",
                 r["findings"], remark(r)] for r in newest(every, "fuzz")])


def equiv(every):
    yield grid(["date", "command", "unit", "library", "mappers", "equivalent", ""],
               [[r["date"], command(r), named(r), r["library"], r.get("mappers", status.NONE),
                 "yes" if r["equivalent"] else "no", remark(r)] for r in newest(every, "equiv")])


def speed(every):
    yield grid(["date", "command", "unit", "model, MHz", "RTL, MHz", "ratio", ""],
               [[r["date"], command(r), named(r), r["model_mhz"], r["rtl_mhz"], r["ratio"],
                 remark(r)] for r in newest(every, "speed")])


def campaigns(every):
    yield grid(["campaign", "size", "pieces", "nodes", "retries", "hours of a core", "lost",
                "findings", "figures", "seed", "command", "date"],
               [[r["name"], r["size"], r["pieces"], r["nodes"], r["retries"], r["hours"],
                 r["lost_hours"], r["findings"],
                 ", ".join(f"{k} {v}" for k, v in sorted(r["figures"].items())), seed(r),
                 command(r), r["date"]] for r in newest(every, "campaign")])


SECTIONS = {
    "lockstep": ("Lock-step", lockstep), "real-data": ("Real data", real_data),
    "formal": ("Formal", formal), "coverage": ("Coverage", coverage),
    "mutation": ("Mutation", mutation), "fuzz": ("Fuzz", fuzz),
    "equiv": ("Netlist = RTL", equiv), "speed": ("Cycle models beside the RTL", speed),
    "campaign": ("Campaigns", campaigns),
}


def history(every):
    lines = [HEAD]
    for kind, (title, section) in SECTIONS.items():
        if any(r["kind"] == kind for r in every):
            lines += [f"## {title}\n", *section(every), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def status_table(every):
    rows = [[f"[`{u.name}`]({os.path.relpath(u.page, 'docs/develop')})", *cells]
            for u, cells in status.table(every)]
    return grid(["unit", *status.COLUMNS], rows)


def pages(every, root=rtl_files.ROOT):
    """[(path, what it must hold)]"""
    page = os.path.join(root, "docs/develop/verification.md")
    return [(os.path.join(root, "docs/develop/verification/history.md"), history(every)),
            (page, marked.with_text(page, BEGIN, END, status_table(every)))]


def main():
    parser = argparse.ArgumentParser(description="pages of the recorded runs")
    parser.add_argument("--check", action="store_true", help="write nothing, say what is stale")
    args = parser.parse_args()
    try:
        wanted = pages(runs.load())
        if not args.check:
            for path, text in wanted:
                whole.write_whole(path, text)
            return 0
        stale = [path for path, text in wanted
                 if not os.path.exists(path) or marked.read(path) != text]
        for path in stale:
            print(f"{os.path.relpath(path, rtl_files.ROOT)} is stale: make verification")
        return 1 if stale else 0
    except (runs.BadRun, marked.MarkerError, units.BadList, rtl_files.UnknownUnit) as err:
        print(f"verification: {err}", file=sys.stderr)
    except OSError as err:
        print(f"verification: {err.filename}: {err.strerror}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
