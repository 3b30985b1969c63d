# SPDX-License-Identifier: Apache-2.0
"""Framed files, docs/reference/format.md, section 7: frame(data) returns the decompressed data."""
import zlib

import decode
import mixed
from decode import need


class Unsupported(ValueError):
    """A frame of a codec that is only compared."""


ELEMS = {1: decode.ELEMS, 7: (16,), 8: (16,), 9: (16, 32)}
CODECS = {1: "zvc", 2: "rle", 3: "csr", 4: "lz4", 5: "zlib", 6: "bpc", 7: "ebd",
          8: "xzvc", 9: "auto"}
STREAMS = {
    "zvc": decode.zvc_stream,
    "bpc": lambda elem, stored, length: decode.bpc_records(stored, length),
    "ebd": lambda elem, stored, length: mixed.mixed_stream(16, stored, length, mixed.EBD_KINDS),
    "xzvc": lambda elem, stored, length: mixed.xzvc_stream(stored, length),
    "auto": mixed.mixed_stream,
}


class Frame:
    """A framed file, read from its beginning."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def bytes(self, n):
        need(self.at + n <= len(self.data), "the file ends early")
        self.at += n
        return self.data[self.at - n:self.at]

    def number(self, n):
        return int.from_bytes(self.bytes(n), "little")

    def checksum(self, begin, what):
        crc = zlib.crc32(self.data[begin:self.at])
        need(self.number(4) == crc, f"the checksum of {what} does not match")

    def header(self):
        need(self.bytes(8) == b"\x89LPR\r\n\x1a\n", "not a framed file")
        self.version, codec, self.elem = self.bytes(3)
        need(self.version in (1, 2), f"format version {self.version}")
        need(codec in CODECS, f"codec {codec}")
        self.codec = CODECS[codec]
        need(self.elem in ELEMS.get(codec, (32,)), f"elements of {self.elem} bits")
        need(self.number(1) == 0, "byte 11 is not zero")
        need(self.number(4) in (128, 4096, 65536), "the window is none of the three")
        length = self.number(4)
        need(length <= 65536, "the prologue is too long")
        prologue = self.bytes(length)
        self.checksum(0, "the header")
        if self.codec not in STREAMS:
            raise Unsupported(f"frames of {self.codec} are not read here")
        return prologue

    def block(self, begin, length):
        need(length <= 1 << 20, "a block is too long")
        size = self.number(4)
        need(size <= 1 << 21, "a stored form is too long")
        stored = self.bytes(size)
        self.checksum(begin, "a block")
        return STREAMS[self.codec](self.elem, stored, length)

    def read(self):
        parts, begins = [self.header()], []
        while True:
            begin = self.at
            length = self.number(4)
            if length == 0:
                break
            begins.append(begin)
            parts.append(self.block(begin, length))
        data = b"".join(parts)
        need(self.number(8) == len(data) - len(parts[0]), "the data's length does not match")
        need(self.number(4) == zlib.crc32(data), "the checksum of the data does not match")
        self.checksum(begin, "the trailer")
        if self.version == 2:
            begin = self.at
            need([self.number(8) for _ in begins] == begins and self.number(8) == len(begins),
                 "the index contradicts the blocks")
            self.checksum(begin, "the index")
            need(self.bytes(8) == b"\x89LPI\r\n\x1a\n", "the index does not end in its magic")
        need(self.at == len(self.data), "bytes follow the end")
        return data


def frame(data):
    return Frame(data).read()
