#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Processor time of `make test` by command, longest first, from the notes of shell.py."""
import collections
import datetime
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
# Name of a command's row, by the first expression that matches; \1 is a group of it.
KINDS = ((r"--one \S*?((?:prove|lint|xtest)\.py):", r"test: \1"),
         (r"--one \S*?cosim/(lockstep|bench)/\S+", r"test: \1, all units"),
         (r"--one (\S+)", r"test: \1"),
         (r"verilate\.sh \S*?(?:cosim|systemc)/(\w+?)(?:__\w+)? ", r"Verilator: \1"),
         (r"LP_RTL_CLASS=V(\w+?)(?:__\w+)? ", r"C++ of \1"),
         (r"g\+\+ .*-c \S*systemc", "C++ of the SystemC platform"),
         (r"g\+\+ .*-c ", "C++ of Verilator's runtime"),
         (r"g\+\+ ", "linking"), (r"\bcc? .*-c |gcc .*-c ", "C"))
LEAST = 5  # seconds of processor time, for a row of its own


def kind(command):
    for pattern, name in KINDS:
        found = re.search(pattern, command)
        if found:
            return found.expand(name)
    return "all else"


def rows(path):
    """[(name, commands, processor seconds)], longest first, short ones together at the end."""
    seconds, count = collections.Counter(), collections.Counter()
    with open(path, encoding="utf-8") as src:
        for line in src:
            used, _, command = line.split(" ", 2)
            seconds[kind(command)] += float(used)
            count[kind(command)] += 1
    short = [n for n in seconds if seconds[n] < LEAST and n != "all else"]
    for name in short:
        seconds["all else"] += seconds.pop(name)
        count["all else"] += count.pop(name)
    order = sorted(seconds, key=lambda n: (n == "all else", -seconds[n]))
    return [(n, count[n], seconds[n]) for n in order]


def page(found, wall):
    total = sum(r[2] for r in found)
    lines = ["<!-- SPDX-License-Identifier: Apache-2.0 -->", "# Time of the tests", "",
             f"`make times` on {datetime.date.today().isoformat()}, {os.cpu_count()} cores, from a "
             "clean tree without ccache:",
             f"{wall / 60:.1f} minutes to the closing line of `make test`, {total:.0f} seconds of "
             "processor time.", "",
             "| command | count | processor seconds |", "|---|---|---|"]
    lines += [f"| {name} | {count} | {used:.0f} |" for name, count, used in found]
    return "\n".join(lines) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: table.py NOTES WALL_SECONDS")
    text = page(rows(sys.argv[1]), float(sys.argv[2]))
    path = os.path.join(ROOT, "docs/develop/test-time.md")
    with open(path + ".new", "w", encoding="utf-8") as out:
        out.write(text)
    os.replace(path + ".new", path)


if __name__ == "__main__":
    main()
