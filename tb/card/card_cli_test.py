#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""linepress-card by sim:, which is the server, and by xdma:, whose driver a shared object stands
for: what its commands say and write, and that each trouble has one line and leaves nothing."""
import json
import os
import random
import signal
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
CARD, CPU = f"{BUILD}/linepress-card", f"{BUILD}/linepress"
SERVER, PRELOAD = f"{BUILD}/linepress-card-server", f"{BUILD}/card/xdma_preload.so"
XDMA = ["-d", "xdma:/dev/xdma0", "--window", "3145728"]
SIM = ["-d", "sim:"]
LIMIT = 120


def run(*words, **more):
    """(exit status, stdout, stderr)"""
    env = {**os.environ, "LINEPRESS_CARD_SERVER": SERVER, **more}
    done = subprocess.run(words, capture_output=True, text=True, env=env, timeout=LIMIT,
                          check=False)
    return done.returncode, done.stdout, done.stderr


def xdma(command, *words, **more):
    return run(CARD, command, *XDMA, *words, LD_PRELOAD=PRELOAD, XDMA_PRELOAD_DIR=os.getcwd(),
               **more)


def sim(command, *words, **more):
    return run(CARD, command, *SIM, *words, **more)


def refusal(answer, words, status=2):
    """What is wrong with one line of trouble."""
    got, _, err = answer
    if got != status or words not in err or err.count("\n") != 1:
        return f"status {got}: {err}"
    return None


def content(path):
    with open(path, "rb") as file:
        return file.read()


def write_data():
    draw = random.Random(17)
    words = (struct.pack("<f", draw.random()) if draw.random() < .4 else bytes(4)
             for _ in range(30000))
    with open("data", "wb") as file:
        file.write(b"".join(words) + b"tail!")


def files(way, name):
    """compress and decompress both ways, against the CPU's."""
    for codec in ("zvc", "bpc"):
        wrong = []
        answer = way("compress", "--codec", codec, "--verify", "--json", "data", "card.lpr")
        if answer[0] != 0 or json.loads(answer[1])["verified"] is not True:
            wrong.append(str(answer))
        run(CPU, "compress", "--codec", codec, "data", "cpu.lpr")
        if codec == "zvc" and content("card.lpr") != content("cpu.lpr"):
            wrong.append("not what linepress compress writes")
        run(CPU, "decompress", "card.lpr", "back")
        if content("back") != content("data"):
            wrong.append("linepress decompress does not read it")
        answer = way("decompress", "--verify", "card.lpr", "back2")
        if answer[0] != 0 or content("back2") != content("data"):
            wrong.append(str(answer))
        tap.result(wrong, f"{name}: {codec} files there and back")


def told(way, name):
    status, out, err = way("info", "--json")
    info = json.loads(out) if status == 0 else {}
    tap.result([] if info.get("major") == 1 and len(info.get("blocks", ())) >= 2 else err,
               f"{name}: info")
    status, out, err = way("dump")
    rows = [line.split() for line in out.splitlines()]
    tap.result([] if ["LCPI", "0000", "id", "4950434c"] in rows
               and any(row[2] == "pre.tail" for row in rows) else [out, err], f"{name}: dump")


def selftest(way, name, steps):
    status, out, err = way("selftest", "--json")
    answer = json.loads(out) if status == 0 else {}
    tap.result([] if answer.get("failed") == 0 and len(answer["steps"]) == steps else [out, err],
               f"{name}: selftest")


def refused_files(way, name):
    corrupt = bytearray(content("cpu.lpr"))
    corrupt[200] ^= 1
    with open("corrupt", "wb") as file:
        file.write(corrupt)
    run(CPU, "compress", "--codec", "lz4", "data", "lz4.lpr")
    cases = ((("decompress", "corrupt", "none"), "checksum"),
             (("decompress", "cpu.lpr", "none"), "not of the profile"),
             (("decompress", "lz4.lpr", "none"), "no card has"),
             (("decompress", "data", "none"), "magic"),
             (("decompress", "missing", "none"), "No such file"),
             (("compress", "--codec", "zvc", "missing", "none"), "No such file"),
             (("compress", "data", "none"), "--codec is missing"),
             (("compress", "--codec", "lz4", "data", "none"), "zvc, bpc"),
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
    tap.result(refusal(xdma("bench", "--timeout", "0.1", XDMA_PRELOAD_DEAD="1"),
                       "did not answer in time"), "a dead card")
    answer = run(CARD, "-d", "sim:faults=hang=40", "bench", "--timeout", "0.5", "--bytes", "65536",
                 "--seconds", "1")
    tap.result(refusal(answer, "did not answer in time"), "a machine whose memory answers no more")
    answer = run(CARD, "-d", "sim:faults=gone=5", "info")
    tap.result(refusal(answer, "sim:"), "a card that is pulled")
    answer = run(CARD, "compress", "-d", "sim:faults=hang=40+100000", "--codec", "zvc", "--verify",
                 "data", "late.lpr")
    tap.result([] if answer[0] == 0 and "verified" in answer[1] else str(answer),
               "a machine whose memory answers late")
    answer = run(CARD, "list", "--json")
    tap.result([] if answer[0] == 0 and "cards" in json.loads(answer[1]) else str(answer), "list")


def busy():
    with subprocess.Popen([CARD, "bench", *XDMA, "--seconds", "60"], stdout=subprocess.PIPE,
                          env={**os.environ, "LD_PRELOAD": PRELOAD,
                               "XDMA_PRELOAD_DIR": os.getcwd()}) as other:
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
        for name in ("user", "h2c_0", "c2h_0", "events_0"):
            with open(name, "w", encoding="utf-8"):
                pass
        for way, name, steps in ((sim, "sim", 120), (xdma, "xdma", 72)):
            told(way, name)
            selftest(way, name, steps)
            files(way, name)
        refused_files(xdma, "xdma")
        troubles()
        busy()
        os.chdir("/")
    return tap.end()


sys.exit(main())
