#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The boards that need a vendor's tool, without it: build.tcl runs on boards/stubs/vendor.tcl, and
each word of it with a typo is refused; stand-ins of the tools get what they need, and their errors
are told. Yosys reads each board's top, and every clock of it must come from one port that is
constrained; ports of a Vivado board that no clock times must be excepted."""
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path[:0] = [HERE, *(os.path.join(ROOT, d) for d in ("synth", "tb"))]
sys.dont_write_bytecode = True
import board  # noqa: E402
import board_open  # noqa: E402
import board_test  # noqa: E402
import flow  # noqa: E402
import rtl_files  # noqa: E402
import stubs  # noqa: E402
from tap import end, result, skip  # noqa: E402

STUB = os.path.join(board.BOARDS, "stubs/vendor.tcl")
# The clock that leaves a cell by the clock that enters it.
CLOCKS = {"xdma_0": {"axi_aclk": "sys_clk"}, "litepcie_core": {"clk": "pcie_clk_p"},
          "IBUFDS_GTE4": {"O": "I", "ODIV2": "I"}, "BUFG": {"O": "I"}, "BUFGCE_DIV": {"O": "I"},
          "MMCME2_BASE": {"CLKOUT0": "CLKIN1"}, "EHXPLLL": {"CLKOP": "CLKI", "CLKOS": "CLKI"}}
# Lanes, which the core's own constraints time, and the other half of a pair.
NOT_TIMED = re.compile(r"pcie_[rt]x_[pn]_[io]|pcie_(ref)?clk_n_i")
# Words that may be any: names of a project, a clock or cells inside a vendor's core, a variable of the
# environment that may be absent, and a number's last digits.
FREE = {"card", "project", "pcie_refclk", "clk50", "gtp_common", ".gtpe2_common_i", "genblk",
        ".bram36_tdp_bl", "LP_GOWIN", ".000", "worst", "slack", "from"}


def vendors():
    found = (board.read_board(name, vendor=True) for name in board.names())
    return [b for b in found if not board_open.family_of(b)]


# ------------------------------------------------------------------ the scripts
def env_of(name, work):
    """Variables that vendor.tcl reads."""
    found = {**board.read_board(name, vendor=True), "params": {}}
    return {**os.environ, **board.vendor_env(found, work), "LP_PART": found["part"],
            "LP_PORTS": " ".join(board.ports_of(found))}


def try_script(env, boards, slack="0"):
    """(exit status, output, errors) of a board's build.tcl in the folder `boards`."""
    folder = os.path.join(boards, os.path.basename(env["LP_BOARD"]))
    kind = "vivado" if os.path.exists(f"{folder}/pins.xdc") else "gowin"
    done = subprocess.run(["tclsh", STUB, kind, f"{folder}/build.tcl"], cwd=env["LP_OUT"],
                          env={**env, "LP_BOARD": folder, "LP_SLACK": slack}, check=False,
                          text=True, capture_output=True)
    return done.returncode, done.stdout, done.stderr


def excepted(out):
    """(clocks, ports that are not timed) at the end of the output of vendor.tcl."""
    clocks, rest = re.search(r"^# clocks: (.*)\n# not timed: (.*)\n", out, re.M).groups()
    return set(clocks.replace("port:", "").split()), set(
        re.findall(r"port:([^ {}]+)", rest))


def test_dry(name, last):
    done = subprocess.run([sys.executable, f"{HERE}/board.py", name, "--vendor", "--dry"], check=False,
                          text=True, capture_output=True)
    due = [*board.files_of(name), last]
    absent = [line for line in due if f"{line}\n" not in done.stdout]
    result(absent or done.stderr, f"{name}: DRY=1 lists files and commands")


def typos(text):
    """(word, the text with a letter of it doubled) of each word outside comments, once."""
    seen = set(FREE)
    for line in re.finditer(r"^(?!\s*(#|//)).*$", text, re.M):
        for word in re.finditer(r"[A-Za-z_.]\w{3,}", line[0]):
            if word[0] not in seen:
                seen.add(word[0])
                at = line.start() + word.start() + 2
                yield word[0], text[:at] + text[at - 1] + text[at:]


def test_typos(name, files, work):
    """`files`: of the folder of boards, those that the board's script reads."""
    boards = f"{work}/typos"
    shutil.rmtree(boards, ignore_errors=True)
    shutil.copytree(board.BOARDS, boards)
    env = env_of(name, work)
    status, _, err = try_script(env, boards)
    taken, count = [], 0
    for path in files:
        text = board_test.text_of(f"{boards}/{path}")
        for word, wrong in typos(text):
            with open(f"{boards}/{path}", "w", encoding="utf-8") as out:
                out.write(wrong)
            count += 1
            if 2 not in (try_script(env, boards, slack)[0] for slack in ("0", "-1")):
                taken.append(f"{path}: {word}")
        with open(f"{boards}/{path}", "w", encoding="utf-8") as out:
            out.write(text)
    result(err if status else taken, f"{name}: {count} typos in its scripts are refused")


# ------------------------------------------------------------------ the tools
def stand_in(folder, name, text):
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as out:
        out.write(f"#!/bin/sh\n{text}\n")
    os.chmod(path, 0o755)


def call(name, build, tools, **more):
    found = board.read_board(name)
    ports = " ".join(board.ports_of(found))
    done = subprocess.run(
        [sys.executable, f"{HERE}/board.py", name, "--vendor"], check=False, text=True, capture_output=True,
        env={**os.environ, "BUILD": build, "LP_PORTS": ports, "LP_PART": found["part"],
             "PATH": f"{tools}:{os.environ['PATH']}", **more})
    folder = f"{build}/fpga/boards"
    left = os.listdir(folder) if os.path.isdir(folder) else []
    return done.returncode, done.stdout, done.stderr, left


def test_tools(work):
    tools = f"{work}/tools"
    stand_in(tools, "vivado", f'for a; do script=$a; done; exec tclsh {STUB} vivado "$script"')
    stand_in(tools, "gw_sh", f'exec tclsh {STUB} gowin "$1"')
    stand_in(f"{work}/made/litepcie-venv/bin", "litepcie_gen",
             "mkdir -p build/gateware; touch build/gateware/litepcie_core.v")
    for found in vendors():
        name = found["name"]
        status, out, err, left = call(name, f"{work}/made", tools)
        there = os.path.exists(f"{work}/made/fpga/boards/{name}/card.bit")
        timed = "worst setup slack: 0 ns; worst hold slack: 0 ns" in out
        result("" if status == 0 and name in left and there == timed == ("vivado" in found["tool"])
               else [f"exit status {status}", out, err], f"{name}: what the tool needs is there")
    status, _, err, left = call("u50", f"{work}/late", tools, LP_SLACK="-0.25")
    paths = re.findall(r"^path: -0.25 ns to \S+ from \S+$", err, re.M)
    result("" if status == 1 and "worst setup slack: -0.25 ns" in err and paths and not left
           else [f"exit status {status}", err, str(left)], "timing missed: slack and paths, no file")
    for status in (1, 3):
        stand_in(tools, "vivado", f"echo 'ERROR: no licence'; exit {status}")
        got, _, err, left = call("u50", f"{work}/fails", tools)
        result("" if got == 2 and err.count("\n") == 1 and "ERROR: no licence" in err and not left
               else [f"exit status {got}", err, str(left)], f"the tool ends with {status}")
    got, out, err, _ = call("acorn215", f"{work}/nothing", tools)
    result("" if got == 2 and "litepcie_gen" in err and err.count("\n") == 1 else [out, err],
           "LitePCIe's generator is missing")


# ------------------------------------------------------------------ clocks
def elaborated(name, cards, work):
    """Yosys's netlist of a top, with cards and cells as black boxes."""
    cells = re.findall(r"^module (\w+)", board_test.text_of(os.path.join(ROOT, board_test.CELLS)),
                       re.M)
    files = board_test.files_of(name, cards, work)
    used = [c for c in cards if any(f.endswith(f"/{c}.sv") for f in files)]
    script = (f"read_verilog -sv {' '.join(files)} {board_test.CELLS}\n"
              f"blackbox {' '.join([*used, *cells])}\nhierarchy -check -top top\nproc\nflatten\n"
              f"opt_clean\nwrite_json {work}/{name}.json\n")
    done = subprocess.run(["yosys", "-q", "-p", script], cwd=ROOT, check=False, text=True,
                          capture_output=True)
    return (None if done.returncode else flow.load_json(f"{work}/{name}.json")["modules"]["top"],
            done.stderr)


def origins(top):
    """{port that a clock comes from: number of cells}, or the cell's name if it is from none."""
    ports = {bit: n for n, p in top["ports"].items() if p["direction"] == "input" for bit in p["bits"]}
    driver = {bit: (cell["type"], cell["connections"], pin)
              for cell in top["cells"].values() for pin, bits in cell["connections"].items()
              if cell.get("port_directions", {}).get(pin) == "output" for bit in bits}
    found = collections.Counter()
    for name, cell in top["cells"].items():
        for pin, bits in cell["connections"].items():
            if pin != "CLK" and not re.fullmatch(r"(\w+_)?clk_i", pin):
                continue
            bit = bits[0]
            if isinstance(bit, str):
                continue    # a clock that is not used is constant
            while bit in driver and driver[bit][2] in CLOCKS.get(driver[bit][0], ()):
                kind, pins, out = driver[bit]
                bit = pins[CLOCKS[kind][out]][0]
            found[ports.get(bit, f"no port, of {name}")] += 1
    return found


def test_clocks(name, cards, work):
    top, err = elaborated(name, cards, work)
    result("" if top else err, f"Yosys reads {name}")
    found = origins(top) if top else {}
    if os.path.exists(os.path.join(board.BOARDS, name, "pins.lpf")):
        text = board_test.text_of(os.path.join(board.BOARDS, name, "pins.lpf"))
        clocks, untimed = set(re.findall(r'^FREQUENCY PORT "(\w+)"', text, re.M)), None
    else:
        clocks, untimed = excepted(try_script(env_of(name, work), board.BOARDS)[1])
    result("" if set(found) == clocks and len(clocks) == 1 else [f"{dict(found)}, declared {clocks}"],
           f"{name}: the clocks of {sum(found.values())} cells come from one constrained port")
    if "vivado" in board.read_board(name)["tool"]:
        ports = {p for p in board.ports_of(board.read_board(name)) if not NOT_TIMED.match(p)}
        result(sorted(ports - clocks - untimed), f"{name}: each other port is excepted from timing")


def main():
    if not shutil.which("tclsh"):
        skip("the scripts of boards", "there is no tclsh")
        return end()
    cards = [c for c in board_test.CARDS if c in rtl_files.all_modules()]
    # Shared scripts are read with one board each, the first with one that defines all that it calls.
    shared = {"acorn215": ["common/vivado.tcl"], "u50": ["common/xdma.tcl"]}
    with tempfile.TemporaryDirectory(prefix="lp-vendor-") as work:
        for found in vendors():
            name, kind = found["name"], found["tool"].split()[0]
            test_dry(name, "run all" if kind == "gowin" else "write_bitstream -force card.bit")
            own = [f"{name}/{f}" for f in ("build.tcl", "pins.xdc", "clock.sdc")
                   if os.path.exists(f"{board.BOARDS}/{name}/{f}")]
            test_typos(name, own + shared.get(name, []), work)
        test_tools(work)
        stubs.write(cards, work)
        for name in board.names():
            test_clocks(name, cards, work)
    return end()


if __name__ == "__main__":
    sys.exit(main())
