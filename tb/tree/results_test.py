#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The recorded runs: the pages match them, results of other RTL are marked and not recorded, and
broken files give one clear line."""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RESULTS = os.path.join(ROOT, "tb/tree/results")
sys.path[:0] = [RESULTS, os.path.join(ROOT, "tb")]
import runs  # noqa: E402
import status  # noqa: E402
import pages  # noqa: E402
import marked  # noqa: E402
import rtl_files  # noqa: E402
import tables  # noqa: E402
import tap  # noqa: E402
import units  # noqa: E402

UNIT = "lp_popcount"
OTHER = "0" * 16


def result(good, name):
    tap.result(not good, name)


def call(script, *args):
    done = subprocess.run([sys.executable, os.path.join(RESULTS, script), *args], cwd=ROOT,
                          text=True, check=False, capture_output=True)
    return done.returncode, done.stdout, done.stderr


def bad(path, content):
    """The error of runs.load for a file; None if it accepts it."""
    with open(path, "w", encoding="utf-8") as out:
        out.write(content)
    try:
        runs.load(path)
    except runs.BadRun as err:
        return str(err)
    return None


def some(kind="equiv", **more):
    return {"kind": kind, "date": "2026-11-22", "units": {UNIT: OTHER}, "library": "x",
            "equivalent": True, **more}


def without(run, key):
    return {k: v for k, v in run.items() if k != key}


BROKEN = [
    ("no JSON", "{", "no JSON"),
    ("no object", "[]\n", "a run is an object"),
    ("an unknown kind", json.dumps(some("hope")), "one of lockstep"),
    ("a figure that is missing", json.dumps(without(some(), "library")), "no 'library'"),
    ("an unknown field", json.dumps(some(colour="red")), "has no 'colour'"),
    ("a figure of the wrong type", json.dumps(some(equivalent="yes")), "is no equivalent"),
    ("a date that is none", json.dumps(some(date="2026-13-01")), "'2026-13-01' is no date"),
    ("a digest that is none", json.dumps(some(units={UNIT: "12"})), "16 hex digits"),
    ("mutants that do not add up",
     json.dumps({**without(without(some("mutation"), "library"), "equivalent"), "mutants": 3,
                 "killed": 1, "equal": 1, "alive": 2}), "killed + equal + alive"),
]


def test_store(work):
    every = runs.load()
    result(len(every) > 0, "every recorded run is well formed")
    code, said, _ = call("pages.py", "--check")
    result(code == 0, "the pages are what the runs give, else: make verification")
    if code:
        print("".join(f"# {line}\n" for line in said.splitlines()), end="")
    path = os.path.join(work, "broken.jsonl")
    good = runs.line_of(runs.sign(some()))
    by_hand = json.dumps({**json.loads(good), "equivalent": False})
    for name, line, want in (*BROKEN, ("an unsigned run", json.dumps(some()), "no 'program'"),
                             ("a run changed by hand", by_hand, "is of other content")):
        said = bad(path, good + line + "\n")
        result(said is not None and said.startswith(f"{path}:2: ") and want in said,
               f"refused: {name}")
    result(bad(path, good) is None, "a good line is taken")
    test_older_runs(path)


def test_older_runs(path):
    """A copy takes the place of the store, whose unsigned runs are known."""
    with open(runs.STORE, encoding="utf-8") as src:
        lines = src.readlines()
    first = json.loads(lines[0])
    before, runs.STORE = runs.STORE, os.path.abspath(path)
    try:
        result(bad(path, "".join(lines)) is None, "the runs of before are taken")
        for name, other in (
                ("an unsigned run more", [*lines, json.dumps({**first, "date": "2026-11-28"})]),
                ("an unsigned run less", lines[1:]),
                ("an unsigned run that changed",
                 [json.dumps({**first, "date": "2026-11-20"}) + "\n", *lines[1:]])):
            said = bad(path, "".join(other))
            result(said is not None and "are not those of older.json" in said, f"refused: {name}")
    finally:
        runs.STORE = before


def cell_of(every, unit, column):
    cells = {u.name: cells for u, cells in status.table(every)}[unit]
    return cells[status.COLUMNS.index(column)]


def test_status():
    digest = rtl_files.digest(UNIT)
    fresh, older = some(units={UNIT: digest}), some()
    column = "netlist = RTL"
    result(str(cell_of([fresh], UNIT, column)) == "yes", "a result of current RTL is not marked")
    result(str(cell_of([older], UNIT, column)) == f"yes {status.OLDER}",
           "a result with another digest shows as of older RTL")
    result(status.words([older])[UNIT] == "older RTL: netlist", "and so in the list of words")
    failed = some(units={UNIT: digest}, equivalent=False)
    result(str(cell_of([older, failed], UNIT, column)) == "no", "today's result takes its place")
    result(str(cell_of([], UNIT, column)) == status.NONE, "no run, no figure")
    listed = units.read_units()
    named = {u.name for u in listed}
    part, host = next((p.text, u.name) for u in listed for p in u.parts if p.text in named)
    run = {"kind": "lockstep", "date": "2026-11-22", "units": {host: rtl_files.digest(host)},
           "cycles": 7000, "mismatches": 0}
    result(str(cell_of([run], part, "lock-step, cycles")) == f"7,000 in `{host}`",
           "a part without a bench shows the cycles of the unit around it")
    wrong = {**run, "mismatches": 1}
    result(str(cell_of([wrong], host, "lock-step, cycles")) == status.NONE,
           "a campaign with a mismatch is no clean one")
    many = {"kind": "mutation", "date": "2026-11-22", "units": {UNIT: digest}, "mutants": 100,
            "killed": 97, "equal": 0, "alive": 3}
    few = {**many, "mutants": 2, "killed": 2, "alive": 0}
    result(str(cell_of([many, few], UNIT, "mutants killed")) == "97.0 % of 100, 3 alive",
           "a run of two mutants does not hide one of a hundred")


def test_listeners():
    """`make coverage` stops otherwise, for every unit."""
    covered = {units.tag(u.name, s.text) for u in units.read_units()
               for s in u.of("mutate", "cover")}
    deaf = []
    for path in glob.glob(os.path.join(ROOT, "tb/units/coverage/bins_*.c")):
        with open(path, encoding="utf-8") as src:
            deaf += [t for t in re.findall(r"^LP_LISTEN\((\w+), ", src.read(), re.M)
                     if t not in covered]
    result(not deaf, f"each listener is at a set that coverage counts: {deaf or 'all'}")


def leave(work, path, content):
    full = os.path.join(work, path)
    os.makedirs(os.path.dirname(full), exist_ok=True)
    with open(full, "w", encoding="utf-8") as out:
        out.write(content if isinstance(content, str) else json.dumps(content))


def leave_results(work, digest):
    """Results of each kind of campaign, for one unit."""
    of = {"date": "2026-11-22", "digests": {UNIT: digest}}
    leave(work, f"synth/{UNIT}/equiv.json", {
        **of, "unit": UNIT, "params": {"WIDTH": 9}, "library": "osu018", "gated": False,
        "mappers": {"fast": True, "lean": True}})
    leave(work, f"mutation/{UNIT}__WIDTH_32-own-n4-s7/result.json", {
        **of, "unit": UNIT, "params": "WIDTH=32", "seed": 7, "cycles": 200000, "proof": 0,
        "long_cycles": 4000000, "mutants": 4, "killed": 3, "equal": 1, "alive": 0})
    leave(work, "coverage/coverage.json", {
        "about": {UNIT: {**of, "set": "WIDTH=32", "seed": 5, "cycles": 1000, "runs": 2}},
        "points": {UNIT: {"line": [0, 0], "branch": [2, 3], "toggle": [8, 9],
                          "explained": [["a", "b"], ["c", "d"]], "open": []}},
        "bins": {UNIT: {"g": {"a": 1, "b": 0}, "h": {"c": 4}}}})
    check = {**of, "proof": "lp_popcount 5", "engine": "comb", "depth": 20, "any_state": False,
             "good": True}
    leave(work, "formal/results.json", [
        {**check, "what": "property"}, {**check, "what": "covers"},
        {**check, "proof": "lp_popcount 32", "what": "property", "good": False}])
    leave(work, "cosim/campaigns/1.log",
          f"# command LP_SEED=3 make lockstep-long CYCLES=90\n# date 2026-11-22\n"
          f"# RTL {UNIT} {digest}\n# program\n# LP_SEED=3\n"
          f"ok 1 - {UNIT} WIDTH=9: 90 cycles, 45 beats, 11 lines\n1..1\n")


WANTED = [
    {"kind": "lockstep", "command": "LP_SEED=3 make lockstep-long CYCLES=90", "seed": 3,
     "set": "WIDTH=9", "cycles": 90, "mismatches": 0, "passed": 11, "of": "lines"},
    {"kind": "formal", "command": "prove.py --long --only …", "checks": 3, "failed": 1,
     "proofs": [{"name": "lp_popcount 5", "units": [UNIT], "reach": "all inputs"}]},
    {"kind": "coverage", "command": f"LP_SEED=5 make coverage UNIT={UNIT} COVERAGE_CYCLES=1000 "
     'COVERAGE_RUNS="1 2"', "seed": 5, "set": "WIDTH=32", "branches": [2, 3], "toggles": [8, 9],
     "bins": [2, 3], "holes": 2, "unexplained": 0, "runs": 2, "cycles": 1000},
    {"kind": "mutation", "command": f"make mutation UNIT={UNIT} OWN=1 N=4 SEED=7 "
     'MUTATION_OPTIONS="--proof 0"', "seed": 7, "set": "WIDTH=32", "mutants": 4, "killed": 3,
     "equal": 1, "alive": 0},
    {"kind": "equiv", "command": f'make equiv UNIT={UNIT} PARAMS="WIDTH=9"', "set": "WIDTH=9",
     "library": "osu018", "mappers": "fast, lean", "equivalent": True},
]


def test_record(work):
    store, build = os.path.join(work, "runs.jsonl"), os.path.join(work, "build")
    args = ("--build", build, "--store", store)
    digest = rtl_files.digest(UNIT)
    leave_results(build, digest)
    code, _, said = call("record.py", *args)
    wanted = [{**w, "date": "2026-11-22", "units": {UNIT: digest}} for w in WANTED]
    found = [runs.bare(run) for run in runs.load(store)] if os.path.exists(store) else []
    result(code == 0 and found == wanted, "every kind of result is recorded")
    if found != wanted:
        print("".join(f"# {json.dumps(f)}\n" for f in found if f not in wanted) + f"# {said}")
    code, said, _ = call("record.py", *args)
    result(code == 0 and said.startswith("0 recorded, 5 known") and
           [runs.bare(run) for run in runs.load(store)] == wanted,
           "what is known is not recorded again")
    leave_results(build, OTHER)
    code, said, err = call("record.py", *args)
    result(code == 1 and "5 refused" in said and err.count(f"{UNIT} has changed since") == 5
           and [runs.bare(run) for run in runs.load(store)] == wanted,
           "results of other RTL are refused, each by name")
    shutil.rmtree(build)
    leave(build, f"synth/{UNIT}/equiv.json", {"unit": UNIT, "params": {}})
    code, _, err = call("record.py", *args)
    result(code == 1 and "does not say of which RTL" in err, "a result without digests is refused")
    leave(build, f"synth/{UNIT}/equiv.json", "{")
    code, _, err = call("record.py", *args)
    result(code == 2 and err.count("\n") == 1 and "equiv.json: no JSON" in err,
           "a broken result gives one line")
    code, _, err = call("record.py", "--store", store, "--add", json.dumps(
        {"kind": "fuzz", "units": [UNIT], "target": "t", "executions": 5, "findings": 0}))
    result(code == 0 and runs.load(store)[-1]["units"] == {UNIT: digest},
           "a run can be added by hand")


def test_documents(work):
    path = os.path.join(work, "page.md")
    leave(work, "page.md", f"before\n{pages.BEGIN}\nold\n{pages.END}\nafter\n")
    text = marked.with_text(path, pages.BEGIN, pages.END, "new")
    result(text == f"before\n{pages.BEGIN}\nnew\n{pages.END}\nafter\n",
           "only what is between the markers changes")
    leave(work, "page.md", "no markers\n")
    try:
        marked.with_text(path, pages.BEGIN, pages.END, "new")
        result(False, "a document without markers is refused")
    except marked.MarkerError:
        result(True, "a document without markers is refused")
    root = os.path.join(work, "root")
    head = "<!-- headline:begin lp_popcount, lp_skid -->"
    leave(root, "README.md", f"{head}\n<!-- headline:end -->\n")
    leave(root, "docs/reference/units/README.md", "<!-- units:begin -->\n<!-- units:end -->\n")
    store = tables.load()
    tables.rewrite_all(store, ["osu018", "45 nm"], root)
    front = marked.read(os.path.join(root, "README.md"))
    rows = re.findall(r"^\| \[`(\w+)`\]\((\S+)\)", front, re.M)
    result(front.startswith(head + "\n| unit | what it does | kGE, 45 nm |") and rows ==
           [("lp_popcount", "docs/reference/units/common.md"), ("lp_skid", "docs/reference/units/common.md")],
           "the README gets the units that its headline names")
    rows = re.findall(r"^\| \[`(\w+)`\]\((\S+)\)",
                      marked.read(os.path.join(root, "docs/reference/units/README.md")), re.M)
    want = [(u.name, f"{u.keys['page']}.md") for u in units.read_units() for _ in u.rows]
    result(rows == want, "docs/reference/units gets every measured set")


def main():
    work = tempfile.mkdtemp(prefix="lp-results-")
    try:
        test_store(work)
        test_status()
        test_listeners()
        test_record(work)
        test_documents(work)
    finally:
        shutil.rmtree(work)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
