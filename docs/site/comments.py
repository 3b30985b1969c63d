#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Doxygen's input filter: the comments of a public header in the form that Doxygen reads.

The header's own comment becomes that of the file, as it is laid out; a comment in front of a
declaration, or at the end of a line of one, becomes the declaration's.
"""
import re
import sys

COMMENT = re.compile(r"^([ \t]*)/\*(?!\*)(.*?)\*/[ \t]*(?=\n(?P<next>[^\n]*))", re.M | re.S)
TRAILING = re.compile(r"^([^\n/*]*[;,{\w)\"][ \t]+)/\*(?![*<])", re.M)


def head(text):
    """The text of the file's comment, and the rest."""
    found = re.match(r"/\* SPDX[^\n]*\n/\*\n(.*?)\*/\n", text, re.S)
    if not found:
        return text
    lines = [re.sub(r"^ \* ?", "", line) for line in found[1].rstrip().split("\n")]
    said = "\n".join(lines).replace("*/", "* /")
    return f"/** @file\n@verbatim\n{said}\n@endverbatim */\n" + text[found.end():]


def leading(match):
    body = match[2]
    if re.match(r"\s*(SPDX|\*?\s*----)", body) or not match["next"].strip():
        return match[0]
    return f"{match[1]}/**{body}*/"


def main():
    with open(sys.argv[1], encoding="utf-8") as src:
        text = head(src.read())
    text = COMMENT.sub(leading, text)
    print(TRAILING.sub(r"\1/**< ", text), end="")


main()
