#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A signal after each call that changes files, in every command that writes one: either the old
file is unchanged or the new one is complete, and no other file is left. LP_SEED=n chooses the calls
that are tried; `all` tries every one."""
import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
from commands import (BUILD, COMMANDS, LINEPRESS, changes, in_work_folder, make_files, restore,
                      tree)
from tap import end, result  # pylint: disable=wrong-import-position

PRELOAD = BUILD + "/commands/failing.so"
SEED = int(os.environ.get("LP_SEED", random.SystemRandom().randrange(1, 1 << 31)))
RNG = random.Random(SEED)
ALL = sys.argv[1:2] == ["all"]
TRIED = 10  # calls of each command, where not all are
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
SECONDS = 120
# Commands that replace existing outputs: a folder, a file, one with another name.
MORE = (("", "compress --codec zvc data old"), ("", "compress --codec zvc data linked"),
        ("", "vectors zvc-enc inputs -f -o packed-pack"),
        ("", "profile --plots plotted -f set"))


def run(words, call=0, number=signal.SIGTERM):
    """Its exit status, and the number of calls; None: it did not end."""
    path = os.path.join(AWAY, "count")
    if os.path.exists(path):
        os.unlink(path)
    environment = {**os.environ, "LD_PRELOAD": PRELOAD, "LP_SIGNAL_AT": str(call),
                   "LP_SIGNAL": str(int(number)), "LP_FAIL_COUNT": path}
    done = subprocess.run([LINEPRESS, *shlex.split(words)], env=environment, timeout=SECONDS,
                          capture_output=True, stdin=subprocess.DEVNULL, check=False)
    calls = None
    if os.path.exists(path):
        with open(path, encoding="ascii") as file:
            calls = int(file.read().split()[1])
    return done.returncode, calls


def is_whole(kind, several, changed, after):
    """Each file is old or new; for a command with one output, all of them alike."""
    if any(after.get(name, "none") != content for name, content in changed.items()
           if "t" not in kind or name not in after):
        return False
    some = [name for name in changed if changed[name] is not None]
    due = [name for name in after if after[name] is not None]
    return several or not some or "t" in kind or sorted(some) == sorted(due)


def check(kind, words):
    before = tree()
    status, count = run(words)
    after = changes(before, kind)
    restore(before)
    if status != 0 or not after:
        return
    several = words.split()[0] in ("compress", "decompress") and "-o" in words
    calls = list(range(1, count + 1))
    if not ALL and count > TRIED:
        # The last ones put the output in its place.
        calls = sorted(set(calls[-6:] + RNG.sample(calls, TRIED - 6)))
    wrong = []
    for call in calls:
        for number in SIGNALS if ALL else (RNG.choice(SIGNALS),):
            status, _ = run(words, call, number)
            changed = changes(before, kind)
            restore(before)
            # Calls after the last output do not matter.
            if status not in (-number, 0) or not is_whole(kind, several, changed, after):
                wrong.append(f"call {call}, {number.name}: status {status}, {sorted(changed)}")
    result(wrong, f"{words}: a signal at {len(calls)} of {count} calls")


def main():
    print(f"# LP_SEED={SEED}")
    make_files()
    shutil.copy("old", "linked")
    os.link("linked", "link")
    for kind, words in dict.fromkeys(COMMANDS + MORE):
        check(kind, words)
    return end()


AWAY = tempfile.mkdtemp()
try:
    STATUS = in_work_folder(main)
finally:
    shutil.rmtree(AWAY)
sys.exit(STATUS)
