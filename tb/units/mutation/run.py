#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the lock-step test with each mutant of a unit and reports those that it does not catch.

The test runs --cycles, then --long-cycles of another seed; a mutant that passes is compared with
the unit by proof (equal.py). A mutant that is not shown to be equal gets --long-cycles of further
seeds; if it still lives it is a hole in the test. --prove makes the proofs that an earlier run left
out (--proof 0) since they take long. Leaves result.json in each folder; exit status 1 if the test
rejects the unit itself or lets a mutant live that is not proved equal.
"""
import argparse
import collections
import concurrent.futures
import datetime
import json
import os
import re
import resource
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TB = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(os.path.dirname(TB), "synth"), TB]
import equal  # noqa: E402
import flow  # noqa: E402
import mutants  # noqa: E402
import rtl_files  # noqa: E402
from span import span  # noqa: E402

LONG_SEEDS = 5
UNIT_SECONDS = 600
HANGS = 5  # a simulation hangs if it takes this many times as long as the unit itself


def test(folder, number, seed, cycles, seconds):
    """None if the test passes, else how it failed; `seconds` of processor time are allowed."""
    # A folder in which no waveform can be written, so that none is made.
    env = dict(os.environ, LP_WAVES=os.devnull, LP_MUTANT=str(number), LP_SEED=str(seed),
               LP_CYCLES=str(cycles))
    done = subprocess.run(["sh", "-c", f"ulimit -t {seconds}; exec ./lockstep_test"], cwd=folder,
                          env=env, text=True, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    if done.returncode == 0:
        return None
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return {"cycle": None, "how": "the simulation hangs", "seed": seed}
    found = re.search(r"mix (\d+), cycle (\d+): ([^:;]*)", done.stdout)
    if not found:
        return {"cycle": None, "how": "the simulation breaks off", "seed": seed}
    mix, cycle, how = found.groups()
    return {"mix": int(mix), "cycle": int(cycle), "how": how.strip(), "seed": seed}


def allowance(pace, cycles):
    return 10 + round(HANGS * pace * cycles)


def judge(folder, unit, args, pace, mutant):
    """The mutant and its fate: "killed" and how, "equal" or "alive"; pace: seconds per cycle."""
    def longer(i):
        return test(folder, mutant["number"], args.seed + 100 * i, args.long_cycles,
                    allowance(pace, args.long_cycles))

    # A proof may take minutes and so comes after the first of the longer tests.
    kill = test(folder, mutant["number"], args.seed, args.cycles,
                allowance(pace, args.cycles)) or longer(1)
    if not kill:
        said = equal.verdict(folder, unit, mutant, args.proof) if args.proof else "none tried"
        if said == "equal":
            return dict(mutant, fate="equal")
        kill = next((k for k in map(longer, range(2, LONG_SEEDS + 1)) if k), None)
        if not kill:
            return dict(mutant, fate="alive", proof=said)
    return dict(mutant, fate="killed", kill=kill)


def place(mutant):
    """The place of a mutation, for a table."""
    wire = mutant.get("wire", "")
    bit = f"[{mutant['wirebit']}]" if wire else ""
    return (f"{mutant['mode']} at {mutant['port']}[{mutant['portbit']}] {wire}{bit} "
            f"{' '.join(sorted(mutant['src']))}")


def summary(unit, params, args, digest, rows, date=None):
    seed = args.seed
    fates = collections.Counter(r["fate"] for r in rows)
    modes = {m: {f: sum(r["fate"] == f for r in rows if r["mode"] == m) for f in fates}
             for m in sorted({r["mode"] for r in rows})}
    return {"unit": unit, "params": params, "seed": seed, "cycles": args.cycles,
            "long_cycles": args.long_cycles, "proof": args.proof,
            "date": date or datetime.date.today().isoformat(), "digests": {unit: digest},
            "mutants": len(rows), "killed": fates["killed"], "equal": fates["equal"],
            "alive": fates["alive"],
            "rate": round(fates["killed"] / len(rows), 4),
            "later": sum(r["fate"] == "killed" and r["kill"]["seed"] != seed for r in rows),
            "modes": modes, "rows": rows}


def prove(folder, unit, args):
    """A former run's result, after a proof for each mutant that it left alive."""
    with open(f"{folder}/result.json", encoding="utf-8") as src:
        result = json.load(src)
    if result["digests"] != {unit: rtl_files.digest(unit)}:
        raise flow.FlowError(f"{unit}: the result is not of this RTL")
    left = [r for r in result["rows"] if r["fate"] == "alive"]
    todo = [{k: v for k, v in r.items() if k not in ("fate", "proof")} for r in left]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        verdicts = pool.map(lambda m: equal.verdict(folder, unit, m, args.proof), todo)
        for row, said in zip(left, verdicts):
            row.update({"fate": "equal"} if said == "equal" else {"proof": said})
            print(f"{unit} {row['number']}: {said}: {place(row)}", flush=True)
            fates = collections.Counter(r["fate"] for r in result["rows"])
            result.update(proof=args.proof, equal=fates["equal"], alive=fates["alive"])
            # Proofs made so far are kept if the rest is interrupted.
            mutants.write(f"{folder}/result.json", json.dumps(result, indent=1) + "\n")
    return result


def run(folder, unit, params, args):
    with open(f"{folder}/mutants.json", encoding="utf-8") as src:
        todo = json.load(src)
    if args.only:
        todo = todo[args.only[0] - 1:args.only[1]]
    digest = rtl_files.digest(unit)
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    wrong = test(folder, 0, args.seed, args.cycles, UNIT_SECONDS)
    if wrong:
        raise flow.FlowError(f"{unit}: the test rejects the unit itself: {wrong}")
    pace = (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before) / args.cycles
    rows = []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for row in pool.map(lambda m: judge(folder, unit, args, pace, m), todo):
            rows.append(row)
            if row["fate"] != "killed":
                print(f"{unit} {row['number']}: {row['fate']}: {place(row)}", flush=True)
            if sys.stderr.isatty():
                print(f"\r{unit}: {len(rows)} of {len(todo)} ", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    result = summary(unit, params, args, digest, rows)
    mutants.write(args.rows or f"{folder}/result.json", json.dumps(result, indent=1) + "\n")
    return result


def table(results):
    print(f"{'unit':13} {'parameters':18} {'mutants':>7} {'killed':>6} {'equal':>6} {'alive':>6} "
          f"{'rate':>7}")
    for r in results:
        print(f"{r['unit']:13} {r['params']:18} {r['mutants']:7} {r['killed']:6} {r['equal']:6} "
              f"{r['alive']:6} {100 * r['rate']:6.1f}%")


def main():
    parser = argparse.ArgumentParser(description="mutants against the lock-step test")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--cycles", type=int, default=200000)
    parser.add_argument("--long-cycles", type=int, default=4000000)
    parser.add_argument("--proof", type=int, default=300, metavar="SECONDS",
                        help="processor time for the proof of a survivor; 0: none is tried")
    parser.add_argument("--prove", action="store_true",
                        help="only try proofs for what the last run left alive")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="mutants at a time")
    parser.add_argument("--only", type=span, metavar="FIRST-LAST",
                        help="of the list of mutants; with --rows")
    parser.add_argument("--rows", metavar="FILE", help="the result of --only, of one unit")
    parser.add_argument("runs", nargs="+", metavar="SET:DIR",
                        help="a parameter set, MODULE/PARAMETERS, and where it was built")
    args = parser.parse_args()
    if bool(args.only) != bool(args.rows) or (args.rows and (args.prove or len(args.runs) > 1)):
        parser.error("--only and --rows go together, with one SET:DIR and without --prove")
    results = []
    try:
        flow.need("yosys", "berkeley-abc")
        for text in args.runs:
            name, _, folder = text.partition(":")
            unit, params = name.split("/")
            results.append(prove(folder, unit, args) if args.prove
                           else run(folder, unit, params, args))
    except (flow.FlowError, rtl_files.UnknownUnit, OSError) as err:
        print(f"mutation: {err}", file=sys.stderr)
        return 2
    table(results)
    return 0 if all(r["alive"] == 0 for r in results) else 1


if __name__ == "__main__":
    sys.exit(main())
