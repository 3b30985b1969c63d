#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""./bootstrap on a machine without packages, with stand-ins for dpkg-query, apt-get and make: each
stage prints its progress, logs are kept, and a failure is one line after which nothing is built."""
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tb"))
from tap import end, result, skip  # noqa: E402

STAND_INS = {
    "id": "echo 0",
    "dpkg-query": "echo not-installed",
    "apt-get": """\
echo "Reading package lists..."
case "$*" in *" $FAILS"*) echo "E: no such package"; exit 100 ;; esac
for i in 0 10 30 55 80 100; do echo "pmstatus:gcc:$i.0000:Unpacking" >&3; done
echo "said $*" """,
    "make": """\
case "$*" in
*-n*) printf "echo '  CC   a.c'\\necho '  LD   a'\\n" ;;
*) echo "  CC   a.c"; echo "  LD   a"; echo "1 passed, 0 failed"; exit "$MAKE_STATUS" ;;
esac""",
}


def run(work, target="cli", fails="none", make_status="0"):
    env = {**os.environ, "PATH": f"{work}/bin:{os.environ['PATH']}", "FAILS": fails,
           "MAKE_STATUS": make_status}
    done = subprocess.run(["./bootstrap", target], cwd=work, env=env, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, re.sub(r"\b\d+ s$", "N s", done.stdout, flags=re.M).replace(
        "0:00", "N:NN")


def log_of(work, name):
    path = os.path.join(work, "build/log", name)
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as src:
        return src.read()


def prepare(work):
    os.makedirs(f"{work}/bin")
    os.makedirs(f"{work}/tb")
    shutil.copy(f"{ROOT}/bootstrap", work)
    shutil.copy(f"{ROOT}/tb/progress.py", f"{work}/tb")
    for name, text in STAND_INS.items():
        path = f"{work}/bin/{name}"
        with open(path, "w", encoding="utf-8") as out:
            out.write(f"#!/bin/sh\n{text}\n")
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)


STAGES = """\
bootstrap: 10 packages are missing: gcc libc6-dev libdeflate-dev libjansson-dev liblz4-dev \
liblzma-dev libzstd-dev make python3 zlib1g-dev
bootstrap: log build/log/packages.log
  lists of packages 30%
  lists of packages 55%
  lists of packages 80%
  lists of packages 100%
  lists of packages: N s
  download 30%
  download 55%
  download 80%
  download 100%
  download: N s
  install 30%
  install 55%
  install 80%
  install 100%
  install: N s
"""


def test_good(work):
    code, said = run(work)
    head, _, rest = said.partition("bootstrap: make")
    result([said] * (head != STAGES), "packages: a line for each stage and quarter")
    due = re.fullmatch(r" -j\d+ cli: 2 steps, log build/log/cli.log\n\[2/2, N:NN\] built\n"
                       r"1 passed, 0 failed\n", rest)
    result([said] * (code != 0 or not due), "make: how many steps, and what is no step passes")
    result([] if "said -qy" in log_of(work, "packages.log")
           and "pmstatus" not in log_of(work, "packages.log")
           and "  CC   a.c\n  LD   a\n1 passed" in log_of(work, "cli.log") else ["logs"],
           "both logs are kept, without apt's numbers")


def test_bad(work):
    code, said = run(work, fails="install")
    result([said] * (code != 1 or "bootstrap: apt-get could not install the packages (offline?): "
                     "E: no such package\n" not in said or "make" in said.partition("log")[2]),
           "a package that cannot be had: status 1, one line, nothing is built")
    code, said = run(work, fails="update")
    result([said] * (code != 0), "lists that cannot be had are no failure")
    code, said = run(work, make_status="3")
    result([said] * (code != 3 or "failed, log build/log/cli.log" not in said),
           "bootstrap returns the exit status of make and names the log")


def main():
    try:
        with open("/etc/os-release", encoding="utf-8") as src:
            debian = re.search(r"^ID=debian$", src.read(), re.M)
    except OSError:
        debian = None
    if not debian or not shutil.which("apt-get"):
        skip("bootstrap", "not on Debian")
        return end()
    with tempfile.TemporaryDirectory() as work:
        prepare(work)
        test_good(work)
        test_bad(work)
    return end()


sys.exit(main())
