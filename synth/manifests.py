#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the files with which other flows use the RTL, from rtl/ and rtl/units.txt, as one folder:

    linepress_MODULE.core   FuseSoC (CAPI=2): the module and the cores that it depends on; a unit
                            with a page also has the targets lint (Verilator) and sim (Icarus)
    UNIT.f                  the files of a unit with a page, in order, relative to the list
    Bender.yml              all files, in order
    sim/UNIT_tb.sv          the bench of target sim
    rtl/                    the files themselves

    manifests.py --version VERSION --out FOLDER [--rtl PATH]

With --rtl the files are not copied, and PATH is their path from FOLDER. Each module is a core of
its own, since two units in one design share some. Files of modules that no longer exist are
removed.
"""
import argparse
import glob
import json
import os
import re
import sys

import heads
import rtl_files
import units

MARK = "Written by `make manifests`."
SPDX = "SPDX-License-Identifier: Apache-2.0"
CLOCK, RESET = "clk_i", "rst_ni"


class Module:
    """A manifest's data of one file under rtl/."""

    def __init__(self, name, path, unit):
        self.name, self.path, self.unit = name, path, unit
        with open(os.path.join(rtl_files.ROOT, path), encoding="utf-8") as src:
            self.text = src.read()
        self.is_package = rtl_files.is_package(path)
        self.parameters, self.ports = ([], []) if self.is_package else \
            heads.split_head(self.text, name)

    @property
    def paged(self):
        return self.unit is not None and bool(self.unit.page)

    def says(self):
        """Its function, in one line."""
        doc = re.search(r"^///((?:[^\n]*\n///)*?[^\n]*?)[.:](\s|$)", self.text, re.M)
        return " ".join(doc[1].replace("///", " ").split()) if doc else self.name

    def values(self):
        """(name, value, description) of each parameter; the value is None if it is derived from
        others, so that it stays derived."""
        for doc, item in self.parameters:
            kind, base, width, name, value = heads.match(heads.PARAMETER, item).groups()
            if kind == "parameter":
                if base != "int" or width:
                    raise heads.HeadError(f"{name} is no int")
                yield name, heads.evaluated(heads.resolved(value, {})), " ".join(doc)


def read_modules():
    """{name: module} in the order in which a tool must read them."""
    listed = {u.name: u for u in units.read_units()}
    paths = rtl_files.all_modules()
    order = dict.fromkeys(f for m in sorted(paths) for f in rtl_files.files_of(m))
    names = {path: name for name, path in paths.items()}
    return {names[f]: Module(names[f], f, listed.get(names[f])) for f in order}


class Writer:
    """The folder, and which files of it are written."""

    def __init__(self, folder, rtl):
        self.folder, self.rtl, self.written = folder, rtl, set()

    def path(self, source):
        """The name of a file under rtl/ in manifests."""
        return "/".join([self.rtl, *source.split("/")[1:]])

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
        self.written.add(path)

    def copy(self, sources):
        """The files under rtl/, unless this is their own folder."""
        home = os.path.join(self.folder, "rtl")
        if os.path.realpath(home) == os.path.realpath(os.path.join(rtl_files.ROOT, "rtl")):
            return
        for source in sources:
            with open(os.path.join(rtl_files.ROOT, source), encoding="utf-8") as src:
                self.write(source, src.read())
        for path in glob.glob(os.path.join(home, "*", "lp_*.sv")):
            if path not in self.written:
                os.remove(path)

    def clear(self):
        """Removes files of earlier runs that are no longer written."""
        for pattern in ("linepress_*.core", "lp_*.f", "sim/lp_*_tb.sv"):
            for path in glob.glob(os.path.join(self.folder, pattern)):
                if path not in self.written:
                    with open(path, encoding="utf-8") as src:
                        ours = MARK in src.read(400)
                    if ours:
                        os.remove(path)


# ------------------------------------------------------------------ FuseSoC
def core_name(module, version):
    return f"linepress:{units.folder_of(module)}:{module}:{version}"


def fileset(name, path, depend):
    yield f"  {name}:"
    yield f"    files: [{path}]"
    yield "    file_type: systemVerilogSource"
    if depend:
        yield "    depend:"
        yield from (f"      - {core}" for core in depend)


def parameter_lines(values):
    if values:
        yield "parameters:"
    for name, value, doc in values:
        yield f"  {name}:"
        yield "    datatype: int"
        if value is not None:
            yield f"    default: {value}"
        yield f"    description: {json.dumps(doc)}"
        yield "    paramtype: vlogparam"


def target(name, top, filesets, parameters, flow=()):
    yield f"  {name}:"
    yield from (f"    {line}" for line in flow)
    yield f"    filesets: [{', '.join(filesets)}]"
    yield f"    toplevel: {top}"
    if parameters:
        yield f"    parameters: [{', '.join(parameters)}]"


LINT = ("flow: lint", "flow_options:", "  tool: verilator", "  verilator_options: [-Wall]")
SIM = ("flow: sim", "flow_options:", "  tool: icarus", "  iverilog_options: [-g2012]")


def core(module, depend, writer, version):
    """Lines of its .core file."""
    values = list(module.values())
    names = [name for name, _, _ in values]
    yield f"CAPI=2:\n# {SPDX}\n# {MARK}"
    yield f"name: {core_name(module.name, version)}"
    yield f"description: {json.dumps(module.says())}"
    yield "filesets:"
    yield from fileset("rtl", writer.path(module.path), [core_name(m, version) for m in depend])
    if module.paged:
        yield from fileset("sim", f"sim/{module.name}_tb.sv", [])
    yield from parameter_lines(values)
    yield "targets:"
    if module.is_package:
        yield "  default:\n    filesets: [rtl]"
        return
    # A core inside another has its parameters from the RTL.
    own = [f'"is_toplevel ? ({name})"' for name in names]
    yield from target("default", module.name, ["rtl"], own)
    if module.paged:
        yield from target("lint", module.name, ["rtl"], names, LINT)
        yield from target("sim", f"{module.name}_tb", ["rtl", "sim"], names, SIM)


# ------------------------------------------------------------------ bench of target sim
BENCH = """\
// {spdx}
// {mark} Resets {name}; its inputs stay 0, every ready is low and then high.
// Fails if a bit of what it watches is unknown.
`timescale 1ns / 1ps
`default_nettype none
module {name}_tb{parameters};
{declared}
  {name}{passed} u_dut (.*);

  localparam int CYCLES = 64;
  always #1 {clock} = ~{clock};
  initial begin
    for (int cycle = 0; cycle < CYCLES; cycle = cycle + 1) begin
      @(negedge {clock});
      if (cycle > 4 && ^{{{watched}}} === 1'bx) begin
        $display("{name}_tb: cycle %0d: unknown: %b", cycle, {{{watched}}});
        $fatal;
      end
      reset_n = cycle > 2;
      ready = cycle >= CYCLES / 2;
    end
    $display("{name}_tb: passed");
    $finish;
  end
endmodule
`default_nettype wire
"""


def declared(way, bits, name):
    """The wire of a port."""
    value = "" if way == "output" else \
        " = reset_n" if name == RESET else \
        " = ready ? '1 : '0" if name.endswith("_ready_i") else " = '0"
    return f"  wire logic {f'[{bits}] ' if bits else ''}{name}{value};"


def bench(module):
    """Text of its bench, which has the unit's own parameters."""
    ports = [heads.match(heads.PORT, item).groups() for _, item in module.ports]
    outputs = [name for way, _, name in ports if way == "output"]
    clocked = CLOCK in (name for _, _, name in ports)
    # Payload may be unknown while its valid is low, and so may data read from an lp_ram before a
    # write.
    watched = clocked and [n for n in outputs if n.endswith(("valid_o", "ready_o"))] or \
        [n for n in outputs if not n.endswith("data_o") or not clocked]
    items = [" ".join(item.split()) for _, item in module.parameters]
    given = [item for item in items if item.startswith("parameter")]
    names = [name for name, _, _ in module.values()]
    lines = [f"  {item};" for item in items if item not in given]
    lines += [f"  reg {CLOCK} = 1'b0, reset_n = 1'b0, ready = 1'b0;"]
    lines += [declared(*port) for port in ports if port[2] != CLOCK]
    return BENCH.format(
        spdx=SPDX, mark=MARK, name=module.name, clock=CLOCK, declared="\n".join(lines),
        watched=", ".join(watched) or CLOCK,
        parameters=f" #(\n    {f',{chr(10)}    '.join(given)}\n)" if given else "",
        passed=f" #({', '.join(f'.{n}({n})' for n in names)})" if names else "")


# ------------------------------------------------------------------ lists of files
def file_list(module, writer):
    yield f"// {SPDX}"
    yield f"// {MARK} Relative to this file: verilator -F, not -f."
    yield from (writer.path(f) for f in rtl_files.files_of(module.name))


def bender(modules, writer):
    yield f"# {SPDX}\n# {MARK}"
    yield "package:\n  name: linepress\nsources:"
    yield from (f"  - {writer.path(m.path)}" for m in modules.values())


def write_all(writer, version, copy):
    modules = read_modules()
    if copy:
        writer.copy(m.path for m in modules.values())
    for name, module in modules.items():
        used = [m for m in re.findall(r"\b[A-Za-z_]\w*\b", rtl_files.strip_comments(module.text))
                if m in modules and m != name]
        lines = core(module, sorted(set(used)), writer, version)
        writer.write(f"linepress_{name}.core", "\n".join(lines) + "\n")
        if module.paged:
            writer.write(f"{name}.f", "\n".join(file_list(module, writer)) + "\n")
            writer.write(f"sim/{name}_tb.sv", bench(module))
    writer.clear()
    writer.write("Bender.yml", "\n".join(bender(modules, writer)) + "\n")


def main():
    parser = argparse.ArgumentParser(description="manifests of the RTL for other flows")
    parser.add_argument("--version", required=True)
    parser.add_argument("--out", required=True, help="folder to write")
    parser.add_argument("--rtl", help="path of rtl/ from there, whose files are then not copied")
    args = parser.parse_args()
    try:
        write_all(Writer(args.out, args.rtl or "rtl"), args.version, not args.rtl)
    except (heads.HeadError, rtl_files.UnknownUnit, units.BadList) as err:
        print(f"manifests: {err}", file=sys.stderr)
        return 2
    except OSError as err:
        print(f"manifests: cannot write {err.filename}: {err.strerror}", file=sys.stderr)
        return 2
    print(args.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
