#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/studies/speed.md has the tables of its record; a changed record is refused."""
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
sys.path.insert(0, os.path.join(ROOT, "tb"))
sys.dont_write_bytecode = True
import tap  # noqa: E402

PAGE = os.path.join(ROOT, "docs/studies/speed.md")
RECORD = os.path.join(ROOT, "tb/data/speed/speed.json")


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(record, path):
    return subprocess.run([sys.executable, "-B", os.path.join(ROOT, "docs/img/speed.py"), record,
                           path], stderr=subprocess.PIPE, text=True, check=False)


def main():
    with tempfile.TemporaryDirectory(prefix="lp-speed-") as work:
        path = os.path.join(work, "speed.md")
        with open(path, "w", encoding="utf-8") as file:
            file.write(re.sub(r"(:begin -->\n).*?(<!-- \w+:end)", r"\1\2", text_of(PAGE),
                              flags=re.S))
        done = write(RECORD, path)
        wrong = [done.stderr] if done.returncode else []
        if not wrong and text_of(path) != text_of(PAGE):
            wrong = ["the page has other tables"]
        tap.result(wrong, "the page has the record's tables, else: make study-speed")

        record = json.loads(text_of(RECORD))
        record["files"]["bytes"] += 1
        forged = os.path.join(work, "speed.json")
        with open(forged, "w", encoding="utf-8") as file:
            json.dump(record, file)
        before = text_of(path)
        done = write(forged, path)
        tap.result([] if done.returncode == 2 and "signature" in done.stderr
                   and text_of(path) == before else [f"{done.returncode}: {done.stderr}"],
                   "refused: a record changed by hand; the page stays")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
