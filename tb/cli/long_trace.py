# SPDX-License-Identifier: Apache-2.0
"""Warp traces of any length, in pieces."""
import zlib

from lpw import END, LOAD, STORE, Buffer, Record
from lpw_write import item_bytes, name_of, number, record_bytes

BASE, SIZE = 0x10000, 1 << 20
RECORDS = 400  # of a round


def some_records(gap, loads):
    """Loads and stores with their bytes, or stores alone."""
    at = {lane: BASE + 4 * lane for lane in range(32)}
    stored = {lane: bytes([lane] * 4) for lane in at}
    records = []
    for _ in range(RECORDS // 2):
        store = Record(STORE, gap, at, 4, stored=stored)
        records += [Record(LOAD, gap, at, 4, 1) if loads else store, store]
    return b"".join(map(record_bytes, records))


def warp_trace(groups, rounds, gap=1, loads=True):
    """Groups of one warp, of RECORDS * rounds records each, with `gap` instructions before each."""
    head = b"\x89LPW\r\n\x1a\n\2" + bytes(7) + item_bytes(Buffer("x", BASE, SIZE, b"", False))
    head += b"\3" + name_of("k")
    for value in (32 * groups, 1, 1, 32, 1, 1, 0, 0, 0):
        head += number(value)
    some, crc = some_records(gap, loads), zlib.crc32(head)
    yield head
    last = record_bytes(Record(END, 1))
    for group in range(groups):
        for piece in (b"\4" + number(group) + b"\0", *[some] * rounds, last):
            crc = zlib.crc32(piece, crc)
            yield piece
    crc = zlib.crc32(b"\5\0", crc)
    yield b"\5\0" + crc.to_bytes(4, "little")
