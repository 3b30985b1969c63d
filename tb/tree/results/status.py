# SPDX-License-Identifier: Apache-2.0
"""The current status of each unit of rtl/units.txt by the recorded runs and fpga/routed.json.

A cell is computed from the runs whose digest of the unit is current; if there are none, from the
others, and it is then marked as of older RTL.
"""
import dataclasses
import functools
import os
import sys

import runs
import rtl_files
import units

sys.path.insert(0, os.path.join(rtl_files.ROOT, "fpga"))
import routed  # noqa: E402

NONE = "–"
OLDER = "†"
# The lock-step test must kill at least this share of a unit's mutants.
RATE = 0.95
ENOUGH = 40  # mutants


@dataclasses.dataclass
class Cell:
    """The text in a table, whether it is of the current RTL, and the word for it in a list."""
    text: str
    today: bool = True
    word: str = ""

    def __str__(self):
        return self.text if self.today or self.text == NONE else f"{self.text} {OLDER}"


EMPTY = Cell(NONE)


@functools.cache
def digest_today(module):
    """None for a module that is no longer there."""
    try:
        return rtl_files.digest(module)
    except rtl_files.UnknownUnit:
        return None


def of_kind(every, kind, module):
    """(the runs of this kind about the module that count, whether they are of today's RTL)"""
    found = [r for r in every if r["kind"] == kind and module in r["units"]]
    fresh = [r for r in found if r["units"][module] == digest_today(module)]
    return fresh or found, bool(fresh)


def lockstep(every, unit, hosts):
    found, today = of_kind(every, "lockstep", unit.name)
    clean = [r["cycles"] for r in found if r["mismatches"] == 0]
    if clean:
        return Cell(f"{max(clean):,}", today, "lock-step")
    if unit.name in hosts:
        cell = lockstep(every, hosts[unit.name], {})
        if cell.text != NONE:
            return Cell(f"{cell.text} in `{hosts[unit.name].name}`", cell.today, "lock-step")
    return EMPTY


def real_data(every, unit):
    found, today = of_kind(every, "real-data", unit.name)
    clean = [r["arrays"] for r in found if r["mismatches"] == 0]
    return Cell(f"{max(clean)} arrays", today, "real data") if clean else EMPTY


def reaches(found, name):
    """How far each property of a unit was shown, by name."""
    far = {}
    for run in found:
        for proof in run.get("proofs", ()):
            if name in proof["units"]:
                far[proof["name"]] = proof["reach"]
    return far or {r["shown"]: r["reach"] for r in found if "reach" in r}


def proof_cell(every, unit):
    found, today = of_kind(every, "formal", unit.name)
    far = reaches(found, unit.name)
    ever = sum(f in runs.FOR_EVER for f in far.values())
    cycles = sorted(f for f in far.values() if isinstance(f, int))
    parts = [f"{ever} for all time"] if ever else []
    if cycles:
        span = f"{cycles[0]}" if cycles[0] == cycles[-1] else f"{cycles[0]} to {cycles[-1]}"
        parts.append(f"{len(cycles)} for {span} cycles")
    return Cell(", ".join(parts), today, "proof") if parts else EMPTY


def coverage(every, unit):
    found, today = of_kind(every, "coverage", unit.name)
    if not found:
        return EMPTY
    run = found[-1]
    bins = f", {run['bins'][0]}/{run['bins'][1]} bins" if "bins" in run else ""
    return Cell(f"{run['unexplained']} open{bins}", today,
                "coverage" if run["unexplained"] == 0 else "")


def mutation(every, unit):
    """Today's largest run, of enough mutants or with some alive; else the last of older RTL."""
    enough = [r for r in every if r["kind"] == "mutation"
              and (r["mutants"] >= ENOUGH or r["alive"] > 0)]
    found, today = of_kind(enough, "mutation", unit.name)
    if not found:
        return EMPTY
    run = max(reversed(found), key=lambda r: r["mutants"]) if today else found[-1]
    others = run["mutants"] - run["equal"]
    rate = run["killed"] / others
    percent = f"{100 * rate:.1f} %"
    text = f"{'' if rate >= RATE else 'no: '}{percent} of {others}"
    text += "".join(f", {run[fate]} {fate}" for fate in ("equal", "alive") if run[fate])
    return Cell(text, today, f"mutation {100 * rate:.0f} %")


def netlist(every, unit):
    found, today = of_kind(every, "equiv", unit.name)
    if not found:
        return EMPTY
    good = all(r["equivalent"] for r in found)
    return Cell("yes" if good else "no", today, "netlist" if good else "")


def fpga(unit):
    """From fpga/routed.json, where those figures are kept."""
    found = routed.short(unit.name)
    if not found:
        return Cell("no")
    return Cell(", ".join(text for text, _, _ in found), all(today for _, today, _ in found),
                "routed" if any(done for _, _, done in found) else "")


COLUMNS = ("lock-step, cycles", "real data", "proofs", "coverage", "mutants killed",
           "netlist = RTL", "FPGA routed")


def row(every, unit, hosts):
    """One cell per column."""
    return [lockstep(every, unit, hosts), real_data(every, unit), proof_cell(every, unit),
            coverage(every, unit), mutation(every, unit), netlist(every, unit),
            fpga(unit)]


def hosts_of(table):
    """{part: the unit in whose bench it runs}"""
    return {part.text: unit for unit in table for part in unit.parts}


def table(every):
    """[(unit, cells)] of the units that have a page."""
    read = units.read_units()
    hosts = hosts_of(read)
    return [(u, row(every, u, hosts)) for u in units.tabled(read)]


def words(every):
    """{unit: "lock-step, proof; older RTL: coverage"}, a short list of what was done."""
    found = {}
    for unit, cells in table(every):
        fresh = ", ".join(c.word for c in cells if c.word and c.today)
        older = ", ".join(c.word for c in cells if c.word and not c.today)
        found[unit.name] = "; ".join(filter(None, (fresh, older and f"older RTL: {older}"))) or NONE
    return found
