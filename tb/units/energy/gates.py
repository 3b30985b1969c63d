# SPDX-License-Identifier: Apache-2.0
"""A mapped netlist: its cells and nets, and the value of every net in every cycle.

The netlist is the structural Verilog that synth/netlist.py writes: cells of a liberty library, one
clock clk_i, flops on its rising edge, clock gates on it. It becomes C for netlist.c, and a cycle of
a large unit takes microseconds.
"""
import graphlib
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../../synth"))
import liberty  # noqa: E402

CLOCK, RESET = "clk_i", "rst_ni"
# Nets of the constants.
ZERO, ONE = 0, 1
CONSTANTS = {"1'b0": ZERO, "1'b1": ONE}
# Statements of a C function; compilers take more than linear time for long ones.
CHUNK = 400

PORT = re.compile(r"^\s*(input|output) (?:\[(\d+):0\] )?(\w+);")
ASSIGN = re.compile(r"^\s*assign (\S+) = (\S+);")
CELL = re.compile(r"^\s*(\w+) (\w+) \((\..*)\);")
PIN = re.compile(r"\.(\w+)\(([^)]*)\)")


class GateError(Exception):
    """A one-line error message."""


class Text:
    """A liberty function as an expression of another language; `no` is its negation of {}."""

    def __init__(self, text, no):
        self.text, self.no = text, no

    def join(self, other, sign):
        return Text(f"({self.text}{sign}{other.text})", self.no)

    def __and__(self, other):
        return self.join(other, "&")

    def __or__(self, other):
        return self.join(other, "|")

    def __xor__(self, other):
        """1 is liberty.Function's way to negate."""
        return Text(self.no.format(self.text), self.no) if other == 1 else self.join(other, "^")

    __rxor__ = __xor__


def expression(text, names, no="(1^{})"):
    """A liberty function with {pin: word} put in for its pins."""
    return liberty.Function(text).value({p: Text(w, no) for p, w in names.items()}).text


class Cell:
    def __init__(self, kind, name, pins):
        self.kind, self.name, self.pins = kind, name, pins  # pins: {name: net}


class Gates:
    """The cells of a netlist, their nets as numbers, ports as {name: nets from bit 0 on}."""

    def __init__(self, path, lib):
        self.lib, self.names, self.cells = lib, {**CONSTANTS}, []
        self.inputs, self.outputs = {}, {}
        self.read(path)
        self.sort()

    def net(self, name):
        return self.names.setdefault(name, len(self.names))

    def read(self, path):
        alias = {}
        with open(path, encoding="utf-8") as src:
            lines = src.read().splitlines()
        for line in lines:
            port, assign, cell = PORT.match(line), ASSIGN.match(line), CELL.match(line)
            if port:
                side = self.inputs if port[1] == "input" else self.outputs
                side[port[3]] = [port[3]] if port[2] is None else [
                    f"{port[3]}[{i}]" for i in range(int(port[2]) + 1)]
            elif assign:
                alias[assign[1]] = assign[2]
            elif cell and cell[1] != "module":
                if cell[1] not in self.lib.cells:
                    raise GateError(f"{path}: no cell '{cell[1]}' in library {self.lib.name}")
                self.cells.append(Cell(cell[1], cell[2], {p: self.net(n) for p, n in
                                                          PIN.findall(cell[3])}))
        self.inputs = {p: [self.net(n) for n in bits] for p, bits in self.inputs.items()}
        self.outputs = {p: [self.net(alias.get(n, n)) for n in bits]
                        for p, bits in self.outputs.items()}
        if not self.cells or CLOCK not in self.inputs:
            raise GateError(f"{path}: no mapped netlist with a clock {CLOCK}")

    def kind(self, cell):
        return self.lib.cells[cell.kind]

    def sort(self):
        """The cells by what they are; logic so that each cell follows those that drive it."""
        flops = {f[0].name: f[1:] for f in self.lib.flops()}
        gate = self.lib.clock_gate()
        self.flops = [(c, *flops[c.kind]) for c in self.cells if c.kind in flops]
        self.clock_gates = [c for c in self.cells if gate and c.kind == gate[0].name]
        logic = [c for c in self.cells if not self.kind(c).sequential]
        if len(self.flops) + len(self.clock_gates) + len(logic) != len(self.cells):
            raise GateError("the netlist has other state than plain flops and clock gates")
        drivers = {}
        for cell in logic:
            for pin in self.kind(cell).outs:
                if pin.name in cell.pins:
                    drivers[cell.pins[pin.name]] = cell
        before = {c: [drivers[c.pins[p.name]] for p in self.kind(c).ins
                      if c.pins.get(p.name) in drivers] for c in logic}
        self.logic = list(graphlib.TopologicalSorter(before).static_order())

    def enables(self):
        """{net of a clock: net that says whether it has an edge}, gated ones by their enable."""
        found = {self.inputs[CLOCK][0]: ONE}
        gate = self.lib.clock_gate()
        for cell in self.clock_gates:
            _, clock, enable, out = gate
            if cell.pins[clock] != self.inputs[CLOCK][0]:
                raise GateError(f"{cell.name}: a clock gate after another")
            found[cell.pins[out]] = cell.pins[enable]
        return found

    def sinks(self):
        """{net: [(cell, pin)]} of what each net drives."""
        found = {}
        for cell in self.cells:
            for pin in self.kind(cell).ins:
                if pin.name in cell.pins:
                    found.setdefault(cell.pins[pin.name], []).append((cell, pin))
        return found


# ---- as C ----

def settle_lines(gates):
    for cell in gates.logic:
        words = {p.name: f"v[{cell.pins[p.name]}]" for p in gates.kind(cell).ins}
        for pin in gates.kind(cell).outs:
            if pin.name in cell.pins:
                yield f"v[{cell.pins[pin.name]}] = {expression(pin.attr['function'], words)};"


def edge_lines(gates):
    """All flops read before one of them changes."""
    clocks = gates.enables()
    for number, (cell, clock, data, _, _) in enumerate(gates.flops):
        enable = clocks[cell.pins[clock]]
        old = flop_state(cell, *gates.flops[number][3:])
        yield f"next[{number}] = v[{cell.pins[data]}];" if enable == ONE else \
            f"next[{number}] = v[{enable}] ? v[{cell.pins[data]}] : {old};"
    for number, (cell, _, _, true, other) in enumerate(gates.flops):
        if true in cell.pins:
            yield f"v[{cell.pins[true]}] = next[{number}];"
        if other in cell.pins:
            yield f"v[{cell.pins[other]}] = 1 ^ next[{number}];"


def flop_state(cell, true, other):
    return f"v[{cell.pins[true]}]" if true in cell.pins else f"1 ^ v[{cell.pins[other]}]"


def functions(name, statements):
    """C of a function that may be long, cut into parts."""
    statements = list(statements)
    parts = [statements[i:i + CHUNK] for i in range(0, len(statements), CHUNK)]
    for number, part in enumerate(parts):
        yield f"static void {name}_{number}(void)\n{{\n    " + "\n    ".join(part) + "\n}\n"
    yield f"static void {name}(void)\n{{\n" + "".join(
        f"    {name}_{n}();\n" for n in range(len(parts))) + "}\n"


def at_start(gates):
    """Nets that are 1 while every flop holds 0, logic apart."""
    return [ONE] + [c.pins[other] for c, _, _, _, other in gates.flops if other in c.pins]


def header(gates, places, bits):
    """netlist.h; places: {net of an input: its place in a row, or RESET's, inverted}."""
    rows = ", ".join(f"{{{place}, {net}, {'true' if inverted else 'false'}}}"
                     for net, (place, inverted) in places.items())
    return "\n".join([
        f"#define NETS {len(gates.names)}", f"#define BITS {bits}",
        f"static const struct input inputs[] = {{{rows}}};",
        f"static uint8_t v[NETS] = {{{', '.join(f'[{net}] = 1' for net in at_start(gates))}}};",
        f"static uint8_t next[{len(gates.flops) or 1}];",
        *functions("settle", settle_lines(gates)), *functions("edge", edge_lines(gates))])


# ---- a run ----

class Rows:
    """Inputs and outputs of a unit as inputs.c prints them: ports, and a number per cycle."""

    def __init__(self, text):
        lines = text.splitlines()
        heads = [line.split() for line in lines if " " in line]
        self.window = next((int(h[1]) for h in heads if h[0] == "window"), 0)
        self.rows = [line for line in lines if " " not in line]
        self.ports, place = {}, 1  # name: (direction, place of its highest bit, width)
        for way, name, width in (h for h in heads if h[0] != "window"):
            self.ports[name] = (way, place, int(width))
            place += int(width)
        self.bits = place

    def values(self, name):
        """A port's value in each cycle."""
        _, place, width = self.ports[name]
        down, mask = self.bits - place - width, (1 << width) - 1
        return [int(row, 16) >> down & mask for row in self.rows]

    def columns(self):
        """For each bit of a row, from the highest on, an integer with a bit per cycle."""
        text = "".join(f"{int(row, 16):0{self.bits}b}" for row in reversed(self.rows))
        return [int(text[place::self.bits], 2) for place in range(self.bits)]


def places_of(gates, rows):
    found = {gates.inputs[RESET][0]: (0, True)}
    for name, (way, place, width) in rows.ports.items():
        if way == "in":
            for bit, net in enumerate(gates.inputs[name + "_i"]):
                found[net] = (place + width - 1 - bit, False)
    return found


class Simulator:
    """A netlist as a program in a folder; inputs as in the first rows that it is made for."""

    def __init__(self, gates, rows, folder, compiler="cc"):
        self.gates, self.ports = gates, rows.ports
        with open(f"{folder}/netlist.h", "w", encoding="utf-8") as out:
            out.write(header(gates, places_of(gates, rows), rows.bits))
        self.program = f"{folder}/netlist"
        done = subprocess.run([compiler, "-O1", "-w", "-I", folder, "-o", self.program,
                               f"{HERE}/netlist.c"], capture_output=True, text=True, check=False)
        if done.returncode:
            raise GateError(f"{compiler}: {done.stderr.strip().splitlines()[0]}")

    def run(self, rows):
        """Values of the nets, an integer each with a bit per cycle."""
        if rows.ports != self.ports:
            raise GateError("rows with other ports")
        done = subprocess.run([self.program], input=("\n".join(rows.rows) + "\n").encode(),
                              capture_output=True, check=False)
        if done.returncode:
            raise GateError(done.stderr.decode().strip() or "the netlist's program failed")
        cycles = int.from_bytes(done.stdout[:8], sys.byteorder)
        size = (cycles + 63) // 64 * 8
        return [int.from_bytes(done.stdout[8 + size * n:8 + size * (n + 1)], "little")
                for n in range(len(self.gates.names))]


def valid_of(name, ports):
    """The valid that an output's payload belongs to; None: it always counts."""
    stem = name.split("_")[0] + "_valid"
    return stem if stem in ports and name != stem and not name.endswith("_ready") else None


def mismatches(gates, rows, values):
    """Lines about outputs of the netlist that differ from the rows', payload while it is valid."""
    every = (1 << len(rows.rows)) - 2  # all but the reset
    due = rows.columns()
    for name, (way, place, width) in rows.ports.items():
        valid = valid_of(name, rows.ports)
        cycles = due[rows.ports[valid][1]] if valid else -1
        for bit, net in enumerate(gates.outputs[name + "_o"] if way == "out" else ()):
            wrong = (values[net] ^ due[place + width - 1 - bit]) & cycles & every
            if wrong:
                cycle = (wrong & -wrong).bit_length() - 1
                yield f"bit {bit} of {name}_o in cycle {cycle} is not that of the model"
                break
