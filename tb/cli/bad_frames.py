# SPDX-License-Identifier: Apache-2.0
"""Rows about framed files: truncated, damaged, impossible, and not as requested."""
import zlib

from bad_npy import make
from bad_row import Row

MAGIC = b"\x89LPR\r\n\x1a\n"
DATA = (bytes(range(1, 129)) + bytes(128), b"\1\2\3\4\5")  # of two blocks
PROLOGUE = b"kept as it is"
SHORT, CRC, CORRUPT = "truncated", "a checksum does not match", "corrupt data"


def number(value, width=4):
    return value.to_bytes(width, "little")


def summed(part):
    return part + number(zlib.crc32(part))


def zvc(data):
    """A stream of masks and the words that are not zero."""
    stream = b""
    for at in range(0, len(data), 128):
        line = data[at:at + 128].ljust(128, b"\0")
        words = [line[i:i + 4] for i in range(0, 128, 4)]
        stream += number(sum(any(w) << i for i, w in enumerate(words)))
        stream += b"".join(w for w in words if any(w))
    return stream


def header(version=1, codec=1, elem=32, reserved=0, window=128, prologue=PROLOGUE, length=None):
    count = len(prologue) if length is None else length
    return summed(MAGIC + bytes([version, codec, elem, reserved]) + number(window) + number(count)
                  + prologue)


def block(data, stored=None, raw_bytes=None, stored_bytes=None):
    stored = zvc(data) if stored is None else stored
    return summed(number(len(data) if raw_bytes is None else raw_bytes)
                  + number(len(stored) if stored_bytes is None else stored_bytes) + stored)


def trailer(data=DATA, length=None, crc=None):
    count = sum(map(len, data)) if length is None else length
    check = zlib.crc32(PROLOGUE + b"".join(data)) if crc is None else crc
    return summed(number(0) + number(count, 8) + number(check))


PARTS = (header(), block(DATA[0]), block(DATA[1]), trailer())
NAMES = ("header", "block 1", "block 2", "trailer")
BEGIN = [sum(map(len, PARTS[:i])) for i in range(4)]
GOOD = b"".join(PARTS)

# Where each field begins: (part, offset in it, name). A cut leaves nothing of the field.
FIELDS = (
    (0, 8, "version"), (0, 9, "codec"), (0, 10, "width"), (0, 11, "reserved byte"),
    (0, 12, "window"), (0, 16, "prologue's length"), (0, 20, "prologue"), (0, 33, "checksum"),
    (1, 0, "length"), (1, 4, "stored length"), (1, 8, "mask"), (1, 12, "data"),
    (1, len(PARTS[1]) - 4, "checksum"), (2, 0, "length"), (2, 4, "stored length"), (2, 8, "mask"),
    (2, len(PARTS[2]) - 4, "checksum"), (3, 0, "zero"), (3, 4, "length"), (3, 12, "data checksum"),
    (3, 16, "checksum"),
)


def rows_of_cuts():
    for keep in (0, 1, 7):
        says = "empty" if keep == 0 else "not a Linepress file: wrong magic$"
        yield cut(f"{keep} bytes", keep, says)
    for part, offset, name in FIELDS:
        at = BEGIN[part] + offset
        # A trailer is recognised only after its first four bytes.
        where = "block 3" if part == 3 and offset == 0 else NAMES[part]
        yield cut(f"before the {NAMES[part]}'s {name}", at, rf"{SHORT}.* \({where}, byte {at}\)")
        yield cut(f"in the {NAMES[part]}'s {name}", at + 1,
                  rf"{SHORT}.* \(({where}|{NAMES[part]}), byte {at + 1}\)")
    yield cut("in its last byte", len(GOOD) - 1, rf"{SHORT}.* \(trailer, byte {len(GOOD) - 1}\)")
    yield Row("decompress: cut, from a pipe", "decompress - out/x",
              rf"-: {SHORT}.* \(block 2, byte {BEGIN[2] + 9}\)", stdin=GOOD[:BEGIN[2] + 9])
    yield Row("decompress: cut, to standard output", "decompress - -",
              rf"-: {SHORT}.* \(block 1, byte {BEGIN[1] + 9}\)", stdin=GOOD[:BEGIN[1] + 9],
              prints="^kept as it is$")


def cut(name, keep, says):
    return Row(f"decompress: cut {name}", "decompress out/in out/x", "out/in: " + says,
               before=make("out/in", GOOD[:keep]))


def flipped(at):
    return GOOD[:at] + bytes([GOOD[at] ^ 0x80]) + GOOD[at + 1:]


def rows_of_flips():
    says = {"version": "unknown Linepress file version$",
            "reserved byte": CORRUPT + r" \(header, byte 0\)",
            "prologue's length": "truncated|checksum", "length": "corrupt|truncated",
            "stored length": "corrupt|truncated", "zero": "corrupt|truncated"}
    for part, offset, name in FIELDS:
        at = BEGIN[part] + offset
        default = rf"{CRC} \({NAMES[part]}, byte {BEGIN[part]}\)$"
        yield Row(f"decompress: a bit of the {NAMES[part]}'s {name} is flipped",
                  "decompress out/in out/x", "out/in: .*(" + says.get(name, default) + ")",
                  before=make("out/in", flipped(at)))
    for at in range(8):
        yield Row(f"decompress: a bit of byte {at} of the magic is flipped",
                  "decompress out/in out/x", "not a Linepress file: wrong magic$",
                  before=make("out/in", flipped(at)))


def rows_of_codecs():
    """The stored form is changed, though all checksums of the frame are right."""
    for codec, number_of in (("zvc", 1), ("rle", 2), ("csr", 3), ("lz4", 4), ("zlib", 5),
                             ("bpc", 6), ("bdi", 10), ("fpc", 11), ("bdi+fpc", 12), ("cpack", 13),
                             ("fibonacci", 14), ("mpc", 15), ("mpc64", 16)):
        for name, stored in (("nothing", b""), ("one byte", b"\xff"), ("ones", b"\xff" * 300)):
            content = (header(codec=number_of) + block(DATA[0], stored) + trailer(DATA[:1]))
            yield Row(f"decompress: {codec} of {name}", "decompress out/in out/x",
                      r"out/in: .*(corrupt|truncated|after the end).* "
                      rf"\(block 1, byte {BEGIN[1]}\)",
                      before=make("out/in", content))
    for codec in "zvc bpc rle csr lz4 zlib".split():
        yield Row(f"decompress: {codec}, a byte of the middle is another",
                  "decompress out/in out/x", r"checksum does not match \(block 1, byte 24\)",
                  before=lambda codec=codec: damage(f"{codec}.lp"))
        other = "rle" if codec == "zvc" else "zvc"
        yield Row(f"decompress: {codec}, asked for {other}",
                  f"decompress --codec {other} {codec}.lp out/x",
                  f"the file's codec is {codec}, not {other}")


def damage(name):
    with open(name, "rb") as file:
        content = bytearray(file.read())
    content[len(content) // 2] ^= 1
    make("out/in", bytes(content))()


# The impossible part, with a right checksum; the file; and the message.
IMPOSSIBLE = (
    ("version 0", header(version=0), "unknown Linepress file version$"),
    ("version 3", header(version=3), "unknown Linepress file version$"),
    ("codec 0", header(codec=0), "unknown codec"),
    ("codec 255", header(codec=255), "unknown codec"),
    ("elements of 0 bits", header(elem=0), CORRUPT),
    ("elements of 12 bits", header(elem=12), CORRUPT),
    ("elements of 64 bits", header(elem=64), CORRUPT),
    ("elements that its codec lacks", header(codec=2, elem=8), CORRUPT),
    ("a reserved byte", header(reserved=1), CORRUPT + r" \(header, byte 0\)"),
    ("a window of 0 bytes", header(window=0), CORRUPT),
    ("a window of 64 bytes", header(window=64), CORRUPT),
    ("a window of 2 GiB", header(window=2**31), CORRUPT),
    ("a prologue of 65537 bytes", header(length=65537), CORRUPT + r" \(header, byte 0\)"),
    ("a prologue of 4 GiB", header(length=2**32 - 1), CORRUPT + r" \(header, byte 0\)"),
    ("a block of 1 MiB and a byte", header() + block(DATA[0], raw_bytes=2**20 + 1),
     CORRUPT + rf" \(block 1, byte {BEGIN[1]}\)"),
    ("a block of 4 GiB", header() + block(DATA[0], raw_bytes=2**32 - 1),
     CORRUPT + rf" \(block 1, byte {BEGIN[1]}\)"),
    ("a stored form of 2 MiB and a byte", header() + block(DATA[0], stored_bytes=2**21 + 1),
     CORRUPT + rf" \(block 1, byte {BEGIN[1]}\)"),
    ("a stored form of 4 GiB", header() + block(DATA[0], stored_bytes=2**32 - 1),
     CORRUPT + rf" \(block 1, byte {BEGIN[1]}\)"),
    ("a stored form that the file has not", header() + block(DATA[0], stored_bytes=2**21),
     SHORT + r".* \(block 1, byte \d+\)"),
    ("a block of 1 MiB that decodes to 256 bytes",
     header() + block(DATA[0], raw_bytes=2**20) + trailer(), rf"\(block 1, byte {BEGIN[1]}\)"),
    ("a block of 100 bytes that decodes to 256",
     header() + block(DATA[0], raw_bytes=100) + trailer(), rf"\(block 1, byte {BEGIN[1]}\)"),
    ("no trailer", b"".join(PARTS[:3]), SHORT + rf".* \(block 3, byte {BEGIN[3]}\)"),
    ("two trailers", GOOD + trailer(), rf"after the end \(trailer, byte {len(GOOD)}\)"),
    ("a block after the trailer", GOOD + PARTS[1], "after the end"),
    ("a byte after the trailer", GOOD + b"\0", rf"after the end \(trailer, byte {len(GOOD)}\)"),
    ("itself after it", GOOD + GOOD, "after the end"),
    ("another length", b"".join(PARTS[:3]) + trailer(length=262),
     CORRUPT + rf" \(trailer, byte {BEGIN[3]}\)"),
    ("a length of 2^64 - 1", b"".join(PARTS[:3]) + trailer(length=2**64 - 1),
     CORRUPT + rf" \(trailer, byte {BEGIN[3]}\)"),
    ("another sum of the data", b"".join(PARTS[:3]) + trailer(crc=0),
     CRC + rf" \(trailer, byte {BEGIN[3]}\)"),
    ("a block less", PARTS[0] + PARTS[1] + PARTS[3], CORRUPT + r" \(trailer, byte \d+\)"),
    ("a block twice", PARTS[0] + PARTS[1] + PARTS[1] + PARTS[2] + PARTS[3],
     CORRUPT + r" \(trailer, byte \d+\)"),
    ("its blocks swapped", PARTS[0] + PARTS[2] + PARTS[1] + PARTS[3],
     CRC + rf" \(trailer, byte {BEGIN[3]}\)"),
)


def rows_of_the_impossible():
    for name, content, says in IMPOSSIBLE:
        yield Row(f"decompress: a frame with {name}", "decompress out/in out/x",
                  "out/in: .*" + says, before=make("out/in", content))


def rows_of_other_files():
    yield Row("decompress: raw bytes", "decompress random out/x", "random: .*wrong magic$")
    yield Row("decompress: one byte", "decompress - out/x", "-: .*wrong magic$", stdin=b"\x89")
    yield Row("decompress: an array", "decompress - out/x", "wrong magic$", stdin=b"\x93NUMPY")
    yield Row("decompress: a file named .npy that is none", "decompress out/x.npy out/x",
              "not a Linepress file: wrong magic$", before=make("out/x.npy", b"x" * 100))
    yield Row("decompress: other elements", "decompress --elem 8 zvc.lp out/x",
              "its elements have 32 bits, not 8")
    yield Row("decompress: another window", "decompress --window 4096 zvc.lp out/x",
              "its window is 128 bytes, not 4096")


def rows_of_what_is_right():
    yield Row("decompress: the frame that the rows damage", "decompress out/in out/x", status=0,
              lines=0, prints="zvc, 274 bytes raw", before=make("out/in", GOOD), leaves=("x",))
    yield Row("decompress: a frame named .npy", "decompress out/x.npy out/x", status=0, lines=0,
              prints="zvc, 274 bytes raw", before=make("out/x.npy", GOOD), leaves=("x",))
    yield Row("ratio: a frame is bytes like any others", "ratio --json out/in", status=0, lines=0,
              prints=f'"bytes": {len(GOOD)},', before=make("out/in", GOOD))
    yield Row("compress: a frame is bytes like any others", "compress --codec zvc out/in out/x",
              status=0, lines=0, prints=f"zvc, {len(GOOD)} bytes raw", before=make("out/in", GOOD),
              leaves=("x",))


def rows():
    for part in (rows_of_cuts, rows_of_flips, rows_of_codecs, rows_of_the_impossible,
                 rows_of_other_files, rows_of_what_is_right):
        yield from part()
