#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the skeleton of a new codec: lines of equal words take one sector, others are stored raw. It
has a row in the table of codecs with the next id of framed files and the next number of pages, its
functions, a test, and its section of format.md. docs/develop/adding-a-unit.md says what comes next.

    new_codec.py foo [--dry-run]
"""
import argparse
import os
import re
import sys
import textwrap

import skeleton

TABLE = "cmodel/base/codecs.h"
FRAME, PAGE = "cmodel/include/linepress/frame.h", "cmodel/include/linepress/buddy.h"
FORMAT = "docs/reference/format.md"
# Help texts that list the codecs of files and of pages.
HELP = [f"cmodel/cli/{path}" for path in ("compress/compress.c", "ratio/ratio.c",
                                          "buddy/buddy_options.c", "profile/goal_options.h")]
HELP_WIDTH = 90
# Words of --codec that are no codec.
CHOICES = ("all", "best")
ROW = re.compile(r"^    ROW\(W, (.*)\) *\\?$", re.M)
LIST = re.compile(r'^    "(  --codec C +)(.*?)\\n"( \\)?\n((?:^    " {8,}.*\\n"(?: \\)?\n)*)', re.M)


def rows_of(text):
    return [[cell.strip() for cell in row.split(",")] for row in ROW.findall(text)]


def next_number(rows, column):
    return 1 + max(int(row[column]) for row in rows if row[column] != "NO")


def one(pattern, text, path, flags=re.M):
    found = list(re.finditer(pattern, text, flags))
    if len(found) != 1:
        raise skeleton.Refused(f"{path} has {len(found)} places like '{pattern}', not one")
    return found[0]


def replace(plan, path, pattern, text):
    """Puts a text in the place of what matches once."""
    old = plan.text_of(path)
    found = one(pattern, old, path)
    plan.change(path, old[:found.start()] + found.expand(text) + old[found.end():])


def add_row(plan, foo, frame, page):
    upper, text = foo.upper(), f'"{foo}"'
    row = f"    ROW(W, {foo + ',':<10} {upper + ',':<10} {text + ',':<12} {text + ',':<12} " \
          f"NULL,   {frame:2}, {page:2}, NO, NO, NO, NO, NO, NO) \\\n"
    replace(plan, TABLE, r"^(    ROW\(W, raw,)", row.replace("\\", "\\\\") + r"\1")


def add_member(plan, path, last, new):
    """Adds a member after the last of an enumeration."""
    replace(plan, path, rf"^(    {last}),?( /\*.*\*/)?\n\}};",
            rf"\1,\2\n    {new}\n}};")


def add_help(plan, path, foo):
    """Adds the word to the list of codecs, which ends with ; or with a choice among them, and wraps
    the text again."""
    old = plan.text_of(path)
    found = one(LIST.pattern, old, path)
    rest = re.findall(r'^    " +(.*)\\n"(?: \\)?$', found[4], re.M)
    said = " ".join([found[2], *rest])
    if ";" not in said:
        raise skeleton.Refused(f"{path}: the list of codecs does not end with ';'")
    listed, by, after = re.match(r"(.*?)((?:, by-\w+)?;)(.*)", said).groups()
    lines = textwrap.wrap(f"{listed}, {foo}{by}{after}", HELP_WIDTH - len(found[1]),
                          break_on_hyphens=False, break_long_words=False)
    indents = [found[1], *[" " * len(found[1])] * (len(lines) - 1)]
    end = found[3] or ""  # of a line of a macro
    text = "".join(f'    "{indent}{line}\\n"{end}\n' for indent, line in zip(indents, lines))
    plan.change(path, old[:found.start()] + text + old[found.end():])


def check(plan, foo, rows):
    skeleton.check_name("name", foo, r"[a-z][a-z0-9]*")
    for row in rows:
        if foo in (row[0], row[2].strip('"'), row[3].strip('"'), row[4].strip('"')):
            raise skeleton.Refused(f"'{foo}' is a codec or a word for one ({TABLE})")
    if foo in CHOICES:
        raise skeleton.Refused(f"'{foo}' is a word of --codec")
    if os.path.exists(os.path.join(skeleton.rtl_files.ROOT, "cmodel/lib", foo)):
        raise skeleton.Refused(f"cmodel/lib/{foo} is a folder of the library")
    for path in (FRAME, PAGE):
        if re.search(rf"\bLP_(?:CODEC|PAGE)_{foo.upper()}\b", plan.text_of(path)):
            raise skeleton.Refused(f"a constant for {foo.upper()} is taken in {path}")


def add_codec(plan, foo):
    rows = rows_of(plan.text_of(TABLE))
    check(plan, foo, rows)
    frame, page = next_number(rows, 5), next_number(rows, 6)
    if frame > 255 or page > 15:
        raise skeleton.Refused("no number is left")
    section = 1 + max(map(int, re.findall(r"^## (\d+)\.", plan.text_of(FORMAT), re.M)))
    words = {"foo": foo, "FOO": foo.upper(), "Name": foo.upper(), "SECTION": str(section)}
    for path, source in ((f"cmodel/lib/{foo}/{foo}.h", "foo.h"), (f"cmodel/lib/{foo}/{foo}.c", "foo.c"),
                         (f"cmodel/lib/{foo}/{foo}_codec.c", "foo_codec.c"),
                         (f"tb/lib/test_{foo}.c", "test_foo.c")):
        plan.add(path, skeleton.template(f"codec/{source}", words))
    add_row(plan, foo, frame, page)
    add_member(plan, FRAME, rf"LP_CODEC_\w+ = {frame - 1}", f"LP_CODEC_{foo.upper()} = {frame}")
    add_member(plan, PAGE, rf"LP_PAGE_\w+ = {page - 1}", f"LP_PAGE_{foo.upper()} = {page}")
    replace(plan, PAGE, rf"^#define LP_PAGE_CODECS {page}u", f"#define LP_PAGE_CODECS {page + 1}u")
    plan.append(FORMAT, skeleton.template("codec/format.md", words))
    for path in HELP:
        add_help(plan, path, foo)


def main(argv):
    parser = argparse.ArgumentParser(prog="new_codec.py", description="skeleton of a new codec")
    parser.add_argument("name", help="its word on the command line")
    parser.add_argument("--dry-run", action="store_true", help="print the files, write nothing")
    args = parser.parse_args(argv)
    return skeleton.run("new_codec", skeleton.Plan(), args.dry_run,
                        lambda plan: add_codec(plan, args.name))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
