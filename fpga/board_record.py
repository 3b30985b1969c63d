#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records what `make fpga` and `make fpga-netlist` left of a board in build/, as a signed file in
tb/data/fpga, and rewrites the tables of docs/use/fpga.md from all of them.

    fpga/board_record.py BOARD [--params PARAMETERS]
    fpga/board_record.py [--check]       the tables alone; --check only says if they are stale
"""
import argparse
import glob
import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, d) for d in ("tb/tree/records", "synth", "fpga")]
sys.dont_write_bytecode = True
import board_open  # noqa: E402
import boards  # noqa: E402
import marked  # noqa: E402
import routed  # noqa: E402
import rtl_files  # noqa: E402
import signed  # noqa: E402
import units  # noqa: E402
import whole  # noqa: E402

RECORDS = "tb/data/fpga"
PAGE = "docs/use/fpga.md"
BEGIN, END = "<!-- boards:begin -->", "<!-- boards:end -->"
NONE = "–"
STATES = ("board", "bitstream built", "routed netlist run", "seen on a board")
FIGURES = ("board", "parameters", "part", "LUT", "FF", "BRAM", "MHz", "clock", "slack", "seed")


def sources_of(name):
    """The program first."""
    folder = f"fpga/boards/{name}"
    family = board_open.family_of(boards.read_board(name))
    return ("fpga/board_record.py", "fpga/board.py", "fpga/boards.py", "fpga/board_open.py",
            f"fpga/{family.__name__}.py", "fpga/bitstream_text.py",
            "fpga/netlist_run.py", "fpga/netlist_text.py", "fpga/netlist_sim.py",
            "tb/dma/card/netlist.c", "tb/dma/card/netlist_ram.c", "tb/dma/card/netlist_card.c",
            f"{folder}/{family.PINS}",
            *(p for p in boards.files_of(name) if os.path.exists(os.path.join(ROOT, p))))


def record(name, params):
    """Path of the signed file, whose content is that of build/."""
    found = {**boards.read_board(name), "params": params}
    made = os.path.join(boards.folder_of(found), "board.json")
    try:
        with open(made, encoding="utf-8") as src:
            content = json.load(src)
    except FileNotFoundError:
        raise boards.BoardError(f"no {os.path.relpath(made, ROOT)}: make fpga BOARD={name}") from None
    # A record has the commit in its signature, and other values than the top's in `params`.
    for key in ("git", "top"):
        content.pop(key, None)
    content.setdefault("netlist", None)
    path = os.path.join(ROOT, RECORDS, f"{os.path.basename(boards.folder_of(found))}.json")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    signed.write(path, signed.sign("board", content, sources_of(name), content["seed"]))
    return path


def records():
    return [signed.read(p) for p in sorted(glob.glob(os.path.join(ROOT, RECORDS, "*.json")))]


def row(*cells):
    return "| " + " | ".join(map(str, cells)) + " |"


def states(found):
    """A line for each board: what has been done with it."""
    for name in boards.names():
        mine = [r for r in found if r["board"] == name]
        built = max((r["record"]["date"] for r in mine), default=NONE)
        ran = max((r["record"]["date"] for r in mine if r["netlist"]), default=NONE)
        yield row(f"[`{name}`](../../fpga/boards/{name}/README.md)", built, ran, NONE)


def figures(found):
    for r in found:
        yield row(f"`{r['board']}`", routed.words(r["params"]) or "as of the top", r["part"],
                  f"{r['lut']:,}", f"{r['ff']:,}", r["bram"], f"{r['mhz']:.1f}",
                  f"{r['clock_mhz']:g} MHz", f"{r['slack_ns']:.2f} ns", r["seed"])


def runs(found):
    for r in (r for r in found if r["netlist"]):
        n = r["netlist"]
        yield (f"- `{r['board']}`: {n['cycles']:,} cycles of the routed netlist: `info`, {n['steps']} "
               f"steps of the self-test, `{os.path.basename(n['array'])}` there and back. With the "
               f"table `{n['flipped']}` inverted {n['flipped_failed']} steps fail."
               + (f" Icarus had the same pins in {n['icarus_cycles']:,} cycles."
                  if n["icarus_cycles"] else ""))


def table():
    found = records()
    lines = [row(*STATES), "|" + "---|" * len(STATES), *states(found)]
    if found:
        lines += ["", row(*FIGURES), "|" + "---|" * len(FIGURES), *figures(found), "", *runs(found)]
    return "\n".join(lines)


def text():
    return marked.with_text(os.path.join(ROOT, PAGE), BEGIN, END, table())


def main():
    parser = argparse.ArgumentParser(description="record what was built for a board")
    parser.add_argument("board", nargs="?", default="")
    parser.add_argument("--params", default="")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    page = os.path.join(ROOT, PAGE)
    try:
        if args.board:
            path = record(args.board, units.parse_params(args.params))
            print(os.path.relpath(path, ROOT))
        if args.check:
            stale = marked.read(page) != text()
            print(f"{PAGE} is stale: make fpga-record\n" if stale else "", end="")
            return int(stale)
        whole.write_whole(page, text())
    except (boards.BoardError, units.BadList, marked.MarkerError, signed.Bad,
            rtl_files.UnknownUnit) as err:
        print(f"fpga-record: {err}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
