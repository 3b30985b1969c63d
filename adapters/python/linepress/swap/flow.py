# SPDX-License-Identifier: Apache-2.0
"""Tensors of a GPU that leave and come in stream order (adapters/cuda/flow.h), through ctypes."""
import ctypes
import os

from .library import Error, Setting, words

VERIFY = ("off", "device", "full")
BLOCKS_EACH = 8  # blocks of threads that fill a multiprocessor, as flow.c has it
SMS_MAX = 1 << 16
SYSTEM, HOST_FULL = -6, -34  # LP_ERR_SYSTEM, LP_ERR_HOST_FULL
SLAB_BYTES = 256 << 20  # of pinned memory that is allocated at a time


class Config(ctypes.Structure):
    _fields_ = [("device", ctypes.c_int), ("host_bytes", ctypes.c_uint64),
                ("slab_bytes", ctypes.c_uint64), ("blocks", ctypes.c_uint),
                ("staged_out", ctypes.c_int), ("staged_in", ctypes.c_int),
                ("verify", ctypes.c_int)]


class Facts(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_uint64), ("stored", ctypes.c_uint64),
                ("leave", ctypes.c_double), ("come", ctypes.c_double),
                ("table", ctypes.c_void_p), ("content", ctypes.c_void_p),
                ("out", ctypes.c_uint64), ("in_", ctypes.c_uint64),
                ("parts", ctypes.c_uint64)]


class Stats(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in
                ("host", "host_peak", "pinned", "slabs", "staged", "moved_out", "moved_in",
                 "link_out", "link_in")] + \
        [(name, ctypes.c_double) for name in ("busy_out", "busy_in")] + \
        [(name, ctypes.c_uint64) for name in
         ("tensors", "waits", "file_waits", "file", "file_peak", "written", "read")]


def _declare(library):
    pointer, size, handle = ctypes.POINTER, ctypes.c_size_t, ctypes.c_void_p
    kinds = {
        "lpi_flow_open": [pointer(Config), pointer(handle)],
        "lpi_flow_use_file": [handle, ctypes.c_char_p, ctypes.c_uint64],
        "lpi_flow_trouble": [handle],
        "lpi_flow_close": [handle],
        "lpi_flow_out": [handle, pointer(Setting), handle, size, ctypes.c_uint64, handle,
                         pointer(ctypes.c_uint)],
        "lpi_flow_release": [handle, ctypes.c_uint, handle, handle],
        "lpi_flow_in": [handle, ctypes.c_uint, handle, handle],
        "lpi_flow_use": [handle, ctypes.c_uint, handle],
        "lpi_flow_expect": [handle, ctypes.c_uint],
        "lpi_flow_end": [handle, ctypes.c_uint],
        "lpi_flow_out_stream": [handle],
        "lpi_flow_look": [handle, pointer(ctypes.c_uint64)],
        "lpi_flow_wait": [handle, pointer(ctypes.c_uint64)],
        "lpi_flow_facts": [handle, ctypes.c_uint, pointer(Facts)],
        "lpi_flow_stats": [handle, pointer(Stats)],
    }
    for name, arguments in kinds.items():
        getattr(library, name).argtypes = arguments
    library.lpi_flow_out_stream.restype = ctypes.c_void_p
    library.lpi_flow_close.restype = library.lpi_flow_stats.restype = None
    library.lpi_cuda_trouble.restype = library.lpi_flow_trouble.restype = ctypes.c_char_p


class Flow:
    """One GPU's. Addresses and streams are numbers; 0 is CUDA's default stream. host_bytes: of pinned
    memory; file_bytes: of the file for what does not fit."""

    def __init__(self, library, device, host_bytes, verify="device", staged=(False, False),
                 blocks=0, file=None, file_bytes=0):
        _declare(library)
        self._library, self.device = library, device
        self._handle, self._wrong = ctypes.c_void_p(), ctypes.c_uint64()
        config = Config(device, host_bytes, min(SLAB_BYTES, host_bytes), blocks, *map(int, staged),
                        VERIFY.index(verify))
        self._check(library.lpi_flow_open(ctypes.byref(config), ctypes.byref(self._handle)))
        self.has_file = file is not None
        if self.has_file:
            try:
                self._check(library.lpi_flow_use_file(self._handle, os.fsencode(file), file_bytes))
            except Error:
                self.close()
                raise
        self.out_stream = library.lpi_flow_out_stream(self._handle)

    def close(self):
        self._library.lpi_flow_close(self._handle)
        self._handle = ctypes.c_void_p()

    def _check(self, code):
        if code == 0:
            return
        if self._handle:
            trouble = self._library.lpi_flow_trouble(self._handle)
            if trouble:
                raise Error(os.fsdecode(trouble))
        said = self._library.lpi_cuda_trouble().decode() if code == SYSTEM else ""
        raise Error("CUDA: " + said if said else words(code))

    def out(self, setting, address, count, tag, stream):
        """The number of the copy."""
        number = ctypes.c_uint()
        self._check(self._library.lpi_flow_out(self._handle, setting, address, count, tag, stream,
                                               ctypes.byref(number)))
        return number.value

    def release(self, number, address, stream):
        self._check(self._library.lpi_flow_release(self._handle, number, address, stream))

    def come(self, number, address, stream):
        self._check(self._library.lpi_flow_in(self._handle, number, address, stream))

    def expect(self, number):
        """False: its copy is in the file, and there is no room for it yet."""
        code = self._library.lpi_flow_expect(self._handle, number)
        if code != HOST_FULL or self._library.lpi_flow_trouble(self._handle):
            self._check(code)
        return code == 0

    def use(self, number, stream):
        self._check(self._library.lpi_flow_use(self._handle, number, stream))

    def end(self, number):
        self._check(self._library.lpi_flow_end(self._handle, number))

    def look(self, wait=False):
        """The tag of a tensor that is not as it was; 0: none is known."""
        call = self._library.lpi_flow_wait if wait else self._library.lpi_flow_look
        self._check(call(self._handle, ctypes.byref(self._wrong)))
        return self._wrong.value >> 8

    def facts(self, number):
        facts = Facts()
        self._check(self._library.lpi_flow_facts(self._handle, number, ctypes.byref(facts)))
        return facts

    def stats(self):
        stats = Stats()
        self._library.lpi_flow_stats(self._handle, ctypes.byref(stats))
        return stats
