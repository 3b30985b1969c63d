#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The host tool on a card as it was placed and routed: linepress-card at a pseudo terminal at whose
other end the routed netlist of a board runs (tb/dma/card/netlist_card), from `make fpga` in build/.

- `info`, the self-test and an array there and back, byte-equal to what `linepress` writes;
- the same netlist with one lookup table inverted: the self-test must fail;
- with --icarus, the first cycles of the same netlist once more, with the models of the cells that
  Yosys brings; every pin must be equal in every cycle.

Adds what it saw to board.json of the results.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, d) for d in ("tb", "tb/dma/card", "synth", "fpga")]
sys.dont_write_bytecode = True
import boards  # noqa: E402
import netlist_sim  # noqa: E402
import tap  # noqa: E402
import units  # noqa: E402
import whole  # noqa: E402
from card_commands import CARD, CPU, content  # noqa: E402

BUILD = os.path.join(ROOT, os.environ.get("BUILD", "build"))
ARRAY = os.path.join(ROOT, "tb/data/dl/fc1_act_050_fp16.npy")
STEPS = 48          # of the self-test of a card with ZVC
BAUD = 3000000      # the terminal has no speed
SLOW = "20"         # times slower is the host's clock, so that it waits for the simulator's replies
FLIPPED = "u_read.u_shrink.u_zvc.g_codec.u_zvc.d0_q"  # data of an encoder
PATIENCE = 3600


class Card:
    """A netlist at a terminal."""

    def __init__(self, netlist, bit, *trace):
        # pylint: disable-next=consider-using-with
        self.process = subprocess.Popen(
            [f"{BUILD}/card/netlist_card", netlist, str(bit), *map(str, trace)], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.line, self.cycles = self.process.stdout.readline().strip(), 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        said = re.match(r"(\d+) cycles", self.process.stdout.read())
        self.cycles = int(said[1]) if said else 0
        self.process.stdout.close()
        self.process.wait(PATIENCE)

    def way(self, command, *words):
        env = {**os.environ, "LD_PRELOAD": f"{BUILD}/card/slow_preload.so", "SLOW": SLOW}
        done = subprocess.run([CARD, command, "-d", f"uart:{self.line},{BAUD}", *words],
                              capture_output=True, text=True, timeout=PATIENCE, check=False,
                              env=env)
        return done.returncode, done.stdout, done.stderr


def text_of(routed, out, *words):
    """Writes a netlist; what the program said."""
    done = subprocess.run([sys.executable, os.path.join(ROOT, "fpga/netlist_text.py"), routed, out,
                           *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise boards.BoardError(done.stderr.strip())
    return done.stdout.strip()


def bit_of(folder):
    """Cycles of a bit of the line, from the top that was built."""
    with open(os.path.join(folder, "top.sv"), encoding="utf-8") as src:
        return int(re.search(r"parameter int BIT = (\d+)", src.read())[1])


def selftest(card):
    """(exit status, steps, those that failed)"""
    status, out, _ = card.way("selftest", "--json")
    answer = json.loads(out) if out else {}
    return status, len(answer.get("steps", ())), answer.get("failed")


def good_run(netlist, bit, work, pins):
    """All commands on a good card; its cycles."""
    with Card(netlist, bit, pins, netlist_sim.CYCLES) as card:
        status, out, err = card.way("info", "--json")
        info = json.loads(out) if status == 0 else {}
        tap.result("" if info.get("major") == 1 else [out, err], f"info: {info.get('channels')} "
                   "channels")
        begin = time.monotonic()
        seen = selftest(card)
        tap.result("" if seen == (0, STEPS, 0) else str(seen), f"selftest: {seen[1]} steps, "
                   f"{time.monotonic() - begin:.0f} s")
        status, out, err = card.way("compress", "--codec", "zvc", "--verify", ARRAY, f"{work}/card")
        tap.result("" if status == 0 else [out, err], f"compress: {os.path.basename(ARRAY)}")
        subprocess.run([CPU, "compress", "--codec", "zvc", ARRAY, f"{work}/cpu"], check=True)
        tap.result("" if status == 0 and content(f"{work}/card") == content(f"{work}/cpu")
                   else "other bytes", "as linepress compresses it")
        status, out, err = card.way("decompress", "--verify", f"{work}/cpu", f"{work}/back")
        same = status == 0 and content(f"{work}/back") == content(ARRAY)
        tap.result("" if same else [out, err], "decompress: the same array")
    return card.cycles


def bad_run(routed, bit, work, part):
    """The inverted table, and the failed steps of the self-test."""
    name = text_of(routed, f"{work}/bad", "--flip-in", part).removeprefix("# flipped: ")
    with Card(f"{work}/bad", bit) as card:
        status, steps, failed = selftest(card)
    tap.result("" if status == 1 and failed else f"status {status}, {failed} of {steps} failed",
               f"{name} inverted: {failed} of {steps} steps fail")
    return name, failed


def run(folder, flip, work, icarus):
    routed = os.path.join(folder, "routed.json")
    if not os.path.exists(routed):
        raise boards.BoardError(f"no {os.path.relpath(routed, ROOT)}: make fpga builds it")
    bit = bit_of(folder)
    text_of(routed, f"{work}/good")
    cycles = good_run(f"{work}/good", bit, work, f"{work}/pins")
    name, failed = bad_run(routed, bit, work, flip)
    same = (0, "")
    if icarus:
        text_of(routed, f"{work}/tied.json", "--json")
        same = netlist_sim.compare(work)
        tap.result(same[1], f"Icarus, with the cells of Yosys: the same pins in {same[0]} cycles")
    return {"cycles": cycles, "steps": STEPS, "array": os.path.relpath(ARRAY, ROOT),
            "bytes": os.path.getsize(ARRAY), "flipped": name, "flipped_failed": failed,
            "icarus_cycles": same[0]}


def main():
    parser = argparse.ArgumentParser(description="linepress-card on a board's routed netlist")
    parser.add_argument("board")
    parser.add_argument("--params", default="")
    parser.add_argument("--flip-in", default=FLIPPED, help="in the name of the inverted table")
    parser.add_argument("--icarus", action="store_true", help="also in Icarus, for minutes more")
    args = parser.parse_args()
    try:
        folder = boards.folder_of({**boards.read_board(args.board),
                                  "params": units.parse_params(args.params)})
        # The tools of fpga/route.txt have a /tmp of their own.
        with tempfile.TemporaryDirectory(prefix="netlist-", dir=os.path.dirname(folder)) as work:
            seen = run(folder, args.flip_in, work, args.icarus)
        if tap.good():
            path = os.path.join(folder, "board.json")
            with open(path, encoding="utf-8") as src:
                made = json.load(src)
            whole.write_whole(path, json.dumps({**made, "netlist": seen}, indent=1) + "\n")
    except (boards.BoardError, units.BadList, netlist_sim.SimError) as err:
        print(f"fpga-netlist: {err}", file=sys.stderr)
        return 2
    except FileNotFoundError as err:
        print(f"fpga-netlist: {err.filename}: {err.strerror}", file=sys.stderr)
        return 2
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
