#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The figures of Buddy Compression that profiles give, on any snapshot sets.

    studies.py --linepress CLI [--hpc DIR]... [--dl DIR]... [--block NAME] [--only PAGE]...
        PAGES PICTURES

DIR is a snapshot set, or SET=TRAIN, where TRAIN is a set of the same program on another input: then
the targets of TRAIN are applied to SET besides. Rewrites PAGES/buddy-*.md between their markers
<!-- NAME:begin --> and <!-- NAME:end -->, and PICTURES/buddy-*-NAME.svg and heat maps
PICTURES/heat-PROGRAM.png. NAME is samples unless it is given. Exit status 2: bad use, a bad set, a
page without its markers.
"""
import argparse
import os
import sys
import tempfile

import page_parts
import study_pages
from study_program import Program, arrays, sides

HEAT = "buddy-heat"


def heat(programs, args):
    """A heat map a program; the page shows them one below the other."""
    words = []
    for side, members in sides(programs):
        for p in members:
            name = f"heat-{p.name}.png"
            arrays.call([p.linepress, "profile", "--json", "--heatmap",
                         os.path.join(args.pictures, name), "--force", p.path])
            words += [f"{p.name} ({study_pages.NAMES[side]}), {len(p.profile['allocations'])} "
                      f"allocations, {len(p.points)} points:", "",
                      f"![Heat map of {p.name}](../img/{name})", ""]
    return "\n".join(words).strip()


def programs_of(args):
    for side in ("hpc", "dl"):
        for text in getattr(args, side):
            path, _, train = text.partition("=")
            yield Program(args.linepress, side, path, train or None)


def page_of(name, programs, args, targets):
    """Text between the markers; writes its chart."""
    if name == HEAT:
        return heat(programs, args)
    words, chart = study_pages.PAGES[name](programs, targets)
    if chart is None:
        return words
    picture = f"{name}-{args.block}.svg"
    arrays.write_whole(os.path.join(args.pictures, picture), chart)
    return f"![{study_pages.TITLES[name]}](../img/{picture})\n\n{words}"


def make(args):
    programs = list(programs_of(args))
    if not programs:
        raise arrays.ArrayError("no snapshot set given (--hpc, --dl)")
    names = [p.name for p in programs]
    if len(set(names)) < len(names):
        raise arrays.ArrayError("two snapshot sets have the same name: " + ", ".join(names))
    with tempfile.TemporaryDirectory() as folder:
        for name in args.only or [*study_pages.PAGES, HEAT]:
            words = page_of(name, programs, args, os.path.join(folder, "targets.json"))
            page_parts.rewrite(os.path.join(args.pages, name + ".md"), args.block, words)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--linepress", required=True)
    parser.add_argument("--hpc", action="append", default=[])
    parser.add_argument("--dl", action="append", default=[])
    parser.add_argument("--block", default="samples")
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
