#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutants of lp_card behind the emulated card: which of them do tests through `sim:` not see?

One Verilated netlist holds all mutants (tb/mutation/mutants.py); LP_MUTANT tells it which to be. The
tests are, shortest first: what the library says of the card, the card's own registers in any order and
random descriptors with faults (fuzz.c), and the self-test. A mutant is killed by the first test that
fails or does not end. Exit status 1 if the card without a mutation fails a test.
"""
import argparse
import collections
import concurrent.futures
import datetime
import json
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "mutation"))
import run as mutation  # noqa: E402

# Kinds of faults, and descriptors: registers, none, resets, errors of ranges, a card that is pulled,
# a link that hangs.
FUZZ = ((8, 10), (0, 60), (4, 60), (2, 60), (5, 60), (6, 60))
HANGS = 3  # a test that takes this many times what it takes without a mutation


def tests(args):
    """[(name, words)]"""
    card = [f"{args.build}/linepress-card", "-d", "sim:model=rtl"]
    fuzz = [f"{args.build}/card/fuzz", f"{args.build}/linepress-card-server"]
    return [("info", [card[0], "info", *card[1:], "--timeout", "2"]),
            *((f"fuzz kind {kind}", ["env", f"LP_KIND={kind}", *fuzz, str(count), "rtl"])
              for kind, count in FUZZ),
            ("selftest", [card[0], "selftest", *card[1:]])]


def attempt(args, words, number, seconds):
    """None if it passes, else how it fails."""
    env = {**os.environ, "LP_MUTANT": str(number), "LP_SEED": str(args.seed),
           "LINEPRESS_CARD_RTL": f"{args.folder}/liblinepress_card_rtl.so",
           "LINEPRESS_CARD_SERVER": f"{args.build}/linepress-card-server"}
    try:
        done = subprocess.run(words, env=env, text=True, stdout=subprocess.PIPE, check=False,
                              stderr=subprocess.STDOUT, timeout=seconds)
    except subprocess.TimeoutExpired:
        return "does not end"
    if done.returncode == 0:
        return None
    said = [line for line in done.stdout.splitlines()
            if line.startswith(("# LP_SEED", "not ok", "linepress", "bad"))]
    return (said or done.stdout.splitlines() or ["exit status"])[-1][-200:]


def judge(args, todo, paces, mutant):
    for name, words in todo:
        how = attempt(args, words, mutant["number"], 10 + HANGS * paces[name])
        if how:
            return dict(mutant, fate="killed", test=name, how=how)
    return dict(mutant, fate="alive")


def play(args):
    todo, paces = tests(args), {}
    for name, words in todo:
        begun = time.monotonic()
        wrong = attempt(args, words, 0, 600)
        paces[name] = time.monotonic() - begun
        print(f"{name}: {paces[name]:.1f} s without a mutation", flush=True)
        if wrong:
            print(f"card_mutation: {name} fails without a mutation: {wrong}", file=sys.stderr)
            return None
    with open(f"{args.folder}/mutants.json", encoding="utf-8") as src:
        listed = json.load(src)
    rows = []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for row in pool.map(lambda m: judge(args, todo, paces, m), listed):
            rows.append(row)
            words = f"{row['test']}: {row['how']}" if row["fate"] == "killed" else \
                mutation.place(row)
            print(f"{len(rows)}/{len(listed)} {row['number']}: {row['fate']}: {words}", flush=True)
    return rows


def main():
    parser = argparse.ArgumentParser(description="mutants of lp_card against tests through sim:")
    parser.add_argument("--build", default="build")
    parser.add_argument("--folder", required=True, help="with the mutants and their object")
    parser.add_argument("--seed", type=int, default=1, help="of the descriptors")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    args.build, args.folder = os.path.abspath(args.build), os.path.abspath(args.folder)
    try:
        rows = play(args)
    except OSError as err:
        print(f"card_mutation: {err}", file=sys.stderr)
        return 2
    if rows is None:
        return 1
    fates = collections.Counter(r["fate"] for r in rows)
    mutation.mutants.write(f"{args.folder}/result.json", json.dumps(
        {"date": datetime.date.today().isoformat(), "seed": args.seed, "rows": rows,
         "mutants": len(rows), "killed": fates["killed"], "alive": fates["alive"]}, indent=1))
    print(f"{len(rows)} mutants, {fates['killed']} killed, {fates['alive']} alive: "
          f"{100 * fates['killed'] / len(rows):.1f} %")
    return 0


if __name__ == "__main__":
    sys.exit(main())
