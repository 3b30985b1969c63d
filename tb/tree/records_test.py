#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records of studies: every JSON file under tb/data is a signed record of today's schema, is listed
as older, or is data; pages have no measured row that a program did not write."""
import copy
import glob
import hashlib
import json
import os
import re
import shutil
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RECORDS = os.path.join(ROOT, "tb/tree/records")
sys.path[:0] = [RECORDS, os.path.join(ROOT, "tb")]
sys.dont_write_bytecode = True
import signed  # noqa: E402
import tap  # noqa: E402

# Inputs, not results: what they are of is in the folder's README.md.
DATA = ("tb/data/MANIFEST.json", "tb/data/workloads/launches/*/launch.json",
        "tb/data/workloads/sets/*/snapshots.json")
ELSEWHERE = ("tb/systems/*/campaigns.json", "docs/develop/verification/*.json")
# A run a line; results/runs.py reads it, and results_test.py tests that it does.
RUNS = "docs/develop/verification/runs.jsonl"
TYPED = os.path.join(RECORDS, "typed.json")
FIGURE = re.compile(r"[\s\d.,:()/+×–−-]*\d[\s\d.,:()/+×–−-]*"
                    r"(?:(?:ms|us|µs|ns|s|MB|MiB|GB|MB/s|GB/s|%|to|times)[\s\d.,:()/+×%–−-]*)*")


def files(*patterns):
    return sorted(os.path.relpath(path, ROOT) for pattern in patterns
                  for path in glob.glob(os.path.join(ROOT, pattern), recursive=True))


def faults(names, older):
    """A line for each file that is not what it has to be."""
    for name in names:
        try:
            record = signed.read(os.path.join(ROOT, name))
            if name in older and "record" in record:
                yield f"{name}: signed, but listed in older.json"
        except signed.Bad as error:
            yield str(error)
    for name in sorted(set(older) - set(names)):
        yield f"{name}: listed in older.json, but not there"


def error_of(record):
    try:
        signed.check(record)
    except signed.Bad as error:
        return str(error)
    return None


def test_files():
    older = {name: row for name, row in signed.older().items() if name != RUNS}
    names = set(files("tb/data/**/*.json", "tb/data/**/*.jsonl", *ELSEWHERE)) - set(files(*DATA))
    found = list(faults(sorted(names), older))
    tap.result(found, f"{len(names) - len(older)} records are signed, {len(older)} listed as older")


# ---- records that are wrong ----

def made():
    """A record of each kind that has counts, written as programs do."""
    tensor = {"name": "1-relu", "kind": "relu", "bytes": 64, "forward_us": 1.5, "backward_us": 2,
              "epochs": [{"zeros": 3, "ratio": {"zvc": 2.0}}, {"zeros": 4, "ratio": {}}]}
    profile = {"network": "alexnet", "batch": 2, "width": 0.5, "device": "cpu",
               "date": "2026-11-28", "seed": 1, "threads": 1, "torch": "1", "link": None,
               "tensors": [tensor]}
    turn = {"median_us": 2.0, "stall_us": {"out": 1, "in": 0}, "codec_us": 0, "device_peak": 1,
            "link_bytes": {"out": 1, "in": 1}, "codecs": {"zvc": 2}}
    measured = {"date": "2026-11-28", "seed": 1, "steps": 2, "batch": 2, "width": 0.5,
                "link": "1:1", "device": "cpu", "runs": 2,
                "policies": {"alexnet": {"sc": [turn, turn]}}}
    program = ("tb/tree/records_test.py", "tb/tree/records")
    return [signed.sign("profile", profile, program, 1),
            signed.sign("measured", measured, program, 1)]


def again(record):
    """Signed by one who goes round the schema."""
    record["record"]["signed"] = signed.signature(record)
    return record


def broken(profile, measured):
    """(name, record, words of the error)"""
    def case(name, of, change, words, resign=True):
        record = copy.deepcopy(of)
        change(record)
        return name, again(record) if resign else record, words

    def drop(*keys):
        def change(record):
            at = record
            for key in keys[:-1]:
                at = at[key]
            del at[keys[-1]]
        return change

    def put(value, *keys):
        def change(record):
            at = record
            for key in keys[:-1]:
                at = at[key]
            at[keys[-1]] = value
        return change

    yield case("a missing field", profile, drop("network"), "no field 'network'")
    yield case("an extra field", profile, put(1, "tensors", 0, "colour"), "extra field 'colour'")
    yield case("a field of another type", profile, put("3", "batch"), "is no count")
    for key in signed.HEAD:
        if key != "signed":
            yield case(f"a head without {key}", profile, drop("record", key), f"no field '{key}'")
    yield case("no head", profile, drop("record"), "no head", resign=False)
    yield case("an older schema", profile, put("profile 1", "record", "schema"), "today's is 2")
    yield case("an unknown kind", profile, put("hope 1", "record", "schema"), "not known")
    yield case("runs that are too few", measured,
               lambda r: r["policies"]["alexnet"]["sc"].pop(), "2 said, 1 there")
    yield case("a count that is too high", measured, put(5, "runs"), "5 said, 2 there")
    yield case("a median alone", measured,
               put([{"median_us": 2.0}] * 2, "policies", "alexnet", "sc"), "no field 'stall_us'")
    two = copy.deepcopy(profile["tensors"][0])
    del two["epochs"][1]
    yield case("tensors of different epochs", profile,
               lambda r: r["tensors"].append(two), "2 said, 1 there")
    yield case("a figure changed by hand", profile, put(1.4, "tensors", 0, "forward_us"),
               "the signature is of other content", resign=False)
    yield case("a seed changed by hand", profile, put(2, "record", "seed"),
               "the signature is of other content", resign=False)


def test_broken():
    profile, measured = made()
    tap.result([e for e in map(error_of, (profile, measured)) if e], "good records are taken")
    for name, record, words in broken(profile, measured):
        said = error_of(record)
        tap.result([] if said and words in said else [f"said {said}, wanted {words}"],
                   f"refused: {name}")
    try:
        signed.sign("measured", {"runs": 1}, ("tb/tree/records_test.py",), 1)
        tap.result(True, "a program cannot sign what the schema refuses")
    except signed.Bad:
        tap.result([], "a program cannot sign what the schema refuses")


def test_older(work):
    """An older record that changes, is signed or goes is seen; so is a new one without a head."""
    path, older = os.path.join(work, "older.json"), os.path.join(work, "record.json")
    name = os.path.relpath(older, ROOT)
    with open(older, "w", encoding="utf-8") as file:
        json.dump({"rae": 0.1}, file)

    def said(rows, names):
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"because": rows}, file)
        before, signed.OLDER = signed.OLDER, path
        try:
            return list(faults(names, signed.older()))
        finally:
            signed.OLDER = before

    with open(older, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    tap.result(said({name: digest}, [name]), "an older record that is listed is taken")
    for what, rows, names, words in (
            ("one that was changed", {name: "0" * 64}, [name], "not the content"),
            ("one that is gone", {name: digest}, [], "but not there"),
            ("one that is not listed", {}, [name], "no head")):
        found = said(rows, names)
        tap.result([] if len(found) == 1 and words in found[0] else [f"said {found}"],
                   f"refused: {what}")
    content = {"sklearn": "1", "rae": {"zvc": {"LR": {"compress": 1, "decompress": 1}}}}
    signed.write(older, signed.sign("regressions", content, ("tb/tree/records_test.py",), 1))
    found = said({name: digest}, [name])
    tap.result([] if len(found) == 1 and "signed, but listed" in found[0] else [f"said {found}"],
               "one that was signed since is read, and its row is seen")


# ---- pages ----

def figure_rows(text):
    """Rows of tables with two figures and more that are in no part of the page that a program
    writes."""
    text = re.sub(r"<!-- ([\w-]+):begin.*?<!-- \1:end", "", text, flags=re.S)
    for line in text.splitlines():
        cells = [c.strip() for c in line.strip().strip("|").split("|")]
        if line.startswith("|") and sum(bool(FIGURE.fullmatch(c)) for c in cells[1:]) > 1:
            yield line


def page_faults(pages, typed):
    for name, text in sorted(pages.items()):
        count, most = len(list(figure_rows(text))), typed.get(name, 0)
        if count > most:
            yield f"{name}: {count} rows of figures that no program wrote, {most} are known"
        if count < most:
            yield f"{name}: {most} known rows, {count} there: correct typed.json"
    for name in sorted(set(typed) - set(pages)):
        yield f"{name}: in typed.json, but not there"


def test_pages():
    with open(TYPED, encoding="utf-8") as file:
        typed = json.load(file)
    pages = {}
    for name in files("docs/studies/*.md"):
        with open(os.path.join(ROOT, name), encoding="utf-8") as file:
            pages[name] = file.read()
    tap.result(list(page_faults(pages, typed)), "no page has new rows of figures by hand")
    row = "\n| zvc | 0.72 | 1.32 / 1.29 |\n"
    name = "docs/studies/vdnn.md"
    added = {**pages, name: pages[name] + row}
    tap.result([] if len(list(page_faults(added, typed))) == 1 else ["not seen"],
               "refused: a row of figures that no program wrote")
    inside = {**pages, name: pages[name].replace("<!-- vdnn:end", row + "<!-- vdnn:end")}
    tap.result(list(page_faults(inside, typed)), "rows of a program are not taken for such")


def main():
    work = tempfile.mkdtemp(prefix="lp-records-")
    try:
        test_files()
        test_broken()
        test_older(work)
        test_pages()
    finally:
        shutil.rmtree(work)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
