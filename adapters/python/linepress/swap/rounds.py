# SPDX-License-Identifier: Apache-2.0
"""History of a training run's iterations: the tensors saved, the times of their use, and the times
of computation in between. Its size is bounded, however long the run."""
import collections
import time

from .advisor import Row

ROWS_MOST = 1 << 13    # tensors with their own history
ORDERS_MOST = 64       # number of orders of use that are kept
EVENTS_MOST = 1 << 17  # of an iteration
NUMBERS_MOST = 1 << 16  # tensors of an iteration
SPANS_MOST = 3         # iterations whose duration is kept


class Rounds:
    """An iteration lasts from the first saved tensor until none is saved any more, or until the
    first save after a backward pass."""

    def __init__(self):
        self.rows, self._index = [], {}
        self.events, self.last_events = [], []
        self.count = 0                # of completed iterations
        self.number = 0               # of tensors that were saved in this one
        self.order, self.due = [], []  # rows in the order of their first use; of the last iteration
        self._orders = {}             # by the row that is used first
        self._guess, self._astray = (), False
        self._ahead = 0               # place in the guess of what is not skipped
        self._mark = self._forward = self._backward = None
        # Seconds from the first saved tensor to the last compute that was seen, of the last ones.
        self.spans = collections.deque(maxlen=SPANS_MOST)
        self._begin = self._last = None

    def end(self):
        """This iteration is over."""
        if self.order:
            if len(self._orders) == ORDERS_MOST:
                del self._orders[next(iter(self._orders))]
            self._orders.pop(self.order[0], None)
            self._orders[self.order[0]] = self.order
        self.due, self.order = self.order, []
        self.last_events, self.events = self.events, []
        if self._last is not None:
            self.spans.append(self._last - self._begin)
        self._begin = self._last = None
        self.number, self._forward = 0, None
        self.count += 1

    def is_full(self):
        return self.number >= NUMBERS_MOST

    # ---- tensors ----

    def place(self, kind, count, element=4):
        """(row, whether its history is this tensor's) of the next one that is saved.

        Another network, a smaller batch or another length has tensors of other sizes at the same
        places, or of another element: those have rows of their own.
        """
        if self._begin is None:
            self._begin = time.perf_counter()
        key = (self.number, kind, count, element)
        self.number += 1
        row = self._index.get(key)
        if row is None and len(self.rows) < ROWS_MOST:
            row = self._index[key] = len(self.rows)
            self.rows.append(Row(f"{key[0]}-{kind}", kind, count, element))
        return (row, True) if row is not None else (key[0] % ROWS_MOST, False)

    def used(self, row):
        """A tensor is used for the first time."""
        if not self.order:
            self._guess, self._astray, self._ahead = self._orders.get(row, ()), False, 0
        place = len(self.order)
        self._astray = self._astray or place >= len(self._guess) or self._guess[place] != row
        self.order.append(row)

    def expected(self):
        """The row that is used next, apart from those skipped, if it goes on as it once did; None:
        there is no other."""
        self._ahead = max(self._ahead, len(self.order))
        if self._astray or self._ahead >= len(self._guess):
            return None
        return self._guess[self._ahead]

    def coming(self, most):
        """The expected row and those after it, `most` at most."""
        first = max(self._ahead, len(self.order))
        return () if self._astray else self._guess[first:first + most]

    def skip(self):
        """The expected one needs nothing any more."""
        self._ahead += 1

    def skip_again(self):
        """One that was skipped does."""
        self._ahead = 0

    # ---- times ----

    def note(self, what, row, begin, end):
        if len(self.events) < EVENTS_MOST:
            self.events.append((what, row, begin, end))

    def begin_forward(self, row):
        self._mark, self._forward = time.perf_counter(), row

    def begin_backward(self, row):
        self._mark, self._backward = time.perf_counter(), row

    def end_forward(self):
        """Compute since the last tensor was saved ends here."""
        if self._forward is None:
            return
        now = time.perf_counter()
        self.rows[self._forward].add("forward", now - self._mark)
        self.note("forward", self._forward, self._mark, now)
        self._forward = None
        self._last = now

    def end_backward(self):
        """Compute since the last first use of a tensor ends here."""
        if self._backward is None:
            return
        now = time.perf_counter()
        self.rows[self._backward].add("backward", now - self._mark)
        self.note("backward", self._backward, self._mark, now)
        self._backward = None
        self._last = now
