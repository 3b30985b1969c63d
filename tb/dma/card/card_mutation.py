#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutants of lp_card in the emulated card: those that tests through `sim:` do not detect.

One Verilated netlist holds all mutants (tb/units/mutation/mutants.py); LP_MUTANT selects one. The
tests are, shortest first: the library's report of the card, the card's own registers in any order,
random descriptors without faults and with resets (fuzz.c), the self-test over memory that answers
with errors, and with --thorough more of these, other faults and the self-test. After each test of
fuzz.c all registers must have been read as often, and with the same values, as those of the cycle
model. A mutant is killed by the first test that fails or does not end. A survivor is compared with
the unit by proof (tb/units/mutation/equal.py), with the engine cut out: its outputs are free
inputs, and its inputs must be equal. Exit status 1 if the card without a mutation fails a test.
"""
import argparse
import collections
import concurrent.futures
import datetime
import json
import os
import re
import signal
import subprocess
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(HERE)), "units/mutation"))
import run as mutation  # noqa: E402
import rtl_files  # noqa: E402  run.py knows where it is

UNIT, ENGINE = "lp_card", "lp_cdma"

# Kinds of faults, local mode or not, and descriptors: registers, none, resets, errors of the
# self-test's memory; and those that --thorough adds: errors of ranges, a card that is pulled, a
# link that hangs.
FUZZ = ((8, 0, 10), (0, 0, 60), (0, 1, 60), (8, 1, 60), (4, 0, 60), (9, 0, 20))
THOROUGH = ((8, 0, 100), (0, 1, 300), (4, 1, 60), (2, 0, 60), (5, 0, 60), (6, 0, 60))
# A test does not end if it takes HANGS times the processor time that it takes without a mutation,
# and ten seconds more; or IDLE times as long by the clock. The shell prints the time at the end.
HANGS, IDLE = 3, 4
COUNTED = ('ulimit -t "$1"; idle=$2; shift 2; timeout --foreground -s KILL "$idle" "$@"; '
           'status=$?; times; exit $status')
KILLED = 128 + signal.SIGKILL


def tests(args):
    """[(name, words)]"""
    card = [f"{args.build}/linepress-card", "-d", "sim:model=rtl"]
    fuzz = [f"{args.build}/card/fuzz", f"{args.build}/linepress-card-server"]
    kinds = FUZZ + (THOROUGH if args.thorough else ())
    return [("info", [card[0], "info", *card[1:], "--timeout", "2"]),
            *((f"fuzz LP_KIND={kind} LP_LOCAL={local} {count}",
               ["env", "LP_PLAIN=1", f"LP_KIND={kind}", f"LP_LOCAL={local}", *fuzz, str(count),
                "rtl"])
              for kind, local, count in kinds),
            *([("selftest", [card[0], "selftest", *card[1:]])] if args.thorough else ())]


def run(words, env, seconds):
    """(exit status, None if it does not end; lines; processor seconds)"""
    done = subprocess.run(["sh", "-c", COUNTED, "sh", str(seconds), str(IDLE * seconds), *words],
                          env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False)
    lines = done.stdout.splitlines()
    spent = sum(60 * int(m) + float(s) for m, s in re.findall(r"(\d+)m([\d.]+)s", lines.pop()))
    ended = done.returncode == 0 or (done.returncode != KILLED and spent < seconds)
    return done.returncode if ended else None, lines, spent


def attempt(args, words, number, seconds, registers=None):
    """(None if it passes, else how it fails; its processor seconds; its report of registers);
    registers: the expected report, if known."""
    env = {**os.environ, "LP_MUTANT": str(number), "LP_SEED": str(args.seed), "LP_MOST": "1",
           "LP_SECONDS": "3600",
           "LINEPRESS_CARD_RTL": f"{args.folder}/liblinepress_card_rtl.so",
           "LINEPRESS_CARD_SERVER": f"{args.build}/linepress-card-server"}
    status, lines, spent = run(words, env, seconds)
    said = next((line for line in lines if line.startswith("# registers: ")), "")
    if status is None:
        return f"does not end within {seconds} s", spent, said
    if status == 0:
        same = registers in (None, said)
        return None if same else f"{said[2:]}, not {registers[13:]}", spent, said
    told = [line for line in lines
            if line.startswith(("# LP_SEED=%d LP" % args.seed, "Bail", "linepress", "bad"))]
    return (told or lines or ["exit status"])[-1][-100:], spent, said


class Paces:
    """Time of a test, and its report of registers, without a mutation; it must then pass."""

    def __init__(self, args):
        self.args, self.known, self.lock = args, {}, threading.Lock()

    def of(self, name, words):
        """(limit in seconds of processor time, the expected report of registers)"""
        with self.lock:
            if name not in self.known:
                wrong, registers = None, None
                if words[-1] == "rtl":
                    wrong, _, registers = attempt(self.args, [*words[:-1], "cycle"], 0, 600)
                if not wrong:
                    wrong, seconds, _ = attempt(self.args, words, 0, 600, registers)
                if wrong:
                    raise RuntimeError(f"{name} fails without a mutation: {wrong}")
                print(f"{name}: {seconds:.1f} s without a mutation", flush=True)
                self.known[name] = round(10 + HANGS * seconds), registers
            return self.known[name]


def judge(args, todo, paces, mutant):
    for name, words in todo:
        how, _, _ = attempt(args, words, mutant["number"], *paces.of(name, words))
        if how:
            return dict(mutant, fate="killed", test=name, how=how)
    return dict(mutant, fate="alive")


def earlier(args, numbers):
    """Rows of an earlier run of the same mutants, except for these numbers."""
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
         "killed": fates["killed"], "equal": fates["equal"], "alive": fates["alive"]}, indent=1))


def play(args):
    """Rows of all mutants; result.json has those that are judged, even after an interrupt."""
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


def without_engine(folder):
    """A folder with the netlist of all but the engine, whose ports become ports of the unit."""
    work = f"{folder}/inside"
    os.makedirs(work, exist_ok=True)
    mutation.flow.yosys([f"read_rtlil {folder}/base.il", f"expose -evert -sep _ t:{ENGINE}",
                         "opt_clean", f"write_rtlil {work}/base.il",
                         f"write_json {work}/base.json"], work, "inside")
    return work


def prove(args):
    """Rows of the last run, after a proof for each mutant that it left alive."""
    with open(f"{args.folder}/result.json", encoding="utf-8") as src:
        result = json.load(src)
    if result["digests"] != {UNIT: rtl_files.digest(UNIT)}:
        raise RuntimeError("the result is not of this RTL")
    work, rows = without_engine(args.folder), result["rows"]
    for row in (r for r in rows if r["fate"] == "alive"):
        mutant = {k: v for k, v in row.items() if k not in ("fate", "proof")}
        said = mutation.equal.verdict(work, UNIT, mutant, args.proof)
        row.update({"fate": "equal"} if said == "equal" else {"proof": said})
        print(f"{row['number']}: {said}: {mutation.place(row)}", flush=True)
        keep(args, rows)
    return rows


def main():
    parser = argparse.ArgumentParser(description="mutants of lp_card against tests through sim:")
    parser.add_argument("--build", default="build")
    parser.add_argument("--folder", required=True, help="with the mutants and their object")
    parser.add_argument("--seed", type=int, default=1, help="of the descriptors")
    parser.add_argument("--thorough", action="store_true", help="more tests for what survives")
    parser.add_argument("--only", type=int, nargs="*",
                        help="numbers of mutants; other results of an earlier run are kept")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--prove", action="store_true",
                        help="only proofs for what an earlier run left")
    parser.add_argument("--proof", type=int, default=200, metavar="SECONDS",
                        help="processor time for the proof of a survivor; 0: none is tried")
    args = parser.parse_args()
    args.build, args.folder = os.path.abspath(args.build), os.path.abspath(args.folder)
    try:
        rows = [] if args.prove else play(args)
        rows = prove(args) if args.proof else rows
    except (OSError, RuntimeError, mutation.flow.FlowError) as err:
        print(f"card_mutation: {err}", file=sys.stderr)
        return 1 if isinstance(err, RuntimeError) else 2
    fates = collections.Counter(r["fate"] for r in rows)
    print(f"{len(rows)} mutants, {fates['killed']} killed, {fates['equal']} equal, "
          f"{fates['alive']} alive: "
          f"{100 * fates['killed'] / len(rows):.1f} %")
    return 0


if __name__ == "__main__":
    sys.exit(main())
