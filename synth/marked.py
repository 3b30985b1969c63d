# SPDX-License-Identifier: Apache-2.0
"""Text that scripts keep up to date in a document, between two markers."""
import area


class MarkerError(Exception):
    """One line that says what went wrong."""


def read(path):
    with open(path, encoding="utf-8") as src:
        return src.read()


def parts(path, begin, end):
    """(what stands before, the rest of the line of `begin`, between, behind) the two markers."""
    old = read(path)
    if old.count(begin) != 1 or old.count(end) != 1 or old.index(begin) > old.index(end):
        raise MarkerError(f"{path}: wants one '{begin}' and, after it, one '{end}'")
    before, rest = old.split(begin)
    between, behind = rest.split(end)
    line, _, between = between.partition("\n")
    return before, line, between, behind


def with_text(path, begin, end, text):
    """The document with `text` between its markers."""
    before, line, _, behind = parts(path, begin, end)
    return f"{before}{begin}{line}\n{text}\n{end}{behind}"


def rewrite(path, begin, end, text):
    area.write_whole(path, with_text(path, begin, end, text))
