#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The file of `linepress buddy`: mapped or read, it gives the same lines; a large one takes memory
only where it is used; one that is shortened while it is in use is an error."""
import os
import resource
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(
    os.environ.get("LINEPRESS", os.environ.get("BUILD", "build") + "/linepress"))
GIB = 1 << 30
MOST_KIB = 256 * 1024  # of them 128 MiB a table of pages


def is_sanitized():
    """Whether the program was built with a sanitizer, which needs much memory for itself."""
    with open(PROGRAM, "rb") as file:
        text = file.read()
    return b"__asan_init" in text or b"__tsan_init" in text


def run(*arguments, **more):
    """Standard output of a run whose exit status is 0; else None."""
    done = subprocess.run([PROGRAM, "buddy", "--json", *arguments], stdout=subprocess.PIPE,
                          check=False, **more)
    return done.stdout if done.returncode == 0 else None


def same_lines(name, begin, *options):
    """Whether a file from byte `begin` on and the same bytes through a pipe give the same."""
    with open(name, "rb") as file:
        os.lseek(file.fileno(), begin, os.SEEK_SET)
        mapped = run(*options, "-", stdin=file)
    with open(name, "rb") as file:
        piped = run(*options, "-", input=file.read()[begin:])
    return mapped is not None and mapped == piped


def npy(name, data_bytes):
    """An array of bytes; the header has 128."""
    head = f"{{'descr': '|u1', 'fortran_order': False, 'shape': ({data_bytes},), }}"
    head = head.ljust(117) + "\n"
    with open(name, "wb") as file:
        file.write(b"\x93NUMPY\1\0" + len(head).to_bytes(2, "little") + head.encode())
        file.write(os.urandom(data_bytes))


def check_lines():
    page = os.sysconf("SC_PAGESIZE")
    for size in (1, 127, 128, 129, page - 1, page, page + 1, 2 * page, 2 * page + 64, 100000):
        with open("raw", "wb") as file:
            file.write(os.urandom(size))
        for begin in (0, 1, 37, 64, 128, page - 1, page, page + 3):
            if begin < size:
                yield (f"{size} bytes from byte {begin} on, mapped and piped",
                       same_lines("raw", begin, "--codec", "zvc"))
    for data in (1, 2 * page - 128, 2 * page - 128 - 64, 2 * page):
        npy("array.npy", data)
        yield f"array of {data} bytes, mapped and piped", same_lines("array.npy", 0)
        yield "the same as raw bytes, --sweep", same_lines("array.npy", 0, "--raw", "--sweep")


def check_large():
    """4 GiB, of which two lines are written and three read."""
    with open("large", "wb") as file:
        file.truncate(4 * GIB - 100)
        file.write(b"begin")
        file.seek(4 * GIB - 105)
        file.write(b"end")
    last = 4 * GIB // 128 - 1
    with open("few", "w", encoding="utf-8") as file:
        file.write(f"W 0\nW {last * 128}\nR 0\nR {last * 128}\nR {2 * GIB}\n")
    for option in ((), ("--sweep",), ("--target", "16", "--page", "2m")):
        said = run(*option, "--trace", "few", "large")
        yield f"4 GiB {' '.join(option)}", said is not None and b'"lines": 33554432' in said
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f"# {peak} KiB at most")
    yield "little of 4 GiB is in memory", is_sanitized() or peak < MOST_KIB


def check_shrinking():
    """The program opens the file and then waits for its trace; meanwhile the file is cut."""
    with open("shrinks", "wb") as file:
        file.write(os.urandom(1 << 20))
    os.mkfifo("trace")
    with subprocess.Popen([PROGRAM, "buddy", "--trace", "trace", "shrinks"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as program:
        with open("trace", "w", encoding="utf-8") as trace:  # waits for the program to open it
            os.truncate("shrinks", 4096)
            trace.write("W 0\nW 0x80000\nR 0x80000\n")
        out, error = program.communicate(timeout=60)
    yield "a file that becomes shorter is an error", program.returncode == 2 and out == b"" and (
        error == b"linepress: shrinks: cannot be read any more; did the file become shorter?\n")


def main():
    failed = number = 0
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        for check in (check_lines, check_large, check_shrinking):
            for name, good in check():
                number += 1
                failed += not good
                print(f"{'ok' if good else 'not ok'} {number} - {name}")
        os.chdir("/")
    print(f"1..{number}")
    return failed > 0


sys.exit(main())
