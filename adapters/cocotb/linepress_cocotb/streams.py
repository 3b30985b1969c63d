# SPDX-License-Identifier: Apache-2.0
"""Sources, sinks and monitors of valid/ready streams.

They sample signals at the rising edge of the clock, with the values that flops sample; they change
the signals that they drive after it. A beat is a dict of integers by the names of the stream's
payload.
"""
import collections
import random

import cocotb
from cocotb.triggers import RisingEdge

from . import api
from .library import Error


class StreamError(Error, AssertionError):
    """A violation of the handshake protocol, or an unexpected beat."""


class Clocked:
    """The clock and reset shared by streams, and the cycle count."""

    def __init__(self, clock, reset=None, active=0):
        self.clock, self.reset, self.active = clock, reset, active
        self.cycle = 0
        cocotb.start_soon(self._count())

    async def _count(self):
        while True:
            await RisingEdge(self.clock)
            self.cycle += 1

    def edge(self):
        return RisingEdge(self.clock)

    def in_reset(self):
        """Whether reset is active, or unknown."""
        if self.reset is None:
            return False
        value, unknown = api.read(self.reset)
        return bool(unknown) or value == self.active


class Stream:
    """The signals of one handshake."""

    def __init__(self, name, valid, ready, payload):
        """Handles; `payload` is {name: handle}; ready is None for a stream without back-
        pressure."""
        self.name, self.valid, self.ready, self.payload = name, valid, ready, payload


def flag(handle, name, at):
    """The value of a valid or ready, which must not be X."""
    value, unknown = api.read(handle)
    if unknown:
        raise StreamError(f"cycle {at.cycle}: {name} is X")
    return value


def pauses(seed, rate):
    """For each cycle whether to pause. Phases without pauses, with pauses at the rate, and with
    almost only pauses alternate, since each finds different bugs. Rate 0: no pauses."""
    rng = random.Random(seed)
    while True:
        share = rng.choice((0, rate, rate, max(rate, 0.9))) if rate else 0
        for _ in range(rng.randrange(1, 40)):
            yield rng.random() < share


class Source:
    """Drives beats into a DUT. `stall` is the fraction of cycles without a beat, or an iterator of
    bools; `idle` selects the payload while valid is low: "x", "random", or "zero"."""

    def __init__(self, stream, at, seed=0, stall=0.0, idle="x"):
        if idle not in ("x", "random", "zero"):
            raise Error(f"idle payload is x, random or zero, not '{idle}'")
        self.stream, self._at = stream, at
        self.idle = "random" if idle == "x" and not api.has_unknown() else idle
        self.sent = 0
        self._pauses = pauses(f"{seed} {stream.name}", stall) if isinstance(stall, (int, float)) \
            else iter(stall)
        self._rng = random.Random(f"{seed} {stream.name} idle")
        self._queue = collections.deque()
        self._drive(0, dict.fromkeys(stream.payload, 0))
        cocotb.start_soon(self._run())

    def send(self, *beats):
        for beat in beats:
            lost = beat.keys() - self.stream.payload.keys()
            if lost:
                raise Error(f"stream {self.stream.name} has no payload {', '.join(sorted(lost))}")
        self._queue.extend(beats)

    @property
    def waiting(self):
        """Number of beats that have not been accepted yet."""
        return len(self._queue)

    def clear(self):
        """Discards queued beats, except for a beat that is being offered."""
        self._queue.clear()

    def _drive(self, valid, values):
        self.stream.valid.value = valid
        for name, handle in self.stream.payload.items():
            handle.value = values.get(name, 0)

    def _rest(self):
        self.stream.valid.value = 0
        for handle in self.stream.payload.values():
            if self.idle == "x":
                api.drive_unknown(handle)
            else:
                handle.value = self._rng.getrandbits(len(handle)) if self.idle == "random" else 0

    async def _run(self):
        offered = None
        while True:
            await self._at.edge()
            if self._at.in_reset():
                offered = None
                self._drive(0, {})
                continue
            if offered is not None:
                if not (self.stream.ready is None
                        or flag(self.stream.ready, f"ready of {self.stream.name}", self._at)):
                    continue
                if self._queue and self._queue[0] is offered:
                    self._queue.popleft()
                self.sent += 1
            offered = self._queue[0] if self._queue and not next(self._pauses) else None
            if offered is None:
                self._rest()
            else:
                self._drive(1, offered)


class Sink:
    """Drives ready; `stall` as for a source."""

    def __init__(self, stream, at, seed=0, stall=0.0):
        self.stream, self._at = stream, at
        self._pauses = pauses(f"{seed} {stream.name} sink", stall) \
            if isinstance(stall, (int, float)) else iter(stall)
        stream.ready.value = 0
        cocotb.start_soon(self._run())

    async def _run(self):
        while True:
            await self._at.edge()
            self.stream.ready.value = 0 if self._at.in_reset() else int(not next(self._pauses))


class Monitor:
    """Records the beats of a stream and checks its handshake: valid and ready are not X, a valid
    beat has no X, and it is held stable until it is accepted."""

    def __init__(self, stream, at, check=True):
        self.stream, self._at, self._check = stream, at, check
        self.seen = 0
        self._listeners = []
        cocotb.start_soon(self._run())

    def listen(self, function):
        """Calls function(beat) for each beat transferred."""
        self._listeners.append(function)

    def _wrong(self, text):
        raise StreamError(f"cycle {self._at.cycle}: stream {self.stream.name}: {text}")

    def _beat(self):
        beat = {}
        for name, handle in self.stream.payload.items():
            beat[name], unknown = api.read(handle)
            if unknown and self._check:
                self._wrong(f"{name} is {api.text(handle)} while valid is high")
        return beat

    def _changed(self, before, beat):
        name = next(name for name in beat if beat[name] != before[name])
        self._wrong(f"{name} changed from {before[name]:#x} to {beat[name]:#x} before it was taken")

    async def _run(self):
        stream, before = self.stream, None
        while True:
            await self._at.edge()
            if self._at.in_reset():
                before = None
                continue
            valid = flag(stream.valid, f"valid of {stream.name}", self._at)
            ready = 1 if stream.ready is None else \
                flag(stream.ready, f"ready of {stream.name}", self._at)
            if self._check and before is not None and not valid:
                self._wrong("valid fell before the beat was taken")
            beat = self._beat() if valid else None
            if self._check and valid and before not in (None, beat):
                self._changed(before, beat)
            before = beat if valid and not ready else None
            if valid and ready:
                self.seen += 1
                for listener in self._listeners:
                    listener(beat)
