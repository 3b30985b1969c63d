# SPDX-License-Identifier: Apache-2.0
"""Orders that the paper states about its figures 6 to 10 and table 3: whether figures of the model
meet them."""
from huvm_text import TITLES, harvesters, yielders
import ask

SAME = 0.005  # of a speed, that counts as no difference
STEPS = ("base", "h", "pe", "lp", "plf", "memharvester")
ALIKE = 0.02  # of +MPF and +LPF in Case 4
SUFFICES = ("GNMT16", "ResNet50")


def speeds(figures, case, policy):
    return [figures["cases"][case][policy][n] for n, _ in harvesters(case)]


def is_step(figures, before, after):
    return all(b >= a * (1 - SAME) for case in ask.CASES
               for a, b in zip(speeds(figures, case, before), speeds(figures, case, after)))


def gains(figures, case):
    """Whether prefetches to neighbours are faster than those to the GPU itself."""
    return all(b > a * (1 + SAME) for a, b in zip(speeds(figures, case, "lpf"),
                                                  speeds(figures, case, "memharvester")))


def alike(figures):
    return all(abs(b / a - 1) <= ALIKE for a, b in zip(speeds(figures, "case4", "lpf"),
                                                       speeds(figures, "case4", "memharvester")))


def more_is_no_slower(figures):
    return all(b >= a * (1 - SAME) for runs in figures["prefetch"].values()
               for before, after in zip(runs, runs[1:]) for a, b in zip(before, after))


def spare_doubles(figures):
    return all(row[0] >= 2 for row in figures["spare"].values())


def three_disturb_more(figures):
    return all(three[0] < one[0] for one, three in figures["beside"].values())


def lost(figures):
    """The most that a yielder keeps of its speed, by case."""
    return {case: min(figures["cases"][case]["memharvester"][n] for n, _ in yielders(case))
            for case in ask.CASES}


def yielders_follow(figures):
    kept = lost(figures)
    return kept["case3"] == max(kept.values()) and \
        max(kept["case2"], kept["case4"]) < min(kept["case1"], kept["case3"])


def louvain_is_full(figures):
    row = figures["spare"]["Louvain"]
    return row[4] > row[0] * (1 + SAME) and row[6] <= row[4] * (1 + SAME)


def pipelines_gain(figures):
    return all(after > before * (1 + SAME) for before, after, _ in figures["pipelines"].values())


def host_is_done(figures):
    return all(figures["pipelines"][name][2] == 0 for name in SUFFICES)


def step_orders():
    for before, after in zip(STEPS, STEPS[1:]):
        yield (f"{TITLES[after]} no slower than {TITLES[before]}",
               lambda figures, b=before, a=after: is_step(figures, b, a))


def is_faster(figures, before, after):
    return all(b > a * (1 + SAME) for case in ask.CASES
               for a, b in zip(speeds(figures, case, before), speeds(figures, case, after)))


def strict_orders():
    for before, after in (("pe", "lp"), ("lp", "plf")):
        yield (f"{TITLES[after]} is faster than {TITLES[before]}",
               lambda figures, b=before, a=after: is_faster(figures, b, a))


def case_orders():
    for case in ask.CASES[:3]:
        yield (f"{case}: +MPF is faster than +LPF",
               lambda figures, c=case: gains(figures, c))
    yield f"case4: +MPF is as fast as +LPF ({100 * ALIKE:g} %)", alike


# The order's words, and whether figures meet it.
ORDERS = (
    *step_orders(), *strict_orders(), *case_orders(),
    ("more prefetch up to 32 MiB is never slower", more_is_no_slower),
    ("5 % of spare memory gives 2 × base", spare_doubles),
    ("three harvesters disturb more than one", three_disturb_more),
    ("yielders lose least in Case 3, most in Cases 2 and 4", yielders_follow),
    ("Louvain 1.83 gains up to 40 % of spare memory and nothing beyond", louvain_is_full),
    ("pipelines are faster than with Pre-ef-host", pipelines_gain),
    ("GNMT16 and ResNet50 need the host no more", host_is_done),
)
