#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Traces of any length take 96 MiB at most, 64 of them for the records of open groups (256 with the
window of a decoder): warp traces through `trace --info`, texts of Accel-Sim through `trace --from`.
They are made while they are read. Instructions of each: LP_INSTRUCTIONS, 100000000 for the full
test."""
import os
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import end, result  # pylint: disable=wrong-import-position

from accelsim_text import Instruction, Kernel, strided
from long_trace import BASE, SIZE, warp_trace

LINEPRESS = os.path.abspath(
    os.environ.get("LINEPRESS", os.environ.get("BUILD", "build") + "/linepress"))
INSTRUCTIONS = int(os.environ.get("LP_INSTRUCTIONS", "2400000"))
MIB_MOST = 96
SANITIZED = "ASAN_OPTIONS" in os.environ  # which take memory of their own


def text(groups, rounds):
    """The same of a kernel of Accel-Sim; 400 instructions a round."""
    kernel = Kernel(3, grid=(groups, 1, 1))
    some = [Instruction("IMAD", [8], [4, 4]), Instruction("LDG.E", [4], [2], memory=strided(BASE, 4)),
            Instruction("STG.E", [], [2, 5], memory=strided(BASE + 128, 4)), Instruction("EXIT")]
    lines = "".join(kernel.line(i, (0, 0, 0, 0), 0) + "\n" for i in some * 100).encode()
    yield kernel.text.encode()
    for group in range(groups):
        yield (f"\n#BEGIN_TB\n\nthread block = {group},0,0\n\nwarp = 0\n"
               f"insts = {400 * rounds}\n").encode()
        for _ in range(rounds):
            yield lines
        yield b"\n#END_TB\n"


def feed(pieces, stream):
    try:
        held, size = [], 0
        for piece in pieces:
            held.append(piece)
            size += len(piece)
            if size > 1 << 20:
                stream.write(b"".join(held))
                held, size = [], 0
        stream.write(b"".join(held))
        stream.close()
    except BrokenPipeError:
        pass


def run(words, pieces, fifo=None):
    """(exit status, standard output, standard error, MiB)"""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen([LINEPRESS, "trace", *words], stdout=out, stderr=errors,
                                   stdin=subprocess.DEVNULL if fifo else subprocess.PIPE)
        stream = (lambda: open(fifo, "wb")) if fifo else lambda: process.stdin
        feeder = threading.Thread(target=lambda: feed(pieces, stream()), daemon=True)
        feeder.start()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        feeder.join(60)
        for file in (out, errors):
            file.seek(0)
        return process.returncode, out.read().decode(), errors.read().decode(), \
            usage.ru_maxrss / 1024


def check(name, instructions, ran):
    status, out, errors, mib = ran
    wrong = [] if status == 0 and f'"instructions": {instructions}' in out else \
        [f"status {status}: {errors or out[-500:]}"]
    if mib > MIB_MOST and not SANITIZED:
        wrong.append(f"{mib:.0f} MiB, at most {MIB_MOST}")
    result(wrong, f"{name}: {instructions} instructions in {mib:.0f} MiB")


def main():
    home = os.getcwd()
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        with open("kernelslist.g", "w", encoding="utf-8") as file:
            file.write(f"cudaMalloc,0x{BASE:x},{SIZE}\nkernel-1.traceg\n")
        os.mkfifo("kernel-1.traceg")
        words = ("--from", "accelsim", "--strict", "--json", "-o", "/dev/null", "kernelslist.g")
        for shape in ("groups", "one warp"):
            rounds = 5 if shape == "groups" else INSTRUCTIONS // 800
            groups = INSTRUCTIONS // 800 // rounds
            check(f"a warp trace, {shape}", groups * (800 * rounds + 1),
                  run(("--info", "-", "--json"), warp_trace(groups, rounds)))
            check(f"a text, {shape}", 800 * groups * rounds,
                  run(words, text(groups, 2 * rounds), "kernel-1.traceg"))
        os.chdir(home)
    return end()


sys.exit(main())
