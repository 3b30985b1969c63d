#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the skeleton of a new unit: a stage that passes beats on unchanged, with RTL, ports, cycle
model, traffic, a proof, a page and its block in rtl/units.txt.

    new_unit.py lp_foo FOLDER [--dry-run]

FOLDER is the folder under rtl/, new or not. docs/develop/adding-a-unit.md says what comes next.
"""
import argparse
import os
import re
import sys

import rtl_files
import skeleton


def words_of(name, folder, stem):
    """`stem`: of the file with the ports."""
    foo = name.removeprefix("lp_")
    return {"NAME": name, "foo": foo, "FOO": foo.upper(), "FOLDER": folder, "stem": stem,
            "STEM": stem.upper()}


def check(plan, name, folder):
    skeleton.check_name("name", name, r"lp_[a-z][a-z0-9_]*")
    skeleton.check_name("folder", folder, r"[a-z][a-z0-9_]*")
    modules = rtl_files.all_modules(plan.root)
    foo = name.removeprefix("lp_")
    if name in modules:
        raise skeleton.Refused(f"there is a {name}, {modules[name]}")
    taken = re.compile(rf"^(?!\s*/?\*).*\b(LP_{foo.upper()}_(?:PORTS|MAX_WIDTH))\b", re.M)
    for top, wanted in (("cmodel", taken), ("tb/units/traffic", re.compile(rf"\b(lp_{foo}_hooks)\b"))):
        for place, _, names in os.walk(plan.path(top)):
            for path in (os.path.join(place, n) for n in names if n.endswith((".c", ".h"))):
                with open(path, encoding="utf-8") as src:
                    found = wanted.search(src.read())
                if found:
                    where = os.path.relpath(path, plan.root)
                    raise skeleton.Refused(f"{found[1]} is taken in {where}")


def add_ports(plan, name, folder):
    """Writes the header of the ports; returns its stem. One of the folder includes the others."""
    umbrella = f"cmodel/units/{folder}/{folder}_ports.h"
    stem = name.removeprefix("lp_") if plan.has(umbrella) else folder
    plan.add(f"cmodel/units/{folder}/{stem}_ports.h",
             skeleton.template("unit/ports.h", words_of(name, folder, stem)))
    if stem != folder:
        plan.insert_after_last(umbrella, '#include "', f'#include "{stem}_ports.h"\n')
    return stem


def add_unit(plan, name, folder):
    check(plan, name, folder)
    words = words_of(name, folder, add_ports(plan, name, folder))
    foo = words["foo"]
    for path, source in ((f"rtl/{folder}/{name}.sv", "rtl.sv"),
                         (f"cmodel/units/{folder}/{foo}_cycle.c", "cycle.c"),
                         (f"tb/units/traffic/{folder}/unit_{foo}.c", "traffic.c"),
                         (f"tb/units/formal/{folder}/fv_{foo}.sv", "fv.sv")):
        plan.add(path, skeleton.template(f"unit/{source}", words))
    for path, source in ((f"tb/units/formal/{folder}/proofs.py", "proofs.py"),
                         (f"docs/reference/units/{folder}.md", "page.md")):
        if not plan.has(path):
            plan.add(path, skeleton.template(f"unit/{source}", words))
    plan.insert_before_end(f"tb/units/formal/{folder}/proofs.py", "]",
                           skeleton.template("unit/proof.py", words))
    plan.append(f"docs/reference/units/{folder}.md", skeleton.template("unit/section.md", words))
    plan.append("rtl/units.txt", skeleton.template("unit/block.txt", words))


def main(argv):
    parser = argparse.ArgumentParser(prog="new_unit.py", description="skeleton of a new unit")
    parser.add_argument("name", help="lp_foo")
    parser.add_argument("folder", help="its folder under rtl/, new or not")
    parser.add_argument("--dry-run", action="store_true", help="print the files, write nothing")
    parser.add_argument("--root", default=rtl_files.ROOT, help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    return skeleton.run("new_unit", skeleton.Plan(args.root), args.dry_run,
                        lambda plan: add_unit(plan, args.name, args.folder))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
