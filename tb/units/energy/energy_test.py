#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Energy of netlists: a small one summed by hand, clock gates, changes as Icarus counts them,
energies of OpenSTA, a wrong gate, a stall."""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "../../..")
sys.path[:0] = [HERE, os.path.join(ROOT, "tb"), os.path.join(ROOT, "synth")]
sys.dont_write_bytecode = True
import account  # noqa: E402
import energy  # noqa: E402
import equiv  # noqa: E402
import flow  # noqa: E402
import gates as netlist  # noqa: E402
import icarus  # noqa: E402
import liberty  # noqa: E402
import sta  # noqa: E402
import tap  # noqa: E402
from netlist import Netlist  # noqa: E402

LIBERTY = os.environ.get("LIBERTY", "/usr/share/qflow/tech/osu018/osu018_stdcells.lib")
INPUTS = os.path.join(os.environ.get("BUILD", "build"), "energy/inputs")
UNIT, PARAMS = "lp_zvc_dec", "ELEM=32"
LINES = 24

# ---- a library and netlists that can be summed by hand: 2 V, 1 fF, so that an edge takes 2 fJ a fF


def arc(words, rise, fall, related=""):
    related = f'related_pin : "{related}"; ' if related else ""
    return (f'internal_power() {{ {related}{words} rise_power(scalar) {{ values ("{rise}"); }} '
            f'fall_power(scalar) {{ values ("{fall}"); }} }}')


def pin(name, way, inside):
    return f"pin({name}) {{ direction : {way}; {inside} }}"


def cell(name, area, *inside):
    return f"cell({name}) {{ area : {area}; cell_leakage_power : {area}; {' '.join(inside)} }}"


def small_library():
    over_load = ('internal_power() { related_pin : "A"; rise_power(of_load) { '
                 'index_1 ("1, 11"); values ("2, 12"); } '
                 'fall_power(scalar) { values ("3"); } }')
    return "\n".join([
        'library(small) { time_unit : "1ns"; leakage_power_unit : "1nW"; nom_voltage : 2.0; '
        "capacitive_load_unit (1, ff);",
        "power_lut_template(of_load) { variable_1 : total_output_net_capacitance; "
        'index_1 ("1, 2"); }',
        cell("INV", 1, pin("A", "input", "capacitance : 1;"),
             pin("Y", "output", 'function : "!A"; ' + over_load)),
        cell("BUF", 2, pin("A", "input", "capacitance : 1;"), pin("Y", "output",
                                                                 'function : "A";')),
        cell("NAND", 3, pin("A", "input", "capacitance : 2;"),
             pin("B", "input", "capacitance : 3;"),
             pin("Y", "output", 'function : "(A B)\'"; ' + arc("", 5, 7, "A")
                 + arc("", 11, 13, "B"))),
        cell("DFF", 4, 'ff(S, T) { next_state : "D"; clocked_on : "CK"; }',
             pin("D", "input", "capacitance : 1; " + arc('when : "CK";', 2, 1)
                 + arc('when : "!CK";', 100, 100)),
             pin("CK", "input", "capacitance : 4; " + arc('when : "!D";', 6, 10)
                 + arc('when : "D";', 8, 10)),
             pin("Q", "output", 'function : "S"; ' + arc("", 20, 30, "CK")),
             pin("QN", "output", 'function : "T"; ' + arc("", 300, 200, "CK"))),
        cell("CG", 5, "clock_gating_integrated_cell : latch_posedge; statetable(\"CK E\", \"L\") "
             "{ table : \"L L : - : L\"; }",
             pin("CK", "input", "clock_gate_clock_pin : true; capacitance : 6; "
                 + arc('when : "!E & !GCK";', 1, 1000) + arc('when : "E & !GCK";', 40, 50)
                 + arc('when : "!E & GCK";', 1000, 7) + arc('when : "E & GCK";', 1000, 2000)),
             pin("E", "input", "clock_gate_enable_pin : true; capacitance : 1;"),
             pin("GCK", "output", "clock_gate_out_pin : true; " + arc("", 3, 5, "CK"))),
        "}"])


PLAIN = """module top (clk_i, rst_ni, a_i, y_o);
  input clk_i;
  input rst_ni;
  input a_i;
  output y_o;
  wire n1;
  DFF u_f (.D(a_i), .CK(clk_i), .Q(n1), .QN(n4));
  INV u_i (.A(n1), .Y(n2));
  NAND u_n (.A(n2), .B(rst_ni), .Y(n3));
  assign y_o = n3;
endmodule
"""
GATED = """module top (clk_i, rst_ni, a_i, e_i, y_o);
  input clk_i;
  input rst_ni;
  input a_i;
  input e_i;
  output y_o;
  CG u_g (.CK(clk_i), .E(e_i), .GCK(n9));
  DFF u_f (.D(a_i), .CK(n9), .Q(n1));
  assign y_o = n1;
endmodule
"""


def small(work, text, rows):
    """(values of nets by name, energy) of a small netlist."""
    for name, content in (("small.lib", small_library()), ("top.v", text)):
        with open(f"{work}/{name}", "w", encoding="utf-8") as out:
            out.write(content)
    found = netlist.Gates(f"{work}/top.v", liberty.Library(f"{work}/small.lib"))
    rows = netlist.Rows(rows)
    values = netlist.Simulator(found, rows, work).run(rows)
    return ({name: values[net] for name, net in found.names.items()},
            account.Account(found).energy(values, 1, len(rows.rows)))


def differs(name, found, due):
    return [] if abs(found - due) <= 1e-12 * abs(due) else [f"{name}: {found!r}, by hand {due!r}"]


def test_by_hand(work):
    """a: 0 0 1 1 0 1 with reset in the first cycle; the flop follows a cycle later."""
    rows = "in a 1\nout y 1\n" + "\n".join(f"{4 * r + 2 * a:x}" for r, a in (
        (1, 0), (0, 0), (0, 1), (0, 1), (0, 0), (0, 1)))
    values, found = small(work, PLAIN, rows)
    due = {"n1": 0b011000, "n4": 0b100111, "n3": 0b011001}
    wrong = [f"{n}: {values[n]:b}" for n, value in due.items() if values[n] != value]
    # The flop's outputs and the inverter's change twice, the NAND falls by B, rises and falls by A;
    # nothing reads the flop's second output.
    nets = 2 * 1 * 2 + 2 * 2 * 2 + 3 * 4 * 2
    cells = (1 + 2) + 3 + 5 + 7 + 13 + 2 * 2 + 1 + 20 + 30 + 300 + 200
    clock = 3 * 6 + 2 * 8 + 5 * 10 + 5 * 2 * 4 * 2
    wrong += differs("nets", found.nets, nets / 1000) + differs("cells", found.cells, cells / 1000)
    wrong += differs("clock", found.clock, clock / 1000)
    wrong += differs("leakage", found.leakage_w, (4 + 1 + 3) * 1e-9)
    wrong += [] if (found.cycles, found.toggles) == (5, 9) else [f"{found}"]
    tap.result(wrong, "a flop, an inverter and a NAND take what a sum by hand gives")


def test_clock_gate(work):
    """e: 1 in the second and the fourth cycle, where the flop takes a: 1, then 0."""
    rows = "in a 1\nin e 1\nout y 1\n" + "\n".join(f"{8 * r + 4 * a + 2 * e:x}" for r, a, e in (
        (1, 0, 0), (0, 1, 1), (0, 0, 0), (0, 0, 1), (0, 1, 0)))
    values, found = small(work, GATED, rows)
    wrong = [] if values["n1"] == 0b01100 else [f"n1 is {values['n1']:b}"]
    # Of the four edges two pass; the flop's clock rises with D 1, then 0. D's first change finds it
    # low.
    clock = (2 * 1 + 2 * 40) + (2 * 50 + 2 * 7) + 2 * (3 + 5) + 8 + 6 + 2 * 10 \
        + 4 * 2 * 6 * 2 + 2 * 2 * 4 * 2
    wrong += differs("clock", found.clock, clock / 1000)
    wrong += differs("cells", found.cells, (100 + 1 + 2 + 20 + 30) / 1000)
    tap.result(wrong, "a gated clock takes energy only at its own edges")


# ---- bad input ----

def refused(unit, folder):
    """The one line of a run that ends with status 2, else what is wrong."""
    done = subprocess.run([sys.executable, "-B", f"{HERE}/energy.py", unit, "--liberty",
                           f"{folder}/small.lib", "--label", "small", "--inputs", INPUTS, folder],
                          capture_output=True, text=True, check=False)
    if done.returncode != 2 or done.stderr.count("\n") != 1:
        return f"status {done.returncode}: {done.stderr}"
    return done.stderr


def test_bad_input(work):
    """A folder without a netlist, that of another unit, cells of another library, no clock, a unit
    that takes no lines."""
    os.makedirs(f"{work}/bad")
    wrong = []
    for unit, mapped_unit, text, words in (
            ("top", None, PLAIN, "area.json: No such file"),
            ("other", "top", PLAIN, "the netlist of top"),
            ("top", "top", PLAIN.replace("DFF u_f", "DFF2 u_f"), "no cell 'DFF2'"),
            ("top", "top", PLAIN.replace("clk_i", "clk"), "no mapped netlist with a clock clk_i"),
            ("top", "top", PLAIN, "of a unit that takes lines")):
        for name, content in (("small.lib", small_library()), ("top.v", text)):
            with open(f"{work}/bad/{name}", "w", encoding="utf-8") as out:
                out.write(content)
        if mapped_unit:
            with open(f"{work}/bad/area.json", "w", encoding="utf-8") as out:
                json.dump({"unit": mapped_unit, "params": {},
                           **{k: 1 for k in energy.MAPPED if k != "unit"}}, out)
        line = refused(unit, f"{work}/bad")
        wrong += [] if words in line else [f"{words}: {line}"]
    wrong += ["something was written"] if os.path.exists(f"{work}/bad/energy.json") else []
    tap.result(wrong, "bad input gives one line, status 2 and no result")


def test_bad_rows(work):
    done = subprocess.run([f"{work}/netlist"], input=b"4\n2\nxy\n", capture_output=True,
                          check=False)
    tap.result([] if done.returncode == 1 and b"row 2" in done.stderr else [str(done)],
               "the netlist's program refuses a row that is none")


# ---- a unit of the tree ----

def mapped(work):
    """The unit's netlist, by one mapper; wrong.v has a NOR for one of its NANDs."""
    lib = liberty.Library(LIBERTY)
    made = flow.Flow(UNIT, {"ELEM": 32}, lib, False, work)
    made.map("small")
    made.size("small", "plain", flow.FANOUTS[0], 1, "sized")
    shutil.copyfile(f"{work}/sized.v", f"{work}/{UNIT}.v")
    design = Netlist(f"{work}/sized.json", UNIT)
    equiv.exchange_gate(design, lib)
    os.makedirs(f"{work}/wrong")
    design.write_verilog(f"{work}/wrong/{UNIT}.v")


def unit_in(folder, work):
    return energy.Unit(argparse.Namespace(unit=UNIT, liberty=LIBERTY, params=PARAMS,
                                          inputs=INPUTS, folder=folder), work)


def some_lines():
    return energy.drawn([line for lines in energy.families().values() for line in lines], LINES)


def test_second_count(work, unit):
    rows = unit.inputs.rows(UNIT, some_lines())
    unit.simulator = netlist.Simulator(unit.gates, rows, work)
    values = unit.simulator.run(rows)
    every = (1 << len(rows.rows) - 1) - 1
    counts = icarus.changes(unit.gates, f"{work}/{UNIT}.v", UNIT, rows, work)
    wrong = [f"net {net}: {ours} changes, of Icarus {count}" for net, count in counts.items()
             if (ours := ((values[net] >> 1 ^ values[net]) & every).bit_count()) != count]
    wrong += [] if set(counts) == set(unit.account.driven) else ["nets that Icarus does not have"]
    tap.result(wrong, f"{len(counts)} nets change as often as Icarus says")
    counts = icarus.changes(unit.gates, f"{work}/{UNIT}.v", UNIT, rows, work, delay=1)
    ours = sum(((values[n] >> 1 ^ values[n]) & every).bit_count() for n in counts)
    tap.result([] if sum(counts.values()) > ours else ["no more changes"],
               "delays add changes")


def test_wrong_gate(work):
    unit = unit_in(f"{work}/wrong", f"{work}/wrong")
    try:
        unit.run(some_lines())
        wrong = ["nothing noticed"]
    except netlist.GateError as error:
        wrong = [] if "is not that of the model" in str(error) else [str(error)]
    tap.result(wrong, "a NOR in place of a NAND is found")


def test_stall(unit):
    found = {mode: unit.run(some_lines(), mode) for mode in ("lines", "idle", "stall")}
    taken = {mode: sum(r[k] for k in ("clock_pj", "cells_pj", "nets_pj")) / r["cycles"]
             for mode, r in found.items()}
    tap.result([] if taken["stall"] < taken["lines"] and taken["idle"] < taken["lines"] else
               [f"{taken}"], "a stalled cycle and an idle one take less than one with lines")


CHAIN = """module chain (clk_i, rst_ni, a_i, y_o);
  input clk_i;
  input rst_ni;
  input a_i;
  output y_o;
  DFFPOSX1 u_f (.D(a_i), .CLK(clk_i), .Q(n1));
  INVX1 u_1 (.A(n1), .Y(n2));
  BUFX2 u_2 (.A(n2), .Y(n3));
  INVX4 u_3 (.A(n3), .Y(n4));
  INVX1 u_4 (.A(n4), .Y(n5));
  DFFPOSX1 u_l (.D(n5), .CLK(clk_i), .Q(n6));
  assign y_o = n6;
endmodule
"""


def test_opensta(work):
    with open(f"{work}/chain.v", "w", encoding="utf-8") as out:
        out.write(CHAIN)
    found = netlist.Gates(f"{work}/chain.v", liberty.Library(LIBERTY))
    rows = netlist.Rows("in a 1\nout y 1\n4\n" + "0\n2\n2\n2\n0\n0\n2\n0\n" * 16)
    values = netlist.Simulator(found, rows, work).run(rows)
    window, ours = (1, len(rows.rows)), account.Account(found)
    theirs = sta.report(found, f"{work}/chain.v", values, window, work)
    seen = account.Window(found, values, *window)
    wrong = [f"{len(theirs)} cells reported"] if len(theirs) != 6 else []
    for part in ours.cells:
        name, net = part.cell.name, part.cell.pins.get("Y") or part.cell.pins["Q"]
        inside, switched, leak = theirs[name]
        pairs = [(ours.model.charge(net) * seen.changes(net).bit_count(), switched),
                 (ours.model.kinds[part.cell.kind].leakage * 1e-9, leak)]
        pairs += [(sum(part.energy(seen)), inside)] if part.cell.kind != "DFFPOSX1" else []
        wrong += [f"{name}: {a}, of OpenSTA {b}" for a, b in pairs if abs(a - b) > 0.03 * b]
    tap.result(wrong, "logic, nets and leakage of a chain are within 3 % of OpenSTA")


def main():
    with tempfile.TemporaryDirectory() as work:
        test_by_hand(work)
        test_clock_gate(work)
        test_bad_rows(work)
    if not all(map(shutil.which, ("yosys", "berkeley-abc", "iverilog", "sta"))) \
            or not os.path.exists(LIBERTY):
        tap.skip("a mapped unit", "yosys, abc, Icarus, OpenSTA or the library is missing")
        return tap.end()
    with tempfile.TemporaryDirectory() as work:
        test_bad_input(work)
        mapped(work)
        unit = unit_in(work, work)
        test_second_count(work, unit)
        test_stall(unit)
        test_wrong_gate(work)
        test_opensta(work)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
