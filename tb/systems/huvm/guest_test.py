#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs of tb/systems/huvm/guests print the system's answers: the same alone and with managed
memory, by userfaultfd, by protection and recorded, for the superuser and others, and with other
allocators."""
import difflib
import glob
import os
import shutil
import subprocess
import sys
import tempfile

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")]
import tap  # noqa: E402

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
LINEPRESS = f"{BUILD}/linepress"
GUESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "guests")
CC, CXX = (os.environ.get(name, name.lower()).split() for name in ("CC", "CXX"))
CXX = ["c++"] if CXX == ["cxx"] else CXX
SIZES = ("--local", "1m", "--room", "64m", "--slow", "0")
# Limit for a test that hangs; a slow one on a busy machine ends by itself.
LIMIT = 240
MODES = {"userfaultfd": ("run", "--faults", "userfaultfd", *SIZES),
         "protection": ("run", "--faults", "protection", *SIZES),
         "recorded": ("record", "--room", "64m", "--window", "8", "-f", "-o", "trace.lph")}
NOBODY = ("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "--")
ALLOCATORS = {"jemalloc": "libjemalloc.so.2", "tcmalloc": "libtcmalloc_minimal.so.4"}


def build():
    for path in glob.glob(f"{GUESTS}/*.c"):
        name = os.path.basename(path)[:-2]
        subprocess.run([*CC, "-O1", "-std=gnu11", "-w", "-pthread", path, "-o", name], check=True,
                       capture_output=True)
    subprocess.run([*CXX, "-O1", "-std=c++17", "-pthread", f"{GUESTS}/news.cc", "-o", "news"],
                   check=True)


def run(words, **environment):
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT, check=False,
                              stdin=subprocess.DEVNULL, env={**os.environ, **environment})
    except subprocess.TimeoutExpired:
        return "it hangs", "", ""
    return done.returncode, done.stdout, done.stderr


def has_userfaultfd():
    return run([LINEPRESS, "huvm", *MODES["userfaultfd"], "--", "./blocks"])[0] == 0


def compare(program, modes, user=(), factor=1, **environment):
    """Faults of a program under each mode, with this much more memory."""
    alone = run([*user, *program], **environment)
    if alone[0] == "it hangs":
        yield f"{program}: {alone[0]}"
    for mode in modes:
        more = {"1m": f"{factor}m", "64m": f"{64 * factor}m", "8": f"{8 * factor}"}
        words = [more.get(word, word) for word in MODES[mode]]
        status, out, err = run([*user, LINEPRESS, "huvm", *words, "--", *program], **environment)
        # A trace is written if the program ends with status 0; otherwise the command has the status
        # of the program.
        if (status, out) != alone[:2]:
            yield f"{' '.join(program)}, {mode}: status {status}, alone {alone[0]}, {err[-300:]}"
            yield from [line for line in difflib.unified_diff(
                alone[1].splitlines(), out.splitlines(), "alone", mode, "", "", 0, "")][2:9]


def check_all(modes):
    for program, what in (
            (("./maps",), "mappings: parts, moves, advice, protection, fixed places, locks"),
            (("./blocks",), "the malloc family at its edges"),
            (("./signals",), "handlers of SIGSEGV, what is sent, how a program ends"),
            (("./signals", "early"), "a handler that was there before"),
            (("./signals", "die"), "a program that dies of SIGSEGV"),
            (("./masks",), "threads, waits and handlers with signals blocked"),
            (("./forks",), "processes that are forked, spawned and executed"),
            (("./files",), "a program that closes what it did not open"),
            (("./again",), "a program that executes itself, and gives up what it may do")):
        tap.result(list(compare(program, modes)), what)


def check_others(modes):
    name = "for a user without privilege"
    if os.geteuid() != 0:
        tap.skip(name, "all of this is")
        return
    if shutil.which("setpriv") is None:
        tap.skip(name, "setpriv is not installed")
        return
    wrong = []
    for program in ("maps", "blocks", "signals", "masks", "forks", "files", "again"):
        wrong += compare((f"./{program}",), [m for m in modes if m != "recorded"], NOBODY)
    tap.result(wrong, name)


def check_allocators(modes):
    for name, library in ALLOCATORS.items():
        found = [path for folder in ("/usr/lib/*-linux-gnu", "/usr/lib64", "/usr/lib")
                 for path in glob.glob(f"{folder}/{library}")]
        if not found:
            tap.skip(f"with {name}", f"{library} is not installed")
            continue
        wrong = []
        for program, factor in (("forks", 1), ("masks", 1), ("news", 4)):
            wrong += compare((f"./{program}",), modes, factor=factor, LD_PRELOAD=found[0])
        tap.result(wrong, f"with {name}")


def check_lost(modes):
    wrong = []
    for mode in modes:
        if mode == "recorded":
            continue
        status, _, err = run([LINEPRESS, "huvm", *MODES[mode], "--", "./lost"])
        line = err.splitlines()[0] if err else ""
        if status != 2 or "has closed the connection" not in line:
            wrong.append(f"{mode}: status {status}, {err}")
    tap.result(wrong, "a connection that is closed past the C library is one line")


def check_two(modes):
    """One of several concurrent processes is managed, and all behave as without it."""
    with open("two.sh", "w", encoding="ascii") as file:
        file.write("./forks > one.out & ./forks > two.out; wait; cat one.out two.out")
    wrong = list(compare(("sh", "two.sh"), modes))
    if shutil.which("xz") is None:
        tap.result(wrong, "two processes of a program at a time")
        return
    with open("data", "wb") as file:
        file.write(os.urandom(300000) + bytes(900000))
    with open("xz.sh", "w", encoding="ascii") as file:
        file.write("xz -0 -T2 --block-size=300000 -c data | cksum")
    wrong += compare(("sh", "xz.sh"), modes, factor=32)
    tap.result(wrong, "two processes of a program at a time, and threads of xz")


def check_other_user(modes):
    """A program executed as another user has its own memory."""
    name = "a program of another user below it"
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        tap.skip(name, "the superuser and setpriv are missing")
        return
    with open("other.sh", "w", encoding="ascii") as file:
        file.write(f"./blocks && {' '.join(NOBODY)} ./blocks")
    tap.result(list(compare(("sh", "other.sh"), modes)), name)


def check_umask(modes):
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        tap.skip("a strict umask", "the superuser and setpriv are missing")
        return
    wrong = []
    for mode in modes:
        out = "recorded.lph" if mode == "recorded" else ""
        status, said, err = run(["sh", "-c", "umask 0777; exec \"$@\"", "sh", *NOBODY, LINEPRESS,
                                 "huvm", *[out if w == "trace.lph" else w for w in MODES[mode]],
                                 "--", "./files"])
        if status != 0 or "works() = 1" not in said:
            wrong.append(f"{mode}: status {status}, {err}")
    tap.result(wrong, "a strict umask")


def main():
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        os.chmod(work, 0o777)
        os.environ["TMPDIR"] = work
        build()
        modes = list(MODES)
        if not has_userfaultfd():
            tap.skip("by userfaultfd", "there is none")
            modes.remove("userfaultfd")
        check_all(modes)
        check_others(modes)
        check_allocators(modes)
        check_lost(modes)
        check_two(modes)
        check_other_user(modes)
        check_umask(modes)
        os.chdir("/")
    return tap.end()


sys.exit(main())
