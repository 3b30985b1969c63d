# SPDX-License-Identifier: Apache-2.0
"""A board's card by its vendor's tool, Vivado or Gowin's gw_sh, and the same without the tool.

build.tcl gets from its environment LP_BOARD, the board's folder, LP_OUT, the folder of the results,
LP_TOP, the top with commit and time as defaults of its parameters, and LP_FILES, a list of Tcl of the
other files.
"""
import os
import re
import shlex
import shutil
import signal
import subprocess

import board_open
import boards
import route
from boards import BoardError, ROOT

# Program and bitstream.
VENDORS = {"vivado": ("vivado", "card.bit"), "gowin": ("gw_sh", "impl/pnr/card.fs")}


def check_tool(board):
    """BoardError if it is not there."""
    program = VENDORS[board["tool"].split()[0]][0]
    if not shutil.which(program):
        raise BoardError(f"no {program} on the PATH: {board['name']} needs {board['install']}")


def litepcie(board, work):
    """Leaves LitePCIe's core in work/build."""
    tool = os.path.join(boards.BUILD, "litepcie-venv/bin/litepcie_gen")
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
    files = [os.path.join(ROOT, f) for f in boards.files_of(board["name"])]
    if "\n" in ROOT + work:
        raise BoardError("a path with a new line in it")
    return {"LP_BOARD": board["folder"], "LP_OUT": work, "LP_TOP": boards.stamped(board, work),
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


def build(board, work):
    """Leaves the results in `work`; returns words about them."""
    if board["tool"].split()[1:] == ["litepcie"]:
        litepcie(board, work)
    slack = ended(board, run_vendor(board, work), work)
    made = {"board": board["name"], "part": board["part"], "params": board["params"],
            **({"slack_ns": slack["setup"]} if "setup" in slack else {})}
    boards.leave_json(made, work)
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


def stub_env(board, env):
    """Variables that boards/stubs/vendor.tcl reads; `env`: those of build.tcl."""
    own = {k: v for k, v in os.environ.items() if not k.startswith("LP_")}
    return {**own, **env, "LP_PART": board["part"],
            "LP_PORTS": " ".join(f"{port} {way}" for port, way in ports_of(board).items())}


def tried(board, work, env):
    """Commands that a vendor's tool would get from build.tcl, one a line; BoardError if our tables do
    not know one of them."""
    if not shutil.which("tclsh"):
        raise BoardError("no tclsh on the PATH: './bootstrap packages' names its package")
    kind = board["tool"].split()[0]
    done = subprocess.run(
        ["tclsh", os.path.join(boards.BOARDS, "stubs/vendor.tcl"), kind, script_of(board)], cwd=work,
        env=stub_env(board, env), check=False, text=True, capture_output=True)
    if done.returncode:
        raise BoardError(f"{board['name']}: "
                         + (done.stderr.strip() or f"tclsh ended with status {done.returncode}"))
    # Without what the script prints itself: there is no slack yet.
    lines = [line for line in done.stdout.splitlines() if not line.startswith(("worst ", "# "))]
    return "\n".join(lines).replace(work + "/", "OUT/")


def dry(board, work):
    """Prints the command and what the tool would get."""
    print("# command, with these variables", shlex.join(vendor_command(board, "OUT")), sep="\n")
    env = vendor_env(board, work)
    for name, value in env.items():
        if name != "LP_FILES":
            print(f"{name}={value}".replace(work, "OUT"))
    print("LP_FILES=the other files above", "# what it gets from build.tcl", tried(board, work, env),
          sep="\n")
