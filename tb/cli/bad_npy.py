# SPDX-License-Identifier: Apache-2.0
"""Rows about .npy files: by name, under another name, and through a pipe."""
from bad_row import Row

ORDER = "'fortran_order': False"
DICTIONARY = "{'descr': '<f4', " + ORDER + ", 'shape': (30, 7), }"
DATA = bytes(range(210)) * 4
HEADER = 10 + len(DICTIONARY)
RAW = "; --raw takes the file as raw bytes$"


def npy(dictionary=DICTIONARY, data=DATA, version=(1, 0), length=None):
    text = dictionary.encode()
    width = 2 if version[0] < 2 else 4
    count = len(text) if length is None else length
    return b"\x93NUMPY" + bytes(version) + count.to_bytes(width, "little") + text + data


def described(descr):
    return npy("{'descr': " + descr + ", " + ORDER + ", 'shape': (2,)}")


def shaped(shape, data=DATA):
    return npy("{'descr': '<f4', " + ORDER + ", 'shape': " + shape + "}", data)


GOOD = npy()
MALFORMED = "malformed .npy header"
TYPE = ".npy element type is not supported"

# The fault, the file, and the message.
FILES = (
    ("cut after the magic", GOOD[:6], r"truncated.* \(byte 6\)"),
    ("cut in the length", GOOD[:9], r"truncated.* \(byte 9\)"),
    ("cut in the dictionary", GOOD[:40], r"truncated.* \(byte 40\)"),
    ("cut before the data", GOOD[:HEADER], rf"truncated.* \(byte {HEADER}\)"),
    ("cut in the data", GOOD[:-40], rf"truncated.* \(byte {HEADER + 800}\)"),
    ("without its last byte", GOOD[:-1], rf"truncated.* \(byte {HEADER + 839}\)"),
    ("with a byte after it", GOOD + b"x", rf"after the end \(byte {HEADER + 840}\)"),
    ("twice", GOOD + GOOD, rf"after the end \(byte {HEADER + 840}\)"),
    ("of version 0", npy(version=(0, 0)), "unknown .npy format version"),
    ("of version 4", npy(version=(4, 0)), "unknown .npy format version"),
    ("of version 1.1", npy(version=(1, 1)), "unknown .npy format version"),
    ("of version 255.255", npy(version=(255, 255)), "unknown .npy format version"),
    ("without a header", npy("", length=0), MALFORMED),
    ("with a header of one byte", npy("{", length=1), MALFORMED),
    ("with a header of 64 KiB", npy(length=65535), MALFORMED),
    ("with a header of 4 GiB", npy(version=(2, 0), length=2**32 - 1), MALFORMED),
    ("with a header longer than the file", npy(length=60000), "truncated"),
    ("with a header cut by its length", npy(length=20), MALFORMED),
    ("with no dictionary", npy("['<f4', (2,)]"), MALFORMED),
    ("with an empty dictionary", npy("{}"), MALFORMED),
    ("with blanks only", npy(" " * 50), MALFORMED),
    ("with NUL only", npy("\0" * 50), MALFORMED),
    ("without descr", npy("{" + ORDER + ", 'shape': (2,)}"), MALFORMED),
    ("without fortran_order", npy("{'descr': '<f4', 'shape': (2,)}"), MALFORMED),
    ("without shape", npy("{'descr': '<f4', " + ORDER + "}"), MALFORMED),
    ("with a key twice", npy("{" + ORDER + ", " + DICTIONARY[1:]), MALFORMED),
    ("with a key too many", npy("{'more': 1, " + DICTIONARY[1:]), MALFORMED),
    ("with a key of 100 characters", npy("{'" + "k" * 100 + "': 1}"), MALFORMED),
    ("with text after it", npy(DICTIONARY + " x"), MALFORMED),
    ("without the closing brace", npy(DICTIONARY[:-1]), MALFORMED),
    ("without a colon", npy(DICTIONARY.replace(":", " ")), MALFORMED),
    ("without commas", npy(DICTIONARY.replace(",", " ")), MALFORMED),
    ("of an order that is no truth", npy(DICTIONARY.replace("False", "0")), MALFORMED),
    ("of objects", described("'|O'"), "array of Python objects is not supported"),
    ("of structures", described("[('a', '<f4'), ('b', '<i2')]"), TYPE),
    ("of structures with objects", described("[('a', '<f4'), ('b', '|O')]"), "Python objects"),
    ("of an unknown kind", described("'<q8'"), TYPE),
    ("of a kind without a size", described("'<f'"), TYPE),
    ("of elements of 10^20 bytes", described("'<f100000000000000000000'"), TYPE),
    ("of no type", described("''"), MALFORMED),
    ("of a type that is no string", described("4"), MALFORMED),
    ("of a type with an escape", described(r"'\x3cf4'"), MALFORMED),
    ("of a shape that is a number", shaped("2"), MALFORMED),
    ("of a shape that is a list", shaped("[2]"), MALFORMED),
    ("of a shape without its comma", shaped("(2)"), MALFORMED),
    ("of a negative length", shaped("(-2,)"), MALFORMED),
    ("of a broken length", shaped("(2.5,)"), MALFORMED),
    ("of a shape without an end", npy("{'descr': '<f4', " + ORDER + ", 'shape': (2,"), MALFORMED),
    ("of 10^22 elements", shaped("(99999999999, 99999999999)"), "shape is too large"),
    ("of 2^64 bytes", shaped("(4611686018427387904,)"), "shape is too large"),
    ("of 65 axes", shaped("(" + "1, " * 65 + ")"), "shape is too large"),
)

# An array without elements has no data, and using its header as data would not help.
EMPTY = (
    ("with an axis of no length", shaped("(0, 3)", b"")),
    ("of elements of no bytes", npy(DICTIONARY.replace("<f4", "|S0"), b"")),
)

# Headers that NumPy accepts, though it no longer writes them.
UNUSUAL = (
    ("with CRLF", npy(DICTIONARY.replace(", ", ",\r\n") + "\r\n")),
    ("with Python 2's long numbers", npy(DICTIONARY.replace("30", "30L"))),
    ("of version 2", npy(version=(2, 0))),
    ("of version 3", npy(version=(3, 0))),
    ("with other quotes", npy(DICTIONARY.replace("'", '"'))),
)


def make(path, content):
    def write():
        with open(path, "wb") as file:
            file.write(content)
    return write


def rows_of_what_is_refused():
    for name, content, says in FILES:
        yield Row(f"ratio: .npy {name}", "ratio out/x.npy", f"out/x.npy: .*{says}.*{RAW}",
                  before=make("out/x.npy", content))
        yield Row(f"compress: .npy {name}, from a pipe", "compress --codec zvc - out/x",
                  f"-: .*{says}.*{RAW}", stdin=content)
    for name, content in EMPTY:
        yield Row(f"buddy: .npy {name}", "buddy out/x.npy", "empty: there is no data in it$",
                  before=make("out/x.npy", content))
        yield Row(f"dma: .npy {name}, from a pipe", "dma -", "empty: there is no data in it$",
                  stdin=content)
        yield Row(f"compress: .npy {name} and a byte, from a pipe", "compress --codec zvc - out/x",
                  "unexpected data.*" + RAW, stdin=content + b"x")
        yield Row(f"ratio: .npy {name} and a byte", "ratio out/x.npy", "unexpected data.*" + RAW,
                  before=make("out/x.npy", content + b"x"))
    for name, content, says in (("of another format", b"\x93NUMPZ" + GOOD[6:], "wrong magic"),
                                ("cut in its magic", GOOD[:5], "truncated")):
        yield Row(f"ratio: .npy by name, {name}", "ratio out/x.npy", says + ".*" + RAW,
                  before=make("out/x.npy", content))
        yield Row(f"compress: .npy by name, {name}", "compress --codec bpc out/x.npy out/x",
                  says + ".*" + RAW, before=make("out/x.npy", content))
        yield Row(f"buddy: .npy by name, {name}", "buddy out/x.npy", says + ".*" + RAW,
                  before=make("out/x.npy", content))
    yield Row("buddy: .npy cut in its data", "buddy -", "truncated.*byte" + ".*" + RAW,
              stdin=GOOD[:-1])
    yield Row("an empty file named .npy", "buddy out/x.npy", "empty: there is no data in it$",
              before=make("out/x.npy", b""))


def row_of_bytes(name, command, count, content, **more):
    """One that must report this many bytes."""
    return Row(name, command, status=0, lines=0, prints=rf'"bytes": {count}, "lines"', **more,
               **({} if "out/" in command else {"stdin": content}),
               before=make("out/x" + (".npy" if ".npy" in command else ""), content))


def rows_of_what_is_taken():
    for name, content in (("", GOOD), *UNUSUAL):
        for how, path in (("", "out/x.npy"), (" under another name", "out/x"),
                          (" from a pipe", "-")):
            yield row_of_bytes(f"ratio: .npy {name}{how}", f"ratio --json {path}", 840, content)
    for name, content, _ in FILES[4:9]:
        for path in ("out/x.npy", "-"):
            yield row_of_bytes(f"ratio --raw: .npy {name}, {path}", f"ratio --json --raw {path}",
                               len(content), content)
    for cut in (1, 5):
        yield row_of_bytes(f"ratio: {cut} bytes of the magic are raw", "ratio --json -", cut,
                           GOOD[:cut])
    yield Row("compress --raw: .npy of objects", "compress --raw --json --codec zvc - out/x",
              status=0, lines=0, prints='"bytes": ', stdin=described("'|O'"), leaves=("x",))
    yield Row("buddy --raw: .npy of objects", "buddy --raw --json -", status=0, lines=0,
              prints='"lines": 8,', stdin=described("'|O'"))


def rows():
    yield from rows_of_what_is_refused()
    yield from rows_of_what_is_taken()
