#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The rows of the table of campaigns: pieces cover what SIZE asks for, once each; gathered figures
are the sums of the outputs and find what has failed."""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), HERE]
import table  # noqa: E402
from folder import ROOT, CampaignError  # noqa: E402
from tap import end, result  # noqa: E402

SETTING = "2.00x order 1 link 50 entries 16 lanes 1 latency 40"


def ask(size, units=(), seed=1):
    return table.Ask(size, seed, list(units), "build", {})


def plans():
    """Faults of the plans that need no built program."""
    wrong = []
    for name, size in (("mutation", "45x2"), ("fuzz", "1e8"), ("lockstep", "1e6"), ("card", "25000"),
                       ("calibrate", "64"), ("studies", "all"), ("fig12", "3")):
        builds, pieces = table.row(name).plan(ask(size))
        if (builds, pieces) != table.row(name).plan(ask(size)):
            wrong.append(f"{name}: two plans differ")
        wrong += [f"{name}: {p['what']} needs a build that is not there"
                  for group in (builds, pieces) for p in group
                  if any(not 0 <= b < len(builds) for b in p["after"])]
        wrong += [f"{name}: build {i} waits for itself or a later one"
                  for i, b in enumerate(builds) if any(a >= i for a in b["after"])]
        commands = [json.dumps([p["command"], p["env"]]) for p in pieces]
        wrong += [f"{name}: a piece is there twice"] * (len(set(commands)) < len(commands))
    return wrong


def mutants():
    """Each mutant of a unit and seed is in one piece."""
    _, pieces = table.row("mutation").plan(ask("45x2", ["lp_skid", "lp_fifo"], 7))
    seen = {}
    for p in pieces:
        words = p["command"]
        first, last = words[words.index("--only") + 1].split("-")
        seen.setdefault((p["part"][0], words[words.index("--seed") + 1]), []).extend(
            range(int(first), int(last) + 1))
    want = {(u, s) for u in ("lp_skid", "lp_fifo") for s in ("7", "8")}
    return ([] if set(seen) == want else [f"units and seeds {sorted(seen)}"]) + \
        [f"{k}: {v}" for k, v in seen.items() if sorted(v) != list(range(1, 46))]


def settings():
    _, pieces = table.row("calibrate").plan(ask("64"))
    spans = [range(int(p["command"][-2]), sum(map(int, p["command"][-2:]))) for p in pieces]
    found = sorted(n for s in spans for n in s)
    return [] if found == list(range(540)) else ["not each setting once"]


def sizes():
    """SIZE is reached, and seeds do not repeat."""
    wrong = []
    for size in ("1", "1e5", "123456789"):
        _, pieces = table.row("fuzz").plan(ask(size))
        total = sum(int(p["command"][5]) for p in pieces)
        if not float(size) <= total <= float(size) + len(pieces):
            wrong.append(f"fuzz SIZE={size}: {total} executions")
    for size in ("1", "9999", "25000"):
        _, pieces = table.row("card").plan(ask(size))
        total = sum(int(p["command"][2]) for p in pieces if p["command"][0].endswith("/fuzz"))
        if total != int(size):
            wrong.append(f"card SIZE={size}: {total} descriptors")
    for name in ("fuzz", "lockstep"):
        seeds = [p["seed"] for p in table.row(name).plan(ask("1e8"))[1]]
        other = [p["seed"] for p in table.row(name).plan(ask("1e8", seed=2))[1]]
        if len(set(seeds)) < len(seeds) or set(seeds) & set(other):
            wrong.append(f"{name}: a seed is there twice")
    return wrong


def refused():
    """Sizes and names that no row takes."""
    wrong = []
    for name, size, units in (("mutation", "0", ()), ("mutation", "5x0", ()), ("mutation", "5x1", ["x"]),
                              ("fuzz", "no", ()), ("fuzz", "9", ["fuzz_none"]), ("lockstep", "-4", ()),
                              ("lockstep", "9", ["lp_none"]), ("calibrate", "1", ()), ("kit", "5x1", ["x"]),
                              ("studies", "buddy-none", ()), ("fig12", "0", ()), ("card", "", ())):
        try:
            table.row(name).plan(ask(size, units))
            wrong.append(f"{name} SIZE={size} UNIT={' '.join(units)} is taken")
        except CampaignError:
            pass
    return wrong


def outputs(work, texts):
    """Files with these outputs."""
    paths = []
    for i, text in enumerate(texts):
        paths.append(os.path.join(work, str(i)))
        with open(paths[-1], "w", encoding="utf-8") as out:
            out.write(text if isinstance(text, str) else json.dumps(text))
    return paths


def gathered(work):
    """Sums of made outputs, against sums made here."""
    seed = int(os.environ.get("LP_SEED", "0")) or random.SystemRandom().getrandbits(31)
    print(f"# LP_SEED={seed}")
    draw, wrong = random.Random(seed), []
    counts = [draw.randrange(1, 10**9) for _ in range(6)]
    plan = {"pieces": [{"seed": i, "what": f"piece {i}"} for i in range(6)]}
    bad = {"file": "crash-1", "sha256": "0" * 64}
    got = table.row("fuzz").gather(plan, outputs(work, [
        {"target": f"fuzz_{'ab'[i % 2]}", "executions": n, "findings": [bad] * (i == 4)}
        for i, n in enumerate(counts)]))
    if got["executions"] != sum(counts) or got["findings"] != 1 or got["found"][0]["seed"] != 4 or \
            [r["executions"] for r in got["runs"]] != [sum(counts[::2]), sum(counts[1::2])]:
        wrong.append(f"fuzz: {got}")
    got = table.row("lockstep").gather(plan, outputs(work, [
        f"# LP_SEED=1\nok 1 - lp_skid WIDTH=33: {n} cycles, 5 beats, {n + 1} lines\n"
        + ("not ok 2 - lp_fifo A=1: 9 cycles, 0 beats, 0 lines\n" if i == 3 else "") + "1..2\n"
        for i, n in enumerate(counts)]))
    run = got["runs"][0]
    if got["cycles"] != sum(counts) or got["lines"] != sum(counts) + 6 or got["findings"] != 1 or \
            (run["cycles"], run["passed"], run["set"]) != (sum(counts), sum(counts) + 6, "WIDTH=33"):
        wrong.append(f"lockstep: {got}")
    got = table.row("card").gather(plan, outputs(work, [
        f"{'not ' * (i == 2)}ok 1 - aborts: {n} descriptors in 7 rounds\n3 passed, {i} failed\n1..1\n"
        for i, n in enumerate(counts)]))
    if got["descriptors"] != sum(counts) or got["rounds"] != 42 or got["arrays_failed"] != 15 or \
            got["findings"] != 1 + 5:
        wrong.append(f"card: {got}")
    got = table.row("calibrate").gather(plan, outputs(work, [
        f"{SETTING}: 1000 {1000 + 10 * i} +1.00 % sectors 0 0 hits +0.000 %\nmean 1\n"
        for i in range(6)]))
    if (got["settings"], got["mean_percent"], got["worst_percent"]) != (6, 2.5, 5.0):
        wrong.append(f"calibrate: {got}")
    return wrong


def documented():
    """Each campaign and its default SIZE are on the page."""
    with open(os.path.join(ROOT, "docs/use/campaigns.md"), encoding="utf-8") as src:
        text = src.read()
    return [f"{name} SIZE={table.row(name).SIZE[0]}" for name in table.NAMES
            if not re.search(rf"^\| `{name}` \|.*`{re.escape(table.row(name).SIZE[0])}`", text, re.M)]


def listed():
    """Each campaign has a line with its SIZE; those whose plan needs no built program, which another
    make may be building, say what they take."""
    out = subprocess.run([sys.executable, "-B", os.path.join(HERE, "campaign.py"), "list"],
                         stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines()
    wrong = [] if [line.split()[0] for line in out] == list(table.NAMES) else [str(out)]
    for name, line in zip(table.NAMES, out):
        row = table.row(name)
        due = f"SIZE={row.SIZE[0]} {row.SIZE[1]}"
        if name in ("mutation", "fuzz", "lockstep"):
            count = len(row.plan(ask(row.SIZE[0]))[1])
            due += f"; {count} pieces, about {count * row.SECONDS / 3600:.1f} hours of a core"
        if due not in line:
            wrong.append(line)
    return wrong


def main():
    with tempfile.TemporaryDirectory() as work:
        result(plans(), "plans do not change, and their builds come first")
        result(mutants(), "each mutant is in one piece")
        result(settings(), "each setting is in one piece")
        result(sizes(), "SIZE is reached, with a seed for each piece")
        result(refused(), "a bad SIZE and an unknown unit are refused")
        result(gathered(work), "gathered figures are the sums of the outputs")
        result(documented(), "docs/use/campaigns.md names each campaign and its SIZE")
        result(listed(), "the list says what each campaign takes")
    return end()


if __name__ == "__main__":
    sys.exit(main())
