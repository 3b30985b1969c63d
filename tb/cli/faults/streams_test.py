#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every command with a standard output that is full, closed, or without a reader, and without the
other standard streams: one line and status 2, or the end by SIGPIPE, and complete files."""
import os
import re
import shlex
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
from commands import COMMANDS, LINEPRESS, changes, in_work_folder, make_files, restore, tree
from tap import end, result  # pylint: disable=wrong-import-position

SECONDS = 120
NUMBERS = re.compile(r"\d+(\.\d+)?")  # times among them, which are others in each run


def run(words, stdout, prepare=None, stderr=subprocess.PIPE):
    return subprocess.run([LINEPRESS, *shlex.split(words)], stdin=subprocess.DEVNULL, stdout=stdout,
                          stderr=stderr, preexec_fn=prepare, timeout=SECONDS, check=False)


def with_full(words):
    with open("/dev/full", "wb") as full:
        return run(words, full)


def with_closed(words):
    return run(words, None, lambda: os.close(1))


def with_nobody(words, prepare=None):
    ours, theirs = os.pipe()
    os.close(ours)
    try:
        return run(words, theirs, prepare)
    finally:
        os.close(theirs)


def with_nobody_ignored(words):
    return with_nobody(words, lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN))


# A name, the action, the status, the message.
WAYS = (("full", with_full, 2, "No space left on device"),
        ("closed", with_closed, 2, "Bad file descriptor"),
        ("not read", with_nobody, -signal.SIGPIPE, None),
        ("not read, SIGPIPE ignored", with_nobody_ignored, 2, "Broken pipe"))


def faults(good, after, changed, done, status, says):
    said, before = (NUMBERS.sub("0", p.stderr.decode(errors="replace")) for p in (done, good))
    said = said[len(before):] if said.startswith(before) else said
    if not good.stdout:
        status, says = good.returncode, None
    if done.returncode != status:
        yield f"status {done.returncode}, not {status}: {said!r}"
    if says is None and said and not before.startswith(said):
        yield f"says {said!r}"
    if says is not None and (said.count("\n") != 1 or says not in said or
                             not said.startswith("linepress: ")):
        yield f"says {said!r}, not {says!r}"
    # Outputs with times differ from run to run.
    if any(name not in after for name in changed):
        yield f"leaves {sorted(changed)}"


def check(kind, words):
    before = tree()
    good = run(words, subprocess.PIPE)
    after = changes(before, kind)
    restore(before)
    wrong = []
    for name, way, status, says in WAYS:
        done = way(words)
        changed = changes(before, kind)
        restore(before)
        wrong += [f"{name}: {fault}" for fault in
                  faults(good, after, changed, done, status, says)]
        if "t" not in kind and any(after.get(path) != content and content is not None
                                   for path, content in changed.items()):
            wrong.append(f"{name}: a file is not whole")
    result(wrong, f"{words}: standard output that is full, closed, not read")


def check_others(kind, words):
    """Without standard input and standard error, files are the same."""
    before = tree()
    run(words, subprocess.PIPE)
    after = changes(before, kind)
    restore(before)
    done = run(words, subprocess.PIPE, lambda: (os.close(0), os.close(2)), None)
    changed = changes(before, kind)
    restore(before)
    result([] if done.returncode == 0 and (changed == after or "t" in kind) else
           [f"status {done.returncode}, {sorted(changed)}"],
           f"{words}: no standard input, no standard error")


def main():
    make_files()
    for kind, words in COMMANDS:
        check(kind, words)
        if "out" in words.split() or "-o" in words:
            check_others(kind, words)
    return end()


sys.exit(in_work_folder(main))
