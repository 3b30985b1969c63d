#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs make and shows its progress; ./bootstrap calls it.

    progress.py LOG COMMAND...

Lines of the form "  CC   file" are steps: on a terminal the last one is shown in a line that is
overwritten, elsewhere one every ten seconds, with how many of all steps are done, as `make -n`
counts them. All other lines pass. LOG gets everything. The exit status of the command is returned.
"""
import os
import re
import subprocess
import sys
import time

STEP = re.compile(r"  [A-Z]{2,6} +\S")
PLANNED = re.compile(r"echo '  [A-Z]{2,6} ")
PERIOD = 10


def planned(command):
    """How many steps make would take; 0 if it cannot say."""
    done = subprocess.run([*command, "-n"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True, check=False)
    return sum(bool(PLANNED.match(line)) for line in done.stdout.splitlines())


class Shown:
    def __init__(self, total):
        self.live = sys.stdout.isatty()
        self.total, self.done, self.begin = total, 0, time.monotonic()
        self.last = self.begin

    def head(self):
        seconds = int(time.monotonic() - self.begin)
        of = f"/{self.total}" if self.total >= self.done else ""
        return f"[{self.done}{of}, {seconds // 60}:{seconds % 60:02}]"

    def clear(self):
        if self.live:
            print("\r\033[K", end="", flush=True)

    def step(self, line):
        self.done += 1
        if self.live:
            print(f"\r\033[K{self.head()}{line.rstrip()[1:90]}", end="", flush=True)
        elif time.monotonic() - self.last >= PERIOD:
            self.last = time.monotonic()
            print(f"{self.head()}{line.rstrip()[1:]}", flush=True)

    def built(self):
        """After the last step, before the first line of another kind and at the end."""
        if self.total and self.done >= self.total:
            print(f"{self.head()} built", flush=True)
            self.total = 0


def follow(lines, log, shown):
    for line in lines:
        log.write(line)
        if STEP.match(line):
            shown.step(line)
            continue
        shown.clear()
        shown.built()
        print(line, end="", flush=True)


def main():
    path, *command = sys.argv[1:]
    os.makedirs(os.path.dirname(path), exist_ok=True)
    shown = Shown(planned(command))
    if shown.total:
        print(f"bootstrap: {' '.join(command)}: {shown.total} steps, log {path}", flush=True)
    with open(path, "w", encoding="utf-8") as log, \
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                             errors="replace") as make:
        try:
            follow(make.stdout, log, shown)
        except KeyboardInterrupt:
            pass
    shown.clear()
    shown.built()
    if make.returncode:
        print(f"bootstrap: {' '.join(command)} failed, log {path}", file=sys.stderr)
    return make.returncode if make.returncode >= 0 else 128 - make.returncode


if __name__ == "__main__":
    sys.exit(main())
