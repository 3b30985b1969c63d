#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutants of lp_cdc_fifo against its bench between two clocks (tb/units/models/cdc_fifo_tb.sv, in Icarus).

Lock-step has one clock, so this unit's mutants have a bench of their own. One netlist holds them
all (mutants.py); a plusarg selects the active one. A mutant is killed by a run that does not end
well, or by one that exceeds the unit's bounds on throughput or latency. Leaves result.json in the
folder; exit status 1 if the bench rejects the unit itself.
"""
import argparse
import collections
import concurrent.futures
import datetime
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
UNIT, PARTS = "lp_cdc_fifo", ("lp_cdc_fifo", "lp_sync")
DEPTH, STAGES = 4, 2
PARAMS = f"WIDTH=32 DEPTH={DEPTH} STAGES={STAGES}"
BENCH = "tb/units/models/cdc_fifo_tb.sv"
# Half periods of both clocks in ps, eighths of the time that each side pauses, beats, a reader that
# is ready only after valid, and one that must get a beat in each of its cycles.
RUNS = ((500, 500, 0, 500, 0, False), (500, 1700, 0, 500, 0, True), (500, 9973, 0, 300, 0, True),
        (7001, 500, 0, 300, 0, False), (500, 501, 3, 2000, 0, False),
        (501, 500, 6, 2000, 0, False), (2300, 500, 3, 1000, 0, False),
        (500, 9973, 3, 1000, 0, False), (500, 501, 2, 500, 1, False))
SECONDS = 60
sys.path.insert(0, HERE)
import mutants  # noqa: E402
import run as mutation  # noqa: E402
import rtl_files  # noqa: E402


def build(folder):
    """Icarus has no DPI: +mutant= selects the mutant."""
    with open(f"{folder}/{UNIT}.sv", encoding="utf-8") as src:
        text = src.read()
    asked = re.compile(r'  import "DPI-C".*\n|initial select = .*;')
    text = asked.sub(lambda m: "" if "import" in m[0] else
                     'initial if (!$value$plusargs("mutant=%d", select)) select = 0;', text)
    mutants.write(f"{folder}/icarus.sv", text)
    subprocess.run(["iverilog", "-g2012", f"-Pcdc_fifo_tb.DEPTH={DEPTH}",
                    f"-Pcdc_fifo_tb.STAGES={STAGES}", "-s", "cdc_fifo_tb", "-o", f"{folder}/bench",
                    os.path.join(ROOT, BENCH), f"{folder}/icarus.sv"], check=True)


def attempt(folder, number, seed, plan):
    """None if the run passes, else how it fails."""
    s, m, stall, beats, late, full = plan
    words = ["vvp", "-n", f"{folder}/bench", f"+mutant={number}", f"+seed={seed}", f"+s={s}",
             f"+m={m}", f"+stall={stall}", f"+beats={beats}", f"+late={late}"]
    try:
        done = subprocess.run(words, text=True, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return "does not end"
    found = re.search(r"^ok cycles (\d+) beats (\d+) latency (\d+)", done.stdout, re.M)
    if not found:
        return (done.stdout.splitlines() or ["says nothing"])[-1]
    cycles, beats, latency = map(int, found.groups())
    if full and cycles > 1.01 * beats + 20:
        return f"{cycles} cycles for {beats} beats"
    return f"{latency} cycles to the first beat" if latency > 5 and m >= s else None


def judge(args, mutant):
    for plan in RUNS:
        how = attempt(args.folder, mutant["number"], args.seed, plan)
        if how:
            return dict(mutant, fate="killed", how=how)
    return dict(mutant, fate="alive")


def play(args):
    args.folder = os.path.abspath(args.folder)
    args.unit, args.params, args.rtl = UNIT, PARAMS, f"{args.folder}/{UNIT}.sv"
    args.keep, args.first, args.own = [], 1, PARTS
    mutants.make(UNIT, mutants.units.parse_params(PARAMS), args)
    build(args.folder)
    if judge(args, {"number": 0})["fate"] == "killed":
        raise mutants.flow.FlowError(f"{UNIT}: the bench rejects the unit itself")
    with open(f"{args.folder}/mutants.json", encoding="utf-8") as src:
        todo = json.load(src)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda m: judge(args, m), todo))


def main():
    parser = argparse.ArgumentParser(description="mutants of lp_cdc_fifo")
    parser.add_argument("--folder", required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    args = parser.parse_args()
    try:
        rows = play(args)
    except (mutants.flow.FlowError, subprocess.CalledProcessError, OSError) as err:
        print(f"mutation: {err}", file=sys.stderr)
        return 1
    fates = collections.Counter(r["fate"] for r in rows)
    for row in rows:
        if row["fate"] == "alive":
            print(f"{UNIT} {row['number']}: alive: {mutation.place(row)}")
    mutants.write(f"{args.folder}/result.json", json.dumps(
        {"unit": UNIT, "params": PARAMS.replace(" ", ","), "seed": args.seed,
         "command": f"make cdc-mutation N={args.count} SEED={args.seed}",
         "date": datetime.date.today().isoformat(),
         "digests": {m: rtl_files.digest(m) for m in PARTS}, "mutants": len(rows),
         "killed": fates["killed"], "equal": 0, "alive": fates["alive"], "rows": rows}, indent=1))
    print(f"{len(rows)} mutants, {fates['killed']} killed, {fates['alive']} alive: "
          f"{100 * fates['killed'] / len(rows):.1f} %")
    return 0


if __name__ == "__main__":
    sys.exit(main())
