#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The skeleton of a codec in a copy of the tree: it has everything that the table of codecs
requires, and omissions are detected.

    new_codec_test.py          what takes seconds
    new_codec_test.py --long   also its functions in the tests of codecs and in commands
"""
import sys
import tempfile

sys.path[:0] = ["tb", "tb/tree"]
from tap import end, result  # noqa: E402
from tree_copy import LAYERS, PYTHON, Tree, changed, check_bugs  # noqa: E402

TESTS = ("sprout", "codecs", "format", "buddy", "buddy_mixed", "frame_run", "profile")
PROGRAMS = [f"build/unit/test_{name}" for name in TESTS]
DATA = "tb/data/hpc/md_force_010.npy"
ARGV = (PYTHON, "-B", "synth/new_codec.py", "sprout")
LIBRARY, FORMAT, TABLE = "cmodel/lib/sprout/sprout.c", "docs/reference/format.md", "cmodel/base/codecs.h"
ENUMS = (PYTHON, "-B", "tb/tree/codec_table_test.py")


def build_and_run(name):
    return ("sh", "-c", f"make build/unit/test_{name} && build/unit/test_{name}")


# A file, its text, the replacement, the test that must then fail and its message.
LONG_BUGS = (
    (LIBRARY, "LP_LINE_BYTES - WORD) == 0", "LP_LINE_BYTES - 2 * WORD) == 0", build_and_run("codecs"),
     "not ok"),
    (FORMAT, "stored  00   01 3f*4\n", "stored  00   01 3f*3 3e\n", build_and_run("format"),
     "window differs"),
    (FORMAT, "```example sprout 32", "```text", build_and_run("format"), "not ok"),
)
BUGS = (
    ("cmodel/include/linepress/buddy.h", "LP_PAGE_SPROUT = ", "LP_PAGE_SPROUT = 1 + ", ENUMS,
     "LP_PAGE_SPROUT is"),
    ("cmodel/include/linepress/frame.h", "LP_CODEC_SPROUT = ", "LP_CODEC_SPRIG = ", ENUMS,
     "there is no LP_CODEC_SPROUT"),
)


def check_refusals(tree):
    before = tree.files()
    for name, words in (("zvc", "'zvc' is a codec"), ("mixed", "'mixed' is a codec"),
                        ("Foo", "name 'Foo'"), ("a-b", "name 'a-b'"), ("", "name ''")):
        status, said = tree.run(*ARGV[:-1], name)
        result([said] if status != 2 or words not in said or said.count("\n") != 1 else [],
               f"refused in one line: {words}")
    status, said = tree.run(*ARGV, "--dry-run")
    result([said] if status or "cmodel/lib/sprout/sprout.c" not in said else [], "--dry-run lists files")
    result(changed(before, tree.files()), "none of these changes the tree")


def check_commands(tree):
    """The codec on real data, and in buddy memory."""
    tree.good("ratio", "build/linepress", "ratio", "--codec", "sprout", DATA)
    status, said = tree.run("sh", "-c", "build/linepress compress --codec sprout -o packed "
                            f"{DATA} && build/linepress decompress -o back packed/*.lpr && "
                            f"cmp back/md_force_010.npy {DATA}")
    result([said] if status else [], "compress and decompress give the file back")
    status, said = tree.run("build/linepress", "buddy", "--engine", "function", "--codec", "sprout", DATA)
    result([said] if status or " 0 mismatches" not in said else [], "buddy memory")
    status, said = tree.run("build/linepress", "buddy", "--engine", "model", "--codec", "sprout", DATA)
    result([said] if status != 2 else [], "no model of buddy memory has it")


def check_long(tree):
    tree.good("the programs are built", "make", "cli", "man", *PROGRAMS)
    tree.good("api.py is written", PYTHON, "-B", "adapters/python/generate.py")
    for program in PROGRAMS:
        tree.good(program, program)
    for script in ("tb/cli/man_test.py", "tb/cli/python_api_test.py"):
        tree.good(script, PYTHON, "-B", script)
    check_commands(tree)
    check_bugs(tree, LONG_BUGS)


def main():
    long = sys.argv[1:] == ["--long"]
    if sys.argv[1:] and not long:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as root:
        tree = Tree(root)
        check_refusals(tree)
        tree.good("the skeleton of a codec", *ARGV)
        before = tree.files()
        status, said = tree.run(*ARGV)
        result([said] if status != 2 or changed(before, tree.files()) else [], "a second one is refused")
        tree.good("each numbering has its number", *ENUMS)
        tree.good("layers", *LAYERS)
        tree.good("its files compile", "sh", "-c", "for f in cmodel/lib/sprout/*.c cmodel/base/codecs.c "
                  "cmodel/lib/buddy/stored.c cmodel/lib/frame/codec_names.c; do ${CC:-cc} -std=c11 -Wall "
                  "-Wextra -Werror -Wpedantic -Icmodel/include -fsyntax-only $f || exit; done")
        check_bugs(tree, BUGS)
        if long:
            check_long(tree)
    return end()


if __name__ == "__main__":
    sys.exit(main())
