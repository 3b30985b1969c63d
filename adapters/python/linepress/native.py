# SPDX-License-Identifier: Apache-2.0
"""The functions of liblinepress_python.so. ctypes calls them without Python's lock."""
import ctypes
import functools

from . import api, find


@functools.lru_cache(maxsize=None)
def library():
    native = find.load("liblinepress_python.so")
    text, u32, size = ctypes.c_char_p, ctypes.c_uint, ctypes.c_size_t
    data, pointer = ctypes.c_void_p, ctypes.POINTER
    out = pointer(api.Bytes)
    native.lpp_ratio.argtypes = [text, u32, size, u32, data, size, data, pointer(api.Counts)]
    native.lpp_compress.argtypes = [text, u32, u32, u32, text, size, data, size, out]
    native.lpp_decompress.argtypes = [data, size, u32, out, out]
    native.lpp_blocks.argtypes = [data, size, pointer(api.FrameInfo), out]
    for function in (native.lpp_codec_elems, native.lpp_codec_elem):
        function.argtypes, function.restype = [text], u32
    native.lpp_codec_word.argtypes = [ctypes.c_int]
    native.lpp_codec_word.restype = text
    _declare_units(native)
    native.lpp_free.argtypes = [data]
    native.lpp_free.restype = None
    return native


def _declare_units(native):
    number, instance, pointer = ctypes.c_uint, ctypes.c_void_p, ctypes.POINTER
    values, words = pointer(ctypes.c_int), pointer(ctypes.c_uint32)
    native.lpp_unit_name.argtypes = [number]
    native.lpp_unit_name.restype = ctypes.c_char_p
    native.lpp_unit_param.argtypes = [number, number, pointer(api.Param)]
    native.lpp_unit_port.argtypes = [number, values, number, pointer(api.Port)]
    native.lpp_unit_open.argtypes = [number, values, pointer(api.Unit)]
    native.lpp_unit_eval.argtypes = [instance, words, words]
    for function in (native.lpp_unit_close, native.lpp_unit_reset, native.lpp_unit_tick):
        function.argtypes, function.restype = [instance], None
    native.lpp_unit_eval.restype = None


def sizes():
    """The eight sizes that lines are rounded up to, in bytes."""
    return tuple((ctypes.c_uint * len(api.Counts().sizes)).in_dll(library(), "ratio_sizes"))


def take(out):
    """The bytes of a result, whose memory is freed."""
    try:
        return ctypes.string_at(out.data, out.bytes) if out.bytes else b""
    finally:
        library().lpp_free(out.data)


def threads_of(threads):
    """The number of threads for the library; None or 0: one per core."""
    threads = 0 if threads is None else threads
    if not 0 <= threads <= api.FRAME_THREADS_MAX:
        raise ValueError(f"threads={threads} is not from 0 to {api.FRAME_THREADS_MAX}")
    return threads


def elem_of(codec, elem, itemsize):
    """The element width in bits: the given one, that of the array's type if the codec supports it,
    else the codec's own."""
    supported = library().lpp_codec_elems(codec.encode())
    if supported == 0:
        raise ValueError(f"there is no codec '{codec}'")
    if elem is not None:
        if elem not in (8, 16, 32) or not supported & elem:
            raise ValueError(f"codec '{codec}' has no elements of {elem} bits")
        return elem
    width = 8 * min(itemsize, 4)
    fits = width in (8, 16, 32) and supported & width
    return width if fits else library().lpp_codec_elem(codec.encode())
