# SPDX-License-Identifier: Apache-2.0
"""Parts of pages that programs write, between <!-- NAME:begin --> and <!-- NAME:end -->.

Most parts are written again by a test. The others are in PARTS with the SHA-256 of their text, which
changes with them; tb/tree/parts_test.py refuses a part that was changed by hand.
"""
import hashlib
import json
import os
import re
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
PAGES = os.path.join(ROOT, "docs/studies")
PARTS = os.path.join(ROOT, "tb/tree/records/parts.json")
PART = re.compile(r"<!-- ([\w-]+):begin[^\n]*-->(.*?)<!-- \1:end", re.S)
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
    write(path, filled(old, name, words, path), [name])


def digests(text):
    """{part: SHA-256 of its text}"""
    return {name: hashlib.sha256(words.encode()).hexdigest() for name, words in PART.findall(text)}


def write(path, text, names):
    """The page, atomically. Those of its parts `names` that are in PARTS get their new digests."""
    arrays.write_whole(path, text)
    if os.path.dirname(os.path.abspath(path)) != PAGES:
        return
    with open(PARTS, encoding="utf-8") as file:
        known = json.load(file)
    found = digests(text)
    for parts in known.values():
        for part in parts:
            page, _, name = part.partition(" ")
            if page == os.path.basename(path) and name in names:
                parts[part] = found[name]
    arrays.write_whole(PARTS, json.dumps(known, indent=1) + "\n")
