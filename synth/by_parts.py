#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Size of a unit that is too large to be mapped flat: OUT/area.json.

Units inside that have a valid row of their own in synth/measured.json, with the same parameters,
count with that row, as often as they are there; the rest is mapped around them, their pins as ports.
See synth/README.md.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import area  # noqa: E402
import flow  # noqa: E402
import heads  # noqa: E402
import liberty  # noqa: E402
import marked  # noqa: E402
import rtl_files  # noqa: E402
import tables  # noqa: E402
import units  # noqa: E402

# kGE of a row from which on its unit is kept: what is smaller gains from its surroundings.
LEAST = 2.0


def defaults(module):
    """{parameter: number} of a module's head."""
    with open(os.path.join(rtl_files.ROOT, rtl_files.all_modules()[module]),
              encoding="utf-8") as src:
        parameters = next(heads.split_head(src.read(), module))
    known, found = {}, {}
    for _, item in parameters:
        kind, _, _, name, value = heads.match(heads.PARAMETER, item).groups()
        known[name] = heads.folded(heads.resolved(value, known))
        if kind == "parameter":
            found[name] = int(known[name])
    return found


def kept_rows(store, label, unit):
    """{module: [(its parameters, its entry)]} of the rows that stand for a unit inside `unit`."""
    found = collections.defaultdict(list)
    for key, entry in store.items():
        of, name, text = key.split("|")
        if of == label and name != unit and entry["kge"] >= LEAST \
                and tables.valid(entry, label, name, text):
            found[name].append(({**defaults(name), **entry["params"]},
                                {**entry, "name": f"{name} {text}".strip()}))
    return found


class Design:
    """The hierarchy of a unit with its parameters, from Yosys."""

    def __init__(self, unit, params, rows, work):
        flow.yosys([*flow.read_rtl(unit, params), f"write_json {work}/hierarchy.json"], work,
                   "hierarchy")
        self.modules = flow.load_json(f"{work}/hierarchy.json")["modules"]
        self.rows, self.entries = rows, {}
        self.kept, self.arrays = collections.Counter(), collections.Counter()
        self.walk(unit, True)

    def identity(self, module):
        """(name in the RTL, {parameter: number})."""
        of = self.modules[module]
        values = of.get("parameter_default_values", {})
        return (of["attributes"].get("hdlname", module).lstrip("\\"),
                {k: int(v, 2) for k, v in values.items() if set(v) <= {"0", "1"}})

    def row_of(self, name, values):
        for params, entry in self.rows.get(name, ()):
            if all(values.get(k) == v for k, v in params.items()):
                return entry
        return None

    def walk(self, module, counts):
        """Counts what is kept in and below a module, and the arrays, those of what is kept too."""
        for cell in self.modules[module]["cells"].values():
            kind = cell["type"]
            if kind not in self.modules:
                continue
            name, values = self.identity(kind)
            if name == flow.ARRAY:
                self.arrays[values["DEPTH"], values["WIDTH"]] += 1
                continue
            entry = self.row_of(name, values) if counts else None
            if entry:
                self.kept[kind] += 1
                self.entries[kind] = entry
            self.walk(kind, counts and not entry)


class Rest(flow.Flow):
    """The logic around the kept modules, whose pins are its ports."""

    def __init__(self, unit, params, lib, design, work):
        self.design = design
        super().__init__(unit, params, lib, False, work)

    def synthesise(self, params, root):
        kept = [re.sub(r"\W", "?", kind) for kind in self.design.kept]
        kept += [f"*{flow.ARRAY}*"]
        self.yosys([*flow.read_rtl(self.unit, params, root), *(f"blackbox {k}" for k in kept),
                    f"synth -flatten -nordff -top {self.unit}",
                    *(f"expose -evert t:{k}" for k in kept),
                    self.library(), f"dfflibmap -liberty {self.lib.path}", "opt -purge",
                    "setundef -zero", f"write_json {self.work}/gates.json"], "synth")
        design = flow.Netlist(f"{self.work}/gates.json", self.unit)
        design.name_flops(self.lib)
        # OpenSTA reads no brackets in the name of a port, and a cell in a loop has some.
        ports = design.module["ports"]
        design.module["ports"] = {re.sub(r"[^\w.]", "_", name): p for name, p in ports.items()}
        if len(design.module["ports"]) != len(ports):
            raise flow.FlowError(f"{self.unit}: two pins of kept units have the same name")
        design.write(f"{self.work}/gates.json")


def measure_rest(args, params, lib, design, work):
    mhz = args.mhz or units.goal_mhz(args.unit)
    goal_ns = 1000.0 / mhz
    rest = Rest(args.unit, params, lib, design, work)
    mappers = flow.mappers_for(args.unit, args.mappers)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        return area.choose(area.explore(rest, mappers, goal_ns, pool), goal_ns)


def total(design, rest):
    """Sums of the rows and the rest; the clock is the slowest part's."""
    parts = [(design.entries[kind], count) for kind, count in design.kept.items()]
    speeds = [entry["fmax_mhz"] for entry, _ in parts]
    if rest["delays_ns"]["reg_to_reg"]:
        speeds.append(round(1000.0 / area.period(rest), 1))
    return {"um2": round(rest["um2"] + sum(e["um2"] * n for e, n in parts), 3),
            "kge": round(rest["kge"] + sum(e["kge"] * n for e, n in parts), 3),
            "flops": rest["flops"] + sum(e["flops"] * n for e, n in parts),
            "fmax_mhz": min(speeds),
            "rest_kge": rest["kge"],
            "inside": sorted([e["name"], n, e["kge"]] for e, n in parts)}


def run(args, work):
    flow.need("yosys", "berkeley-abc", "sta")
    lib = liberty.Library(args.liberty)
    params = units.parse_params(args.params)
    design = Design(args.unit, params, kept_rows(tables.load(), args.label, args.unit), work)
    if not design.kept:
        raise flow.FlowError(f"{args.unit}: no unit inside has a row of '{args.label}'")
    rest = measure_rest(args, params, lib, design, work)
    result = {"unit": args.unit, "library": lib.name, "params": params,
              **total(design, rest),
              "arrays": [{"words": words, "width": width, "count": count}
                         for (words, width), count in sorted(design.arrays.items())]}
    os.makedirs(args.out, exist_ok=True)
    area.write_whole(f"{args.out}/area.json", json.dumps(result, indent=1) + "\n")
    return result


def summary(r):
    inside = ", ".join(f"{n} x {name}" for name, n, _ in r["inside"])
    return (f"{r['unit']} {tables.words(r['params'])} ({r['library']}): {r['kge']:.2f} kGE, "
            f"{r['fmax_mhz']:.0f} MHz at the slowest part, {r['flops']} flops; {inside}, "
            f"and {r['rest_kge']:.2f} kGE around them")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("unit")
    parser.add_argument("--liberty", required=True)
    parser.add_argument("--label", required=True, help="of the library, in synth/measured.json")
    parser.add_argument("--params", default="", help="NAME=NUMBER ...")
    parser.add_argument("--mhz", type=float, help="clock goal of the rest; default: units.txt")
    parser.add_argument("--out", required=True)
    parser.add_argument("--mappers", default="",
                        help="only these, by comma, or all; default: units.txt")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    work = tempfile.mkdtemp(prefix="lp-parts-")
    try:
        print(summary(run(args, work)))
    except (flow.FlowError, liberty.LibertyError, rtl_files.UnknownUnit, heads.HeadError,
            marked.MarkerError, units.BadList) as err:
        print(f"by_parts: {err}", file=sys.stderr)
        return 2
    except OSError as err:
        print(f"by_parts: {err.filename}: {err.strerror}", file=sys.stderr)
        return 2
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
