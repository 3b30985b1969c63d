#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`pip install` of the source archive in a new venv, without a network: the package imports, counts
and finds its libraries and its command line."""
import os
import subprocess
import sys
import tarfile
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
PYTHON = os.environ.get("PYTHON", sys.executable)
sys.path[:0] = [os.path.join(ROOT, "adapters/python"), os.path.join(ROOT, "tb")]
sys.dont_write_bytecode = True
from tap import end, result, skip  # noqa: E402
import wheel_backend  # noqa: E402

USE = """
import os, subprocess, sys, numpy, linepress as lp
from linepress import find
home = os.path.dirname(lp.__file__)
assert home.startswith(sys.prefix), home
assert find.find("liblinepress_dma.so").startswith(home)
assert find.program() == os.path.join(home, "bin/linepress"), find.program()
half = numpy.arange(4096, dtype=numpy.float32) % 2
assert lp.ratio(half, "zvc").stored_bits == 128 * 68 * 8
assert (lp.decompress(lp.compress(half)) == half).all()
assert lp.profile({"a": [half, half]}, codec="zvc").targets == {"a": "1.33"}
with lp.Dma("model", device_bytes=1 << 20) as dma:
    assert (dma.get(dma.put(half)) == half).all()
said = subprocess.run([os.path.join(sys.prefix, "bin/linepress"), "--version"], check=True,
                      stdout=subprocess.PIPE, text=True).stdout
assert said.startswith("linepress "), said
import linepress.swap
"""


def environment(**more):
    env = {k: v for k, v in os.environ.items()
           if not k.startswith(("LINEPRESS", "PYTHON", "MAKE", "MFLAGS", "B"))}
    return {**env, **more}


def has(module):
    return subprocess.run([PYTHON, "-c", f"import {module}"], stderr=subprocess.DEVNULL,
                          check=False).returncode == 0


def check_archive(work):
    wrong, texts = [], []
    for folder in ("one", "two"):
        os.mkdir(f"{work}/{folder}")
        name = wheel_backend.build_sdist(f"{work}/{folder}")
        with open(f"{work}/{folder}/{name}", "rb") as file:
            texts.append(file.read())
    wrong += [] if texts[0] == texts[1] else ["two archives of the same tree differ"]
    with tarfile.open(f"{work}/one/{name}") as archive:
        names = [member.name.partition("/")[2] for member in archive]
    for part in ("PKG-INFO", "pyproject.toml", "Makefile", "LICENSE", "cmodel/cli/main.c",
                 "adapters/python/native/native.h", "adapters/python/linepress/py.typed"):
        wrong += [] if part in names else [f"no {part}"]
    wrong += [n for n in names if n.startswith(("tb/data/", "rtl/", "build/"))
              and not n.endswith((".mk", ".awk"))]
    result(wrong, "the source archive is reproducible and has what the build needs")
    return f"{work}/one/{name}"


def check_install(work, archive):
    venv = f"{work}/venv"
    subprocess.run([PYTHON, "-m", "venv", "--system-site-packages", venv], check=True)
    done = subprocess.run([f"{venv}/bin/pip", "install", "--no-index", "--no-cache-dir",
                           "--disable-pip-version-check", archive], cwd=work, check=False,
                          env=environment(CFLAGS="-O1"), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    result([] if done.returncode == 0 else done.stdout.splitlines()[-8:], "pip install")
    if done.returncode != 0:
        return
    used = subprocess.run([f"{venv}/bin/python", "-c", USE], cwd=work, check=False,
                          env=environment(PATH="/usr/bin:/bin"), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    result(used.stdout.splitlines()[-8:] if used.returncode else [],
           "the installed package uses its own libraries")
    said = subprocess.run([f"{venv}/bin/pip", "show", "linepress"], check=True, env=environment(),
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    version = f"Version: {wheel_backend._version()}"
    result([] if version in said and "Requires: numpy" in said else [said], "its metadata")


def main():
    if not has("ensurepip") or not has("numpy"):
        skip("pip install", "no python3-venv or no NumPy")
        return end()
    with tempfile.TemporaryDirectory() as work:
        check_install(work, check_archive(work))
    return end()


sys.exit(main())
