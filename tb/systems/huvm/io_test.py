#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Calls of the C library with memory that is not resident (io_*.c): a program of an ordinary user
has the same answers, errno and bytes under `linepress huvm` as alone. Each entry that is handled
according to entries.h is called."""
import os
import re
import subprocess
import sys
import tempfile

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")]
import tap  # noqa: E402
from entries_test import Table, libc, symbols  # noqa: E402

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
CC = os.environ.get("CC", "cc").split()
LINEPRESS = f"{BUILD}/linepress"
HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = "cmodel/systems/huvm/preload/entries.h"
GROUPS = ("files", "names", "sockets", "times", "processes", "messages", "streams", "threads")
NOBODY = {"user": 65534, "group": 65534, "extra_groups": []} if os.getuid() == 0 else {}
SIZES = ("--chunk", "16k", "--local", "160k", "--spare", "64k", "--slow", "0")
WAYS = {"faults by userfaultfd": ("run", *SIZES), "faults of protection":
        ("run", *SIZES, "--faults", "protection"),
        "recorded": ("record", "-o", "trace", "--chunk", "16k", "--window", "8")}
# Entries that other tests call.
ELSEWHERE = ("malloc.c", "mapping.c", "signals.c", "descriptors.c", "fork.c")
# They try for half a minute to reach another machine.
UNCALLED = {"rcmd", "rcmd_af", "rexec", "rexec_af"}


def numbers(table, folder):
    """Calls by number that this machine has."""
    names = [name for kind, name, _ in table.rows if kind in ("BOTH", "KERNEL")]
    with open(f"{folder}/io_numbers.h", "w", encoding="utf-8") as file:
        for name in names:
            file.write(f'#ifdef SYS_{name}\n{{"{name}", SYS_{name}}},\n#endif\n')


def build(folder, name, *flags):
    sources = [f"{HERE}/{file}" for file in sorted(os.listdir(HERE))
               if re.fullmatch(r"io_\w+\.c", file)]
    subprocess.run([*CC, "-O2", *flags, f"-I{folder}", "-o", f"{folder}/{name}", *sources,
                    "-lpthread", "-lrt", "-ldl"], check=True)
    os.chmod(f"{folder}/{name}", 0o755)
    return f"{folder}/{name}"


def run(words, folder, name):
    """Status, lines and standard error, in a new folder that every user may write to."""
    place = f"{folder}/{name}"
    os.mkdir(place)
    os.chmod(place, 0o777)
    done = subprocess.run(words, cwd=place, stdin=subprocess.DEVNULL, capture_output=True,
                          check=False, env={**os.environ, "TMPDIR": place}, **NOBODY)
    return done.returncode, done.stdout.decode("ascii", "replace").splitlines(), \
        done.stderr.decode("utf-8", "replace")


def compare(alone, under):
    if under[0] != alone[0]:
        yield f"status {under[0]}: {under[2]}"
    for mine, due in zip(under[1], alone[1]):
        if mine != due:
            yield f"'{mine}' where alone it is '{due}'"
    if len(under[1]) != len(alone[1]):
        yield f"{len(under[1])} lines, alone {len(alone[1])}"


def called(program, lines):
    used = subprocess.run(["nm", "-D", "--undefined-only", program], check=True,
                          capture_output=True, text=True).stdout
    return {line.split()[-1].split("@")[0] for line in used.splitlines()} | \
        {line.split()[0] for line in lines if not line.startswith("kernel ")}, \
        {line.split()[1] for line in lines if line.startswith("kernel ")}


def check_all_are_called(table, programs, outputs):
    by_name, by_number = set(), set()
    for program, lines in zip(programs, outputs):
        names, kernel = called(program, lines)
        by_name |= names
        by_number |= kernel
    own = {name for kind, name, _ in table.rows if kind == "KERNEL" and name not in table.exact}
    elsewhere = {name for name, path in table.files.items() if path in ELSEWHERE}
    handled = table.handled() - elsewhere
    if libc() is not None:
        handled &= symbols(libc())
    missing = sorted(handled - by_name - UNCALLED) + sorted(own - by_number)
    tap.result([f"{name} is not called" for name in missing], "each entry that is handled is called")


def main():
    table = Table(TABLE)
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        numbers(table, folder)
        programs = [build(folder, "plain"), build(folder, "fortified", "-D_FORTIFY_SOURCE=2")]
        outputs = []
        for program in programs:
            base = os.path.basename(program)
            for group in GROUPS:
                alone = run([program, group], folder, f"{base}-{group}")
                outputs.append((program, alone[1]))
                wrong = [] if alone[0] == 0 else [f"alone: status {alone[0]}: {alone[2]}"]
                for number, (way, words) in enumerate(WAYS.items()):
                    under = run([LINEPRESS, "huvm", *words, "--", program, group], folder,
                                f"{base}-{group}-{number}")
                    wrong += [f"{way}: {text}" for text in compare(alone, under)]
                tap.result(wrong, f"{base}, {group}: as alone")
        check_all_are_called(table, [p for p, _ in outputs], [lines for _, lines in outputs])
    return tap.end()


sys.exit(main())
