#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a wrapper around lp_buddy_top or lp_cdma with the standard AXI4 signal names by which FPGA
and SoC tools find a bus: lp_buddy_axiN with N slices, lp_cdma_axiN with N channels.

    axi_edge.py UNIT [NAME=NUMBER] (--out FILE | --folder FOLDER)

Parameters and ports are read from the head of the unit, so they are written in one place. The ports
X_arvalid_o, X_rdata_i, ... are a bus. If they have one field per slice or channel they become
m_axi_X0_arvalid, m_axi_X1_arvalid and so on, else m_axi_X_arvalid, or s_axi_X_arvalid if the unit
is the slave; every other port keeps its name, except clock and reset. The text is Verilog-2005, for
tools that do not accept SystemVerilog at the top of a block.
"""
import argparse
import dataclasses
import os
import re
import sys
import textwrap

import heads
import rtl_files
import whole

COLUMNS = 100
RENAMED = {"clk_i": "aclk", "rst_ni": "aresetn"}


@dataclasses.dataclass(frozen=True)
class Unit:
    """Properties of one unit."""
    top: str
    name: str     # name of the wrapper, without its number
    count: str    # the parameter that is set to the number
    values: tuple
    default: int
    one: str      # the instances that it counts
    buses: dict   # the memories that their ports reach
    says: str     # the buses of the unit
    cache: str    # default of CACHE, and its comment
    cache_doc: str


# The first one is the default of `make edge`.
UNITS = {unit.top: unit for unit in (
    Unit("lp_buddy_top", "lp_buddy_axi", "SLICES", (1, 2, 4, 8, 16, 32), 8, "slice",
         {"dev": "Device memory", "bud": "Buddy memory"},
         "slice s is the master of m_axi_dev<s> (device memory) and m_axi_bud<s> (buddy memory).",
         "4'b0011", "4'b0011 is normal memory, non-cacheable and bufferable: an interconnect may "
         "split and merge bursts on their way to a memory of another width and may answer a write "
         "early, but no cache keeps a second copy of what the slices compress."),
    Unit("lp_cdma", "lp_cdma_axi", "CHANNELS", tuple(range(2, 9)), 6, "channel",
         {"host": "Host memory", "idx": "Index, device memory", "dev": "Device memory"},
         "the engine is the slave of s_axi_csr (registers, AXI4-Lite) and the master of m_axi_host "
         "(host memory), m_axi_idx (index, in device memory) and, channel c, m_axi_dev<c> (device "
         "memory).",
         "4'b0010", "4'b0010 is normal memory, non-cacheable and non-bufferable: an interconnect "
         "may split and merge bursts on their way to a memory of another width, but the memory "
         "itself answers a write, so that no master sees a completion before the data. Host memory "
         "on a port that snoops the host's caches wants 4'b1111, write-back with "
         "allocation; the ports to device memory have the same value, and only a cache in front "
         "of that memory would make use of it."),
)}

AXI = re.compile(r"(\w+?)_((?:ar|aw)(?:valid|ready|id|addr|len|size|burst|lock|cache|prot|qos)"
                 r"|r(?:valid|ready|id|data|resp|last)|w(?:valid|ready|data|strb|last)"
                 r"|b(?:valid|ready|id|resp))_[io]")
# Signals that a master on AXI4 has and the unit may lack: signal, bits, value, why.
CONSTANTS = (("size", 3, "3'd5", "32 bytes"), ("burst", 2, "2'b01", "INCR"),
             ("lock", 1, "1'b0", "normal access"), ("cache", 4, "CACHE", "see CACHE"),
             ("prot", 3, "PROT", "see PROT"), ("qos", 4, "4'b0000", "no scheme"))
PROT_DOC = ("ARPROT and AWPROT: bit 0 privileged, bit 1 non-secure, bit 2 instruction. 3'b000 is "
            "an unprivileged, secure access to data; an interconnect that keeps the secure world "
            "apart may want 3'b010; host memory is mostly non-secure there.")
HEAD = """\
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

{does}
///
/// There is no logic here: latency 0, combinational paths as in {top}.
module {name} #(
"""


# The placeholder of the number in a port's range, which distinguishes fields from plain vectors.
COUNT = "COUNT"


class EdgeError(heads.HeadError):
    """A one-line error message."""


@dataclasses.dataclass
class Parameter:
    doc: list
    type: str
    name: str
    value: str


@dataclasses.dataclass
class Port:
    doc: list
    output: bool
    range: str  # without brackets and blanks; "" for one bit
    name: str

    @property
    def bus(self):
        """dev of dev_arvalid_o; None if this is no AXI port."""
        found = AXI.fullmatch(self.name)
        return found and found[1]

    @property
    def signal(self):
        """arvalid of dev_arvalid_o."""
        return AXI.fullmatch(self.name)[2]

    @property
    def has_fields(self):
        return re.search(rf"\b{COUNT}\b", self.range) is not None

    @property
    def way(self):
        return "output wire" if self.output else "input  wire"


def read_top(text, unit, number):
    """(parameters without the one that is set, ports) of the unit. The head's localparams and the
    constants of packages, which Verilog-2005 does not have, are replaced by their values."""
    parameters, ports, known = [], [], {}
    declared, listed = heads.split_head(text, unit.top)
    for doc, item in declared:
        kind, base, width, name, value = heads.match(heads.PARAMETER, item).groups()
        value = heads.resolved(value, known)
        if name == unit.count:
            known[name] = str(number)
        elif kind == "parameter":
            parameters.append(Parameter(doc, width or ("integer" if base == "int" else ""), name,
                                        value))
        else:
            known[name] = heads.folded(value)
    if unit.count not in known:
        raise EdgeError(f"no parameter {unit.count}")
    known[unit.count] = COUNT
    for doc, item in listed:
        way, bits, name = heads.match(heads.PORT, item).groups()
        ports.append(Port(doc, way == "output", heads.resolved(bits or "", known), name))
    for name in set(RENAMED) - {p.name for p in ports}:
        raise EdgeError(f"no port {name}")
    return parameters, ports


# ------------------------------------------------------------------ AXI ports
def range_of(width):
    """[..] for this many bits, followed by a blank; empty for one bit."""
    if width == "1":
        return ""
    if re.fullmatch(r"\d+", width):
        return f"[{int(width) - 1}:0] "
    return f"[{width.removesuffix('+1') if width.endswith('+1') else width + '-1'}:0] "


def field_of(port):
    """Bits of one slice's or channel's field."""
    found = re.fullmatch(rf"{COUNT}(?:\*(.+))?-1:0", port.range)
    if not found:
        raise EdgeError(f"'{port.name}' has no field, other ports of its bus have")
    width = found[1] or "1"
    inner = width.startswith("(") and heads.closing(width, 0) == len(width) - 1
    return width[1:-1] if inner else width


class Group:
    """Ports of the unit that belong together, those of a bus or others."""

    def __init__(self, unit, number, ports):
        self.ports = ports
        self.bus = ports[0].bus
        self.many = self.bus and any(p.has_fields for p in ports)
        self.slave = any(p.bus and p.signal in ("arvalid", "awvalid") and not p.output
                         for p in ports)
        self.numbers = range(number) if self.many else [""]
        self.noun = unit.buses.get(self.bus, self.bus)
        self.one = unit.one

    def name(self, number, signal):
        return f"{'s' if self.slave else 'm'}_axi_{self.bus}{number}_{signal}"

    def constants(self):
        """(signal, bits, value, why) that this bus lacks as a master."""
        there = {p.signal for p in self.ports}
        for channel in ("ar", "aw"):
            if channel + "valid" in there and not self.slave:
                yield from ((channel + name, *rest) for name, *rest in CONSTANTS
                            if channel + name not in there)

    def declared(self, number):
        """Declarations of the bus of one slice or channel, or of the only one."""
        noun = f"{self.noun} of {self.one} {number}" if self.many else self.noun
        for p in self.ports:
            doc = [f"{noun}: {p.signal.upper()}."] if self.many else p.doc
            bits = range_of(field_of(p)) if self.many else f"[{p.range}] " if p.range else ""
            yield f"{doc_lines(doc)}    {p.way} {bits}{self.name(number, p.signal)}"
        for signal, bits, _, why in self.constants():
            yield (f"    /// {noun}: {signal.upper()}, constant: {why}.\n"
                   f"    output wire {range_of(str(bits))}{self.name(number, signal)}")


def groups_of(ports, unit, number):
    """Ports that belong together: of one bus, or plain ones with the same first word."""
    groups = {}
    for port in ports:
        word = "clock" if port.name in RENAMED else port.name.partition("_")[0]
        groups.setdefault((port.bus, port.bus or word), []).append(port)
    return [Group(unit, number, group) for group in groups.values()]


# ------------------------------------------------------------------ the wrapper
def filled(text, lead, columns=COLUMNS):
    """Lines of a paragraph, each of which begins with this."""
    return textwrap.fill(text, columns, initial_indent=lead, subsequent_indent=lead,
                         break_on_hyphens=False)


def head_text(unit, number):
    said = (f"{unit.top} with {unit.count} = {number} with standard AXI4 names: {unit.says} All "
            f"else is as in {unit.top}, which says what the ports do. `{command(unit, number)}` "
            f"writes this file from the head of {unit.top}.")
    return HEAD.format(top=unit.top, name=f"{unit.name}{number}", does=filled(said, "/// "))


def command(unit, number):
    """The command that writes the wrapper."""
    first = unit is next(iter(UNITS.values()))
    return f"make edge {'' if first else f'UNIT={unit.top} '}{unit.count}={number}"


def doc_lines(doc):
    return "".join(f"    /// {line}".rstrip() + "\n" for line in doc)


def parameter_text(parameters, unit):
    for p in parameters:
        kind = f"{p.type} " if p.type else ""
        yield f"{doc_lines(p.doc)}    parameter {kind}{p.name} = {p.value}"
    yield filled(PROT_DOC, "    /// ") + "\n    parameter [2:0] PROT = 3'b000"
    yield (filled(f"ARCACHE and AWCACHE. {unit.cache_doc}", "    /// ")
           + f"\n    parameter [3:0] CACHE = {unit.cache}")


def plain_port(port, number):
    bits = re.sub(rf"\b{COUNT}\b", str(number), port.range)
    bits = re.sub(r"^(\d+)(?:\*(\d+))?-1:0$",
                  lambda m: f"{int(m[1]) * int(m[2] or 1) - 1}:0", bits)
    return (f"{doc_lines(port.doc)}    {port.way} {f'[{bits}] ' if bits else ''}"
            f"{RENAMED.get(port.name, port.name)}")


def port_text(groups, number):
    """Declarations, a blank line between groups."""
    texts = []
    for group in groups:
        if group.bus:
            texts += [group.declared(n) for n in group.numbers]
        else:
            texts.append(plain_port(p, number) for p in group.ports)
    return ",\n\n".join(",\n".join(text) for text in texts)


def assigns(groups):
    for group in (g for g in groups if g.bus):
        for n in group.numbers:
            for signal, _, value, _ in group.constants():
                yield f"  assign {group.name(n, signal)} = {value};"


def pin(port, group):
    """One connection of the instance; the lowest field of a vector is last."""
    if not group.many:
        name = group.name("", port.signal) if group.bus else RENAMED.get(port.name, port.name)
        return f"      .{port.name}({name})"
    names = ", ".join(group.name(n, port.signal) for n in reversed(group.numbers))
    line = f"      .{port.name}({{{names}}})"
    if len(line) < COLUMNS:
        return line
    return f"      .{port.name}({{\n{filled(names, ' ' * 10, COLUMNS - len('}),'))}}})"


def instance(parameters, groups, unit, number):
    own = [f".{unit.count}({number})", *(f".{p.name}({p.name})" for p in parameters)]
    yield f"  {unit.top} #("
    yield filled(", ".join(own), " " * 6)
    yield "  ) u_top ("
    yield ",\n".join(pin(p, group) for group in groups for p in group.ports)
    yield "  );"


def wrapper(text, unit, number):
    """The wrapper as text, from the text of the unit."""
    try:
        parameters, ports = read_top(text, unit, number)
        groups = groups_of(ports, unit, number)
        return "\n".join([
            head_text(unit, number) + ",\n".join(parameter_text(parameters, unit)), ") (",
            port_text(groups, number), ");", *assigns(groups), "",
            *instance(parameters, groups, unit, number), "endmodule", "", "`default_nettype wire",
            ""])
    except heads.HeadError as err:
        raise EdgeError(f"{unit.top}: {err}") from err


# ------------------------------------------------------------------ use
def listed(words):
    *most, last = map(str, words)
    return f"{', '.join(most)} or {last}"


def asked(name, settings):
    """(unit, number) requested on the command line."""
    if name not in UNITS:
        raise EdgeError(f"UNIT must be {listed(UNITS)}, not '{name}'")
    unit = UNITS[name]
    number = str(unit.default)
    for setting in settings:
        count, _, number = setting.partition("=")
        if count != unit.count:
            raise EdgeError(f"{unit.top} has {unit.count}, not '{count}'")
        if number not in map(str, unit.values):
            raise EdgeError(f"{count} must be {listed(unit.values)}, not '{number}'")
    return unit, int(number)


def write_file(path, text):
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        whole.write_whole(path, text)
    except OSError as err:
        raise EdgeError(f"cannot write {path}: {err.strerror}") from err


def main():
    parser = argparse.ArgumentParser(description=f"{listed(UNITS)} with standard AXI4 names")
    parser.add_argument("unit", help=listed(UNITS))
    parser.add_argument("setting", nargs="*", help="; ".join(
        f"{u.count}={listed(u.values)}, of {u.top}, {u.default} if not said"
        for u in UNITS.values()))
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--out", help="file to write")
    where.add_argument("--folder", help="folder for it, under the wrapper's name")
    args = parser.parse_args()
    try:
        unit, number = asked(args.unit, args.setting)
        path = rtl_files.all_modules()[unit.top]
        with open(os.path.join(rtl_files.ROOT, path), encoding="utf-8") as src:
            text = src.read()
        out = args.out
        if out is None:
            out = os.path.join(args.folder, f"{unit.name}{number}.sv")
        write_file(out, wrapper(text, unit, number))
    except (EdgeError, OSError) as err:
        print(f"edge: {err}", file=sys.stderr)
        return 2
    print(out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
