# SPDX-License-Identifier: Apache-2.0
"""Text between two markers of a document that scripts keep up to date."""
import whole


class MarkerError(Exception):
    """A one-line error message."""


def read(path):
    with open(path, encoding="utf-8") as src:
        return src.read()


def split(old, begin, end, path):
    """The text `old` of a document: (text before, rest of the line of `begin`, text between, text
    after) the two markers."""
    if old.count(begin) != 1 or old.count(end) != 1 or old.index(begin) > old.index(end):
        raise MarkerError(f"{path}: wants one '{begin}' and, after it, one '{end}'")
    before, rest = old.split(begin)
    between, after = rest.split(end)
    line, _, between = between.partition("\n")
    return before, line, between, after


def parts(path, begin, end):
    """The same of the document at `path`."""
    return split(read(path), begin, end, path)


def with_text(path, begin, end, text):
    """The document with `text` between its markers."""
    before, line, _, after = parts(path, begin, end)
    return f"{before}{begin}{line}\n{text}\n{end}{after}"


def rewrite(path, begin, end, text):
    whole.write_whole(path, with_text(path, begin, end, text))
