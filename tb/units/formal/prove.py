#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Proofs of the RTL with Debian's Yosys and abc: TAP on stdout, a table at the end, all results in
build/formal/results.json.

Each entry of FOLDER/proofs.py is proved, its covers are reached, and each of its seeded bugs is found: a
bug that passes, or a cover that is never seen, fails the run like a broken property does. With
--turn one proof in three is taken, of dear ones one in nine, and those of units that are not as the
record has them; each has one of its bugs, and no results are left.
"""
import argparse
import collections
import concurrent.futures
import datetime
import functools
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(HERE))), "synth"))
import fast_malloc  # noqa: E402
import flow  # noqa: E402
import rtl_files  # noqa: E402
import share  # noqa: E402
from proofs import PROOFS  # noqa: E402

TOPS = ("rtl", "tb/units/formal")
CHECK = "tb/units/formal/common/fv_check.sv"
RECORD = "docs/develop/verification/runs.jsonl"
MEMORY_KB = 6 << 20
# A dear proof comes in one of so many turns of another one.
DEAR = 3


class ProofError(Exception):
    """One line that says what went wrong."""


def text_of(path):
    with open(os.path.join(rtl_files.ROOT, path), encoding="utf-8") as src:
        return src.read()


def path_of(module):
    return rtl_files.all_modules(tops=TOPS)[module]


def stand_ins(proof):
    return tuple(map(path_of, proof.stand_ins))


def modules_in(path):
    return set(re.findall(r"^module (\w+)", text_of(path), re.M))


def with_ports(text):
    """A stand-in's text, in which each `module NAME;` is given the parameters and ports of the
    unit."""
    units = rtl_files.all_modules()

    def header(match):
        found = re.search(rf"^module {match.group(1)} .*?^\);$", text_of(units[match.group(1)]),
                          re.M | re.S)
        return found.group(0)

    return re.sub(r"^module (\w+);$", header, text, flags=re.M)


def patched(text, patch):
    if text.count(patch[1]) != 1:
        raise ProofError(f"seeded bug: '{patch[1]}' occurs {text.count(patch[1])} times "
                         f"in {patch[0]}")
    return text.replace(patch[1], patch[2])


def sources(proof, patch, work):
    """Absolute paths of the files, packages first; stand-ins are copies with their units' ports;
    with `patch` = (file, old, new) that file is a changed copy.
    """
    first = [CHECK, *stand_ins(proof)]
    given = set().union(*(modules_in(path) for path in first))
    rest = dict.fromkeys(f for name in (*proof.stand_ins, proof.top)
                         for f in rtl_files.files_of(name, tops=TOPS)
                         if os.path.splitext(os.path.basename(f))[0] not in given)
    order = [*first, *(f for f in rest if f not in first)]
    order.sort(key=rtl_files.is_package, reverse=True)
    if patch and not any(os.path.basename(path) == patch[0] for path in order):
        raise ProofError(f"seeded bug: {patch[0]} is not read")
    found = []
    for path in order:
        full, text = os.path.join(rtl_files.ROOT, path), text_of(path)
        if path in stand_ins(proof):
            text = with_ports(text)
        if patch and os.path.basename(path) == patch[0]:
            text = patched(text, patch)
        if text != text_of(path):
            full = os.path.join(work, os.path.basename(path))
            with open(full, "w", encoding="utf-8") as out:
                out.write(text)
        found.append(full)
    return found


# Assertions in an AIG of each kind.
ASSERTED = {"property": "fv_assert", "covers": "fv_cover"}


def read(proof, patch, work):
    """Yosys commands that read the files. If they are read immediately, each module is also built
    with its defaults, which are unused: most of the time of a seeded bug. A proof is still read
    that way, since the order of a netlist's gates determines how long abc looks for an invariant,
    and -defer changes it.
    """
    files = sources(proof, patch, work)
    if not patch:
        return [f"read_verilog -sv -formal {' '.join(files)}"]
    top = [path for path in files if os.path.basename(path) == f"{proof.top}.sv"]
    inside = [path for path in files if path not in top]
    return [f"read_verilog -sv -formal -defer {' '.join(inside)}",
            f"read_verilog -sv -formal {' '.join(top)}"]


def to_aiger(proof, work, kinds, patch=None):
    """An AIG of each kind. The RTL becomes gates once, with the assertions of all kinds, since that
    takes as long as the rest."""
    script = [*read(proof, patch, work),
              *(f"chparam -set {k} {v} {proof.top}" for k, v in proof.params.items()),
              f"hierarchy -check -top {proof.top}", "proc"]
    for kind, module in ASSERTED.items():
        script.append(f"setattr -set {kind} 1 {module}/t:$assert" if kind in kinds
                      else f"delete {module}/t:$assert")
    script += ["prep -flatten", "memory_map -formal",
               "clk2fflogic" if proof.clocks else "async2sync", "opt -full", "delete -output",
               "simplemap", "techmap", "opt_clean", "dffunmap", "setundef -undriven -anyseq",
               "abc -g AND -fast", "opt_clean", "design -save gates"]
    for kind in kinds:
        script += ["design -load gates", *(f"delete a:{k}" for k in kinds if k != kind),
                   "opt_clean", f"write_aiger -I -B -zinit {work}/{kind}.aig"]
    flow.yosys(script, work, "aiger")


def abc(script, work, limit):
    """abc's output; None when it ran past `limit` seconds."""
    command = f"ulimit -v {MEMORY_KB}; exec berkeley-abc -c '{script}'"
    try:
        done = subprocess.run(["sh", "-c", command], text=True, check=False, timeout=limit,
                              cwd=work, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode < 0:
        raise ProofError(f"abc was ended by signal {-done.returncode}")
    return done.stdout


def verdict(engine, depth, work, limit):
    """"proved", "bounded", "failed at frame N" or "no answer"."""
    load = "read_aiger property.aig; fold; strash; "
    if engine == "pdr":
        text = abc(load + "scorr; dc2; pdr", work, limit)
    elif engine == "bmc":
        text = abc(load + f"bmc3 -F {depth}", work, limit)
    else:
        text = abc("read_aiger property.aig; comb; strash; orpos; iprove", work, limit)
    if text is None:
        return "no answer"
    failed = re.search(r"asserted in frame\s+(\d+)", text)
    if failed:
        return f"failed at frame {failed.group(1)}"
    if "UNSATISFIABLE" in text or "Property proved" in text:
        return "proved"
    if "SATISFIABLE" in text:
        return "failed at frame 0"
    if engine == "bmc" and re.search(r"No output (was )?asserted in (frames )?"
                                     r"|Reached limit on the number of frames|is valid for", text):
        return f"holds for {depth} cycles"
    return "no answer"


def covers(proof, work, limit):
    """(reached, all) covers."""
    with open(f"{work}/covers.aig", "rb") as src:
        head = src.readline().split()
    total = int(head[6]) if len(head) > 6 else int(head[4])
    if proof.engine == "comb":
        # Without state: "never seen" must have a counterexample, for each by itself.
        each = (abc(f"read_aiger covers.aig; comb; strash; cone -O {i}; iprove", work, limit) or ""
                for i in range(total))
        return sum(bool(re.search(r"^SATISFIABLE", text, re.M)) for text in each), total
    # abc crashes on some networks; checking each cover separately avoids that.
    try:
        text = abc(f"read_aiger covers.aig; fold; bmc3 -a -F {proof.depth}", work, limit) or ""
    except ProofError:
        each = (abc(f"read_aiger covers.aig; fold; cone -s -O {i}; bmc3 -F {proof.depth}", work,
                    limit) or "" for i in range(total))
        return sum(bool(re.search(r"asserted in frame", text)) for text in each), total
    seen = set(re.findall(r"Output\s+(\d+) (?:of miter )?.*asserted in frame", text))
    match = re.search(r"(\d+) outputs? .*asserted", text)
    return max(len(seen), int(match.group(1)) if match else 0), total


@functools.cache
def subjects(name, top, others):
    """{module: digest} of the subjects of a proof: the unit in its name, or else the units in its
    top, shared parts only if there are no others."""
    known = rtl_files.all_modules()
    found = [m for m in re.findall(r"\w+", name) if m in known]
    if not found:
        given = set().union(*map(modules_in, others))
        words = re.findall(r"\w+", rtl_files.strip_comments(text_of(path_of(top))))
        found = [m for m in words if m in known and m not in given]
        found = [m for m in found if not known[m].startswith("rtl/common/")] or found
    return {m: rtl_files.digest(m) for m in sorted(set(found))}


def judge(proof, what, patch, work, limit):
    """(the verdict, whether it is the expected one)."""
    if what == "covers":
        reached, total = covers(proof, work, limit)
        return f"{reached} of {total} reached", reached == total > 0
    engine = "bmc" if patch and proof.engine == "pdr" else proof.engine
    said = verdict(engine, proof.depth, work, limit)
    if patch:
        return said, said.startswith("failed")
    return said, said.startswith("holds" if proof.engine == "bmc" else "proved")


def run(job):
    """Lines of the table: one for each check on this elaboration of the RTL."""
    proof, whats, patch, limit = job
    work = tempfile.mkdtemp(prefix="lp-formal-")
    digests = subjects(proof.name, proof.top, stand_ins(proof))
    lines = []
    start = time.monotonic()
    try:
        failure = None
        try:
            to_aiger(proof, work, ["property"] if patch else whats, patch)
        except (flow.FlowError, ProofError) as err:
            failure = str(err)
        for what in whats:
            try:
                said, good = (failure, False) if failure else judge(proof, what, patch, work, limit)
            except ProofError as err:
                said, good = str(err), False
            lines.append({"proof": proof.name, "what": what, "engine": proof.engine,
                          "depth": proof.depth, "any_state": proof.any_state,
                          "digests": digests, "date": datetime.date.today().isoformat(),
                          "result": said, "good": good,
                          "seconds": round(time.monotonic() - start, 1)})
            start = time.monotonic()
    finally:
        if os.environ.get("LP_KEEP"):
            print(f"# kept {work} ({proof.name}, {whats[0]})")
        else:
            shutil.rmtree(work, ignore_errors=True)
    return lines


@functools.cache
def recorded():
    """Pairs (proof, its subjects as (module, digest)) that have been proved."""
    rows = [json.loads(line) for line in text_of(RECORD).splitlines()]
    return {(p["name"], tuple((m, row["units"].get(m)) for m in sorted(p["units"])))
            for row in rows if row["kind"] == "formal" and not row.get("failed")
            for p in row.get("proofs", [])}


def turns(proof):
    """In how many turns a proof comes once."""
    return share.TURNS * (DEAR if proof.dear else 1)


def of_turn(proofs, turn):
    """A part of the proofs, and each whose subjects are others than those that were proved."""
    number = collections.Counter()
    for proof in proofs:
        now = subjects(proof.name, proof.top, stand_ins(proof))
        if share.has_turn(number[proof.dear], turn, turns(proof)) \
                or (proof.name, tuple(sorted(now.items()))) not in recorded():
            yield proof
        number[proof.dear] += 1


def jobs(chosen, limit, turn):
    """turn: what picks one seeded bug of each proof, or None for all of them."""
    for proof in chosen:
        yield proof, ["property", "covers"] if proof.covers else ["property"], None, limit
        for i, patch in enumerate(proof.bugs):
            if turn is None or i == turn // turns(proof) % len(proof.bugs):
                yield proof, [f"seeded bug {i + 1}"], patch, limit


def main():
    parser = argparse.ArgumentParser(description="formal proofs")
    parser.add_argument("--long", action="store_true", help="also what takes minutes")
    parser.add_argument("--turn", action="store_true",
                        help="one proof in three, of dear ones one in nine, and those of units that "
                             "have changed since they were recorded, with one seeded bug each; "
                             "picked by LP_SEED or else the day")
    parser.add_argument("--only", default="", help="proofs whose name contains this")
    share.add_option(parser)
    parser.add_argument("--limit", type=int, default=0, help="seconds for one verdict")
    parser.add_argument("--out", default=os.path.join(rtl_files.ROOT, os.environ.get("BUILD", "build"), "formal"))
    args = parser.parse_args()
    limit = args.limit or (3600 if args.long else 300)
    chosen = [p for p in PROOFS if args.only in p.name and (args.long or not p.long)]
    if not chosen:
        print(f"formal: no proof is called '{args.only}'", file=sys.stderr)
        return 2
    fast_malloc.preload()
    try:
        flow.need("yosys", "berkeley-abc")
        os.makedirs(args.out, exist_ok=True)
    except flow.FlowError as err:
        print(f"formal: {err}", file=sys.stderr)
        return 2
    turn = None
    if args.turn:
        turn = share.turn()
        print(f"# LP_SEED={turn}")
        chosen = list(of_turn(chosen, turn))
    results = []
    with concurrent.futures.ThreadPoolExecutor(share.workers(args.share, 2)) as pool:
        todo = share.of(jobs(chosen, limit, turn), args.share)
        lines = itertools.chain.from_iterable(pool.map(run, todo))
        for number, r in enumerate(lines, 1):
            results.append(r)
            print(f"{'ok' if r['good'] else 'not ok'} {number} - {r['proof']}, {r['what']}: "
                  f"{r['result']} ({r['seconds']} s)", flush=True)
    print(f"1..{len(results)}")
    if not args.turn:  # else the run is not a record of a proof's results
        leave(args, results)
    return 0 if all(r["good"] for r in results) else 1


def leave(args, results):
    path = os.path.join(args.out, "results.json" if args.share == (1, 1) else
                        f"results-{args.share[0]}.json")
    with open(path + ".tmp", "w", encoding="utf-8") as out:
        json.dump(results, out, indent=1)
    os.replace(path + ".tmp", path)


if __name__ == "__main__":
    sys.exit(main())
