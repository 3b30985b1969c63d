# SPDX-License-Identifier: Apache-2.0
"""One DUT with its clock, reset, streams and scoreboards.

    bench = Bench(dut, "lp_zvc_enc", ELEM=32)      # a unit of Linepress, with its cycle model
    source, out = bench.source("s", stall=0.3), bench.expect("m")
    bench.sink("m", stall=0.3)
    await bench.start()
    source.send(...)
    out.expect(...)
    await bench.finish()

Without a unit, streams are defined by their signals (Bench.stream), and there is no cycle model.
"""
from cocotb.triggers import ClockCycles, RisingEdge

from . import api, cycle
from .library import Error
from .scoreboard import CycleScoreboard, StreamScoreboard
from .streams import Clocked, Monitor, Sink, Source, Stream, StreamError


class Bench:
    """`names` maps the unit's ports to signals of the DUT with other names, or to None if the DUT
    does not have them; `active` is the level of `reset`, which is None for a DUT without a reset
    (it then has no cycle model); other keywords are parameters of the unit."""

    def __init__(self, dut, unit=None, *, clock="clk_i", reset="rst_ni", active=0, names=None,
                 seed=None, period_ns=2, **params):
        self.dut, self._names = dut, names or {}
        self.seed = api.seed() if seed is None else seed
        api.log(dut, f"LP_SEED={self.seed}")
        self.model = cycle.Model(unit, **params) if unit else None
        if unit and not reset:
            raise Error(f"the cycle model of {unit} begins with a reset")
        self._clock, self._period, self._active = getattr(dut, clock), period_ns, active
        self._reset = getattr(dut, reset) if reset else None
        self._set_reset(active)
        self.at = Clocked(self._clock, self._reset, active)
        self._streams, self._monitors = {}, {}
        self.sources, self.scoreboards = [], []
        self.pins = self._find_pins() if unit else {}
        self.cycles = CycleScoreboard(self.model, self.at, self.pins) if unit else None
        for port in self.model.inputs if unit else ():
            if port.name in self.pins:
                self.pins[port.name].value = 0

    def _find_pins(self):
        pins, lost = {}, self._names.keys() - {port.name for port in self.model.ports}
        if lost:
            raise Error(f"{self.model.name} has no port '{min(lost)}'")
        for port in self.model.ports:
            named = self._names.get(port.name, f"{port.name}_{'o' if port.out else 'i'}")
            handle = getattr(self.dut, named, None) if named else None
            if named and handle is None:
                raise Error(f"{self.dut._name} has no {named} for {port.name} of "
                            f"{self.model.name}: say names={{'{port.name}': ...}}")
            if named:
                pins[port.name] = handle
        return pins

    def stream(self, name, valid=None, ready=None, **payload):
        """The stream of this name: of the unit, or defined here by the names of signals."""
        if valid is not None:
            handles = {key: getattr(self.dut, signal) for key, signal in payload.items()}
            self._streams[name] = Stream(name, getattr(self.dut, valid),
                                         getattr(self.dut, ready) if ready else None, handles)
        elif name not in self._streams:
            known = self.model.streams if self.model else {}
            if name not in known:
                raise Error(f"no stream '{name}' (there is {', '.join(known) or 'none'})")
            found = known[name]
            if found.valid not in self.pins:
                raise Error(f"stream '{name}' has no valid in {self.dut._name}")
            self._streams[name] = Stream(
                name, self.pins[found.valid], self.pins.get(found.ready),
                {key: self.pins[port.name] for key, port in found.payload.items()
                 if port.name in self.pins})
        return self._streams[name]

    def source(self, name, stall=0.0, idle="x"):
        self.sources.append(Source(self.stream(name), self.at, self.seed, stall, idle))
        self.monitor(name)
        return self.sources[-1]

    def sink(self, name, stall=0.0):
        self.monitor(name)
        return Sink(self.stream(name), self.at, self.seed, stall)

    def monitor(self, name, check=True):
        """The stream's monitor; the first call determines whether it checks the handshake."""
        if name not in self._monitors:
            self._monitors[name] = Monitor(self.stream(name), self.at, check)
        return self._monitors[name]

    def expect(self, name):
        """A scoreboard for the beats of this stream."""
        self.scoreboards.append(StreamScoreboard(self.monitor(name)))
        return self.scoreboards[-1]

    async def start(self, cycles=3):
        """Starts the clock and asserts reset for this number of cycles."""
        api.start_clock(self._clock, self._period)
        await self._hold(cycles, [])

    async def restart(self, cycles=3):
        """A reset during operation: beats queued in sources and expected by scoreboards are
        discarded, as the DUT discards its contents."""
        await self._hold(cycles, self.sources + self.scoreboards)

    def _set_reset(self, level):
        if self._reset is not None:
            self._reset.value = level

    async def _hold(self, cycles, cleared):
        await RisingEdge(self._clock)
        self._set_reset(self._active)
        await RisingEdge(self._clock)
        # From here on no beat is transferred: all parts have seen the reset.
        for part in cleared:
            part.clear()
        await ClockCycles(self._clock, cycles)
        self._set_reset(1 - self._active)
        await RisingEdge(self._clock)

    def _left(self):
        return [f"{s.waiting} beats at {s.stream.name} have not been taken"
                for s in self.sources if s.waiting] + \
               [f"{s.missing} beats at {s.name} are missing" for s in self.scoreboards if s.missing]

    def _moved(self):
        return [m.seen for m in self._monitors.values()]

    async def finish(self, patience=1000, more=20):
        """Waits until all beats have been sent and all expected beats have arrived, then for a few
        cycles in which no more may arrive, and checks all scoreboards. Fails if no stream transfers
        a beat for `patience` cycles."""
        moved, since = None, 0
        while self._left():
            await RisingEdge(self._clock)
            moved, before = self._moved(), moved
            since = since + 1 if moved == before else 0
            if since >= patience:
                raise StreamError(f"cycle {self.at.cycle}: nothing moves for {patience} cycles; "
                                  + "; ".join(self._left()))
        await ClockCycles(self._clock, more)
        for scoreboard in self.scoreboards:
            scoreboard.check()
        if self.cycles:
            self.cycles.check()
        told = [f"{s.compared} beats at {s.name}" for s in self.scoreboards]
        told += [f"{self.cycles.compared} cycles of {self.model.name}"] if self.cycles else []
        api.log(self.dut, "compared " + ", ".join(told))
