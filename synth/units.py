#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The unit table of rtl/units.txt, for every script, for make and for the lock-step programs.

    units.py make             variables for make: the sets of each use, the files of each module
    units.py registry SET...  the C table of tb/units/cosim/registry.h for these sets, MODULE/PARAMETERS
    units.py models SET...    the same without their RTL
    units.py object SET...    the C table of cmodel/dma/copy/rtl_object.h
    units.py manifest UNIT    the files under rtl/ that a unit needs, in the order to read them
"""
import collections
import dataclasses
import os
import sys

import rtl_files

NONE = "-"
# The clock goal of a module that is not in the table.
MHZ = 1000
USES = ("lint", "measure", "parts", "lockstep", "large", "cosim", "mutate", "cover", "host", "demo",
        "systemc", "engine", "card")
# One value each; all but the name may be left out.
KEYS = {"page": "", "does": "", "hooks": "", "goal": "", "mapper": "", "latency": "–",
        "interval": "–", "split": "",
        "coverage": ""}
TABLE = os.path.join(rtl_files.ROOT, "rtl/units.txt")


class BadList(Exception):
    """units.txt is malformed."""


@dataclasses.dataclass
class Set:
    """One parameter set: as written, as {name: number}, what it is for, and goal and mappers of its
    row in the tables if they differ from those of the unit."""
    text: str
    params: dict
    uses: list
    goal: str = ""
    mapper: str = ""


@dataclasses.dataclass
class Unit:
    name: str
    keys: dict = dataclasses.field(default_factory=lambda: dict(KEYS))
    sets: list = dataclasses.field(default_factory=list)
    parts: list = dataclasses.field(default_factory=list)
    refused: list = dataclasses.field(default_factory=list)

    def of(self, *uses):
        """The sets that have one of these uses."""
        return [s for s in self.sets if set(uses) & set(s.uses)]

    @property
    def page(self):
        return f"docs/reference/units/{self.keys['page']}.md" if self.keys["page"] else ""

    @property
    def covers_own(self):
        """Coverage counts its file and those of its parts, but not those of the units inside."""
        return bool(self.parts or self.keys["coverage"])

    @property
    def mhz(self):
        return int(self.keys["goal"] or MHZ)

    @property
    def mappers(self):
        return self.keys["mapper"].split(",") if self.keys["mapper"] else []

    @property
    def measured(self):
        return [s.params for s in self.of("measure")]

    @property
    def rows(self):
        """Sets with a row in the tables, measured flat or by their parts."""
        return [s.params for s in self.of("measure", "parts")]

    @property
    def routable(self):
        """Sets that may be placed and routed, including those too large to measure on gates."""
        return [s.params for s in self.of("measure", "lint")]

    def aims_of(self, params):
        """Options of area.py for this set's row in the tables; none: the options of the unit."""
        own = next(s for s in self.of("measure", "parts") if s.params == params)
        return (("--mhz", own.goal) if own.goal else ()) \
            + (("--mappers", own.mapper) if own.mapper else ())


def parse_params(text):
    """{name: number} of NAME=NUMBER words, by commas or blanks; none of "-"."""
    params = {}
    for word in ("" if text == NONE else text).replace(",", " ").split():
        name, _, value = word.partition("=")
        if not name.isidentifier() or not value.isdecimal():
            raise BadList(f"bad parameter '{word}' (want NAME=NUMBER)")
        params[name] = int(value)
    return params


def parse_set(value):
    text, colon, words = value.partition(":")
    uses = [w for w in words.split() if "=" not in w]
    own = dict(w.split("=", 1) for w in words.split() if "=" in w)
    if not colon or not uses or set(uses) - set(USES) or set(own) - {"goal", "mapper"}:
        raise BadList(f"a set wants PARAMETERS: USES, of {', '.join(USES)}; not '{value}'")
    if not own.get("goal", "0").isdecimal() or not own.get("mapper", "-"):
        raise BadList(f"a set wants goal=MHZ and mapper=NAMES, not '{value}'")
    return Set(text.strip(), parse_params(text.strip()), uses, **own)


def add_line(units, key, value):
    if key == "unit":
        if value in (u.name for u in units):
            raise BadList(f"a second {value}")
        units.append(Unit(value))
    elif not units:
        raise BadList(f"'{key}' comes before any unit")
    elif key == "set":
        units[-1].sets.append(parse_set(value))
    elif key == "part":
        module, _, params = value.partition(" ")
        units[-1].parts.append(Set(module, parse_params(params), [params.strip()]))
    elif key == "refuse":
        words = value.split()
        module = words[0] if len(words) == 2 else units[-1].name
        units[-1].refused.append((module, parse_params(words[-1] if words else "")))
    elif key not in KEYS:
        raise BadList(f"unknown key '{key}'")
    elif (not value or (key == "goal" and not value.isdecimal())
          or (key == "coverage" and value != "own")):
        raise BadList(f"'{value}' is no {key}")
    else:
        units[-1].keys[key] = value


def read_units(path=TABLE):
    units = []
    with open(path, encoding="utf-8") as src:
        for number, line in enumerate(src, 1):
            key, _, value = line.partition("#")[0].strip().partition(" ")
            try:
                if key:
                    add_line(units, key, value.strip())
            except BadList as err:
                raise BadList(f"{path}:{number}: {err}") from err
    return units


def tabled(units):
    """Those with a row in the tables."""
    return [u for u in units if u.page]


def goal_mhz(name):
    return next((u.mhz for u in read_units() if u.name == name), MHZ)


def mappers_of(name):
    """Names of the mappings to try, none for all."""
    return next((u.mappers for u in read_units() if u.name == name), [])


def folder_of(module):
    return rtl_files.all_modules()[module].split("/")[1]


def dear_first(units):
    """By the size of their sources, so that the longest builds start first."""
    def size(unit):
        return sum(os.path.getsize(os.path.join(rtl_files.ROOT, f))
                   for f in rtl_files.files_of(unit.name))
    return sorted(units, key=size, reverse=True)


def make_variables(units):
    """Lines of a makefile. A set is MODULE/PARAMETERS, of a part as of a unit."""
    units = dear_first(units)
    for use in USES:
        yield f"SETS_{use} := " + " ".join(f"{u.name}/{s.text}" for u in units for s in u.of(use))
    for unit in units:
        if unit.parts:
            yield f"PARTS_{unit.name} := " + " ".join(f"{p.text}/{p.uses[0]}" for p in unit.parts)
        if unit.keys["split"]:
            yield f"SPLIT_{unit.name} := {unit.keys['split']}"
    for module in sorted(rtl_files.all_modules()):
        yield f"FOLDER_{module} := {folder_of(module)}"
        yield f"RTL_{module} := {' '.join(rtl_files.files_of(module))}"


def tag(module, text):
    """A set's name in file and C names."""
    return module if text == NONE else f"{module}__{text}".replace("=", "_").replace(",", "_")


def registry(units, sets, rtl):
    """Lines of the C table. A set need not be in the table, a unit must, or be a part of one."""
    hooks_of = {p.text: "" for u in units for p in u.parts}
    hooks_of |= {u.name: u.keys["hooks"] for u in units}
    rows = collections.OrderedDict()
    for text in sets:
        module, _, params = text.partition("/")
        if module not in hooks_of:
            raise BadList(f"no unit '{module}' in rtl/units.txt")
        rows.setdefault(module, []).append(params)
    hooks = {m: hooks_of[m] for m in rows}
    yield '#include "units/cosim/registry.h"'
    yield from (f"extern const struct lp_unit {module}_unit;" for module in rows)
    for name in sorted(set(hooks.values()) - {""}):
        yield f"extern const struct lp_hooks lp_{name}_hooks;"
    for module, params in rows.items():
        for p in params if rtl else ():
            yield f"extern const struct lp_instance_kind {tag(module, p)}_rtl;"
        yield f"static const struct lp_variant {module}_variants[] = {{"
        yield from (f'    {{"{p}", {f"&{tag(module, p)}_rtl" if rtl else "NULL"}}},' for p in params)
        yield "};"
    yield "const struct lp_cosim_unit lp_cosim_units[] = {"
    for module, params in rows.items():
        hook = f"&lp_{hooks[module]}_hooks" if hooks[module] else "NULL"
        yield f"    {{&{module}_unit, {hook}, {module}_variants, {len(params)}}},"
    yield f"}};\nconst size_t lp_cosim_nunits = {len(rows)};"


def shared_object(sets):
    """Lines of the C table of a shared object with these sets."""
    yield '#include "dma/copy/rtl_object.h"'
    sets = [text.partition("/")[::2] for text in sets]
    yield from (f"extern const struct lp_instance_kind {tag(*s)}_rtl;" for s in sets)
    yield "const struct lpi_rtl_set lpi_rtl_sets[] = {"
    yield from (f'    {{"{s[1]}", &{tag(*s)}_rtl}},' for s in sets)
    yield f"}};\nconst size_t lpi_rtl_nsets = {len(sets)};"


def main(argv):
    try:
        if argv[:1] == ["make"] and len(argv) == 1:
            lines = make_variables(read_units())
        elif argv[:1] in (["registry"], ["models"]) and len(argv) > 1:
            lines = registry(read_units(), argv[1:], argv[0] == "registry")
        elif argv[:1] == ["object"] and len(argv) > 1:
            lines = shared_object(argv[1:])
        elif argv[:1] == ["manifest"] and len(argv) == 2:
            lines = rtl_files.files_of(argv[1])
        else:
            sys.exit("usage: units.py make | registry SET... | models SET... | "
                     "object SET... | manifest UNIT")
        print("\n".join(lines))
    except (BadList, rtl_files.UnknownUnit, OSError) as err:
        print(f"units: {err}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
