# SPDX-License-Identifier: Apache-2.0
"""Cycle models: the outputs of a unit in each clock cycle.

    enc = cycle.Model("lp_zvc_enc", ELEM=32)
    out = enc.eval({"s_valid": 1, "s_data": 7, "m_ready": 1})   # a dict of all outputs
    enc.tick()                                                 # the rising edge

Ports, widths, parameters and their limits are read from liblinepress_cycle.so; port names are those
of the RTL without _i and _o.
"""
import collections
import ctypes
import functools

from .library import VERSION, Error, LibraryError, error_text, load

Port = collections.namedtuple("Port", "name width out")
# One handshake: the ports' names, and the payload ports by their names without the prefix of valid.
Handshake = collections.namedtuple("Handshake", "name valid ready payload out")

_MOST_PARAMS, _MOST_PORTS = 16, 4096


class _CPort(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("width", ctypes.c_uint), ("dir", ctypes.c_int),
                ("offset", ctypes.c_size_t)]


class _CParam(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("values", ctypes.c_int * 12),
                ("nvalues", ctypes.c_size_t), ("least", ctypes.c_int), ("most", ctypes.c_int)]


_P = ctypes.c_void_p
_INTS = ctypes.POINTER(ctypes.c_int)


class _CUnit(ctypes.Structure):
    """struct lp_unit (cmodel/units/common/unit.h)."""
    _fields_ = [("name", ctypes.c_char_p), ("ports", ctypes.POINTER(_CPort)),
                ("nports", ctypes.c_size_t), ("params", ctypes.POINTER(_CParam)),
                ("nparams", ctypes.c_size_t), ("in_size", ctypes.c_size_t),
                ("out_size", ctypes.c_size_t), ("state_size", ctypes.c_size_t),
                ("set_up", ctypes.CFUNCTYPE(None, _P, _INTS)),
                ("reset", ctypes.CFUNCTYPE(None, _P)),
                ("eval", ctypes.CFUNCTYPE(None, _P, _P, _P)),
                ("tick", ctypes.CFUNCTYPE(None, _P, _P)),
                ("width", _P), ("fits", _P)]


_UNIT = ctypes.POINTER(_CUnit)


@functools.lru_cache(maxsize=None)
def _library():
    library = load("linepress_cycle")
    library.lp_unit_at.argtypes, library.lp_unit_at.restype = [ctypes.c_size_t], _UNIT
    library.lp_unit_named.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_size_t]
    library.lp_unit_named.restype = _UNIT
    library.lp_unit_defaults.argtypes, library.lp_unit_defaults.restype = [_UNIT, _INTS], None
    library.lp_unit_set.argtypes = [_UNIT, ctypes.c_char_p, ctypes.c_int, _INTS]
    library.lp_unit_init.argtypes = [_UNIT, _P, _INTS]
    library.lp_unit_width.argtypes = [_UNIT, ctypes.POINTER(_CPort), _INTS]
    library.lp_unit_width.restype = ctypes.c_uint
    return library


def _check_layout(library, pointer):
    """Checks that the struct has the size declared in this file, and so have the structs of its
    ports. Pointers are followed only after the sizes have been checked."""
    unit = pointer.contents
    again = library.lp_unit_named(unit.name, unit.in_size, unit.out_size)
    good = again and ctypes.addressof(again.contents) == ctypes.addressof(unit) and \
        unit.nports <= _MOST_PORTS and unit.nparams <= _MOST_PARAMS
    for port in unit.ports[:unit.nports] if good else ():
        size = unit.out_size if port.dir else unit.in_size
        good = good and port.dir in (0, 1) and port.offset + (port.width + 31) // 32 * 4 <= size
    if not good:
        raise LibraryError(f"{library._name} has another struct lp_unit than linepress_cocotb "
                           f"{VERSION} knows")


@functools.lru_cache(maxsize=None)
def _units():
    """{name: pointer to its struct lp_unit}, in the library's order."""
    library, found = _library(), {}
    while pointer := library.lp_unit_at(len(found)):
        _check_layout(library, pointer)
        found[pointer.contents.name.decode()] = pointer
    return found


def units():
    """Names of all units."""
    return list(_units())


def _takes(param):
    listed = ", ".join(str(value) for value in sorted(param.values[:param.nvalues]))
    return f"{param.least} to {param.most}" if param.most else listed


def _values(pointer, params):
    """The values of the unit's parameters, in the order of its table."""
    unit, library = pointer.contents, _library()
    name, table = unit.name.decode(), unit.params[:unit.nparams]
    values = (ctypes.c_int * _MOST_PARAMS)()
    library.lp_unit_defaults(pointer, values)
    for key, value in params.items():
        param = next((p for p in table if p.name.decode() == key), None)
        if param is None:
            has = ", ".join(p.name.decode() for p in table) or "none"
            raise Error(f"{name} has no parameter '{key}' (it has {has})")
        code = library.lp_unit_set(pointer, key.encode(), int(value), values)
        if code != 0:
            raise Error(f"{name} refuses {key}={value}: {error_text(code)} (it takes "
                        f"{_takes(param)})")
    return values


def _aligned(size):
    """At least this many bytes of zeroed memory, aligned for any type."""
    return (ctypes.c_longdouble * (size // ctypes.sizeof(ctypes.c_longdouble) + 1))()


class _Field:
    """A port's position in the words of its struct."""

    def __init__(self, words, offset, width):
        self.words, self.at, self.count, self.width = words, offset // 4, (width + 31) // 32, width

    def get(self):
        value = 0
        for i in reversed(range(self.count)):
            value = value << 32 | self.words[self.at + i]
        return value

    def put(self, value):
        for i in range(self.count):
            self.words[self.at + i] = value >> 32 * i & 0xffffffff


def _handshakes(ports):
    """Streams by the rule of cmodel/units/common/unit.h: X valid, X ready in the opposite
    direction, payload X*."""
    by_name = {port.name: port for port in ports}
    found = {}
    for port in ports:
        stem = port.name.removesuffix("valid")
        ready = by_name.get(stem + "ready")
        if port.width == 1 and stem and stem != port.name and ready and ready.out != port.out:
            found[stem] = port
    payload = {stem: {} for stem in found}
    for port in ports:
        longest = max((stem for stem in found if port.name.startswith(stem)), key=len, default=None)
        rest = port.name[len(longest):] if longest else ""
        if longest and port.out == found[longest].out and rest not in ("valid", "ready"):
            payload[longest][rest] = port
    return {stem.rstrip("_"): Handshake(stem.rstrip("_"), f"{stem}valid", f"{stem}ready",
                                        payload[stem], found[stem].out) for stem in found}


class Model:
    """One instance of a unit's cycle model. Parameters that are not given have their defaults."""

    def __init__(self, unit, **params):
        known = _units()
        if unit not in known:
            raise Error(f"{_library()._name} has no unit '{unit}' (it has {', '.join(known)})")
        pointer = known[unit]
        self.name, self._unit, values = unit, pointer.contents, _values(pointer, params)
        table = self._unit.params[:self._unit.nparams]
        self.params = {p.name.decode(): values[i] for i, p in enumerate(table)}
        self._memory = [_aligned(n) for n in (self._unit.state_size, self._unit.in_size,
                                              self._unit.out_size)]
        self._state, self._in, self._out = map(ctypes.addressof, self._memory)
        code = _library().lp_unit_init(pointer, self._state, values)
        if code != 0:
            given = ", ".join(f"{key}={value}" for key, value in self.params.items())
            raise Error(f"{unit} refuses {given}: {error_text(code)}")
        self._lay_out(pointer, values)

    def _lay_out(self, pointer, values):
        words = [memoryview(m).cast("B").cast("I") for m in self._memory[1:]]
        self.ports, self._entries, self._exits = [], {}, {}
        for port in self._unit.ports[:self._unit.nports]:
            name = port.name.decode()
            width = _library().lp_unit_width(pointer, ctypes.byref(port), values)
            self.ports.append(Port(name, width, bool(port.dir)))
            (self._exits if port.dir else self._entries)[name] = \
                _Field(words[port.dir], port.offset, width)
        self.inputs = [port for port in self.ports if not port.out]
        self.outputs = [port for port in self.ports if port.out]
        self.streams = _handshakes(self.ports)

    def reset(self):
        """A clock edge under reset."""
        if self._unit.reset:
            self._unit.reset(self._state)

    def eval(self, inputs):
        """{output: value} of this cycle; inputs that are not given are 0. Does not change the
        state."""
        ctypes.memset(self._in, 0, self._unit.in_size)
        for name, value in inputs.items():
            field = self._entries.get(name)
            if field is None:
                raise Error(f"{self.name} has no input '{name}'")
            if value >> field.width:
                raise Error(f"{self.name}: {name} has {field.width} bits, {value:#x} has more")
            field.put(value)
        self._unit.eval(self._state, self._in, self._out)
        return {name: field.get() for name, field in self._exits.items()}

    def tick(self, rst_n=1):
        """The rising edge of the clock, with the inputs of the last eval."""
        if not rst_n:
            self.reset()
        elif self._unit.tick:
            self._unit.tick(self._state, self._in)
