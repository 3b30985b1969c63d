# SPDX-License-Identifier: Apache-2.0
"""Rows about traces, text and binary. The file that they go through has 8 lines."""
import struct
import zlib

from bad_npy import GOOD, make
from bad_row import Row

MAGIC = b"\x89LPT\r\n\x1a\n"
RUN = "buddy out/data --trace "


def binary(records, version=1, reserved=b"\0" * 7, count=None):
    content = MAGIC + bytes([version]) + reserved
    content += struct.pack("<Q", len(records) if count is None else count)
    content += b"".join(struct.pack("<QQ", *record) for record in records)
    return content + struct.pack("<I", zlib.crc32(content))


WRITE, READ = (0x80 | 1, 2), (0x80, 0)
WHOLE = binary([WRITE, READ, READ])

# A text trace, and the message about it.
TEXTS = (
    (b"Q 0\n", "line or record 1: malformed access"),
    (b"R 0\nW 0\nQ 0\n", "line or record 3: malformed access"),
    (b"# all is well\n\n  R 0\nr 0\n", "line or record 4: malformed"),
    (b"R\n", "line or record 1: malformed"),
    (b"R \n", "line or record 1: malformed"),
    (b"R0\n", "line or record 1: malformed"),
    (b"R 0 0\n", "line or record 1: malformed"),
    (b"R x\n", "line or record 1: malformed"),
    (b"R -128\n", "line or record 1: malformed"),
    (b"R 0x\n", "line or record 1: malformed"),
    (b"R 0xg\n", "line or record 1: malformed"),
    (b"R 1.5\n", "line or record 1: malformed"),
    (b"R 1\n", "line or record 1: malformed"),
    (b"R 127\n", "line or record 1: malformed"),
    (b"R 0X80\n", "line or record 1: malformed"),
    (b"R 18446744073709551616\n", "line or record 1: malformed"),
    (b"R 0x10000000000000000\n", "line or record 1: malformed"),
    (b"R 99999999999999999999999999\n", "line or record 1: malformed"),
    (b"W 0 x\n", "line or record 1: malformed"),
    (b"W 0 1 2\n", "line or record 1: malformed"),
    (b"W 0 -1\n", "line or record 1: malformed"),
    (b"W 0 18446744073709551616\n", "line or record 1: malformed"),
    (b"R 0\0\n", "line or record 1: malformed"),
    (b"R 0" + b" " * 300 + b"\n", "line or record 1: malformed"),
    (b"#" * 256 + b"\nR 0\n", "line or record 1: malformed"),
    (b"\xef\xbb\xbfR 0\n", "line or record 1: malformed"),
    (b"# nothing\n", "empty: there is no data in it$"),
    (b"\n\n", "empty: there is no data in it$"),
    (b"R 0\nR 0x400\n", "access 2 is at 0x400, past the 8 lines of out/data"),
    (b"R 0xffffffffffffff80\n", "access 1 is at 0xffffffffffffff80, past"),
    (b"W 0 8\n", "access 1 writes line 8, but out/data has 8"),
    (b"W 0 18446744073709551615\n", "writes line 18446744073709551615"),
    (b"W 0x400\n", "access 1 is at 0x400"),
    (GOOD, "line or record 1: malformed"),
    (b"\1" * 1000, "malformed"),
)

BINARIES = (
    ("a frame", b"\x89LPR\r\n\x1a\n" + bytes(40), "not a trace: wrong magic"),
    ("a magic with LF for CRLF", MAGIC.replace(b"\r", b"") + WHOLE[8:], "not a trace: wrong magic"),
    ("version 0", binary([READ], version=0), "unknown trace version"),
    ("version 3", binary([READ], version=3), "unknown trace version"),
    ("a reserved byte", binary([READ], reserved=b"\0\0\0\1\0\0\0"), "corrupt data"),
    ("no record", binary([]), "empty: there is no data"),
    ("a record less than it says", binary([READ], count=2), r"truncated|malformed"),
    ("a record more than it says", binary([READ, READ], count=1), "checksum|after the end"),
    ("2^26 + 1 records", binary([READ], count=2**26 + 1), "more accesses than a trace may have"),
    ("2^64 - 1 records", binary([READ], count=2**64 - 1), "more accesses than a trace may have"),
    ("2^26 records that it has not", binary([READ], count=2**26), "truncated"),
    ("an address inside a line", binary([READ, (0x82, 0)]), "record 2: malformed access"),
    ("a read with data", binary([READ, READ, (0x80, 1)]), "record 3: malformed access"),
    ("a read past the file", binary([READ, (0x400, 0)]), "access 2 is at 0x400, past the 8"),
    ("a write past the file", binary([(0x401, 0)]), "access 1 is at 0x400, past the 8"),
    ("data past the file", binary([(1, 8)]), "access 1 writes line 8, but out/data has 8"),
    ("a byte after", WHOLE + b"\0", "after the end"),
    ("itself after", WHOLE + WHOLE, "after the end"),
    ("another checksum", WHOLE[:-1] + bytes([WHOLE[-1] ^ 1]), "its checksum does not match"),
    ("a flipped bit of data", WHOLE[:33] + bytes([WHOLE[33] ^ 1]) + WHOLE[34:],
     "its checksum does not match"),
)


def put(trace):
    def write():
        make("out/data", b"d" * 1000)()
        make("out/t", trace)()
    return write


def rows_of_binaries():
    for name, trace, says in BINARIES:
        yield Row(f"buddy: a trace of {name}", RUN + "out/t", "out/t: .*(" + says + ")",
                  before=put(trace))
    for keep in (1, 7, 8, 9, 15, 16, 23, 24, 25, 39, 40, 71, 72, len(WHOLE) - 1):
        yield Row(f"buddy: a trace cut after {keep} bytes", RUN + "out/t",
                  rf"out/t: truncated.* \(byte {keep}\)", before=put(WHOLE[:keep]))
    for at in range(8):
        trace = bytes(WHOLE[:at] + bytes([WHOLE[at] ^ 1]) + WHOLE[at + 1:])
        yield Row(f"buddy: a trace whose magic differs in byte {at}", RUN + "out/t",
                  "not a trace: wrong magic" if at else "record 1: malformed", before=put(trace))


def rows_of_texts():
    for trace, says in TEXTS:
        yield Row(f"buddy: the trace {trace[:30]!r}", RUN + "out/t", "out/t: .*" + says,
                  before=put(trace))
    for trace in (b"R 0", b"R 0\r\n", b"\tW\t0x80\t7  \n#\n", b"R 0\n" * 3):
        yield Row(f"buddy: the trace {trace!r} is right", RUN + "out/t", status=0, lines=0,
                  prints="0 mismatches", before=put(trace))
    yield Row("buddy: the trace that the rows damage", RUN + "out/t", status=0, lines=0,
              prints="3 requests in .* 0 mismatches", before=put(WHOLE))
    yield Row("buddy: a cut trace, from a pipe", RUN + "-", r"-: truncated.* \(byte 30\)",
              before=put(b""), stdin=WHOLE[:30])
    yield Row("buddy: a bad trace is not saved in another form",
              RUN + "out/t --save-trace out/x", "line or record 1: malformed", before=put(b"Q\n"))


def rows():
    yield from rows_of_binaries()
    yield from rows_of_texts()
