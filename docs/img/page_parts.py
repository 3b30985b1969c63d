# SPDX-License-Identifier: Apache-2.0
"""Parts of pages that programs write, between <!-- NAME:begin --> and <!-- NAME:end -->."""
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
sys.path.insert(0, os.path.join(ROOT, "tb/demo"))
sys.path.append(os.path.join(ROOT, "synth"))
import arrays  # noqa: E402
import marked  # noqa: E402


def table(head, rows):
    """The lines of a table."""
    return [f"| {' | '.join(map(str, row))} |" for row in (head, ["---"] * len(head), *rows)]


def table_text(head, rows):
    return "\n".join(table(head, rows))


def filled(text, name, words, path):
    """`text` with `words` as its part `name`. ArrayError: it has not this part once."""
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    try:
        before, line, _, after = marked.split(text, begin, end, path)
    except marked.MarkerError as error:
        raise arrays.ArrayError(str(error)) from None
    return f"{before}{begin}{line}\n{words}\n{end}{after}"


def all_filled(text, parts, path):
    """`text` with the words of {name: words} as its parts, which are all that it has."""
    there = re.findall(r"<!-- (\w+):begin -->", text)
    if sorted(there) != sorted(parts):
        raise arrays.ArrayError(f"{path}: has not each table once: {sorted(set(there) ^ set(parts))}")
    for name, words in parts.items():
        text = filled(text, name, words, path)
    return text


def rewrite(path, name, words):
    """Puts `words` into the part `name` of the page at `path`, atomically."""
    with open(path, encoding="utf-8") as src:
        old = src.read()
    arrays.write_whole(path, filled(old, name, words, path))
