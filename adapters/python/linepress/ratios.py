# SPDX-License-Identifier: Apache-2.0
"""Ratios and sectors of an array's lines."""
import ctypes
import dataclasses
from typing import Dict, Tuple

from . import api, native
from .arrays import view
from .errors import check


@dataclasses.dataclass(frozen=True)
class Ratio:
    """How well an array compresses. The ratios are raw bytes divided by stored bytes; infinity for
    an array of zeros with a codec that stores nothing for them."""

    codec: str
    elem: int  #: width of an element, in bits
    bytes: int
    lines: int
    zero_lines: int  #: lines of zeros only
    bits: float  #: ratio by the bits of the records
    sizes: float  #: ratio if each line takes the smallest of eight sizes that holds its record
    sectors: float  #: ratio if each line takes whole sectors of 32 bytes
    stored_bits: int
    histogram: Dict[int, int]  #: lines by the eight sizes, in bytes
    sector_lines: Tuple[int, ...]  #: lines of 0, 1, 2, 3 and 4 sectors
    chosen: Dict[str, int]  #: lines stored by each codec, if the best of each line is chosen

    def __format__(self, spec):
        return format(self.sectors, spec) if spec else str(self)


def _divide(a, b):
    return a / b if b else float("inf")


def _count(array, codec, elem, window, threads, sectors=None):
    of = view(array)
    width = native.elem_of(codec, elem, of.itemsize)
    counts = api.Counts()
    check(native.library().lpp_ratio(codec.encode(), width, window, native.threads_of(threads),
                                     of.address, of.nbytes, sectors, counts))
    return width, counts


def ratio(array, codec="auto", *, elem=None, threads=1):
    """The Ratio of an array's lines.

    codec    a codec of `linepress ratio`; "auto" or "mixed" is the best of zvc, bpc, xzvc and ebd
             for each line
    elem     bits of an element for codecs that have a choice (8, 16, 32); by default those of the
             array's type, 32 for wider types, or the codec's own if it lacks that width
    threads  0: one per core

    The bytes are read where they are. ValueError: no such codec or width, or no bytes; TypeError:
    not an array in this process's memory.

    >>> import numpy
    >>> r = ratio(numpy.zeros((64, 32), numpy.float32), "zvc")
    >>> r.lines, r.zero_lines, r.bits, r.sector_lines
    (64, 64, 32.0, (64, 0, 0, 0, 0))
    """
    width, c = _count(array, codec, elem, api.LINE_BYTES, threads)
    sizes = native.sizes()
    chosen = dict(zip(api.LINE_CODECS, c.chosen)) if any(c.chosen) else {}
    return Ratio(
        codec, width, c.bytes, c.lines, c.zero_lines,
        _divide(8 * c.bytes, c.bits),
        _divide(c.bytes, sum(n * size for n, size in zip(c.sizes, sizes))),
        _divide(c.bytes, sum(n * s * api.SECTOR_BYTES for s, n in enumerate(c.sectors))),
        c.bits, dict(zip(sizes, c.sizes)), tuple(c.sectors), chosen)


def sectors(array, codec="auto", *, elem=None, threads=1):
    """Sectors (0 to 4) of each line, as an array of uint8.

    Its shape is that of the array with the last axis counted in lines, if each row is a whole
    number of lines and the array is in C order; else it has one axis, of all lines in the order of
    memory. Other arguments and errors as in `ratio`.

    >>> import numpy
    >>> sectors(numpy.zeros((4, 8, 64), numpy.float32), "zvc").shape
    (4, 8, 2)
    >>> sectors(numpy.arange(100, dtype=numpy.uint8), "bpc").shape
    (1,)
    """
    import numpy
    of = view(array)
    out = numpy.empty(-(-of.nbytes // api.LINE_BYTES), numpy.uint8)
    _count(of, codec, elem, api.LINE_BYTES, threads, ctypes.c_void_p(out.ctypes.data))
    row = of.shape[-1] * of.itemsize if of.shape else 0
    if not of.fortran and row > 0 and row % api.LINE_BYTES == 0:
        return out.reshape(*of.shape[:-1], row // api.LINE_BYTES)
    return out
