# SPDX-License-Identifier: Apache-2.0
"""Structs and constants of the C interface. Made by adapters/python/generate.py from the public headers and
the table of codecs: a change belongs there."""
import ctypes

DMA_CODECS = {"zvc": 0, "bpc": 1, "xzvc": 2, "ebd": 3, "mixed": 4, "none": 15}
SWAP_CODECS = ("raw", "zvc", "rle", "csr", "lz4", "bpc", "zvc16", "ebd16")
SWAP_KINDS = ("relu", "pool", "conv", "other")
SWAP_FORMS = ("paper", "exact")
LINE_CODECS = ("zvc", "bpc", "xzvc", "ebd", "none")
LINE_BYTES = 128
SECTOR_BYTES = 32
LINE_SECTORS = 4
AUTO_CODECS = 4
ERR_EMPTY = -7
FRAME_THREADS_MAX = 1024
DMA_GROUP = 512
DMA_GROUP_BOUND = 576
DMA_OUT = 0
DMA_IN = 1
ERR_ADDRESS = -20
SWAP_MODELS_MAX = 16
SWAP_AWAY = 4


class DmaConfig(ctypes.Structure):
    _fields_ = [
        ("codecs", ctypes.c_uint),
        ("elem", ctypes.c_uint),
        ("channels", ctypes.c_uint),
        ("buffer_bytes", ctypes.c_uint),
        ("ring_log2", ctypes.c_uint),
        ("reserved", ctypes.c_uint),
        ("device_bytes", ctypes.c_uint64),
        ("host_bytes", ctypes.c_uint64),
        ("clock_mhz", ctypes.c_double),
        ("link_gbs", ctypes.c_double),
        ("latency_ns", ctypes.c_double),
        ("stall", ctypes.c_double),
        ("seed", ctypes.c_uint64),
        ("more", ctypes.c_uint64 * 4),
    ]


class DmaTransfer(ctypes.Structure):
    _fields_ = [
        ("direction", ctypes.c_int),
        ("codec", ctypes.c_int),
        ("device", ctypes.c_uint64),
        ("bytes", ctypes.c_uint64),
        ("to", ctypes.c_void_p),
        ("from_", ctypes.c_void_p),
        ("size", ctypes.c_uint64),
        ("index", ctypes.c_uint64),
        ("reserved", ctypes.c_uint64 * 2),
    ]


class DmaCompletion(ctypes.Structure):
    _fields_ = [
        ("id", ctypes.c_uint32),
        ("status", ctypes.c_uint8),
        ("phase", ctypes.c_uint8),
        ("bytes", ctypes.c_uint64),
        ("zeros", ctypes.c_uint64),
        ("bad", ctypes.c_uint32),
        ("cycles", ctypes.c_uint32),
    ]


class CardTrouble(ctypes.Structure):
    _fields_ = [
        ("fault", ctypes.c_int),
        ("text", ctypes.c_char * 512),
    ]


class CardFound(ctypes.Structure):
    _fields_ = [
        ("spec", ctypes.c_char * 64),
        ("text", ctypes.c_char * 128),
    ]


class CardConfig(ctypes.Structure):
    _fields_ = [
        ("timeout_ms", ctypes.c_uint),
        ("ring_log2", ctypes.c_uint),
        ("window_bytes", ctypes.c_uint64),
        ("local", ctypes.c_uint),
        ("reserved", ctypes.c_uint),
        ("more", ctypes.c_uint64 * 4),
    ]


class CardBlock(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_uint32),
        ("version", ctypes.c_uint32),
        ("base", ctypes.c_uint32),
    ]


class CardInfo(ctypes.Structure):
    _fields_ = [
        ("spec", ctypes.c_char * 64),
        ("major", ctypes.c_uint),
        ("minor", ctypes.c_uint),
        ("git", ctypes.c_uint32),
        ("built", ctypes.c_uint32),
        ("host", ctypes.c_uint),
        ("window", ctypes.c_uint),
        ("local", ctypes.c_uint),
        ("codecs", ctypes.c_uint),
        ("channels", ctypes.c_uint),
        ("elem", ctypes.c_uint),
        ("memory_bytes", ctypes.c_uint64),
        ("window_bytes", ctypes.c_uint64),
        ("registers_bytes", ctypes.c_uint32),
        ("blocks", ctypes.c_uint),
        ("block", CardBlock * 16),
        ("link_gts", ctypes.c_double),
        ("link_lanes", ctypes.c_uint),
        ("reserved", ctypes.c_uint64 * 4),
    ]


class SwapSetting(ctypes.Structure):
    _fields_ = [
        ("codec", ctypes.c_int),
        ("grid", ctypes.c_uint),
        ("block", ctypes.c_uint),
    ]


class SwapConfig(ctypes.Structure):
    _fields_ = [
        ("device_bytes", ctypes.c_uint64),
        ("arena", ctypes.c_int),
        ("host_path", ctypes.c_char_p),
        ("host_bytes", ctypes.c_uint64),
        ("out", ctypes.c_double),
        ("in_", ctypes.c_double),
        ("threads", ctypes.c_uint),
    ]


class SwapFacts(ctypes.Structure):
    _fields_ = [
        ("bytes", ctypes.c_uint64),
        ("stored", ctypes.c_uint64),
        ("codec", ctypes.c_int),
        ("compress", ctypes.c_double),
        ("leave", ctypes.c_double),
        ("come", ctypes.c_double),
        ("expand", ctypes.c_double),
    ]


class SwapStats(ctypes.Structure):
    _fields_ = [
        ("device", ctypes.c_uint64),
        ("device_peak", ctypes.c_uint64),
        ("staging_peak", ctypes.c_uint64),
        ("host", ctypes.c_uint64),
        ("host_peak", ctypes.c_uint64),
        ("moved_out", ctypes.c_uint64),
        ("moved_in", ctypes.c_uint64),
        ("link_out", ctypes.c_uint64),
        ("link_in", ctypes.c_uint64),
        ("busy_out", ctypes.c_double),
        ("busy_in", ctypes.c_double),
        ("compress", ctypes.c_double),
        ("expand", ctypes.c_double),
        ("waited", ctypes.c_double),
        ("tensors", ctypes.c_uint64),
    ]


class SwapSample(ctypes.Structure):
    _fields_ = [
        ("bytes", ctypes.c_double),
        ("sparsity", ctypes.c_double),
        ("compress", ctypes.c_double),
        ("expand", ctypes.c_double),
    ]


class SwapLine(ctypes.Structure):
    _fields_ = [
        ("fixed", ctypes.c_double),
        ("per_byte", ctypes.c_double),
        ("per_sparsity", ctypes.c_double),
    ]


class SwapModel(ctypes.Structure):
    _fields_ = [
        ("setting", SwapSetting),
        ("count", ctypes.c_uint),
        ("compress", SwapLine * 16),
        ("expand", SwapLine * 16),
    ]


class SwapTensor(ctypes.Structure):
    _fields_ = [
        ("kind", ctypes.c_int),
        ("bytes", ctypes.c_uint64),
        ("zeros", ctypes.c_uint64),
        ("forward", ctypes.c_double),
        ("backward", ctypes.c_double),
        ("ratio", ctypes.c_double * 8),
        ("element", ctypes.c_uint),
    ]


class SwapRates(ctypes.Structure):
    _fields_ = [
        ("out", ctypes.c_double),
        ("in_", ctypes.c_double),
    ]


class SwapChoice(ctypes.Structure):
    _fields_ = [
        ("plain", ctypes.c_double),
        ("pressed", ctypes.c_double),
        ("compress", ctypes.c_double),
        ("expand", ctypes.c_double),
        ("size", ctypes.c_double),
        ("codec", ctypes.c_int),
        ("model", ctypes.c_int),
        ("pays", ctypes.c_int),
    ]


class FrameInfo(ctypes.Structure):
    _fields_ = [
        ("codec", ctypes.c_uint8),
        ("elem", ctypes.c_uint8),
        ("window", ctypes.c_uint32),
        ("prologue_bytes", ctypes.c_uint32),
        ("index", ctypes.c_uint8),
        ("reserved", ctypes.c_uint8 * 7),
    ]


class Bytes(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("bytes", ctypes.c_size_t),
    ]


class Param(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("value", ctypes.c_int),
    ]


class Port(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("width", ctypes.c_uint),
        ("word", ctypes.c_uint),
        ("output", ctypes.c_uint),
    ]


class Unit(ctypes.Structure):
    _fields_ = [
        ("instance", ctypes.c_void_p),
        ("in_words", ctypes.c_size_t),
        ("out_words", ctypes.c_size_t),
    ]


class Counts(ctypes.Structure):
    _fields_ = [
        ("bytes", ctypes.c_uint64),
        ("lines", ctypes.c_uint64),
        ("zero_lines", ctypes.c_uint64),
        ("bits", ctypes.c_uint64),
        ("sectors", ctypes.c_uint64 * 5),
        ("sizes", ctypes.c_uint64 * 8),
        ("chosen", ctypes.c_uint64 * 4),
    ]
