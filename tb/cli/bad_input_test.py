#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bad use and bad input of every command, one row each: a description, the command, the exit
status, words that standard error must have, and further conditions.

Unless a row says otherwise, a bad command leaves one line on standard error that begins with
"linepress: ", nothing on standard output, and no file in out/, whatever its name.
"""
import contextlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import bad_inputs
from bad_row import NOBODY, Run, Skip

PROGRAM = os.environ.get("LINEPRESS", os.environ.get("BUILD", "build") + "/linepress")
SECONDS = 10  # that one command may take


def execute(row, words):
    """Runs the command in the work folder, in the environment of the row."""
    environment = {**os.environ, "LC_ALL": "C", **row.env}
    user = {}
    if row.nobody and os.geteuid() == 0:
        user = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    with contextlib.ExitStack() as files:
        def opened(path, flags):
            number = os.open(path, flags, 0o644)
            files.callback(os.close, number)
            return number

        stdin = {"input": row.stdin}
        if not isinstance(row.stdin, bytes):
            stdin = {"stdin": opened(row.stdin or os.devnull, os.O_RDONLY)}
        stdout = opened(row.stdout, os.O_WRONLY | os.O_CREAT) if row.stdout else subprocess.PIPE
        done = subprocess.run(words, env=environment, stdout=stdout, stderr=subprocess.PIPE,
                              preexec_fn=row.limit, timeout=SECONDS, check=False, **stdin, **user)
    return Run(done.returncode, done.stdout or b"", done.stderr)


def holds(after):
    try:
        return after()
    except OSError:
        return False


def faults(row, run, left):
    """Differences from the row; left: the names in out/ that the row does not account for."""
    said = run.stderr.decode(errors="replace")
    lines = said.splitlines()
    if run.status != row.status:
        yield f"exit status {run.status}, not {row.status}"
    if len(lines) != row.lines or any(not line.startswith("linepress: ") for line in lines):
        yield f"not {row.lines} lines of its own on standard error"
    if not re.search(row.says, said):
        yield f"standard error does not say {row.says!r}"
    printed = run.stdout.decode(errors="replace")
    if not (re.search(row.prints, printed) if row.prints else printed == ""):
        yield f"standard output is {run.stdout[:200]!r}"
    if left:
        yield f"left behind: {left}"
    if row.after is not None and not holds(row.after):
        yield "what must hold afterwards does not"


def clear(folder):
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if os.path.isdir(path) and not os.path.islink(path):
            os.chmod(path, 0o755)
            shutil.rmtree(path)
        else:
            os.unlink(path)


def check(row, program):
    """The faults of a row, and the run; Skip is raised if it cannot be tried here."""
    clear("out")
    if row.before is not None:
        row.before()
    before = set(os.listdir("out"))
    words = [program, *(shlex.split(row.command) if isinstance(row.command, str)
                        else row.command)]
    try:
        run = row.act(words) if row.act else execute(row, words)
    except subprocess.TimeoutExpired:
        run = Run(None, b"", b"it does not end")
    except PermissionError as error:
        if not row.nobody:
            raise
        raise Skip(f"cannot become another user here: {error}") from error
    left = sorted(set(os.listdir("out")) - before - set(row.leaves))
    return list(faults(row, run, left)), run


def report(number, row, program):
    """Prints the row's line; returns whether it failed."""
    try:
        wrong, run = check(row, program)
    except Skip as reason:
        print(f"ok {number} - {row.name} # SKIP {reason}")
        return 0
    for text in wrong:
        print(f"# {text}")
    if wrong:
        print(f"# {row.command}")
        for line in run.stderr.decode(errors="replace").splitlines():
            print(f"# {line}")
    print(f"{'not ok' if wrong else 'ok'} {number} - {row.name}")
    return len(wrong) > 0


def main():
    program = os.path.abspath(PROGRAM)
    failed, number = 0, 0
    home = os.getcwd()
    work = tempfile.mkdtemp()
    os.chmod(work, 0o755)
    os.chdir(work)
    try:
        # Another user may not be able to reach the build folder.
        shutil.copy(program, "linepress")
        os.mkdir("out")
        os.chmod("out", 0o777)
        bad_inputs.make_files()
        for row in bad_inputs.rows():
            number += 1
            failed += report(number, row, os.path.join(work, "linepress"))
    finally:
        os.chdir(home)
        bad_inputs.clean_up(work)
        shutil.rmtree(work)
    print(f"1..{number}")
    return failed > 0


sys.exit(main())
