#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The notebook page is the script with the figures of its record; a small run gives the same tables.
The run needs torch, of this Python or of build/torch2-venv."""
import copy
import hashlib
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
sys.path[:0] = [os.path.join(ROOT, path) for path in ("tb", "docs/img", "tb/notebook",
                                                      "tb/tree/records")]
sys.dont_write_bytecode = True
import notebook  # noqa: E402
import real_files  # noqa: E402
import run as runner  # noqa: E402
import signed  # noqa: E402
from tap import end, result, skip  # noqa: E402

SCRIPT, RECORD, PAGE = (os.path.join(ROOT, path) for path in (
    "tb/notebook/models.py", "tb/data/notebook/models.json", "docs/use/models.md"))
CODECS = ["zvc", "bpc", "ebd", "auto"]


def read(path, mode="r"):
    with open(path, mode, **({} if "b" in mode else {"encoding": "utf-8"})) as file:
        return file.read()


def stale():
    """Lines about parts of the page and pictures that are not those of the record."""
    parts, charts = notebook.render(SCRIPT, RECORD, PAGE)
    text = read(PAGE)
    for name, words in parts.items():
        if notebook.page_parts.filled(text, name, words, PAGE) != text:
            yield f"the page's part '{name}' comes from another run: make notebook"
    for name, svg in charts.items():
        if read(os.path.join(notebook.IMAGES, name)) != svg:
            yield f"{name} comes from another run"
    for row in signed.read(RECORD)["cells"]:
        for shown in row["shown"]:
            if "picture" in shown and shown["sha256"] != hashlib.sha256(
                    read(os.path.join(notebook.IMAGES, shown["picture"]), "rb")).hexdigest():
                yield f"{shown['picture']} comes from another run"


def stale_files():
    """Whether the table of files that packages ship is that of its record."""
    page = os.path.join(ROOT, "docs/use/files.md")
    words = real_files.words(signed.read(os.path.join(ROOT, "tb/data/real_files/files.json")))
    text = read(page)
    if notebook.page_parts.filled(text, "real", words, page) != text:
        yield "docs/use/files.md has another table: make real-files"


def tables(record):
    return [shown for row in record["cells"] for shown in row["shown"]]


def unlikely(record):
    """The best codec for each line never needs more sectors than one codec for all."""
    for shown in tables(record):
        if shown.get("head", [])[-4:] == CODECS:
            for row in shown["rows"]:
                if row[-1] < max(row[-4:-1]) - 1e-9:
                    yield f"{row}: auto is worse"
        if "equal to those of the model" in shown.get("head", ()):
            if len({row[0] == row[1] > 0 for row in shown["rows"]} - {True}):
                yield f"{shown['rows']}: the file has other tensors"


def differs(small, full):
    """A small run shows the same tables, charts and pictures."""
    for a, b in zip(tables(small), tables(full)):
        keys = [key for key in ("head", "chart", "picture", "title") if a.get(key) != b.get(key)]
        if keys:
            yield f"{a.get('head') or a}: other {keys}"
    if len(tables(small)) != len(tables(full)):
        yield f"{len(tables(small))} results, not {len(tables(full))}"


def refused():
    record = signed.read(RECORD)
    changed = copy.deepcopy(record)
    code = [place for place, row in enumerate(changed["cells"]) if row["shown"]][0]
    changed["cells"][code]["sha256"] = "0" * 64
    for bad in (changed, {**record, "cells": record["cells"][:-1]}):
        try:
            notebook.words(read(SCRIPT), bad, "")
            yield "a record of other cells was taken"
        except signed.Bad:
            pass


def refused_kind():
    """`notebook.py` with the record of another page."""
    done = subprocess.run([sys.executable, "-B", os.path.join(ROOT, "docs/img/notebook.py"), SCRIPT,
                           os.path.join(ROOT, "tb/data/real_files/files.json"), PAGE, "."],
                          capture_output=True, text=True, check=False)
    if done.returncode != 2 or done.stderr.count("\n") != 1 or "kind real-files" not in done.stderr:
        yield f"{done.returncode}: {done.stderr}"


def interpreter():
    """A Python with torch, and nothing; or None, and why not."""
    why = runner.missing()
    own = os.path.join(BUILD, "torch2-venv/bin/python")
    if why and os.path.isfile(own) and os.path.isdir(runner.IMAGES):
        return own, None
    return (None, why) if why else (sys.executable, None)


def main():
    result(list(stale()), "the page and its pictures are those of the record")
    result(list(unlikely(signed.read(RECORD))), "no codec for all is better than the best for each line")
    result(list(stale_files()), "the table of files that packages ship is that of its record")
    result(list(refused()), "a record of other cells is refused")
    result(list(refused_kind()), "a record of another kind is refused")
    python, why = interpreter()
    if why:
        skip("a small run", why)
        return end()
    with tempfile.TemporaryDirectory() as work:
        done = subprocess.run([python, "-B", os.path.join(HERE, "run.py"), "--small",
                               f"{work}/r.json", work], capture_output=True, text=True, check=False,
                              env={**os.environ, "LINEPRESS_LIB": BUILD, "OMP_NUM_THREADS": "1"})
        wrong = done.stderr.splitlines()[-3:] if done.returncode else None
        small = None if wrong else signed.read(f"{work}/r.json")
    result(wrong or [*differs(small, signed.read(RECORD)), *unlikely(small)],
           "a small run shows the same tables and pictures")
    return end()


if __name__ == "__main__":
    sys.exit(main())
