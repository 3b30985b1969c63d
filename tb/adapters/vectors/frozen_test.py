#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The frozen packs are unchanged, and the program still writes the same. TAP."""
import os
import shutil
import subprocess
import sys
import tempfile

import packs

sys.path.insert(0, os.path.join(packs.ROOT, "tb"))
from tap import end, result  # noqa: E402

MOST = 256 << 10


def copy_to(work):
    folder = os.path.join(work, "packs")
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    shutil.copy(os.path.join(packs.HERE, packs.HASHES), folder)
    for name, _ in packs.rows():
        shutil.copytree(os.path.join(packs.HERE, name), os.path.join(folder, name))
    return folder


def change(path, at, bit):
    data = bytearray(packs.read(path))
    data[at] ^= bit
    with open(path, "wb") as dst:
        dst.write(data)


def made_again(work):
    packs.make(work)
    version, was = packs.recorded(packs.HERE)
    wrong = packs.moved(was, packs.hashes(work))
    if wrong and packs.version_of(work) == version:
        wrong[0] += " moves while the format is still that version: raise LPI_PACK_VERSION"
    return wrong


def changed_bytes(work):
    """A bit of each file, in its middle, and of the sidecar's first digit of a sum."""
    folder, problems = copy_to(work), []
    for path in packs.hashes(folder):
        full = os.path.join(folder, path)
        at = os.path.getsize(full) // 2
        change(full, at, 1)
        if not any(path in line for line in packs.damage(folder)):
            problems.append(f"{path}: a changed byte is not found")
        change(full, at, 1)
    if packs.damage(folder):
        problems.append("what was changed back is still damaged")
    os.remove(os.path.join(folder, "gbbr/order.hex"))
    if not packs.damage(folder):
        problems.append("a file that has gone is not missed")
    return problems


def freeze(folder):
    done = subprocess.run([sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "freeze.py"), folder],
                          check=False, stderr=subprocess.PIPE)
    return done.returncode, done.stderr.decode()


def moved_hashes(work):
    """freeze.py does not replace a different frozen file unless the version differs."""
    folder, problems = copy_to(work), []
    path = os.path.join(folder, packs.HASHES)
    text = packs.read(path).decode()
    digest = text.splitlines()[1].split()[0]
    for version, status in (("", 2), ("9", 0)):
        with open(path, "w", encoding="utf-8") as dst:
            dst.write(text.replace(digest, "0" * 64).replace("version ", f"version {version}"))
        before = packs.read(path)
        got, said = freeze(folder)
        if got != status or (status == 2) != ("raise LPI_PACK_VERSION" in said):
            problems.append(f"version {version or 'as it was'}: exit {got}, {said}")
        if (packs.read(path) == before) != (status == 2):
            problems.append(f"version {version or 'as it was'}: the hashes are written or not")
    return problems


def main():
    size = sum(len(packs.read(packs.HERE, path)) for path in packs.hashes(packs.HERE))
    size += len(packs.read(packs.HERE, packs.HASHES))
    result([] if size <= MOST else [f"{size} bytes"], f"the packs have {size} bytes")
    result(packs.damage(packs.HERE), "the frozen packs are what was frozen")
    with tempfile.TemporaryDirectory() as work:
        result(made_again(work), "the program writes the same packs")
    with tempfile.TemporaryDirectory() as work:
        result(changed_bytes(work), "a changed byte of any file is found")
        result(moved_hashes(work), "hashes do not move while the version stays")
    return end()


if __name__ == "__main__":
    sys.exit(main())
