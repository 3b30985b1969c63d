#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pages with tables of one record have those tables; a changed record is refused, and one of another
kind."""
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
sys.path.insert(0, os.path.join(ROOT, "tb"))
sys.dont_write_bytecode = True
import tap  # noqa: E402

# Program, record, page, its parts, and the target that writes them.
PAGES = (("speed.py", "speed/speed.json", "speed.md", r"\w+", "study-speed"),
         ("gpu_dram.py", "gpu/dram.json", "gpu-dram.md", "dram", "study-gpu-dram"),
         ("gpu_accelsim.py", "gpu/accelsim.json", "gpu-accelsim.md", "accelsim", "study-gpu-accelsim"),
         ("groups.py", "groups/groups.json", "groups.md", r"\w+", "study-groups"),
         ("trained.py", "trained/targets.json", "buddy-targets.md", "trained", "study-trained"),
         ("inputs.py", "trained/inputs.json", "buddy-targets.md", "inputs", "study-inputs"))
# Program, record of another kind, the kinds.
OTHERS = (("speed.py", "groups/groups.json", "groups", "speed"),
          ("gpu_dram.py", "speed/speed.json", "speed", "dram"),
          ("gpu_accelsim.py", "gpu/dram.json", "dram", "gpu-accelsim"),
          ("groups.py", "gpu/accelsim.json", "gpu-accelsim", "groups"),
          ("trained.py", "trained/inputs.json", "inputs", "trained"),
          ("inputs.py", "trained/targets.json", "trained", "inputs"),
          ("real_files.py", "trained/inputs.json", "inputs", "real-files"),
          ("inputs.py", "profiles/h200/measured.json", "none", "inputs"))


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(program, record, path):
    return subprocess.run([sys.executable, "-B", os.path.join(ROOT, "docs/img", program), record,
                           path], stderr=subprocess.PIPE, text=True, check=False)


def check(program, record, name, parts, target, work):
    page, record = os.path.join(ROOT, "docs/studies", name), os.path.join(ROOT, "tb/data", record)
    path = os.path.join(work, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(re.sub(rf"(<!-- {parts}:begin -->\n).*?(<!-- {parts}:end)", r"\1\2", text_of(page),
                          flags=re.S))
    done = write(program, record, path)
    wrong = [done.stderr] if done.returncode else []
    if not wrong and text_of(path) != text_of(page):
        wrong = ["the page has other tables"]
    tap.result(wrong, f"{name} has the record's tables, else: make {target}")

    changed = json.loads(text_of(record))
    changed["record"]["seed"] += 1
    forged = os.path.join(work, "forged.json")
    with open(forged, "w", encoding="utf-8") as file:
        json.dump(changed, file)
    before = text_of(path)
    done = write(program, forged, path)
    tap.result([] if done.returncode == 2 and "signature" in done.stderr
               and text_of(path) == before else [f"{done.returncode}: {done.stderr}"],
               f"refused for {name}: a record changed by hand; the page stays")


def check_other(program, record, found, due):
    page = os.path.join(ROOT, "docs/studies/README.md")
    done, record = write(program, os.path.join(ROOT, "tb/data", record), page), f"tb/data/{record}"
    said = f"{program}: {record}: a record of kind {found}, where one of kind {due} is due\n"
    tap.result([] if (done.returncode, done.stderr) == (2, said)
               else [f"{done.returncode}: {done.stderr}"],
               f"refused by {program}: a record of kind {found}")


def main():
    for other in OTHERS:
        check_other(*other)
    with tempfile.TemporaryDirectory(prefix="lp-pages-") as work:
        for page in PAGES:
            check(*page, work)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
