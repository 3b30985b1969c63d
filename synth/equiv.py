#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Proves that mapping, folding and sizing kept a unit's logic: every output and next state of the
sized netlist equals that of the unmapped one (abc's combinational check, flops matched by name).
Each mapper that the unit is measured with is checked. With --out the folder gets equiv.json.
A flop may be missing in the netlist if nothing needs it: the rest is equal for either state of it.

With --break one gate of each netlist is then exchanged, then one flop removed that is needed, and
the check must fail.
"""
import argparse
import datetime
import json
import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import flow  # noqa: E402
import liberty  # noqa: E402
import rtl_files  # noqa: E402
import units  # noqa: E402
import whole  # noqa: E402
from netlist import Netlist  # noqa: E402


def exchange_gate(design, lib):
    """Turns one NAND into a NOR of the same pins, or fails."""
    nand, nor = lib.nand2(), lib.smallest((1, 0, 0, 0), "two-input NOR")
    names = [p.name for p in nand.ins + nand.outs]
    if names != [p.name for p in nor.ins + nor.outs]:
        raise flow.FlowError("library's NAND and NOR have different pins")
    for cell in design.cells.values():
        if cell["type"] == nand.name:
            cell["type"] = nor.name
            return
    raise flow.FlowError("the netlist has no NAND to exchange")


def remove_flop(design, lib):
    """Puts 0 in place of a flop; whether there is one."""
    sinks = design.sinks()
    for flop, _, _, true, other in lib.flops():
        for name, cell in design.cells.items():
            nets = cell["connections"]
            if cell["type"] == flop.name and (nets.get(true) or nets.get(other)):
                for pin, value in ((true, "0"), (other, "1")):
                    if nets.get(pin):
                        design.rename(nets[pin][0], value, sinks)
                del design.cells[name]
                return True
    return False


def leave_out(gold, gate):
    """Mapping removes a flop that only keeps its own state. `gate` gets the state as an unused
    input, and `gold` loses the next state."""
    there = gate.module["ports"]
    for port in [p for p in gold.module["ports"] if p.startswith("state:") and p not in there]:
        del gold.module["ports"][port.replace("state:", "next:", 1)]
        gate.port(port, "input", gate.new_net())


def netlists(unit, params, lib, gated, mapper, work):
    """Writes the logic before mapping and the sized netlist of one mapper."""
    unit_flow = flow.Flow(unit, params, lib, gated, work)
    unit_flow.map(mapper)
    unit_flow.size(mapper, "resyn", flow.FANOUTS[0], 1, "sized")


def equivalent(unit, lib, change, work):
    """Whether these are equal. `change` alters the netlist before; None if it finds nothing to
    alter."""
    gold, gate = (Netlist(f"{work}/{name}.json", unit) for name in ("gates", "sized"))
    if change and change(gate, lib) is False:
        return None
    for design in (gold, gate):
        design.cut_flops(lib)
    leave_out(gold, gate)
    for side, design in (("gold", gold), ("gate", gate)):
        design.write(f"{work}/{side}.json")
    flow.yosys([f"read_liberty -ignore_miss_func {lib.path}",
                *(x for s in ("gold", "gate") for x in
                  (f"read_json {work}/{s}.json", f"rename {unit} {s}")),
                "miter -equiv gold gate miter", "hierarchy -check -top miter",
                "chtype -set $eq t:$eqx", "flatten", "opt -full",
                "aigmap", f"write_aiger {work}/miter.aig"], work, "miter")
    return verdict(work)


def verdict(work):
    """Whether the miter there is never 1."""
    log = flow.call(["berkeley-abc", "-c", f"&r {work}/miter.aig; &cec -m"], f"{work}/prove.log")
    if "Networks are equivalent" in log:
        return True
    if "Networks are NOT EQUIVALENT" in log:
        return False
    raise flow.FlowError("berkeley-abc gave no verdict")


def record(unit, params, library, gated, mappers):
    """The content of equiv.json; mappers: {name: whether its netlist is equivalent}."""
    return {"unit": unit, "params": params, "library": library, "gated": gated,
            "date": datetime.date.today().isoformat(), "digests": {unit: rtl_files.digest(unit)},
            "mappers": mappers}


def write(folder, content):
    os.makedirs(folder, exist_ok=True)
    whole.write_whole(f"{folder}/equiv.json", json.dumps(content, indent=1) + "\n")


def check(args, work):
    """Prints and returns, for each mapper, whether its netlist is equivalent; writes equiv.json."""
    lib = liberty.Library(args.liberty)
    params = units.parse_params(args.params)
    result = record(args.unit, params, lib.name, args.gated, {})
    for mapper in flow.mappers_for(args.unit, args.mappers):
        netlists(args.unit, params, lib, args.gated, mapper, work)
        same = equivalent(args.unit, lib, None, work)
        print(f"{args.unit} ({lib.name}, mapper {mapper}): "
              + ("equivalent" if same else "NOT equivalent"), flush=True)
        for change, bug in ((exchange_gate, "an exchanged gate"), (remove_flop, "a removed flop")):
            if same and args.broken and equivalent(args.unit, lib, change, work):
                print(f"{bug} was not found", flush=True)
                same = False
        result["mappers"][mapper] = same
    if args.out:
        write(args.out, result)
    return result["mappers"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("unit")
    parser.add_argument("--liberty", required=True)
    parser.add_argument("--params", default="")
    parser.add_argument("--gated", action="store_true")
    parser.add_argument("--mappers", default="",
                        help="only these, by comma, or all; default: rtl/units.txt")
    parser.add_argument("--out", help="folder for equiv.json")
    parser.add_argument("--break", dest="broken", action="store_true")
    args = parser.parse_args()
    work = tempfile.mkdtemp(prefix="lp-equiv-")
    try:
        flow.need("yosys", "berkeley-abc")
        return 0 if all(check(args, work).values()) else 1
    except (flow.FlowError, liberty.LibertyError, rtl_files.UnknownUnit,
            units.BadList) as err:
        print(f"equiv: {err}", file=sys.stderr)
    except OSError as err:
        print(f"equiv: {err.filename}: {err.strerror}", file=sys.stderr)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return 2


if __name__ == "__main__":
    sys.exit(main())
