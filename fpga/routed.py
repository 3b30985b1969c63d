# SPDX-License-Identifier: Apache-2.0
"""The figures of fpga/routed.json: one entry per family, unit and parameter set, each with a digest
of the sources and of the recipe that it belongs to.
"""
import functools
import hashlib
import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "synth"))
import rtl_files  # noqa: E402
import whole  # noqa: E402
from families import FAMILIES  # noqa: E402

STORE = os.path.join(ROOT, "fpga/routed.json")
# Further sources of a figure, besides the unit's sources and the family's commands.
RECIPE = ("fpga/harness.py", "fpga/route.txt")


def words(params):
    return " ".join(f"{k}={v}" for k, v in params.items())


def key(entry):
    return f"{entry['family']}|{entry['unit']}|{words(entry['params'])}"


@functools.cache
def sources(unit, family):
    """Digest of the current sources of a figure of the unit; None if the unit is gone."""
    try:
        text = rtl_files.digest_of((*rtl_files.files_of(unit), *RECIPE))
    except rtl_files.UnknownUnit:
        return None
    made = text + repr(FAMILIES[family]) + FAMILIES[family].cells
    return hashlib.sha256(made.encode()).hexdigest()[:16]


def stands(entry):
    return entry["sources"] == sources(entry["unit"], entry["family"])


def load(path=STORE):
    try:
        with open(path, encoding="utf-8") as src:
            return json.load(src)
    except FileNotFoundError:
        return {}


def save(store, path=STORE):
    whole.write_whole(path, json.dumps(dict(sorted(store.items())), indent=1) + "\n")


def device(entry):
    return f"{entry['device']} {entry['grade']}"


def line(entry):
    """An entry in one line, for a terminal."""
    mhz = [s["mhz"] for s in entry["seeds"]]
    name = " ".join(filter(None, (entry["unit"], words(entry["params"]))))
    return (f"{name} ({device(entry)}, {entry['stage']}): {entry['lut']} LUT, {entry['ff']} FF, "
            f"{entry['bram']} BRAM, {entry['mhz']:.1f} MHz "
            f"({min(mhz):.1f} to {max(mhz):.1f}, {len(mhz)} seeds)")


def short(unit):
    """[(a family's text in the status of a unit, whether it is of the current RTL, whether it was
    routed)]; if there are several parameter sets, the slowest."""
    found = []
    of_unit = [e for e in load().values() if e["unit"] == unit]
    for name, family in FAMILIES.items():
        mine = [e for e in of_unit if e["family"] == name]
        if mine:
            entry = min(mine, key=lambda e: (not stands(e), e["mhz"]))
            done = entry["stage"] == "routed"
            found.append((f"{family.title} {entry['mhz']:.0f} MHz"
                          f"{'' if done else ' after placement'}", stands(entry), done))
    return found
