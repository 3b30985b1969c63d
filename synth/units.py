# SPDX-License-Identifier: Apache-2.0
"""The unit list of units.txt."""
import collections
import os

import rtl_files

Unit = collections.namedtuple(
    "Unit", "name sets linted refused mhz mappers latency interval status page")

FIELDS = 9
NONE = "-"
# The clock goal of a module that is not in the list.
MHZ = 1000


class BadList(Exception):
    """units.txt does not read as it should."""


def parse_params(text):
    """{name: number} of NAME=NUMBER words."""
    params = {}
    for word in text.split():
        name, _, value = word.partition("=")
        if not name.isidentifier() or not value.isdecimal():
            raise BadList(f"bad parameter '{word}' (want NAME=NUMBER)")
        params[name] = int(value)
    return params


def parse_sets(text):
    """(sets to measure and lint, sets only to lint)."""
    sets, linted = [], []
    for word in (w.strip() for w in text.split(";")):
        if word.startswith("(") and word.endswith(")"):
            linted.append(parse_params(word[1:-1]))
        else:
            sets.append({} if word == NONE else parse_params(word))
    return sets, linted


def read_units(path=os.path.join(rtl_files.ROOT, "synth/units.txt")):
    units = []
    with open(path, encoding="utf-8") as src:
        for number, line in enumerate(src, 1):
            if not line.strip() or line.startswith("#"):
                continue
            fields = [f.strip() for f in line.split("|")]
            if len(fields) != FIELDS:
                raise BadList(f"{path}:{number}: {len(fields)} fields, want {FIELDS}")
            sets, linted = parse_sets(fields[1])
            refused = None if fields[2] == NONE else parse_params(fields[2])
            if not fields[3].isdecimal():
                raise BadList(f"{path}:{number}: '{fields[3]}' is no clock goal in MHz")
            mappers = [] if fields[4] == NONE else fields[4].split(",")
            units.append(Unit(fields[0], sets, linted, refused, int(fields[3]), mappers,
                              *fields[5:]))
    return units


def goal_mhz(name):
    return next((u.mhz for u in read_units() if u.name == name), MHZ)


def mappers_of(name):
    """Names of the mappings to try, none for all."""
    return next((u.mappers for u in read_units() if u.name == name), [])
