#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of the C library's entries (cmodel/systems/huvm/preload/entries.h): against the installed
library's symbols, against what the preloaded object exports, and as C for another library."""
import fnmatch
import os
import re
import subprocess
import sys

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")]
import tap  # noqa: E402

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
CC = os.environ.get("CC", "cc").split()
FOLDER = "cmodel/systems/huvm/preload"
OBJECT = f"{BUILD}/huvm_preload/liblinepress_huvm.so"
OURS = ("lp_huvm_", "lpi_")
N = r"(\d+|\{\w+\})"
WORD = re.compile(rf"-|[sta]|[ixpz]{N}|[ixpoz]@\d([*+]{N})?|x\^\d|b@\d|x#|[vVw]@\d|[mM](@\d)?")


class Table:
    """`exact`: names of the C library to kinds; `patterns`; `rows`: of arguments, as text."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.release = re.search(r"Made from the symbols of: glibc ([\d.]+)", text)[1]
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        self.exact, self.patterns, self.twice, self.files = {}, [], [], {}
        self.rows = re.findall(r'^(CALL|BOTH|PINS|UNDER|KERNEL)\((\w+), "([^"]*)"\)$', text, re.M)
        for kind, name, _ in self.rows:
            if kind not in ("KERNEL", "UNDER"):
                self.add(name, kind)
        for kind, body in re.findall(r"^(OWN|NONE)\((.*?)\)$", text, re.M | re.S):
            what, names = re.findall(r'"([^"]*)"', re.sub(r'"\s*"', "", body))
            for name in names.split():
                if kind == "OWN":
                    self.files[name] = what
                self.add(name, kind)

    def add(self, name, kind):
        if re.search(r"[*?\[]", name):
            self.patterns.append(name)
        elif name in self.exact:
            self.twice.append(name)
        else:
            self.exact[name] = kind

    def has(self, name):
        return name in self.exact or any(fnmatch.fnmatchcase(name, p) for p in self.patterns)

    def handled(self):
        return {name for name, kind in self.exact.items() if kind != "NONE"}


def symbols(path):
    """Functions that an object exports, by name, without those of the C library itself."""
    text = subprocess.run(["nm", "-D", "--defined-only", path], check=True, capture_output=True,
                          text=True).stdout
    rows = [line.split() for line in text.splitlines()]
    return {row[2].split("@")[0] for row in rows
            if len(row) == 3 and row[1] in "TWi" and not row[2].endswith("@GLIBC_PRIVATE")}


def libc():
    with open("/proc/self/maps", encoding="ascii") as file:
        for line in file:
            if line.rstrip().endswith("/libc.so.6"):
                return line.split()[-1]
    return None


def check_rows(table):
    wrong = [f"{name} has two rows" for name in table.twice]
    for _, name, arguments in table.rows:
        words = arguments.split(" ")
        if len(words) > 6 or not all(WORD.fullmatch(word) for word in words):
            wrong.append(f"{name}: '{arguments}'")
    kernel = [name for kind, name, _ in table.rows if kind in ("KERNEL", "BOTH")]
    wrong += [f"{name} is two system calls" for name in set(kernel) if kernel.count(name) > 1]
    wrong += [f"{name} is in no group" for kind, name, _ in table.rows
              if kind == "UNDER" and table.exact.get(name) != "OWN"]
    tap.result(wrong, "each row can be read, and no function has two")


def check_library(table):
    path, says = libc(), "each entry of the C library has a row"
    try:
        release = os.confstr("CS_GNU_LIBC_VERSION").split()[-1]
    except (ValueError, OSError, AttributeError):
        release = None
    if path is None or release is None:
        tap.skip(says, "this machine's C library is not glibc")
        return
    there = symbols(path)
    missing = sorted(name for name in there if not table.has(name))
    if release != table.release:
        tap.skip(says, f"this glibc is {release}, the table is of {table.release}; "
                 f"without a row: {' '.join(missing) or 'none'}")
        return
    gone = sorted(name for name, kind in table.exact.items() if name not in there and
                  kind in ("OWN", "NONE"))
    stale = [p for p in table.patterns if not any(fnmatch.fnmatchcase(n, p) for n in there)]
    tap.result([f"{name} has no row" for name in missing] +
               [f"{name} is no entry of the C library" for name in gone + stale], says)


def check_object(table):
    exports = {name for name in symbols(OBJECT) if not name.startswith(OURS)}
    due = table.handled()
    tap.result([f"{name} is not exported" for name in sorted(due - exports)] +
               [f"{name} is exported, and has no row" for name in sorted(exports - due)],
               "the preloaded object exports exactly the functions of the table")
    wrong = []
    for name, path in table.files.items():
        with open(f"{FOLDER}/{path}", encoding="utf-8") as file:
            if name not in file.read():
                wrong.append(f"{path} does not have {name}")
    tap.result(wrong, "functions of their own are in the files that the table names")


def check_musl():
    says = "the preloaded object compiles with musl's headers"
    musl = "/usr/include/x86_64-linux-musl"
    if not os.path.isdir(musl):
        tap.skip(says, "no headers of musl (musl-dev)")
        return
    kernel = f"{BUILD}/huvm/kernel"
    os.makedirs(kernel, exist_ok=True)
    for name, path in (("linux", "/usr/include/linux"), ("asm-generic", "/usr/include/asm-generic"),
                       ("asm", "/usr/include/x86_64-linux-gnu/asm")):
        if not os.path.lexists(f"{kernel}/{name}"):
            os.symlink(path, f"{kernel}/{name}")
    own = subprocess.run([*CC, "-print-file-name=include"], check=True, capture_output=True,
                         text=True).stdout.strip()
    wrong = []
    folders = [(FOLDER, ""), ("cmodel/systems/huvm/client", "client_"),
               ("cmodel/systems/huvm/wire", "wire.c")]
    for folder, begin in folders:
        for name in sorted(os.listdir(folder)):
            if not name.endswith(".c") or not name.startswith(begin):
                continue
            done = subprocess.run([*CC, "-std=c11", "-nostdinc", "-Icmodel/include", "-isystem", musl,
                                   "-isystem", own, "-isystem", kernel, "-fsyntax-only", "-Wall",
                                   "-Werror", f"{folder}/{name}"], capture_output=True, text=True)
            if done.returncode != 0:
                wrong.append(f"{name}: " + next((line for line in done.stderr.splitlines()
                                                 if "error" in line), done.stderr))
    tap.result(wrong, says)


def main():
    table = Table(f"{FOLDER}/entries.h")
    check_rows(table)
    check_library(table)
    check_object(table)
    check_musl()
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
