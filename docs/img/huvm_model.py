# SPDX-License-Identifier: Apache-2.0
"""Tables of the study from the record of the model: figures 6 to 10 and table 3, with bands."""
from huvm_orders import ORDERS, SAME, gains
from huvm_text import TITLES, band, every_harvester, harvesters, loss, table, yielders
import ask

# Over base and over Pre-ef-host, as printed in section 6.2.1.
PAPER = {("case1", "Pagerank"): ("3.53", "1.31"), ("case2", "BFS"): ("3.52", "2.1"),
         ("case3", "WCC"): ("3.83", "2.71"), ("case3", "BFS"): ("3.21", "2.67"),
         ("case4", "WCC"): ("2.1–2.36", "1.30–1.40"),
         ("case4", "Louvain"): ("2.1–2.36", "1.30–1.40")}
YIELDERS = {"case1": "negligible", "case2": "−7 to −9 %", "case3": "0", "case4": "about −7 %"}
TABLE_3 = {("h", 0): 0.99, ("lp", 0): 0.99, ("memharvester", 0): 0.97, ("h", 1): 0.91,
           ("lp", 1): 0.88, ("memharvester", 1): 0.87}
PIPELINES = {"GNMT16": "1.5–1.6", "ResNet50": "1.5–1.6", "GNMT8": "2.16", "VGG16": "1.24"}
# Over base and over Pre-ef-host, as this page had them with one server for a GPU's driver.
BEFORE = {("case1", "Pagerank"): ("3.33", "1.40"), ("case2", "BFS"): ("2.91", "1.26"),
          ("case3", "WCC"): ("3.03", "1.28"), ("case3", "BFS"): ("3.02", "1.28"),
          ("case4", "WCC"): ("2.60", "1.10"), ("case4", "Louvain"): ("2.55", "1.11")}
FITTED = " (fitted)"
MEMORY, L2 = 900, 2155  # GB/s
PCIE = 12.3


class Model:
    """The record, with the three kinds of its figures."""

    def __init__(self, record):
        self.record = record
        self.usual = record["usual"]["figures"]
        self.fits = [one["figures"] for one in record["fits"]]
        self.points = [one["figures"] for one in record["points"]]

    def kinds(self):
        return (("defaults", [self.usual], True), (f"{len(self.fits)} fits", self.fits, True),
                (f"{len(self.points)} points", self.points, False))

    def names(self):
        return [name for name, _, _ in self.kinds()]

    def bands(self, value, fitted=False):
        """A cell for each kind; fitted: Case 1, where the first two kinds are no prediction."""
        return [band([value(f) for f in figures]) + (FITTED if fitted and is_fit else "")
                for _, figures, is_fit in self.kinds()]


def marked(case, name):
    return name + (FITTED if case == "case1" else "")


def speed(case, n, policy):
    return lambda figures: figures["cases"][case][policy][n]


def gain(case, n):
    return lambda figures: (figures["cases"][case]["memharvester"][n] /
                            figures["cases"][case]["pre-ef-host"][n])


# ---- parameters ----

def open_values(model):
    axes = model.record["axes"]
    names = {"in_flight": "uses of chunks in flight, each GPU", "compute_us": "us per use of 2 MiB",
             "served_us": "c1: us of a driver's thread for a chunk",
             "page_us": "c2: us for a host page of 4 KiB, or of 2 MiB with +LP"}
    return table(("left open by the paper", "values"),
                 [(names[key], ", ".join(f"{v:g}" for v in axes[key])) for key in names])


def scale_effect(model):
    """Speeds of the defaults' fit with less memory, over those at full size."""
    small = next(one["figures"] for one in model.record["fits"] if one["in_flight"] == 8)
    ratios = [small["cases"][case][p][n] / model.usual["cases"][case][p][n]
              for case, n, _ in every_harvester() for p in ask.POLICIES]
    most = max(abs(r - 1) for r in ratios)
    return ("Points and fits run with an eighth of the memory. With the defaults this changes the "
            f"speeds of harvesters by at most {100 * most:.1f} %.")


def fits(model):
    rows = [(one["in_flight"], f"{one['served_us']:.1f}", f"{one['page_us']:.3f}",
             f"{one['over_base']:.2f}{FITTED}", f"{one['over_pre_ef_host']:.2f}{FITTED}",
             f"{one['error']:.4f}") for one in model.record["fits"]]
    return table(("in flight", "c1, us", "c2, us", "Case 1 over base: 3.53 in the paper",
                  "over Pre-ef-host: 1.31", "error"), rows)


# ---- figure 6 ----

def figure_6(model):
    rows = []
    for case, n, name in every_harvester():
        over, before = PAPER[case, name]
        rows.append((case, marked(case, name), over,
                     *model.bands(speed(case, n, "memharvester"), case == "case1"), before,
                     *model.bands(gain(case, n), case == "case1")))
    return table(("case", "harvester", "over base: paper", *model.names(),
                  "over Pre-ef-host: paper", *model.names()), rows)


def edges(text):
    """The least and the most of a figure of the paper."""
    parts = [float(part) for part in text.split("–")]
    return parts[0], parts[-1]


def is_inside(paper, values):
    least, most = edges(paper)
    return min(values) <= most and least <= max(values)


def figure_6_inside(model):
    """How many of the paper's figures are within the bands of all points."""
    over = [is_inside(PAPER[case, name][0], [speed(case, n, "memharvester")(f)
                                             for f in model.points])
            for case, n, name in every_harvester()]
    before = [is_inside(PAPER[case, name][1], [gain(case, n)(f) for f in model.points])
              for case, n, name in every_harvester()]
    return (f"The bands of all points contain {sum(over)} of {len(over)} figures of the paper over "
            f"base and {sum(before)} of {len(before)} over Pre-ef-host. The others are those of "
            "Cases 2 and 3 over Pre-ef-host, which are greater than at every point.")


def figure_6_before(model):
    rows = []
    for case, n, name in every_harvester():
        over, before = BEFORE[case, name]
        rows.append((case, marked(case, name), over,
                     model.bands(speed(case, n, "memharvester"))[0], before,
                     model.bands(gain(case, n))[0]))
    return table(("case", "harvester", "over base: before", "defaults now",
                  "over Pre-ef-host: before", "defaults now"), rows)


def lenders(model):
    rows = []
    for case in ask.CASES:
        for n, name in yielders(case):
            rows.append((case, name, YIELDERS[case], *(
                loss([f["cases"][case]["memharvester"][n] for f in figures])
                for _, figures, _ in model.kinds())))
    return table(("case", "yielder", "paper", *model.names()), rows)


# ---- figure 7 ----

def figure_7(model):
    rows = [(case, marked(case, name), *(f"{model.usual['cases'][case][p][n]:.2f}"
                                         for p in ask.POLICIES))
            for case, n, name in every_harvester()]
    return table(("case", "harvester", *(TITLES[p] for p in ask.POLICIES)), rows)


def figure_7_bands(model):
    rows = [(case, name, *(band([f["cases"][case][p][n] for f in model.points])
                           for p in ask.POLICIES[1:]))
            for case, n, name in every_harvester()]
    return table(("case", "harvester", *(TITLES[p] for p in ask.POLICIES[1:])), rows)


def waits(model):
    rows = []
    for case in ask.CASES:
        for k, (_, name) in enumerate(harvesters(case)):
            for policy in ("base", "plf", "memharvester"):
                row = model.record["usual"]["waits"][case][policy][k]
                rows.append((case, marked(case, name), TITLES[policy],
                             *(f"{100 * share:.0f}" for share in row)))
    return table(("case", "harvester", "policy", "eviction", "fetch", "driver", "write-back"), rows)


# ---- orders ----

def orders(model):
    values = model.record["axes"]["in_flight"]
    rows = []
    for words, is_met in ORDERS:
        met = [is_met(f) for f in model.points]
        by = [[m for m, p in zip(met, model.record["points"]) if p["in_flight"] == v]
              for v in values]
        rows.append((words, "met" if is_met(model.usual) else "not met",
                     f"{sum(map(is_met, model.fits))} of {len(model.fits)}",
                     f"{sum(met)} of {len(met)}", *(f"{sum(some)} of {len(some)}" for some in by)))
    return table(("order", *model.names(), *(f"{v} in flight" for v in values)), rows)


def large_pages(model):
    """Where +LP differs from +PE."""
    pairs = [(f["cases"][case]["pe"][n], f["cases"][case]["lp"][n]) for f in model.points
             for case, n, _ in every_harvester()]
    faster = [b / a for a, b in pairs if b > a * (1 + SAME)]
    return (f"  +LP is faster than +PE in {len(faster)} of {len(pairs)} runs of a harvester at all "
            f"points, by at most {100 * (max(faster, default=1) - 1):.1f} %.")


def computing(model):
    """Whether more time per use turns the orders of +MPF and +LPF: the refuted cause."""
    axes, rows = model.record["axes"], []
    for case in ask.CASES[:3]:
        n = harvesters(case)[0][0]
        for value in axes["compute_us"]:
            some = [p["figures"] for p in model.record["points"] if p["compute_us"] == value]
            ratio = [f["cases"][case]["memharvester"][n] / f["cases"][case]["lpf"][n] for f in some]
            rows.append((case, f"{value:g}", f"{sum(gains(f, case) for f in some)} of {len(some)}",
                         band(ratio)))
    return table(("case", "us per use", "+MPF is faster than +LPF", "+MPF over +LPF"), rows)


def flights(model):
    """+MPF over +LPF by uses in flight."""
    axes, rows = model.record["axes"], []
    for case, n, name in every_harvester():
        row = []
        for value in axes["in_flight"]:
            some = [p["figures"]["cases"][case] for p in model.record["points"]
                    if p["in_flight"] == value]
            row.append(band([s["memharvester"][n] / s["lpf"][n] for s in some]))
        rows.append((case, name, *row))
    return table(("case", "harvester", *(f"{v} in flight" for v in axes["in_flight"])), rows)


def batches(model):
    """Case 1 has costs that are fitted to it with other batches."""
    head, rows = model.record["batches"], []
    for policy in ("lp", "plf", "memharvester"):
        for case, n, name in every_harvester():
            rows.append((case, marked(case, name), TITLES[policy],
                         *(f"{one['cases'][case][policy][n]:.2f}" for one in head)))
    return table(("case", "harvester", "policy",
                  *(f"{one['burst']} ({min(32, -(-128 // one['burst']))})" for one in head)), rows)


# ---- sensitivity, interference, pipelines ----

def figure_8(model):
    rows = []
    for case in ask.CASES:
        for k, (_, name) in enumerate(harvesters(case)):
            for title, figures, is_fit in model.kinds():
                rows.append((case, marked(case, name) if is_fit else name, title,
                             *(band([f["prefetch"][case][i][k] for f in figures])
                               for i in range(5))))
    return table(("case", "harvester", "", *(f"{2 << i} MiB" for i in range(5))), rows)


def figure_9(model):
    rows = []
    for name, use in ask.SPARES:
        for title, figures, _ in model.kinds():
            rows.append((f"{name} {use}", title, *(band([f["spare"][name][i] for f in figures])
                                                   for i in range(7))))
    return table(("harvester", "", *(f"{v} %" for v in (5, 10, 20, 30, 40, 50, 60))), rows)


def table_3(model):
    rows = []
    for k, count in enumerate((1, 3)):
        for policy in ask.ADDS:
            found = [[f["beside"][policy][k] for f in figures] for _, figures, _ in model.kinds()]
            rows.append((f"VectorAdd ({count})", TITLES[policy] if policy != "lp" else "H+PE+LP",
                         f"{TABLE_3[policy, k]:.2f}", *(band([v for v, _ in some])
                                                        for some in found),
                         *(band([rate for _, rate in some]) for some in found[::2])))
    names = model.names()
    return table(("harvesters", "policy", "paper", *names, f"GB/s of its links: {names[0]}",
                  names[2]), rows)


def table_3_bound(_):
    """Why the paper's losses of three harvesters are beyond this model."""
    need = [(1 / v - 1) / (1 / MEMORY + 1 / L2) for v in (0.91, 0.87)]
    most = 4 * PCIE
    lost_most = 1 - 1 / (1 + most * (1 / MEMORY + 1 / L2))
    return (f"A GB/s over the links of a lender costs it {100 * (1 / MEMORY + 1 / L2):.3f} % of "
            f"its speed here, by {MEMORY} GB/s of memory and {L2} GB/s of L2. So 9 to 13 % need "
            f"{need[0]:.0f} to {need[1]:.0f} GB/s. In a cyclic scan each chunk that comes to a "
            "lender over NVLink or PCIe leaves it over the other. So half of its traffic is on "
            f"PCIe, which carries {PCIE} GB/s in each direction: all traffic is at most 4 × "
            f"{PCIE} = {most:.1f} GB/s, which costs {100 * lost_most:.1f} %. The paper's 9 to 13 % "
            "cannot result from bandwidth at these rates.")


def figure_10(model):
    rows = []
    for name, use in ask.PIPELINES:
        over = [band([f["pipelines"][name][1] / f["pipelines"][name][0] for f in figures])
                for _, figures, _ in model.kinds()]
        again = [(min(some), max(some)) for some in ([f["pipelines"][name][2] for f in figures]
                                                     for _, figures, _ in model.kinds())]
        rows.append((name, " ".join(f"{u:g}" for u in use), PIPELINES[name], *over,
                     f"{again[0][0]}", f"{again[2][0]}–{again[2][1]}"))
    names = model.names()
    return table(("training", "use of each GPU", "paper", *names,
                  f"from the host again: {names[0]}", f"{names[2]}, memory / 8"), rows)


TABLES = (open_values, scale_effect, fits, figure_6, figure_6_inside, figure_6_before, lenders,
          figure_7, figure_7_bands, waits, orders, large_pages, computing, flights, batches,
          figure_8, figure_9, table_3, table_3_bound, figure_10)
