#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The wrappers that `make edge` writes: three tools read them, and in Yosys' netlist every bit of
every port reaches the right bit of the unit. The tools get only the head of the unit."""
import dataclasses
import functools
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path[:0] = [os.path.join(ROOT, part) for part in ("synth", "tb")]
import axi_edge  # noqa: E402
import rtl_files  # noqa: E402
from tap import end, result  # noqa: E402

PACKAGES = [f for f in rtl_files.files_of("lp_buddy_top") if rtl_files.is_package(f)]


# ------------------------------------------------------------------ expected
@dataclasses.dataclass
class Bus:
    """channels: {channel: (signals of the master, signals of the slave)}, each {signal: bits}."""
    word: str    # prefix of the unit's ports
    prefix: str  # prefix of the wrapper's
    many: bool   # one bus for each slice or channel
    slave: bool
    channels: dict
    constants: dict  # {signal: (bits, value)} on aw and ar

    def signals(self):
        """(signal, direction, bits) of one bus."""
        sides = ("input", "output") if self.slave else ("output", "input")
        for channel, driven in self.channels.items():
            for side, signals in zip(sides, driven):
                for signal, width in signals.items():
                    yield channel + signal, side, width


def master(word, params, addr, ids=0, many=True, shape=True):
    """AXI4 (IHI 0022) with 256 bits of data, in bursts; shape: the unit has size and burst."""
    own = {"id": ids} if ids else {}
    size = {"size": 3, "burst": 2} if shape else {}
    out = {"valid": 1, **own, "addr": addr, "len": 8, **size}
    channels = {
        "aw": (out, {"ready": 1}),
        "w": ({"valid": 1, "data": 256, "strb": 32, "last": 1}, {"ready": 1}),
        "b": ({"ready": 1}, {"valid": 1, **own, "resp": 2}),
        "ar": (out, {"ready": 1}),
        "r": ({"ready": 1}, {"valid": 1, **own, "data": 256, "resp": 2, "last": 1}),
    }
    constants = {"lock": (1, 0), "qos": (4, 0), "prot": (3, params["PROT"]),
                 "cache": (4, params["CACHE"])}
    if not shape:
        constants.update(size=(3, 0b101), burst=(2, 0b01))  # 2^5 bytes, INCR
    return Bus(word, f"m_axi_{word}", many, False, channels, constants)


def lite_slave(word, addr):
    """AXI4-Lite with 32 bits of data."""
    out = {"valid": 1, "addr": addr, "prot": 3}
    return Bus(word, f"s_axi_{word}", False, True, {
        "aw": (out, {"ready": 1}),
        "w": ({"valid": 1, "data": 32, "strb": 4}, {"ready": 1}),
        "b": ({"ready": 1}, {"valid": 1, "resp": 2}),
        "ar": (out, {"ready": 1}),
        "r": ({"ready": 1}, {"valid": 1, "data": 32, "resp": 2}),
    }, {})


def buddy_buses(params):
    ids = (params["ENTRIES"] - 1).bit_length()
    return [master("dev", params, params["ADDR_W"], ids + 1),
            master("bud", params, params["ADDR_W"], ids)]


def cdma_buses(params):
    return [lite_slave("csr", 12), master("host", params, 40, 2, many=False, shape=False),
            master("idx", params, 40, many=False, shape=False),
            master("dev", params, 40, shape=False)]


@dataclasses.dataclass(frozen=True)
class Unit:
    top: str
    file: str
    wrapper: str  # name of the wrapper without the number
    count: str    # the parameter that holds the number
    numbers: tuple
    cache: int
    buses: object

    def text(self):
        with open(os.path.join(ROOT, self.file), encoding="utf-8") as src:
            return src.read()


BUDDY = Unit("lp_buddy_top", "rtl/buddy/lp_buddy_top.sv", "lp_buddy_axi", "SLICES", (1, 2, 8),
             0b0011, buddy_buses)
CDMA = Unit("lp_cdma", "rtl/cdma/lp_cdma.sv", "lp_cdma_axi", "CHANNELS", (2, 6, 8), 0b0010,
            cdma_buses)


def due(unit, number, params, top):
    """{wrapper's port: (direction, [(port of the unit, bit) or "0" or "1"])}."""
    ports, vectors = {}, set()
    for bus in unit.buses(params):
        for n in range(number) if bus.many else ("",):
            for signal, side, bits in bus.signals():
                vector = f"{bus.word}_{signal}_{side[0]}"
                vectors.add(vector)
                ports[f"{bus.prefix}{n}_{signal}"] = (
                    side, [(vector, int(n or 0) * bits + i) for i in range(bits)])
            for signal, (bits, value) in bus.constants.items():
                for channel in ("aw", "ar"):
                    ports[f"{bus.prefix}{n}_{channel}{signal}"] = (
                        "output", [str(value >> i & 1) for i in range(bits)])
    names = {"clk_i": "aclk", "rst_ni": "aresetn"}
    for name, port in top.items():
        if name not in vectors:
            ports[names.get(name, name)] = (
                port["direction"], [(name, i) for i in range(len(port["bits"]))])
    return ports


# ------------------------------------------------------------------ actual
def head_of(text, body):
    """The unit with this text instead of its body."""
    return re.search(r".*?^\);\n", text, re.S | re.M)[0] + body + "endmodule\n"


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    return path


def tool(*argv):
    """The output of the tool; an exit status other than 0 counts as output."""
    done = subprocess.run(argv, cwd=ROOT, text=True, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    return [*done.stdout.splitlines(), *([f"{argv[0]}: {done.returncode}"] * (done.returncode > 0))]


def modules(work, script):
    path = os.path.join(work, "netlist.json")
    said = tool("yosys", "-q", "-p",
                f"read_verilog -sv {' '.join(PACKAGES)}; {script}; write_json {path}")
    if said:
        raise RuntimeError("\n".join(said))
    with open(path, encoding="utf-8") as src:
        return json.load(src)["modules"]


def number(bits):
    """A parameter's value; 32 bits are signed."""
    value = int(bits, 2)
    return value - (1 << 32) if len(bits) == 32 and bits[0] == "1" else value


def numbers(params):
    return {name: number(bits) for name, bits in params.items()}


def chparam(params, module):
    return "".join(f"; chparam -set {name} 32'b{value & 0xffffffff:032b} {module}"
                   for name, value in params.items())


def pin_faults(ports, net, pins, top):
    """Bits of the wrapper's ports that do not reach their targets, or also reach others."""
    wrong = []
    for name, (side, bits) in ports.items():
        port = net[name]
        if port["direction"] != side or len(port["bits"]) != len(bits):
            wrong.append(f"{name}: {port['direction']} of {len(port['bits'])} bits")
            continue
        for i, (bit, want) in enumerate(zip(port["bits"], bits)):
            if isinstance(want, str):
                good = bit == want
            else:
                there = pins.get(want[0], [])
                good = isinstance(bit, int) and want[1] < len(there) and there[want[1]] == bit
            if not good:
                wrong.append(f"{name}[{i}] is not {want}")
    wrong += [f"{name}: {len(pins.get(name, []))} bits at the unit"
              for name, port in top.items() if len(pins.get(name, [])) != len(port["bits"])]
    for what, every in (("port", [p["bits"] for p in net.values()]), ("pin", pins.values())):
        seen = [bit for bits in every for bit in bits if isinstance(bit, int)]
        if len(seen) != len(set(seen)):
            wrong.append(f"a net has more than one {what}")
    return wrong


@functools.lru_cache(maxsize=None)
def unit_of(work, unit, unit_text, number, given):
    """(defaults and values of the wrapper's parameters, those that it passes on, ports of the
    unit)."""
    body = write(work, "lp_body.sv", head_of(unit_text, "  wire lp_body = 1'b0;\n"))
    read = modules(work, f"read_verilog -sv {body}")[unit.top]
    defaults = {**numbers(read["parameter_default_values"]), "PROT": 0b000, "CACHE": unit.cache}
    del defaults[unit.count]
    values = {**defaults, **given(defaults)}
    own = {unit.count: number,
           **{k: v for k, v in values.items() if k not in ("PROT", "CACHE")}}
    top = modules(work, f"read_verilog -sv {body}{chparam(own, '*')}; hierarchy -top {unit.top}")
    return defaults, values, own, top[unit.top]["ports"]


def netlist_faults(work, unit, text, unit_text, number, given):
    """Faults of this wrapper with these parameters set."""
    name = f"{unit.wrapper}{number}"
    path = write(work, f"{name}.v", text)
    empty = write(work, f"{unit.top}.sv", head_of(unit_text, ""))
    try:
        defaults, values, own, top = unit_of(work, unit, unit_text, number, given)
        declared = modules(work, f"read_verilog {path}")[name]["parameter_default_values"]
        net = modules(work, f"read_verilog {path}; read_verilog -sv {empty}{chparam(values, name)};"
                      f" hierarchy -check -top {name}; check -assert {name}")[name]
    except RuntimeError as err:
        return str(err).splitlines()
    wrong = [] if numbers(declared) == defaults else [f"parameters {numbers(declared)}"]
    # If a net has two constants, Yosys keeps one.
    assigned = re.findall(r"assign (\w+)", text)
    wrong += [f"{name} is assigned twice" for name in assigned if assigned.count(name) > 1]
    cells = list(net["cells"].values())
    if [c["type"] for c in cells] != [unit.top]:
        return wrong + [f"not one {unit.top}"]
    if numbers(cells[0]["parameters"]) != own:
        wrong.append(f"passes on {numbers(cells[0]['parameters'])}")
    ports = due(unit, number, values, top)
    if set(ports) != set(net["ports"]):
        return wrong + [f"port {p}: missing or too much" for p in set(ports) ^ set(net["ports"])]
    return wrong + pin_faults(ports, net["ports"], cells[0]["connections"], top)


def text_faults(text):
    """Lines too long, and ports and parameters without a comment."""
    lines = text.splitlines()
    wrong = [f"{len(line)} columns: {line}" for line in lines if len(line) > 100]
    return wrong + [line for before, line in zip(lines, lines[1:])
                    if re.match(r" *(input|output|parameter)\b", line)
                    and not before.startswith("    /// ")]


def defaults_kept(_):
    return {}


def all_others(defaults):
    """Another value for each parameter."""
    return {**{name: value + 1 for name, value in defaults.items()}, "PROT": 0b101, "CACHE": 0b1010}


# ------------------------------------------------------------------ tests
def test_wrapper(work, unit, number):
    name = f"{unit.wrapper}{number}"
    path = os.path.join(work, f"{name}.sv")
    said = tool(sys.executable, "synth/axi_edge.py", unit.top, f"{unit.count}={number}",
                "--folder", work)
    result([] if said == [path] else said, f"{name} is written")
    with open(path, encoding="utf-8") as src:
        text = src.read()
    result(text_faults(text), f"{name}: 100 columns, a comment for every port and parameter")
    quiet = "".join(f"/* verilator lint_off {w} */\n"
                    for w in ("UNUSEDPARAM", "UNUSEDSIGNAL", "UNDRIVEN"))
    head = write(work, f"{unit.top}.sv", quiet + head_of(unit.text(), ""))
    result(tool("verilator", "--lint-only", "-Wall", "--top-module", name, *PACKAGES, head,
                path),
           f"Verilator reads {name}")
    plain = write(work, f"{name}.v", text)
    result(tool("verilator", "--lint-only", "-Wall", "+1364-2005ext+v", "--top-module", name,
                *PACKAGES, head, plain), f"Verilator reads {name} as Verilog-2005")
    result(tool("iverilog", "-g2012", "-Wall", "-t", "null", "-s", name, *PACKAGES, head,
                path),
           f"Icarus reads {name}")
    for how, given in (("defaults", defaults_kept), ("other parameters", all_others)):
        result(netlist_faults(work, unit, text, unit.text(), number, given),
               f"{name}, {how}: every bit is where it belongs")
    return text


def swapped(one, other):
    return lambda text: text.replace(one, "\0").replace(other, one).replace("\0", other)


def edited(pattern, new):
    return lambda text: re.sub(pattern, new, text, count=1)


# Seeded bugs in lp_buddy_axi2 and lp_cdma_axi2, and the message that each must cause.
BUDDY_BREAKS = (
    ("two slices exchanged in one vector", "m_axi_dev0_rdata[0] is not ('dev_rdata_i', 0)", edited(
        r"{m_axi_dev1_rdata, m_axi_dev0_rdata}", r"{m_axi_dev0_rdata, m_axi_dev1_rdata}")),
    ("a field shifted by a bit", "m_axi_bud0_araddr[0] is not ('bud_araddr_o', 0)", edited(
        r"{m_axi_bud1_araddr, m_axi_bud0_araddr}",
        r"{m_axi_bud1_araddr[ADDR_W-2:0], m_axi_bud0_araddr, m_axi_bud1_araddr[ADDR_W-1]}")),
    ("the two memories exchanged", "m_axi_bud1_wdata[0] is not ('bud_wdata_o', 256)", swapped(
        "m_axi_dev1_wdata, m_axi_dev0_wdata", "m_axi_bud1_wdata, m_axi_bud0_wdata")),
    ("RID and BID exchanged", "m_axi_dev0_rid[0] is not ('dev_rid_i', 0)", swapped(
        "({m_axi_dev1_rid, m_axi_dev0_rid", "({m_axi_dev1_bid, m_axi_dev0_bid")),
    ("one slice in both fields", "m_axi_dev1_awready[0] is not ('dev_awready_i', 1)", edited(
        r"{m_axi_dev1_awready, m_axi_dev0_awready}", r"{m_axi_dev0_awready, m_axi_dev0_awready}")),
    ("an input left open", "m_axi_bud0_bresp[0] is not ('bud_bresp_i', 0)", edited(
        r"\.bud_bresp_i\(.*\)", ".bud_bresp_i()")),
    ("an output left out", "m_axi_dev1_wlast is used but has no driver", edited(
        r" *\.dev_wlast_o\(.*\),\n", "")),
    ("plain ports exchanged", "md_hits_o[0] is not ('md_hits_o', 0)", swapped(
        "(md_hits_o)", "(md_fills_o)")),
    ("an id one bit short", "Resizing cell port lp_buddy_axi2.u_top.dev_arid_o", edited(
        r"\[\$clog2\(ENTRIES\):0\] m_axi_dev0_arid", "[$clog2(ENTRIES)-1:0] m_axi_dev0_arid")),
    ("a constant that is wrong", "m_axi_dev1_arlock[0] is not 0", edited(
        r"(dev1_arlock = 1'b)0", r"\g<1>1")),
    ("a constant of another signal", "m_axi_bud0_awcache[0] is not 0", edited(
        r"(bud0_awcache = )CACHE", r"\1{1'b0, PROT}")),
    ("a constant left out", "m_axi_bud1_awqos [3] is used but has no driver", edited(
        r" *assign m_axi_bud1_awqos.*\n", "")),
    ("an output driven twice", "multiple conflicting drivers", edited(
        r"(\n  assign)", r"\n  assign m_axi_dev0_awlen = m_axi_dev1_awlen;\1")),
    ("a constant driven twice", "m_axi_dev0_awprot is assigned twice", edited(
        r"(\n  assign)", r"\n  assign m_axi_dev0_awprot = ~PROT;\1")),
    ("a default that differs from the top", "'WAYS': 5", edited(
        r"(parameter integer WAYS = )\d+", r"\g<1>5")),
    ("a parameter not passed on", "passes on", edited(r"\.LANES\(LANES\), ", "")),
    ("parameters exchanged", "passes on", swapped("(SETS)", "(WAYS)")),
)
CDMA_BREAKS = (
    ("a slave that looks like a master", "port m_axi_csr_awvalid: missing", lambda text:
     text.replace("s_axi_csr", "m_axi_csr")),
    ("two signals of a slave exchanged", "s_axi_csr_awprot[0] is not ('csr_awprot_i', 0)", swapped(
        "(s_axi_csr_awprot)", "(s_axi_csr_arprot)")),
    ("a slave's output left out", "s_axi_csr_bvalid is used but has no driver", edited(
        r" *\.csr_bvalid_o\(.*\),\n", "")),
    ("two single buses exchanged", "m_axi_host_rlast[0] is not ('host_rlast_i', 0)", swapped(
        "(m_axi_host_rlast)", "(m_axi_idx_rlast)")),
    ("an id a bit wide", "Resizing cell port lp_cdma_axi2.u_top.host_bid_i", edited(
        r"\[1:0\] m_axi_host_bid", "m_axi_host_bid")),
    ("an id that the bus has not", "port m_axi_idx_rid: missing or too much", edited(
        r"(    input  wire m_axi_idx_rlast)", r"    input  wire m_axi_idx_rid,\n\1")),
    ("two channels exchanged in one vector", "m_axi_dev0_awlen[0] is not ('dev_awlen_o', 0)",
     edited(r"{m_axi_dev1_awlen, m_axi_dev0_awlen}", r"{m_axi_dev0_awlen, m_axi_dev1_awlen}")),
    ("a size that is wrong", "m_axi_host_arsize[0] is not 1", edited(
        r"(m_axi_host_arsize = 3'd)5", r"\g<1>4")),
    ("a burst that is wrong", "m_axi_dev1_awburst[1] is not 0", edited(
        r"(m_axi_dev1_awburst = 2'b)01", r"\g<1>10")),
    ("a single bus's constant left out", "m_axi_idx_awcache [3] is used but has no driver", edited(
        r" *assign m_axi_idx_awcache.*\n", "")),
    ("a default of CACHE of another bus", "'CACHE': 3", edited(
        r"(CACHE = 4'b001)0", r"\g<1>1")),
)


def test_breaks(work, unit, text, breaks):
    for what, words, change in breaks:
        wrong = netlist_faults(work, unit, change(text), unit.text(), 2, all_others)
        caught = any(words in line for line in wrong)
        result([] if caught else wrong or ["goes unseen"], f"caught in {unit.wrapper}2: {what}")


def refused(unit, words, new, text):
    """The generator's message about such a unit."""
    try:
        axi_edge.wrapper(text, axi_edge.UNITS[unit.top], 2)
        said = "nothing"
    except axi_edge.EdgeError as err:
        said = str(err)
    result([] if said.startswith(f"{unit.top}: ") and words in said else [said],
           f"refused: a {unit.top} with {new.strip()}")


def test_other_top(work):
    """The generator takes its ports and parameters from the text that it reads."""
    unit_text, unit = BUDDY.text(), axi_edge.UNITS[BUDDY.top]
    first = axi_edge.read_top(unit_text, unit, 2)[0][0].name
    text = re.sub(rf"\b{first}\b", "RENAMED", unit_text)
    text = text.replace("    localparam ", """\
    localparam int NUMBER_W = (SLICES == 1) ? 1 : $clog2(SLICES),
    localparam int LIST_W = lp_codec_pkg::CODECS + RENAMED * 2,
    localparam """, 1).replace("    /// Clock.\n", """\
    /// One more, a list, with (one bracket.
    input  wire logic [SLICES*(EW+2)-1:0] dev_more_i,
    // no doc
    output wire logic more_o, /* nor here */
    input  wire logic [NUMBER_W-1:0] more_number_i,
    output wire logic [LIST_W*3-1:0] more_list_o,
    input  wire logic [lp_codec_pkg::CODECS-1:0] more_codec_i,
    /// Clock.
""", 1)
    try:
        wrong = netlist_faults(work, BUDDY, axi_edge.wrapper(text, unit, 2), text, 2, all_others)
    except axi_edge.EdgeError as err:
        wrong = [str(err)]
    result(wrong, "a top with other parameters and ports gives their wrapper")
    for what, old, new in (("no port clk_i", " clk_i,", " clock_i,"),
                           ("'dev_arlen_o' has no field", "[SLICES*8-1:0]", "[7:0]"),
                           ("cannot read", "parameter  int SLICES", "parameter  type SLICES"),
                           ("no parameter SLICES", "int SLICES", "int NUMBER"),
                           ("no package lp_no_pkg", "$clog2(ENTRIES)", "lp_no_pkg::EW"),
                           ("lp_codec_pkg::NO is no", "$clog2(ENTRIES)", "lp_codec_pkg::NO"),
                           ("no 'module lp_buddy_top", "module lp_buddy_top", "module lp_other")):
        refused(BUDDY, what, new, unit_text.replace(old, new))
    field = re.sub(r"\[7:0\]( *host_arlen_o)", r"[CHANNELS*8-1:0]\1", CDMA.text())
    refused(CDMA, "'host_arvalid_o' has no field", "fields in host_arlen_o alone", field)


def written(path, name, *argv):
    """Returns the text of the wrapper of this name that the command writes to this file."""
    said = tool(*argv)
    with open(path, encoding="utf-8") as src:
        text = src.read()
    if f"module {name} #(" not in text:
        said.append(f"no {name}")
    result([] if said == [path] else said, f"{name} is what {' '.join(argv[1:-1])} writes")
    return text


def test_use(work):
    for unit, name in ((BUDDY, "lp_buddy_axi8"), (CDMA, "lp_cdma_axi6")):
        path = os.path.join(work, f"{unit.top}_default.sv")
        written(path, name, sys.executable, "synth/axi_edge.py", unit.top, f"--out={path}")
    path = os.path.join(work, "use", "edge.sv")
    make = ["make", "-s", f"B={os.environ.get('BUILD', 'build')}", "edge"]
    written(path, "lp_buddy_axi4", *make, "SLICES=4", f"OUT={path}")
    kept = written(path, "lp_cdma_axi3", *make, "UNIT=lp_cdma", "CHANNELS=3", f"OUT={path}")
    buddy, cdma = "lp_buddy_top", "lp_cdma"
    for unit, setting, out, words in (
            (buddy, "SLICES=3", path, "SLICES must be"), (buddy, "SLICES=64", path, "must be"),
            (buddy, "SLICES=eight", path, "SLICES must be"), (buddy, "SLICES=", path, "must be"),
            (cdma, "CHANNELS=1", path, "CHANNELS must be"), (cdma, "CHANNELS=9", path, "must be"),
            (cdma, "SLICES=2", path, "lp_cdma has CHANNELS"), (buddy, "CHANNELS=2", path, "SLICES"),
            ("lp_cdma_core", "CHANNELS=6", path, "UNIT must be lp_buddy_top or lp_cdma"),
            (buddy, "SLICES=2", path + "/edge.sv", "cannot write"),
            (cdma, "CHANNELS=2", work, "cannot write"), (buddy, "SLICES=2", "", "cannot write")):
        said = tool(sys.executable, "synth/axi_edge.py", unit, setting, "--out", out)
        one = len(said) == 2 and said[0].startswith("edge: ") and words in said[0]
        result([] if one and said[1].endswith(": 2") else said,
               f"one line and status 2: {unit}, {setting}, OUT '{out.replace(work, '')}'")
    with open(path, encoding="utf-8") as src:
        same = src.read() == kept
    result([] if same and os.listdir(os.path.dirname(path)) == ["edge.sv"] else ["changed"],
           "the old file stays complete, and no other file is left")


def main():
    with tempfile.TemporaryDirectory(prefix="lp-edge-") as work:
        for unit, breaks in ((BUDDY, BUDDY_BREAKS), (CDMA, CDMA_BREAKS)):
            text = {n: test_wrapper(work, unit, n) for n in unit.numbers}
            test_breaks(work, unit, text[2], breaks)
        test_other_top(work)
        test_use(work)
    return end()


if __name__ == "__main__":
    sys.exit(main())
