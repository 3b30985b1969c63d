#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Bugs seeded in `linepress profile`, one at a time, which its tests must find.

    profile_bugs.py [--cc CC] LINK...

Each bug is a file of cmodel/lib/profile with a few words changed, compiled and linked in front of LINK,
the command's objects and libraries. Then tb/cli/profile_test.py runs with that command. Prints the
tests that failed for each bug. Exit status 1: a bug was not found, or its words are no longer in
the file.
"""
import argparse
import os
import subprocess
import sys
import tempfile

FOLDER = "cmodel/lib/profile"
BUGS = (
    ("a class counted one too low", "classes.c", "class += bytes > lpi_sizes[class];",
     "class += bytes > lpi_sizes[class] + 1;"),
    ("lines of three sectors counted as two", "classes.c", "{0, 1, 1, 1, 2, 3, 3, 4}",
     "{0, 1, 1, 1, 2, 2, 3, 4}"),
    ("worst for pooled", "plan.c", "return rule == LPI_RULE_WORST ? worst : all;",
     "return worst;"),
    ("pooled for worst", "plan.c", "return rule == LPI_RULE_WORST ? worst : all;",
     "return rule == LPI_RULE_WORST && all.all == 0 ? worst : all;"),
    ("cap skipped", "plan.c", "    int error = cap(plan);\n", "    int error = LP_OK;\n"),
    ("the cap by the ratio skipped", "plan.c",
     "return !at_most(ratio, plan->goal.max_ratio) || !slots_fit;", "return !slots_fit;"),
    ("the cap takes the smallest share first", "plan.c",
     "lpi_share_compare(right->share, left->share)",
     "lpi_share_compare(left->share, right->share)"),
    ("equal shares: the first by name", "plan.c", "strcmp(right->name, left->name)",
     "strcmp(left->name, right->name)"),
    ("a threshold that must not be reached", "plan.c",
     "(struct lpi_share){millionths, LPI_MILLION}) <= 0",
     "(struct lpi_share){millionths, LPI_MILLION}) < 0"),
    ("a 16x page takes one slot", "plan.c", "return target == LP_BUDDY_UNCOMPRESSED ? 0 : "
     "lp_gbbr_slots(target);", "return target != LP_BUDDY_UNCOMPRESSED;"),
    ("lines of 8 bytes spill from 16x pages", "classes.c",
     "return c->lines - c->sizes[0] - c->sizes[1];", "return c->lines - c->sizes[0];"),
    ("transitions over points where it was not live", "classes.c",
     "forget(w, now, 0);", "(void)now;"),
    ("the last line of a short chunk left out", "classes.c",
     "size_t lines = lp_lines(bytes);", "size_t lines = bytes / LP_LINE_BYTES;"),
    ("pages rounded down", "plan.c", ".bytes + page - 1) / page;", ".bytes) / page;"),
    ("one target for all, with a sector too many", "plan.c",
     "if (sectors > room_of(target) * all.lines)",
     "if (sectors > (room_of(target) + 1) * all.lines)"),
    ("points in reverse", "set_open.c",
     "return left->number < right->number ? -1 : 1;",
     "return left->number < right->number ? 1 : -1;"),
    ("half of a group's lines spill at 2x", "plan.c",
     "codec == LPI_TABLE_GRP16 && room == 2", "codec > LPI_TABLE_GRP16 && room == 2"),
    ("groups on 16x pages", "plan.c", "groups && first == 0 ? 1 : first", "first"),
    ("a group's sectors by its first lines", "groups.c", "stored * (k + 1) / LP_GRP_LINES",
     "(stored * (k + 1) + LP_GRP_LINES - 1) / LP_GRP_LINES"),
    ("the table of the first point", "groups.c", "if (piece->file != NULL)",
     "if (p == 0 && piece->file != NULL)"),
    ("groups of zeros in the sample", "groups.c", "memcmp(data, zeros, sizeof data) != 0",
     "memcmp(data, zeros, sizeof data) != 1"),
)


def compile_bug(args, folder, file, old, new):
    path = os.path.join(FOLDER, file)
    with open(path, encoding="utf-8") as src:
        text = src.read()
    if text.count(old) == 0:
        raise ValueError(f"{path} has no '{old}'")
    changed = os.path.join(folder, file)
    with open(changed, "w", encoding="utf-8") as out:
        out.write(text.replace(old, new))
    program = os.path.join(folder, "linepress")
    subprocess.run([args.cc, "-std=c11", "-O1", "-w", "-iquote", FOLDER, "-Icmodel/include",
                    "-D_FILE_OFFSET_BITS=64", changed, *args.link, "-o", program], check=True)
    return program


def failures(program):
    done = subprocess.run([sys.executable, "tb/cli/profile_test.py"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env={**os.environ, "LINEPRESS": program},
                          universal_newlines=True, check=False)
    found = [line.split(" - ", 1)[1] for line in done.stdout.splitlines()
             if line.startswith("not ok")]
    if done.stderr:
        found.append("the test ends early")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("link", nargs="+")
    args, more = parser.parse_known_args()
    args.link += more
    missed = 0
    print("| bug | tests that fail | the first of them |\n|---|---|---|")
    for name, *bug in BUGS:
        with tempfile.TemporaryDirectory() as folder:
            found = failures(compile_bug(args, folder, *bug))
        missed += not found
        print(f"| {name} | {len(found)} | {found[0] if found else 'none: not found'} |", flush=True)
    return missed > 0


if __name__ == "__main__":
    sys.exit(main())
