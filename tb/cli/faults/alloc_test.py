#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each allocation of each command fails in turn, alone or with all after it: the command ends with
status 2 and one line, without output and files, or it works without that memory and the results are
unchanged. LP_SEED=n chooses the allocations that are tried; `all` tries every one."""
import os
import random
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
from commands import (BUILD, COMMANDS, LINEPRESS, SLOW, changes, in_work_folder, make_files,
                      restore, tree, without_numbers)
from tap import end, result  # pylint: disable=wrong-import-position

PRELOAD = BUILD + "/commands/failing.so"
SEED = int(os.environ.get("LP_SEED", random.SystemRandom().randrange(1, 1 << 31)))
RNG = random.Random(SEED)
ALL = sys.argv[1:2] == ["all"]
ONLY = sys.argv[2:]
TRIED = 12  # of each command, where not all are
SECONDS = 120


class Command:
    """One command in a folder that is always the same at its beginning."""

    def __init__(self, kind, words):
        self.kind, self.words = kind, shlex.split(words)
        self.before = tree()
        self.good, self.count = self.run(0)
        self.after = changes(self.before, kind)
        restore(self.before)

    def run(self, fails_at, goes_on=False):
        path = os.path.join(AWAY, "count")
        environment = {**os.environ, "LD_PRELOAD": PRELOAD, "LP_FAIL_AT": str(fails_at),
                       "LP_FAIL_COUNT": path, **({"LP_FAIL_ON": "1"} if goes_on else {})}
        try:
            done = subprocess.run([LINEPRESS, *self.words], env=environment, capture_output=True,
                                  stdin=subprocess.DEVNULL, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess([], -99, b"", b"does not end"), 0
        with open(path, encoding="ascii") as file:
            return done, int(file.read().split()[0])

    def fault(self, fails_at, goes_on):
        """Faults of the run in which this allocation fails; empty: none."""
        done, _ = self.run(fails_at, goes_on)
        changed = changes(self.before, self.kind)
        if changed:
            restore(self.before)
        said = done.stderr.decode(errors="replace")
        if done.returncode == self.good.returncode and changed == self.after and \
                without_numbers(done.stdout, self.kind) == \
                without_numbers(self.good.stdout, self.kind):
            return ""
        if done.returncode != 2:
            return f"status {done.returncode}, changed {sorted(changed)}, says {said[:200]!r}"
        # Its progress messages come before.
        part = said[:said[:-1].rfind("\n") + 1]
        if self.good.stderr.decode().startswith(part):
            said = said[len(part):]
        if said.count("\n") != 1 or not said.startswith("linepress: "):
            return f"says {said[:300]!r}"
        if done.stdout and not ("s" in self.kind and self.good.stdout.startswith(done.stdout)):
            return f"prints {done.stdout[:100]!r}"
        if {name: content for name, content in changed.items()
                if content is not None and self.after.get(name) != content}:
            return f"leaves {sorted(changed)}"
        return ""


def check(kind, words, most=None):
    command = Command(kind, words)
    places = list(range(1, command.count + 1))
    if most is not None and len(places) > most:
        places = sorted(RNG.sample(places, most))
    wrong = [] if command.good.returncode in (0, 1) else [command.good.stderr.decode()]
    for place in places:
        for goes_on in (False, True) if ALL else (RNG.random() < 0.5,):
            fault = command.fault(place, goes_on)
            if fault:
                wrong.append(f"allocation {place}{' and all after' * goes_on}: {fault}")
    result(wrong, f"{words}: {len(places)} of {command.count} allocations fail")


def main():
    print(f"# LP_SEED={SEED}")
    make_files()
    for kind, words in COMMANDS + (SLOW if ALL else ()):
        if not ONLY or words in ONLY:
            check(kind, words, None if ALL and (kind, words) not in SLOW else TRIED)
    return end()


AWAY = tempfile.mkdtemp()
try:
    STATUS = in_work_folder(main)
finally:
    shutil.rmtree(AWAY)
sys.exit(STATUS)
