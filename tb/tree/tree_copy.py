# SPDX-License-Identifier: Apache-2.0
"""A copy of the tree, for tests that change it, with objects of BUILD that need not be made again."""
import os
import shutil
import subprocess
import sys
import time

sys.path.insert(0, "tb")
from tap import result  # noqa: E402

PYTHON = os.environ.get("PYTHON", sys.executable)
# The layers of the tree that this runs in.
LAYERS = (PYTHON, "-B", "-c", "import sys; sys.path[:0] = ['tb/tree']; import layers_test; "
          "sys.exit('\\n'.join(layers_test.faults('.')[0]) or 0)")
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
# Objects of the library and of the runner, with their flags; the units' own are built.
REUSED = ("obj", "traffic", "flags.cc", "units", "capture", "huvm_preload", "card_cli", "dpi", "pins")
RUNNER = (".o", ".d", "flags.cc", "flags.cxx", "flags.verilator")


# Newer files may be half written by a make that this test is part of.
SETTLED_S = 5


def copy_object(source, to):
    try:
        if os.stat(source).st_mtime < time.time() - SETTLED_S:
            shutil.copy2(source, to)
    except FileNotFoundError:
        pass  # it was a compiler's for a moment


def copy_tree(to):
    """The files of the tree and objects that were made of them, with their times."""
    for name in os.listdir("."):
        if name in (".git", "__pycache__", "build") or os.path.abspath(name) == BUILD:
            continue
        if os.path.isdir(name):
            shutil.copytree(name, f"{to}/{name}", symlinks=True,
                            ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(name, to)
    for name in REUSED:
        if os.path.isdir(f"{BUILD}/{name}"):
            shutil.copytree(f"{BUILD}/{name}", f"{to}/build/{name}", symlinks=True,
                            copy_function=copy_object)
        else:
            copy_object(f"{BUILD}/{name}", f"{to}/build/{name}")
    for folder in ("cosim", "xtest"):
        os.makedirs(f"{to}/build/{folder}", exist_ok=True)
        for name in os.listdir(f"{BUILD}/{folder}") if os.path.isdir(f"{BUILD}/{folder}") else ():
            if name.endswith(RUNNER) and os.path.isfile(f"{BUILD}/{folder}/{name}"):
                copy_object(f"{BUILD}/{folder}/{name}", f"{to}/build/{folder}/{name}")


class Tree:
    """The copy."""

    def __init__(self, root):
        copy_tree(root)
        self.root = root

    def path(self, name):
        return os.path.join(self.root, name)

    def run(self, *argv):
        """(exit status, what it said)"""
        done = subprocess.run(argv, cwd=self.root, check=False, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                              env={**os.environ, "BUILD": "build", "MAKEFLAGS": ""})
        return done.returncode, done.stdout

    def good(self, name, *argv):
        status, said = self.run(*argv)
        wrong = [f"exit status {status}: {' '.join(argv)}", *said.splitlines()[-30:]]
        result(wrong if status or "not ok" in said else [], name)

    def files(self):
        """Path -> bytes of every file outside build/."""
        found = {}
        for place, folders, names in os.walk(self.root):
            folders[:] = [f for f in folders if f not in ("build", "__pycache__")]
            for name in names:
                path = os.path.join(place, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, self.root)] = file.read()
        return found

    def edit(self, path, old, new):
        with open(self.path(path), encoding="utf-8") as file:
            text = file.read()
        if text.count(old) != 1:
            raise SystemExit(f"{path} has no single {old!r}")
        with open(self.path(path), "w", encoding="utf-8") as file:
            file.write(text.replace(old, new))
        return text


def changed(before, after):
    return sorted(p for p in after if before.get(p) != after[p])


def check_bugs(tree, bugs):
    for path, old, new, argv, words in bugs:
        text = tree.edit(path, old, new)
        status, said = tree.run(*argv)
        result([f"exit status {status}", *said.splitlines()[-30:]]
               if not status or words not in said else [],
               f"caught: {(new or f'without {old}').strip().splitlines()[0]} in {path}")
        with open(tree.path(path), "w", encoding="utf-8") as file:
            file.write(text)
