#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""gcc's analyzer on the C of the libraries and the command line, with the flags of `make cli`.

Findings are held against cmodel/lint_c.txt, which lists those that were read and are none. Exit
status: 0 nothing else is found, 1 something is, 2 the compiler has no analyzer.
"""
import collections
import concurrent.futures
import os
import re
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FOUND = re.compile(r"^(\S+?):(\d+):\d+: warning: (.*?) (?:\[CWE-\d+\] )?"
                   r"\[-Wanalyzer-([\w-]+)\]", re.M)
SOURCE = re.compile(r"(?:^|\s)-c (\S+\.c) -o \S+")


def known():
    """{(file, warning)} that are accepted."""
    with open(os.path.join(HERE, "lint_c.txt"), encoding="utf-8") as src:
        rows = [line.split(None, 2) for line in src if line.strip() and line[0] != "#"]
    bad = [row for row in rows if len(row) != 3]
    if bad:
        raise SystemExit(f"lint_c.py: lint_c.txt: {' '.join(bad[0])}: say why")
    return {(file, kind) for file, kind, _ in rows}


def commands():
    """{source: compiler and flags}, as make would build everything in an empty folder."""
    with tempfile.TemporaryDirectory() as build:
        said = subprocess.run(["make", "-n", f"B={build}/b", "cli"], text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    said = said.replace(f"{build}/b", os.environ.get("BUILD", "build"))
    found = {}
    for line in said.splitlines():
        source = SOURCE.search(line)
        if source and os.path.exists(source[1]):
            words = [w for w in shlex.split(line[:source.start()]) if "ccache" not in w]
            found[source[1]] = [w for w in words if w not in ("-MMD", "-MP", "-g", "-O3")]
    return found


def analyzed(job):
    source, command = job
    done = subprocess.run([*command, "-O1", "-fanalyzer", "-Wno-analyzer-too-complex", "-c",
                           source, "-o", "/dev/null"], text=True, check=False,
                          stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
    if done.returncode:
        raise SystemExit(f"lint_c.py: {source}: {done.stderr.strip().splitlines()[0]}")
    return {(os.path.normpath(f), int(n), kind, text)
            for f, n, text, kind in FOUND.findall(done.stderr)}


def main():
    every = commands()
    gcc = next(iter(every.values()), ["cc"])[0]
    if subprocess.run([gcc, "-fanalyzer", "-fsyntax-only", "-x", "c", "/dev/null"], check=False,
                      stderr=subprocess.DEVNULL).returncode:
        print(f"lint-c: {gcc} has no -fanalyzer", file=sys.stderr)
        return 2
    jobs = {s: c for s, c in every.items() if not sys.argv[1:] or s in sys.argv[1:]}
    found = set()
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for some in pool.map(analyzed, jobs.items()):
            found |= some
    accepted, count = known(), collections.Counter()
    for file, line, kind, text in sorted(found):
        if (os.path.basename(file), kind) in accepted:
            count["accepted"] += 1
        else:
            count["new"] += 1
            print(f"{file}:{line}: {text} [{kind}]")
    print(f"{len(jobs)} files, {count['new']} findings, {count['accepted']} that were read before")
    return bool(count["new"])


sys.exit(main())
