#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The walk of docs/develop/adding-a-unit.md in a copy of the tree: skeletons of units pass what every
unit must pass, and a bug in each of their parts is caught.

    new_unit_test.py          what takes seconds where objects in BUILD can be reused
    new_unit_test.py --long   make new-unit with its records, and everything else that a unit has
"""
import sys
import tempfile

sys.path[:0] = ["tb", "tb/tree"]
from tap import end, result  # noqa: E402
from tree_copy import LAYERS, PYTHON, Tree, changed, check_bugs  # noqa: E402

NEW, BESIDE = ("lp_sprout", "sprout"), ("lp_sprig", "common")
MOST_FILES = 8
LOCKSTEP = ("make", "lockstep", "UNIT=lp_sprout")
XTEST = ("make", "xtest", "UNIT=lp_sprout")
PROOF = (PYTHON, "-B", "tb/units/formal/prove.py", "--only", "lp_sprout")
PATHS = (PYTHON, "-B", "synth/paths.py")
PLACES = (PYTHON, "-B", "tb/units/models/twin_map_test.py")
MODEL, RTL = "cmodel/units/sprout/sprout_cycle.c", "rtl/sprout/lp_sprout.sv"
# A file, its text, the replacement, the test that must then fail and its message.
BUGS = (
    (MODEL, "q->valid = i->s_valid & 1;", "q->valid = true;", LOCKSTEP, "_o: model 0x"),
    (RTL, "if (room && s_valid_i)", "if (s_valid_i)", PROOF, "not ok 1 - lp_sprout, property"),
    (MODEL, "    bool valid;", "    bool shown;", PLACES, "lp_sprout: valid_q"),
    (MODEL, '#include "../common/cut.h"', '#include "../zvc/zvc_ports.h"', LAYERS,
     "units/sprout may not include"),
)
LONG_BUGS = (
    ("tb/units/traffic/sprout/unit_sprout.c", "    if (memcmp(expected",
     "    expected[0] ^= b->received == 9;\n    if (memcmp(expected", LOCKSTEP,
     "m_data_o is not the beat that is due"),
    (RTL, "!valid_q || m_ready_i", "!valid_q || m_ready_i || s_data_i[0]", XTEST, "s_ready_o"),
    (RTL, "assign s_ready_o = room;", "assign s_ready_o = room | s_valid_i;", PATHS, "lp_sprout"),
)


def write_units(tree):
    """Writes both skeletons; checks its messages and its refusals."""
    for name, folder in (NEW, BESIDE):
        argv = (PYTHON, "-B", "synth/new_unit.py", name, folder)
        before = tree.files()
        status, said = tree.run(*argv, "--dry-run")
        listed = [line.split()[1] for line in said.splitlines()]
        result([said] if status or changed(before, tree.files()) or not listed else [],
               f"--dry-run lists the files of {name} and writes none")
        tree.good(f"the skeleton of {name}", *argv)
        after = tree.files()
        result([*listed, "are not", *changed(before, after)] if sorted(listed) != changed(before, after)
               else [], f"these files of {name} and no others are new or changed")
        lost = [p for p in listed if p in before and
                set(before[p].splitlines()) - set(after[p].splitlines())]
        result(lost, "no line that was there is lost")
        authors = set(listed) - ({f"cmodel/units/{folder}/{folder}_ports.h"} & set(before))
        result(sorted(authors) if len(authors) > MOST_FILES else [],
               f"the author of {name} edits {len(authors)} files")
        status, said = tree.run(*argv)
        result([said] if status != 2 or changed(after, tree.files()) else [],
               f"a second {name} is refused")


def check_refusals(tree):
    before = tree.files()
    for name, folder, words in (
            ("lp_skid", "common", "there is a lp_skid"), ("lp_codec", "common", "LP_CODEC_PORTS is taken"),
            ("lp_pipe", "common", "lp_pipe_hooks is taken"), ("sprout", "foo", "name 'sprout'"),
            ("lp_Foo", "foo", "name 'lp_Foo'"), ("lp_foo", "../foo", "folder '../foo'")):
        status, said = tree.run(PYTHON, "-B", "synth/new_unit.py", name, folder)
        result([said] if status != 2 or words not in said or said.count("\n") != 1 else [],
               f"refused in one line: {words}")
    result(changed(before, tree.files()), "what is refused leaves the tree as it is")


def check_units(tree):
    tree.good("layers", *LAYERS)
    tree.good("registers have their places", *PLACES)
    for name, _ in (NEW, BESIDE):
        tree.good(f"lint of {name}", PYTHON, "-B", "synth/lint.py", name)
    tree.good("proof and its seeded bugs", *PROOF)
    tree.good("lock-step", *LOCKSTEP)


def check_all(tree):
    """Further tests of make test for a unit, and its records, which make new-unit writes."""
    argv, before = ("make", "-s", "new-unit", f"NAME={NEW[0]}", f"FOLDER={NEW[1]}"), tree.files()
    listed = sorted(line.split()[1] for line in tree.run(*argv, "DRY=1")[1].splitlines())
    tree.good("make new-unit", *argv)
    result([*listed, "are not", *changed(before, tree.files())]
           if listed != changed(before, tree.files()) else [], "DRY=1 lists its files and no others")
    tree.good("the interface is recorded", PYTHON, "-B", "tb/install/abi_test.py")
    tree.good("tables of results", PYTHON, "-B", "tb/tree/results_test.py")
    tree.good("test_units is built", "make", "build/unit/test_units")
    tree.good("every cycle model keeps its contract", "build/unit/test_units")
    tree.good("unknown payload", *XTEST)
    tree.good("the bench finds bugs in the cycle model", "make", "build/test/cosim-bench-lp_sprout.log")
    for target in ("coverage", "mutation", "systemc", "manifest"):
        tree.good(target, "make", target, f"UNIT={NEW[0]}")
    status, said = tree.run("make", "paths", f"UNIT={NEW[0]}")
    result([said] if status or "m_ready -> s_ready." not in said else [], "combinational paths")
    tree.good("manifests", "make", "build/test/tb-install-manifest_test.py.log")
    with open(tree.path("docs/reference/units/README.md"), encoding="utf-8") as file:
        text = file.read()
    result([] if "| [sprout.md](sprout.md) | sprout | `lp_sprout` |" in text
           and "| [`lp_sprout`](sprout.md) | WIDTH=256 | – | – |" in text else text,
           "the tables of units have its rows, with dashes")


def main():
    long = sys.argv[1:] == ["--long"]
    if sys.argv[1:] and not long:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as root:
        tree = Tree(root)
        if long:
            check_all(tree)
            check_bugs(tree, LONG_BUGS)
        else:
            check_refusals(tree)
            write_units(tree)
            check_units(tree)
            check_bugs(tree, BUGS)
    return end()


if __name__ == "__main__":
    sys.exit(main())
