# SPDX-License-Identifier: Apache-2.0
"""The tables and charts of the pages of docs/studies that repeat figures of Buddy Compression."""
import study_chart
from page_parts import table_text as table
from study_program import STEPS, all_bytes, geometric, mean, sides

NAMES = {"hpc": "HPC", "dl": "DL"}
# Buddy Compression, section III (ISCA 2020; Fig. 9's ratios from the earlier text, its figure 8).
PAPER_SIZES = {"hpc": 2.51, "dl": 1.85}
PAPER_STEPS = {"naive": {"hpc": (1.57, 8), "dl": (1.18, 32)},
               "allocation": {"hpc": (1.7, None), "dl": (1.4, None)},
               "zero": {"hpc": (1.9, 0.08), "dl": (1.5, 4)}}
STEP_NAMES = {"naive_floor": "one target, by the ratio", "naive_threshold":
              "one target, by the threshold", "allocation": "one per allocation",
              "zero": "and 16x for what is mostly zero"}
SHORT_NAMES = ("by the ratio", "by the threshold", "per allocation", "and 16x")
THRESHOLDS = (10, 15, 20, 25, 30, 35, 40)


def number(value, places=2):
    return "–" if value is None else f"{value:.{places}f}"


def percent(value):
    return "–" if value is None else f"{100 * value:.2f}"


def pair(values):
    """A ratio and the share of lines in buddy memory."""
    return f"{number(values[0])} / {percent(values[1])}"


def mean_pair(pairs):
    """The geometric mean of the ratios, the mean of the shares."""
    pairs = list(pairs)
    return pair((geometric(p[0] for p in pairs), mean(p[1] for p in pairs)))


def groups(programs, row, summary):
    """A row for each program, and under each side its means."""
    for side, members in sides(programs):
        yield from map(row, members)
        yield from summary(side, members)


def bold(*words):
    return [f"**{word}**" if word else word for word in words]


# ---- figure 3 ----

def sizes(programs, _):
    def row(p):
        return [p.name, NAMES[p.side], len(p.points), f"{p.bytes / 1e6:.2f}",
                *(number(p.ratio(kind)) for kind in ("bits", "sizes", "sectors")), "–"]

    def summary(side, members):
        yield bold("geometric mean", NAMES[side], "", "",
                   *(number(geometric(p.ratio(k) for p in members))
                     for k in ("bits", "sizes", "sectors")), PAPER_SIZES[side])
        yield ["ratio of sums", NAMES[side], "", "",
               *(number(all_bytes(members, lambda p, k=k: p.ratio(k)))
                 for k in ("bits", "sizes", "sectors")), "–"]

    head = ["program", "", "points", "MB", "bits", "eight sizes", "sectors", "paper, eight sizes"]
    names = [p.name for p in programs]
    chart = study_chart.bars("Compression ratio with BPC, mean over the points", names, [
        (kind, [p.ratio(kind) for p in programs]) for kind in ("bits", "sizes", "sectors")])
    points = table(["program", "eight sizes at each point"],
                   [[p.name, ", ".join(number(q["ratio"]["sizes"]) for q in p.points)]
                    for p in programs])
    return table(head, groups(programs, row, summary)) + "\n\n" + points, chart


# ---- figure 5 ----

def codecs(programs, _):
    found = {p.name: p.codecs() for p in programs}
    names = list(next(iter(found.values())))
    rows = []
    for codec in names:
        means = {side: geometric(found[p.name][codec] for p in members)
                 for side, members in sides(programs)}
        rows.append([codec, *(number(found[p.name][codec]) for p in programs),
                     *(number(means[side]) for side in means)])
    head = ["codec", *(p.name for p in programs),
            *(f"{NAMES[side]}, geometric mean" for side, _ in sides(programs))]
    spread = []
    for side, members in sides(programs):
        shares = []
        for p in members:
            lines = p.histogram()
            shares.append({size: n / sum(lines.values()) for size, n in lines.items()})
        spread.append((side, {size: mean(share[size] for share in shares) for size in shares[0]}))
    order = sorted(spread[0][1])
    histogram = table(["bytes", *order], [[NAMES[side], *(percent(row[size]) for size in order)]
                                          for side, row in spread])
    chart = study_chart.bars("Lines by size with BPC, %, mean over the programs",
                             [NAMES[side] for side, _ in spread],
                             [(f"{size} B", [100 * row[size] for _, row in spread])
                              for size in order])
    return (table(head, rows) + "\n\nLines by size with BPC, in per cent, the mean over the "
            "programs:\n\n" + histogram), chart


# ---- figure 7 ----

def paper_step(step, side):
    ratio, buddy = PAPER_STEPS["naive" if step.startswith("naive") else step][side]
    return ratio, "–" if buddy is None else buddy


def steps(programs, _):
    rows = []
    for side, members in sides(programs):
        for step in STEPS:
            ratio, buddy = paper_step(step, side)
            rows.append([STEP_NAMES[step], NAMES[side],
                         number(geometric(p.steps[step][0] for p in members)),
                         number(all_bytes(members, lambda p, s=step: p.steps[s][0])),
                         percent(mean(p.steps[step][1] for p in members)), ratio, buddy])
        rows.append(["best", NAMES[side], number(geometric(p.profile["best"] for p in members)),
                     number(all_bytes(members, lambda p: p.profile["best"])), "–", "–", "–"])
    head = ["targets", "", "ratio, geometric mean", "ratio of sums", "buddy %, mean",
            "paper: ratio", "paper: buddy %"]
    chart = study_chart.bars("Compression ratio by choice of targets", [p.name for p in programs],
                             [(name, [p.steps[s][0] for p in programs])
                              for s, name in zip(STEPS, SHORT_NAMES)])
    return table(head, rows), chart


def programs_table(programs, targets):
    def row(p):
        applied = p.applied(targets)
        cells = [pair(p.steps[s]) for s in STEPS]
        last = "–" if applied is None else pair(applied)
        return [p.name, NAMES[p.side], len(p.points), f"{p.bytes / 1e6:.2f}",
                len(p.profile["allocations"]), *cells, number(p.profile["best"]), last]

    def summary(side, members):
        yield bold("mean", NAMES[side], "", "", "",
                   *(mean_pair(p.steps[s] for p in members) for s in STEPS),
                   number(geometric(p.profile["best"] for p in members)), "")
        yield ["paper", NAMES[side], "", "", "",
               *("{} / {}".format(*paper_step(s, side)) for s in STEPS), "–", ""]

    head = ["program", "", "points", "MB", "allocations", *SHORT_NAMES, "best",
            "targets of another input"]
    return table(head, groups(programs, row, summary)), None


# ---- figures 9 and 10 ----

def over_time(programs, _):
    most = max(len(p.points) for p in programs)
    rows = [[p.name, NAMES[p.side], number(p.steps["zero"][0]), percent(p.steps["zero"][1]),
             percent(min(p.by_point())), percent(max(p.by_point())),
             ", ".join(percent(value) for value in p.by_point())] for p in programs]
    head = ["program", "", "ratio", "buddy %", "least", "most", "at each point"]
    moves = [[p.name, *moved(p)] for p in programs]
    chart = study_chart.lines("Lines in buddy memory, %, with fixed targets",
                              range(1, most + 1),
                              [(p.name, [100 * v for v in p.by_point()]) for p in programs])
    return (table(head, rows) + "\n\nLines from one point to the next, in per cent:\n\n" +
            table(["program", "fewer sectors", "as many", "more"], moves)), chart


def moved(program):
    moves = program.profile["transitions"]
    total = sum(map(sum, moves))
    sums = (sum(n for a, row in enumerate(moves) for b, n in enumerate(row) if b < a),
            sum(moves[a][a] for a in range(5)),
            sum(n for a, row in enumerate(moves) for b, n in enumerate(row) if b > a))
    return [percent(part / total) if total else "–" for part in sums]


def thresholds(programs, _):
    rows = []
    for p in programs:
        swept = p.profile["thresholds"]
        rows.append([p.name, NAMES[p.side], *(f"{number(s['ratio'])} / "
                                              f"{percent(s['buddy_fraction'])}" for s in swept),
                     number(p.profile["best"])])
    for side, members in sides(programs):
        rows.append(bold("mean", NAMES[side], *(
            f"{number(geometric(p.profile['thresholds'][i]['ratio'] for p in members))} / "
            f"{percent(mean(p.profile['thresholds'][i]['buddy_fraction'] for p in members))}"
            for i in range(len(THRESHOLDS))), number(geometric(p.profile["best"]
                                                               for p in members))))
    head = ["program", "", *(f"{t} %" for t in THRESHOLDS), "best"]
    chart = study_chart.lines("Compression ratio by buddy threshold, %", THRESHOLDS, [
        (p.name, [s["ratio"] for s in p.profile["thresholds"]]) for p in programs])
    return table(head, rows), chart


PAGES = {"buddy-sizes": sizes, "buddy-codecs": codecs, "buddy-steps": steps,
         "buddy-targets": programs_table, "buddy-time": over_time,
         "buddy-thresholds": thresholds}
TITLES = {"buddy-sizes": "Compression ratio of each program", "buddy-codecs":
          "Lines by compressed size", "buddy-steps": "Compression ratio by choice of targets",
          "buddy-time": "Lines in buddy memory over time", "buddy-thresholds":
          "Compression ratio by buddy threshold"}
