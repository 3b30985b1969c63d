# SPDX-License-Identifier: Apache-2.0
"""The copy call for NumPy arrays: device memory with a compressing DMA engine, also that of a card.

    with linepress.Dma("model") as dma:
        buffer = dma.put(array)
        stream = dma.compress(buffer, "zvc")    # bytes
        dma.decompress(buffer, stream, "zvc")
        same = dma.get(buffer)
    with linepress.Card("sim:") as card:
        buffer = card.dma.put(array)            # and so on

It uses liblinepress_dma.so (docs/use/dma.md), which find.py finds.
"""
import ctypes

from . import api, find
from .api import CardInfo
from .api import DmaCompletion as Completion  # the engine's result of a transfer
from .errors import Error
from .errors import check as _check

CODECS = api.DMA_CODECS
_CARDS_MOST = 64


def _load():
    library = find.load("liblinepress_dma.so")
    handle, u64, size = ctypes.c_void_p, ctypes.c_uint64, ctypes.c_size_t
    pointer = ctypes.POINTER
    library.lp_dma_defaults.argtypes = [pointer(api.DmaConfig)]
    library.lp_dma_defaults.restype = None
    library.lp_dma_open.argtypes = [ctypes.c_char_p, pointer(api.DmaConfig), pointer(handle)]
    library.lp_dma_close.argtypes = [handle]
    library.lp_dma_close.restype = None
    library.lp_dma_malloc.argtypes = [handle, u64, pointer(u64)]
    library.lp_dma_free.argtypes = [handle, u64]
    library.lp_dma_write.argtypes = [handle, u64, ctypes.c_void_p, size]
    library.lp_dma_read.argtypes = [handle, u64, ctypes.c_void_p, size]
    library.lp_dma_submit.argtypes = [handle, pointer(api.DmaTransfer), pointer(u64)]
    library.lp_dma_wait.argtypes = [handle, u64, pointer(Completion)]
    library.lp_dma_rate.argtypes = [handle, ctypes.c_uint32]
    _declare_cards(library)
    return library


def _declare_cards(library):
    handle, u32, pointer = ctypes.c_void_p, ctypes.c_uint32, ctypes.POINTER
    memory = [handle, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_size_t]
    library.lp_card_defaults.argtypes = [pointer(api.CardConfig)]
    library.lp_card_defaults.restype = None
    library.lp_card_open.argtypes = [ctypes.c_char_p, pointer(api.CardConfig), pointer(handle),
                                     pointer(api.CardTrouble)]
    library.lp_card_close.argtypes = [handle]
    library.lp_card_close.restype = None
    library.lp_card_trouble.argtypes = [handle]
    library.lp_card_trouble.restype = pointer(api.CardTrouble)
    library.lp_card_list.argtypes = [pointer(api.CardFound), ctypes.c_size_t,
                                     pointer(ctypes.c_size_t)]
    library.lp_card_info.argtypes = [handle, pointer(CardInfo)]
    library.lp_card_read32.argtypes = [handle, u32, pointer(u32)]
    library.lp_card_write32.argtypes = [handle, u32, u32]
    library.lp_card_reset.argtypes = [handle]
    library.lp_card_dma.argtypes = [handle, pointer(handle)]
    library.lp_card_peek.argtypes = memory
    library.lp_card_poke.argtypes = memory
    library.lp_card_selftest.argtypes = [handle, ctypes.c_void_p, ctypes.c_void_p,
                                         pointer(ctypes.c_uint)]


def _set_fields(config, fields, what):
    for name, value in fields.items():
        if name not in dict(config._fields_):
            raise TypeError(f"{what} has no '{name}'")
        setattr(config, name, value)


class Buffer:
    """An array in device memory, with room for the index of its stream."""

    def __init__(self, address, index, array):
        self.address, self.index = address, index
        self.shape, self.dtype, self.bytes = array.shape, array.dtype, array.nbytes
        self.padded = -(-array.nbytes // api.SECTOR_BYTES) * api.SECTOR_BYTES


class Dma:
    """An engine ("model", "cycle", "rtl") and its device memory. Keywords are the fields of struct
    lp_dma_config (docs/use/dma.md), such as device_bytes=1 << 30."""

    def __init__(self, engine="model", **config):
        self._library, self._handle = _load(), ctypes.c_void_p()
        self.config = api.DmaConfig()
        self._library.lp_dma_defaults(self.config)
        _set_fields(self.config, config, "Dma")
        _check(self._library.lp_dma_open(engine.encode(), self.config, self._handle))

    @classmethod
    def _of(cls, library, handle):
        """A Dma that another object closes."""
        dma = cls.__new__(cls)
        dma._library, dma._handle = library, handle
        return dma

    def close(self):
        self._library.lp_dma_close(self._handle)
        self._handle = ctypes.c_void_p()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _malloc(self, size):
        address = ctypes.c_uint64()
        _check(self._library.lp_dma_malloc(self._handle, size, address))
        return address.value

    def put(self, array):
        """Copies an array to device memory, bypassing the engine; returns its Buffer."""
        import numpy
        array = numpy.ascontiguousarray(array).reshape(numpy.shape(array))
        if array.nbytes == 0 or array.dtype.hasobject:
            raise ValueError("an array without bytes of its own")
        groups = -(-array.nbytes // api.DMA_GROUP)
        address = self._malloc(groups * api.DMA_GROUP)
        try:
            buffer = Buffer(address, self._malloc(-(-groups // 16) * api.SECTOR_BYTES), array)
        except Error:
            self._library.lp_dma_free(self._handle, address)
            raise
        data = array.tobytes() + bytes(buffer.padded - array.nbytes)
        _check(self._library.lp_dma_write(self._handle, address, data, len(data)))
        return buffer

    def get(self, buffer):
        """Copies the array back, with its original shape and type."""
        import numpy
        array = numpy.empty(buffer.shape, buffer.dtype)
        _check(self._library.lp_dma_read(self._handle, buffer.address, array.ctypes.data,
                                         array.nbytes))
        return array

    def free(self, buffer):
        _check(self._library.lp_dma_free(self._handle, buffer.address))
        _check(self._library.lp_dma_free(self._handle, buffer.index))

    def _run(self, transfer):
        ticket, completion = ctypes.c_uint64(), Completion()
        _check(self._library.lp_dma_submit(self._handle, transfer, ticket))
        _check(self._library.lp_dma_wait(self._handle, ticket, completion))
        if completion.status != 0:
            raise Error(status=completion.status)
        self.last = completion
        return completion

    def compress(self, buffer, codec="zvc"):
        """Compresses a buffer from device memory; returns its stream. `last` is the completion."""
        room = -(-buffer.padded // api.LINE_BYTES) * (api.DMA_GROUP_BOUND // 4)
        stream = ctypes.create_string_buffer(-(-room // api.SECTOR_BYTES) * api.SECTOR_BYTES)
        transfer = api.DmaTransfer(api.DMA_OUT, CODECS[codec], buffer.address, buffer.padded,
                                   ctypes.addressof(stream), None, len(stream), buffer.index)
        completion = self._run(transfer)
        return stream.raw[:completion.bytes]

    def decompress(self, buffer, stream, codec="zvc", index=True):
        """Expands a stream into the buffer. The index is that of the buffer's last stream; without
        it the engine reads the stream from its beginning."""
        data = ctypes.create_string_buffer(bytes(stream), max(len(stream), 1))
        self._run(api.DmaTransfer(api.DMA_IN, CODECS[codec], buffer.address, buffer.padded, None,
                                  ctypes.addressof(data), len(stream),
                                  buffer.index if index else 0))

    def rate(self, bytes_per_cycle):
        """The bandwidth-aware policy: a maximum of bytes per cycle at device memory; 0: no
        limit."""
        _check(self._library.lp_dma_rate(self._handle, round(bytes_per_cycle * 256)))


def cards():
    """The available cards, as pairs of a name for Card and a description."""
    found, count = (api.CardFound * _CARDS_MOST)(), ctypes.c_size_t()
    _check(_load().lp_card_list(found, len(found), count))
    return [(f.spec.decode(), f.text.decode()) for f in found[:count.value]]


class Card:
    """A card by its name ("sim:", "pci:0000:01:00.0", "uart:/dev/ttyUSB0", docs/use/card-cli.md).
    Keywords are the fields of struct lp_card_config, such as timeout_ms=1000."""

    def __init__(self, name, **config):
        self._library, self._handle = _load(), ctypes.c_void_p()
        self._dma = None
        values, trouble = api.CardConfig(), api.CardTrouble()
        self._library.lp_card_defaults(values)
        _set_fields(values, config, "Card")
        code = self._library.lp_card_open(name.encode(), values, self._handle, trouble)
        if code != 0:
            raise Error(code, words=trouble.text.decode())

    def _forget_dma(self):
        if self._dma is not None:
            self._dma._handle = ctypes.c_void_p()
        self._dma = None

    def close(self):
        self._forget_dma()
        self._library.lp_card_close(self._handle)
        self._handle = ctypes.c_void_p()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _check(self, code):
        if code != 0:
            raise Error(code, words=self._library.lp_card_trouble(self._handle)
                        .contents.text.decode())

    @property
    def info(self):
        info = CardInfo()
        self._check(self._library.lp_card_info(self._handle, info))
        return info

    @property
    def dma(self):
        """The engine, as a Dma; it is closed with the card, or by a self-test."""
        if self._dma is None:
            handle = ctypes.c_void_p()
            self._check(self._library.lp_card_dma(self._handle, handle))
            self._dma = Dma._of(self._library, handle)
        return self._dma

    def read32(self, offset):
        """A register by its byte offset."""
        value = ctypes.c_uint32()
        self._check(self._library.lp_card_read32(self._handle, offset, value))
        return value.value

    def write32(self, offset, value):
        self._check(self._library.lp_card_write32(self._handle, offset, value))

    def peek(self, address, size):
        """Bytes of card memory, bypassing the engine."""
        data = ctypes.create_string_buffer(max(size, 1))
        self._check(self._library.lp_card_peek(self._handle, address, data, size))
        return data.raw[:size]

    def poke(self, address, data):
        self._check(self._library.lp_card_poke(self._handle, address, bytes(data), len(data)))

    def reset(self):
        self._check(self._library.lp_card_reset(self._handle))

    def selftest(self):
        """Number of failed steps. The contents of card memory are lost."""
        failed = ctypes.c_uint()
        self._forget_dma()
        self._check(self._library.lp_card_selftest(self._handle, None, None, failed))
        return failed.value
