# SPDX-License-Identifier: Apache-2.0
"""Answers of a command with JSON, for tests that calculate them a second time."""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

LINEPRESS = os.path.abspath(os.environ.get("LINEPRESS",
                                           os.environ.get("BUILD", "build") + "/linepress"))


class Command:
    """A command of linepress."""

    def __init__(self, name, timeout=300):
        self.name, self.timeout = name, timeout

    def call(self, *options):
        return subprocess.run([LINEPRESS, self.name, *map(str, options)], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, check=False, timeout=self.timeout)

    def text(self, *options):
        done = self.call("--json", *options)
        assert done.returncode == 0, (options, done.stderr)
        return done.stdout

    def result(self, *options):
        """The one object that it prints."""
        return json.loads(self.text(*options))

    def results(self, *options):
        """The objects that it prints, one a line."""
        return [json.loads(line) for line in self.text(*options).splitlines()]

    def refused(self, part, *options):
        """Exit status 2, one line that has this part, and no output."""
        done = self.call(*options)
        return (done.returncode == 2 and done.stderr.count("\n") == 1 and part in done.stderr and
                done.stdout == "")


def close(a, b):
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b))


def run(*checks):
    """The exit status. Each check gets a folder of its own and yields (name, whether it holds)."""
    with tempfile.TemporaryDirectory() as work:
        for check in checks:
            folder = os.path.join(work, check.__name__)
            os.mkdir(folder)
            for name, good in check(folder):
                tap.result(not good, name)
    return tap.end()
