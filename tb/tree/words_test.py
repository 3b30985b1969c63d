#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds pages, comments and printed texts against the tics of words.py (docs/develop/style.md).

  words_test.py                   the test; words_left.txt says what is still to be read
  words_test.py --list PATH...    every hit below these paths, and what to say instead
  words_test.py --count PATH...   hits by tic and by file
  words_test.py --lower           writes the limits of words_left.txt from today's text
"""
import bisect
import collections
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
import words  # noqa: E402
import words_text  # noqa: E402
from tap import end, result  # noqa: E402

LEFT = os.path.join(HERE, "words_left.txt")
# They show the tics.
EXEMPT = {"style.md", "words.py", "words_test.py"}


def compiled(rows, opening):
    for name, pattern, instead in rows:
        head = r"(?:\A|(?<=[^\d][.!?] ))" if opening else r"\b"
        tail = "" if opening else r"(?!\w)"
        yield name, re.compile(f"{head}(?:{pattern}){tail}"), instead


TICS = [*compiled(words.ANYWHERE, False), *compiled(words.OPENINGS, True)]
NAMES = [name for name, *_ in TICS]


def hits_in(piece):
    """(line number, tic, excerpt, what to say instead) of a piece."""
    starts, text = [], ""
    for _, line in piece:
        starts.append(len(text))
        text += " ".join(line.split()) + " "
    text = text[:-1]
    for name, pattern, instead in TICS:
        for match in pattern.finditer(text):
            at = bisect.bisect(starts, match.start()) - 1
            near = text[max(0, match.start() - 30):match.end() + 40].strip()
            yield piece[at][0], name, near, instead


def hits_of(path, root=ROOT):
    if os.path.basename(path) in EXEMPT:
        return []
    return sorted(hit for piece in words_text.pieces(path, root) for hit in hits_in(piece))


def tracked(below=()):
    """Tracked files and new ones that git does not ignore."""
    text = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "--", *below], cwd=ROOT,
                          check=True, capture_output=True, text=True).stdout
    return sorted(path for path in set(text.splitlines())
                  if os.path.isfile(os.path.join(ROOT, path)))


def left():
    """Prefixes of paths as (kind, path), and how often each tic may occur in unread ones."""
    paths, limits = [], {}
    with open(LEFT, encoding="utf-8") as src:
        for line in src:
            kind, _, rest = line.strip().partition(" ")
            if kind in ("unread", "read"):
                paths.append((kind, rest))
            elif kind == "limit":
                count, _, name = rest.partition(" ")
                limits[name] = int(count)
    return paths, limits


def is_unread(path, paths):
    """By the longest prefix of the path."""
    kinds = [(len(prefix), kind) for kind, prefix in paths
             if path == prefix or prefix.endswith("/") and path.startswith(prefix)]
    return bool(kinds) and max(kinds)[1] == "unread"


def count_unread(paths):
    return collections.Counter(name for path in tracked() if is_unread(path, paths)
                               for _, name, *_ in hits_of(path))


def lower():
    paths, _ = left()
    counts = count_unread(paths)
    with open(LEFT, encoding="utf-8") as src:
        kept = [line for line in src if not line.startswith("limit ")]
    with open(LEFT, "w", encoding="utf-8") as dst:
        dst.writelines(kept)
        dst.writelines(f"limit {counts[name]} {name}\n" for name in NAMES if counts[name])
    return 0


def list_hits(paths):
    for path in paths:
        for number, name, near, instead in hits_of(path):
            print(f"{path}:{number}: [{name}] ...{near}... -> {instead}")
    return 0


def count_hits(paths):
    by_tic, by_path = collections.Counter(), collections.Counter()
    for path in paths:
        for _, name, *_ in hits_of(path):
            by_tic[name] += 1
            by_path[path] += 1
    for table in (by_tic, by_path):
        for name, count in table.most_common():
            print(f"{count:6} {name}")
    print(f"{sum(by_tic.values()):6} in all")
    return 0


# Text of each kind of file with one tic, and the line that it is in.
SEEN = (
    ("a.md", "# What it is\n\nGood text,\nwhyever it is so.\n", 4, "whyever"),
    ("b.md", "Fine.\n\n    code lies here\n\n- an item\n- the byte lies there\n", 6, "lies"),
    ("c.md", "A line.\n\nA page. What follows\nis a sentence.\n", 3, "begins with What"),
    ("d.md", "| a | b |\n|---|---|\n| `lies` | written anew |\n", 3, "anew"),
    ("e.c", "/* Good. */\nint a; /* what is left of it */\n", 2, "begins with What"),
    ("f.c", "/*\n * The word is\n * behind it.\n */\n", 3, "behind"),
    ("g.c", "int c = '\"'; // fine\nputs(\"no\"\n  \"body: nobody\");\n", 3, "nobody"),
    ("h.sv", "/// Good.\n/// Of several requests,\n/// the first.\n", 2, "Of several, the"),
    ("i.py", 'A = 1\ndef f():\n    """It is the\n    neighbour\'s."""\n', 3, "clipped genitive"),
    ("j.mk", "a: b\n# written anew\n", 2, "anew"),
    ("k.c", "/* The byte\n   stands in r. */\n", 2, "stands"),
)
# Text with none.
UNSEEN = (
    ("a.md", "What is a line? `nobody` stands for no client, a stand-in.\n"),
    ("b.c", "int nobody = stands; /* 0 stands for all, and is left behind */\n"),
    ("c.py", "nobody = 'a card behind PCIe'\nputs('what it does')\n"),
    ("d.md", "## What it does\n\n| what it does |\n|---|\n| of use |\n\nWhat is it? This.\n"),
)


def self_check(folder):
    wrong = []
    for name, text, line, tic in SEEN:
        with open(os.path.join(folder, name), "w", encoding="utf-8") as dst:
            dst.write(text)
        found = [hit[:2] for hit in hits_of(name, folder)]
        if found != [(line, tic)]:
            wrong.append(f"{name}: {found}, not {[(line, tic)]}")
    result(wrong, "a tic is found in each kind of text, and its line")
    wrong = []
    for name, text in UNSEEN:
        with open(os.path.join(folder, name), "w", encoding="utf-8") as dst:
            dst.write(text)
        wrong += [f"{name}: {hit}" for hit in hits_of(name, folder)]
    result(wrong, "code and plain words are none")


def test():
    with tempfile.TemporaryDirectory(prefix="lp-words-") as folder:
        self_check(folder)
    paths, limits = left()
    result([f"{path}:{number}: [{name}] ...{near}... -> {instead}"
            for path in tracked() if not is_unread(path, paths)
            for number, name, near, instead in hits_of(path)],
           "text that has been read has no tic; docs/develop/style.md says what to write")
    counts = count_unread(paths)
    result([f"{name}: {counts[name]} times where {limits.get(name, 0)} were: words_test.py --list"
            for name in NAMES if counts[name] > limits.get(name, 0)],
           "text that is still to be read gains no tic")
    return end()


def main(args):
    if args[:1] == ["--lower"]:
        return lower()
    if args[:1] == ["--list"]:
        return list_hits(tracked(args[1:]))
    if args[:1] == ["--count"]:
        return count_hits(tracked(args[1:]))
    return test()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
