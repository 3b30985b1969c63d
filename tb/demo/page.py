#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts the demo's output into docs/start/demo.md, and its headline into README.md.

    page.py SAID     writes both from the output of a run (make demo-page)
    page.py          compares their ratios and shares with those of the arrays (TAP)
"""
import os
import sys

import arrays
import demo

sys.path[:0] = [os.path.join(arrays.ROOT, "tb"), os.path.join(arrays.ROOT, "synth")]
import marked  # noqa: E402
from tap import end, result  # noqa: E402

PAGE = os.path.join(arrays.ROOT, "docs/start/demo.md")
README = os.path.join(arrays.ROOT, "README.md")
BEGIN, END = "<!-- demo:begin -->", "<!-- demo:end -->"
# Rows that the page has; the run has one for each array.
SHOWN = ("relu2_act_100", "conv3_weight_100", "conv2_agrad_100", "foam_U_100", "foam_owner")
# Columns before those that need the RTL.
STEADY = len(demo.row("", "", "", "", [[""] * 6] * len(arrays.CODECS), ["x"])) - 4


def excerpt(said):
    """The run's lines, with few rows of its first table."""
    lines, out, rows = said.splitlines(), ["$ make demo"], False
    for line in lines:
        if line.startswith("tensor "):
            rows = True
        elif rows and not line:
            rows = False
        elif rows and not line.startswith(SHOWN):
            if out[-1] != "...":
                out.append("...")
            continue
        out.append(line)
    return "```text\n" + "\n".join(out) + "\n```"


def write(said):
    head = said.split("\n\n")[0]
    marked.rewrite(PAGE, BEGIN, END, excerpt(said))
    marked.rewrite(README, BEGIN, END, f"```text\n{head}\n```")


def tensors():
    entries = arrays.manifest()
    found = [arrays.Array(p, entries[p]) for p in demo.chosen(entries)]
    build = os.path.join(arrays.ROOT, os.environ.get("BUILD", "build"))
    arrays.add_ratios(os.path.join(build, "linepress"), found)
    return found


def rows_due(found):
    """The columns without the RTL of every row that a run has."""
    def steady(name, of_type, third, best, ratios):
        none = {run: {"cycles": 1, "lines": 1, "mismatches": 0} for run in demo.RUNS}
        return demo.row(name, of_type, third, *demo.cells(best, ratios, none))[:STEADY].rstrip()

    for t in found:
        yield steady(t.name, t.type, f"{100 * t.zero_fraction():.0f}", t.best, t.ratio)
    kinds = demo.picture.grouped(found, lambda t: (t.kind, t.type))
    for (kind, kind_type), group in ((*kinds.items(), (("all", ""), found))):
        ratios = {c: arrays.total(t.ratio[c] for t in group) for c in arrays.CODECS}
        yield steady(kind, kind_type, len(group), arrays.total(t.best for t in group), ratios)


def check():
    found = tensors()
    head = list(demo.headline(found))
    for path in (PAGE, README):
        text = marked.parts(path, BEGIN, END)[2]
        wrong = [line for line in head if line not in text.splitlines()]
        result(wrong, f"{os.path.relpath(path, arrays.ROOT)} has the headline of the arrays, else: "
               "make demo-page")
    shown = [line for line in marked.parts(PAGE, BEGIN, END)[2].splitlines()
             if line.endswith("   0") and line[:1].isalpha()]
    due = set(rows_due(found))
    wrong = [line for line in shown if line[:STEADY].rstrip() not in due]
    result(wrong or (["no rows"] if len(shown) < len(SHOWN) else []),
           f"{len(shown)} rows of the page have the ratios and shares of the arrays")
    return end()


def main():
    if len(sys.argv) == 1:
        return check()
    write(marked.read(sys.argv[1]))
    return 0


sys.exit(main())
