#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the transcripts of docs/start and docs/use and compares the output with the pages.

    transcripts_test.py [--write] [PAGE...]

A transcript is a fenced block of the kind `console`: lines that begin with "$ " are commands of
bash, run in one folder a page, in which the tree's files are found by their paths and programs of
build/ by their names; the lines up to the next command are its output, including standard error,
then "(exit N)" unless it is 0. A line "..." stands for any lines. Rates (Hz, B/s) and seconds are
those of the machine, so that their digits are not compared. --write replaces differing lines by the
commands' output, except for commands with a line "...".
"""
import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tb"))
from tap import end, result  # noqa: E402

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
RATE = re.compile(r"[0-9][0-9.,]*(?= *(?:[kMG]?Hz|[KMG]i?B/s|[KMG]?B per second|s)\b)")
ANY = "..."
# Another test holds this page: page.py.
OTHERS = ("docs/start/demo.md",)
SECONDS = 300


def text_of(path):
    with open(path, encoding="utf-8") as src:
        return src.read()


def commands(block):
    """[(command, lines that it is shown to print)]"""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line)
        else:
            raise SystemExit(f"transcripts_test.py: no command before '{line}'")
    return found


def folder_of_links(work):
    """The tree's files by their paths, in a writable folder."""
    for name in os.listdir(ROOT):
        if name not in ("build", ".git"):
            os.symlink(os.path.join(ROOT, name), os.path.join(work, name))
    os.symlink(os.path.join(ROOT, os.environ.get("BUILD", "build")), os.path.join(work, "build"))


def run(command, work):
    env = {**os.environ, "LC_ALL": "C", "COLUMNS": "100",
           "PATH": os.path.join(work, "build") + os.pathsep + os.environ["PATH"]}
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=work, env=env, check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=SECONDS)
    said = done.stdout.decode("utf-8", "replace").splitlines()
    return said + [f"(exit {done.returncode})"] * (done.returncode != 0)


def steady(line):
    return re.sub(r"\s+", " ", RATE.sub("N", line)).strip()


def fits(shown, said):
    """Whether lines with "..." in them fit these."""
    if not shown:
        return not said
    if shown[0] == ANY:
        return any(fits(shown[1:], said[i:]) for i in range(len(said) + 1))
    return bool(said) and steady(shown[0]) == steady(said[0]) and fits(shown[1:], said[1:])


def tried(page, write):
    """Differences from the page, and how many commands it has; `write` corrects the page."""
    text, wrong, parts, at, count = text_of(page), [], [], 0, 0
    with tempfile.TemporaryDirectory() as work:
        folder_of_links(work)
        for block in BLOCK.finditer(text):
            lines = []
            for command, shown in commands(block[1]):
                said = run(command, work)
                count += 1
                good = fits(shown, said)
                if not good:
                    wrong += [f"$ {command}"] + [f"  {line}" for line in said]
                lines += [f"$ {command}", *(shown if good or ANY in shown else said)]
            parts += [text[at:block.start(1)], "\n".join(lines) + "\n"]
            at = block.end(1)
    if write and wrong:
        with open(page, "w", encoding="utf-8") as out:
            out.write("".join(parts) + text[at:])
    return wrong or (["there is no transcript"] if count == 0 else []), count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", nargs="*")
    parser.add_argument("--write", action="store_true", help="put in what the commands print")
    args = parser.parse_args()
    os.chdir(ROOT)
    with_blocks = [page for page in glob.glob("docs/use/*.md") if BLOCK.search(text_of(page))]
    for page in args.pages or sorted({*glob.glob("docs/start/*.md"), *with_blocks} - set(OTHERS)):
        wrong, count = tried(page, args.write)
        result(wrong, f"{page}: {count} commands print what it shows, else: make transcripts")
    for shown, said, good in ((["a", ANY, "b"], ["a", "x", "b"], True), (["a"], ["b"], False),
                              (["1 Hz"], ["27 Hz"], True), ([ANY, "b"], ["a"], False)):
        result(fits(shown, said) != good, f"{shown} {'fits' if good else 'does not fit'} {said}")
    return end()


if __name__ == "__main__":
    sys.exit(main())
