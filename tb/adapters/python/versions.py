#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Python package on versions of Python, NumPy and torch.

    versions.py FOLDER RECORD.json [PYTHON...]

Makes in FOLDER an environment for each Python from 3.9 to 3.13 under ~/.pyenv or on PATH, with
versions of NumPy from PyPI, and runs arrays_test.py in it; then in each PYTHON, which has NumPy and
torch of its own. Writes the record of what passed. Exit status 1: a test failed, 2: bad use.
"""
import glob
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "../../.."))
sys.path.insert(0, os.path.join(ROOT, "tb/tree/records"))
sys.dont_write_bytecode = True
import signed  # noqa: E402

# The oldest 1.24 and a 2 of each Python, as far as there are wheels.
NUMPY = {"3.9": ("1.24.4", "2.0.2"), "3.10": ("1.24.4", "2.2.6"), "3.11": ("1.24.4", "2.4.6"),
         "3.12": ("1.26.4", "2.4.6"), "3.13": ("2.1.3", "2.4.6")}
TEST = os.path.join(HERE, "arrays_test.py")
SOURCES = ("tb/adapters/python/versions.py", "tb/adapters/python/arrays_test.py",
           "adapters/python/linepress", "adapters/python/native")
SAY = ("import sys, numpy, importlib.util as u; print('%d.%d.%d' % sys.version_info[:3], numpy.__version__,"
       " __import__('torch').__version__ if u.find_spec('torch') else '-')")


def pythons():
    """{3.x: path} of those that start."""
    found = {}
    for name in NUMPY:
        paths = [*glob.glob(os.path.expanduser(f"~/.pyenv/versions/{name}.*/bin/python{name}")),
                 shutil.which(f"python{name}")]
        for path in filter(None, paths):
            if subprocess.run([path, "-c", ""], check=False, capture_output=True).returncode == 0:
                found[name] = path
                break
    return found


def environment(folder, python, numpy):
    """The path of its interpreter, or None if the wheel cannot be had."""
    own = os.path.join(folder, "bin/python")
    if not os.path.exists(own):
        subprocess.run([python, "-m", "venv", folder], check=True)
    done = subprocess.run([own, "-m", "pip", "install", "-q", "--no-deps", "--no-compile",
                           "--disable-pip-version-check", "--only-binary", ":all:",
                           f"numpy=={numpy}"], check=False)
    return own if done.returncode == 0 else None


def measure(python):
    """The row of an interpreter."""
    said = subprocess.run([python, "-c", SAY], check=True, capture_output=True, text=True)
    versions = dict(zip(("python", "numpy", "torch"), said.stdout.split()))
    done = subprocess.run([python, "-B", TEST], check=False, capture_output=True, text=True)
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for line in done.stdout.splitlines():
        if re.match(r"not ok |ok ", line):
            counts["failed" if line.startswith("not") else
                   "skipped" if "# SKIP" in line else "passed"] += 1
            if line.startswith("not"):
                print(f"# {versions}: {line}", flush=True)
    if done.returncode != 0 and counts["failed"] == 0:
        counts["failed"] = 1
        print(done.stderr[-400:], flush=True)
    print(f"# {versions} {counts}", flush=True)
    return {**versions, **counts}


def main():
    if len(sys.argv) < 3:
        print("usage: versions.py FOLDER RECORD.json [PYTHON...]", file=sys.stderr)
        return 2
    folder, path, *others = sys.argv[1:]
    rows = []
    for name, python in pythons().items():
        for numpy in NUMPY[name]:
            own = environment(os.path.join(folder, f"{name}-{numpy}"), python, numpy)
            if own is not None:
                rows.append(measure(own))
    rows += [measure(python) for python in others]
    if not rows or any(row["failed"] for row in rows):
        return 1
    signed.write(path, signed.sign("python-versions", {"rows": rows}, SOURCES, 1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
