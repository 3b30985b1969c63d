# SPDX-License-Identifier: Apache-2.0
"""Rows about input files as such: missing, unreadable, of another kind, among good ones."""
import os
import socket

from bad_npy import GOOD, make, shaped
from bad_row import Row

# Commands that read a file named last, and their names here.
READERS = (("ratio", "ratio {}"), ("compress", "compress --codec zvc {} out/x"),
           ("decompress", "decompress {} out/x"), ("buddy", "buddy {}"), ("dma", "dma {}"),
           ("buddy --trace", "buddy random --trace {}"))
# These accept an empty input.
TAKES_NOTHING = ("ratio", "compress")


def secret():
    make("out/in", b"x" * 1000)()
    os.chmod("out/in", 0)


def closed_folder():
    os.mkdir("out/closed")
    make("out/closed/in", b"x" * 1000)()
    os.chmod("out/closed", 0)


def a_socket():
    with socket.socket(socket.AF_UNIX) as end:
        end.bind("out/in")


def rows_of_files():
    for name, command in READERS:
        yield Row(f"{name}: missing file", command.format("nothing"), "nothing: No such file")
        yield Row(f"{name}: no name", command.format("''"), ": No such file")
        yield Row(f"{name}: missing folder", command.format("nowhere/in"), "nowhere/in: No such fi")
        yield Row(f"{name}: a file as a folder", command.format("random/in"), "Not a directory")
        empty = "there is no file to take" if name == "ratio" else "Is a directory"
        yield Row(f"{name}: a folder", command.format("out"), f"out: {empty}")
        yield Row(f"{name}: a folder by a slash", command.format("out/"), f"out/?: {empty}")
        yield Row(f"{name}: a folder as standard input", command.format("-"), "-: Is a directory",
                  stdin="out")
        yield Row(f"{name}: unreadable file", command.format("out/in"), "out/in: Permission denied",
                  nobody=True, before=secret)
        yield Row(f"{name}: closed folder", command.format("out/closed/in"), "Permission denied",
                  nobody=True, before=closed_folder)
        yield Row(f"{name}: a file that cannot be read", command.format("/proc/self/mem"),
                  "/proc/self/mem: Input/output error")
        yield Row(f"{name}: a socket", command.format("out/in"), "No such device or address",
                  before=a_socket)
        yield Row(f"{name}: a link to nothing", command.format("out/in"), "No such file",
                  before=lambda: os.symlink("nothing", "out/in"))
        yield Row(f"{name}: a link to itself", command.format("out/in"), "Too many levels",
                  before=lambda: os.symlink("in", "out/in"))
        yield Row(f"{name}: a name of 256 characters", command.format("n" * 256), "name too long")
        yield Row(f"{name}: a line break in a name", command.format("'no\nsuch'"), r"no\?such: No")
        yield Row(f"{name}: a terminal's code in a name", command.format("'\33[2J\7\177'"),
                  r"linepress: \?\[2J\?\?: No such file")
        yield Row(f"{name}: a name of 5000 characters", command.format("n/" * 2500),
                  "File name too long")
        if name in TAKES_NOTHING:
            continue
        yield Row(f"{name}: empty file", command.format("empty"), "empty: empty: there is no data")
        yield Row(f"{name}: empty pipe", command.format("-"), "-: empty: there is no data",
                  stdin=b"")
        yield Row(f"{name}: empty device", command.format("/dev/null"), "/dev/null: empty")


def rows_of_several():
    """ratio still reports the good files, and names the bad ones."""
    good = r'^{"files": \[{"file": "tiny", [^\n]*{"file": "mixed", [^{}]*{[^\n]*}\]}\n$'
    yield Row("ratio --json: a missing file among good ones", "ratio --json tiny nothing mixed",
              "linepress: nothing: No such file", prints=good)
    yield Row("ratio: a missing file among good ones", "ratio tiny nothing mixed",
              "linepress: nothing: No such file",
              prints=r"^zvc(.*\n){3}.*  tiny\n.* mixed\n.*total$")
    yield Row("ratio: the first of two files is bad", "ratio nothing tiny", "nothing: No such",
              prints=r"^zvc(.*\n){3}.*  tiny\n$")
    none = r'"bytes": 0, "lines": 0, .*"ratio": {"bits": null, "sizes": null, "sectors": null}'
    yield Row("ratio: an empty array among good ones", "ratio --json tiny out/x.npy mixed",
              status=0, lines=0, prints='"tiny", .*"out/x.npy", [^}]*' + none + '.*"mixed"',
              before=make("out/x.npy", shaped("(0,)", b"")))
    yield Row("ratio: an empty array in a table", "ratio out/x.npy", status=0, lines=0,
              prints=r"\n +0 +0( +-){9}  out/x.npy\n$",
              before=make("out/x.npy", shaped("(0,)", b"")))
    yield Row("ratio --codec all: an empty file", "ratio --codec all --json empty tiny", status=0,
              lines=0, prints=none)
    yield Row("ratio --codec all: an empty file in a table", "ratio --codec all empty", status=0,
              lines=0, prints=r"( +-)+  empty\n")
    yield Row("ratio: a cut array among good ones", "ratio --json tiny out/x.npy mixed",
              r"out/x.npy: truncated.*\(byte \d+\)", prints=good,
              before=make("out/x.npy", GOOD[:-9]))
    yield Row("ratio: three bad files among good ones",
              "ratio --json nothing tiny nowhere/x out mixed", lines=3, prints=good,
              says="nothing: No such file.*\n.*x: No such.*\n.*out: there is no file.*\n$")
    for option in ("", "--json"):
        yield Row(f"ratio {option}: all files are bad", f"ratio {option} nothing nowhere/x out",
                  lines=3,
                  says="nothing: No such.*\n.*x: No such.*\n.*out: there is no file.*\n$")


def rows_of_odd_names():
    for name in ("n" * 255, "a\nb", " ", "-", "--", "é", "\\", "'", "a.npy.lp"):
        yield Row(f"ratio: a file named {name[:20]!r}", ["ratio", "--json", "--", "./out/" + name],
                  status=0, lines=0, prints='"bytes": 9,', before=make("out/" + name, b"123456789"))
    yield Row("ratio: a name that is no UTF-8", ["ratio", "--json", b"out/\xff\xfe"], status=0,
              lines=0, prints='"file": "out/\\?\\?", ', before=make(b"out/\xff\xfe", b"1"))
    yield Row("ratio: a missing name that is no UTF-8", ["ratio", b"out/\xff\xfe"], "No such file")


def rows():
    for part in (rows_of_files, rows_of_several, rows_of_odd_names):
        yield from part()
