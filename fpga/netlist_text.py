#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A design that nextpnr-ecp5 has placed and routed, as lookup tables, flops and memories in text,
one a line, for tb/dma/card/netlist_card; or, with --json, as Yosys reads it for a simulator.

    fpga/netlist_text.py ROUTED.json OUT [--flip CELL | --flip-in WORD] [--json]

nextpnr leaves pins open whose value the part gives: inputs are then 1, resets and carries 0. Here
every pin is connected. A flop's data arrives at DI or, past the lookup table, at M; here always at
DI. --flip inverts all bits of a cell's lookup table; --flip-in that of the first one, by name, whose
name has WORD in it.

The PLL is no part of the text: the netlist's clock is its output CLKOS, and the port `locked` is its
LOCK.
"""
import argparse
import json
import sys

ZERO, ONE = "0", "1"
# Values of open pins that are not 1.
OPEN = {"LSR": ZERO, "T": ZERO, "FCI": ZERO, "FXA": ZERO, "FXB": ZERO, "F1": ZERO, "WD": ZERO,
        "WRE": ZERO, "WAD0": ZERO, "WAD1": ZERO, "WAD2": ZERO, "WAD3": ZERO}
INPUTS = {"TRELLIS_COMB": ("A", "B", "C", "D", "M", "FCI", "F1", "FXA", "FXB", "WD", "WAD0", "WAD1",
                           "WAD2", "WAD3", "WRE", "WCK"),
          "TRELLIS_FF": ("CLK", "LSR", "CE", "DI", "M"),
          "TRELLIS_RAMW": ("A0", "B0", "C0", "D0", "A1", "B1", "C1", "D1")}
DATA, ADDRESS = range(18), range(14)
CONTROLS = tuple(f"{name}{side}" for side in "AB" for name in ("CE", "WE", "RST", "OCE", "CLK"))
INPUTS["DP16KD"] = (*CONTROLS, *(f"CS{s}{i}" for s in "AB" for i in range(3)),
                    *(f"DI{s}{i}" for s in "AB" for i in DATA),
                    *(f"AD{s}{i}" for s in "AB" for i in ADDRESS))
MODES = {"NORMAL": 0, "WRITETHROUGH": 1, "READBEFOREWRITE": 2}
# Write enables, addresses and data leave a RAMW at these pins.
RAMW = {"WADO0": "D0", "WADO1": "B0", "WADO2": "C0", "WADO3": "A0",
        "WDO0": "C1", "WDO1": "A1", "WDO2": "D1", "WDO3": "B1"}


class NetlistError(Exception):
    """A one-line error message."""


def word(cell, name, default=""):
    """A parameter as a word; Yosys appends a space to one that could be taken for a number."""
    return cell["parameters"].get(name, default).strip()


def number(cell, name):
    value = word(cell, name, "0")
    if not set(value) <= set("01"):
        raise NetlistError(f"the parameter {name} is no number: {value}")
    return int(value, 2)


# ------------------------------------------------------------------ every pin is connected
class Tied:
    """The module with connected pins and, of what was open or inverted, cells for it."""

    def __init__(self, module):
        self.module, self.cells = module, module["cells"]
        bits = [b for c in self.cells.values() for p in c["connections"].values() for b in p]
        bits += [b for p in module["ports"].values() for b in p["bits"]]
        self.last = max((b for b in bits if isinstance(b, int)), default=1)
        self.inverted = {}
        for name, cell in list(self.cells.items()):
            kind = cell["type"]
            if kind == "TRELLIS_COMB" and word(cell, "MODE") == "RAMW_BLOCK":
                del self.cells[name]
            elif kind in INPUTS:
                self.tie(name, cell)
            elif kind not in ("TRELLIS_IO", "DCCA", "EHXPLLL"):
                raise NetlistError(f"{name} is a {kind}, which is not known")

    def net(self):
        self.last += 1
        return self.last

    def inverse(self, bit):
        """A net with the inverse of another."""
        if bit in (ZERO, ONE):
            return ONE if bit == ZERO else ZERO
        if bit not in self.inverted:
            self.inverted[bit] = self.net()
            self.cells[f"$inverse${bit}"] = {
                "hide_name": 0, "type": "TRELLIS_COMB", "attributes": {},
                "parameters": {"MODE": "LOGIC", "INITVAL": f"{0x5555:016b}"},
                "port_directions": {}, "connections": {"A": [bit], "F": [self.inverted[bit]]}}
            self.tie("", self.cells[f"$inverse${bit}"])
        return self.inverted[bit]

    def tie(self, name, cell):
        pins, kind = cell["connections"], cell["type"]
        if kind == "TRELLIS_FF":
            if word(cell, "SD") == "0":
                pins["DI"] = pins.pop("M", [])
            cell["parameters"].pop("SD", None)
        if kind == "TRELLIS_COMB":
            cell["parameters"].setdefault("MODE", "LOGIC")
            # The first cell of a chain takes its carry from A: its own is never selected.
            if word(cell, "MODE") == "CCU2" and not pins.get("FCI") and number(cell, "INITVAL") > 15 \
                    and word(cell, "CCU2_INJECT1") != "YES":
                raise NetlistError(f"{name} has no carry")
            cell["parameters"]["IS_Z1"] = "1" if pins.get("FXA") or pins.get("FXB") else "0"
        for pin in INPUTS[kind]:
            mux = word(cell, f"{pin}MUX", pin)
            bit = (pins.get(pin) or [OPEN.get(pin, ONE)])[0]
            if mux != pin:
                bit = {"INV": self.inverse(bit)}.get(mux, mux) if mux in ("INV", ZERO, ONE) else bit
                cell["parameters"].pop(f"{pin}MUX")
            pins[pin] = [bit]
        cell["port_directions"] = {p: "input" if p in INPUTS[kind] else "output" for p in pins}


# ------------------------------------------------------------------ text
def table_of(inputs, value):
    """The table of a function of that many bits, the first the lowest of the number."""
    return sum(value(*(n >> i & 1 for i in range(inputs))) << n for n in range(1 << inputs))


def lut4(init, a, b, c, d):
    return init >> (a | b << 1 | c << 2 | d << 3) & 1


class Text:
    """The lines."""

    def __init__(self, module):
        self.module, self.numbers, self.lines = module, {ZERO: 0, ONE: 1, "x": 0}, []
        self.alias, self.clock = {}, None
        for cell in module["cells"].values():
            if cell["type"] == "DCCA":
                self.alias[cell["connections"]["CLKO"][0]] = cell["connections"]["CLKI"][0]
            if cell["type"] == "TRELLIS_RAMW":
                for out, pin in RAMW.items():
                    if cell["connections"].get(out):
                        self.alias[cell["connections"][out][0]] = cell["connections"][pin][0]
        self.plls = [c for c in module["cells"].values() if c["type"] == "EHXPLLL"]
        if len(self.plls) != 1:
            raise NetlistError(f"{len(self.plls)} PLLs, where one is known")
        self.clock = self.plls[0]["connections"]["CLKOS"][0]

    def real(self, bit):
        while bit in self.alias:
            bit = self.alias[bit]
        return bit

    def of(self, bit):
        """The number of a net."""
        return self.numbers.setdefault(self.real(bit), len(self.numbers) - 1)

    def out(self, cell, pin):
        bits = cell["connections"].get(pin)
        return self.of(bits[0]) if bits else 0

    def pins(self, cell, names):
        return [self.of(cell["connections"][name][0]) for name in names]

    def say(self, *words):
        self.lines.append(" ".join(map(str, words)))

    def clocked(self, name, cell, pin):
        if self.real(cell["connections"][pin][0]) != self.clock:
            raise NetlistError(f"{name} has another clock")

    def lut(self, cell, pin, names, value):
        if self.out(cell, pin):
            self.say("lut", self.out(cell, pin), len(names),
                     f"{table_of(len(names), value):x}", *self.pins(cell, names))

    def comb(self, name, cell):
        init, mode = number(cell, "INITVAL"), word(cell, "MODE")
        if mode == "DPRAM":
            self.clocked(name, cell, "WCK")
            self.say("lutram", self.out(cell, "F"), 4, f"{init:x}",
                     *self.pins(cell, ("D", "B", "C", "A", "WD", "WAD0", "WAD1", "WAD2", "WAD3",
                                       "WRE")))
        elif mode == "CCU2":
            inject = word(cell, "CCU2_INJECT1") == "YES"

            def total(a, b, c, d, carry):
                return lut4(init, a, b, c, d) ^ (0 if inject else carry)

            def carried(a, b, c, d, carry):
                if lut4(init, a, b, c, d):
                    return carry
                return 0 if inject else init >> (a | b << 1) & 1

            self.lut(cell, "F", ("A", "B", "C", "D", "FCI"), total)
            self.lut(cell, "FCO", ("A", "B", "C", "D", "FCI"), carried)
        elif mode == "LOGIC":
            self.lut(cell, "F", ("A", "B", "C", "D"), lambda *bits: lut4(init, *bits))
        else:
            raise NetlistError(f"{name} has the mode {mode}, which is not known")
        low, high = ("FXA", "FXB") if word(cell, "IS_Z1") == "1" else ("F", "F1")
        if self.out(cell, "OFX"):
            cell["connections"].setdefault(low, [ZERO])
            self.lut(cell, "OFX", (low, high, "M"), lambda a, b, m: b if m else a)

    def flop(self, name, cell):
        self.clocked(name, cell, "CLK")
        if word(cell, "SRMODE", "LSR_OVER_CE") != "LSR_OVER_CE" \
                or word(cell, "LSRMODE", "LSR") != "LSR":
            raise NetlistError(f"{name} is a flop of a kind that is not known")
        self.say("flop", *self.pins(cell, ("Q", "DI", "CE", "LSR")),
                 int(word(cell, "REGSET") == "SET"))

    def ram(self, name, cell):
        if any("1" in v for k, v in cell["parameters"].items() if k.startswith("INITVAL_")):
            raise NetlistError(f"{name} has contents")
        words = []
        for side in "AB":
            self.clocked(name, cell, f"CLK{side}")
            if word(cell, f"REGMODE_{side}") != "NOREG" or any(
                    self.pins(cell, [f"CS{side}{i}" for i in range(3)])):
                raise NetlistError(f"{name} is a memory of a kind that is not known")
            words += [number(cell, f"DATA_WIDTH_{side}"),
                      MODES[word(cell, f"WRITEMODE_{side}", "NORMAL")],
                      *self.pins(cell, [f"DI{side}{i}" for i in DATA]),
                      *self.pins(cell, [f"AD{side}{i}" for i in ADDRESS]),
                      *self.pins(cell, [f"{n}{side}" for n in ("CE", "WE", "RST")]),
                      *(self.out(cell, f"DO{side}{i}") for i in DATA)]
        self.say("ram", *words)

    def io(self, cell):
        """A pin's net inside is the net of its port."""
        pins = cell["connections"]
        name = next(f"{n}{i}" if len(p["bits"]) > 1 else n
                    for n, p in self.module["ports"].items()
                    for i, b in enumerate(p["bits"]) if b == pins["B"][0])
        inside = pins["O" if word(cell, "DIR") == "INPUT" else "I"]
        if inside and self.real(inside[0]) != self.clock:
            self.say("port", name, self.of(inside[0]))

    def write(self):
        kinds = {"TRELLIS_COMB": self.comb, "TRELLIS_FF": self.flop, "DP16KD": self.ram}
        for name, cell in self.module["cells"].items():
            if cell["type"] in kinds:
                kinds[cell["type"]](name, cell)
            elif cell["type"] == "TRELLIS_IO":
                self.io(cell)
        self.say("port", "locked", self.out(self.plls[0], "LOCK"))
        return "\n".join([f"nets {len(self.numbers) - 1}", *self.lines, ""])


# ------------------------------------------------------------------ the command
def flipped(module, cell, part):
    """Inverts one lookup table; its name."""
    tables = [n for n, c in sorted(module["cells"].items()) if c["type"] == "TRELLIS_COMB"
              and word(c, "MODE", "LOGIC") == "LOGIC" and c["connections"].get("F")]
    found = [n for n in tables if (n == cell if cell else part in n)]
    if not found:
        raise NetlistError(f"no lookup table '{cell or part}'")
    parameters = module["cells"][found[0]]["parameters"]
    parameters["INITVAL"] = parameters["INITVAL"].translate(str.maketrans("01", "10"))
    return found[0]


def module_of(path):
    with open(path, encoding="utf-8") as src:
        design = json.load(src)
    return design, design["modules"]["top"]


def main():
    parser = argparse.ArgumentParser(description="write a routed design as text")
    parser.add_argument("routed")
    parser.add_argument("out")
    parser.add_argument("--flip", default="")
    parser.add_argument("--flip-in", default="")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    try:
        design, module = module_of(args.routed)
        if args.flip or args.flip_in:
            print(f"# flipped: {flipped(module, args.flip, args.flip_in)}")
        Tied(module)
        text = json.dumps(design) if args.json else Text(module).write()
    except (NetlistError, KeyError, ValueError) as err:
        print(f"netlist_text: {args.routed}: {err}", file=sys.stderr)
        return 2
    except OSError as err:
        print(f"netlist_text: {err.filename}: {err.strerror}", file=sys.stderr)
        return 2
    with open(args.out, "w", encoding="utf-8") as out:
        out.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
