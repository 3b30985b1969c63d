#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Conventions of all commands: BYTES, help, the codecs' words, quotients of nothing, progress
on a terminal, and the names of what was written before a failure."""
import json
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import end, result, skip  # noqa: E402

LINEPRESS = os.path.abspath(os.environ.get("LINEPRESS",
                                           os.environ.get("BUILD", "build") + "/linepress"))
CARD = LINEPRESS + "-card"
EQUAL = (("64k", "65536"), ("64K", "65536"), ("64KiB", "65536"), ("64kiB", "65536"))
NO_BYTES = ("64KB", "64kB", "64kb", "64Ki", "64B", "64 k", "0x40", "1.5k", "k", "", "64kk", "1t",
            "17179869184g")
# The words before an option, where it needs some.
ACTIONS = {"swap": ("tune", "sample"), "huvm": ("", "run", "record")}
SLOW = 20  # seconds until a terminal must show progress


def run(*words, program=LINEPRESS, **more):
    return subprocess.run([program, *words], capture_output=True, text=True, check=False,
                          stdin=subprocess.DEVNULL, **more)


def commands(program=LINEPRESS):
    listed = run("--help", program=program).stdout.split("Commands:\n")[1].split("\n\n")[0]
    return [line.split()[0] for line in listed.splitlines()]


# ---- BYTES ----

def options_of_bytes():
    """(program, command, option) of each option whose value is BYTES by --help."""
    for program in (LINEPRESS, CARD):
        for command in commands(program):
            text = run(command, "--help", program=program).stdout
            for option in re.findall(r"^  (--[\w-]+) BYTES\b", text, re.M):
                yield program, command, option


def takes_bytes(program, command, option):
    """Faults of its grammar. A good value leads to another message, or to none."""
    for action in ACTIONS.get(command, ("",)):
        words = [command, *filter(None, [action])]
        if f"{option} takes a number of bytes" not in run(*words, option, "x",
                                                          program=program).stderr:
            continue
        wrong = [f"takes '{value}'" for value in NO_BYTES
                 if "takes a number of bytes" not in run(*words, option, value,
                                                         program=program).stderr]
        said = {value: run(*words, option, value, program=program).stderr.replace(
            value, "N").replace("65536", "N") for pair in EQUAL for value in pair}
        return wrong + [f"{one} is not {other}: {said[one]} {said[other]}" for one, other in EQUAL
                        if said[one] != said[other]]
    return ["is refused in another way"]


def check_bytes():
    found = list(options_of_bytes())
    result([] if len(found) >= 15 else found, f"{len(found)} options take BYTES")
    for program, command, option in found:
        result(takes_bytes(program, command, option),
               f"{os.path.basename(program)} {command} {option}: the grammar of BYTES")
    plain = run("buddy", "--page", "2m", "--metadata-cache", "32768", "lines").stdout
    for page, cache in (("2M", "32k"), ("2MiB", "32K"), ("2097152", "32KiB")):
        more = run("buddy", "--page", page, "--metadata-cache", cache, "lines").stdout
        result([] if plain and more == plain else [more], f"buddy: {page} is 2m, {cache} is 32768")


# ---- help ----

def check_help():
    for program in (LINEPRESS, CARD):
        name = os.path.basename(program)
        whole = run("--help", program=program).stdout
        wrong = [words for words in (("help",), ("help", "help"), ("help", "--help"))
                 if run(*words, program=program).stdout != whole]
        wrong += [command for command in commands(program)
                  if run("help", command, program=program).stdout !=
                  run(command, "--help", program=program).stdout]
        result(wrong, f"{name} help is --help, and help COMMAND is COMMAND --help")
        for words, says in ((("help", "bogus"), "unknown command 'bogus'"),
                            (("help", "a", "b"), "help: takes one command")):
            done = run(*words, program=program)
            result([] if done.returncode == 2 and says in done.stderr and not done.stdout and
                   done.stderr.count("\n") == 1 else [done], f"{name} {' '.join(words)}")


# ---- words of codecs ----

def check_words():
    for words in (("ratio", "--codec", "mixed", "lines"), ("ratio", "--codec", "auto", "lines"),
                  ("ratio", "--codec", "all", "lines"), ("buddy", "--codec", "auto", "lines"),
                  ("dma", "--codec", "auto", "lines"), ("decompress", "--list", "mixed.lpr"),
                  ("compress", "--codec", "auto", "lines", "new.lpr"),
                  ("decompress", "--codec", "zvc", "mixed.lpr", "new"),
                  ("ratio", "--codec", "auto", "--elem", "8", "lines")):
        done = run(*words)
        said = done.stdout + done.stderr
        result([] if re.search(r"\bmixed\b", said) and not re.search(r"\bauto\b", said) else [said],
               f"{' '.join(words)}: says mixed")
    for words, word, old in ((("profile", "--codec", "auto", "set"), "by-target", "auto"),
                             (("huvm", "--scenario", "case1", "--scale", "128", "--compress",
                               "link", "--data", "lines"), "by-group", "best")):
        done = run(*words)
        result([] if word in done.stdout and not re.search(rf"\b{old}\b", done.stdout) else
               [done.stdout, done.stderr], f"{words[0]}: says {word}")


# ---- nothing to divide ----

def check_nothing():
    open("empty", "wb").close()
    for words in (("compress", "--codec", "zvc", "empty", "empty.lpr"),
                  ("decompress", "empty.lpr", "back"), ("decompress", "--list", "empty.lpr")):
        text, answer = run(*words).stdout, json.loads(run(*words, "--json").stdout)
        row = answer["files"][0] if "files" in answer else answer
        result([] if re.search(r"ratio -$| - +empty.lpr$", text, re.M) and row["ratio"] is None
               else [text, answer], f"{' '.join(words)}: 0 bytes have no ratio")
    with open("access.txt", "w", encoding="ascii") as file:
        file.write("W 0 0\n")
    text = run("buddy", "--trace", "access.txt", "lines").stdout
    result([] if re.search(r"^read +0 +0 +0 +0 +- +- +-$", text, re.M) else [text],
           "buddy: no reads have no share and no latency")


# ---- terminals ----

def first_progress(*words):
    """Whether the command shows its progress on a terminal; it is ended then."""
    ours, theirs = pty.openpty()
    with subprocess.Popen([LINEPRESS, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=theirs) as process:
        os.close(theirs)
        shown, until = b"", time.monotonic() + SLOW
        while b"%" not in shown and time.monotonic() < until and process.poll() is None:
            if select.select([ours], [], [], 0.1)[0]:
                shown += os.read(ours, 1000)
        process.kill()
    os.close(ours)
    return shown


def check_progress():
    try:
        shown = first_progress("bench", "--codec", "zvc")
    except OSError:
        skip("bench: progress on a terminal", "no pseudo-terminals here")
        return
    result([] if b"bench 0 %" in shown else [shown],
           "bench: a terminal shows progress from the beginning")


# ---- several outputs ----

def check_written():
    done = run("profile", "--targets", "t.json", "--heatmap", "h.png", "--plots", "no/plots", "set")
    result([] if done.returncode == 2 and done.stderr.count("\n") == 1 and
           done.stderr.endswith(" (written before: t.json, h.png)\n") and
           os.path.exists("t.json") and os.path.exists("h.png") else [done.stderr],
           "profile: a failure names the outputs that were written before it")
    done = run("profile", "--targets", "no/t.json", "--heatmap", "h2.png", "set")
    result([] if done.returncode == 2 and "written before" not in done.stderr and
           not os.path.exists("h2.png") else [done.stderr], "profile: and names none before the first")
    with open("/dev/full", "wb") as full:
        done = subprocess.run([LINEPRESS, "compress", "--codec", "zvc", "-o", "many", "set"],
                              stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    result([] if done.returncode == 2 and re.search(
        r"^linepress: standard output: No space .* \(written before: .*, .*, .* and 2 more\)\n$",
        done.stderr) else [done.stderr], "compress: names three outputs, and counts the others")


def main():
    home = os.getcwd()
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        data = bytes(range(256)) * 40 + bytes(10000)
        for name in ("lines", *(f"set/{point}" for point in range(5))):
            os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
            if name != "lines":
                os.mkdir(name)
                name += "/a.bin"
            with open(name, "wb") as file:
                file.write(data)
        run("compress", "--codec", "mixed", "lines", "mixed.lpr")
        for check in (check_bytes, check_help, check_words, check_nothing, check_written,
                      check_progress):
            check()
        os.chdir(home)
        shutil.rmtree(work + "/many", ignore_errors=True)
    return end()


sys.exit(main())
