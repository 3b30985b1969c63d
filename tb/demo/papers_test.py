#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/studies/README.md has every figure and table of the five papers, with the values that the
other pages have, or a reason."""
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "docs/img"), os.path.join(ROOT, "tb")]
sys.dont_write_bytecode = True
import paper_rows  # noqa: E402
import papers  # noqa: E402
import sources  # noqa: E402
import tap  # noqa: E402

STUDIES = os.path.join(ROOT, "docs/studies")
# Counted in the papers: figures, and the numbers of the tables.
THERE = {"cDMA": (13, ("I", "II")), "Buddy": (15, ("I",)), "Buddy, preprint": (13, ()),
         "CSWAP": (12, ("I", "II", "III")), "memHarvester": (11, ("1", "2", "3"))}


def items(figures, numbers):
    return [f"Figure {n}" for n in range(1, figures + 1)] + [f"Table {n}" for n in numbers]


def incomplete(given):
    """A line for each paper whose rows are not all its figures and tables, once each."""
    found = {paper.key: sorted(row.item for row in paper.rows) for paper in given}
    for key, (figures, numbers) in THERE.items():
        if found.get(key) != sorted(items(figures, numbers)):
            yield f"{key}: {found.get(key)}"


def empty_rows(given):
    """Rows without a value, and those that were not made and do not say why."""
    for paper in given:
        for row in paper.rows:
            if not row.here or not row.paper or (row.here == "not made" and not row.why):
                yield f"{paper.key}, {row.item}"


def lost_commands(given):
    """Commands that name a make target which is not there."""
    text = ""
    for path in sources.paths("*.mk", "Makefile"):
        with open(path, encoding="utf-8") as file:
            text += file.read()
    for paper in given:
        for row in paper.rows:
            for target in re.findall(r"`make ([\w-]+)", row.command):
                if not re.search(rf"^{target}:", text, re.M):
                    yield f"{paper.key}, {row.item}: {target}"


def lost_links(text):
    for target in re.findall(r"\]\(([^)#:]+)", text):
        if not os.path.exists(os.path.join(STUDIES, target)):
            yield target


def error_of(pages):
    try:
        papers.written(pages)
    except papers.Lost as error:
        return str(error)
    return None


def main():
    pages = papers.read(STUDIES)
    tap.result(list(incomplete(paper_rows.PAPERS)), "all figures and tables have rows")
    first = paper_rows.PAPERS[0]
    short = (first._replace(rows=first.rows[1:]), *paper_rows.PAPERS[1:])
    tap.result([] if list(incomplete(short)) else ["not seen"], "a row that lacks is seen")
    tap.result(list(empty_rows(paper_rows.PAPERS)), "every row has a value or a reason")
    tap.result(list(lost_commands(paper_rows.PAPERS)), "every command is a target")
    tap.result(list(lost_links(pages["README.md"])), "every link leads to a file")
    tap.result([] if papers.written(pages) == pages["README.md"] else ["it is not"],
               "the page is as its generator writes it, else: make study-papers")
    cell = next(row.here for row in first.rows if row.item == "Figure 12")
    line = next(x for x in pages[cell.page].splitlines() if x.startswith(f"| {cell.row[0]}"))
    other = {**pages, cell.page: pages[cell.page].replace(line, line.replace("%", "per cent"))}
    tap.result([] if papers.written(other) != pages["README.md"] else ["not seen"],
               "another value on a study's page is another value here")
    gone = {**pages, cell.page: pages[cell.page].replace(line, "")}
    added = {"tb/data/speed/more.json": {"why": "a reason of this test"}}
    given = papers.written(pages, {**papers.signed.older(), **added})
    row = "| a reason of this test | 1 | tb/data/speed/: more.json |"
    tap.result([] if row in given.splitlines() else ["not there"],
               "a record without a signature has its reason and name on the page")
    said = error_of(gone)
    tap.result([] if said and "no row" in said else [f"said {said}"],
               "a value that is gone from its page is an error")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
