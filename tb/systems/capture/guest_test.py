#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The behaviour of a program, and the contents of its snapshots, in situations in which a preloaded
object could be noticed (guest.c), with the C library's allocator and others; which folders are
replaced, the permissions of written files, and the allowed places of the object."""
import collections
import glob
import hashlib
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
from tap import end, result, skip  # noqa: E402

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
LINEPRESS = f"{BUILD}/linepress"
PROGRAMS = f"{BUILD}/capture_test"
GUEST, KNOWN = f"{PROGRAMS}/guest", f"{PROGRAMS}/known"
LIMIT = 120  # seconds after which a program hangs


def allocators():
    """(name, library) of each installed allocator."""
    yield "the C library's", None
    yield "one that holds a lock", f"{PROGRAMS}/holder.so"
    for name in ("jemalloc.so.2", "tcmalloc_minimal.so.4", "tcmalloc.so.4"):
        found = glob.glob(f"/usr/lib/*/lib{name}") + glob.glob(f"/usr/lib/lib{name}")
        if found:
            yield name, found[0]
        else:
            skip(name, "is not installed (./bootstrap guests)")


def run(words, preload=None, expect=None, **more):
    env = {k: v for k, v in os.environ.items() if k not in ("LD_PRELOAD", "EXPECT")}
    if preload:
        env["LD_PRELOAD"] = preload
    if expect:
        os.mkdir(expect)
        env["EXPECT"] = os.path.abspath(expect)
    process = subprocess.Popen([*map(str, words)], stdin=subprocess.DEVNULL, env=env,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               universal_newlines=True, start_new_session=True, **more)
    try:
        out, said = process.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, said = process.communicate()
        said += f"hangs: did not end in {LIMIT} s\n"
    return subprocess.CompletedProcess(words, process.returncode, out, said)


def capture(*options, program, folder="set", linepress=LINEPRESS, **more):
    shutil.rmtree(folder, ignore_errors=True)
    return run([linepress, "capture", "--malloc", *options, "-o", folder, "--", *program], **more)


def difference(done, alone):
    """Lines that describe differences; messages of capture itself are ignored."""
    others = [line for line in done.stderr.splitlines() if not line.startswith("linepress: ")]
    wrong = []
    if done.stdout != alone.stdout:
        pairs = zip(done.stdout.splitlines() + [""] * 99, alone.stdout.splitlines())
        wrong += [f"printed {a!r}, alone {b!r}" for a, b in pairs if a != b][:3] or ["output"]
    if others != alone.stderr.splitlines():
        wrong += others or ["standard error"]
    if done.returncode != alone.returncode:
        wrong += [f"status {done.returncode}, alone {alone.returncode}", done.stderr]
    return wrong


def hashes(folder):
    """How often each content occurs among the files of a folder."""
    found = collections.Counter()
    for path in glob.glob(f"{folder}/*"):
        with open(path, "rb") as file:
            found[hashlib.sha256(file.read()).hexdigest(), os.path.getsize(path)] += 1
    return found


def wrong_contents(points):
    wrong = []
    for point in range(1, points + 1):
        due, got = hashes(f"due/{point}"), hashes(f"set/{point}")
        if due != got or not due:
            sizes = [sorted(size for _, size in (a - b).elements())
                     for a, b in ((due, got), (got, due))]
            wrong.append(f"point {point}: lacks blocks of {sizes[0]}, has others of {sizes[1]}")
    return wrong


# ---- behaviour of the program ----

# Why a run by time has no set: the program was too short, or too long, for the time of one run.
UNTIMELY = ("could be taken: ask for", "more than twice as long as it should")


def same(name, program, *options, preload=None, **more):
    alone = run(program, preload, **more)
    done = capture(*options, program=program, preload=preload, **more)
    # A run by time may have no set, and then no status; its other output is compared.
    if done.returncode == 2 and any(text in done.stderr for text in UNTIMELY):
        done.returncode = alone.returncode
    result(difference(done, alone), name)


def check_allocators():
    for name, library in allocators():
        program = [GUEST, "forks", 60]
        same(f"forks while threads allocate, {name}", program, "--points", 1, "--length", "60s",
             preload=library)
        same(f"a handler that maps, {name}", [GUEST, "handlers", 640], "--points", 3,
             preload=library)


def check_situations():
    timed = ("--points", 1, "--length", "0.05s")
    same("a handler that maps and jumps away", [GUEST, "jumps", 1000], "--points", 3)
    same("a handler that maps, by time", [GUEST, "handlers", 300], *timed)
    same("forks, by time", [GUEST, "forks", 20], *timed)
    same("own handlers of faults, timers, blocked signals, children", [GUEST, "signals"],
         "--points", 3)
    same("the same by time", [GUEST, "signals"], *timed)
    same("closed and limited descriptors, umask, another folder", [GUEST, "descriptors"],
         "--points", 4)
    for how in ("_exit", "quick_exit", "thread", "trap", 11, 9, 15, 6):
        same(f"a program that ends by {how}", [GUEST, "ends", how], "--points", 1, "--length", 1)


def check_contents():
    for what, name in (("hidden", "memory that a copy of the process does not have"),
                       ("mappings", "mappings cut, moved, covered, and calls that fail")):
        shutil.rmtree("due", ignore_errors=True)
        points = 2 if what == "hidden" else 1
        alone = run([GUEST, what])
        done = capture("--points", points, "--min", "32k", program=[GUEST, what], expect="due")
        result(difference(done, alone) + wrong_contents(points), name)
    done = capture("--points", 1, "--length", 1, program=[GUEST, "sparse"])
    blocks = {os.path.getsize(path): os.stat(path) for path in glob.glob("set/1/*")}
    wrong = [] if done.returncode == 0 and sorted(blocks) == [1 << 36, 1 << 40] else [done.stderr]
    wrong += [f"{size}: {st.st_blocks} blocks" for size, st in blocks.items()
              if st.st_blocks > 1000]
    for path in glob.glob("set/1/*"):
        size, first = os.path.getsize(path), 1 if os.path.getsize(path) == 1 << 40 else 3
        with open(path, "rb") as file:
            for at, due in ((size // 2, first), (size - 1, first + 1), (4096, 0)):
                wrong += [] if os.pread(file.fileno(), 1, at) == bytes([due]) else [f"{path} {at}"]
    result(wrong, "a terabyte that is hardly used stays small")


def check_rights():
    """A program that may no longer write: no set, one line, status 2; it goes on."""
    if os.geteuid() != 0:
        skip("a program that gives up its rights", "not root")
        return
    for how in ("root", "user"):
        alone = run([GUEST, "leaves", how])
        done = capture("--points", 2, "--length", 2, program=[GUEST, "leaves", how])
        said = done.stderr.splitlines()
        result([] if done.stdout == alone.stdout and done.returncode == 2 and len(said) == 1 and
               not os.path.exists("set") else [str(done)],
               f"a program that gives up its {how}: it goes on, and there is no set")


# ---- written files ----

def modes(folder):
    found = {folder: stat.S_IMODE(os.stat(folder).st_mode)}
    for where, folders, files in os.walk(folder):
        for name in folders + files:
            found[f"{where}/{name}"] = stat.S_IMODE(os.stat(f"{where}/{name}").st_mode)
    return found


def check_modes():
    program = [KNOWN, "marks", 2, 70000]
    for mask in (0, 0o022, 0o777):
        done = capture("--points", 2, program=program, preexec_fn=lambda: os.umask(mask))
        wrong = [f"{path}: {mode:o}" for path, mode in modes("set").items()
                 if mode != (0o700 if os.path.isdir(path) else 0o600)]
        result(wrong if done.returncode == 0 else [done.stderr],
               f"no other user may read the memory's contents, umask {mask:03o}")
    done = capture("--points", 1, "--length", 1, program=["sh", "-c", f"umask; exec {KNOWN} marks "
                                                          "1 70000"],
                   preexec_fn=lambda: os.umask(0o026))
    result([] if done.stdout == "0026\n" else [done.stdout, done.stderr],
           "the program's umask is its own")


def tree(folder):
    return sorted(modes(folder))


def replace(*more):
    return run([LINEPRESS, "capture", "-f", "--malloc", "--points", 2, "-o", "set", "--",
                *(more or (KNOWN, "marks", 2, 70000))])


def put(path, text="precious"):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


FOREIGN = {
    "a file": lambda: put("set/notes"),
    "a file in a point's folder": lambda: put("set/1/notes"),
    "a block's file of another name": lambda: put("set/2/other+0x1.1.bin"),
    "a folder": lambda: put("set/mine/deep/notes"),
    "an empty folder": lambda: os.mkdir("set/3"),
    "a link in place of a block": lambda: (
        os.rename(glob.glob("set/1/*")[0], "kept"), os.symlink("../../kept", "set/1/marks.bin")),
    "a link to a folder": lambda: os.symlink("..", "set/up"),
    "a folder in a point's folder": lambda: put("set/1/deep/notes"),
    "no capture's report": lambda: os.remove("set/capture.json"),
}


def check_force():
    for what, change in FOREIGN.items():
        capture("--points", 2, program=[KNOWN, "marks", 2, 70000])
        change()
        before = tree("set")
        done = replace("sh", "-c", "echo ran")
        said = done.stderr.splitlines()
        result([] if done.returncode == 2 and len(said) == 1 and done.stdout == "" and
               "is not replaced" in said[0] and tree("set") == before and not litter()
               else [str(done), *litter()], f"-f does not remove {what}")
    capture("--points", 2, program=[KNOWN, "marks", 2, 70000])
    done = replace()
    result([] if done.returncode == 0 and not litter() else [done.stderr, *litter()],
           "-f replaces the files of a capture")
    done = replace("sh", "-c", f"mkdir -p set/late; exec {KNOWN} marks 2 70000")
    result([] if done.returncode == 2 and "'late' has come" in done.stderr and not litter() and
           os.path.isdir("set/late") and os.path.exists("set/capture.json") else [str(done)],
           "-f does not remove files that appear while the program runs")


def litter():
    return [name for name in os.listdir(".") if name.startswith(".linepress")]


def check_end_while_replacing():
    """Signals while many files of the old set are removed: one of both sets is complete."""
    program = [KNOWN, "ways"]
    wrong = []
    for delay in (0, .001, .002, .004, .008):
        capture("--points", 4, "--min", 1, program=program)
        for number in (signal.SIGTERM, signal.SIGHUP):
            process = subprocess.Popen(
                [LINEPRESS, "capture", "-f", "--malloc", "--points", "4", "--min", "1", "-o", "set",
                 "--", *program], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL)
            inode = os.stat("set").st_ino
            while process.poll() is None and os.path.exists("set") and \
                    os.stat("set").st_ino == inode:
                pass
            time.sleep(delay)
            process.send_signal(number)
            process.wait(timeout=LIMIT)
            if litter() or not os.path.exists("set/snapshots.json") or len(os.listdir("set")) != 6:
                wrong.append(f"{number}: {litter()} {os.listdir('set')}")
    result(wrong, "a signal while the old set is removed leaves no litter")


# ---- the place of the object ----

ODD = ("a[b]", "a b", "a:b", "$ORIGIN", "a*?", "a%sb%n", "a\\b", "a\nb", "a'\"b", "ä")


def check_huvm_place():
    """The same for the object that huvm preloads."""
    beside = os.path.abspath("odd/h v:m[$")
    os.makedirs(f"{beside}/huvm_preload")
    shutil.copy(LINEPRESS, beside)
    for path in glob.glob(f"{BUILD}/huvm_preload/*"):
        if os.path.isfile(path):
            shutil.copy(path, f"{beside}/huvm_preload")
    done = run([f"{beside}/linepress", "huvm", "run", "--local", "8m", "--", "sh", "-c",
                "echo $LD_PRELOAD"])
    result([] if done.returncode == 0 and not os.listdir("links") and
           done.stdout.startswith(os.environ["TMPDIR"]) else [str(done)],
           "huvm below an odd folder")


def check_places():
    """Some paths cannot be passed to the loader: a link is then in TMPDIR while the program
    runs."""
    os.mkdir("links")
    os.environ["TMPDIR"] = os.path.abspath("links")
    for name in ODD:
        beside = os.path.abspath(f"odd/{name}")
        os.makedirs(f"{beside}/capture")
        shutil.copy(LINEPRESS, beside)
        for path in glob.glob(f"{BUILD}/capture/*.so"):
            shutil.copy(path, f"{beside}/capture")
        done = capture("--points", 2, program=[KNOWN, "marks", 2, 70000], folder=f"set {name}",
                       linepress=f"{beside}/linepress")
        left = os.listdir("links")
        result([] if done.returncode == 0 and len(glob.glob(f"{glob.escape('set ' + name)}/1/by*"))
               == 1 and not left else [done.stderr, *left], f"below a folder called {name!r}")
        shutil.rmtree(beside)
    check_huvm_place()
    del os.environ["TMPDIR"]


def main():
    if not os.path.exists(f"{BUILD}/capture/liblinepress_capture_malloc.so"):
        skip("guests", "this kind of machine has no objects to preload")
        return end()
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        check_allocators()
        check_situations()
        check_contents()
        check_rights()
        check_modes()
        check_force()
        check_end_while_replacing()
        check_places()
        os.chdir("/")
    return end()


if __name__ == "__main__":
    sys.exit(main())
