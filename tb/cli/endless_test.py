#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Inputs that do not end: each is refused with one line and status 2, before it has taken more
memory than its kind of input can need."""
import os
import re
import resource
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import end, result  # pylint: disable=wrong-import-position

LINEPRESS = os.path.abspath(
    os.environ.get("LINEPRESS", os.environ.get("BUILD", "build") + "/linepress"))
SECONDS = 300
MIB = 1 << 20
NPY = (b"\x93NUMPY\1\0\x40\0{'descr': '<f4', 'fortran_order': False, 'shape': (4, ), }"
       + b" " * 5 + b"\n")
WARPS = b"\x89LPW\r\n\x1a\n\1" + bytes(7)
CHUNKS = b"\x89LPH\r\n\x1a\n\1" + bytes(7)
ACCESSES = b"\x89LPT\r\n\x1a\n\1" + bytes(7)

# Name, command ("-" or /dev/stdin is the input), its start, the repeated part, the most MiB, the
# message.
ROWS = (
    ("check: the head", "check gbbr", b"", b"\0", 40, "longer than any case"),
    ("check: text", "check gbbr", b"", b"# linepress-cases ", 40, "longer than any case"),
    ("vectors: cases", "vectors gbbr -o out -", b"", b"x", 40, "longer than any case"),
    ("trace: no trace", "trace --info -", b"", b"\0", 40, "wrong magic"),
    ("trace: zeros after the header", "trace --info -", WARPS, b"\0", 40, "byte 21"),
    ("trace: a number without an end", "trace --info -", WARPS, b"\xff", 40, "byte 1"),
    ("huvm: no chunks", "huvm --scenario case.json", b"", b"\0", 40, "no number of"),
    ("huvm: a line", "huvm --scenario case.json", b"", b"1", 40, "no number of a chunk"),
    ("huvm: a comment", "huvm --scenario case.json", b"#", b"#", 40, "no number of a chunk"),
    ("huvm: a chunk trace that goes on", "huvm --scenario case.json",
     CHUNKS + (2).to_bytes(8, "little"), b"\0", 40, "after the trace"),
    ("buddy: a line of a trace", "buddy --trace - data", b"", b"R", 40, "malformed access"),
    ("buddy: a comment", "buddy --trace - data", b"#", b"#", 40, "malformed access"),
    ("buddy: a trace that goes on", "buddy --trace - data",
     ACCESSES + (1).to_bytes(8, "little"), b"\0", 40, "-"),
    ("vdnn: a text", "vdnn --gpu titanx --network /dev/stdin", b'{"a": "', b"a", 400, "not JSON.*more than"),
    ("batch: a text", "batch --net /dev/stdin", b'{"a": "', b"a", 400, "not JSON.*more than"),
    ("energy: a text", "energy --toggle 0.2 -", b'{"a": "', b"a", 400, "not JSON.*more than"),
    ("vdnn: a list", "vdnn --gpu titanx --network /dev/stdin", b'{"a": [', b"[1],", 3000, "not JSON.*more"),
    ("vdnn: blanks", "vdnn --gpu titanx --network /dev/stdin", b"", b" ", 400, "not JSON.*more than"),
    ("swap: a text", "swap plan --profile /dev/stdin", b'{"', b"a", 400, "."),
    ("huvm: a scenario", "huvm --scenario /dev/stdin", b'{"', b"a", 400, "more than"),
    ("buddy: targets", "buddy --targets /dev/stdin set", b'{"', b"a", 400, "more than"),
    ("ratio: an array that goes on", "ratio -", NPY + bytes(16), b"\0", 40, "after the end"),
    ("ratio: a header", "ratio -", b"\x93NUMPY\2\0\xff\xff\xff\xff", b" ", 40, "npy"),
    ("ratio: a header of version 3", "ratio -", b"\x93NUMPY\3\0\0\0\0\x80", b" ", 40, "npy"),
    ("decompress: no frame", "decompress - out", b"", b"\0", 40, "wrong magic"),
    ("decompress: blocks", "decompress --test -", b"\x89LPR\r\n\x1a\n", b"\xff", 40, "-"),
)
# Bytes that are meant to be in memory all at once.
WHOLE = (("dma: a pipe", "dma -"), ("buddy: a pipe", "buddy -"))


def feed(pipe, begin, again):
    block = again * (65536 // len(again))
    try:
        pipe.write(begin)
        while True:
            pipe.write(block)
    except OSError:
        pass
    finally:
        try:
            pipe.close()
        except OSError:
            pass


def run(command, begin, again):
    """(status, standard error, MiB at most), fed without an end."""
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen([LINEPRESS, *command.split()], stdin=subprocess.PIPE,
                                   stdout=subprocess.DEVNULL, stderr=said)
        feeder = threading.Thread(target=feed, args=(process.stdin, begin, again))
        feeder.start()
        timer = threading.Timer(SECONDS, process.kill)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        timer.cancel()
        feeder.join()
        said.seek(0)
        return process.returncode, said.read().decode(), usage.ru_maxrss / 1024


def check(name, command, begin, again, most, says):
    status, said, mib = run(command, begin, again)
    wrong = []
    if status != 2 or said.count("\n") != 1 or not re.search(says, said):
        wrong.append(f"status {status}: {said!r}")
    if mib > most:
        wrong.append(f"{mib:.0f} MiB, at most {most}")
    result(wrong, name)


def make_files():
    with open("data", "wb") as file:
        file.write(bytes(4096))
    os.mkdir("set")
    with open("set/a.p1", "wb") as file:
        file.write(bytes(4096))
    with open("case.json", "w", encoding="utf-8") as file:
        file.write('{"gpus": [{"memory_mib": 64}, {"memory_mib": 64}], "apps": [{"name": "a", '
                   '"gpus": [0], "footprint_mib": 32, "trace": "/dev/stdin"}]}')


def main():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    home = os.getcwd()
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        make_files()
        for row in ROWS:
            check(*row)
        for name, command in WHOLE:
            check(name, command, b"", b"\1", 1100, "more than 1073741824 bytes")
        left = sorted(os.listdir("."))
        result([] if left == ["case.json", "data", "set"] else left, "no file is left")
        os.chdir(home)
    return end()


sys.exit(main())
