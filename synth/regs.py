#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""All that follows from a register map in SystemRDL, rtl/FOLDER/lp_NAME.rdl.

    regs.py RDL            write it
    regs.py --check RDL    list the files that are outdated
    regs.py --sums RDL...  the same by their digests alone, which needs this file and Python

    rtl/FOLDER/lp_NAME.sv                the registers on AXI4-Lite
    cmodel/units/FOLDER/NAME_ports.h           the port list of the module and of its cycle model
    cmodel/units/FOLDER/NAME_table.h           the table of its cycle model (cmodel/units/axi/axil.h)
    cmodel/include/linepress/NAME.h      addresses and fields for software, by peakrdl's c-header
    docs/reference/units/NAME.md                   the page, by peakrdl's markdown
    rtl/FOLDER/lp_NAME.sums              digests of the map, of this file and of what it wrote

A map is one addrmap, lp_NAME, of 32-bit registers without arrays, in 4 KiB. A field is one of

    sw = r   hw = na, with a reset value     a constant
    sw = r   hw = w, without one             value from the hardware
    sw = rw  hw = r or na                    kept; an output, unless hw = na
    sw = w   hw = r or na, singlepulse       1 bit, high for a cycle
    sw = rw  hw = na, woclr hwset intr       1 bit, an event; precedence = hw; may have an enable
             precedence = hw
    sw = r   hw = na, counter incrwidth      value of a count (lp_count) at the last snapshot: a
             incrsaturate or lp_maximum      sum that stops at all ones, or the largest value;
                                             COUNT_W cuts sums, for tests

and anything else is refused. A write of one to the singlepulse field with lp_snapshot takes all
counts. The module has a port for each field, named after its register, and after itself where the
register has several. Events are named after both; they give one output, named after their register,
of those enabled.
"""
import argparse
import dataclasses
import hashlib
import os
import re
import sys
import tempfile
import textwrap

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SELF = "synth/regs.py"
COLUMNS = 100
ADDR_W = 12
CONST, INPUT, KEEP, PULSE, EVENT, COUNT = "const", "input", "keep", "pulse", "event", "count"
# Beginnings of the names of AXI4-Lite's channels: the benches sort ports by them.
CHANNELS = {"input": ("aw", "w", "ar"), "output": ("b", "r")}
# Properties of a field that a kind must have, beside sw and hw, and those that it may have.
KINDS = (
    (CONST, "r", ("na",), {"reset"}, set()),
    (INPUT, "r", ("w",), set(), set()),
    (KEEP, "rw", ("r", "na"), {"reset"}, set()),
    (PULSE, "w", ("r", "na"), {"reset", "singlepulse"}, {"lp_snapshot"}),
    (EVENT, "rw", ("na",), {"reset", "woclr", "hwset", "intr", "precedence"}, {"enable"}),
    (COUNT, "r", ("na",), {"reset", "counter", "incrwidth", "incrsaturate"}, set()),
    (COUNT, "r", ("na",), {"reset", "counter", "incrwidth", "lp_maximum"}, set()),
)

# The compiler lists the second where the first is set.
TWINS = (("woclr", "onwrite"), ("incrsaturate", "saturate"))


class BadMap(Exception):
    """A one-line message about a fault of the map."""


@dataclasses.dataclass
class Field:
    """A field; `name` is that of its port and flops, `add` the bits of an increment."""
    name: str
    path: str
    register: str
    kind: str
    address: int
    low: int
    width: int
    desc: str
    reset: int = 0
    port: bool = True
    add: int = 0
    largest: bool = False
    snapshot: bool = False
    irq: str = ""
    enable: str = ""

    @property
    def word(self):
        return self.address // 4

    @property
    def q(self):
        return f"{self.name}_q"


@dataclasses.dataclass
class Map:
    """A register map; registers is {address: (name, desc, fields)}."""
    module: str
    rdl: str
    title: str
    desc: str
    registers: dict

    @property
    def name(self):
        return self.module.removeprefix("lp_")

    @property
    def folder(self):
        return self.rdl.split("/")[1]

    def fields(self, *kinds):
        return [f for _, _, fields in self.registers.values() for f in fields
                if not kinds or f.kind in kinds]

    def irqs(self):
        """{output: its events}."""
        found = {}
        for field in self.fields(EVENT):
            found.setdefault(field.irq, []).append(field)
        return found


# ------------------------------------------------------------------ reading
def plain(text):
    return " ".join((text or "").split())


def kind_of(node, path):
    """The row of KINDS that has the field's properties."""
    own = {name for name in node.list_properties()
           if name not in ("name", "desc", "sw", "hw") and node.get_property(name) is not False}
    own -= {"precedence"} if node.get_property("precedence").name == "sw" else set()
    own -= {twin for name, twin in TWINS if name in own}
    sw, hw = node.get_property("sw").name, node.get_property("hw").name
    for kind, want_sw, want_hw, must, may in KINDS:
        if sw == want_sw and hw in want_hw and must <= own <= must | may:
            return kind
    raise BadMap(f"{path}: no kind of field has sw={sw} hw={hw} {' '.join(sorted(own))}")


def parts(node, top):
    """Names from below the map down to a node."""
    names = []
    while node != top:
        names.insert(0, node.inst_name)
        node = node.parent
    return names


def field_of(node, register, top):
    names = parts(register, top)
    alone = len(list(register.fields())) == 1
    path = ".".join([*names, node.inst_name])
    kind = kind_of(node, path)
    # An event's register has a port of its own.
    alone = alone and kind != EVENT
    field = Field("_".join(names if alone else [*names, node.inst_name]), path, "_".join(names),
                  kind, register.absolute_address, node.low, node.width,
                  plain(node.get_property("desc")))
    if not field.desc:
        raise BadMap(f"{path} has no desc")
    if field.kind in (PULSE, EVENT) and field.width != 1:
        raise BadMap(f"{path}: {field.kind} of more than one bit")
    field.reset = node.get_property("reset") or 0
    field.port = field.kind not in (CONST,) and (
        field.kind not in (KEEP, PULSE) or node.get_property("hw").name != "na")
    if field.kind == COUNT:
        field.add, field.largest = node.get_property("incrwidth"), "lp_maximum" in \
            node.list_properties()
        if field.low or field.reset or (field.largest and field.add != field.width):
            raise BadMap(f"{path}: a count begins at bit 0 and 0; a largest has all bits")
    field.snapshot = field.kind == PULSE and "lp_snapshot" in node.list_properties()
    if field.kind == EVENT:
        field.irq = "_".join(names)
        enable = node.get_property("enable")
        if enable is not None:
            other = enable.parent
            one = len(list(other.fields())) == 1
            field.enable = "_".join(parts(other, top) + ([] if one else [enable.inst_name]))
    return field


def read_map(rdl):
    """(Map, the compiler's node)."""
    from systemrdl import RDLCompileError, RDLCompiler
    from systemrdl.node import RegNode

    compiler = RDLCompiler(extended_dpa_type_names=False)
    try:
        compiler.compile_file(os.path.join(ROOT, rdl))
        top = compiler.elaborate().top
    except RDLCompileError as err:
        raise BadMap("it does not compile") from err
    found = Map(top.inst_name, rdl, plain(top.get_property("name")),
                plain(top.get_property("desc")), {})
    if f"{found.module}.rdl" != os.path.basename(rdl):
        raise BadMap(f"{rdl} has the map {found.module}")
    for node in top.descendants(unroll=False):
        if not isinstance(node, RegNode):
            if getattr(node, "is_array", False):
                raise BadMap(f"{node.get_path()}: arrays are not for these registers")
            continue
        name, desc = "_".join(parts(node, top)), plain(node.get_property("desc"))
        if node.is_array or node.get_property("regwidth") != 32 or not desc:
            raise BadMap(f"{name}: not one register of 32 bits with a desc")
        if node.absolute_address >= 1 << ADDR_W:
            raise BadMap(f"{name} is past 4 KiB")
        found.registers[node.absolute_address] = (
            name, desc, [field_of(field, node, top) for field in node.fields()])
    check_map(found)
    return found, top


def check_map(found):
    names = [p[1] for p in hardware_ports(found)]
    twice = {n for n in names if names.count(n) > 1}
    if twice:
        raise BadMap(f"two ports {twice.pop()}")
    for side, name, *_ in hardware_ports(found):
        if any(name.startswith(c) for c in CHANNELS[side]):
            raise BadMap(f"port {name} begins like a channel of AXI4-Lite")
    if len([f for f in found.fields() if f.snapshot]) != bool(found.fields(COUNT)):
        raise BadMap("counts want one field with lp_snapshot, and it wants counts")
    kept = {f.name for f in found.fields(KEEP)}
    for field in found.fields(EVENT):
        if field.enable and field.enable not in kept:
            raise BadMap(f"{field.path}: its enable is not kept")


# ------------------------------------------------------------------ ports
AXI = (("input", "awvalid", 1, "AWVALID."), ("output", "awready", 1, "AWREADY."),
       ("input", "awaddr", ADDR_W, "AWADDR; bits 1..0 are ignored."),
       ("input", "awprot", 3, "AWPROT, ignored."),
       ("input", "wvalid", 1, "WVALID."), ("output", "wready", 1, "WREADY."),
       ("input", "wdata", 32, "WDATA."), ("input", "wstrb", 4, "WSTRB."),
       ("output", "bvalid", 1, "BVALID."), ("input", "bready", 1, "BREADY."),
       ("output", "bresp", 2, "BRESP, OKAY."),
       ("input", "arvalid", 1, "ARVALID."), ("output", "arready", 1, "ARREADY."),
       ("input", "araddr", ADDR_W, "ARADDR; bits 1..0 are ignored."),
       ("input", "arprot", 3, "ARPROT, ignored."),
       ("output", "rvalid", 1, "RVALID."), ("input", "rready", 1, "RREADY."),
       ("output", "rdata", 32, "RDATA, 0 while nothing is offered."),
       ("output", "rresp", 2, "RRESP, OKAY."))
SUFFIX = {"input": "_i", "output": "_o"}


def hardware_ports(found):
    """(direction, name, width, description), in the order of the addresses."""
    seen = set()
    for name, desc, fields in found.registers.values():
        for field in fields:
            if field.kind == EVENT and field.irq not in seen:
                seen.add(field.irq)
                yield "output", field.irq, 1, f"High while an event of {name} is set and enabled."
            if not field.port:
                continue
            if field.kind == COUNT:
                what = "This cycle's value of" if field.largest else "Added in this cycle to"
                yield "input", field.name, field.add, f"{what} {name}: {desc}"
            elif field.kind == EVENT:
                yield "input", field.name, 1, f"Sets {field.path}: {field.desc}"
            else:
                pulse = ", for one cycle" if field.kind == PULSE else ""
                side = "input" if field.kind == INPUT else "output"
                more = f"{desc} " if len(fields) == 1 else ""
                yield side, field.name, field.width, f"{field.path}{pulse}: {more}{field.desc}"


def every_port(found):
    return [*((*p[:3], f"AXI4-Lite: {p[3]}") for p in AXI), *hardware_ports(found)]


def wrapped(text, lead):
    """Lines of a comment that begin with `lead`."""
    return textwrap.wrap(text, COLUMNS, break_on_hyphens=False, break_long_words=False,
                         initial_indent=lead, subsequent_indent=lead)


def spread(width):
    return f"[{width - 1}:0] " if width > 1 else ""


# ------------------------------------------------------------------ RTL
WRITTEN = "Written by synth/regs.py from {rdl}: change that file, then `make regs`."
HEAD = """\
// SPDX-License-Identifier: Apache-2.0
// {written}
`default_nettype none

{about}
///
{timing}
///
/// Latency: 2 cycles from address and data to a write's response, 3 from a read's address to its
/// word. Interval: 2 cycles for writes, 4 for reads. Every output comes out of flops.
///
/// Source: AMBA AXI4-Lite (ARM IHI 0022); {rdl}.
///
/// Combinational paths: none.
module {module} {parameters}(
    /// Clock.
    input  wire logic        clk_i,
    /// Synchronous reset, active low.
    input  wire logic        rst_ni,

{ports}
);
"""
PORT_OF_AXIL = """\
  wire write, read;
  wire [{top}:0] write_word, read_word;
  wire [31:0] write_data, read_data;
  wire [3:0] write_strb;
  lp_axil #(.ADDR_W({addr_w})) u_axil (
{pins}
      .write_o(write), .write_word_o(write_word), .write_data_o(write_data),
      .write_strb_o(write_strb), .read_o(read), .read_word_o(read_word), .read_data_i(read_data));
"""
TIMING = ("A write takes effect as its response is first offered: outputs have the new value, and "
          "pulses are high, in that cycle. A read gives what the register held in the cycle before "
          "its word is first offered.")
MORE = {
    EVENT: "An event shows in its register in the next cycle, and in the interrupt's output in the "
           "one after; one that comes as software clears it stays.",
    COUNT: "A snapshot has what was added up to two cycles before its response is first offered, "
           "and shows from the cycle after that response on.",
}


def rule(title):
    """A comment that begins a section."""
    return f"  // {'-' * 64} {title}"


def rtl_ports(found):
    lines = []
    for side, name, width, what in every_port(found):
        lines += wrapped(what, "    /// ")
        lines.append(f"    {side:6} wire logic {spread(width):7}{name}{SUFFIX[side]},")
    lines[-1] = lines[-1].rstrip(",")
    return lines


def number(width, value):
    return f"{width}'h{value:x}"


def rtl_select(found, written):
    yield rule("register select")
    for address, (name, _, fields) in found.registers.items():
        if any(f.kind in written for f in fields):
            yield f"  wire to_{name};"
            yield (f"  assign to_{name} = write "
                   f"& (write_word == {number(ADDR_W - 2, address // 4)});")


def byte_writes(field):
    """Assignments of the bytes that the field has a part in."""
    for byte in range(field.low // 8, (field.low + field.width - 1) // 8 + 1):
        low, high = max(8 * byte, field.low), min(8 * byte + 7, field.low + field.width - 1)
        all_of_it = (low, high) == (field.low, field.low + field.width - 1)
        to = "" if all_of_it else f"[{high - field.low}:{low - field.low}]"
        of = f"[{high}:{low}]" if field.width > 1 or high > low else f"[{low}]"
        yield f"if (write_strb[{byte}]) {field.q}{to} <= write_data{of};"


def rtl_keep(register, fields):
    for field in fields:
        yield f"  logic {spread(field.width)}{field.q};"
        if field.port:
            yield f"  assign {field.name}_o = {field.q};"
    yield "  always_ff @(posedge clk_i) begin"
    yield "    if (!rst_ni) begin"
    yield from (f"      {f.q} <= {number(f.width, f.reset)};" for f in fields)
    yield f"    end else if (to_{register}) begin"
    yield from (f"      {line}" for field in fields for line in byte_writes(field))
    yield "    end"
    yield "  end"


def bit_written(field):
    return f"to_{field.register} & write_strb[{field.low // 8}] & write_data[{field.low}]"


def rtl_flop(field, following):
    yield f"  logic {field.q};"
    if field.port and field.kind == PULSE:
        yield f"  assign {field.name}_o = {field.q};"
    yield "  always_ff @(posedge clk_i) begin"
    yield f"    if (!rst_ni) {field.q} <= {number(1, field.reset)};"
    yield f"    else {field.q} <= {following};"
    yield "  end"


def rtl_irq(name, events):
    yield f"  logic {name}_any_q;"
    yield f"  assign {name}_o = {name}_any_q;"
    yield "  always_ff @(posedge clk_i) begin"
    yield f"    if (!rst_ni) {name}_any_q <= 1'b0;"
    terms = [f"({f.q} & {f.enable}_q)" if f.enable else f.q for f in events]
    yield f"    else {name}_any_q <= {terms[0]}"
    yield from (f"        | {term}" for term in terms[1:-1])
    yield f"        | {terms[-1]};" if len(terms) > 1 else "        | 1'b0;"
    yield "  end"


def sums_of(found):
    return [f for f in found.fields(COUNT) if not f.largest]


def sum_widths(found):
    """Range of COUNT_W: from the bits of the widest increment to those of the widest sum."""
    return max(2, *(f.add for f in sums_of(found))), max(f.width for f in sums_of(found))


def rtl_parameters(found):
    if not sums_of(found):
        return ""
    least, most = sum_widths(found)
    return ("#(\n" + f"    /// Bits of a sum at most, {least}..{most}; fewer than {most} are for "
            f"tests, which do not fill more.\n    parameter int COUNT_W = {most}\n) ")


def rtl_checks(found):
    if sums_of(found):
        least, most = sum_widths(found)
        yield "  generate"
        yield f"    if (COUNT_W < {least} || COUNT_W > {most}) begin : g_check_count_w"
        yield f"      lp_bad_COUNT_W_not_{least}_to_{most} u_bad ();"
        yield "    end"
        yield "  endgenerate"


def rtl_count(found, field, take):
    name, width, more = f"{field.name}_count", str(field.width), ", .LARGEST(1)"
    yield f"  wire {spread(field.width)}{name};"
    if not field.largest:
        most = sum_widths(found)[1]
        width = "COUNT_W" if field.width == most else f"(COUNT_W < {width} ? COUNT_W : {width})"
        name, more = f"{field.name}_sum", ""
        yield f"  wire [{width}-1:0] {name};"
        yield f"  assign {field.name}_count = {field.width}'({name});"
    yield f"  lp_count #(.WIDTH({width}), .ADD_W({field.add}){more}) u_{field.name} ("
    yield f"      .clk_i, .rst_ni, .add_i({field.name}_i), .take_i({take}),"
    yield f"      .count_o({name}));"


def rtl_fields(found):
    take = "".join(f.q for f in found.fields(PULSE) if f.snapshot)
    for kind, title in ((KEEP, "registers that software writes"), (PULSE, "pulses"), (EVENT, "events"),
                        (COUNT, "counts")):
        if found.fields(kind):
            yield ""
            yield rule(title)
        if kind == KEEP:
            for name, _, fields in found.registers.values():
                kept = [f for f in fields if f.kind == KEEP]
                yield from rtl_keep(name, kept) if kept else ()
        for field in found.fields(kind) if kind != KEEP else ():
            if kind == PULSE:
                yield from rtl_flop(field, bit_written(field))
            elif kind == EVENT:
                yield from rtl_flop(field, f"{field.name}_i | ({field.q}\n"
                                           f"        & ~({bit_written(field)}))")
            else:
                yield from rtl_count(found, field, take)
    for name, events in found.irqs().items():
        yield from rtl_irq(name, events)


def read_bits(field):
    return {CONST: number(field.width, field.reset), INPUT: f"{field.name}_i",
            COUNT: f"{field.name}_count"}.get(field.kind, field.q)


def word_of(fields):
    """The bits that software reads, from the upper end."""
    bits, at = [], 32
    for field in sorted(fields, key=lambda f: -f.low):
        gap = at - field.low - field.width
        bits += [number(gap, 0)] if gap else []
        bits.append(read_bits(field))
        at = field.low
    bits += [number(at, 0)] if at else []
    return bits[0] if len(bits) == 1 else "{" + ", ".join(bits) + "}"


def is_whole(fields):
    """Whether the word is a signal of its own."""
    return len(fields) == 1 and fields[0].width == 32 and fields[0].kind != CONST


def rtl_read(found):
    """Chosen in one cycle and read in the next."""
    words = [(address // 4, name, [f for f in fields if f.kind != PULSE])
             for address, (name, _, fields) in found.registers.items()]
    words = [w for w in words if w[2]]
    yield rule("reads")
    yield "  // A register is chosen in one cycle and read in the next."
    for _, name, fields in words:
        if is_whole(fields):
            continue
        yield f"  wire [31:0] word_{name};"
        yield from textwrap.wrap(f"assign word_{name} = {word_of(fields)};", COLUMNS,
                                 initial_indent="  ", subsequent_indent="      ")
    yield f"  logic [{len(words) - 1}:0] chosen_q;"
    yield "  always_ff @(posedge clk_i) begin"
    yield "    if (!rst_ni) chosen_q <= '0;"
    yield "    else begin"
    yield from (f"      chosen_q[{i}] <= read & (read_word == {number(ADDR_W - 2, word)});"
                for i, (word, _, _) in enumerate(words))
    yield "    end"
    yield "  end"
    yield "  assign read_data ="
    ends = ["" if i < len(words) - 1 else ";" for i in range(len(words))]
    for i, (_, name, fields) in enumerate(words):
        word = read_bits(fields[0]) if is_whole(fields) else f"word_{name}"
        yield f"      {'| ' if i else '  '}({{32{{chosen_q[{i}]}}}} & {word}){ends[i]}"


def unused_bits(found):
    """Bits of write_data and write_strb that no field uses."""
    data, strb = set(range(32)), set(range(4))
    for field in found.fields(KEEP, PULSE, EVENT):
        bits = set(range(field.low, field.low + field.width))
        data -= bits
        strb -= {bit // 8 for bit in bits}
    return ([f"write_data[{bit}]" for bit in sorted(data)]
            + [f"write_strb[{bit}]" for bit in sorted(strb)])


def rtl_unused(found):
    bits = unused_bits(found)
    if bits:
        yield "  /* verilator lint_off UNUSEDSIGNAL */"
        yield "  wire unused;"
        yield "  /* verilator lint_on UNUSEDSIGNAL */"
        yield from textwrap.wrap(f"assign unused = ^{{{', '.join(bits)}}};", COLUMNS,
                                 initial_indent="  ", subsequent_indent="      ")


def rtl(found):
    about = wrapped(f"{found.title}. {found.desc}", "/// ")
    timing = " ".join([TIMING, *(text for kind, text in MORE.items() if found.fields(kind))])
    name = os.path.basename(found.rdl)
    head = HEAD.format(written=WRITTEN.format(rdl=name), about="\n".join(about), rdl=name,
                       timing="\n".join(wrapped(timing, "/// ")), module=found.module,
                       parameters=rtl_parameters(found), ports="\n".join(rtl_ports(found)))
    pins = textwrap.wrap(".clk_i, .rst_ni, " + ", ".join(
        f".{name}{SUFFIX[side]}" for side, name, *_ in AXI) + ",", COLUMNS,
        initial_indent="      ", subsequent_indent="      ")
    body = [*rtl_checks(found),
            PORT_OF_AXIL.format(top=ADDR_W - 3, addr_w=ADDR_W, pins="\n".join(pins)),
            *rtl_unused(found), *rtl_select(found, (KEEP, PULSE, EVENT)), *rtl_fields(found), "",
            *rtl_read(found)]
    return head + "\n".join(body) + "\nendmodule\n\n`default_nettype wire\n"


# ------------------------------------------------------------------ C
def c_head(found, about):
    return (f"/* SPDX-License-Identifier: Apache-2.0 */\n/*\n * {about}\n"
            f" * {WRITTEN.format(rdl=found.rdl)}\n */\n")


def ports_header(found):
    guard = f"LP_{found.name.upper()}_PORTS_H"
    rows = [f"    {'IN' if side == 'input' else 'OUT'}({name}, {width})"
            for side, name, width, _ in every_port(found)]
    first = f"#define LP_{found.name.upper()}_PORTS(IN, OUT, INV, OUTV)"
    lines = [line.ljust(COLUMNS - 1) + "\\" for line in [first, *rows[:-1]]] + [rows[-1]]
    return (c_head(found, f"Ports of {found.module} (see common/unit.h). None is wider than 32 "
                   "bits.")
            + f"#ifndef {guard}\n#define {guard}\n\n#include \"../common/unit.h\"\n\n"
            + "\n".join(lines)
            + f"\n\nLP_UNIT_STRUCTS({found.name}, LP_{found.name.upper()}_PORTS)\n\n#endif\n")


def table_row(found, field, order):
    port = "LPI_AXIL_{}(" + found.name + ", {})"
    row = [f".kind = LPI_AXIL_{field.kind.upper()}", f".word = {field.word}",
           f".low = {field.low}", f".width = {field.width}"]
    if field.reset:
        row.append(f".reset = {field.reset:#x}")
    if field.kind in (INPUT, EVENT, COUNT):
        row.append(".in = " + port.format("IN", field.name))
    if field.kind == EVENT:
        row.append(".out = " + port.format("OUT", field.irq))
        row += [f".enable = {order.index(field.enable) + 1}"] if field.enable else []
    elif field.port and field.kind in (KEEP, PULSE):
        row.append(".out = " + port.format("OUT", field.name))
    if field.kind == COUNT:
        row.append(f".add = {field.add}")
    row += [".largest = 1"] if field.largest else []
    row += [".snapshot = 1"] if field.snapshot else []
    return textwrap.wrap(f"{{{', '.join(row)}}}, /* {field.path} */", COLUMNS,
                         initial_indent="    ", subsequent_indent="     ", break_on_hyphens=False)


def table_header(found):
    groups = [found.fields(kind) for kind in (EVENT, COUNT, PULSE)]
    fields = sum(groups, []) + found.fields(CONST, INPUT, KEEP)
    order = [f.name for f in fields]
    rows = [line for f in fields for line in table_row(found, f, order)]
    counts = ", ".join(f".{name} = {len(group)}" for name, group in
                       zip(("events", "counts", "pulses"), groups))
    return (c_head(found, f"Fields of {found.module} for its cycle model, which alone includes "
                   "this.")
            + "/* clang-format off */\n"
            f"static const struct lpi_axil_field {found.name}_fields[] = {{\n"
            + "\n".join(rows) + "\n};\n\n"
            + f"static const struct lpi_axil_map {found.name}_map = {{\n"
            + f"    .fields = {found.name}_fields, .nfields = {len(fields)}, {counts},\n"
            + f"    .outs = sizeof(struct lp_{found.name}_out) / 4,\n}};\n")


# ------------------------------------------------------------------ other exporters
def exported(export, name):
    """The text that a function writes to its path, a file of this name."""
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, name)
        export(path)
        with open(path, encoding="utf-8") as src:
            return src.read()


def check_types(top):
    """Properties assigned from outside must not change the header's types."""
    seen = {}
    for node in top.descendants(unroll=False):
        if hasattr(node, "fields"):
            shape = [(f.inst_name, f.low, f.width, f.get_property("reset")) for f in node.fields()]
            name = node.get_global_type_name()
            if seen.setdefault(name, shape) != shape:
                raise BadMap(f"two kinds of {name}: write another register")


def software_header(found, top):
    from peakrdl_cheader.c_standards import CStandard
    from peakrdl_cheader.exporter import CHeaderExporter

    check_types(top)
    text = exported(lambda path: CHeaderExporter().export(top, path, std=CStandard.gnu11),
                    f"lp_{found.name}.h")
    _, guard, body = text.partition(f"#ifndef LP_{found.name.upper()}_H")
    if not guard:
        raise BadMap("peakrdl's header has another guard")
    # A size of an array says in every C and C++ what static_assert says from C11 on.
    body = body.replace("#include <assert.h>\n", "")
    body, checks = re.subn(r'static_assert\((sizeof\((\w+)_t\) == \w+), "Packing error"\);',
                           r"typedef char \2_size[\1 ? 1 : -1];", body)
    if not checks or "assert" in body:
        raise BadMap("peakrdl's header has another check of its size")
    about = (f"{found.title}, for software: addresses (the struct), and masks (_bm),\n"
             " * positions (_bp), widths (_bw) and reset values of their fields.")
    return c_head(found, about) + "/* clang-format off */\n" + guard + body


SECTION = re.compile(r"^#### \S+ field\n\n(?:<p>.*?</p>\n*)?", re.M | re.S)
SIZES = re.compile(r"^- (?:Absolute Address|Base Offset|Size): .*\n", re.M)


def page(found, top):
    """A field's desc is in the table of its register instead of its own section."""
    from peakrdl_markdown import MarkdownExporter

    for node in top.descendants(unroll=False):
        desc = plain(node.get_property("desc"))
        if "name" not in node.list_properties() and desc:
            short = desc if not hasattr(node, "fields") else desc.split(". ")[0].rstrip(".")
            node.inst.properties["name"] = short
    text = exported(lambda path: MarkdownExporter().export(top, path), "page.md")
    _, marker, body = text.partition("address map\n")
    if not marker:
        raise BadMap("peakrdl's page has another head")
    body = SIZES.sub("", SECTION.sub("", body))
    body = re.sub(r"<p>(.*?)</p>", lambda m: "\n".join(textwrap.wrap(
        m[1], COLUMNS, break_on_hyphens=False)), body, flags=re.S)
    body = re.sub(r"\n{3,}", "\n\n", body).strip("\n")
    return (f"<!-- SPDX-License-Identifier: Apache-2.0 -->\n"
            f"<!-- {WRITTEN.format(rdl=found.rdl)} -->\n# {found.title}\n\n{body}\n")


# ------------------------------------------------------------------ files
def name_of(rdl):
    folder, name = rdl.split("/")[1:]
    return folder, name.removesuffix(".rdl").removeprefix("lp_")


def paths_of(rdl):
    folder, name = name_of(rdl)
    return [f"rtl/{folder}/lp_{name}.sv", f"cmodel/units/{folder}/{name}_ports.h",
            f"cmodel/units/{folder}/{name}_table.h", f"cmodel/include/linepress/{name}.h",
            f"docs/reference/units/{name}.md"]


def texts_of(rdl):
    """{path: text} of all that follows from the map."""
    found, top = read_map(rdl)
    texts = (rtl(found), ports_header(found), table_header(found), software_header(found, top),
             page(found, top))
    return dict(zip(paths_of(rdl), texts))


def read(path):
    try:
        with open(os.path.join(ROOT, path), encoding="utf-8") as src:
            return src.read()
    except FileNotFoundError:
        return ""


def sums(rdl):
    """The output of sha256sum for the map, this file and the files that it wrote."""
    return "".join(f"{hashlib.sha256(read(path).encode()).hexdigest()}  {path}\n"
                   for path in (rdl, SELF, *paths_of(rdl)))


def sums_path(rdl):
    return rdl.removesuffix(".rdl") + ".sums"


def write(rdl):
    for path, text in texts_of(rdl).items():
        with open(os.path.join(ROOT, path), "w", encoding="utf-8") as out:
            out.write(text)
    with open(os.path.join(ROOT, sums_path(rdl)), "w", encoding="utf-8") as out:
        out.write(sums(rdl))


def stale(rdl, by_sums):
    """The outdated files."""
    if by_sums:
        here, there = sums(rdl).splitlines(), read(sums_path(rdl)).splitlines()
        return [line.split()[1] for line in here if line not in there]
    wrong = [path for path, text in texts_of(rdl).items() if read(path) != text]
    return wrong + ([] if sums(rdl) == read(sums_path(rdl)) else [sums_path(rdl)])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rdl", nargs="+")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--sums", action="store_true")
    args = parser.parse_args()
    bad = []
    for rdl in args.rdl:
        try:
            if args.check or args.sums:
                bad += stale(rdl, args.sums)
            else:
                write(rdl)
        except (BadMap, ModuleNotFoundError) as err:
            print(f"regs.py: {rdl}: {err}", file=sys.stderr)
            return 2
    for path in bad:
        print(f"{path}: not what `make regs` writes")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
