#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs pieces of a campaign, one after the other, each unless its output is there.

    piece.py FOLDER NAME...              pieces by number, builds as bN
    piece.py FOLDER --mark FILE NAME...  and leaves FILE when all outputs are there

An output is written atomically. A piece is locked while it runs, and its program inherits the lock,
so that no piece runs twice at a time, whatever is killed. A piece that takes longer or more memory
than its plan allows is ended. Exit status 1 if an output is missing.
"""
import ctypes
import fcntl
import glob
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

from folder import ROOT, Folder, piece_of, write_json, write_whole

CLOCK_SECONDS = 60
BEAT_SECONDS = 5
WORDS = 120  # characters of a log's last line in a message
PR_SET_PDEATHSIG = 1


class Stopped(Exception):
    """This program was told to end."""


def on_signal(number, _):
    raise Stopped(f"ended by {signal.Signals(number).name}")


def node():
    return os.environ.get("SLURMD_NODENAME") or socket.gethostname()


def die_with_parent():
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def group_bytes(group):
    """Resident bytes of the processes of a group."""
    pages = 0
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path, encoding="utf-8", errors="replace") as src:
                fields = src.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group:
            pages += int(fields[21])
    return pages * os.sysconf("SC_PAGE_SIZE")


def end_group(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


class Attempt:
    """One attempt at a piece; its file is written at the begin, touched while it runs, and written
    again at the end."""

    def __init__(self, folder, name, seed):
        number = 1 + max((int(p.rsplit(".", 2)[1]) for p in
                          glob.glob(os.path.join(glob.escape(folder.at("try")), f"{name}.*.json"))),
                         default=0)
        self.path = folder.at("try", f"{name}.{number}.json")
        self.log = folder.at("log", f"{name}.{number}.log")
        self.facts = {"seed": seed, "node": node(), "host": socket.gethostname(),
                      "job": os.environ.get("SLURM_JOB_ID"), "pid": os.getpid(),
                      "begin": time.time()}
        write_json(self.path, self.facts)

    def clock(self):
        """Seconds by which this node's clock is ahead of the folder's."""
        return time.time() - os.stat(self.path).st_mtime

    def beat(self):
        os.utime(self.path)

    def end(self, how):
        write_json(self.path, {**self.facts, "end": time.time(), "how": how})


def watch(process, piece, attempt):
    """The reason why the program has no result, or None; ends it where a limit is passed."""
    begin = beat = time.monotonic()
    while True:
        try:
            status = process.wait(timeout=0.5)
            break
        except subprocess.TimeoutExpired:
            pass
        now = time.monotonic()
        if now - begin > piece["limit"]:
            end_group(process)
            return f"no end within {piece['limit']} s"
        if group_bytes(process.pid) > piece["memory"] << 20:
            end_group(process)
            return f"takes more than {piece['memory']} MB"
        if now - beat > BEAT_SECONDS:
            attempt.beat()
            beat = now
    if status < 0:
        more = " (as if for memory)" if status == -signal.SIGKILL else ""
        return f"killed by {signal.Signals(-status).name}{more}"
    return None if status in piece["good"] else f"exit status {status}"


def last_words(path):
    """The last line of a log, for the reason of a failure."""
    with open(path, "rb") as src:
        src.seek(max(0, os.path.getsize(path) - 1000))
        lines = src.read().decode(errors="replace").split("\n")
    said = next((w.strip() for w in reversed(lines) if w.strip()), "")
    return f": {said[:WORDS]}" if said else ""


def fault_of(path, piece):
    """The reason why an output is not whole, or None."""
    if not os.path.exists(path):
        return "no output"
    with open(path, encoding="utf-8", errors="replace") as src:
        text = src.read()
    if piece["whole"] == "json":
        try:
            json.loads(text)
        except ValueError:
            return "the output is not whole"
    elif not re.search(piece["whole"], text, re.M):
        return "the output is not whole"
    return None


def words_of(piece, places):
    return [re.sub(r"\{(out|work|folder)\}", lambda m: places[m.group(1)], word)
            for word in piece["command"]]


def execute(folder, name, piece, attempt, hold):
    """The reason why there is no result, or None; then the output is there."""
    part = folder.at("piece", f".{name}.part")
    work = folder.at("work", name)
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    env = {k: v for k, v in os.environ.items()
           if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "GNUMAKEFLAGS")}
    process = None
    try:
        with open(attempt.log, "w", encoding="utf-8") as log:
            out = open(part, "wb") if piece["printed"] else None
            try:
                process = subprocess.Popen(
                    words_of(piece, {"out": part, "work": work, "folder": folder.path}), cwd=ROOT,
                    env={**env, **piece["env"]}, stdin=subprocess.DEVNULL, stdout=out or log,
                    stderr=log, start_new_session=True, pass_fds=[hold],
                    preexec_fn=die_with_parent)
            finally:
                if out:
                    out.close()
            why = watch(process, piece, attempt)
            why = why + last_words(attempt.log) if why else fault_of(part, piece)
        if why is None:
            with open(part, "rb") as src:
                os.fsync(src.fileno())
            os.replace(part, folder.at("piece", name))
        return why
    finally:
        if process is not None and process.poll() is None:
            end_group(process)
        if os.path.exists(part):
            os.unlink(part)
        shutil.rmtree(work, ignore_errors=True)


def try_once(folder, name, piece, hold):
    attempt = Attempt(folder, name, piece["seed"])
    how = "ended"
    try:
        off = attempt.clock()
        if abs(off) > CLOCK_SECONDS:
            how = f"the clock of {node()} is {off:+.0f} s off the folder's"
        else:
            how = execute(folder, name, piece, attempt, hold) or "done"
    except OSError as err:
        how = f"{err.strerror}" + (f": {err.filename}" if err.filename else "")
    except Stopped as err:
        how = str(err)
        raise
    finally:
        # On a full disk the reason is not written; the attempt then has no end.
        attempt.end(how)
    return how


def run(folder, name, piece):
    """Whether the output is there."""
    if folder.done(name):
        return True
    with open(folder.at("hold", name), "w", encoding="utf-8") as hold:
        fcntl.flock(hold, fcntl.LOCK_EX)  # an attempt that outlived its job ends first
        if folder.done(name):
            return True
        how = try_once(folder, name, piece, hold.fileno())
    if how != "done":
        print(f"piece {name} ({piece['what']}, seed {piece['seed']}): {how}", flush=True)
    return how == "done"


def main(argv):
    if len(argv) < 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    folder, rest = Folder(argv[0]), argv[1:]
    mark, rest = (rest[1], rest[2:]) if rest[0] == "--mark" else (None, rest)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, on_signal)
    try:
        plan = folder.plan()
        good = True
        for name in rest:
            try:
                good &= run(folder, name, piece_of(plan, name))
            except OSError as err:
                print(f"piece {name}: {err}", file=sys.stderr)
                good = False
        if good and mark:
            write_whole(mark, "done\n")
    except Stopped as err:
        print(f"piece: {err}", file=sys.stderr)
        return 1
    except OSError as err:
        print(f"piece: {err}", file=sys.stderr)
        return 1
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
