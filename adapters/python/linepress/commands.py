# SPDX-License-Identifier: Apache-2.0
"""Runs the command line."""
import subprocess

from . import find
from .errors import Error


def run(words):
    """The standard output of `linepress WORDS...`, as bytes. Error: its message."""
    done = subprocess.run([find.program(), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False)
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise Error(words=said[-1].removeprefix("linepress: ") if said
                    else f"linepress ended with status {done.returncode}")
    return done.stdout
