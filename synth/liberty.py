#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Data of a cell library that the flow needs, read from the liberty file itself.

Timing and power tables stay as they are in the file, in the cells' groups.
"""
import itertools
import re
import sys

TOKEN = re.compile(
    r"/\*.*?\*/|\\\r?\n|\"(?:[^\"\\]|\\.)*\"|[{}();:,]|[^\s{}();:,\"\\/]+|/|\\", re.S)


class LibertyError(Exception):
    """The file is not a liberty file, or lacks a cell that the flow needs."""


class Group:
    """A liberty group: kind(name) { attributes; groups }."""

    def __init__(self, kind, name):
        self.kind, self.name, self.attr, self.groups = kind, name, {}, []

    def all(self, kind):
        return [g for g in self.groups if g.kind == kind]


def unquote(word):
    return word[1:-1] if word.startswith('"') else word


def parse(text):
    """The top group of a liberty text."""
    words = [t for t in TOKEN.findall(text) if not t.startswith(("/*", "\\"))]
    top = Group("file", "")
    stack, i, n = [top], 0, len(words)
    while i < n:
        word = words[i]
        if word == "}":
            if len(stack) == 1:
                raise LibertyError("unbalanced '}'")
            stack.pop()
            i += 1
        elif word == ";":
            i += 1
        elif i + 1 < n and words[i + 1] == ":":
            end = i + 2
            while end < n and words[end] not in (";", "}"):
                end += 1
            stack[-1].attr[word] = unquote(" ".join(words[i + 2:end]))
            i = end
        elif i + 1 < n and words[i + 1] == "(":
            end = i + 2
            while end < n and words[end] != ")":
                end += 1
            args = [unquote(w) for w in words[i + 2:end] if w != ","]
            if end + 1 < n and words[end + 1] == "{":
                group = Group(word, args[0] if args else "")
                group.args = args
                stack[-1].groups.append(group)
                stack.append(group)
                i = end + 2
            else:
                stack[-1].attr[word] = args
                i = end + 1
        else:
            raise LibertyError(f"unexpected '{word[:20]}'")
    if len(stack) != 1:
        raise LibertyError("file ends inside a group")
    libs = top.all("library")
    if not libs:
        raise LibertyError("no library group")
    return libs[0]


class Function:
    """A liberty boolean function: ! ' for not, & * or a blank for and, | + for or, ^."""

    def __init__(self, text):
        self.words = re.findall(r"[A-Za-z_]\w*|[01]|[!'&*|+^()]", text)
        self.names = {w for w in self.words if re.match(r"[A-Za-z_]", w)}
        self.pos = 0

    def peek(self):
        return self.words[self.pos] if self.pos < len(self.words) else ""

    def take(self):
        self.pos += 1
        return self.words[self.pos - 1]

    def value(self, env):
        self.pos = 0
        result = self.either(env)
        if self.peek():
            raise LibertyError(f"function has a stray '{self.peek()}'")
        return result

    def either(self, env):
        result = self.both(env)
        while self.peek() in ("|", "+"):
            self.take()
            result |= self.both(env)
        return result

    def both(self, env):
        result = self.differ(env)
        while self.peek() and self.peek() not in "|+)^":
            if self.peek() in "&*":
                self.take()
            result &= self.differ(env)
        return result

    def differ(self, env):
        result = self.factor(env)
        while self.peek() == "^":
            self.take()
            result ^= self.factor(env)
        return result

    def factor(self, env):
        if not self.peek():
            raise LibertyError("function ends early")
        word = self.take()
        if word == "!":
            return 1 ^ self.factor(env)
        if word == "(":
            result = self.either(env)
            if self.peek() != ")":
                raise LibertyError("function lacks ')'")
            self.take()
        else:
            result = int(word) if word in "01" else env[word]
        while self.peek() == "'":
            self.take()
            result ^= 1
        return result


def truth(text, pins):
    """Truth table (first pin = most significant) of a function over `pins`, None if it uses
    other names."""
    function = Function(text)
    if not function.names <= set(pins):
        return None
    rows = itertools.product((0, 1), repeat=len(pins))
    return tuple(function.value(dict(zip(pins, row))) for row in rows)


class Cell:
    """Area, pins and function of one library cell; its group has the rest."""

    def __init__(self, group):
        self.name, self.group = group.name, group
        self.area = float(group.attr.get("area", 0))
        pins = group.all("pin")
        self.ins = [p for p in pins if p.attr.get("direction") == "input"]
        self.outs = [p for p in pins if p.attr.get("direction") == "output"]
        self.ff = group.all("ff")
        self.sequential = bool(self.ff or group.all("latch") or group.all("statetable"))
        self.gate = group.attr.get("clock_gating_integrated_cell")
        self.unusable = group.attr.get("dont_use", "false") == "true"

    def plain_flop(self):
        """(clock, D, Q or None, QN or None) of a posedge flop with no other input, else None."""
        if len(self.ff) != 1 or self.unusable or set(self.ff[0].attr) - {"next_state",
                                                                         "clocked_on"}:
            return None
        clock, data = self.ff[0].attr["clocked_on"], self.ff[0].attr["next_state"]
        if {p.name for p in self.ins} != {clock, data}:
            return None
        outs = {p.attr.get("function"): p.name for p in self.outs}
        return clock, data, outs.get(self.ff[0].args[0]), outs.get(self.ff[0].args[1])

    def cap(self, pin):
        return float(pin.attr.get("capacitance", 0))

    def is_function(self, table):
        """Whether this is a plain one-output cell with the given truth table."""
        if self.sequential or self.unusable or len(self.outs) != 1:
            return False
        out = self.outs[0]
        if "three_state" in out.attr or "function" not in out.attr:
            return False
        pins = [p.name for p in self.ins]
        return 2 ** len(pins) == len(table) and truth(out.attr["function"], pins) == table


class Library:
    """The cells and units of a liberty file."""

    def __init__(self, path):
        with open(path, encoding="utf-8", errors="replace") as src:
            text = src.read()
        try:
            group = parse(text)
        except LibertyError as err:
            raise LibertyError(f"{path}: {err}") from err
        self.path, self.name, self.group = path, group.name, group
        self.cells = {c.name: Cell(c) for c in group.all("cell")}
        number, unit = group.attr.get("capacitive_load_unit", ["1", "pf"])[:2]
        self.to_ff = float(number) * {"ff": 1.0, "pf": 1000.0}[unit.lower()]
        match = re.fullmatch(r"([\d.]+)\s*([pn])s", group.attr.get("time_unit", "1ns"))
        if not match:
            raise LibertyError("time_unit is neither ns nor ps")
        self.to_ns = float(match.group(1)) * {"n": 1.0, "p": 0.001}[match.group(2)]

    def smallest(self, table, what):
        found = [c for c in self.cells.values() if c.is_function(table)]
        if not found:
            raise LibertyError(f"library {self.name} has no {what}")
        return min(found, key=lambda c: (c.area, c.name))

    def nand2(self):
        return self.smallest((1, 1, 1, 0), "two-input NAND")

    def inverter(self):
        return self.smallest((1, 0), "inverter")

    def inverters(self):
        return [c for c in self.cells.values() if c.is_function((1, 0))]

    def driver(self):
        """The driver of the inputs: the smallest buffer."""
        return self.smallest((0, 1), "buffer")

    def load(self):
        """The load of each output, in library units: four of the smallest inverters."""
        inv = self.inverter()
        return 4 * inv.cap(inv.ins[0])

    def flops(self):
        """Plain posedge D flops, smallest first: (cell, clock pin, D pin, Q pin or None, QN pin
        or None)."""
        found = []
        for cell in self.cells.values():
            pins = cell.plain_flop()
            if pins:
                found.append((cell, *pins))
        return sorted(found, key=lambda f: (f[0].area, f[0].name))

    def flop_load(self):
        """The capacitance of a D pin, in library units."""
        cell, _, data, *_ = self.flops()[0]
        return cell.cap(next(p for p in cell.ins if p.name == data))

    def clock_gate(self):
        """The smallest plain posedge clock gate with its pins, or None."""
        def role(cell, key):
            return [p.name for p in cell.ins + cell.outs if p.attr.get(key) == "true"]
        found = []
        for cell in self.cells.values():
            if cell.gate == "latch_posedge" and not cell.unusable:
                pins = [role(cell, k) for k in ("clock_gate_clock_pin", "clock_gate_enable_pin",
                                                "clock_gate_out_pin")]
                if all(len(p) == 1 for p in pins):
                    found.append((cell.area, cell.name, cell, *(p[0] for p in pins)))
        return min(found)[2:] if found else None


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: liberty.py FILE.lib")
    try:
        lib = Library(sys.argv[1])
        for label, cell in (("nand2", lib.nand2()), ("inverter", lib.inverter()),
                            ("driver", lib.driver())):
            print(label, cell.name, cell.area)
        print("load", lib.load(), "clock gate", (lib.clock_gate() or [None])[0:1])
    except (LibertyError, OSError) as err:
        print(f"liberty: {err}", file=sys.stderr)
        sys.exit(2)
