# SPDX-License-Identifier: Apache-2.0
"""Cycle models of the units, stepped clock by clock. Each unit of the RTL is a function here, with
its parameters as keywords:

>>> import linepress as lp
>>> encoder = lp.units.zvc_enc(ELEM=32)
>>> encoder.inputs["s_data"], encoder.outputs["m_sectors"]    # widths in bits
(256, 3)
>>> outputs = [encoder.step(s_valid=1, s_mem=1, s_data=0, m_ready=1) for _ in range(8)]
>>> [out["m_sectors"] for out in outputs if out["m_valid"]][0]    # a line of zeros
0
"""
import ctypes
import functools

from . import api, native
from .errors import Error


class Unit:
    """An instance of a cycle model after a reset. Ports have the names of the RTL without _i and
    _o; their values are integers, of wide ports also bytes, lowest first."""

    def __init__(self, name, number, parameters):
        library = native.library()
        self.name, self._library = name, library
        self.parameters = {**_defaults(number), **parameters}
        unknown = set(parameters) - set(_defaults(number))
        if unknown:
            raise TypeError(f"{name} has no parameter '{sorted(unknown)[0]}'")
        values = (ctypes.c_int * max(1, len(self.parameters)))(*self.parameters.values())
        self._unit = api.Unit()
        self._in = self._out = None
        code = library.lpp_unit_open(number, values, self._unit)
        if code != 0:
            raise Error(code, words=f"{name} does not take {self.parameters}")
        self._ports = list(_ports(number, values))
        self._in = (ctypes.c_uint32 * self._unit.in_words)()
        self._out = (ctypes.c_uint32 * self._unit.out_words)()
        self._places = {port[0]: port[1:3] for port in self._ports if not port[3]}
        #: clock edges since the last reset
        self.cycle = 0

    def __del__(self):
        if getattr(self, "_unit", None) is not None and self._unit.instance:
            self._library.lpp_unit_close(self._unit.instance)
            self._unit.instance = None

    def __repr__(self):
        return f"<{self.name} {self.parameters}, cycle {self.cycle}>"

    @property
    def inputs(self):
        """Widths of the inputs in bits, by name."""
        return {name: width for name, width, _, output in self._ports if not output}

    @property
    def outputs(self):
        """Widths of the outputs in bits, by name."""
        return {name: width for name, width, _, output in self._ports if output}

    def reset(self):
        """A clock edge under reset, with all inputs 0."""
        self._library.lpp_unit_reset(self._unit.instance)
        self.cycle = 0

    def eval(self, **ports):
        """The outputs of this cycle for these inputs, as a dict of integers; inputs that are not
        given are 0. TypeError: no such input; ValueError: a value that is too wide."""
        ctypes.memset(self._in, 0, ctypes.sizeof(self._in))
        for name, value in ports.items():
            if name not in self._places:
                raise TypeError(f"{self.name} has no input '{name}'")
            width, word = self._places[name]
            number = value if isinstance(value, int) else int.from_bytes(value, "little")
            if not 0 <= number < 1 << width:
                raise ValueError(f"{name} of {self.name} has {width} bits, not 0x{number:x}")
            for i in range(-(-width // 32)):
                self._in[word + i] = number >> 32 * i & 0xffffffff
        self._library.lpp_unit_eval(self._unit.instance, self._in, self._out)
        return {name: sum(self._out[word + i] << 32 * i for i in range(-(-width // 32)))
                for name, width, word, output in self._ports if output}

    def step(self, **ports):
        """`eval`, then the clock edge; returns the outputs before the edge."""
        outputs = self.eval(**ports)
        self._library.lpp_unit_tick(self._unit.instance)
        self.cycle += 1
        return outputs


def _rows(read, row):
    """The rows of a table of the library, up to the first that it does not have."""
    for i in range(1 << 16):
        found = row()
        if read(i, found) != 0:
            return
        yield found


def _defaults(number):
    rows = _rows(functools.partial(native.library().lpp_unit_param, number), api.Param)
    return {row.name.decode(): row.value for row in rows}


def _ports(number, values):
    """(name, width, first word, whether it is an output) of each port."""
    for row in _rows(functools.partial(native.library().lpp_unit_port, number, values), api.Port):
        yield row.name.decode(), row.width, row.word, bool(row.output)


@functools.lru_cache(maxsize=None)
def names():
    """The units in order of folders, such as "zvc_enc"."""
    library, found = native.library(), []
    while (name := library.lpp_unit_name(len(found))) is not None:
        found.append(name.decode().removeprefix("lp_"))
    return tuple(found)


def __getattr__(name):
    if name.startswith("_") or name not in names():
        raise AttributeError(f"there is no unit '{name}'")
    number = names().index(name)
    return lambda **parameters: Unit(name, number, parameters)


def __dir__():
    return [*globals(), *names()]
