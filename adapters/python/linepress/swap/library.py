# SPDX-License-Identifier: Apache-2.0
"""<linepress/swap.h> through ctypes."""
import ctypes
import json
import os
import time

from linepress import find
from linepress.api import (
    ERR_ADDRESS as GONE, SWAP_AWAY as AWAY, SWAP_CODECS as CODECS, SWAP_FORMS as FORMS,
    SWAP_KINDS as KINDS, SWAP_MODELS_MAX as MODELS_MAX, SwapChoice as Choice, SwapConfig as Config,
    SwapFacts as Facts, SwapLine as Line, SwapModel as Model, SwapRates as Rates,
    SwapSample as Sample, SwapSetting as Setting, SwapStats as Stats, SwapTensor as Tensor)

CUDA_NAME = "liblinepress_cuda.so"
GRID_MAX = 4096  # LP_SWAP_GRID_MAX


class Error(Exception):
    """A refusal by the executor or the advisor, in one line."""


def _load():
    library = find.load("liblinepress.so", use_errno=True)
    pointer, size, handle = ctypes.POINTER, ctypes.c_size_t, ctypes.c_void_p
    kinds = {
        "lp_swap_open": [pointer(Config), pointer(handle)],
        "lp_swap_close": [handle],
        "lp_swap_add": [handle, handle, size, pointer(ctypes.c_uint)],
        "lp_swap_add_device": [handle, handle, size, pointer(ctypes.c_uint)],
        "lp_swap_set_device": [handle, handle],
        "lp_swap_offload": [handle, ctypes.c_uint, pointer(Setting)],
        "lp_swap_offload_behind": [handle, ctypes.c_uint, pointer(Setting)],
        "lp_swap_drop": [handle, ctypes.c_uint],
        "lp_swap_compare": [handle, ctypes.c_uint, handle],
        "lp_swap_prefetch": [handle, ctypes.c_uint, handle],
        "lp_swap_wait": [handle, ctypes.c_uint],
        "lp_swap_where": [handle, ctypes.c_uint],
        "lp_swap_remove": [handle, ctypes.c_uint],
        "lp_swap_trouble": [handle],
        "lp_swap_facts": [handle, ctypes.c_uint, pointer(Facts)],
        "lp_swap_stats": [handle, pointer(Stats)],
        "lp_swap_codec_element": [ctypes.c_int],
        "lp_swap_element_zeros": [handle, size, ctypes.c_uint],
        "lp_swap_generate_elements": [ctypes.c_uint64, ctypes.c_double, ctypes.c_uint, handle,
                                      size],
        "lp_swap_bound": [pointer(Setting), size, pointer(size)],
        "lp_swap_threads_open": [ctypes.c_uint, pointer(handle)],
        "lp_swap_threads_close": [handle],
        "lp_swap_compress": [handle, pointer(Setting), handle, size, handle, size, pointer(size)],
        "lp_swap_expand": [handle, ctypes.c_int, handle, size, handle, size],
        "lp_swap_fit": [pointer(Sample), size, pointer(Setting), ctypes.c_uint, pointer(Model)],
        "lp_swap_plan": [pointer(Tensor), size, pointer(Rates), pointer(Model), size,
                         ctypes.c_int, pointer(Choice)],
        "lp_strerror": [ctypes.c_int],
        "lp_version": [],
    }
    for name, arguments in kinds.items():
        getattr(library, name).argtypes = arguments
    library.lp_swap_element_zeros.restype = ctypes.c_uint64
    for name in ("lp_swap_trouble", "lp_strerror", "lp_version"):
        getattr(library, name).restype = ctypes.c_char_p
    for name in ("lp_swap_close", "lp_swap_threads_close", "lp_swap_stats"):
        getattr(library, name).restype = None
    return library


LIBRARY = _load()
# Bytes of the elements of each codec; the sizes by ZVC follow from how many of them are zero.
ELEMENTS = tuple(LIBRARY.lp_swap_codec_element(codec) for codec in range(len(CODECS)))
ZVC, ZVC16 = (CODECS.index(name) for name in "zvc zvc16".split())


def cuda_path():
    """Where liblinepress_cuda.so is: beside liblinepress.so, or where the system looks."""
    beside = os.path.join(os.path.dirname(os.path.realpath(LIBRARY._name)), CUDA_NAME)
    return beside if os.path.exists(beside) else CUDA_NAME


def cuda_library():
    """None: there is no such library."""
    try:
        library = ctypes.CDLL(cuda_path())
        version = ctypes.c_char_p(ctypes.addressof(
            ctypes.c_char.in_dll(library, "lpi_cuda_version"))).value
    except OSError:
        return None
    except ValueError:
        version = None
    if version != LIBRARY.lp_version():
        raise Error(f"{CUDA_NAME} has another version")
    return library


def cuda_device(library):
    """Its table of calls, as lp_swap_set_device takes it."""
    return ctypes.addressof(ctypes.c_char.in_dll(library, "lpi_cuda_device"))


def words(code):
    return LIBRARY.lp_strerror(code).decode()


def check(code):
    if code != 0:
        raise Error(words(code))


def codec_number(name):
    if name not in CODECS:
        raise Error(f"codec '{name}' is not {', '.join(CODECS)}")
    return CODECS.index(name)


def read_models(path, device):
    """A list of Model from what `linepress swap fit` wrote."""
    try:
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
        if content["device"] != device:
            raise Error(f"{path}: a model of device {content['device']}, not {device}")
        models = []
        for row in content["codecs"]:
            model = Model(Setting(codec_number(row["codec"]), row["grid"], row["block"]),
                          row["parts"])
            for name, lines in (("compress", model.compress), ("decompress", model.expand)):
                if len(row[name]) != row["parts"] or row["parts"] > MODELS_MAX:
                    raise Error(f"{path}: '{name}' does not have {row['parts']} sub-models")
                for i, line in enumerate(row[name]):
                    lines[i] = Line(*line)
            models.append(model)
    except OSError as error:
        raise Error(f"{path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise Error(f"{path}: not a model file: {error!r}") from None
    return models


class Threads:
    """Codecs by themselves, in threads."""

    def __init__(self, count=0):
        self.handle = ctypes.c_void_p()
        check(LIBRARY.lp_swap_threads_open(count, ctypes.byref(self.handle)))

    def close(self):
        LIBRARY.lp_swap_threads_close(self.handle)

    @staticmethod
    def _buffer(setting, count):
        """For a compressed tensor."""
        bound = ctypes.c_size_t()
        check(LIBRARY.lp_swap_bound(setting, count, ctypes.byref(bound)))
        return ctypes.create_string_buffer(bound.value)

    def _compress(self, setting, address, count, stream):
        size = ctypes.c_size_t()
        check(LIBRARY.lp_swap_compress(self.handle, setting, address, count, stream, len(stream),
                                       ctypes.byref(size)))
        return size.value

    def ratio(self, setting, address, count):
        return count / self._compress(setting, address, count, self._buffer(setting, count))

    def run(self, setting, address, count):
        """Compresses `count` bytes there and expands them: (ratio, seconds, seconds)."""
        stream, back = self._buffer(setting, count), ctypes.create_string_buffer(count)
        begin = time.perf_counter()
        size = self._compress(setting, address, count, stream)
        middle = time.perf_counter()
        check(LIBRARY.lp_swap_expand(self.handle, setting.codec, stream, size, back, count))
        return count / size, middle - begin, time.perf_counter() - middle


class GpuCodecs:
    """Codecs of the GPU by themselves; seconds are the GPU's."""

    def __init__(self, library):
        pointer, size, handle = ctypes.POINTER, ctypes.c_size_t, ctypes.c_void_p
        kinds = {
            "lpi_cuda_open": [pointer(handle)],
            "lpi_cuda_close": [handle],
            "lpi_cuda_alloc": [size, pointer(handle)],
            "lpi_cuda_free": [handle],
            "lpi_cuda_compress": [handle, pointer(Setting), handle, size, handle, size,
                                  pointer(size), pointer(ctypes.c_double)],
            "lpi_cuda_expand": [handle, pointer(Setting), handle, size, handle, size,
                                pointer(ctypes.c_double)],
        }
        for name, arguments in kinds.items():
            getattr(library, name).argtypes = arguments
        library.lpi_cuda_trouble.restype = ctypes.c_char_p
        self.library, self.handle = library, handle()
        self.rooms = {}
        self._check(library.lpi_cuda_open(ctypes.byref(self.handle)))

    def close(self):
        for memory, _ in self.rooms.values():
            self.library.lpi_cuda_free(memory)
        self.library.lpi_cuda_close(self.handle)

    def _check(self, code):
        if code != 0:
            raise Error("CUDA: " + (self.library.lpi_cuda_trouble().decode() or words(code)))

    def _room(self, name, count):
        """The GPU's memory of that name, which grows."""
        memory, have = self.rooms.get(name, (None, -1))
        if have < count:
            self.library.lpi_cuda_free(self.rooms.pop(name, (None, 0))[0])
            memory = ctypes.c_void_p()
            self._check(self.library.lpi_cuda_alloc(count, ctypes.byref(memory)))
            self.rooms[name] = memory, count
        return memory

    def _compress(self, setting, address, count):
        """(stream, its size, seconds)"""
        bound, size, seconds = ctypes.c_size_t(), ctypes.c_size_t(), ctypes.c_double()
        check(LIBRARY.lp_swap_bound(setting, count, ctypes.byref(bound)))
        stream = self._room("stream", bound.value)
        self._check(self.library.lpi_cuda_compress(
            self.handle, setting, address, count, stream, bound.value, ctypes.byref(size),
            ctypes.byref(seconds)))
        return stream, size.value, seconds.value

    def ratio(self, setting, address, count):
        return count / self._compress(setting, address, count)[1]

    def run(self, setting, address, count):
        """As Threads.run, with `count` bytes in the GPU's memory."""
        seconds, tensor = ctypes.c_double(), self._room("tensor", count)
        stream, size, out = self._compress(setting, address, count)
        self._check(self.library.lpi_cuda_expand(self.handle, setting, stream, size, tensor, count,
                                                 ctypes.byref(seconds)))
        return count / size, out, seconds.value
