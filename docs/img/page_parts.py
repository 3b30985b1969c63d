# SPDX-License-Identifier: Apache-2.0
"""Parts of pages that programs write, between <!-- NAME:begin --> and <!-- NAME:end -->."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tb/demo"))
import arrays  # noqa: E402


def filled(text, name, words, path):
    """`text` with `words` as its part `name`. ArrayError: it has not this part once."""
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        raise arrays.ArrayError(f"{path}: wants one '{begin}' and, after it, one '{end}'")
    before, rest = text.split(begin)
    return f"{before}{begin}\n{words}\n{end}{rest.split(end)[1]}"


def rewrite(path, name, words):
    """Puts `words` into the part `name` of the page at `path`, atomically."""
    with open(path, encoding="utf-8") as src:
        old = src.read()
    arrays.write_whole(path, filled(old, name, words, path))
