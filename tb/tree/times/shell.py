#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A shell for make that notes what each command costs: SHELL=tb/tree/times/shell.py, and LP_TIMES names
the file that gets a line per command, processor seconds, wall seconds and the command."""
import os
import resource
import subprocess
import sys
import time

start = time.monotonic()
status = subprocess.call(["/bin/sh", *sys.argv[1:]], close_fds=False)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
line = (f"{used.ru_utime + used.ru_stime:.1f} {time.monotonic() - start:.1f} "
        f"{' '.join(sys.argv[-1].split())[:2000]}\n")
if os.environ.get("LP_TIMES"):
    with open(os.environ["LP_TIMES"], "a", encoding="utf-8") as out:
        out.write(line)
sys.exit(status if status >= 0 else 128 - status)
