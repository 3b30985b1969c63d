#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Energy of a codec unit per line, by the activity of its mapped netlist under real lines.

    energy.py UNIT --liberty FILE --label NAME --params "NAME=NUMBER ..." --inputs PROGRAM FOLDER

FOLDER has UNIT.v and area.json, as `make area` leaves them; energy.json joins them. The unit takes
lines at full rate: those of tb/data by the sectors that its codec stores them in, and each array;
then it idles, and then it stalls. Its outputs are compared with the cycle model's in every cycle.
A few lines pass once more through Icarus, with a delay in each cell.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../../../synth"), os.path.join(HERE, "../../demo"),
                os.path.join(HERE, "../../tree/records")]
import account  # noqa: E402
import arrays  # noqa: E402
import flow  # noqa: E402
import gates as netlist  # noqa: E402
import icarus  # noqa: E402
import liberty  # noqa: E402
import signed  # noqa: E402
import units  # noqa: E402
import whole  # noqa: E402

KINDS = ("zero line", "1 sector", "2 sectors", "3 sectors", "raw line")
# Lines of a kind, and of the runs that idle and stall, drawn evenly over all arrays.
DRAWN = 256
# Cycles of idling, and of a stall.
STILL = 256
# Lines with delays in the cells.
DELAYED = 48
# The files on which a result depends, apart from the unit's.
SOURCES = (*(f"tb/units/energy/{name}" for name in (
    "energy.py", "account.py", "power.py", "gates.py", "icarus.py", "inputs.c", "netlist.c")),
           "tb/units/xtest/rows.h", "synth/liberty.py")
# Kept of area.json.
MAPPED = ("unit", "gated", "um2", "kge", "flops", "fmax_mhz", "mapper", "rework", "fanout",
          "target_ps")


def encoder_of(unit):
    return unit.replace("_dec", "_enc")


class Inputs:
    """Runs of the program inputs.c."""

    def __init__(self, program, params, folder):
        self.program, self.folder = program, folder
        self.params = ",".join(f"{k}={v}" for k, v in params.items()) or "-"

    def rows(self, unit, lines, mode="lines"):
        path = os.path.join(self.folder, "lines.bin")
        with open(path, "wb") as out:
            out.write(b"".join(lines))
        done = subprocess.run([self.program, unit, self.params, path, mode, str(STILL)],
                              capture_output=True, text=True, check=False)
        if done.returncode:
            raise netlist.GateError(done.stderr.strip().splitlines()[-1])
        return netlist.Rows(done.stdout)

    def sectors(self, unit, lines):
        """In how many sectors the unit's encoder stores each line."""
        rows = self.rows(encoder_of(unit), lines)
        columns = zip(*(rows.values(f"m_{n}") for n in ("valid", "ready", "last", "sectors")))
        found = [s for valid, ready, last, s in columns if valid and ready and last]
        if len(found) != len(lines):
            raise netlist.GateError(f"{encoder_of(unit)}: {len(found)} entries of {len(lines)} "
                                    "lines")
        return found


def toggle(lines):
    """Share of bits that differ from one sector to the next of plain lines."""
    data = b"".join(lines)
    beats = [int.from_bytes(data[at:at + arrays.SECTOR], "little")
             for at in range(0, len(data), arrays.SECTOR)]
    changed = sum((a ^ b).bit_count() for a, b in zip(beats, beats[1:]))
    return changed / (8 * arrays.SECTOR * max(1, len(beats) - 1))


def families():
    """{name: lines} of the sample arrays, those of one array at all points of its run together."""
    found = {}
    for path, entry in arrays.manifest().items():
        array = arrays.Array(path, entry)
        found.setdefault(f"{array.family} {array.type}", []).extend(array.lines())
    return found


def drawn(lines, count=DRAWN):
    """Some of the lines, evenly, in their order."""
    count = min(count, len(lines))
    return [lines[at * len(lines) // count] for at in range(count)]


class Unit:
    """A unit's netlist, simulated and accounted."""

    def __init__(self, args, work):
        self.name = args.unit
        lib = liberty.Library(args.liberty)
        self.inputs = Inputs(args.inputs, units.parse_params(args.params), work)
        self.gates = netlist.Gates(f"{args.folder}/{args.unit}.v", lib)
        self.account = account.Account(self.gates)
        self.path = os.path.abspath(f"{args.folder}/{args.unit}.v")
        self.work, self.simulator = work, None

    def values(self, rows):
        """Of the nets; the outputs are those of the cycle model."""
        self.simulator = self.simulator or netlist.Simulator(self.gates, rows, self.work)
        values = self.simulator.run(rows)
        for fault in netlist.mismatches(self.gates, rows, values):
            raise netlist.GateError(f"{self.name}: {fault}")
        return values

    def run(self, lines, mode="lines"):
        rows = self.inputs.rows(self.name, lines, mode)
        values = self.values(rows)
        found = self.account.energy(values, rows.window, len(rows.rows))
        return {"cycles": found.cycles, "toggles": found.toggles, "clock_pj": found.clock,
                "cells_pj": found.cells, "nets_pj": found.nets}

    def delays(self, lines):
        """Factors by which a delay in each cell raises changes of nets, and energy of nets."""
        rows = self.inputs.rows(self.name, lines)
        values, charge = self.values(rows), self.account.model.charge
        every = (1 << len(rows.rows) - rows.window) - 1
        plain = {net: ((values[net] >> rows.window ^ values[net] >> rows.window - 1)
                       & every).bit_count() for net in self.account.driven}
        delayed = icarus.changes(self.gates, self.path, self.name, rows, self.work, delay=1)
        return {"lines": len(lines),
                "changes": sum(delayed.values()) / sum(plain.values()),
                "nets": sum(charge(n) * c for n, c in delayed.items())
                / sum(charge(n) * c for n, c in plain.items())}

    def of_lines(self, lines, sectors):
        return {"lines": len(lines), "sectors": sum(sectors), "toggle": toggle(lines),
                **self.run(lines)}


def rounded(value):
    if isinstance(value, dict):
        return {k: rounded(v) for k, v in value.items()}
    return float(f"{value:.6g}") if isinstance(value, float) else value


def measure(unit):
    members = families()
    sizes = {name: unit.inputs.sectors(unit.name, lines) for name, lines in members.items()}
    every = [(s, line) for name, lines in members.items() for s, line in zip(sizes[name], lines)]
    kinds = {}
    for sectors, kind in enumerate(KINDS):
        lines = [line for s, line in every if s == sectors]
        if lines:
            lines = drawn(lines)
            kinds[kind] = unit.of_lines(lines, [sectors] * len(lines))
    some = drawn([line for _, line in every])
    return {"kinds": kinds,
            "arrays": {name: unit.of_lines(lines, sizes[name]) for name, lines in members.items()},
            "still": {mode: unit.run(some, mode) for mode in ("idle", "stall")},
            **({} if unit.gates.clock_gates else {"delays": unit.delays(drawn(some, DELAYED))}),
            "leakage_mw": 1000 * unit.account.model.watts}


def summary(result):
    """One line: pJ per line of each kind, without leakage."""
    parts = [f"{kind} {(r['clock_pj'] + r['cells_pj'] + r['nets_pj']) / r['lines']:.1f}"
             for kind, r in result["kinds"].items()]
    still = [f"{mode} {(r['clock_pj'] + r['cells_pj'] + r['nets_pj']) / r['cycles']:.2f}"
             for mode, r in result["still"].items()]
    return (f"{result['unit']} ({result['library']}), pJ per line: {', '.join(parts)}; per cycle: "
            f"{', '.join(still)}; leakage {result['leakage_mw']:.4g} mW")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("unit")
    parser.add_argument("--liberty", required=True)
    parser.add_argument("--label", required=True, help="the library's name in tables")
    parser.add_argument("--params", default="", help="NAME=NUMBER ...")
    parser.add_argument("--inputs", required=True, help="the program of inputs.c")
    parser.add_argument("folder", help="where make area left the netlist")
    args = parser.parse_args()
    try:
        flow.need("iverilog", "vvp", "cc")
        with open(f"{args.folder}/area.json", encoding="utf-8") as src:
            mapped = json.load(src)
        if mapped["unit"] != args.unit:
            raise netlist.GateError(f"{args.folder}: the netlist of {mapped['unit']}")
        with tempfile.TemporaryDirectory(prefix="lp-energy-") as work:
            result = {**{k: mapped[k] for k in MAPPED}, "library": args.label,
                      "params": " ".join(f"{k}={v}" for k, v in mapped["params"].items()) or "-",
                      "sources": signed.digest(SOURCES), **measure(Unit(args, work))}
        whole.write_whole(f"{args.folder}/energy.json", json.dumps(rounded(result), indent=1) + "\n")
        print(summary(result))
    except (netlist.GateError, liberty.LibertyError, arrays.ArrayError, flow.FlowError,
            units.BadList) as err:
        print(f"energy: {err}", file=sys.stderr)
        return 2
    except OSError as err:
        print(f"energy: {err.filename}: {err.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
