# SPDX-License-Identifier: Apache-2.0
"""The unit list of units.txt."""
import collections
import os

import rtl_files

Unit = collections.namedtuple("Unit", "name sets refused latency interval status page")


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


def read_units(path=os.path.join(rtl_files.ROOT, "synth/units.txt")):
    units = []
    with open(path, encoding="utf-8") as src:
        for number, line in enumerate(src, 1):
            if not line.strip() or line.startswith("#"):
                continue
            fields = [f.strip() for f in line.split("|")]
            if len(fields) != len(Unit._fields):
                raise BadList(f"{path}:{number}: {len(fields)} fields, want {len(Unit._fields)}")
            sets = [parse_params(s) for s in fields[1].split(";")]
            units.append(Unit(fields[0], sets, parse_params(fields[2]), *fields[3:]))
    return units
