# SPDX-License-Identifier: Apache-2.0
"""Rows about outputs: names, permissions, full disks, limits, signals."""
import json
import os
import resource
import signal
import stat
import subprocess
import time

from bad_row import Row, Run, Skip

PACK = "compress --codec zvc mixed "
SMALL = "small"  # where a file system of 64 KiB is mounted


def put(path, content=b"old", mode=0o644):
    """Makes a file."""
    def make():
        with open(path, "wb") as file:
            file.write(content)
        os.chmod(path, mode)
    return make


def holds(path, content=b"old"):
    def look():
        with open(path, "rb") as file:
            return file.read() == content
    return look


def has_mode(path, mode):
    return lambda: stat.S_IMODE(os.stat(path).st_mode) == mode


def both(*steps):
    return lambda: all([step() is not False for step in steps])


def mount_small():
    os.makedirs(SMALL, exist_ok=True)
    if not os.path.ismount(SMALL) and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=64k", "none", SMALL], stderr=subprocess.DEVNULL,
            check=False).returncode != 0:
        raise Skip("cannot mount a small file system here")


def unmount(work):
    if os.path.ismount(os.path.join(work, SMALL)):
        subprocess.run(["umount", os.path.join(work, SMALL)], check=False)


def is_empty(folder):
    return lambda: os.listdir(folder) == []


def limit_size():
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))


def close_stdout():
    os.close(1)


def close_all():
    os.close(0)
    os.close(1)


def close_stderr():
    os.close(2)


def frozen_folder(mode=0o555):
    """A folder that takes no new file, with a file in it that may be written."""
    def make():
        os.mkdir("out/frozen")
        put("out/frozen/x", mode=0o666)()
        os.chmod("out/frozen", mode)
    return make


def signalled(number, name=None):
    """Sends the signal when the temporary file is there; the input is a pipe that goes silent.
    It delivers zeros, or the contents of the named file except its last bytes."""
    def act(words):
        # A child of this process must have the signal's default action, and dump no core.
        def prepare():
            signal.signal(number, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, preexec_fn=prepare) as process:
            process.stdin.write(first_part(name) if name else bytes(3000000))
            process.stdin.flush()
            begun = time.monotonic()
            while not any(os.stat(f"out/{name}").st_size for name in os.listdir("out")):
                if time.monotonic() - begun > 10:
                    break
                time.sleep(0.005)
            process.send_signal(number)
            process.wait(10)
            return Run(process.returncode, process.stdout.read(), process.stderr.read())
    return act


def first_part(name):
    with open(name, "rb") as file:
        return file.read()[:-10]


def save_fifo():
    """A fifo with a reader that keeps it open."""
    os.mkfifo("out/fifo")
    os.set_blocking(os.open("out/fifo", os.O_RDONLY | os.O_NONBLOCK), False)


def is_report(output):
    return r'^{"file": "mixed", "output": "' + output + r'", "codec": "zvc", "bytes": \d+, .*}$'


def rows_of_names():
    longest = "n" * 255
    yield Row("OUT is an empty name", PACK + "''", "the name of the output is empty")
    yield Row("OUT is an empty name, from a pipe without an end", "compress --codec zvc - ''",
              "name of the output is empty", stdin="/dev/zero")
    yield Row("OUT has 255 characters", PACK + "out/" + longest, status=0, lines=0,
              prints="ratio", leaves=(longest,))
    yield Row("OUT has 255 characters and is replaced", PACK + "out/" + longest, status=0, lines=0,
              prints="ratio", before=put("out/" + longest), leaves=(longest,))
    yield Row("OUT has 256 characters", PACK + "out/n" + longest, "File name too long")
    yield Row("OUT is a path of 5000 characters", PACK + "out/" + "../out/" * 700 + "x",
              "File name too long")
    yield Row("OUT ends in a slash", PACK + "out/x/", "out/x/: Is a directory")
    yield Row("OUT is a folder", PACK + "out", "out: Is a directory")
    yield Row("OUT is in no folder", PACK + "nowhere/x", "nowhere/x: .*No such file")
    yield Row("OUT is in what is no folder", PACK + "mixed/x", "mixed/x: Not a directory")
    yield Row("OUT has a line break", ["compress", "--codec", "zvc", "mixed", "no\nwhere/x"],
              r"no\?where/x: .*No such file")
    yield Row("OUT is a link to nothing", PACK + "out/link", "link: is a symbolic link to nothing$",
              before=lambda: os.symlink("nothing", "out/link"),
              after=lambda: os.readlink("out/link") == "nothing")
    yield Row("OUT is a link to itself", PACK + "out/link", "Too many levels",
              before=lambda: os.symlink("link", "out/link"))
    yield Row("decompress: OUT is an empty name", "decompress zvc.lp ''", "output is empty")
    yield Row("buddy: T is an empty name", "buddy --save-trace '' mixed", "output is empty")
    yield Row("buddy: T is in no folder", "buddy --save-trace nowhere/x mixed", "No such file")


def rows_of_permissions():
    for command, name in ((PACK, "compress"), ("decompress zvc.lp ", "decompress"),
                          ("buddy mixed --save-trace ", "buddy")):
        yield Row(f"{name}: OUT is write-protected", command + "out/x",
                  "out/x: is write-protected .--force replaces it", before=put("out/x", mode=0o444),
                  after=both(holds("out/x"), has_mode("out/x", 0o444)))
        for force in ("--force", "-f"):
            yield Row(f"{name}: {force} replaces what is write-protected",
                      f"{command} out/x {force}", status=0, lines=0,
                      prints="" if name == "buddy" else "ratio",
                      before=put("out/x", mode=0o444),
                      after=both(has_mode("out/x", 0o444), lambda: not holds("out/x")()))
    yield Row("OUT belongs to another user", PACK + "out/x", "is write-protected", nobody=True,
              before=put("out/x", mode=0o444), after=holds("out/x"))
    yield Row("OUT is replaced and keeps its mode", PACK + "out/x", status=0, lines=0,
              prints="ratio", before=put("out/x", mode=0o640), after=has_mode("out/x", 0o640))
    yield Row("OUT loses the set-uid and set-gid bits", PACK + "out/x", status=0, lines=0,
              prints="ratio", before=put("out/x", mode=0o6755), after=has_mode("out/x", 0o755))
    for force in ("", " --force"):
        yield Row("OUT is writable, its folder is not" + force, PACK + "out/frozen/x" + force,
                  "out/frozen/x: no temporary file can be made in its folder: Permission denied",
                  nobody=True, before=frozen_folder(),
                  after=both(holds("out/frozen/x"), lambda: os.listdir("out/frozen") == ["x"]))
    yield Row("OUT is new, its folder takes none", PACK + "out/frozen/y",
              "no temporary file can be made in its folder: Permission denied", nobody=True,
              before=frozen_folder())
    yield Row("OUT is in a folder of the kernel", PACK + "/proc/self/comm",
              "comm: no temporary file can be made in its folder")
    yield Row("OUT is a device without permission", PACK + "out/fifo", "Permission denied",
              nobody=True, before=lambda: os.mkfifo("out/fifo", 0), leaves=("fifo",))


def rows_of_full_disks():
    yield Row("compress: full device", PACK + "/dev/full", "No space left")
    yield Row("decompress: full device", "decompress zvc.lp /dev/full", "No space left")
    yield Row("buddy: full device", "buddy mixed --save-trace /dev/full", "No space left")
    for name, command in (("compress", "compress --codec zvc random "),
                          ("decompress", "decompress zvc.lp "),
                          ("buddy", "buddy random --count 20000 --save-trace ")):
        yield Row(f"{name}: full disk", command + f"{SMALL}/x", "small/x: No space left",
                  before=mount_small, after=is_empty(SMALL))
        yield Row(f"{name}: limit of a file's size", command + "out/x", "out/x: File too large",
                  limit=limit_size)
    yield Row("vectors: full disk", f"vectors zvc-enc random -o {SMALL}/pack",
              r"small/pack/[\w.]+: No space left", before=mount_small, after=is_empty(SMALL))
    yield Row("vectors: limit of a file's size", "vectors zvc-enc random -o out/pack",
              r"out/pack/[\w.]+: File too large", limit=limit_size)
    yield Row("ratio: limit of standard output's size", "ratio " + "mixed " * 60,
              "standard output: File too large", stdout="stdout", limit=limit_size)
    for command in ("ratio mixed", "--help", "--version", "ratio --help", "buddy --help",
                    "buddy zeros"):
        yield Row(f"{command}: full standard output", command, "standard output: No space left",
                  stdout="/dev/full")
    yield Row("compress: full standard output", "compress --codec zvc mixed -",
              "standard output: No space left", stdout="/dev/full")


def rows_of_streams():
    for command in ("ratio mixed", "--help", "compress --codec zvc mixed -", "buddy zeros"):
        yield Row(f"{command}: closed standard output", command, "standard output: Bad file",
                  limit=close_stdout)
    yield Row("compress: closed standard input and output", PACK + "out/x",
              "standard output: Bad file", limit=close_all, leaves=("x",),
              after=lambda: os.path.getsize("out/x") > 100000)
    yield Row("ratio: closed standard input", "ratio -", "-: Bad file descriptor", limit=close_all)
    yield Row("compress: closed standard error", PACK + "nowhere/x", lines=0, limit=close_stderr)
    yield Row("--json: OUT is a device", "compress --json --codec zvc mixed /dev/null", status=0,
              lines=0, prints=is_report("/dev/null"))
    yield Row("--json: OUT is a fifo", "compress --json --codec zvc tiny out/fifo", status=0,
              lines=0, prints=is_report("out/fifo").replace("mixed", "tiny"), before=save_fifo,
              leaves=("fifo",))
    yield Row("--json: OUT is standard output, the report goes to standard error",
              "decompress --json zvc.lp -", status=0, act=report_beside_data, lines=0)


def report_beside_data(words):
    """As a row wants it: no line of its own on standard error, for there is only the report."""
    done = subprocess.run(words, capture_output=True, check=False)
    with open("mixed", "rb") as file:
        same = file.read() == done.stdout
    try:
        report = json.loads(done.stderr)
    except ValueError:
        report = {}
    good = same and report.get("output") == "-" and report["bytes"] == len(done.stdout)
    return Run(done.returncode, b"" if good else b"not the data", b"" if good else done.stderr)


def rows_of_signals():
    for name in "HUP INT QUIT ALRM TERM USR1 USR2 XCPU VTALRM PROF".split():
        number = getattr(signal, "SIG" + name)
        yield Row(f"SIG{name} removes what was written", "compress --codec zvc - out/x",
                  status=-number, lines=0, act=signalled(number))
    yield Row("decompress: SIGTERM removes what was written", "decompress - out/x",
              status=-signal.SIGTERM, lines=0, act=signalled(signal.SIGTERM, "zvc.lp"))
    yield Row("SIGTERM leaves the old file", "compress --codec zvc - out/x",
              status=-signal.SIGTERM, lines=0, act=signalled_beside_old, after=holds("out/x"),
              leaves=("x",))


def signalled_beside_old(words):
    put("out/x", b"")()
    run = signalled(signal.SIGTERM)(words)
    if holds("out/x", b"")():
        put("out/x")()
    return run


def rows():
    for part in (rows_of_names, rows_of_permissions, rows_of_full_disks, rows_of_streams,
                 rows_of_signals):
        yield from part()
