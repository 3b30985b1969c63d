#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutants of lp_card behind the emulated card: which of them do tests through `sim:` not see?

One Verilated netlist holds all mutants (tb/mutation/mutants.py); LP_MUTANT says which to be. The
tests are, shortest first: what the library says of the card, the card's own registers in any order,
random descriptors without faults and with resets (fuzz.c), and with --thorough more of these, other
faults and the self-test. A mutant is killed by the first test that fails or does not end. Exit
status 1 if the card without a mutation fails a test.
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
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "mutation"))
import run as mutation  # noqa: E402
import rtl_files  # noqa: E402  run.py knows where it is

UNIT = "lp_card"

# Kinds of faults, local mode or not, and descriptors: registers, none, resets; and what --thorough
# adds: errors of ranges, a card that is pulled, a link that hangs.
FUZZ = ((8, 0, 10), (0, 0, 60), (0, 1, 60), (8, 1, 60), (4, 0, 60))
THOROUGH = ((8, 0, 100), (0, 1, 300), (4, 1, 60), (2, 0, 60), (5, 0, 60), (6, 0, 60))
HANGS = 3  # a test that takes this many times what it takes without a mutation


def tests(args):
    """[(name, words)]"""
    card = [f"{args.build}/linepress-card", "-d", "sim:model=rtl"]
    fuzz = [f"{args.build}/card/fuzz", f"{args.build}/linepress-card-server"]
    kinds = FUZZ + (THOROUGH if args.thorough else ())
    return [("info", [card[0], "info", *card[1:], "--timeout", "2"]),
            *((f"fuzz LP_KIND={kind} LP_LOCAL={local} {count}",
               ["env", f"LP_KIND={kind}", f"LP_LOCAL={local}", *fuzz, str(count), "rtl"])
              for kind, local, count in kinds),
            *([("selftest", [card[0], "selftest", *card[1:]])] if args.thorough else ())]


def attempt(args, words, number, seconds):
    """None if it passes, else how it fails."""
    env = {**os.environ, "LP_MUTANT": str(number), "LP_SEED": str(args.seed), "LP_MOST": "1",
           "LP_SECONDS": "3600",
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
            if line.startswith(("# LP_SEED=%d LP" % args.seed, "Bail", "linepress", "bad"))]
    return (said or done.stdout.splitlines() or ["exit status"])[-1][-100:]


class Paces:
    """Seconds that a test takes without a mutation; it must pass then."""

    def __init__(self, args):
        self.args, self.known, self.lock = args, {}, threading.Lock()

    def of(self, name, words):
        with self.lock:
            if name not in self.known:
                begun = time.monotonic()
                wrong = attempt(self.args, words, 0, 600)
                self.known[name] = time.monotonic() - begun
                print(f"{name}: {self.known[name]:.1f} s without a mutation", flush=True)
                if wrong:
                    raise RuntimeError(f"{name} fails without a mutation: {wrong}")
            return self.known[name]


def judge(args, todo, paces, mutant):
    for name, words in todo:
        seconds = 10 + HANGS * paces.of(name, words)
        how = attempt(args, words, mutant["number"], seconds)
        if how:
            return dict(mutant, fate="killed", test=name, how=how)
    return dict(mutant, fate="alive")


def earlier(args, numbers):
    """Rows of an earlier run of the same mutants, but for these numbers."""
    path = f"{args.folder}/result.json"
    if not args.only or not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as src:
        return [row for row in json.load(src)["rows"] if row["number"] not in numbers]


def keep(args, rows):
    rows = sorted(rows, key=lambda r: r["number"])
    fates = collections.Counter(r["fate"] for r in rows)
    count, seed = re.search(r"-n(\d+)-s(\d+)$", args.folder).groups()
    mutation.mutants.write(f"{args.folder}/result.json", json.dumps(
        {"date": datetime.date.today().isoformat(), "unit": UNIT, "params": "-",
         "command": f"make card-mutation N={count} SEED={seed}", "seed": args.seed,
         "digests": {UNIT: rtl_files.digest(UNIT)}, "rows": rows, "mutants": len(rows),
         "killed": fates["killed"], "equal": 0, "alive": fates["alive"]}, indent=1))


def play(args):
    """Rows of all mutants; result.json has those that are judged, also if this is broken off."""
    todo, paces = tests(args), Paces(args)
    with open(f"{args.folder}/mutants.json", encoding="utf-8") as src:
        listed = [m for m in json.load(src) if not args.only or m["number"] in args.only]
    rows = earlier(args, {m["number"] for m in listed})
    of_all = len(rows) + len(listed)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        runs = [pool.submit(judge, args, todo, paces, m) for m in listed]
        for done in concurrent.futures.as_completed(runs):
            row = done.result()
            rows.append(row)
            words = f"{row['test']}: {row['how']}" if row["fate"] == "killed" else \
                mutation.place(row)
            print(f"{len(rows)}/{of_all} {row['number']}: {row['fate']}: {words}", flush=True)
            keep(args, rows)
    return rows


def main():
    parser = argparse.ArgumentParser(description="mutants of lp_card against tests through sim:")
    parser.add_argument("--build", default="build")
    parser.add_argument("--folder", required=True, help="with the mutants and their object")
    parser.add_argument("--seed", type=int, default=1, help="of the descriptors")
    parser.add_argument("--thorough", action="store_true", help="more tests for what survives")
    parser.add_argument("--only", type=int, nargs="*",
                        help="numbers of mutants; of others what an earlier run found stays")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    args.build, args.folder = os.path.abspath(args.build), os.path.abspath(args.folder)
    try:
        rows = play(args)
    except (OSError, RuntimeError) as err:
        print(f"card_mutation: {err}", file=sys.stderr)
        return 1 if isinstance(err, RuntimeError) else 2
    fates = collections.Counter(r["fate"] for r in rows)
    print(f"{len(rows)} mutants, {fates['killed']} killed, {fates['alive']} alive: "
          f"{100 * fates['killed'] / len(rows):.1f} %")
    return 0


if __name__ == "__main__":
    sys.exit(main())
