# SPDX-License-Identifier: Apache-2.0
"""One iteration of a GPU's flow, by CUDA's events: its transfers, and the compute between them."""
import ctypes
import time
import weakref

from . import gpu

COMPUTE = ("forward", "backward")
ERR_ARG = -1  # LP_ERR_ARG: of more transfers than the flow keeps events, the oldest


def _declare(library):
    pointer, handle = ctypes.POINTER, ctypes.c_void_p
    kinds = {
        "lpi_marks_open": [ctypes.c_int, pointer(handle)],
        "lpi_marks_close": [handle],
        "lpi_marks_set": [handle, handle, pointer(ctypes.c_uint)],
        "lpi_marks_at": [handle, ctypes.c_uint, pointer(ctypes.c_double)],
        "lpi_marks_first": [handle],
        "lpi_flow_span": [handle, ctypes.c_int, ctypes.c_uint64, handle,
                          ctypes.c_double * 2],
    }
    for name, arguments in kinds.items():
        getattr(library, name).argtypes = arguments
    library.lpi_marks_close.restype = None
    library.lpi_marks_first.restype = handle


class Trace:
    """Takes a flow's calls until `finish`, and marks the stream that each of them is about. A stream
    computes for the tensor that was last saved or used there; idle time counts too."""

    def __init__(self, flow):
        self._flow, self._library, self._check = flow, flow._library, flow._check
        _declare(self._library)
        self._handle = ctypes.c_void_p()
        self._check(self._library.lpi_marks_open(flow.device, ctypes.byref(self._handle)))
        self._close = weakref.finalize(self, self._library.lpi_marks_close, self._handle)
        self._marks = {}  # by stream: (number, what the stream does from there on, row)
        self._works = []  # (what, row, whether it comes, number)
        self._rows = {}   # by copy
        self._now = {}    # by stream: (what, row)
        self._last = gpu.current(flow.device)
        self._mark(self._last)
        self._own = {name: getattr(flow, name) for name in ("out", "release", "come", "use", "end")}
        for name in self._own:
            setattr(flow, name, getattr(self, name))

    def _mark(self, stream, what=None, row=None):
        number = ctypes.c_uint()
        self._check(self._library.lpi_marks_set(self._handle, stream, ctypes.byref(number)))
        self._marks.setdefault(stream, []).append((number.value, what, row))
        self._last = stream
        if what in COMPUTE:
            self._now[stream] = what, row

    def _resume(self, stream):
        self._mark(stream, *self._now.get(stream, (None, None)))

    # ---- the flow's calls ----

    def out(self, setting, address, count, tag, stream):
        self._mark(stream, "forward", tag - 1)
        number = self._own["out"](setting, address, count, tag, stream)
        self._rows[number] = tag - 1
        self._works.append(("link out", tag - 1, 0, self._flow.facts(number).out))
        return number

    def release(self, number, address, stream):
        self._mark(stream, "wait out", self._rows.get(number))
        self._own["release"](number, address, stream)
        self._resume(stream)

    def come(self, number, address, stream):
        self._own["come"](number, address, stream)
        self._works.append(("link in", self._rows.get(number), 1, self._flow.facts(number).in_))

    def use(self, number, stream):
        row = self._rows.get(number)
        self._mark(stream, "wait in", row)
        self._own["use"](number, stream)
        self._mark(stream, "backward", row)

    def end(self, number):
        """The work that used the tensor is queued."""
        self._resume(self._last)
        self._own["end"](number)

    # ---- the picture ----

    def finish(self):
        """Waits for the GPU. (what, row, begin, end) in seconds of time.perf_counter."""
        for name in self._own:
            delattr(self._flow, name)
        try:
            self._flow.look(wait=True)
            return self._events()
        finally:
            self._close()

    def _at(self, number):
        seconds = ctypes.c_double()
        self._check(self._library.lpi_marks_at(self._handle, number, ctypes.byref(seconds)))
        return seconds.value

    def _origin(self):
        """Mark 0 by the host's clock, from a mark that the host waits for."""
        self._mark(self._last)
        last = self._at(self._marks[self._last].pop()[0])
        return time.perf_counter() - last

    def _events(self):
        origin, events = self._origin(), []
        for marks in self._marks.values():
            times = [self._at(number) for number, _, _ in marks]
            for (_, what, row), begin, end in zip(marks, times, times[1:]):
                if what is not None and end > begin:
                    events.append((what, row, origin + begin, origin + end))
        span, since = (ctypes.c_double * 2)(), self._library.lpi_marks_first(self._handle)
        for what, row, comes, number in self._works:
            code = self._library.lpi_flow_span(self._flow._handle, comes, number, since, span)
            if code != ERR_ARG:
                self._check(code)
                events.append((what, row, origin + span[0], origin + span[1]))
        return _merged(sorted(events, key=lambda e: e[2:]))


def _merged(events):
    """Compute that marks of the same tensor cut in pieces is one event."""
    found, open_ = [], {}
    for what, row, begin, end in events:
        before = open_.get((what, row))
        if before is not None and found[before][3] == begin:
            found[before] = what, row, found[before][2], end
            continue
        open_[what, row] = len(found)
        found.append((what, row, begin, end))
    return found
