#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""linepress-card by uart:, with the cycle models of lp_card_uart and lp_card at a pseudo terminal:
a good line, bytes that are wrong, lost or extra, and everything that is not a card."""
import concurrent.futures
import fcntl
import os
import pty
import random
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../adapters/python"))
os.environ.setdefault("LINEPRESS_LIB", os.path.abspath(os.environ.get("BUILD", "build")))
sys.dont_write_bytecode = True
import linepress  # noqa: E402
from card_commands import (BUILD, CARD, CPU, LIMIT, content, refusal, run,  # noqa: E402
                           selftest, tap, there_and_back, told)

# As of the Versa-5G.
BOARD = ("MEM_LOG2=17", "CODECS=1", "CHANNELS=2", "FLITS=40", "BURST=4", "READ=16", "HOST=0",
         "WINDOW=0")
# One channel, both codecs, BPC's serial units.
SMALL = ("CODECS=3", "CHANNELS=1", "FLITS=18", "READ=4")
SEED = int(os.environ.get("LP_SEED", random.SystemRandom().randrange(1, 1 << 31)))
# Requests after the doorbell of `compress small`, before its file is complete.
AFTER = 60


class Card:
    """A card in a separate process, which ends with this one."""

    def __init__(self, *faults):
        # pylint: disable-next=consider-using-with
        self.process = subprocess.Popen([f"{BUILD}/card/uart_card", *BOARD, *faults], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.line = self.process.stdout.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(LIMIT)

    def way(self, command, *words):
        return run(CARD, command, "-d", f"uart:{self.line}", *words)


def write_data(path, words):
    draw = random.Random(18)
    with open(path, "wb") as file:
        for _ in range(words):
            file.write(struct.pack("<f", draw.random()) if draw.random() < .4 else bytes(4))
        file.write(b"tail!")


def clean():
    with Card() as card:
        told(card.way, "uart")
        selftest(card.way, "uart", 48)
        there_and_back(card.way, "zvc", "uart")
        write_data("large", 30000)
        run(CPU, "compress", "--codec", "zvc", "large", "large.lpr")
        tap.result(refusal(card.way("decompress", "large.lpr", "none"), "at once")
                   or os.path.exists("none"), "blocks that its memory has no room for")
        with open(card.line, "rb", buffering=0) as other:
            fcntl.flock(other, fcntl.LOCK_EX)
            tap.result(refusal(card.way("info"), "another process has the card"), "it is busy")
        return card.way("dump")


EACH = (("flipped", "flip=.0015"), ("lost", "lose=.001"), ("extra", "extra=.001"),
        ("late", "late=.05"))
CASES = [(name, (fault, "seed=5"), "dump") for name, fault in EACH] + [
    ("a file", ("flip=.001", "late=.001", "seed=3"), "compress", "--codec", "zvc",
     "small", "spoilt.lpr"),
    ("mute", ("mute=60",), "dump", "--timeout", "0.3"),
    ("slower", ("cycles=12",), "info", "--timeout", "0.5"),
    ("faster", ("cycles=2",), "info", "--timeout", "0.5"),
    ("silent", ("lose=1",), "info", "--timeout", "0.3"),
    ("noise", ("noise=1",), "info", "--timeout", "0.5")]


def spoilt(case):
    """Output of a command over a line with faults; it waits most of its time."""
    _, faults, *words = case
    with Card(*faults) as card:
        return card.way(*words)


def copies():
    """Bytes of card memory over a line with faults, as they came back."""
    data = random.Random(1).randbytes(2400)
    with Card("flip=.001", "seed=1") as card, linepress.Card(f"uart:{card.line}") as memory:
        memory.poke(4096, data)
        return [] if memory.peek(4096, len(data)) == data else "other bytes"


def both_codecs():
    with Card(*SMALL) as card:
        selftest(card.way, "uart, one channel, serial BPC", 72)
        there_and_back(card.way, "bpc", "uart, one channel, serial BPC")


def sdram():
    """The ULX3S's 32 MiB, with the cycle model of lp_sdram and a chip that checks its timing."""
    with Card("sdram=1", "MEM_LOG2=25") as card:
        selftest(card.way, "uart, SDRAM", 48)
        there_and_back(card.way, "zvc", "uart, SDRAM")


def loaded_again(after):
    """A board that is loaded again so many requests after a doorbell: the right file, or one line
    and no file. Returns (what is said, what is wrong)."""
    name = f"again{after}.lpr"
    with Card(f"reset={after}") as card:
        answer = card.way("compress", "--codec", "zvc", "--timeout", "1", "small", name)
    if answer[0] == 0:
        wrong = content(name) != content("small.lpr")
        return "", f"after {after}: a wrong file" if wrong else ""
    bad = refusal(answer, "") or (f"after {after}: a file" if os.path.exists(name) else "")
    return answer[2], bad


def check_loaded_again():
    run(CPU, "compress", "--codec", "zvc", "small", "small.lpr")
    draw = random.Random(SEED)
    found = [loaded_again(after) for after in (AFTER, *(draw.randrange(1, 300) for _ in range(6)))]
    wrong = [bad for _, bad in found if bad]
    if "was reset or loaded again" not in found[0][0]:
        wrong.append(f"after {AFTER}: {found[0][0] or 'it is not seen'}")
    tap.result(wrong, f"a board that is loaded again in mid-transfer, LP_SEED={SEED}")


def check_spoilt(said, dump):
    for name, _ in EACH:
        tap.result([] if said[name][:2] == dump[:2] else said[name], f"bytes {name}: dump")
    answer = run(CPU, "decompress", "spoilt.lpr", "spoilt")
    same = os.path.exists("spoilt") and content("spoilt") == content("small")
    tap.result([] if same else [said["a file"], answer], "bytes flipped, replies late: a file")
    tap.result(refusal(said["mute"], "did not answer in time"),
               "a card that stops answering")
    tap.result(refusal(said["silent"], "no answer within 300 ms at 1000000 baud"),
               "a card that never answers")
    tap.result(refusal(said["noise"], "is no reply of a card"), "garbage instead of answers")
    for name in ("slower", "faster"):
        tap.result(refusal(said[name], "at 1000000 baud"), f"a line that is {name} than the card")


def pulled():
    with Card() as card:
        with subprocess.Popen([CARD, "bench", "-d", f"uart:{card.line}", "--seconds", "60",
                               "--codec", "zvc", "--bytes", "4096"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as bench:
            time.sleep(.3)
            card.process.kill()
            _, err = bench.communicate(timeout=LIMIT)
            tap.result(refusal((bench.returncode, "", err), "cannot be reached"),
                       "a line that is pulled")


def refused():
    master, slave = pty.openpty()
    name = os.ttyname(slave)
    os.chmod(name, 0)
    with open("file", "wb"):
        pass
    cases = [("/dev/null", "is no serial line"), ("file", "is no serial line"),
             ("/dev/ttyNONE", "no such card"), ("/dev/null,12345", "not of the form"),
             ("/dev/null,", "not of the form"), ("", "not of the form"),
             (",9600", "not of the form")]
    if os.geteuid() != 0:
        cases.append((name, "no permission"))
    wrong = [f"{rest}: {bad}" for rest, words in cases
             for bad in [refusal(run(CARD, "-d", f"uart:{rest}", "info"), words)] if bad]
    tap.result(wrong, "names and files that are no line")
    os.close(master)
    os.close(slave)


def main():
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        write_data("data", 700)
        write_data("small", 200)
        with concurrent.futures.ThreadPoolExecutor(len(CASES) + 1) as pool:
            answers = pool.map(spoilt, CASES)
            copied = pool.submit(copies)
            dump = clean()
            pulled()
            refused()
            tap.result(copied.result(), "bytes flipped: copies of card memory")
            check_spoilt(dict(zip((case[0] for case in CASES), answers)), dump)
        both_codecs()
        sdram()
        check_loaded_again()
        os.chdir("/")
    return tap.end()


sys.exit(main())
