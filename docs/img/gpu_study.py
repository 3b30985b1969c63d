#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the studies of the whole GPU from the records in tb/data/gpu.

    gpu_study.py [--records FOLDER] STUDIES

Tables of STUDIES/buddy-gpu.md, -metadata, -sensitivity and -links are between two markers of their
names, and are written again. Exit status 1: a record or a marker is missing.
"""
import argparse
import math
import os
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
sys.path[:0] = [os.path.join(ROOT, "tb/tree/records"), os.path.join(ROOT, "tb/demo")]
import arrays  # noqa: E402
import page_parts  # noqa: E402
from page_parts import table_text as table  # noqa: E402
import signed  # noqa: E402

PAGES = {"speed": "buddy-gpu.md", "metadata": "buddy-metadata.md",
         "sensitivity": "buddy-sensitivity.md", "links": "buddy-links.md"}
LINKS = (200, 150, 100, 50)
MEMORIES = ("fixed", "dram")
# Programs of the same kind in Buddy Compression's Fig. 12, with what its text says about them.
SAME = {"wave2": "355.seismic: metadata misses, 1 % of accesses to buddy memory",
        "wave3": "355.seismic: metadata misses, 1 % of accesses to buddy memory",
        "cg_random": "354.cg: slower, fetches whole lines for single sectors",
        "cg_fem": "354.cg: slower, fetches whole lines for single sectors",
        "lbm": "360.ilbdc: slower, fetches whole lines for single sectors",
        "ep": "352.ep: slower by 1 % of accesses to buddy memory",
        "adi": "356.sp, 370.bt", "multigrid": "FF_HPGMG",
        "hydro": "FF_Lulesh: slower by the codec's latency",
        "cnn": "AlexNet: −6.5 % at 150 GB/s, −35 % at 50", "lstm": "BigLSTM", "blas": "–",
        "fft": "–", "solver": "354.cg"}
DEEP = ("cnn", "lstm")


def change(ratio):
    """A speed relative to 1, in per cent."""
    return f"{100 * (ratio - 1):+.1f}".replace("-", "−")


def band(speedup):
    """In per cent, with the interval of 95 % if there are seeds."""
    if speedup["low"] == speedup["high"]:
        return change(speedup["mean"])
    return f"{change(speedup['mean'])} ({change(speedup['low'])} to {change(speedup['high'])})"


def rows_of(program, **wanted):
    return [row for row in program["rows"] if all(row.get(k) == v for k, v in wanted.items())]


def row_of(program, **wanted):
    """The one row; None: the program has no such mode."""
    found = rows_of(program, **wanted)
    return found[0] if found else None


def speed_of(row):
    return "–" if row is None else band(row["speedup"])


def share(part, whole):
    return "–" if whole == 0 else f"{100 * part / whole:.1f}"


# ---- Fig. 12 ----

def targets_of(program):
    return ", ".join(program["targets"]) or "none made"


def programs_table(record):
    rows = [(name, SAME[name], f"{one['touched_bytes'] / 2 ** 20:.1f}",
             f"{one['memory_instructions']}", targets_of(one))
            for name, one in record["programs"].items()]
    return table(("program", "in the paper, with its text", "MiB touched",
                  "memory instructions", "targets of its buffers"), rows)


def speed_row(name, program, memory):
    buddy = [row_of(program, memory=memory, mode="buddy", link=link) for link in LINKS]
    yield name
    yield speed_of(row_of(program, memory=memory, mode="bandwidth"))
    yield from map(speed_of, buddy)
    yield "–" if buddy[1] is None else f"{100 * buddy[1]['buddy_fraction']:.2f}"
    yield "–" if buddy[1] is None else buddy[1]["bound_by"]


def geometric(rows):
    return math.exp(sum(math.log(row["speedup"]["mean"]) for row in rows) / len(rows))


def mean_row(title, programs, memory):
    """Geometric means over the programs that have the mode."""
    cells = []
    for mode, link in (("bandwidth", 150), *(("buddy", link) for link in LINKS)):
        rows = [row_of(one, memory=memory, mode=mode, link=link) for one in programs]
        rows = [row for row in rows if row]
        cells.append(change(geometric(rows)) if rows else "–")
    return (f"**{title}**", *cells, "", "")


def speed_table(memory):
    def make(record):
        programs = record["programs"]
        hpc = [one for name, one in programs.items() if name not in DEEP]
        deep = [programs[name] for name in DEEP if name in programs]
        rows = [tuple(speed_row(name, one, memory)) for name, one in programs.items()]
        rows.append(mean_row("HPC, here", hpc, memory))
        rows.append(("**HPC, paper**", "+5.5, all", "+2, all", "within −1", "–", "beyond −20, all",
                     "0.08", ""))
        if deep:
            rows.append(mean_row("DL, here", deep, memory))
        rows.append(("**DL, paper**", "+5.5, all", "+2, all", "−2.2", "–", "beyond −20, all", "4",
                     ""))
        return table(("program", "bandwidth", *map(str, LINKS), "buddy %", "bound by"), rows)
    return make


# ---- Fig. 6b ----

SAID = {"wave2": "355.seismic: low", "wave3": "355.seismic: low"}


def metadata_table(record):
    sizes = sorted({row["metadata_cache"] for one in record["programs"].values()
                    for row in one["rows"] if row["mode"] == "buddy"})
    rows = []
    for name, one in record["programs"].items():
        found = [row_of(one, mode="buddy", metadata_cache=size) for size in sizes]
        rows.append((name, SAID.get(name, "–"), f"{one['touched_bytes'] / 2 ** 20:.1f}",
                     *(share(row["hits"], row["lookups"]) for row in found)))
    return table(("program", "paper", "MiB touched", *(f"{size // 1024} KiB" for size in sizes)),
                 rows)


def metadata_speed_table(record):
    sizes = (32768, 65536, 131072)
    rows = [(name, *(speed_of(row_of(one, mode="buddy", metadata_cache=size)) for size in sizes))
            for name, one in record["programs"].items()]
    return table(("program", *(f"{size // 1024} KiB" for size in sizes)), rows)


# ---- sensitivity ----

def sensitivity_table(record):
    programs = record["programs"]
    fields = sorted({(row["field"], row["value"]) for one in programs.values()
                     for row in one["rows"] if "field" in row})
    base = [row_of(one, mode="buddy", field=None)["speedup"]["mean"] for one in programs.values()]
    rows = [("as it is", "", *map(change, base), "")]
    for field, value in fields:
        speeds = [row_of(one, mode="buddy", field=field, value=value)["speedup"]["mean"]
                  for one in programs.values()]
        most = max((abs(s / b - 1) for s, b in zip(speeds, base)), default=0)
        rows.append((f"`{field}`", f"{value:g}", *map(change, speeds), f"{100 * most:.1f}"))
    return table(("field", "value", *programs, "largest change"), rows)


# ---- links ----

def links_table(record):
    rows = []
    for name, one in record["programs"].items():
        for row in one["rows"]:
            if row["mode"] != "buddy":
                continue
            plain = row_of(one, gpu=row["gpu"], mode="bandwidth")
            rows.append((name, row["gpu"], f"{row['link']:g}", speed_of(plain), speed_of(row),
                         f"{100 * row['buddy_fraction']:.2f}", row["bound_by"]))
    return table(("program", "GPU", "link", "bandwidth", "buddy", "buddy %", "bound by"), rows)


def made_table(record):
    head = record["record"]
    rows = [(f"`{head['command']}`", head["commit"], head["date"], head["machine"],
             record["seeds"])]
    return table(("command", "commit", "date", "machine", "seeds"), rows)


TABLES = {"speed": {"programs": programs_table, "speed_fixed": speed_table("fixed"),
                    "speed_dram": speed_table("dram"), "made": made_table},
          "metadata": {"hits": metadata_table, "speeds": metadata_speed_table, "made": made_table},
          "sensitivity": {"fields": sensitivity_table, "made": made_table},
          "links": {"links": links_table, "made": made_table}}


def tables_of(kind, record):
    return {name: f"\n{make(record)}\n" for name, make in TABLES[kind].items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", default=os.path.join(ROOT, "tb/data/gpu"))
    parser.add_argument("studies")
    given = parser.parse_args()
    for kind, name in PAGES.items():
        record = signed.read(os.path.join(given.records, f"{kind}.json"), "gpu-study")
        path = os.path.join(given.studies, name)
        with open(path, encoding="utf-8") as file:
            page = page_parts.all_filled(file.read(), tables_of(kind, record), path)
        arrays.write_whole(path, page)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (arrays.ArrayError, signed.Bad, OSError) as error:
        sys.exit(f"gpu_study.py: {error}")
