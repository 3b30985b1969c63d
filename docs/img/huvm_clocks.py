# SPDX-License-Identifier: Apache-2.0
"""Tables of the study from records of runs on real page faults, and of the virtual clock's times
for the same runs."""
import statistics

from huvm_text import TITLES, table

DUE = 0.15


def middle(values):
    return statistics.median(values)


def spread(values):
    """The median and, for several runs, the least and the most."""
    if len(values) == 1:
        return f"{values[0]:.0f}"
    return f"{middle(values):.0f} ({min(values):.0f}–{max(values):.0f})"


def faults(record):
    names = list(record["rows"][0]["by"])
    rows = [(row["program"], f"{row['factor']} ×", *(spread(row["by"][name]) for name in names))
            for row in record["rows"]]
    return table(("program", "too large", *(TITLES[name] for name in names)), rows)


def faults_chunks(record):
    names = {"pagerank": "PageRank", "bfs": "BFS"}
    chunks = {row["program"]: row["chunks"] for row in record["rows"]}
    return (f"Median ms of {record['runs']} runs, with the fastest and the slowest. Graph "
            f"`{record['graph']}`, chunks of {record['chunk_bytes'] // 1024} KiB: "
            + " and ".join(f"{names[p]} has {n}" for p, n in chunks.items()) + ".")


def compressed(record):
    names = list(record["rows"][0]["by"])
    rows = []
    for row in record["rows"]:
        cells = []
        for name in names:
            runs = row["by"][name]
            cells.append(f"{middle([r[0] for r in runs]):.0f}, "
                         f"{middle([r[1] for r in runs]) / 1e6:.0f}, {max(r[2] for r in runs)}")
        rows.append((row["program"], f"{row['factor']} ×", *cells))
    return table(("program", "too large", *names), rows)


def costs(record):
    c = record["costs_us"]
    return (f"{c['pcie']:.0f} us on PCIe and {c['nvlink']:.0f} us on NVLink in addition to the "
            f"bytes, {c['leaves']:.0f} us more if the chunk leaves its GPU, and {c['served']:.0f} "
            "us of the driver per chunk")


def off(row):
    return row["virtual_ms"] / middle(row["real_ms"]) - 1


def times(record):
    cells, policies = {}, []
    for row in record["rows"]:
        key = (row["program"], f"{row['factor']:.1f} ×")
        if row["policy"] not in policies:
            policies.append(row["policy"])
        cells.setdefault(key, []).append(f"{middle(row['real_ms']):.0f}, {row['virtual_ms']:.0f} "
                                         f"({100 * off(row):+.0f} %)")
    return table(("program", "too large", *(TITLES[p] for p in policies)),
                 [(*key, *row) for key, row in cells.items()])


def times_within(record):
    within = sum(abs(off(row)) <= DUE for row in record["rows"])
    runs = "One run each" if record["runs"] == 1 else f"Medians of {record['runs']} runs"
    return (f"{runs}; real ms, virtual ms, and their difference. A copy "
            f"takes {costs(record)}. {within} of {len(record['rows'])} times are within "
            f"{100 * DUE:.0f} %.")


def cases(record):
    cells = {}
    for row in record["rows"]:
        cells.setdefault((row["case"], row["app"]), []).extend(
            f"{row[clock + '_ms']:.0f} ms, {row[clock + '_speedup']:.2f}"
            for clock in ("real", "virtual"))
    return table(("case", "application", "Pre-ef-host: real", "virtual", "memHarvester: real",
                  "virtual"), [(*key, *row) for key, row in cells.items()])


def cases_within(record):
    worst = max(abs(row["virtual_ms"] / row["real_ms"] - 1) for row in record["rows"])
    return f"A copy takes {costs(record)}. All times are within {100 * worst:.0f} %."


TABLES = {"faults": (faults_chunks, faults), "compressed": (compressed,),
          "times": (times_within, times), "cases": (cases_within, cases)}
