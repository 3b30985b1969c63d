#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Places of outputs, and the files that they replace: no file outside the folder of -o is written,
no foreign file is removed, and no other user loses a file."""
import contextlib
import json
import os
import pty
import shutil
import stat
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import end, result, skip  # pylint: disable=wrong-import-position

LINEPRESS = os.path.abspath(
    os.environ.get("LINEPRESS", os.environ.get("BUILD", "build") + "/linepress"))
SECONDS = 120
NOBODY, GAMES = 65534, 60
ROOT = os.geteuid() == 0
ACCESS = "system.posix_acl_access"


def run(*words, user=None, group=None, program=LINEPRESS, **more):
    """The command; one that does not end has a status that no test expects."""
    who = {}
    if user is not None:
        who = {"user": user, "group": group if group is not None else user, "extra_groups": []}
    more.setdefault("stdin", subprocess.DEVNULL)
    try:
        return subprocess.run([program, *words], capture_output="stdout" not in more, check=False,
                              timeout=SECONDS, **who, **more)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(words, -99, b"", b"does not end")


def compress(*words, **more):
    return run("compress", "--codec", "zvc", *words, **more)


def write(path, content=b"old\n", mode=None):
    if os.path.dirname(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)
    if mode is not None:
        os.chmod(path, mode)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def files(folder):
    """Every file below the folder, with its contents."""
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            found[os.path.relpath(path, folder)] = (
                os.readlink(path) if os.path.islink(path) else
                read(path) if os.path.isfile(path) else None)
    return found


@contextlib.contextmanager
def work_folder():
    home, work = os.getcwd(), os.path.realpath(tempfile.mkdtemp())
    os.chmod(work, 0o755)
    os.chdir(work)
    try:
        yield work
    finally:
        os.chdir(home)
        shutil.rmtree(work)


def one_line(done, says=""):
    """Faults of a refusal: status 2, one line that says why, no output."""
    said = done.stderr.decode(errors="replace")
    wrong = []
    if done.returncode != 2:
        wrong.append(f"status {done.returncode}")
    if said.count("\n") != 1 or not said.startswith("linepress: ") or says not in said:
        wrong.append(f"says {said!r}")
    if done.stdout:
        wrong.append(f"prints {done.stdout[:80]!r}")
    return wrong


def good(done):
    return [] if done.returncode == 0 else [f"status {done.returncode}: {done.stderr!r}"]


# ---- where outputs go ----

def tree():
    """Commands run in p/q; p/x would be changed by a write to a neighbouring folder."""
    write("p/x", b"data")
    write("p/q/x.lpr", b"precious")
    write("p/q/a/b", b"data b")
    write("p/q/a/c.npy.lpr", b"no frame")
    write("c", b"data c")
    os.chdir("p/q")


def outside():
    return {name: content for name, content in files("../..").items()
            if not name.startswith("p/q/out/")}


def operands_that_leave():
    # Whatever -o may write, nothing but out/ changes; what ends in ".." is refused.
    for operand in ("..", "../", "a/..", "a/../", "../..", "a/../..", "./..", "../q/..", "a//.."):
        for command in (("compress", "--codec", "zvc"), ("decompress",)):
            with work_folder():
                tree()
                before = outside()
                done = run(*command, "-o", "out", operand)
                wrong = one_line(done, "would leave the output folder")
                if outside() != before or os.path.exists("out"):
                    wrong.append("something is written")
                result(wrong, f"{command[0]} -o out {operand}: is refused")


def operands_that_stay():
    for operand, names in (("../../c", ["c"]), ("a/../../x", ["x"]), (".", ["a/b", "x.lpr"]),
                           ("./a/.", ["b"]), ("./", ["a/b", "x.lpr"]), ("a", ["a/b"]),
                           ("../q/a/", ["a/b"]), (".//a//b", ["b"]), ("ABSOLUTE", ["a/b"])):
        with work_folder():
            tree()
            operand = os.path.abspath("a") if operand == "ABSOLUTE" else operand
            before = outside()
            done = compress("-o", "out", operand)
            made = set(files("out")) if os.path.isdir("out") else set()
            due = {name + ".lpr" for name in names}
            wrong = good(done)
            if outside() != before or not due <= made:
                wrong.append(f"{made}, not {due}")
            result(wrong, f"compress -o out {operand if operand[0] != '/' else '/...'}: goes to "
                          f"{' '.join(names)}")


def links_in_the_output():
    places = {"a folder": ("out/a", "../outside"), "a file": ("out/a/b.lpr", "../../outside/b"),
              "nothing": ("out/a/b.lpr", "nowhere"), "itself": ("out/a", "a")}
    for name, (link, to) in places.items():
        with work_folder():
            tree()
            write("outside/b", b"precious")
            os.makedirs(os.path.dirname(link))
            os.symlink(to, link)
            before = files(".")
            wrong = one_line(compress("-o", "out", "a/b"), "") if "a/" not in link and \
                not os.path.islink("out/a") else []
            wrong += one_line(compress("-o", "out", "a"), "is a symbolic link")
            if files(".") != before:
                wrong.append("something is written")
            result(wrong, f"a link to {name} in the output folder is not followed")
    with work_folder():
        tree()
        os.mkdir("real")
        os.symlink("real", "out")
        result(good(compress("-o", "out", "a/b")) or not os.path.exists("real/b.lpr"),
               "the output folder itself may be named by a link")
    with work_folder():
        tree()
        os.makedirs("out/a")
        os.mkfifo("out/a/b.lpr")
        result(one_line(compress("-o", "out", "a")), "a fifo in the output folder is left")


def outputs_in_the_way():
    def check(name, says, *words, more=None):
        with work_folder():
            tree()
            for path, content in (more or {}).items():
                write(path, content)
            before = files(".")
            wrong = one_line(run(*words), says)
            if files(".") != before:
                wrong.append("something is written")
            result(wrong, name)

    packed = compress_bytes(b"inner")
    twice = compress_bytes(packed)
    check("two names of one file", "would both become out/b.lpr", "compress", "--codec", "zvc",
          "-o", "out", "a/b", "./a//b")
    check("two files of one name", "would both become out/b.lpr", "compress", "--codec", "zvc",
          "-o", "out", "a/b", "d/b", more={"d/b": b"other"})
    check("an output that is a folder of another", "a file in it", "decompress", "-o", "out", "d",
          more={"d/e.lpr": packed, "d/e/f.lpr": packed})
    check("the folder of outputs is what is read", "is the output folder itself", "compress",
          "--codec", "zvc", "-o", "a", "a")
    check("an output that is another's input", "which is an input too", "decompress", "-o", ".",
          "e.lpr.lpr", "e.lpr", more={"e.lpr": packed, "e.lpr.lpr": twice})
    check("two outputs of one name", "would both become x", "profile", "--targets", "x",
          "--heatmap", "x", "set", more={"set/a.p1": bytes(4096)})
    with work_folder():
        tree()
        wrong = []
        for _ in range(3):
            wrong += good(compress("-o", "out", "."))
            made = set(files("out"))
            if made != {"x.lpr.lpr", "a/b.lpr", "a/c.npy.lpr.lpr"}:
                wrong.append(str(made))
        result(wrong, "the folder of outputs within what is read does not grow")


def compress_bytes(data):
    return run("compress", "--codec", "zvc", "-c", "-", stdin=None, input=data).stdout


# ---- what -f removes ----

def force_removes_ours():
    cases = run("gen", "gbbr", "--lines", "3").stdout
    with work_folder():
        write("cases", cases)
        wrong = good(run("vectors", "gbbr", "cases", "-o", "pack"))
        write("pack/boot.hex", b"mine")
        before = files("pack")
        wrong += one_line(run("vectors", "gbbr", "cases", "-f", "-o", "pack"), "'boot.hex'")
        wrong += [] if files("pack") == before else ["something is gone"]
        result(wrong, "vectors -f leaves a .hex file that no pack lists")
        os.unlink("pack/boot.hex")
        listed = [file["name"] for file in json.loads(read("pack/pack.json"))["files"]]
        write(f"pack/{listed[0]}", b"changed by hand, and longer than it was\n" * 9)
        before = files("pack")
        wrong = one_line(run("vectors", "gbbr", "cases", "-f", "-o", "pack"), listed[0])
        wrong += [] if files("pack") == before else ["something is gone"]
        result(wrong, "vectors -f leaves a file that is not as it was written")
        shutil.rmtree("pack")
        write("pack/pack.json", b'{"format": "another"}')
        wrong = one_line(run("vectors", "gbbr", "cases", "-f", "-o", "pack"), "'pack.json'")
        result(wrong or read("pack/pack.json") != b'{"format": "another"}',
               "vectors -f leaves another's pack.json")
        os.unlink("pack/pack.json")
        os.symlink("../cases", "pack/pack.json")
        result(one_line(run("vectors", "gbbr", "cases", "-f", "-o", "pack"), "'pack.json'"),
               "vectors -f leaves a link")
        result([] if len(os.listdir(".")) == 2 else os.listdir("."), "no file is left next to it")
    with work_folder():
        write("set/a.p1", bytes(4096))
        write("set/a.p2", bytes(4096))
        wrong = good(run("profile", "--plots", "plots", "set"))
        wrong += good(run("profile", "--plots", "plots", "-f", "set"))
        write("mine/time.csv", b"1,2\n")
        write("mine/time.svg", b"<svg/>")
        before = files("mine")
        wrong += one_line(run("profile", "--plots", "mine", "-f", "set"), "is no file of")
        wrong += [] if files("mine") == before else ["something is gone"]
        result(wrong, "profile -f leaves a folder with names of plots that it has not written")


# ---- whose the output is ----

def facts(path):
    st = os.stat(path)
    return st.st_uid, st.st_gid, stat.S_IMODE(st.st_mode)


def access_list(group=GAMES):
    """The list of user::rw-, group::---, group:GROUP:r--, mask::r--, other::---, as the kernel
    has it: version 2, and entries of a tag, permissions and a number."""
    none = 0xffffffff
    entries = ((1, 6, none), (4, 0, none), (8, 4, group), (16, 4, none), (32, 0, none))
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)


def owners():
    name = "root's run leaves the file its owner, group and mode"
    if not ROOT:
        skip(name, "takes root")
        return
    for command in (("compress", "--codec", "zvc", "in"), ("decompress", "in.lpr"),
                    ("buddy", "in", "--save-trace")):
        with work_folder():
            write("in", bytes(1000))
            write("in.lpr", compress_bytes(b"data"))
            write("out", mode=0o660)
            os.chown("out", NOBODY, GAMES)
            before = facts("out")
            wrong = good(run(*command, "out"))
            result(wrong or (read("out") == b"old\n" or facts("out") != before),
                   f"{command[0]}: {name}")
    with work_folder():
        write("in", bytes(1000))
        write("out")
        os.chown("out", NOBODY, GAMES)
        os.chmod("out", 0o6755)
        wrong = good(compress("in", "out"))
        result(wrong or facts("out") != (NOBODY, GAMES, 0o755), "set-uid and set-gid go")
    with work_folder():
        cases = run("gen", "gbbr", "--lines", "3").stdout
        wrong = good(run("vectors", "gbbr", "-", "-o", "pack", stdin=None, input=cases))
        os.chown("pack", NOBODY, GAMES)
        os.chmod("pack", 0o750)
        wrong += good(run("vectors", "gbbr", "-", "-f", "-o", "pack", stdin=None, input=cases))
        result(wrong or facts("pack") != (NOBODY, GAMES, 0o750) or
               facts("pack/pack.json")[:2] != (NOBODY, GAMES), "a folder stays its owner's")


def owners_of_others():
    """A user who may write the file, but not change its owner."""
    name = "an ordinary user leaves the file its owner"
    if not ROOT:
        skip(name, "takes root, to be two others")
        return
    with work_folder():
        shutil.copy(LINEPRESS, "linepress")
        me = {"user": NOBODY, "group": GAMES, "program": "./linepress"}
        write("d/in", bytes(1000), 0o644)
        os.chmod("d", 0o777)
        write("d/out", mode=0o666)
        before = facts("d/out") + (os.stat("d/out").st_ino,)
        wrong = good(compress("d/in", "d/out", **me))
        result(wrong or (facts("d/out") + (os.stat("d/out").st_ino,) != before or
                         read("d/out") == b"old\n" or len(os.listdir("d")) != 2), name)
        write("d/out")
        os.chmod("d/out", 0o640)
        wrong = one_line(compress("d/in", "d/out", **me), "write-protected")
        wrong += good(compress("-f", "d/in", "d/out", **me))
        uid, _, mode = facts("d/out")
        result(wrong or uid != NOBODY or mode & 0o077,
               "-f makes it this user's, and lets in no user who was kept out")
        os.chmod("d", 0o1777)
        write("d/out2", mode=0o666)
        wrong = good(compress("d/in", "d/out2", **me))
        result(wrong or facts("d/out2") != (0, 0, 0o666) or read("d/out2") == b"old\n",
               "a file in a sticky folder is written over")


def attributes():
    name = "access list and attributes"
    with work_folder():
        write("in", bytes(1000))
        write("out", mode=0o640)
        try:
            os.setxattr("out", "user.note", b"kept")
            os.setxattr("out", ACCESS, access_list())
        except OSError as error:
            skip(name, f"no attributes here: {error}")
            return
        wrong = good(compress("in", "out"))
        try:
            same = (os.getxattr("out", "user.note") == b"kept" and
                    os.getxattr("out", ACCESS) == access_list())
        except OSError as error:
            wrong.append(str(error))
            same = False
        result(wrong or not same, f"{name} stay")


def other_names():
    with work_folder():
        write("in", bytes(1000))
        write("out")
        os.link("out", "other")
        wrong = good(compress("in", "out"))
        result(wrong or read("other") == b"old\n" or not os.path.samefile("out", "other") or
               sorted(os.listdir(".")) != ["in", "other", "out"], "a hard link stays one")
        os.symlink("other", "link")
        write("in", bytes(5000))
        wrong = good(compress("in", "link"))
        result(wrong or not os.path.islink("link") or read("other") != compress_bytes(bytes(5000)),
               "what a link leads to is written")
        os.link("in", "in2")
        wrong = good(compress("in", "in2"))
        result(wrong or read("in") != compress_bytes(bytes(5000)),
               "an input that is its own output by another name is read first")
        mounted()


def mounted():
    write("host")
    write("mounted")
    if subprocess.run(["mount", "--bind", "host", "mounted"], stderr=subprocess.DEVNULL,
                      check=False).returncode != 0:
        skip("a file that is mounted on is written", "cannot mount here")
        return
    try:
        wrong = good(compress("in", "mounted"))
        result(wrong or read("host") == b"old\n" or read("mounted") != read("host"),
               "a file that is mounted on is written")
    finally:
        subprocess.run(["umount", "mounted"], check=True)


def full_disk_in_place():
    name = "a full disk leaves the old bytes of what is written in place"
    with work_folder():
        os.mkdir("small")
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=128k", "none", "small"],
                          stderr=subprocess.DEVNULL, check=False).returncode != 0:
            skip(name, "cannot mount here")
            return
        try:
            write("in", os.urandom(70000))
            write("small/out")
            os.link("small/out", "small/other")
            wrong = one_line(compress("in", "small/out"), "No space left")
            result(wrong or read("small/other") != b"old\n" or
                   sorted(os.listdir("small")) != ["other", "out"], name)
        finally:
            subprocess.run(["umount", "small"], check=True)


def descriptors():
    with work_folder():
        write("in", bytes(1000))
        due = compress_bytes(bytes(1000))
        for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
            write("log", b"head\n")
            with open("log", "ab") as log:
                wrong = good(compress("in", name, stdout=log))
                log.write(b"tail\n")
            result(wrong or read("log") != b"head\n" + due + b"tail\n", f"{name} goes on there")
        write("log", b"head\n")
        with open("log", "ab") as log:
            wrong = good(compress("in", f"/proc/self/fd/{log.fileno()}",
                                  pass_fds=(log.fileno(),)))
        result(wrong or read("log") != b"head\n" + due, "/proc/self/fd/N goes on there")
        os.symlink("/dev/stdout", "link")
        write("log", b"head\n")
        with open("log", "ab") as log:
            wrong = good(compress("in", "link", stdout=log))
        result(wrong or read("log") != b"head\n" + due or not os.path.islink("link"),
               "so does a link to it")


def has_terminals():
    try:
        for fd in pty.openpty():
            os.close(fd)
    except OSError:
        return False
    return True


def terminals():
    if not has_terminals():
        skip("terminals", "no pseudo-terminals here (devpts)")
        return
    with work_folder():
        write("in", bytes(1000))
        write("set/a.p1", bytes(4096))
        for words in (("compress", "--codec", "zvc", "in", "-"),
                      ("compress", "--codec", "zvc", "-c", "in"),
                      ("compress", "--codec", "zvc", "in", "/dev/stdout"),
                      ("profile", "--heatmap", "-", "set"),
                      ("trace", "-o", "-", "true"), ("huvm", "record", "-o", "-", "true")):
            ours, theirs = pty.openpty()
            done = subprocess.run([LINEPRESS, *words], stdin=subprocess.DEVNULL, stdout=theirs,
                                  stderr=subprocess.PIPE, check=False, timeout=SECONDS)
            done.stdout = b""
            os.set_blocking(ours, False)
            with contextlib.suppress(BlockingIOError):
                done.stdout = os.read(ours, 100)
            result(one_line(done, "is a terminal"), f"{' '.join(words)}: refuses a terminal")
            os.close(ours)
            os.close(theirs)
        ours, theirs = pty.openpty()
        done = subprocess.run([LINEPRESS, "compress", "--codec", "zvc", "-f", "in", "-"],
                              stdin=subprocess.DEVNULL, stdout=theirs, check=False)
        result(good(done) or not os.read(ours, 100), "-f writes to a terminal")


# ---- what has nothing in it ----

def npy(shape, kind="<f4", version=1):
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}".encode()
    fixed = 10 if version == 1 else 12
    header += b" " * (-(fixed + 1 + len(header)) % 64) + b"\n"
    return (b"\x93NUMPY" + bytes([version, 0]) +
            len(header).to_bytes(fixed - 8, "little") + header)


EMPTIES = {"a/bias.npy": npy("(0, 3)"), "b.npy": npy("(3, 0, 5)", "<f8"), "c.npy": npy("(0,)", "|S7"),
           "d.npy": npy("(4,)", "|S0"), "e.npy": npy("(0,)", version=2), "f": b"", "g.npy": b"",
           "h.npy": npy("(0,)", version=3), "scalar.npy": npy("()") + b"1234", "i": b"\0"}


def empties():
    codecs = run("compress", "--codec", "none", "a", "b").stderr.decode()
    codecs = codecs[codecs.index("there are ") + 10:].rstrip(")\n").split(", ")
    for codec in codecs:
        with work_folder():
            for name, content in EMPTIES.items():
                write("in/" + name, content)
            wrong = []
            for more in ([], ["--index"], ["-T", "3"]):
                wrong += good(run("compress", "--codec", codec, *more, "-o", "out", "in"))
                wrong += good(run("decompress", "--test", "out"))
                wrong += good(run("decompress", "--list", "out"))
                wrong += good(run("decompress", "--json", "-o", "back", "out/in"))
                wrong += [] if files("back/in") == EMPTIES else [str(files("back"))]
                shutil.rmtree("back")
                shutil.rmtree("out")
            done = run("ratio", "--codec", codec, "--json", "in")
            wrong += good(done)
            for word in (b"NaN", b"nan", b"Infinity", b"inf,"):
                wrong += [str(done.stdout)] if word in done.stdout else []
            result(wrong, f"{codec}: what has no data comes back")
    with work_folder():
        for name, content in EMPTIES.items():
            packed = compress_bytes(content)
            back = run("decompress", "-c", "-", stdin=None, input=packed)
            result(good(back) or back.stdout != content, f"{name}: through pipes")


def main():
    for test in (operands_that_leave, operands_that_stay, links_in_the_output, outputs_in_the_way,
                 force_removes_ours, owners, owners_of_others, attributes, other_names,
                 full_disk_in_place, descriptors, terminals, empties):
        test()
    return end()


sys.exit(main())
