# SPDX-License-Identifier: Apache-2.0
"""Framed compressed files in memory (docs/reference/format.md), as `linepress compress` writes
them."""
import ctypes
import dataclasses
import io
from typing import Tuple

from . import api, native
from .arrays import view
from .errors import check


@dataclasses.dataclass(frozen=True)
class Frames:
    """The header and the blocks of a framed file. Sizes are in bytes, `elem` is in bits."""

    codec: str
    elem: int
    window: int
    prologue_bytes: int  #: bytes in front of the data, such as the header of an .npy file
    blocks: Tuple[Tuple[int, int], ...]  #: data's and stored bytes of each block

    @property
    def bytes(self):
        return sum(raw for raw, _ in self.blocks)

    @property
    def stored_bytes(self):
        return sum(stored for _, stored in self.blocks)


def compress(array, codec="auto", *, elem=None, window=128, threads=1):
    """The framed file of an array, as bytes: those of `linepress compress` for its .npy file. An
    array of a type that NumPy lacks, such as bfloat16, and bytes-like objects are stored as plain
    data. Arguments and errors as in `ratio`; window is in bytes.

    >>> data = compress(bytes(100000), "zvc")
    >>> decompress(data) == bytes(100000)
    True
    """
    of, out = view(array), api.Bytes()
    plain = isinstance(array, (bytes, bytearray, memoryview))
    head = b"" if plain else of.header()
    width = native.elem_of(codec, elem, 4 if plain else of.itemsize)
    check(native.library().lpp_compress(codec.encode(), width, window, native.threads_of(threads),
                                        head, len(head), of.address, of.nbytes, out))
    return native.take(out)


def decompress(data, *, threads=1):
    """The data of a framed file: a NumPy array if it holds an .npy file, else bytes. Every checksum
    is compared. linepress.Error: not a framed file, or damaged."""
    of, prologue, out = view(data), api.Bytes(), api.Bytes()
    check(native.library().lpp_decompress(of.address, of.nbytes, native.threads_of(threads),
                                          prologue, out))
    head, body = native.take(prologue), native.take(out)
    return _array(head, body) if head.startswith(b"\x93NUMPY") else body


def _array(head, body):
    import numpy
    file = io.BytesIO(head)
    version = numpy.lib.format.read_magic(file)
    read = numpy.lib.format.read_array_header_1_0 if version == (1, 0) else \
        numpy.lib.format.read_array_header_2_0
    shape, fortran, dtype = read(file)
    return numpy.frombuffer(bytearray(body), dtype).reshape(shape, order="F" if fortran else "C")


def frames(data):
    """The Frames of a framed file in memory; blocks are not decoded, their checksums are compared.
    linepress.Error: not a framed file, or damaged.

    >>> found = frames(compress(bytes(3 << 20), "zvc"))
    >>> found.codec, found.elem, len(found.blocks), found.bytes
    ('zvc', 32, 3, 3145728)
    """
    of, info, sizes = view(data), api.FrameInfo(), api.Bytes()
    check(native.library().lpp_blocks(of.address, of.nbytes, info, sizes))
    numbers = native.take(sizes)
    values = (ctypes.c_uint64 * (len(numbers) // 8)).from_buffer_copy(numbers)
    word = native.library().lpp_codec_word(info.codec)
    return Frames(word.decode() if word else str(info.codec), info.elem, info.window,
                  info.prologue_bytes, tuple(zip(values[0::2], values[1::2])))
