# SPDX-License-Identifier: Apache-2.0
"""Tables of the study from the record of programs' traces, next to scans in the same scenarios."""
from huvm_text import TITLES, band, every_harvester, harvesters, table
import ask
from huvm_model import PAPER

KINDS = (("scan", "scans"), ("trace", "traces"))


class Programs:
    def __init__(self, record):
        self.record = record

    def all(self, kind):
        return [point[kind] for point in self.record["points"]]


def traced(programs):
    rows = [(t["program"], t["chunks"], t["accesses"], t["uses"], f"{t['compute_us']:.3f}")
            for t in programs.record["traces"]]
    return table(("program", "chunks", "accesses", "uses, in slices", "us per use"), rows)


def traces_6(programs):
    rows = []
    for case, n, name in every_harvester():
        for title, kind in KINDS:
            some = [f["cases"][case] for f in programs.all(kind)]
            rows.append((case, name, title, band([s["memharvester"][n] for s in some]),
                         band([s["memharvester"][n] / s["pre-ef-host"][n] for s in some])))
    return table(("case", "harvester", "uses", "over base", "over Pre-ef-host"), rows)


def traces_6_paper(programs):
    """The paper's figures for BFS, which scans do not reach over Pre-ef-host."""
    parts = []
    for case, n in (("case2", 0), ("case3", 1)):
        some = [f["cases"][case] for f in programs.all("traces")]
        ratio = [s["memharvester"][n] / s["pre-ef-host"][n] for s in some]
        parts.append(f"{band(ratio)} in {case} (paper {PAPER[case, 'BFS'][1]})")
    slower = sum(s["cases"]["case2"]["pre-ef-host"][0] < 1 for s in programs.all("traces"))
    return (f"With its own trace, BFS gains {' and '.join(parts)} over Pre-ef-host, whose "
            f"prefetches evict chunks that BFS uses next: in {slower} of "
            f"{len(programs.all('traces'))} points it is slower than base in Case 2.")


def traces_7(programs):
    rows = []
    for case, n, name in every_harvester():
        for title, kind in KINDS:
            some = [f["cases"][case] for f in programs.all(kind)]
            rows.append((case, name, title, *(band([s[p][n] for s in some])
                                              for p in ask.POLICIES[1:])))
    return table(("case", "harvester", "uses", *(TITLES[p] for p in ask.POLICIES[1:])), rows)


def traces_8(programs):
    rows = []
    for case in ask.CASES:
        for k, (_, name) in enumerate(harvesters(case)):
            for title, kind in KINDS:
                rows.append((case, name, title, *(
                    band([f["prefetch"][case][i][k] for f in programs.all(kind)])
                    for i in range(5))))
    return table(("case", "harvester", "uses", *(f"{2 << i} MiB" for i in range(5))), rows)


def traces_9(programs):
    rows = []
    for name, use in ask.SPARES:
        for title, kind in KINDS:
            rows.append((f"{name} {use}", title, *(band([f["spare"][name][i]
                                                         for f in programs.all(kind)])
                                                   for i in range(7))))
    return table(("harvester", "uses", *(f"{v} %" for v in (5, 10, 20, 30, 40, 50, 60))), rows)


def moves(programs):
    """The most by which a program's speed changes with spare memory, and with prefetch."""
    rows = []
    for name, _ in ask.SPARES:
        case, n, _ = next(row for row in every_harvester() if row[2] == name)
        k = [number for number, _ in harvesters(case)].index(n)
        cells = []
        for _, kind in KINDS:
            for change in ([f["spare"][name] for f in programs.all(kind)],
                           [[run[k] for run in f["prefetch"][case]] for f in programs.all(kind)]):
                cells.append(f"{100 * max(max(row) / min(row) - 1 for row in change):.1f} %")
        rows.append((name, cells[0], cells[2], cells[1], cells[3]))
    return table(("program", "by spare memory: scan", "trace", "by prefetch: scan", "trace"), rows)


TABLES = (traced, traces_6, traces_6_paper, traces_7, traces_8, traces_9, moves)
