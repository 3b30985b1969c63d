# SPDX-License-Identifier: Apache-2.0
"""A unit between flops, so that it can be placed on a part with fewer pins than it has ports.

All inputs come out of one shift register, all outputs go into flops of their own, and levels of
XOR of up to four with a flop behind each fold those, and the end of the shift register, to one pin.
So each path of the unit begins and ends at a flop, nothing of it is without effect, and the longest
path of the harness itself is one LUT. The shift register and the output flops have an enable each,
so that synthesis cannot make one flop of two, of which one is the unit's. Their names are kept, to
count by.
"""
import dataclasses
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "synth"))
import heads  # noqa: E402
import rtl_files  # noqa: E402

TOP = "lp_harness"
CLOCK, RESET = "clk_i", "rst_ni"
# A LUT takes so many bits of a level.
FOLD = 4


class HarnessError(Exception):
    """One line that says what went wrong."""


@dataclasses.dataclass
class Port:
    name: str
    output: bool
    width: int


def value_of(text, what):
    value = heads.evaluated(text)
    if value is None:
        raise HarnessError(f"{what} is no number: {text}")
    return value


def ports_of(unit, params):
    """The unit's ports in the order of its head, with these parameters."""
    modules = rtl_files.all_modules()
    if unit not in modules or rtl_files.is_package(modules[unit]):
        raise HarnessError(f"unknown unit '{unit}'")
    with open(os.path.join(ROOT, modules[unit]), encoding="utf-8") as src:
        declared, listed = heads.split_head(src.read(), unit)
    known, left = {}, dict(params)
    for _, item in declared:
        kind, _, _, name, value = heads.match(heads.PARAMETER, item).groups()
        own = left.pop(name, None) if kind == "parameter" else None
        known[name] = str(own) if own is not None else \
            heads.folded(heads.resolved(value, known))
    if left:
        raise HarnessError(f"{unit} has no parameter '{next(iter(left))}'")
    ports = []
    for _, item in listed:
        way, bits, name = heads.match(heads.PORT, item).groups()
        left_bit = heads.resolved(bits.removesuffix(":0"), known) if bits else "0"
        ports.append(Port(name, way == "output", value_of(left_bit, f"{unit}.{name}") + 1))
    return ports


@dataclasses.dataclass
class Harness:
    """The text of the harness and what it adds, counted as it is written."""
    unit: str
    params: dict
    ports: list

    def __post_init__(self):
        names = [p.name for p in self.ports]
        self.clock, self.reset = CLOCK in names, RESET in names
        self.inputs = [p for p in self.ports if not p.output and p.name not in (CLOCK, RESET)]
        self.outputs = [p for p in self.ports if p.output]
        self.in_bits = sum(p.width for p in self.inputs)
        self.out_bits = sum(p.width for p in self.outputs)
        if not self.in_bits or not self.out_bits:
            raise HarnessError(f"{self.unit} has no inputs or no outputs")
        # Bits of each level of the fold; the end of the shift register joins the first.
        self.levels = []
        bits = self.out_bits + 1
        while bits > 1:
            bits = -(-bits // FOLD)
            self.levels.append(bits)

    @property
    def flops(self):
        return self.in_bits + self.reset + self.out_bits + sum(self.levels)

    @property
    def luts(self):
        """One for each flop of the fold that has more than one bit to take."""
        below = [self.out_bits + 1, *self.levels]
        return sum(at - (under % FOLD == 1) for under, at in zip(below, self.levels))

    def connections(self):
        """One for each port of the unit."""
        at = {True: 0, False: 0}
        for port in self.ports:
            wire = {CLOCK: CLOCK, RESET: "reset_q"}.get(port.name)
            if not wire:
                wire = f"{'outs' if port.output else 'in_q'}[{at[port.output]} +: {port.width}]"
                at[port.output] += port.width
            yield f"    .{port.name}({wire})"

    def fold(self):
        """Lines that fold `first` to serial_o."""
        source, bits = "first", self.out_bits + 1
        yield f"  wire [{bits - 1}:0] first = {{out_q, in_q[{self.in_bits - 1}]}};"
        for number, at in enumerate(self.levels):
            name = f"fold{number}_q"
            yield f"  (* keep *) reg [{at - 1}:0] {name};"
            yield f"  always @(posedge {CLOCK}) begin"
            for i in range(at):
                width = min(FOLD, bits - FOLD * i)
                yield f"    {name}[{i}] <= ^{source}[{FOLD * i} +: {width}];"
            yield "  end"
            source, bits = name, at
        yield f"  assign serial_o = {source}[0];"

    def text(self):
        n = self.in_bits
        shifted = f"{{in_q[{n - 2}:0], serial_i}}" if n > 1 else "serial_i"
        params = ", ".join(f".{k}({v})" for k, v in self.params.items())
        reset = [f"  (* keep *) reg reset_q;\n  always @(posedge {CLOCK}) reset_q <= {RESET};"] \
            if self.reset else []
        return "\n".join([
            f"module {TOP} (input {CLOCK}, input {RESET}, input serial_i, input shift_i,",
            "    input capture_i, output serial_o);",
            f"  (* keep *) reg [{n - 1}:0] in_q;",
            f"  always @(posedge {CLOCK}) if (shift_i) in_q <= {shifted};", *reset,
            f"  wire [{self.out_bits - 1}:0] outs;",
            f"  (* keep *) reg [{self.out_bits - 1}:0] out_q;",
            f"  always @(posedge {CLOCK}) if (capture_i) out_q <= outs;",
            f"  {self.unit} {f'#({params}) ' if params else ''}u_unit (",
            ",\n".join(self.connections()), "  );", *self.fold(), "endmodule", ""])


def build(unit, params):
    return Harness(unit, params, ports_of(unit, params))


OWN = re.compile(r"(in|out|reset|fold\d+)_q(\[\d+\])?")


def counted(module, ff, lut):
    """(flops, LUTs) of the harness in a netlist of Yosys: flops by the names of what they drive,
    and the LUTs in front of those of the fold. Fewer than the harness was written with where
    outputs of the unit are constant or equal."""
    own, fold = set(), set()
    for name, net in module["netnames"].items():
        if OWN.fullmatch(name):
            bits = {b for b in net["bits"] if isinstance(b, int)}
            own |= bits
            if name.startswith("fold"):
                fold |= bits
    flops, ends = 0, set()
    for cell in module["cells"].values():
        pins = cell["connections"]
        if re.fullmatch(ff, cell["type"]) and pins["Q"][0] in own:
            flops += 1
            if pins["Q"][0] in fold:
                ends.add(pins.get("D", pins.get("DI"))[0])
    luts = sum(re.fullmatch(lut, cell["type"]) is not None
               and bool(ends & {b for pin in ("F", "Z") for b in cell["connections"].get(pin, ())})
               for cell in module["cells"].values())
    return flops, luts
