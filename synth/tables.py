#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Rewrites the units' tables from measurement, each between its two markers: all of them in
docs/reference/units/README.md (in README.md if that is not there), and in README.md the units that its
headline marker names, <!-- headline:begin lp_a, lp_b -->, by their first measured set.

Every parameter set of rtl/units.txt that is marked for it is measured in the default library, in
another one if given, and for the two FPGA families. Figures are kept in synth/measured.json, one
entry per library label, unit and parameter set, with the modules that its design elaborates to
and a hash of their sources and of the flow: valid ones are not measured again.
"""
import argparse
import concurrent.futures
import functools
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                                "tb/tree/results"))
import elaborated  # noqa: E402
import marked  # noqa: E402
import rtl_files  # noqa: E402
import runs  # noqa: E402
import status  # noqa: E402
import units  # noqa: E402
import whole  # noqa: E402

BEGIN, END = "<!-- units:begin", "<!-- units:end -->"
PAGES_BEGIN, PAGES_END = "<!-- pages:begin -->", "<!-- pages:end -->"
HEAD_BEGIN, HEAD_END = "<!-- headline:begin", "<!-- headline:end -->"
# Marks the size of a unit that was measured by its parts.
PARTS = "‡"
# The library of the headline, if it was measured.
FIRST = "45 nm"
# A figure belongs to the unit's sources, comments apart, and to the flow that made it.
MAPPED = ("synth/flow.py", "synth/netlist.py", "synth/area.py")
FLOW = {"area": MAPPED, "parts": (*MAPPED, "synth/by_parts.py"), "fpga": ("fpga/estimate.py",)}
SCRIPTS = {"area": "synth/area.py", "parts": "synth/by_parts.py", "fpga": "fpga/estimate.py"}
KEPT = ("unit", "params", "modules", "sources", "um2", "kge", "fmax_mhz", "flops", "delays_ns",
        "ultrascale+", "ecp5", "inside", "rest_kge")
STORE = os.path.join(rtl_files.ROOT, "synth/measured.json")


class TableError(Exception):
    """A one-line error message."""


def words(params):
    return " ".join(f"{k}={v}" for k, v in params.items())


@functools.cache
def by_parts():
    """(unit, parameters) of the sets that are measured by the units inside."""
    return {(u.name, words(s.params)) for u in units.read_units() for s in u.of("parts")}


def kind_of(label, unit, text):
    """How a set is measured: a key of FLOW."""
    return "fpga" if label == "fpga" else "parts" if (unit, text) in by_parts() else "area"


@functools.cache
def sources(unit, kind, modules=None):
    """Digest of the sources of a figure, at the time of the first call: of these modules, of all
    that the unit names if none are given."""
    return rtl_files.digest_of((*elaborated.paths_of(unit, modules), *FLOW[kind]))


def measure(job):
    """Runs one script in a folder of its own; returns (key, figures)."""
    label, unit, params, extra = job
    kind = kind_of(label, unit, words(params))
    out = os.path.join(rtl_files.ROOT, os.environ.get("BUILD", "build"), "synth/tables",
                       "-".join([unit, *(f"{k}{v}" for k, v in params.items()),
                                 label.replace(" ", "_")]))
    done = subprocess.run([sys.executable, os.path.join(rtl_files.ROOT, SCRIPTS[kind]), unit,
                           "--params", words(params), "--out", out, *extra],
                          text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        raise TableError(done.stderr.strip().splitlines()[-1] if done.stderr else
                         f"{SCRIPTS[kind]} {unit}: exit status {done.returncode}")
    print(done.stdout.strip(), flush=True)
    with open(os.path.join(out, "fpga.json" if kind == "fpga" else "area.json"),
              encoding="utf-8") as src:
        figures = json.load(src)
    modules = " ".join(elaborated.modules_of(unit, params))
    return f"{label}|{unit}|{words(params)}", {**figures, "modules": modules,
                                               "sources": sources(unit, kind, modules)}


def load():
    try:
        with open(STORE, encoding="utf-8") as src:
            return json.load(src)
    except FileNotFoundError:
        return {}


def save(store):
    kept = {k: {n: e[n] for n in KEPT if n in e} for k, e in store.items()}
    whole.write_whole(STORE, json.dumps(kept, indent=1, sort_keys=True) + "\n")


def valid(entry, label, unit, text):
    """Whether an entry is of today's sources; `text`: the parameters, as in its key."""
    return entry["sources"] == sources(unit, kind_of(label, unit, text), entry.get("modules"))


def figure(store, label, unit, params):
    """The entry of a measurement that is still valid, or None."""
    entry = store.get(f"{label}|{unit}|{words(params)}")
    return entry if entry and valid(entry, label, unit, words(params)) else None


def marks(entry, label, unit, text):
    """Marks that follow the size of an entry in a table."""
    return [*([PARTS] if "inside" in entry else []),
            *([] if valid(entry, label, unit, text) else [status.OLDER])]


def link(unit, path):
    return f"[`{unit.name}`]({os.path.relpath(unit.page, os.path.dirname(path) or '.')})"


def marked_cells(store, label, unit, params, texts):
    """The `texts` of an entry, marked if it is of older sources, dashes if there is none."""
    entry = store.get(f"{label}|{unit.name}|{words(params)}")
    if not entry:
        return [status.NONE, status.NONE]
    mark = "" if figure(store, label, unit.name, params) else f" {status.OLDER}"
    return [text + mark for text in texts(entry)]


def size_cells(store, labels, unit, params):
    return [cell for label in labels for cell in marked_cells(
        store, label, unit, params, lambda e: (size_text(e), f"{e['fmax_mhz']:.0f}"))]


def size_text(entry):
    return f"{entry['kge']:.2f}{f' {PARTS}' if 'inside' in entry else ''}"


def row(store, labels, unit, params, done, path):
    cells = [link(unit, path), words(params), done, *size_cells(store, labels, unit, params),
             unit.keys["latency"], unit.keys["interval"],
             *marked_cells(store, "fpga", unit, params,
                           lambda e: (fpga_cell(e["ultrascale+"]), fpga_cell(e["ecp5"])))]
    return "| " + " | ".join(cells) + " |"


def fpga_cell(counts):
    ram = f" + {counts['lutram']} LUTRAM" if counts["lutram"] else ""
    return f"{counts['lut']} / {counts['ff']}{ram}"


def size_heads(labels):
    return [f"{what}, {label}" for label in labels for what in ("kGE", "MHz")]


def table(store, labels, path):
    """Every measured set of every unit; `path`: of the document, from the repository."""
    head = ["unit", "parameters", "status", *size_heads(labels), "latency", "interval",
            "LUT / FF UltraScale+", "LUT / FF ECP5"]
    done = status.words(runs.load())
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += [row(store, labels, u, p, done.get(u.name, "–"), path)
              for u in units.read_units() for p in u.rows]
    page = os.path.relpath("docs/develop/verification.md", os.path.dirname(path) or ".")
    lines += ["", "Status: what was done with the unit; its figures are in "
              f"[verification.md]({page}). Entries",
              f"after \"older RTL\" were made, and {status.OLDER} was measured, before the unit's "
              "sources changed. kGE:",
              "cell area over the library's smallest two-input NAND, flops included, no clock gates;",
              f"{PARTS}: the rows of the units inside, as often as they are there, and what was mapped",
              "around them; its MHz are the slowest part's, and paths between parts are not timed.",
              "MHz: register to register (input to output where there are no flops), no wire load.",
              "Latency and interval in cycles. LUT / FF: synthesis only, not placed or routed, no",
              "block RAM. Rewritten by `make tables`."]
    return "\n".join(lines)


def page_row(path, root, listed):
    """A page by the subject of its title, which is what comes before a colon."""
    title = re.search(r"^# ([^:\n]*)", marked.read(os.path.join(root, path)), re.M)[1]
    names = ", ".join(f"`{u.name}`" for u in listed if u.page == path)
    return f"| [{os.path.basename(path)}]({os.path.basename(path)}) | {title} | {names or '–'} |"


def pages_table(root):
    """The pages of the units, in the order of rtl/units.txt, then those beside them."""
    listed = units.tabled(units.read_units())
    paths = list(dict.fromkeys(u.page for u in listed))
    paths = [p for p in paths if os.path.exists(os.path.join(root, p))]
    folder = "docs/reference/units"
    paths += sorted({f"{folder}/{name}" for name in os.listdir(os.path.join(root, folder))
                     if name.endswith(".md") and name != "README.md"} - {*paths})
    return "\n".join(["| page | about | units |", "|---|---|---|",
                      *(page_row(p, root, listed) for p in paths)])


def headline(store, labels, names, path):
    """The named units by their first measured set."""
    known = {u.name: u for u in units.tabled(units.read_units()) if u.measured}
    unknown = [n for n in names if n not in known]
    if unknown:
        raise TableError(f"{path}: no measured unit '{unknown[0]}' for the headline")
    labels = sorted(labels, key=lambda label: label != FIRST)
    head = ["unit", "what it does", *size_heads(labels), "latency", "interval"]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for name in names:
        unit = known[name]
        cells = [link(unit, path), unit.keys["does"] or "–",
                 *size_cells(store, labels, unit, unit.measured[0]),
                 unit.keys["latency"], unit.keys["interval"]]
        lines.append("| " + " | ".join(cells) + " |")
    lines += ["", "kGE: cell area over the library's smallest two-input NAND, flops included. "
              "MHz: register to",
              "register, no wire load. Latency: cycles from first in to first out. Interval: cycles "
              "per line, or",
              f"per request. {status.OLDER}: measured before the unit's sources changed. Rewritten "
              "by `make tables`."]
    return "\n".join(lines)


def rewrite_all(store, labels, root):
    """Both tables, where their documents and markers are."""
    every = "docs/reference/units/README.md"
    if not os.path.exists(os.path.join(root, every)):
        every = "README.md"
    path = os.path.join(root, every)
    marked.rewrite(path, BEGIN, END, table(store, labels, every))
    if PAGES_BEGIN in marked.read(path):
        marked.rewrite(path, PAGES_BEGIN, PAGES_END, pages_table(root))
    front = os.path.join(root, "README.md")
    if HEAD_BEGIN in marked.read(front):
        _, line, _, _ = marked.parts(front, HEAD_BEGIN, HEAD_END)
        names = line.removesuffix("-->").replace(",", " ").split()
        marked.rewrite(front, HEAD_BEGIN, HEAD_END, headline(store, labels, names, "README.md"))


def options(label, unit, params):
    """Of the script that measures a set on gates. Those by parts run alone, the others by two."""
    alone = (unit.name, words(params)) in by_parts()
    return (*unit.aims_of(params), *(("--label", label) if alone else ("--jobs", "1")))


def jobs_of(args, every, store):
    """The jobs to measure, by default only outdated ones; `every`: all sets of all units."""
    libraries = [("osu018", args.default)]
    if args.liberty:
        libraries.append((args.label, args.liberty))
    only = args.units.split()
    for name in set(only) - {u.name for u, _ in every}:
        raise TableError(f"no unit '{name}' with a set to measure in rtl/units.txt")
    sets = [(u, p) for u, p in every if not only or u.name in only]
    jobs = [(label, u.name, p, ("--liberty", path, *options(label, u, p)))
            for label, path in libraries for u, p in sets]
    jobs += [("fpga", u.name, p, ()) for u, p in sets if (u.name, words(p)) not in by_parts()]
    return [j for j in jobs if not figure(store, j[0], j[1], j[2])]


def measure_all(jobs, store):
    """By parts last, each after the units that it may have inside."""
    flat = [j for j in jobs if kind_of(*j[:2], words(j[2])) != "parts"]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for done in concurrent.futures.as_completed([pool.submit(measure, j) for j in flat]):
            store.update([done.result()])
            save(store)
    for job in sorted((j for j in jobs if j not in flat),
                      key=lambda j: len(rtl_files.files_of(j[1]))):
        store.update([measure(job)])
        save(store)


def main():
    parser = argparse.ArgumentParser(description="table of units")
    parser.add_argument("--default", required=True, help="liberty file, label osu018")
    parser.add_argument("--liberty", help="another liberty file")
    parser.add_argument("--label", default="45 nm", help="its column title")
    parser.add_argument("--units", default="", help="measure only these, by spaces")
    parser.add_argument("--render", action="store_true",
                        help="measure nothing: tables of what there is")
    parser.add_argument("--root", default=rtl_files.ROOT, help="where README.md and docs/ are")
    args = parser.parse_args()
    try:
        store = load()
        every = [(u, p) for u in units.read_units() for p in u.rows]
        measure_all([] if args.render else jobs_of(args, every, store), store)
        sets = {(u.name, words(p)) for u, p in every}
        store = {k: v for k, v in store.items() if tuple(k.split("|")[1:]) in sets}
        if not args.render:
            save(store)
        labels = ["osu018"] + sorted({k.split("|")[0] for k in store} - {"osu018", "fpga"})
        rewrite_all(store, labels, args.root)
    except (TableError, elaborated.CannotElaborate, marked.MarkerError, runs.BadRun,
            rtl_files.UnknownUnit, units.BadList) as err:
        print(f"tables: {err}", file=sys.stderr)
        return 2
    except OSError as err:
        print(f"tables: {err.filename}: {err.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
