#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the C, C++ and CUDA files are formatted by .clang-format; --apply formats them.

Other versions of clang-format lay out some lines differently, so that only the version of the tree
is used; where it is not installed, the test is skipped."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import end, result, skip  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
VERSION = 14
KINDS = ("*.c", "*.h", "*.cc", "*.cpp", "*.cu")
CHUNK = 64
NAME = "the C, C++ and CUDA files are formatted by .clang-format"


def find_tool():
    """The path of clang-format VERSION, or None."""
    for name in (f"clang-format-{VERSION}", "clang-format"):
        path = shutil.which(name)
        if path is None:
            continue
        text = subprocess.run([path, "--version"], text=True, check=False,
                              capture_output=True).stdout
        if re.search(rf"version {VERSION}\.", text):
            return path
    return None


def sources():
    if not os.path.exists(os.path.join(ROOT, ".git")):
        return []
    return subprocess.check_output(["git", "ls-files", "-z", *KINDS], cwd=ROOT,
                                   text=True).split("\0")[:-1]


def run(tool, files, *options):
    """The first complaint about each of the files."""
    places = []
    for at in range(0, len(files), CHUNK):
        text = subprocess.run([tool, *options, *files[at:at + CHUNK]], cwd=ROOT, text=True,
                              check=False, capture_output=True).stderr
        places += re.findall(r"^(\S+?:\d+):\d+: error", text, re.M)
    return list({place.split(":")[0]: place for place in reversed(places)}.values())


def finds_a_fault(tool):
    # Not inside the tree, whose files other tests read at the same time.
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "fault.c")
        with open(path, "w", encoding="ascii") as file:
            file.write("int  f(void);\n")
        return run(tool, [path], f"--style=file:{ROOT}/.clang-format", "--dry-run",
                   "-Werror") != []


def main():
    tool = find_tool()
    files = [name for name in sources() if os.path.exists(os.path.join(ROOT, name))]
    if sys.argv[1:] == ["--apply"]:
        if tool is None:
            sys.exit(f"format: clang-format {VERSION} is not installed: ./bootstrap format")
        run(tool, files, "-i")
        return 0
    if sys.argv[1:]:
        sys.exit("usage: format_test.py [--apply]")
    if tool is None or not files:
        skip(NAME, f"needs clang-format {VERSION} and a git checkout")
        return end()
    result(not finds_a_fault(tool), "a line with two blanks is found")
    result([f"{place}: make format" for place in run(tool, files, "--dry-run", "-Werror")], NAME)
    return end()


if __name__ == "__main__":
    sys.exit(main())
