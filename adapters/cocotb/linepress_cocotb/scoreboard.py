# SPDX-License-Identifier: Apache-2.0
"""Compares a DUT's outputs with golden beats and with the cycle model.

Both scoreboards end the test at the first mismatch, and fail if they have compared nothing.
"""
import collections

import cocotb

from . import api
from .library import Error
from .streams import StreamError


def _hex(value):
    return "nothing" if value is None else f"{value:#x}"


class StreamScoreboard:
    """Compares the beats of a monitor with the expected ones, in order. An expected beat may have
    fewer fields than the stream."""

    def __init__(self, monitor):
        self.name, self._at = monitor.stream.name, monitor._at
        self.compared = 0
        self._due = collections.deque()
        monitor.listen(self._compare)

    def expect(self, *beats, about=""):
        """`about` describes these beats in messages, for example the line that they encode."""
        self._due.extend((beat, f" of {about}" if about else "") for beat in beats)

    @property
    def missing(self):
        return len(self._due)

    def clear(self):
        """Discards all expected beats, after a reset."""
        self._due.clear()

    def _compare(self, beat):
        where = f"cycle {self._at.cycle}: stream {self.name}, beat {self.compared}"
        if not self._due:
            told = ", ".join(f"{name} {value:#x}" for name, value in beat.items())
            raise StreamError(f"{where}: nothing more is expected, the DUT gives {told}")
        due, about = self._due.popleft()
        for name, value in due.items():
            if beat.get(name) != value:
                raise StreamError(f"{where}{about}: {name} is {_hex(beat.get(name))}, golden is "
                                  f"{_hex(value)}")
        self.compared += 1

    def check(self):
        """At the end: checks that all expected beats have arrived, and that there were any."""
        if self._due:
            raise StreamError(f"stream {self.name}: {len(self._due)} beats are missing after "
                              f"{self.compared}")
        if self.compared == 0:
            raise StreamError(f"stream {self.name}: no beat was compared")


class CycleMismatch(StreamError):
    """An output differs from that of the cycle model."""


class CycleScoreboard:
    """Steps the cycle model in lock-step with the DUT and compares every output in every cycle,
    from the first clock edge under reset on.

    `pins` is {port of the model: handle}; a missing input is 0, a missing output is not compared.
    If an input is X, the model gets 0. An output may be X if it is payload whose valid is low; all
    other bits must equal the model's. Drive inputs with 0 under reset, as the model does (the
    sources of this package do).
    """

    def __init__(self, model, at, pins):
        self.model, self._at, self.compared = model, at, 0
        self._inputs = {p.name: pins[p.name] for p in model.inputs if p.name in pins}
        self._outputs = {p.name: (pins[p.name], p.width) for p in model.outputs if p.name in pins}
        for name, handle in pins.items():
            bits = next(port.width for port in model.ports if port.name == name)
            if len(handle) != bits:
                raise Error(f"{name} has {len(handle)} bits in the DUT, {bits} in the cycle model")
        self._handshakes = {name for s in model.streams.values() for name in (s.valid, s.ready)}
        self._valid_of = {port.name: s.valid for s in model.streams.values()
                          for port in s.payload.values()}
        cocotb.start_soon(self._run())

    def _sample(self):
        values = {}
        for name, handle in self._inputs.items():
            values[name], unknown = api.read(handle)
            if unknown and (name in self._handshakes or name not in self._valid_of):
                raise CycleMismatch(f"cycle {self._at.cycle}: the input {name} is X")
        return values

    def _differs(self, name, handle, due):
        value, unknown = api.read(handle)
        if unknown:
            valid = self._valid_of.get(name)
            if valid is None or valid not in self._outputs or api.read(self._outputs[valid][0])[0]:
                return True
        return (value ^ due) & ~unknown != 0

    def _compare(self, dues):
        wrong = [f"{name} is {api.text(handle)}, the model gives {dues[name]:#x}"
                 for name, (handle, _) in self._outputs.items()
                 if self._differs(name, handle, dues[name])]
        if wrong:
            raise CycleMismatch(f"cycle {self._at.cycle}: {'; '.join(wrong)}")
        self.compared += 1

    async def _run(self):
        known = False
        while True:
            await self._at.edge()
            if self._at.in_reset():
                if known:
                    self._compare(self.model.eval(self._sample()))
                known = True
                self.model.reset()
            elif known:
                self._compare(self.model.eval(self._sample()))
                self.model.tick()

    def check(self):
        if self.compared == 0:
            raise CycleMismatch(f"no cycle was compared with {self.model.name}: was there a reset?")
