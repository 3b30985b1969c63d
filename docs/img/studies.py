#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The figures of Buddy Compression that profiles give, on any snapshot sets.

    studies.py --linepress CLI [--hpc DIR]... [--dl DIR]... [--only PAGE]... PAGES PICTURES

DIR is a snapshot set, or SET=TRAIN: the targets come from TRAIN, a set of the same program on another
input, besides. Rewrites PAGES/buddy-*.md between their markers, and PICTURES/buddy-*.svg and heat maps
PICTURES/heat_PROGRAM.png. Without --only all pages are made. Exit status 2: bad use, a bad set.
"""
import argparse
import os
import sys
import tempfile

import study_pages
from study_program import Program, arrays, sides

HEAT = "buddy-heat"


def rewrite(page, name, words):
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    with open(page, encoding="utf-8") as src:
        old = src.read()
    if old.count(begin) != 1 or old.count(end) != 1 or old.index(begin) > old.index(end):
        raise arrays.ArrayError(f"{page}: wants one '{begin}' and, after it, one '{end}'")
    before, rest = old.split(begin)
    arrays.write_whole(page, f"{before}{begin}\n{words}\n{end}{rest.split(end)[1]}")


def heat(programs, pages, pictures):
    """A heat map a program; the page shows them side by side."""
    words = []
    for side, members in sides(programs):
        words += [f"**{study_pages.NAMES[side]}**", ""]
        for p in members:
            name = f"heat_{p.name}.png"
            arrays.call([p.linepress, "profile", "--json", "--heatmap",
                         os.path.join(pictures, name), "--force", p.path])
            words += [f"{p.name}, {len(p.profile['allocations'])} allocations, "
                      f"{len(p.points)} points:", "",
                      f"![Heat map of {p.name}]({os.path.relpath(pictures, pages)}/{name})", ""]
    rewrite(os.path.join(pages, HEAT + ".md"), HEAT, "\n".join(words).strip())


def programs_of(args):
    for side in ("hpc", "dl"):
        for text in getattr(args, side):
            path, _, train = text.partition("=")
            yield Program(args.linepress, side, path, train or None)


def make(args):
    programs = list(programs_of(args))
    if not programs:
        raise arrays.ArrayError("studies: no snapshot set given (--hpc, --dl)")
    with tempfile.TemporaryDirectory() as folder:
        for name, page in study_pages.PAGES.items():
            if args.only and name not in args.only:
                continue
            words, chart = page(programs, os.path.join(folder, "targets.json"))
            if chart is not None:
                arrays.write_whole(os.path.join(args.pictures, name + ".svg"), chart)
            rewrite(os.path.join(args.pages, name + ".md"), name, words)
    if not args.only or HEAT in args.only:
        heat(programs, args.pages, args.pictures)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--linepress", required=True)
    parser.add_argument("--hpc", action="append", default=[])
    parser.add_argument("--dl", action="append", default=[])
    parser.add_argument("--only", action="append", choices=[*study_pages.PAGES, HEAT])
    parser.add_argument("pages")
    parser.add_argument("pictures")
    try:
        make(parser.parse_args())
    except (arrays.ArrayError, OSError) as err:
        print(f"studies: {err}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
