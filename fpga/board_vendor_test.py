#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The boards that need a vendor's tool, without it: build.tcl runs on boards/stubs/vendor.tcl, and
each word of it with a typo, and each line that is missing, is refused; stand-ins of the tools get what
they need, and their errors are told. Yosys reads each board's top, and every clock of it must come
from one port, the one that is constrained."""
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path[:0] = [HERE, *(os.path.join(ROOT, d) for d in ("synth", "tb"))]
sys.dont_write_bytecode = True
import board_open  # noqa: E402
import board_test  # noqa: E402
import board_vendor  # noqa: E402
import boards  # noqa: E402
import flow  # noqa: E402
import rtl_files  # noqa: E402
import stubs  # noqa: E402
from tap import end, result, skip  # noqa: E402

STUB = os.path.join(boards.BOARDS, "stubs/vendor.tcl")
# The clock that leaves a cell by the clock that enters it.
CLOCKS = {"xdma_0": {"axi_aclk": "sys_clk"}, "litepcie_core": {"clk": "pcie_clk_p"},
          "IBUFDS_GTE4": {"O": "I", "ODIV2": "I"}, "BUFG": {"O": "I"}, "BUFGCE_DIV": {"O": "I"},
          "MMCME2_BASE": {"CLKOUT0": "CLKIN1"}, "EHXPLLL": {"CLKOP": "CLKI", "CLKOS": "CLKI"}}
# Clocks of ports that the cards of our boards do not use; a memory that is read at any time has none.
UNUSED = ("mem_clk_i",)
# Words that may be any: names of a project, a clock or cells inside a vendor's core, a variable of the
# environment that may be absent, a number's last digits, and words of a message.
FREE = {"card", "project", "pcie_refclk", "clk50", "gtp_common", ".gtpe2_common_i", "genblk",
        ".bram36_tdp_bl", "LP_GOWIN", ".000", "worst", "slack", "from", "path", "Device_ID"}
# Lines without which a script is as good: a message, a property that only makes a file smaller or
# faster to load, another version of a chip, and ends of blocks.
SPARE = re.compile(r"puts |  *\[get_property STARTPOINT_PIN|.*BITSTREAM\.|.*LP_GOWIN|.*_msg_|[ }]*$"
                   r"|set device |.*PULLUP")


def vendors():
    found = (boards.read_board(name) for name in boards.names())
    return [b for b in found if not board_open.family_of(b)]


# ------------------------------------------------------------------ the scripts
def env_of(name, work):
    """Variables that vendor.tcl reads."""
    found = {**boards.read_board(name), "params": {}}
    return board_vendor.stub_env(found, board_vendor.vendor_env(found, work))


def try_script(env, copied, **slack):
    """(exit status, output, errors) of a board's build.tcl in a copy of the folder of boards."""
    folder = os.path.join(copied, os.path.basename(env["LP_BOARD"]))
    kind = "vivado" if os.path.exists(f"{folder}/pins.xdc") else "gowin"
    done = subprocess.run(["tclsh", STUB, kind, f"{folder}/build.tcl"], cwd="/", check=False,
                          env={**env, "LP_BOARD": folder, **slack}, text=True,
                          capture_output=True)
    return done.returncode, done.stdout, done.stderr


# Slack of a design that is good, and of two that are not.
SLACKS = ({}, {"LP_SETUP": "-1"}, {"LP_HOLD": "-0.1"})


def is_refused(env, copied):
    """By its commands, or since it makes a bitstream of a design that is too slow, or none."""
    bits = os.path.join(env["LP_OUT"], "card.bit")
    for slack in SLACKS:
        if os.path.exists(bits):
            os.remove(bits)
        status, out, _ = try_script(env, copied, **slack)
        if "clock.sdc" in os.listdir(os.path.join(copied, os.path.basename(env["LP_BOARD"]))):
            return status == 2
        if status != 0:
            return True
        late = slack and ("worst" not in out or "path: -" not in out)
        if os.path.exists(bits) == bool(slack) or late:
            return True
    return False


def test_dry(name, last):
    done = subprocess.run([sys.executable, f"{HERE}/board.py", name, "--dry"], check=False,
                          text=True, capture_output=True)
    due = [*boards.files_of(name), last]
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


def gaps(text):
    """(line, the text without it) of each line that is needed."""
    lines = text.splitlines(keepends=True)
    for i, line in enumerate(lines):
        if not re.match(r"\s*(#|//)", line) and not SPARE.match(line):
            yield line.strip()[:60], "".join(lines[:i] + lines[i + 1:])


def test_faults(name, files, make, work, what):
    """`files`: of the folder of boards, those that the board's script reads; each text that `make`
    gives of one must be refused."""
    copied = f"{work}/faulty"
    shutil.rmtree(copied, ignore_errors=True)
    shutil.copytree(boards.BOARDS, copied)
    env = env_of(name, work)
    taken, count = ["the script itself is refused"] if is_refused(env, copied) else [], 0
    for path in files:
        text = board_test.text_of(f"{copied}/{path}")
        for word, wrong in make(text):
            with open(f"{copied}/{path}", "w", encoding="utf-8") as out:
                out.write(wrong)
            count += 1
            taken += [] if is_refused(env, copied) else [f"{path}: {word}"]
        with open(f"{copied}/{path}", "w", encoding="utf-8") as out:
            out.write(text)
    result(taken, f"{name}: {count} {what} in its scripts are refused")


# ------------------------------------------------------------------ the tools
def stand_in(folder, name, text):
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as out:
        out.write(f"#!/bin/sh\n{text}\n")
    os.chmod(path, 0o755)


def call(name, build, tools, **more):
    found = boards.read_board(name)
    ports = " ".join(f"{port} {way}" for port, way in board_vendor.ports_of(found).items())
    done = subprocess.run(
        [sys.executable, f"{HERE}/board.py", name], check=False, text=True,
        capture_output=True, env={**os.environ, "BUILD": build, "LP_PORTS": ports,
                                  "LP_PART": found["part"], "PATH": f"{tools}:{os.environ['PATH']}",
                                  **more})
    folder = f"{build}/fpga/boards"
    left = os.listdir(folder) if os.path.isdir(folder) else []
    return done.returncode, done.stdout, done.stderr, left


def refused(name, answer, status, *words):
    """`status`, `words` and no results; one line after an error."""
    got, out, err, left = answer
    fine = got == status and all(w in err for w in words) and not left \
        and (status == 1 or err.count("\n") == 1)
    result("" if fine else [f"exit status {got}", out, err, str(left)], name)


def vivado(tools, text='for a; do script=$a; done; exec tclsh {} vivado "$script"'):
    stand_in(tools, "vivado", text.format(STUB))


def test_tools(work):
    tools, build = f"{work}/tools", f"{work}/made with blanks"
    vivado(tools)
    stand_in(tools, "gw_sh", f'exec tclsh {STUB} gowin "$1"')
    stand_in(f"{build}/litepcie-venv/bin", "litepcie_gen",
             "mkdir -p build/gateware; touch build/gateware/litepcie_core.v")
    for found in vendors():
        name, bits = found["name"], board_vendor.VENDORS[found["tool"].split()[0]][1]
        status, out, err, left = call(name, build, tools)
        folder = f"{build}/fpga/boards/{name}"
        timed = "worst setup slack: 0.0 ns; worst hold slack: 0.0 ns" in out
        result("" if status == 0 and name in left and os.path.exists(f"{folder}/{bits}")
               and os.path.exists(f"{folder}/board.json") and timed == ("vivado" in found["tool"])
               else [f"exit status {status}", out, err], f"{name}: the tool gets all that it needs")
    for kind in ("SETUP", "HOLD"):
        answer = call("u50", f"{work}/late", tools, **{f"LP_{kind}": "-0.25"})
        refused(f"timing missed: {kind.lower()}", answer, 1, f"worst {kind.lower()} slack: -0.25 ns",
                "path: -0.25 ns to u_card/some_q_reg/D from u_card/some_q_reg/D")


def test_tools_fail(work):
    tools, build = f"{work}/tools", f"{work}/fails"
    good = "echo 'worst setup slack: 1 ns'; echo 'worst hold slack: 0.1 ns'; echo 'ERROR: no licence'"
    for status in (1, 3):
        vivado(tools, f"{good}; exit {status}")
        refused(f"the tool ends with {status}", call("u50", build, tools), 2, "ERROR: no licence",
                f"status {status}")
    vivado(tools, good)
    refused("the tool leaves no bitstream", call("u50", build, tools), 2, "without card.bit")
    stand_in(tools, "gw_sh", "echo 'ERROR: no licence'")
    refused("Gowin's leaves none", call("tang138k", build, tools), 2, "without impl/pnr/card.fs")
    refused("LitePCIe's generator is missing", call("acorn215", build, tools), 2, "litepcie_gen")
    refused("a time that is none", call("u50", build, tools, SOURCE_DATE_EPOCH="abc"), 2,
            "SOURCE_DATE_EPOCH=abc")


def test_stopped(work):
    """All that the tool has started ends with it."""
    tools, build, mark = f"{work}/tools", f"{work}/stopped", f"{work}/child"
    vivado(tools, f"sleep 60 & echo $! >{mark}.new; mv {mark}.new {mark}; wait")
    with subprocess.Popen([sys.executable, f"{HERE}/board.py", "u50"], text=True,
                          stderr=subprocess.PIPE, env={
                              **os.environ, "BUILD": build,
                              "PATH": f"{tools}:{os.environ['PATH']}"}) as process:
        while process.poll() is None and not os.path.exists(mark):
            time.sleep(0.05)
        process.terminate()
        err = process.communicate()[1]
    alive = f"/proc/{board_test.text_of(mark).strip()}/stat"
    state, until = "", time.monotonic() + 30
    while state not in ("gone", "Z") and time.monotonic() < until:
        time.sleep(0.05)
        try:
            state = board_test.text_of(alive).split()[2]
        except (FileNotFoundError, ProcessLookupError):
            state = "gone"
    left = os.listdir(f"{build}/fpga/boards")
    result("" if process.returncode == 130 and "nothing is written" in err and not left
           and state in ("gone", "Z") else [f"exit status {process.returncode}", err, str(left), state],
           "stopped: the tool and its children end, and no file is left")


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
            if isinstance(bit, str) and (cell["type"] == "$memrd" or pin in UNUSED):
                continue
            while bit in driver and driver[bit][2] in CLOCKS.get(driver[bit][0], ()):
                kind, pins, out = driver[bit]
                bit = pins[CLOCKS[kind][out]][0]
            found[ports.get(bit, f"no port, of {name}")] += 1
    return found


def test_clocks(name, cards, work):
    top, err = elaborated(name, cards, work)
    result("" if top else err, f"Yosys reads {name}")
    found = origins(top) if top else {}
    if os.path.exists(os.path.join(boards.BOARDS, name, "pins.lpf")):
        text = board_test.text_of(os.path.join(boards.BOARDS, name, "pins.lpf"))
        clocks = re.findall(r'^FREQUENCY PORT "(\w+)"', text, re.M)
    else:
        out = try_script(env_of(name, work), boards.BOARDS)[1]
        clocks = re.search(r"^# clocks: (.*)$", out, re.M)[1].split()
    result("" if list(found) == clocks and len(clocks) == 1 else [f"{dict(found)}, declared {clocks}"],
           f"{name}: the clocks of {sum(found.values())} cells come from one constrained port")


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
                   if os.path.exists(f"{boards.BOARDS}/{name}/{f}")]
            files = own + shared.get(name, [])
            test_faults(name, files, typos, work, "typos")
            test_faults(name, files, gaps, work, "missing lines")
        test_tools(work)
        test_tools_fail(work)
        test_stopped(work)
        stubs.write(cards, work)
        for name in boards.names():
            test_clocks(name, cards, work)
    return end()


if __name__ == "__main__":
    sys.exit(main())
