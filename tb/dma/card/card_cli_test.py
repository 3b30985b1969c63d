#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""linepress-card by sim:, which is the server, and by xdma:, whose driver is replaced by a shared
object: the output and files of its commands; each error is one line and leaves no file."""
import json
import os
import random
import signal
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from card_commands import (BUILD, CARD, CPU, LIMIT, content, refusal, run, selftest,  # noqa: E402
                           tap, there_and_back, told)

XDMA = ["-d", "xdma:/dev/xdma0", "--window", "3145728"]
LITEPCIE = ["-d", "litepcie:/dev/litepcie0", "--window", "3145728"]
SIM = ["-d", "sim:"]
SEED = int(os.environ.get("LP_SEED", random.SystemRandom().randrange(1, 1 << 31)))


def behind(driver, command, *words, **more):
    return run(CARD, command, *words, LD_PRELOAD=f"{BUILD}/card/{driver}_preload.so",
               PRELOAD_DIR=os.getcwd(), **more)


def xdma(command, *words, **more):
    return behind("xdma", command, *XDMA, *words, **more)


def litepcie(command, *words, **more):
    return behind("litepcie", command, *LITEPCIE, *words, **more)


def sim(command, *words, **more):
    return run(CARD, command, *SIM, *words, **more)


def all_codecs(command, *words, **more):
    """The simulated card, built with all codecs."""
    return run(CARD, command, "-d", "sim:CODECS=15", *words, **more)


def write_data():
    draw = random.Random(17)
    words = (struct.pack("<f", draw.random()) if draw.random() < .4 else bytes(4)
             for _ in range(30000))
    data = b"".join(words)
    with open("data", "wb") as file:
        file.write(data + b"tail!")
    with open("blocks", "wb") as file:
        for at in range(0, 20 * 4096, 4096):
            file.write(data[at:] + b"tail!")


def files(way, name):
    for codec in ("zvc", "bpc"):
        there_and_back(way, codec, name)
        os.rename("cpu.lpr", f"{codec}.lpr")


def files_with_kinds(way, name):
    """Files of mixed codecs, by the card's XZVC, EBD and best codec of each line."""
    draw = random.Random(SEED)
    lines = [struct.pack("<f", draw.gauss(0, 0.02))[2:] * 2 for _ in range(4000)]
    with open("weights", "wb") as file:
        file.write(b"".join(lines) + bytes(1000) + content("data")[:9000] + b"tail!")
    wrong, sizes = [], {}
    for codec in ("xzvc", "ebd", "mixed"):
        answer = way("compress", "--codec", codec, "--verify", "--json", "weights", f"{codec}.lpr")
        wrong += [] if answer[0] == 0 and json.loads(answer[1])["codec"] == codec else [answer]
        sizes[codec] = os.path.getsize(f"{codec}.lpr")
        for back in (run(CPU, "decompress", "-f", f"{codec}.lpr", "back"),
                     way("decompress", "-f", "--verify", f"{codec}.lpr", "back"),
                     way("decompress", "-f", "--codec", codec, f"{codec}.lpr", "back")):
            wrong += [] if back[0] == 0 and content("back") == content("weights") else [(codec, back)]
    tap.result(wrong, f"{name}: xzvc, ebd and mixed files there and back (seed {SEED})")
    tap.result([] if sizes["mixed"] < min(sizes["xzvc"], sizes["ebd"]) else [sizes],
               f"{name}: the best codec of each line is smaller than one of them")
    run(CPU, "compress", "--codec", "ebd", "weights", "alone")
    run(CPU, "compress", "--codec", "mixed", "--elem", "32", "weights", "wide")
    cases = ((("decompress", "alone", "none"), "lack the kinds"),
             (("decompress", "wide", "none"), "its elements have 32 bits"),
             (("decompress", "--codec", "ebd", "mixed.lpr", "none"), "corrupt"),
             (("decompress", "--codec", "zvc", "mixed.lpr", "none"), "codec is auto, not zvc"))
    tap.result([f"{words}: {bad}" for words, line in cases
                for bad in [refusal(way(*words), line)] if bad] +
               [n for n in os.listdir() if n == "none"], f"{name}: other files are refused")


def refused_files(way, name):
    corrupt = bytearray(content("bpc.lpr"))
    corrupt[200] ^= 1
    with open("corrupt", "wb") as file:
        file.write(corrupt)
    run(CPU, "compress", "--codec", "lz4", "data", "lz4.lpr")
    run(CPU, "compress", "--codec", "ebd", "data", "ebd.lpr")
    cases = ((("decompress", "corrupt", "none"), "checksum"),
             (("decompress", "bpc.lpr", "none"), "not of the profile"),
             (("decompress", "lz4.lpr", "none"), "no card has"),
             (("decompress", "ebd.lpr", "none"), "lack the kinds"),
             (("compress", "--codec", "mixed", "data", "none"), "this card has no codec mixed"),
             (("decompress", "mixed.lpr", "none"), "this card has no codec mixed"),
             (("compress", "--codec", "none", "data", "none"), "bpc, xzvc, ebd, mixed, not 'none'"),
             (("decompress", "data", "none"), "magic"),
             (("decompress", "missing", "none"), "No such file"),
             (("compress", "--codec", "zvc", "missing", "none"), "No such file"),
             (("compress", "data", "none"), "--codec is missing"),
             (("compress", "--codec", "lz4", "data", "none"), "zvc, bpc, xzvc"),
             (("compress", "--codec", "zvc", "data"), "IN and OUT"),
             (("bench", "--bytes", "33"), "multiple of 32"),
             (("info", "--bytes", "32"), "is not an option"))
    wrong = [f"{words}: {bad}" for words, line in cases
             for bad in [refusal(way(*words), line)] if bad]
    tap.result(wrong + [n for n in os.listdir() if n == "none" or n.startswith(".linepress-")],
               f"{name}: bad files and options have one line and leave nothing")


def troubles():
    tap.result(refusal(run(CARD, "selftest"), "no card is named"), "no card named")
    tap.result(refusal(run(CARD, "-d", "card", "info"), "begins with sim:"), "no such kind")
    answer = sim("info", LINEPRESS_CARD_SERVER="/nowhere")
    tap.result(refusal(answer, "make card-server"), "no server")
    tap.result(refusal(run(CARD, "-d", "xdma:/dev/xdma7", "info"), "modprobe xdma"), "no driver")
    tap.result(refusal(xdma("bench", "--timeout", "0.1", PRELOAD_DEAD="1"),
                       "did not answer in time"), "a dead card")
    tap.result(refusal(litepcie("compress", "--timeout", "0.1", "--codec", "zvc", "data", "none",
                                PRELOAD_DEAD="1"), "did not answer in time"), "dead streams")
    wrong = [answer[2] for answer in (
        litepcie("compress", "--codec", "zvc", "--verify", "blocks", "streams"),
        litepcie("decompress", "--verify", "streams", "blocks2")) if answer[0] != 0]
    tap.result(wrong or content("blocks") != content("blocks2"), "streams for many blocks")
    answer = litepcie("compress", "--codec", "zvc", "--verify", "data", "pokes", PRELOAD_OLD="1")
    tap.result(answer[2] or content("pokes") != content("zvc.lpr"), "a driver without streams")
    answer = run(CARD, "-d", "sim:faults=hang=40", "bench", "--timeout", "0.5", "--bytes", "65536",
                 "--seconds", "1")
    tap.result(refusal(answer, "did not answer in time"), "a machine whose memory answers no more")
    answer = run(CARD, "-d", "sim:faults=gone=5", "info")
    tap.result(refusal(answer, "the link is down"), "a card that is pulled while it is read")
    answer = run(CARD, "compress", "-d", "sim:faults=hang=40+100000", "--codec", "zvc", "--verify",
                 "data", "late.lpr")
    tap.result([] if answer[0] == 0 and "verified" in answer[1] else str(answer),
               "a machine whose memory answers late")
    answer = run(CARD, "list", "--json")
    tap.result([] if answer[0] == 0 and "cards" in json.loads(answer[1]) else str(answer), "list")


def busy():
    with subprocess.Popen([CARD, "bench", *XDMA, "--seconds", "60"], stdout=subprocess.PIPE,
                          env={**os.environ, "LD_PRELOAD": f"{BUILD}/card/xdma_preload.so",
                               "PRELOAD_DIR": os.getcwd()},
                          # A shell makes its background jobs ignore it.
                          preexec_fn=lambda: signal.signal(signal.SIGINT,
                                                           signal.SIG_DFL)) as other:
        other.stdout.readline()
        tap.result(refusal(xdma("info"), "another process has the card"), "a card that is busy")
        time.sleep(.2)
        other.send_signal(signal.SIGINT)
        said = other.stdout.read().decode()
        tap.result([] if other.wait(LIMIT) == 0 and "GB/s" in said else said,
                   "bench ends at SIGINT with what it has")


def main():
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        write_data()
        for name in ("xdma0_user", "xdma0_h2c_0", "xdma0_c2h_0", "xdma0_events_0",
                     "litepcie0"):
            with open(name, "w", encoding="utf-8"):
                pass
        for way, name, steps in ((sim, "sim", 120), (xdma, "xdma", 72),
                                 (litepcie, "litepcie", 72)):
            told(way, name)
            selftest(way, name, steps)
            files(way, name)
        selftest(all_codecs, "sim with all codecs", 240)
        files_with_kinds(all_codecs, "sim with all codecs")
        refused_files(xdma, "xdma")
        troubles()
        busy()
        os.chdir("/")
    return tap.end()


sys.exit(main())
