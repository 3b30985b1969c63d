#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Makes one netlist that holds all mutants of a unit.

Yosys lists mutations of the unit's word-level netlist, then makes each depend on a comparison of a
select input with its number. A wrapper module with the unit's name calls lp_mutant() (DPI, see
select.c) once for that number; 0 is the unit without a mutation. Clock pins are left alone: a
changed clock is not a bug of the logic, and simulators disagree on it.

Leaves in the folder: base.il, the netlist without mutations; mutants.json, one object per mutant.
"""
import argparse
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(HERE))), "synth"))
import flow  # noqa: E402
import rtl_files  # noqa: E402
import units  # noqa: E402

SELECT_BITS = 16
# Verilator's warnings about mutants and, for a case with one-hot choices, about Yosys's netlist.
LINT_OFF = ("WIDTH", "CMPCONST", "CASEOVERLAP")
# The contents of lp_ram stay a memory: its bits are all alike, and too many.
PREPARE = ["prep -flatten", "memory_map t:$mem_v2 a:src=*lp_ram.sv* %d",
           "setundef -undriven -zero", "opt -fine", "opt_clean -purge", "check -assert"]


def parse(line):
    """{option: value}, src as a list of paths relative to the repository."""
    words = line.split()
    found = {"src": []}
    for option, value in zip(words[1::2], words[2::2]):
        if option == "-src":
            found["src"].append(os.path.relpath(value, rtl_files.ROOT))
        else:
            found[option[1:]] = value
    return found


def command(mutant):
    """The Yosys command that applies a mutation."""
    options = {k: v for k, v in mutant.items() if k not in ("src", "wire", "wirebit", "number")}
    return "mutate " + " ".join(f"-{k} {v}" for k, v in options.items())


def is_of(mutant, files):
    """Whether it has source lines and all of them are in these files."""
    return mutant["src"] and all(any(f in place for f in files) for place in mutant["src"])


def choose(folder, args):
    """`count` mutants, or as many as the netlist has."""
    count, asked, kept = args.count, args.count, []
    own = [f"/{module}.sv:" for module in args.own]
    while True:
        flow.yosys([f"read_rtlil {folder}/base.il",
                    f"mutate -list {asked} -seed {args.seed} -o {folder}/list.txt"], folder, "list")
        with open(f"{folder}/list.txt", encoding="utf-8") as src:
            listed = [parse(line) for line in src if "-mode none" not in line]
        found = [m for m in listed if m["port"].strip("\\") != "CLK"
                 and (not own or is_of(m, own))]
        if len(found) >= count or len(found) <= len(kept):
            kept = found[:count]
            return [dict(m, number=i) for i, m in enumerate(kept, args.first)]
        kept, asked = found, asked + (asked if own else count - len(found) + 1)


def ports(netlist_json, unit):
    with open(netlist_json, encoding="utf-8") as src:
        found = json.load(src)["modules"][unit]["ports"]
    return {name: (p["direction"], len(p["bits"])) for name, p in found.items()}


def wrapper(unit, params, found):
    """A wrapper with the unit's name and ports around the netlist."""
    head = ", ".join(f"parameter int {k} = {v}" for k, v in params.items())
    head = f"#({head}) " if head else ""
    rows = ",\n".join(f"  {way} wire [{bits - 1}:0] {name}" for name, (way, bits) in found.items())
    return (f"module {unit} {head}(\n{rows}\n);\n"
            f"  import \"DPI-C\" function int lp_mutant();\n"
            f"  reg [{SELECT_BITS - 1}:0] select;\n"
            f"  initial select = {SELECT_BITS}'(lp_mutant());\n"
            f"  {unit}_mutants mutants (.*, .lp_select(select));\nendmodule\n")


def netlist(folder, unit, mutants):
    select = f"-ctrl lp_select {SELECT_BITS}"
    flow.yosys([f"read_rtlil {folder}/base.il",
                *(command(m).replace("mutate", f"mutate {select} {m['number']}") for m in mutants),
                f"rename {unit} {unit}_mutants", "splitnets -driver", "opt_clean",
                f"write_verilog -noattr {folder}/netlist.v"], folder, "mutate")
    with open(f"{folder}/netlist.v", encoding="utf-8") as src:
        text = src.read()
    # A mutation may read a neighbouring bit of the same output: that is no loop once the vector is
    # split.
    return re.sub(r"^(  (?:output|wire) \[\d+:\d+\] \S+ ?);", r"\1 /*verilator split_var*/;", text,
                  flags=re.M)


def write(path, text):
    with open(path + ".tmp", "w", encoding="utf-8") as out:
        out.write(text)
    os.replace(path + ".tmp", path)


def read_rtl(unit, params, keep):
    """flow.read_rtl, with only the ports of the modules in `keep`."""
    read, *rest = flow.read_rtl(unit, params)
    files = read.split()[2:]
    kept = [f for f in files if os.path.splitext(os.path.basename(f))[0] in keep]
    return [f"read_verilog -sv {' '.join(f for f in files if f not in kept)}",
            *(f"read_verilog -sv -lib {f}" for f in kept), *rest]


def make(unit, params, args):
    flow.need("yosys")
    folder = args.folder
    os.makedirs(os.path.dirname(args.rtl), exist_ok=True)
    flow.yosys([*read_rtl(unit, params, args.keep), *PREPARE, f"write_rtlil {folder}/base.il",
                f"write_json {folder}/base.json"], folder, "base")
    mutants = choose(folder, args)
    text = netlist(folder, unit, mutants)
    write(f"{folder}/mutants.json", json.dumps(mutants, indent=1) + "\n")
    off = "".join(f"/* verilator lint_off {w} */\n" for w in LINT_OFF)
    write(args.rtl, off + text + wrapper(unit, params, ports(f"{folder}/base.json", unit)))


def main():
    parser = argparse.ArgumentParser(description="netlist with all mutants of a unit")
    parser.add_argument("--unit", required=True)
    parser.add_argument("--params", required=True, help="NAME=NUMBER ...")
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--first", type=int, default=1, help="number of the first")
    parser.add_argument("--own", nargs="*", default=[], metavar="MODULE",
                        help="of lines of these modules' files alone")
    parser.add_argument("--keep", nargs="*", default=[], metavar="MODULE",
                        help="parts that stay as they are, beside the netlist")
    parser.add_argument("--folder", required=True)
    parser.add_argument("--rtl", required=True, help="file to write")
    args = parser.parse_args()
    try:
        if not 0 < args.first + args.count < 1 << SELECT_BITS or args.count <= 0:
            raise flow.FlowError(f"no {args.count} mutants")
        make(args.unit, units.parse_params(args.params), args)
    except (flow.FlowError, rtl_files.UnknownUnit, units.BadList, OSError) as err:
        print(f"mutation: {err}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
