#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs from other projects behave the same alone as under `linepress capture` and `huvm`.

Each program of programs.py runs alone and under each command, with the C library's allocator,
jemalloc and tcmalloc. Output, errors, exit status and the files that it leaves must be the same.
The output of a program alone may differ from run to run; any of these outputs is right.

    compare.py --core                  what Debian's base has: part of `make test`
    compare.py [--only TEXT]...        all; or programs whose names have one of these texts
      --allocators A,... --under U,... glibc, jemalloc, tcmalloc; capture, run, record
      --record FILE                    JSON of all that was compared, with times
      --keep FOLDER                    what differed: both outputs, and the command

TAP on standard output; the exit status is 1 if anything differed. BUILD= is the build folder.
"""
import argparse
import collections
import datetime
import glob
import json
import os
import platform
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
import programs  # noqa: E402
import tap  # noqa: E402

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
LINEPRESS = f"{BUILD}/linepress"
ALLOCATORS = {"glibc": [], "jemalloc": ["libjemalloc.so.2"],
              "tcmalloc": ["libtcmalloc_minimal.so.4", "libtcmalloc.so.4"]}
UNDER = ("capture", "run", "record")
ALONE_RUNS = 3
# The reason why a successful run has no set: the length of the run was guessed wrong.
GUESSED_WRONG = re.compile(r"linepress: capture: .* ran ([0-9.]+) s,|is too short for|"
                           r"no block of \d+ bytes or more is live")

Outcome = collections.namedtuple("Outcome", "status out err more")


def library(allocator):
    """The path of an allocator's library; "" for the C library's, None if it is not installed."""
    for name in ALLOCATORS[allocator]:
        found = glob.glob(f"/usr/lib/*/{name}") + glob.glob(f"/usr/lib/{name}")
        if found:
            return found[0]
    return None if ALLOCATORS[allocator] else ""


def environment(folder, preload):
    env = {k: v for k, v in os.environ.items() if k in ("PATH", "LINEPRESS_LIBDIR", "TMPDIR")}
    env.update(HOME=folder, LC_ALL="C.UTF-8", TZ="UTC", PYTHONDONTWRITEBYTECODE="1",
               GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_SYSTEM="/dev/null")
    if preload:
        env["LD_PRELOAD"] = preload
    return env


class TooLong(Exception):
    """A run that did not end within its limit."""


def wait(process, limit):
    try:
        process.wait(timeout=limit)
    except subprocess.TimeoutExpired as err:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise TooLong(f"did not end within {limit:.0f} s") from err


def run(program, prefix, prepared, preload, limit):
    """An Outcome, and the seconds it took."""
    with tempfile.TemporaryDirectory(prefix="guest") as work:
        folder = f"{work}/work"
        shutil.copytree(prepared, folder, symlinks=True)
        begun = time.monotonic()
        with open(f"{work}/out", "w+b") as out, open(f"{work}/err", "w+b") as err:
            process = subprocess.Popen([*prefix(work), *program.words], cwd=folder,
                                       stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                       env=environment(folder, preload), start_new_session=True)
            try:
                more = program.beside(folder) or b""
            finally:
                wait(process, limit)
            took = time.monotonic() - begun
            out.seek(0)
            err.seek(0)
            said, complaints = out.read(), err.read()
        more += program.after(folder) or b""
        return Outcome(process.returncode, said, complaints, more), took


# ---- compared parts of an outcome ----

def lines_of(outcome):
    """(lines printed by the commands, the other lines of standard error)"""
    own, others = [], []
    for line in outcome.err.decode(errors="backslashreplace").splitlines(keepends=True):
        (own if line.startswith("linepress: ") else others).append(line)
    return "".join(own), "".join(others)


def seen(program, outcome):
    """The compared parts: status and texts, without the parts that differ from run to run."""
    out = outcome.out.decode(errors="backslashreplace")
    err = lines_of(outcome)[1]
    if program.rows:
        out = "\n".join(sorted(set(re.findall(program.rows, out + "\n" + err))))
        err = ""
    for pattern in program.hide:
        out, err = re.sub(pattern, "", out), re.sub(pattern, "", err)
    return Outcome(outcome.status, out, err, outcome.more)


class Alone:
    """The behaviour of a program alone: all outcomes of its runs so far."""

    def __init__(self, program, prepared, preload):
        self.program, self.prepared, self.preload = program, prepared, preload
        self.outcomes, self.took, self.cpu = [], 0, 0
        self.again()

    def again(self):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        outcome, self.took = run(self.program, lambda work: [], self.prepared, self.preload,
                                 self.program.seconds)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.outcomes.append(seen(self.program, outcome))

    def row_choices(self):
        """For a program whose output is a set of lines: those that not all runs printed."""
        said = [set(o.out.split("\n")) for o in self.outcomes]
        return set.union(*said) - set.intersection(*said)

    def accepts(self, outcome):
        found = seen(self.program, outcome)
        if found in self.outcomes:
            return True
        if not self.program.rows or found.more != self.outcomes[0].more:
            return False
        # A test whose result also varies alone shows nothing; nor does the sum of such tests.
        unsure = self.row_choices()
        names = {line.split(" ... ")[0] for line in unsure}
        tests = [{line for line in o.out.split("\n")
                  if line.split(" ... ")[0] not in names and " ... " in line}
                 for o in (found, self.outcomes[0])]
        return bool(unsure) and tests[0] == tests[1]


def first_difference(found, due):
    for name in Outcome._fields:
        a, b = getattr(found, name), getattr(due, name)
        if a == b:
            continue
        if isinstance(a, int):
            yield f"{name} {a}, alone {b}"
            continue
        at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
        yield f"{name}: {len(a)} long, alone {len(b)}; from {at} on: {a[at:at + 150]!r}"
        yield f"{name}: alone {b[at:at + 150]!r}"


# ---- under the commands ----

def capture_prefix(seconds):
    def prefix(work):
        return [LINEPRESS, "capture", "--malloc", "--points", "1", "--min", "1k", "--length",
                f"{seconds:.3f}s", "-o", f"{work}/set", "--"]
    return prefix


def huvm_prefix(kind):
    options = {"run": ["--local", "64m", "--spare", "64m", "--slow", "0", "--room", "4g"],
               "record": ["--room", "4g", "-f", "-o"]}[kind]

    def prefix(work):
        return [LINEPRESS, "huvm", kind, *options,
                *([f"{work}/trace"] if kind == "record" else []), "--"]
    return prefix


def under_capture(alone, limit):
    """The last outcome, its time, and whether there is a set. A set needs the run's length."""
    length = max(.002, alone.cpu)
    for _ in range(3):
        outcome, took = run(alone.program, capture_prefix(length), alone.prepared, alone.preload,
                            limit)
        own, _ = lines_of(outcome)
        wrong = GUESSED_WRONG.search(own)
        if outcome.status != 2 or not wrong:
            return outcome, took, True
        length = max(.002, float(wrong[1] or 0))
    # The program is too short for a picture: its status is not compared, everything else is.
    return outcome._replace(status=alone.outcomes[0].status), took, False


def under(kind, alone, limit):
    if kind == "capture":
        return under_capture(alone, limit)
    return (*run(alone.program, huvm_prefix(kind), alone.prepared, alone.preload, limit), True)


class Table:
    """Compares, prints and notes."""

    def __init__(self, options):
        self.options, self.rows = options, []

    def keep(self, name, program, kind, preload, found, due):
        folder = os.path.join(self.options.keep, re.sub(r"\W+", "_", name))
        os.makedirs(folder, exist_ok=True)
        words = capture_prefix(1) if kind == "capture" else huvm_prefix(kind)
        with open(f"{folder}/command", "w", encoding="utf-8") as file:
            file.write((f"LD_PRELOAD={preload} " if preload else "") +
                       shlex.join([*words("."), *program.words]) + "\n")
        for who, outcome in (("under", found), ("alone", due)):
            for field in Outcome._fields:
                value = getattr(outcome, field) if outcome else ""
                with open(f"{folder}/{who}.{field}", "wb") as file:
                    file.write(value if isinstance(value, bytes) else str(value).encode())

    def compare(self, program, allocator, kind, alone):
        name = f"{program.name}, {allocator}: {kind}"
        row = {"program": program.name, "allocator": allocator, "under": kind,
               "alone_seconds": round(alone.took, 3)}
        outcome, wrong = None, []
        try:
            limit = program.seconds + 20 * alone.took
            outcome, took, has_set = under(kind, alone, limit)
            while not alone.accepts(outcome) and len(alone.outcomes) < ALONE_RUNS:
                alone.again()
                if program.rows:
                    # Its tests wait for times that a busy machine does not keep.
                    row["runs"] = len(alone.outcomes)
                    outcome, took, has_set = under(kind, alone, limit)
            if not alone.accepts(outcome):
                wrong = [*first_difference(seen(program, outcome), alone.outcomes[0]),
                         *lines_of(outcome)[0].splitlines()]
            row.update(seconds=round(took, 3), set=has_set)
        except TooLong as err:
            wrong = [str(err)]
        if wrong and self.options.keep:
            self.keep(name, program, kind, alone.preload, outcome, alone.outcomes[0])
        row["same"] = not wrong
        self.rows.append(row)
        tap.result(wrong, name)

    def program(self, program, allocators, kinds):
        lacks = programs.lacks(program)
        if lacks:
            tap.skip(program.name, f"{lacks} is not installed (./bootstrap guests)")
            return
        with tempfile.TemporaryDirectory(prefix="guests") as prepared:
            program.prepare(prepared)
            for allocator in allocators:
                preload = library(allocator)
                if preload is None:
                    tap.skip(f"{program.name}, {allocator}",
                             f"{allocator} is not installed (./bootstrap guests)")
                    continue
                self.allocator(program, allocator, kinds, prepared, preload)

    def allocator(self, program, allocator, kinds, prepared, preload):
        try:
            alone = Alone(program, prepared, preload)
        except TooLong as err:
            tap.skip(f"{program.name}, {allocator}", f"alone it {err}")
            return
        for kind in kinds:
            self.compare(program, allocator, kind, alone)

    def record(self, path):
        same = sum(row["same"] for row in self.rows)
        summary = {"linepress_guests": 1, "date": datetime.date.today().isoformat(),
                   "machine": platform.machine(), "compared": len(self.rows),
                   "same": same, "rows": self.rows}
        with open(path, "w", encoding="utf-8") as file:
            json.dump(summary, file, indent=1)
            file.write("\n")


def parse(words):
    parser = argparse.ArgumentParser(description="compare programs alone and under the commands")
    parser.add_argument("--core", action="store_true")
    parser.add_argument("--only", action="append", metavar="TEXT")
    parser.add_argument("--allocators", default=",".join(ALLOCATORS))
    parser.add_argument("--under", default="capture,run")
    parser.add_argument("--record", metavar="FILE")
    parser.add_argument("--keep", metavar="FOLDER")
    options = parser.parse_args(words)
    options.allocators, options.under = options.allocators.split(","), options.under.split(",")
    for name, known in (("allocators", ALLOCATORS), ("under", UNDER)):
        if not set(getattr(options, name)) <= set(known):
            parser.error(f"--{name}: one or more of {', '.join(known)}")
    return options


def main(words=None):
    options = parse(words)
    table = Table(options)
    for program in programs.PROGRAMS:
        if (program.core or not options.core) and \
                (not options.only or any(text in program.name for text in options.only)):
            table.program(program, options.allocators, options.under)
    if options.record:
        table.record(options.record)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
