# SPDX-License-Identifier: Apache-2.0
"""Compression of arrays as GPU memory does it: ratios, sectors, framed files, profiles of a run,
and the copy call.

Arrays are NumPy arrays, torch tensors on the CPU, and anything with DLPack, __array_interface__ or
a buffer. Their bytes are read where they are; only an array that is not contiguous is copied. A line
is 128 bytes, a sector 32; a short last line counts as if padded with zeros. docs/use/python.md.

>>> import numpy, linepress as lp
>>> half = numpy.arange(4096, dtype=numpy.float32) % 2  # each line has 16 zeros
>>> found = lp.ratio(half, "zvc")
>>> found.lines, found.elem, round(found.bits, 3), found.sectors
(128, 32, 1.882, 1.3333333333333333)
>>> lp.decompress(lp.compress(half, "bpc")).dtype
dtype('float32')
"""
from . import kit, units
from .dma import CODECS, Buffer, Card, CardInfo, Completion, Dma, cards
from .errors import Error
from .files import open_arrays as open  # noqa: A004  pylint: disable=redefined-builtin
from .files import open_raw
from .framed import Frames, compress, decompress, frames
from .profiles import Profile, profile
from .ratios import Ratio, ratio, sectors

__all__ = ["CODECS", "Buffer", "Card", "CardInfo", "Completion", "Dma", "Error", "Frames",
           "Profile", "Ratio", "cards", "compress", "decompress", "frames", "kit", "open",
           "open_raw", "profile", "ratio", "sectors", "units"]
