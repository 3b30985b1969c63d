# SPDX-License-Identifier: Apache-2.0
"""The runs of docs/develop/verification/runs.jsonl: one JSON object per line, appended and never
changed.

Every run has

    kind    lockstep, real-data, formal, coverage, mutation, fuzz, equiv, speed or campaign
    date    YYYY-MM-DD
    units   {module: digest} of the modules that the run is about. The digest is that of the sources
            of that day without comments (rtl_files.digest), so that a result of other RTL shows.

    program SHA-256 of the sources that ran it (SOURCES, by kind)
    commit  the newest commit of branch main, with a + if those sources differ from it
    machine that recorded it
    signed  SHA-256 of the rest of the run

Runs that were recorded without the last four are the first of the file; tb/tree/records/older.json
has the SHA-256 of their lines, so that none is changed and none added. A run may have command, seed (a number or a list), set (the parameters of a run of one unit, as in
rtl/units.txt, "-" for none) and remark. The rest depends on the kind; what a run did not state is
absent. Names in FIGURES that end with "?" may be left out. A pair is [reached, all].
"""
import datetime
import hashlib
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path[:0] = [os.path.join(ROOT, "synth"), os.path.join(ROOT, "tb/tree/records")]
import rtl_files  # noqa: E402
import schemas  # noqa: E402
import signed as records  # noqa: E402

STORE_NAME = "docs/develop/verification/runs.jsonl"
STORE = os.path.join(rtl_files.ROOT, STORE_NAME)
SOURCES = {"lockstep": ("tb/units/cosim", "tb/units/traffic"),
           "real-data": ("tb/units/cosim", "cmodel/cli/cosim"), "formal": ("tb/units/formal",),
           "coverage": ("tb/units/coverage", "tb/units/traffic"),
           "mutation": ("tb/units/mutation", "tb/units/traffic"), "fuzz": ("tb/lib/fuzz",),
           "equiv": ("synth",), "speed": ("tb/units/cosim",), "campaign": ("tb/campaign",)}
# Marks a result that holds forever, for every input or from every state; a number stands for that
# many cycles.
FOR_EVER = ("all time", "all inputs", "any state")


class BadRun(Exception):
    """A one-line message about a fault of a run."""


def number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value >= 0


def count(value):
    return number(value) and isinstance(value, int)


def pair(value):
    return isinstance(value, list) and len(value) == 2 and all(map(count, value)) \
        and value[0] <= value[1]


def text(value):
    return isinstance(value, str) and value.strip() != ""


def flag(value):
    return isinstance(value, bool)


def reach(value):
    return value in FOR_EVER or value == "bounded" or count(value)


def proofs(value):
    """Properties that hold, with covers reached and seeded bugs found, and what they are about."""
    return isinstance(value, list) and all(
        isinstance(p, dict) and set(p) == {"name", "units", "reach"} and text(p["name"])
        and reach(p["reach"]) and isinstance(p["units"], list) for p in value)


def mapping(value):
    return isinstance(value, dict)


FIGURES = {
    # Per parameter set; passed = this many of `of` ("lines", "requests", ...) went through.
    "lockstep": {"cycles": count, "mismatches": count, "passed?": count, "of?": text,
                 # Lines written, by state before and after: {page kind: {before: {after: count}}}
                 "tally?": mapping},
    "real-data": {"arrays": count, "lines": count, "cycles": count, "mismatches": count},
    # Either a run of proofs or, in words, the property shown and its limits.
    "formal": {"proofs?": proofs, "checks?": count, "failed?": count, "result?": text,
               "shown?": text, "reach?": reach, "limits?": text},
    # Over all `runs` of `cycles` each; holes include explained ones.
    "coverage": {"lines?": pair, "branches?": pair, "toggles?": pair, "bins?": pair, "holes": count,
                 "unexplained": count, "runs?": count, "cycles?": count},
    "mutation": {"mutants": count, "killed": count, "equal": count, "alive": count},
    "fuzz": {"target": text, "executions": count, "findings": count},
    "equiv": {"library": text, "mappers?": text, "equivalent": flag},
    "speed": {"model_mhz": number, "rtl_mhz": number, "ratio": number},
    # A run in pieces; hours are of one core; result: SHA-256 of the gathered figures.
    "campaign": {"name": text, "size": text, "pieces": count, "findings": count, "nodes": count,
                 "retries": count, "hours": number, "lost_hours": number, "figures": mapping,
                 "result": schemas.sha256},
}
COMMON = {"kind": text, "date": text, "units": mapping, "command?": text, "set?": text,
          "remark?": text,
          "seed?": lambda v: count(v) or (isinstance(v, list) and v and all(map(count, v)))}


HEAD = {"program": schemas.sha256, "commit": schemas.commit, "machine": text,
        "signed": schemas.sha256}


def signature(run):
    """SHA-256 of all but the signature."""
    rest = {k: v for k, v in run.items() if k != "signed"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def sign(run):
    """The run with program, commit, machine and signature."""
    check({k: v for k, v in run.items() if k not in HEAD})
    sources = SOURCES[run["kind"]]
    run = {**run, "program": records.digest(sources), "commit": records.commit(sources),
           "machine": records.machine()}
    return {**run, "signed": signature(run)}


def check_head(run):
    for name, good in HEAD.items():
        if name not in run:
            raise BadRun(f"no '{name}': record.py has to write and sign it")
        if not good(run[name]):
            raise BadRun(f"{json.dumps(run[name])} is no {name}")
    if signature(run) != run["signed"]:
        raise BadRun("the signature is of other content")


def older_lines(lines):
    """SHA-256 of the lines without a head."""
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def check(run):
    """Raises BadRun if a run does not match the head of this file."""
    if not isinstance(run, dict) or run.get("kind") not in FIGURES:
        raise BadRun(f"a run is an object with a kind, one of {', '.join(FIGURES)}")
    heads = {f"{name}?": good for name, good in HEAD.items()}
    fields = {**COMMON, **heads, **FIGURES[run["kind"]]}
    for name, good in fields.items():
        key = name.rstrip("?")
        if key not in run and not name.endswith("?"):
            raise BadRun(f"no '{key}'")
        if key in run and not good(run[key]):
            raise BadRun(f"{json.dumps(run[key])} is no {key}")
    for key in run:
        if key not in fields and key + "?" not in fields:
            raise BadRun(f"a run of kind {run['kind']} has no '{key}'")
    check_values(run)


def check_values(run):
    try:
        datetime.date.fromisoformat(run["date"])
    except ValueError as err:
        raise BadRun(f"'{run['date']}' is no date") from err
    for unit, digest in run["units"].items():
        if not re.fullmatch(r"lp_\w+", unit) or not re.fullmatch(r"[0-9a-f]{16}", str(digest)):
            raise BadRun(f"'{unit}' wants a digest of 16 hex digits, not '{digest}'")
    if "set" in run and len(run["units"]) != 1:
        raise BadRun("a set belongs to one unit")
    if run["kind"] == "formal" and "proofs" not in run and "shown" not in run:
        raise BadRun("a formal run has either proofs or shown")
    if run["kind"] == "mutation" and \
            run["mutants"] != run["killed"] + run["equal"] + run["alive"]:
        raise BadRun("mutants are not killed + equal + alive")


def load(path=STORE):
    """All runs, oldest first."""
    found, unsigned = [], []
    with open(path, encoding="utf-8") as src:
        for number_, line in enumerate(src, 1):
            try:
                run = json.loads(line)
                check(run)
                if set(HEAD) & set(run) or os.path.abspath(path) != STORE:
                    check_head(run)
                else:
                    unsigned.append(line)
            except json.JSONDecodeError as err:
                raise BadRun(f"{path}:{number_}: no JSON: {err.msg}") from err
            except BadRun as err:
                raise BadRun(f"{path}:{number_}: {err}") from err
            found.append(run)
    row = records.older().get(STORE_NAME, {"sha256": older_lines([])})
    if os.path.abspath(path) == STORE and older_lines(unsigned) != row["sha256"]:
        raise BadRun(f"{path}: its {len(unsigned)} unsigned runs are not those of older.json")
    return found


def line_of(run):
    return json.dumps(run, ensure_ascii=False) + "\n"


def append(new, path=STORE):
    """Signs and adds the runs that are not there yet; returns them."""
    for run in new:
        check(run)
    known = {line_of(bare(run)) for run in load(path)} if os.path.exists(path) else set()
    fresh = [sign(json.loads(line)) for line in dict.fromkeys(map(line_of, new))
             if line not in known]
    with open(path, "a", encoding="utf-8") as out:
        out.writelines(map(line_of, fresh))
    return fresh


def bare(run):
    return {k: v for k, v in run.items() if k not in HEAD}
