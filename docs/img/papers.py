#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/studies/README.md: every figure and table of the papers, with the values here, and the records
and parts of pages that have no signed record.

    papers.py STUDIES    writes STUDIES/README.md between its marks, from the other pages there

Exit status 2: a value's table, row or column is not there.
"""
import json
import os
import re
import sys

import page_parts
import paper_rows

sys.path.insert(0, os.path.join(page_parts.ROOT, "tb/tree/records"))
import signed  # noqa: E402

HEAD = ("", "shows", "command", "on", "paper", "here", "why not, or what differs")


class Lost(Exception):
    """A one-line message about a value that is not where its row says."""


def cells(line):
    return [c.strip() for c in line.strip().strip("|").split("|")]


def tables(text):
    """(what is above it, head, rows) of each table of a page. Above it are the heading and the last
    mark or line before it."""
    heading = mark = said = ""
    lines = text.splitlines()
    place = 0
    while place < len(lines):
        line = lines[place]
        if line.startswith("#"):
            heading, mark, said = line, "", ""
        elif re.match(r"<!-- \w+:begin", line):
            mark = line.split()[1].partition(":")[0]
        elif line.startswith("|"):
            found = []
            while place < len(lines) and lines[place].startswith("|"):
                found.append(cells(lines[place]))
                place += 1
            yield f"{heading}\n{mark}\n{said}", found[0], found[2:]
            continue
        elif line.strip():
            said = line
        place += 1


def matches(row, wanted):
    """Whether the row begins with these cells; the last may be the begin of its cell."""
    last = len(wanted) - 1
    return len(row) > last and row[:last] == wanted[:last] and \
        (row[last] == wanted[last] or row[last].startswith(wanted[last] + " "))


def value(pages, cell):
    """Its text, without bold marks."""
    if cell.page not in pages:
        raise Lost(f"{cell.page}: no such page")
    found = [(head, row) for above, head, rows in tables(pages[cell.page])
             if re.search(rf"\b{re.escape(cell.under)}\b", above) for row in rows
             if matches(row, cell.row)]
    if not found:
        raise Lost(f"{cell.page}: no row {cell.row} under '{cell.under}'")
    head, row = found[0]
    if cell.column is None:
        pairs = list(zip(head, row))[len(cell.row):]
        said = ", ".join(f"{name} {text}" for name, text in pairs if text)
    elif isinstance(cell.column, int):
        said = row[cell.column]
    elif cell.column not in head:
        raise Lost(f"{cell.page}: no column '{cell.column}' under '{cell.under}'")
    else:
        said = row[len(head) - 1 - head[::-1].index(cell.column)]
    return cell.before + said.replace("**", "")


def here(pages, given):
    if isinstance(given, str):
        return given
    if isinstance(given, paper_rows.Cell):
        given = (given,)
    return "; ".join(value(pages, cell) for cell in given)


def counts(paper):
    no = sum(row.here == "not made" for row in paper.rows)
    drawn = sum(row.here == "a drawing" for row in paper.rows)
    same = sum(str(row.here).startswith("see figure") for row in paper.rows)
    if same == len(paper.rows):
        return f"{same} figures, all of them in the published paper again."
    return f"{len(paper.rows)} figures and tables: {len(paper.rows) - no - drawn} with results " \
        f"or inputs here, {drawn} that only explain, {no} not made."


def section(pages, paper):
    yield from (f"### {paper.title}", "", counts(paper), "")
    yield f"| {' | '.join(HEAD)} |"
    yield "|" + "---|" * len(HEAD)
    for row in paper.rows:
        yield "| " + " | ".join((row.item, row.shows, row.command or "–", row.on or "–", row.paper,
                                 here(pages, row.here), row.why or "–")) + " |"
    yield ""


def by_folder(paths):
    """Their names, after the folder that they are in."""
    folders = {}
    for path in sorted(paths):
        folder, name = os.path.split(path)
        folders.setdefault(folder, []).append(name)
    return "; ".join(f"{folder}/: {', '.join(names)}" for folder, names in folders.items())


def unsigned(records, parts):
    """Table of unsigned records, {path: {"why"}}, and of parts of pages, {why: {"PAGE PART"}}."""
    whys = {}
    for path, row in records.items():
        whys.setdefault(row["why"], []).append(path)
    rows = [[why, len(paths), by_folder(paths)] for why, paths in whys.items()]
    rows += [[why, len(names), "; ".join(sorted(names))] for why, names in parts.items()]
    return "\n".join(["", *page_parts.table(("why, and the command", "of them", "which"), rows), ""])


def parts_without_record():
    with open(page_parts.PARTS, encoding="utf-8") as file:
        return json.load(file)


def written(pages, records=None, parts=None):
    """The text of README.md, given the texts of all pages by name, and what has no record."""
    records = signed.older() if records is None else records
    parts = parts_without_record() if parts is None else parts
    lines = [line for paper in paper_rows.PAPERS for line in section(pages, paper)]
    text = page_parts.filled(pages["README.md"], "papers", "\n".join(["", *lines]), "README.md")
    return page_parts.filled(text, "unsigned", unsigned(records, parts), "README.md")


def read(folder):
    pages = {}
    for name in sorted(os.listdir(folder)):
        if name.endswith(".md"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                pages[name] = file.read()
    return pages


def main(folder):
    try:
        text = written(read(folder))
        path = os.path.join(folder, "README.md")
        with open(path + ".new", "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(path + ".new", path)
    except (Lost, page_parts.arrays.ArrayError, OSError) as error:
        print(f"papers: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
