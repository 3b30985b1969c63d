# SPDX-License-Identifier: Apache-2.0
"""Shared by tests of linepress-card, for every transport."""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
import tap  # noqa: E402

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
CARD, CPU = f"{BUILD}/linepress-card", f"{BUILD}/linepress"
SERVER = f"{BUILD}/linepress-card-server"
LIMIT = 120


def run(*words, **more):
    """(exit status, stdout, stderr)"""
    env = {**os.environ, "LINEPRESS_CARD_SERVER": SERVER, **more}
    done = subprocess.run(words, capture_output=True, text=True, env=env, timeout=LIMIT,
                          check=False)
    return done.returncode, done.stdout, done.stderr


def refusal(answer, words, status=2):
    """Faults of a one-line error message."""
    got, _, err = answer
    if got != status or words not in err or err.count("\n") != 1:
        return f"status {got}: {err}"
    return None


def content(path):
    with open(path, "rb") as file:
        return file.read()


def told(way, name):
    """info and dump; `way` runs a command with options for a card."""
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


def there_and_back(way, codec, name):
    """A file `data` by the card and the CPU in all ways; the CPU's output is cpu.lpr."""
    wrong = []
    answer = way("compress", "--codec", codec, "--verify", "--json", "data", "card.lpr")
    if answer[0] != 0 or json.loads(answer[1])["verified"] is not True:
        wrong.append(str(answer))
    run(CPU, "compress", "--codec", codec, "data", "cpu.lpr")
    if codec == "zvc" and not wrong and content("card.lpr") != content("cpu.lpr"):
        wrong.append("not what linepress compress writes")
    run(CPU, "decompress", "card.lpr", "back")
    if content("back") != content("data"):
        wrong.append("linepress decompress does not read it")
    answer = way("decompress", "--verify", "card.lpr", "back2")
    if answer[0] != 0 or content("back2") != content("data"):
        wrong.append(str(answer))
    tap.result(wrong, f"{name}: {codec} files there and back")
