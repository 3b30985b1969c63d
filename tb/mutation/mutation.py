#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Mutation of a unit: are the lock-step runs able to tell a wrong unit from the right one?

  generate   one netlist with N mutations behind a select input, as Verilog of the unit's name
  run        the lock-step program once a mutant; OUT/mutation.json, a table of survivors
"""
import argparse
import concurrent.futures
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "synth"))
import area  # noqa: E402
import flow  # noqa: E402
import rtl_files  # noqa: E402
import units  # noqa: E402
from equal import equal_to_rtl  # noqa: E402

SELECT = "lp_select"
# What Verilator warns of in any netlist that Yosys writes.
LINT_OFF = ("WIDTH", "UNOPTFLAT", "CASEINCOMPLETE", "LITENDIAN", "UNUSED", "PINMISSING")
TARGET = 0.95


class MutationError(Exception):
    """One line that says what went wrong."""


def wrapper(unit, ports, width):
    """A module of the unit's name around the mutated one; the C side chooses the mutant."""
    inside = [f".{name}({name})" for name in ports if name != SELECT]
    lines = ["".join(f"/* verilator lint_off {w} */\n" for w in LINT_OFF),
             'import "DPI-C" function int lp_mutant();', f"module {unit} #("]
    lines += ["  parameter int ELEM = 0, WIDTH = 0, DEPTH = 0, LANES = 0, REVERSE = 0", ") ("]
    lines.append(",\n".join(
        f"  {p['direction']} wire [{len(p['bits']) - 1}:0] {name}" if len(p["bits"]) > 1 else
        f"  {p['direction']} wire {name}" for name, p in ports.items() if name != SELECT))
    lines += [");", f"  logic [{width - 1}:0] select;", f"  initial select = {width}'(lp_mutant());",
              f"  {unit}_mutated u_mutated ({', '.join(inside)}, .{SELECT}(select));",
              "endmodule"]
    return "\n".join(lines) + "\n"


def mutations(path):
    """The list that Yosys wrote: [(command, source location)]."""
    found = []
    with open(path, encoding="utf-8") as src:
        for line in src:
            places = [os.path.relpath(x, ROOT) for x in re.findall(r"-src (\S+)", line)]
            kind = re.search(r"-mode (\S+)", line).group(1)
            port = re.search(r"-port (\S+)", line).group(1).lstrip("\\")
            bit = re.search(r"-portbit (\d+)", line).group(1)
            # Yosys does not read back lines as long as those that list all sources can be.
            command = re.sub(r" -(src|wire|wirebit) \S+", "", line.strip())
            found.append({"command": command, "kind": kind, "port": f"{port}[{bit}]",
                          "src": places[0] if places else "?"})
    return found


def generate(args):
    os.makedirs(args.out, exist_ok=True)
    width = (args.n + 1).bit_length()
    listing = os.path.join(args.out, "mutations.txt")
    front = [*flow.read_rtl(args.unit, units.parse_params(args.params)), "flatten", "opt_clean",
             "memory_map", "opt_clean"]
    flow.yosys([*front, f"mutate -list {args.n} -seed {args.seed} -ctrl {SELECT} {width} 1 "
                f"-o {listing}"], args.out, "list")
    found = mutations(listing)
    flow.yosys([*front, *(m["command"] for m in found), "opt_clean", f"write_json {args.out}/netlist.json",
                f"rename {args.unit} {args.unit}_mutated",
                f"write_verilog -noattr {args.out}/netlist.v"], args.out, "mutate")
    with open(f"{args.out}/netlist.json", encoding="utf-8") as src:
        ports = json.load(src)["modules"][args.unit]["ports"]
    with open(f"{args.out}/netlist.v", encoding="utf-8") as src:
        netlist = src.read()
    area.write_whole(f"{args.out}/mutants.json", json.dumps(
        {"unit": args.unit, "params": args.params, "seed": args.seed, "front": front,
         "width": width, "mutants": found}, indent=1) + "\n")
    os.makedirs(os.path.dirname(args.verilog), exist_ok=True)
    area.write_whole(args.verilog, wrapper(args.unit, ports, width) + netlist)


def attack(job):
    """Runs one mutant; what became of it, and how many cycles the run was given."""
    program, unit, number, seed, cycles, limit = job
    with tempfile.TemporaryDirectory(prefix="lp-mutant-") as folder:
        os.makedirs(os.path.join(folder, "build/cosim"))
        env = {**os.environ, "LP_MUTANT": str(number), "LP_SEED": str(seed),
               "LP_CYCLES": str(cycles)}
        try:
            done = subprocess.run([os.path.abspath(program), unit], cwd=folder, env=env, text=True,
                                  check=False, timeout=limit, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT)
        except subprocess.TimeoutExpired:
            return "killed", "ran past its time"
    if done.returncode == 0:
        return "survived", ""
    fault = [x for x in done.stdout.splitlines() if x.startswith("# mix")]
    if fault:
        return "killed", fault[0].lstrip("# ").split("; waveform")[0]
    if "converge" in done.stdout:
        return "killed", "does not settle"
    return "broken", (done.stdout.strip().splitlines() or ["no output"])[-1]


def run(args):
    with open(f"{args.out}/mutants.json", encoding="utf-8") as src:
        plan = json.load(src)
    unit, mutants = plan["unit"], plan["mutants"]
    limit = 120 + args.cycles / 20000
    print(f"# {unit} {plan['params']}: {len(mutants)} mutants, list seed {plan['seed']}, "
          f"LP_SEED={args.seed}, {args.cycles} cycles each", flush=True)
    if attack((args.program, unit, 0, args.seed, args.cycles, limit))[0] != "survived":
        raise MutationError(f"{unit} without a mutation does not pass the lock-step run")
    jobs = [(args.program, unit, i + 1, args.seed, args.cycles, limit)
            for i in range(len(mutants))]
    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for i, (fate, why) in enumerate(pool.map(attack, jobs)):
            mutants[i].update(fate=fate, why=why)
            if fate == "broken":
                raise MutationError(f"mutant {i + 1}: {why}")
            if sys.stderr.isatty():
                print(f"\r{i + 1}/{len(mutants)}", end="", file=sys.stderr, flush=True)
    judge(plan, args)
    return report(plan, args, time.monotonic() - start)


def judge(plan, args):
    """A survivor that no input can tell from the RTL is no missing test."""
    for m in plan["mutants"]:
        if m["fate"] == "survived":
            m["proof"] = equal_to_rtl(plan["unit"], plan["front"], m["command"], SELECT,
                                      args.prove)
            if m["proof"].startswith("equal"):
                m["fate"] = "equivalent"


def report(plan, args, seconds):
    mutants = plan["mutants"]
    count = {f: sum(m["fate"] == f for m in mutants) for f in ("killed", "equivalent", "survived")}
    rate = count["killed"] / max(1, len(mutants) - count["equivalent"])
    for i, m in enumerate(mutants, 1):
        if m["fate"] != "killed":
            print(f"# {m['fate']} {i}: {m['kind']} {m['port']} at {m['src']} ({m['proof']})")
    result = {"unit": plan["unit"], "params": plan["params"], "mutants": len(mutants), **count,
              "kill_rate": round(rate, 4),
              "kill_rate_all": round(count["killed"] / max(1, len(mutants)), 4),
              "seed": args.seed, "list_seed": plan["seed"], "cycles": args.cycles,
              "seconds": round(seconds), "list": mutants}
    area.write_whole(f"{args.out}/mutation.json", json.dumps(result, indent=1) + "\n")
    good = rate >= TARGET
    print(f"{'ok' if good else 'not ok'} 1 - {plan['unit']} {plan['params']}: {count['killed']} of "
          f"{len(mutants)} mutants killed, {count['equivalent']} equivalent, "
          f"{count['survived']} survived ({100 * rate:.1f} %)")
    print("1..1")
    return 0 if good else 1


def main():
    parser = argparse.ArgumentParser(description="mutation of a unit")
    parser.add_argument("what", choices=("generate", "run"))
    parser.add_argument("--unit", default="")
    parser.add_argument("--params", default="")
    parser.add_argument("--n", type=int, default=250)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", required=True)
    parser.add_argument("--verilog", help="generate: the file to write")
    parser.add_argument("--program", help="run: the lock-step program")
    parser.add_argument("--cycles", type=int, default=1000000)
    parser.add_argument("--prove", type=int, default=60, help="seconds to spend on a survivor")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    args.seed = args.seed or random.randrange(1, 2**31)
    try:
        flow.need("yosys", "berkeley-abc")
        if args.n < 1:
            raise MutationError("N must be at least 1")
        return generate(args) or 0 if args.what == "generate" else run(args)
    except (MutationError, flow.FlowError, rtl_files.UnknownUnit, units.BadList) as err:
        print(f"mutation: {err}", file=sys.stderr)
    except OSError as err:
        print(f"mutation: {err.filename}: {err.strerror}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
