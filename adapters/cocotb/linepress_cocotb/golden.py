# SPDX-License-Identifier: Apache-2.0
"""The functional models of the units, on bytes and integers.

A line is 128 bytes. A record is one encoded line; an entry is its form in memory: no bytes for a
line of zeros, 32, 64 or 96 for a compressed one, 128 for a raw one. Malformed data raises CodeError
with the library's message. Formats: docs/reference/format.md.
"""
import collections
import ctypes
import functools

from .library import CodeError, Error, check, load

LINE, SECTOR = 128, 32
ELEMS = (8, 16, 32)


@functools.lru_cache(maxsize=None)
def _function(name, *argtypes, restype=ctypes.c_int):
    function = getattr(load("linepress"), name)
    function.argtypes, function.restype = argtypes, restype
    return function


_INT, _UINT, _SIZE, _P = ctypes.c_int, ctypes.c_uint, ctypes.c_size_t, ctypes.c_char_p


def _out(library_type):
    return ctypes.POINTER(library_type)


def _line(line):
    line = bytes(line)
    if len(line) != LINE:
        raise Error(f"a line has {LINE} bytes, not {len(line)}")
    return line


def _sectors(entry):
    if len(entry) % SECTOR:
        raise Error(f"an entry has whole sectors of {SECTOR} bytes, not {len(entry)} bytes")
    return len(entry) // SECTOR


# ------------------------------------------------------------------ ZVC
def zvc_encode_record(line, elem=32):
    """The record of a line: a mask of 1024/elem bits, then the non-zero elements."""
    record, size = ctypes.create_string_buffer(2 * LINE), ctypes.c_size_t()
    check(_function("lp_zvc_encode_line", _INT, _P, _P, _SIZE, _out(_SIZE))(
        elem, _line(line), record, len(record), size))
    return record.raw[:size.value]


def zvc_decode_record(record, elem=32):
    line, record = ctypes.create_string_buffer(LINE), bytes(record)
    check(_function("lp_zvc_decode_line", _INT, _P, _SIZE, _P)(elem, record, len(record), line))
    return line.raw


def zvc_encode_entry(line, elem=32):
    entry, sectors = ctypes.create_string_buffer(LINE), ctypes.c_uint()
    check(_function("lp_zvc_encode_entry", _INT, _P, _P, _out(_UINT))(
        elem, _line(line), entry, sectors))
    return entry.raw[:SECTOR * sectors.value]


def zvc_decode_entry(entry, elem=32):
    line, entry = ctypes.create_string_buffer(LINE), bytes(entry)
    check(_function("lp_zvc_decode_entry", _INT, _P, _UINT, _P)(
        elem, entry, _sectors(entry), line))
    return line.raw


# ------------------------------------------------------------------ BPC
def bpc_bits(line):
    """Bits of the line's stream, or 1024 if it has at least that many."""
    return _function("lp_bpc_size_bits", _P, restype=_SIZE)(_line(line))


def bpc_encode_record(line):
    """(stream, its bits); a line of 1024 bits is stored raw."""
    stream, bits = ctypes.create_string_buffer(LINE), ctypes.c_size_t()
    check(_function("lp_bpc_encode_line", _P, _P, _SIZE, _out(_SIZE))(
        _line(line), stream, len(stream), bits))
    return stream.raw[:(bits.value + 7) // 8], bits.value


def bpc_decode_record(stream, bits):
    line, stream = ctypes.create_string_buffer(LINE), bytes(stream)
    if len(stream) * 8 < bits:
        raise Error(f"{len(stream)} bytes do not hold {bits} bits")
    check(_function("lp_bpc_decode_line", _P, _SIZE, _P)(stream, bits, line))
    return line.raw


def bpc_encode_entry(line):
    entry, sectors = ctypes.create_string_buffer(LINE), ctypes.c_uint()
    check(_function("lp_bpc_encode_entry", _P, _P, _out(_UINT))(_line(line), entry, sectors))
    return entry.raw[:SECTOR * sectors.value]


def bpc_decode_entry(entry):
    line, entry = ctypes.create_string_buffer(LINE), bytes(entry)
    check(_function("lp_bpc_decode_entry", _P, _UINT, _P)(entry, _sectors(entry), line))
    return line.raw


# ------------------------------------------------------------------ GBBR
class Geometry(ctypes.Structure):
    """Sizes: Geometry(share_log2=13, slices_log2=3, fold=0)."""
    _fields_ = [("share_log2", _UINT), ("slices_log2", _UINT), ("fold", ctypes.c_uint64)]


class Regs(ctypes.Structure):
    """A slice's registers."""
    _fields_ = [(name, ctypes.c_uint64) for name in ("gbbr", "mdbase", "slots", "frames")]


class Page(ctypes.Structure):
    """A page's attributes."""
    _fields_ = [("compressed", ctypes.c_uint8), ("target", ctypes.c_uint8),
                ("slot", ctypes.c_uint32), ("frame", ctypes.c_uint32), ("codec", ctypes.c_uint8)]


class _Line(ctypes.Structure):
    _fields_ = [("dev_addr", ctypes.c_uint64)] + \
        [(name, ctypes.c_uint8) for name in ("dev_sectors", "eight", "spill_sectors", "meta")] + \
        [("spill_addr", ctypes.c_uint64), ("meta_addr", ctypes.c_uint64)]


class _Split(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint8) for name in ("dev_sectors", "eight", "spill_sectors")]


Place = collections.namedtuple("Place", [name for name, _ in _Line._fields_])
Split = collections.namedtuple("Split", [name for name, _ in _Split._fields_])


def _tuple(kind, struct):
    return kind(*(getattr(struct, name) for name in kind._fields))


def gbbr_translate(geometry, regs, page, index):
    """(fault, Place) of a line of a page's share: fault is an enum lp_answer; unless it is 0, the
    Place is all zero, as at the unit's outputs."""
    line = _Line()
    answer = _function("lp_gbbr_translate", _out(Geometry), _out(Regs), _out(Page),
                       ctypes.c_uint32, _out(_Line))(geometry, regs, page, index, line)
    if answer < 0:
        raise CodeError(answer, f"line {index}")
    return answer, _tuple(Place, line if answer == 0 else _Line())


def gbbr_split(state, target):
    """(fault, Split): the device and spill sectors of a stored line."""
    split = _Split()
    answer = _function("lp_gbbr_split", _UINT, _UINT, _out(_Split))(state, target, split)
    return answer, _tuple(Split, split if answer == 0 else _Split())


def gbbr_state(target, sectors, bits=0):
    """The metadata state of a line on a page of this target."""
    return _function("lp_gbbr_state", _UINT, _UINT, _SIZE, restype=_UINT)(target, sectors, bits)


# ------------------------------------------------------------------ metadata cache
class Memory:
    """Sectors of 32 bytes by their addresses, initially zero. A subclass may raise in read or write
    to report a memory error to the cache."""

    def __init__(self):
        self.sectors = {}

    def read(self, address):
        return self.sectors.get(address, bytes(SECTOR))

    def write(self, address, sector):
        self.sectors[address] = bytes(sector)


_ACCESS = ctypes.CFUNCTYPE(_INT, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_void_p)


class _Behind(ctypes.Structure):
    _fields_ = [("arg", ctypes.c_void_p), ("read", _ACCESS), ("write", _ACCESS)]


class _Counters(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in
                ("accesses", "hits", "fills", "used", "writebacks", "wb_err")]


class MdCache:
    """The functional metadata cache, with the answers of lp_mdcache for one request at a time."""
    _FAILED = -27  # LP_ERR_MEMORY

    def __init__(self, sets=8, ways=4, memory=None):
        self.memory = memory or Memory()
        size = _function("lp_mdcache_bytes", _UINT, _UINT, restype=_SIZE)(sets, ways)
        # Aligned for any type.
        self._storage = (ctypes.c_longdouble * (size // ctypes.sizeof(ctypes.c_longdouble) + 1))()
        self._cache, self._raised = ctypes.c_void_p(), None
        self._behind = _Behind(None, _ACCESS(self._read), _ACCESS(self._write))
        check(_function("lp_mdcache_init", ctypes.c_void_p, _SIZE, _UINT, _UINT, _out(_Behind),
                        _out(ctypes.c_void_p))(
            ctypes.addressof(self._storage), ctypes.sizeof(self._storage), sets, ways,
            self._behind, self._cache), f"a cache of {sets} sets and {ways} ways")

    # An exception cannot pass through C: it is stored, and raised again after the call.
    def _read(self, _, address, sector):
        try:
            ctypes.memmove(sector, bytes(self.memory.read(address)), SECTOR)
        except Exception as err:
            self._raised = err
            return self._FAILED
        return 0

    def _write(self, _, address, sector):
        try:
            self.memory.write(address, ctypes.string_at(sector, SECTOR))
        except Exception as err:
            self._raised = err
            return self._FAILED
        return 0

    def _call(self, function, *args):
        self._raised = None
        code = function(self._cache, *args)
        if code != 0:
            raise CodeError(code) from self._raised

    def read(self, nibble):
        """The state of the entry at a nibble address."""
        state = ctypes.c_uint()
        self._call(_function("lp_mdcache_read", ctypes.c_void_p, ctypes.c_uint64, _out(_UINT)),
                   nibble, state)
        return state.value

    def write(self, nibble, state):
        self._call(_function("lp_mdcache_write", ctypes.c_void_p, ctypes.c_uint64, _UINT),
                   nibble, state)

    def flush(self):
        self._call(_function("lp_mdcache_flush", ctypes.c_void_p))

    def invalidate(self):
        _function("lp_mdcache_invalidate", ctypes.c_void_p, restype=None)(self._cache)

    def counters(self):
        """{name: events since the start}."""
        count = _Counters()
        _function("lp_mdcache_count", ctypes.c_void_p, _out(_Counters), restype=None)(
            self._cache, count)
        return {name: getattr(count, name) for name, _ in _Counters._fields_}
