# SPDX-License-Identifier: Apache-2.0
"""Boards that a card can be built for, fpga/boards/NAME.

A board's folder has board.txt (part, tool, what to install, state), top.sv, its constraints and,
for a vendor tool, build.tcl.
"""
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "synth"))
import rtl_files  # noqa: E402
import whole  # noqa: E402

BUILD = os.path.join(ROOT, os.environ.get("BUILD", "build"))
BOARDS = os.path.join(ROOT, "fpga/boards")
KEYS = ("title", "part", "tool", "install", "state")


class BoardError(Exception):
    """A one-line error message."""


def names():
    return sorted(n for n in os.listdir(BOARDS)
                  if os.path.exists(os.path.join(BOARDS, n, "board.txt")))


def read_board(name, open_tools=False):
    """{key: value} of board.txt; the tool's name may be followed by options. `open_tools`: those
    of a board for which its maker's are the default."""
    if name not in names():
        raise BoardError(f"unknown board '{name}' (there are {', '.join(names())})")
    found = {"name": name, "folder": os.path.join(BOARDS, name)}
    with open(os.path.join(found["folder"], "board.txt"), encoding="utf-8") as src:
        for line in src:
            key, _, value = line.strip().partition(" ")
            if key and not key.startswith("#"):
                found[key] = value.strip()
    missing = [k for k in KEYS if k not in found]
    if missing:
        raise BoardError(f"{name}/board.txt has no {', '.join(missing)}")
    if open_tools and "open" in found:
        found.update(tool=found["open"], install=found["wheels"])
    return found


def files_of(name, folder="fpga/boards"):
    """Files under rtl/ and fpga/boards/common that the top needs, each before its users."""
    modules = rtl_files.all_modules(tops=("rtl", "fpga/boards/common"))
    modules["top"] = f"{folder}/{name}/top.sv"
    order = rtl_files.order_of("top", modules, lambda n: rtl_files.text_of(modules[n]))
    paths = [modules[n] for n in order]
    return sorted(paths, key=rtl_files.is_package, reverse=True)


def git(*words):
    done = subprocess.run(["git", "-C", ROOT, *words], check=False, text=True, capture_output=True)
    return done.stdout.strip() if done.returncode == 0 else ""


def stamp():
    """The commit's first 8 digits as a number and its time, 0 where they are not known."""
    digits, when = git("rev-parse", "--short=8", "HEAD")[:8], git("log", "-1", "--format=%ct")
    when = os.environ.get("SOURCE_DATE_EPOCH", when or "0")
    if not re.fullmatch(r"\d{1,10}", when, re.A) or int(when) >= 1 << 32:
        raise BoardError(f"SOURCE_DATE_EPOCH={when} is no number of 32 bits")
    return int(digits or "0", 16), int(when)


def stamped(board, work):
    """A copy of the top with other defaults of its parameters: commit, time and those asked for."""
    commit, built = stamp()
    with open(os.path.join(board["folder"], "top.sv"), encoding="utf-8") as src:
        text = src.read()
    for name, value in board.get("params", {}).items():
        if name in ("GIT", "BUILT") or not -1 << 31 <= value < 1 << 31:
            raise BoardError(f"{name}={value}: " + ("of the build itself" if name in ("GIT", "BUILT")
                                                    else "not of 32 bits"))
    values = {**board.get("params", {}), "GIT": f"32'h{commit:08x}", "BUILT": built}
    for name, value in values.items():
        text, found = re.subn(rf"(parameter int {name} += )\d+\b", rf"\g<1>{value}", text)
        if found != 1:
            raise BoardError(f"{board['name']}/top.sv has no parameter {name}")
    path = os.path.join(work, "top.sv")
    whole.write_whole(path, text)
    return path


def folder_of(board):
    """Of its results."""
    words = "".join(f"-{k}{v}" for k, v in board["params"].items())
    return os.path.join(BUILD, "fpga/boards", board["name"] + words)


def parameters(work):
    """{name: value} of the top in a folder of results."""
    with open(os.path.join(work, "top.sv"), encoding="utf-8") as src:
        return {name: int(value) for name, value in
                re.findall(r"^ +parameter int (\w+) += (\d+)(?!')\b", src.read(), re.M)}


def leave_json(made, work):
    """board.json: what was made, by which commit and with which values of the top."""
    whole.write_whole(f"{work}/board.json", json.dumps(
        {**made, "git": f"{stamp()[0]:08x}", "top": parameters(work),
         "tried": "on no card"}, indent=1) + "\n")
