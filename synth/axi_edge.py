#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes lp_buddy_axiN, a wrapper around lp_buddy_top with N slices: one AXI4 port per slice and
memory, with the standard signal names by which FPGA and SoC tools find a bus.

    axi_edge.py SLICES --out FILE

Parameters and ports are those that the head of lp_buddy_top has when this runs, so they stand in
one place. A port X_arvalid_o, X_rdata_i, ... with one field per slice becomes m_axi_X0_arvalid,
m_axi_X1_arvalid and so on; every other port keeps its name, but for clock and reset. The text is
Verilog-2005, for tools that take no SystemVerilog at the top of a block.
"""
import argparse
import dataclasses
import os
import re
import sys
import textwrap

import rtl_files

TOP = "lp_buddy_top"
SLICES = (1, 2, 4, 8, 16, 32)
COLUMNS = 100
RENAMED = {"clk_i": "aclk", "rst_ni": "aresetn"}
MEMORIES = {"dev": "Device memory", "bud": "Buddy memory"}

AXI = re.compile(r"(\w+?)_((?:ar|aw)(?:valid|ready|id|addr|len|size|burst|lock|cache|prot|qos)"
                 r"|r(?:valid|ready|id|data|resp|last)|w(?:valid|ready|data|strb|last)"
                 r"|b(?:valid|ready|id|resp))_[io]")
# What AXI4 has and lp_buddy_top has not: signal, bits, value, why.
CONSTANTS = (("lock", 1, "1'b0", "normal access"), ("cache", 4, "CACHE", "see CACHE"),
             ("prot", 3, "PROT", "see PROT"), ("qos", 4, "4'b0000", "no scheme"))
OWN_PARAMETERS = """\
    /// ARPROT and AWPROT: bit 0 privileged, bit 1 non-secure, bit 2 instruction. 3'b000 is an
    /// unprivileged, secure access to data; an interconnect that keeps the secure world apart may
    /// want 3'b010.
    parameter [2:0] PROT = 3'b000,
    /// ARCACHE and AWCACHE. 4'b0011 is normal memory, non-cacheable and bufferable: an interconnect
    /// may split and merge bursts on their way to a memory of another width and may answer a write
    /// early, but no cache keeps a second copy of what the slices compress.
    parameter [3:0] CACHE = 4'b0011"""
HEAD = """\
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// {top} with SLICES = {n} behind standard AXI4 names: slice s is the master of m_axi_dev<s>
/// (device memory) and m_axi_bud<s> (buddy memory). All else is as in {top}, which says what
/// the ports do. `make edge SLICES={n}` writes this file from the head of {top}.
///
/// There is no logic here: latency 0, combinational paths as in {top}.
module lp_buddy_axi{n} #(
"""


class EdgeError(Exception):
    """One line that says what went wrong."""


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
    def memory(self):
        """dev of dev_arvalid_o; None if this is no AXI port."""
        found = AXI.fullmatch(self.name)
        return found and found[1]

    @property
    def signal(self):
        """arvalid of dev_arvalid_o."""
        return AXI.fullmatch(self.name)[2]

    @property
    def way(self):
        return "output wire" if self.output else "input  wire"


# ------------------------------------------------------------------ expressions
def evaluated(text):
    """Value of an expression of numbers; None if it has anything else."""
    head, mark, tail = text.partition("?")
    if mark:
        chosen = evaluated(head)
        parts = tail.split(":")
        return None if chosen is None or len(parts) != 2 else evaluated(parts[0 if chosen else 1])
    if not re.fullmatch(r"(\$clog2\(|[\d()+*<>=-])+", text):
        return None
    text = re.sub(r"\$clog2\((\d+)\)", lambda m: str((int(m[1]) - 1).bit_length()), text)
    try:
        return int(eval(text, {"__builtins__": {}}))  # digits and operators alone
    except (SyntaxError, TypeError):
        return None


def folded(text):
    """The same in fewer words, safe inside another expression."""
    value = evaluated(text)
    if value is not None:
        return str(value)
    return text if re.fullmatch(r"\$?\w+(\([^()]*\))?", text) else f"({text})"


def package_constant(package, name):
    path = rtl_files.all_modules().get(package)
    if not path:
        raise EdgeError(f"no package {package}")
    with open(os.path.join(rtl_files.ROOT, path), encoding="utf-8") as src:
        text = rtl_files.strip_comments(src.read())
    known = {}
    for found in re.finditer(r"\blocalparam\s+int\s+(\w+)\s*=([^;]+);", text):
        known[found[1]] = folded(resolved(found[2], known))
    if not known.get(name, "").isdecimal():
        raise EdgeError(f"{package}::{name} is no number")
    return known[name]


def resolved(expression, known):
    """The expression without blanks, constants of packages and known names replaced."""
    flat = re.sub(r"(\w+)::(\w+)", lambda m: package_constant(m[1], m[2]),
                  "".join(expression.split()))
    return re.sub(r"(?<![\w$'])[A-Za-z_]\w*", lambda m: known.get(m[0], m[0]), flat)


# ------------------------------------------------------------------ the head of lp_buddy_top
DOC = re.compile(r"@(\d+)@")
PARAMETER = re.compile(r"(parameter|localparam)\s+(int|logic|)\s*(\[[^]]*\]|)\s*(\w+)\s*=\s*(.+)",
                       re.S)
PORT = re.compile(r"(input|output)\s+(?:wire\s+)?(?:logic\s+)?(?:\[([^]]*)\]\s*)?(\w+)")


def closing(text, start):
    """Index of the bracket that closes the one at `start`."""
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if not depth:
            return i
    raise EdgeError(f"{TOP}: a bracket stays open")


def items(text):
    """What stands between the commas outside brackets."""
    depth, begin = 0, 0
    for i, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and not depth:
            yield text[begin:i]
            begin = i + 1
    yield text[begin:]


def split_head(text):
    """(parameters, ports), each an item with its lines of doc."""
    docs = []

    def keep(found):
        docs.append(found[1].strip())
        return f"@{len(docs) - 1}@"

    text = rtl_files.strip_comments(re.sub(r"///([^\n]*)", keep, text))
    begin = re.search(rf"\bmodule\s+{TOP}\s*#\s*\(", text)
    if not begin:
        raise EdgeError(f"no 'module {TOP} #('")
    end = closing(text, begin.end() - 1)
    ports = text.find("(", end)
    if ports < 0 or text[end + 1:ports].strip():
        raise EdgeError(f"{TOP}: no ports behind its parameters")
    for inside in (text[begin.end():end], text[ports + 1:closing(text, ports)]):
        yield [([docs[int(n)] for n in DOC.findall(item)], DOC.sub("", item).strip())
               for item in items(inside)]


def match(pattern, item):
    found = pattern.fullmatch(item)
    if not found:
        raise EdgeError(f"{TOP}: cannot read '{' '.join(item.split())}'")
    return found


def read_top(text, slices):
    """(parameters without SLICES, ports) of lp_buddy_top. The head's localparams and the constants
    of packages, which Verilog-2005 does not have, are replaced by what they stand for."""
    parameters, ports, known = [], [], {}
    declared, listed = split_head(text)
    for doc, item in declared:
        kind, base, width, name, value = match(PARAMETER, item).groups()
        value = resolved(value, known)
        if name == "SLICES":
            known[name] = str(slices)
        elif kind == "parameter":
            parameters.append(Parameter(doc, width or ("integer" if base == "int" else ""), name,
                                        value))
        else:
            known[name] = folded(value)
    if "SLICES" not in known:
        raise EdgeError(f"{TOP} has no parameter SLICES")
    known.pop("SLICES")  # it stays in the ranges of ports, where it tells fields from plain vectors
    for doc, item in listed:
        way, bits, name = match(PORT, item).groups()
        ports.append(Port(doc, way == "output", resolved(bits or "", known), name))
    for name in set(RENAMED) - {p.name for p in ports}:
        raise EdgeError(f"{TOP} has no port {name}")
    return parameters, ports


# ------------------------------------------------------------------ AXI ports
def range_of(width):
    """[..] for so many bits, with a blank behind it; nothing for one bit."""
    if width == "1":
        return ""
    if re.fullmatch(r"\d+", width):
        return f"[{int(width) - 1}:0] "
    return f"[{width.removesuffix('+1') if width.endswith('+1') else width + '-1'}:0] "


def field_of(port):
    """Bits of a slice's field."""
    found = re.fullmatch(r"SLICES(?:\*(.+))?-1:0", port.range)
    if not found:
        raise EdgeError(f"{TOP}: '{port.name}' has no field for each slice")
    width = found[1] or "1"
    inner = width.startswith("(") and closing(width, 0) == len(width) - 1
    return width[1:-1] if inner else width


def constants_of(ports):
    """(signal, bits, value, why) of what these ports of one memory lack."""
    there = {p.signal for p in ports}
    for channel in ("ar", "aw"):
        if channel + "valid" in there:
            yield from ((channel + name, *rest) for name, *rest in CONSTANTS
                        if channel + name not in there)


def axi_ports(ports, number):
    """Declarations of one slice's port to the memory that these ports are for."""
    memory = ports[0].memory
    noun = f"{MEMORIES.get(memory, memory)} of slice {number}"
    for p in ports:
        yield (f"    /// {noun}: {p.signal.upper()}.\n"
               f"    {p.way} {range_of(field_of(p))}m_axi_{memory}{number}_{p.signal}")
    for signal, bits, _, why in constants_of(ports):
        yield (f"    /// {noun}: {signal.upper()}, constant: {why}.\n"
               f"    output wire {range_of(str(bits))}m_axi_{memory}{number}_{signal}")


# ------------------------------------------------------------------ the wrapper
def doc_lines(doc):
    return "".join(f"    /// {line}".rstrip() + "\n" for line in doc)


def parameter_text(parameters):
    for p in parameters:
        kind = f"{p.type} " if p.type else ""
        yield f"{doc_lines(p.doc)}    parameter {kind}{p.name} = {p.value}"
    yield OWN_PARAMETERS


def plain_port(port, slices):
    bits = re.sub(r"\bSLICES\b", str(slices), port.range)
    bits = re.sub(r"^(\d+)(?:\*(\d+))?-1:0$",
                  lambda m: f"{int(m[1]) * int(m[2] or 1) - 1}:0", bits)
    return (f"{doc_lines(port.doc)}    {port.way} {f'[{bits}] ' if bits else ''}"
            f"{RENAMED.get(port.name, port.name)}")


def groups_of(ports):
    """Ports that belong together: of one memory, or plain ones with the same first word."""
    groups = {}
    for port in ports:
        word = "clock" if port.name in RENAMED else port.name.partition("_")[0]
        groups.setdefault((port.memory, port.memory or word), []).append(port)
    return groups.values()


def port_text(groups, slices):
    """Declarations, a blank line between groups."""
    texts = []
    for group in groups:
        if group[0].memory:
            texts += [axi_ports(group, s) for s in range(slices)]
        else:
            texts.append(plain_port(p, slices) for p in group)
    return ",\n\n".join(",\n".join(text) for text in texts)


def assigns(groups, slices):
    for group in (g for g in groups if g[0].memory):
        for s in range(slices):
            for signal, _, value, _ in constants_of(group):
                yield f"  assign m_axi_{group[0].memory}{s}_{signal} = {value};"


def pin(port, slices):
    """One connection of the instance; the lowest field of a vector stands last."""
    if not port.memory:
        return f"      .{port.name}({RENAMED.get(port.name, port.name)})"
    names = ", ".join(f"m_axi_{port.memory}{s}_{port.signal}" for s in reversed(range(slices)))
    line = f"      .{port.name}({{{names}}})"
    if len(line) < COLUMNS:
        return line
    body = textwrap.fill(names, COLUMNS - 2, initial_indent=" " * 10, subsequent_indent=" " * 10)
    return f"      .{port.name}({{\n{body}}})"


def instance(parameters, ports, slices):
    own = ", ".join([f".SLICES({slices})", *(f".{p.name}({p.name})" for p in parameters)])
    yield f"  {TOP} #("
    yield textwrap.fill(own, COLUMNS, initial_indent=" " * 6, subsequent_indent=" " * 6)
    yield "  ) u_top ("
    yield ",\n".join(pin(p, slices) for p in ports)
    yield "  );"


def wrapper(text, slices):
    """The module lp_buddy_axiN as text, from the text of lp_buddy_top."""
    parameters, ports = read_top(text, slices)
    groups = groups_of(ports)
    return "\n".join([
        HEAD.format(top=TOP, n=slices) + ",\n".join(parameter_text(parameters)), ") (",
        port_text(groups, slices), ");", *assigns(groups, slices), "",
        *instance(parameters, ports, slices), "endmodule", "", "`default_nettype wire", ""])


def write_whole(path, text):
    """The file appears whole or not at all."""
    part = f"{path}.{os.getpid()}.tmp"
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(part, "w", encoding="utf-8") as out:
            out.write(text)
        os.replace(part, path)
    except OSError as err:
        if os.path.exists(part):
            os.remove(part)
        raise EdgeError(f"cannot write {path}: {err.strerror}") from err


def main():
    parser = argparse.ArgumentParser(description=f"{TOP} behind standard AXI4 names")
    parser.add_argument("slices", help=", ".join(map(str, SLICES)))
    parser.add_argument("--out", required=True, help="file to write")
    args = parser.parse_args()
    try:
        if args.slices not in map(str, SLICES):
            raise EdgeError(f"SLICES must be 1, 2, 4, 8, 16 or 32, not '{args.slices}'")
        path = rtl_files.all_modules()[TOP]
        with open(os.path.join(rtl_files.ROOT, path), encoding="utf-8") as src:
            text = src.read()
        write_whole(args.out, wrapper(text, int(args.slices)))
    except (EdgeError, OSError) as err:
        print(f"edge: {err}", file=sys.stderr)
        return 2
    print(args.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
