# SPDX-License-Identifier: Apache-2.0
"""The libraries of the formats, in build/formats-venv, which `make` makes from PyPI."""
import os
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
WANTS = "tb/adapters/python/formats.txt"


def use():
    """Adds them to the end of the path of modules, since torch needs the NumPy that it was built with.
    Returns None, or why not: PyPI is not there, or the environment belongs to another Python."""
    ready = os.path.join(BUILD, "formats-venv/ready")
    if not os.path.exists(ready):
        words = ["timeout", "90", os.environ.get("MAKE", "make"), "-s", f"B={BUILD}", ready]
        flags = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
        done = subprocess.run(words, cwd=ROOT, env=flags, capture_output=True, check=False)
        if done.returncode != 0:
            return f"{WANTS} cannot be had from PyPI"
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    folder = os.path.join(BUILD, "formats-venv/lib", name, "site-packages")
    if not os.path.isdir(folder):
        return f"build/formats-venv is not of {name}"
    sys.path.append(folder)
    return None
