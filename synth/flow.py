# SPDX-License-Identifier: Apache-2.0
"""The steps from RTL to a timed netlist: Yosys, abc, OpenSTA. Used by area.py and timing.py."""
import json
import os
import re
import shutil
import subprocess

import rtl_files
import units
from netlist import Netlist, cell_name

# Warnings after which Yosys builds wrong logic without an error.
FATAL_WARNINGS = ("implicitly declared", "is assigned in a block", "used but has no driver",
                  "multiple conflicting drivers")
# How abc maps control and data logic, and from how many sinks and gates on logic is control
# (netlist.py): for speed alone, data muxes for area, or for area but more of the logic for speed.
PREPARE = "strash;ifraig;scorr;strash;dch -f;"
FAST = PREPARE + "map -B 0.9"
SMALL = PREPARE + "amap -F 20 -A 20 -m"
MAPPERS = {"fast": (FAST, FAST, 12, 8), "small": (FAST, SMALL, 12, 8),
           "mixed": (FAST, SMALL, 8, 6), "lean": (FAST, SMALL, 12, 20)}
# What is done to a mapped netlist before it is sized: nothing, or its critical paths restructured.
REWORKS = {"plain": "", "resyn": "mfs3 -W 5 -O 4 -I 4;"}
# Buffering to at most {N} sinks and sizing of the whole netlist towards {D} ps.
SIZE = ("topo;buffer -c -N {N};topo;upsize -D {D};dnsize -D {D};"
        "upsize -W 5 -R 20 -D {D};dnsize -D {D};stime")
FANOUTS = (12, 24)
PATHS = {
    "reg_to_reg": "-from [all_registers -clock_pins] -to $ends",
    "in_to_reg": "-from $inputs -to $ends",
    "reg_to_out": "-from [all_registers -clock_pins] -to [all_outputs]",
    "in_to_out": "-from $inputs -to [all_outputs]",
}
# The module that stands for a memory array. It is no part of what is mapped: a unit that holds one
# gets the array's pins for ports of its own, and the array is listed by its size.
ARRAY = "lp_ram"
# A period that every path meets, in ns: delay = LONG - slack.
LONG = 1000.0
# How many flops the report of ends lists.
ENDS = 5000


class FlowError(Exception):
    """One line that says what went wrong."""


def need(*tools):
    for tool in tools:
        if not shutil.which(tool):
            raise FlowError(f"{tool} is not installed")


def mappers_for(unit, asked=""):
    """Names of the mappings to try: those asked for, else the unit's in units.txt, else all."""
    mappers = asked.split(",") if asked else units.mappers_of(unit)
    if asked == "all" or not mappers:
        return list(MAPPERS)
    for name in set(mappers) - set(MAPPERS):
        raise FlowError(f"no mapper '{name}' (there are {', '.join(MAPPERS)})")
    return mappers


def call(argv, log):
    """Runs a tool with its output in `log`; its first error line becomes the message."""
    with open(log, "w", encoding="utf-8") as out:
        code = subprocess.call(argv, stdout=out, stderr=subprocess.STDOUT)
    with open(log, encoding="utf-8", errors="replace") as src:
        text = src.read()
    errors = [x.strip() for x in text.splitlines() if re.search(r"\bERROR|^Error", x)]
    if code or errors:
        raise FlowError(f"{argv[0]}: {errors[0] if errors else f'exit status {code}'}")
    return text


def load_json(path):
    with open(path, encoding="utf-8") as src:
        return json.load(src)


def yosys(script, work, name):
    path = os.path.join(work, name + ".ys")
    with open(path, "w", encoding="utf-8") as out:
        out.write("\n".join(script) + "\n")
    fatal = [a for w in FATAL_WARNINGS for a in ("-e", w)]
    return call(["yosys", *fatal, "-s", path], os.path.join(work, name + ".log"))


def read_rtl(unit, params, root=rtl_files.ROOT):
    """Yosys commands that read `unit` with its parameters set, and stop at what is unsafe."""
    files = [os.path.join(root, f) for f in rtl_files.files_of(unit, root)]
    return [f"read_verilog -sv {' '.join(files)}",
            *(f"chparam -set {k} {v} {unit}" for k, v in params.items()),
            f"hierarchy -check -top {unit}", f"rename -top {unit}", "proc", "check -assert"]


def arrays_of(cells):
    """The memory arrays among the cells of a module: name, words, bits of a word."""
    return [{"name": name, "words": 1 << len(cell["connections"]["r_addr_i"]),
             "width": len(cell["connections"]["r_data_o"])}
            for name, cell in sorted(cells.items()) if ARRAY in cell["type"]]


class Flow:
    """One unit with its parameters in one library; `work` is a scratch folder."""

    def __init__(self, unit, params, lib, gated, work, root=rtl_files.ROOT):
        self.unit, self.lib, self.work, self.gated = unit, lib, work, gated
        self.synthesise(params, root)

    def synthesise(self, params, root):
        """RTL to gates.json: library flops, logic not yet mapped."""
        work, lib = self.work, self.lib
        cut = [] if self.unit == ARRAY else [f"blackbox *{ARRAY}*"]
        self.yosys([*read_rtl(self.unit, params, root), *cut,
                    f"synth -flatten -nordff -top {self.unit}", f"write_json {work}/arrays.json",
                    f"expose -evert t:*{ARRAY}*", f"write_json {work}/synth.json"], "synth")
        self.arrays = arrays_of(load_json(f"{work}/arrays.json")["modules"][self.unit]["cells"])
        if self.gated:
            if not lib.clock_gate():
                raise FlowError(f"library {lib.name} has no integrated clock gate cell")
            design = Netlist(f"{work}/synth.json", self.unit)
            design.gate_clocks(lib)
            design.write(f"{work}/synth.json")
        self.yosys([self.library(), f"read_json {work}/synth.json",
                    f"dfflibmap -liberty {lib.path}", "opt -purge", "setundef -zero",
                    f"write_json {work}/gates.json"], "flops")
        design = Netlist(f"{work}/gates.json", self.unit)
        design.name_flops(lib)
        design.write(f"{work}/gates.json")

    def library(self):
        return f"read_liberty -lib -ignore_miss_func {self.lib.path}"

    def yosys(self, script, name):
        return yosys(script, self.work, name)

    def map(self, mapper):
        """Maps the logic, folds inverters into flops; leaves <mapper>.json and <mapper>.blif."""
        work, lib, base = self.work, self.lib, f"{self.work}/{mapper}"
        design = Netlist(f"{work}/gates.json", self.unit)
        design.mark_control(*MAPPERS[mapper][2:])
        design.write(f"{base}.gates.json")
        for part, script in zip(("control", "data"), MAPPERS[mapper]):
            with open(f"{base}.{part}", "w", encoding="utf-8") as out:
                out.write(script.replace(";", "\n") + "\n")
        self.yosys([self.library(), f"read_json {base}.gates.json",
                    f"abc -liberty {lib.path} -script {base}.control a:lp_control",
                    f"abc -liberty {lib.path} -script {base}.data t:$_*_",
                    "opt_clean -purge", "check -assert", f"write_json {base}.json"], mapper)
        design = Netlist(f"{base}.json", self.unit)
        design.fold_inverters(lib)
        design.write(f"{base}.json")
        design.write_blif(f"{base}.blif", lib)
        for rework, script in REWORKS.items():
            self.abc(f"{base}.blif", "topo;" + script, f"{base}_{rework}")

    def abc(self, blif, script, base):
        """Runs abc on mapped BLIF; leaves <base>.blif and returns what abc said."""
        lib = self.lib
        with open(f"{base}.constr", "w", encoding="utf-8") as out:
            out.write(f"set_driving_cell {lib.driver().name}\n"
                      f"set_load {lib.flop_load() * lib.to_ff}\n")
        return call(["berkeley-abc", "-c", f"read_lib -w {lib.path};read_constr {base}.constr;"
                     f"read_blif {blif};{script};write_blif {base}.blif"], f"{base}.log")

    def size(self, mapper, rework, fanout, period, name):
        """Sizes a mapped netlist towards `period` ps; returns the delay abc sees, in ps."""
        lib, base = self.lib, f"{self.work}/{name}"
        log = self.abc(f"{self.work}/{mapper}_{rework}.blif",
                       SIZE.format(D=period, N=fanout), base)
        design = Netlist(f"{self.work}/{mapper}.json", self.unit)
        design.read_blif(f"{base}.blif", lib)
        design.write(f"{base}.json")
        design.write_verilog(f"{base}.v")
        return float(re.findall(r"Delay =\s*([\d.]+) ps", log)[-1])

    def netlist(self, name):
        return load_json(f"{self.work}/{name}.json")["modules"][self.unit]["cells"]

    def gate_enables(self, name):
        """Enable pins of the clock gates: paths end there as they do at a flop."""
        if not self.gated:
            return []
        gate, _, enable, _ = self.lib.clock_gate()
        return [f"{cell_name(n)}/{enable}" for n, c in self.netlist(name).items()
                if c["type"] == gate.name]

    def cells(self, name):
        """How many of each library cell the netlist has."""
        counts = {}
        for cell in self.netlist(name).values():
            kind = cell["type"]
            if kind not in self.lib.cells:
                raise FlowError(f"cell {kind} is not in library {self.lib.name}")
            counts[kind] = counts.get(kind, 0) + 1
        return counts

    def constraints(self, netlist):
        """Tcl that loads a netlist: one clock of LONG ns, inputs at 0, outputs loaded."""
        lib = self.lib
        clocked = "clk_i" in Netlist(f"{self.work}/gates.json", self.unit).module["ports"]
        return [f"read_liberty {lib.path}", f"read_verilog {netlist}", f"link_design {self.unit}",
                "set inputs [list]",
                "foreach p [all_inputs] {if {[get_property $p full_name] != \"clk_i\"} "
                "{lappend inputs $p}}",
                f"create_clock -name clk -period {LONG / lib.to_ns} "
                + ("[get_ports clk_i]" if clocked else ""),
                f"set_driving_cell -lib_cell {lib.driver().name} $inputs",
                f"set_load {lib.load()} [all_outputs]",
                "set_input_delay 0 -clock clk $inputs",
                "set_output_delay 0 -clock clk [all_outputs]",
                "set ends [all_registers -data_pins]"]

    def sta(self, name):
        """OpenSTA's report of the worst path of each class, and of the worst path to each flop."""
        flops = any(self.lib.cells[c].ff for c in self.cells(name))
        tcl = self.constraints(f"{self.work}/{name}.v")
        tcl += [f"lappend ends [get_pins {pin}]" for pin in self.gate_enables(name)]
        for label, ends in PATHS.items():
            if flops or "reg" not in label:
                tcl += [f"puts \"=={label}\"", f"report_checks {ends} -format full -digits 4"]
        if flops:
            tcl += ["puts \"==ends\"", f"report_checks {PATHS['reg_to_reg']} -format end "
                    f"-group_count {ENDS} -digits 4"]
        path = f"{self.work}/{name}.tcl"
        with open(path, "w", encoding="utf-8") as out:
            out.write("\n".join(tcl) + "\nexit\n")
        text = call(["sta", "-no_splash", "-exit", path], f"{self.work}/{name}.sta")
        return dict(p.split("\n", 1) for p in text.split("==")[1:])

    def delays(self, report):
        """Worst delay in ns of each class, setup included; None where there is no path."""
        found = {}
        for label in PATHS:
            slack = re.search(r"(-?[\d.]+)\s+slack", report.get(label, ""))
            found[label] = round(LONG - float(slack.group(1)) * self.lib.to_ns, 4) \
                if slack else None
        return found

    def measure(self, mapper, rework, fanout, period):
        """One point of a mapped netlist: size, count, time."""
        name = f"{mapper}_{rework}_{fanout}_{period}"
        abc_delay = self.size(mapper, rework, fanout, period, name)
        counts = self.cells(name)
        report = self.sta(name)
        area = sum(self.lib.cells[c].area * n for c, n in counts.items())
        return {"mapper": mapper, "rework": rework, "fanout": fanout, "target_ps": period,
                "abc_ps": abc_delay, "name": name,
                "um2": round(area, 3), "kge": round(area / self.lib.nand2().area / 1000, 3),
                "delays_ns": self.delays(report), "counts": counts, "report": report,
                "flops": sum(n for c, n in counts.items() if self.lib.cells[c].ff)}
