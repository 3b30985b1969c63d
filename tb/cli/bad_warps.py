# SPDX-License-Identifier: Apache-2.0
"""Rows about warp traces and the options of `trace`. The trace is docs/reference/format.md's example."""
import struct
import zlib

from bad_npy import make
from bad_row import Row

with open("docs/reference/format.md", encoding="utf-8") as _file:
    WHOLE = bytes.fromhex(_file.read().split("```warps\n")[1].split("```")[0].replace("\n", " "))
WARP = WHOLE.index(b"\x04\x00\x00\x19")
LOAD = WARP + 3


def signed(content):
    return content + struct.pack("<I", zlib.crc32(content))


def changed(at, *values):
    return signed(WHOLE[:at] + bytes(values) + WHOLE[at + len(values):-4])


FILES = (
    ("nothing", b"", "empty: there is no data in it"),
    ("a trace of lines", b"\x89LPT\r\n\x1a\n" + bytes(40), "not a warp trace: wrong magic"),
    ("text", b"R 0\n", "not a warp trace: wrong magic"),
    ("version 3", changed(8, 3), "version 3 of warp traces is not known"),
    ("version 0", changed(8, 0), "version 0 of warp traces is not known"),
    ("a reserved byte", changed(15, 1), "byte 15 of the header is not 0"),
    ("an unknown item", changed(16, 7), "byte 16: no buffer, write, launch or end"),
    ("2^31 warps", signed(WHOLE[:WARP - 9] + bytes.fromhex("8080808008 01 01 01 01 01 00 00 00 05 00")),
     "launch 1 .'add'.: 2.31 warps or more"),
    ("a warp of no group", changed(WARP + 1, 1), "warp 0 of group 1 is not in the launch"),
    ("an unknown kind", changed(LOAD, 0x1d), "record 1: an unknown kind"),
    ("a width of 0", changed(LOAD + 2, 0), "record 1: a width that is not 1 to 16 bytes"),
    ("an offset outside", changed(LOAD + 5, 5), "lane 0 accesses 4 bytes at 0x14000, outside"),
    ("a stride too far", changed(LOAD + 6, 0x12), "lane 29 accesses 4 bytes at 0x10105, outside"),
    ("a use before the load", changed(LOAD + 7, 0), "record 1: a value that is used before it is"),
    ("a use after the end", changed(LOAD + 7, 5), "a value is used after the warp's end"),
    ("a byte after", WHOLE + b"\0", "unexpected data after the trace's end"),
    ("another checksum", WHOLE[:-1] + bytes([WHOLE[-1] ^ 1]), "its checksum does not match"),
)

USES = (
    ("trace", "no output is given"), ("trace x", "no output is given"),
    ("trace -o out/x", "neither a saved launch nor"), ("trace -o out/x --", "neither a saved"),
    ("trace -o out/x a b", "more than one saved launch"),
    ("trace -o out/x --launch 1 a", "--launch and --kernel choose among a program's"),
    ("trace -o out/x --kernel k a", "--launch and --kernel choose among a program's"),
    ("trace --info out/t -o out/x", "--info goes with --json alone"),
    ("trace --info out/t x", "--info goes with --json alone"),
    ("trace --info out/t -f", "--info goes with --json alone"),
    ("trace --info", "needs a value"), ("trace --infos x", "is not an option"),
    ("trace -o out/x --launch 0 -- true", "launch"),
    ("trace -o out/x --launch 2-1 -- true", "ends"),
    ("trace -o out/x --launch 1- -- true", "launch"),
    ("trace -o out/x --launch x -- true", "launch"),
    ("trace --info missing", "missing: No such file"), ("trace --info .", "[Dd]irectory"),
    ("trace -o nowhere/x saved", "nowhere"),
)


def rows():
    for name, content, says in FILES:
        yield Row(f"trace --info: {name}", "trace --info out/t", f"out/t: .*{says}",
                  before=make("out/t", content), leaves=("t",))
    for keep in range(1, len(WHOLE)):
        yield Row(f"trace --info: cut after {keep} bytes", "trace --info -", "-: truncated",
                  stdin=WHOLE[:keep])
    for use, says in USES:
        yield Row(f"'{use}'", use, says, before=make("out/t", WHOLE), leaves=("t",))
    yield Row("trace --info: the trace that the rows damage", "trace --info out/t", status=0,
              lines=0, prints="add", before=make("out/t", WHOLE), leaves=("t",))
    yield Row("trace --info on a full disk", "trace --info -", "No space left", stdin=WHOLE,
              stdout="/dev/full")
