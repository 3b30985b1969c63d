# SPDX-License-Identifier: Apache-2.0
"""Tensors of a GPU that stay while device memory has room for them."""
import collections


class Resting:
    """With a limit, as few bytes leave as have to: an iteration begins with those that the last one
    had too many of, since what is saved first is used last, and the rest stays. If that was too
    few, the oldest of the rest leave when their memory is needed. Until one iteration was seen all
    leave."""

    def __init__(self, limit):
        self._limit = limit
        self._items = collections.OrderedDict()
        self._alive = self._peak = 0  # bytes that are saved, here or away
        self._surplus = None          # bytes that have to leave in an iteration; None: not known

    def add(self, count):
        """Bytes that are saved, as tensors that may leave or as others; negative: no longer."""
        self._alive += count
        self._peak = max(self._peak, self._alive)

    def begin_round(self):
        if self._peak:
            self._surplus = max(0, self._peak - self._limit)
        self._peak = self._alive

    def may_stay(self, left):
        """Whether the next tensor may, after `left` bytes that left in this iteration."""
        return self._limit > 0 and self._surplus is not None and left >= self._surplus

    def put(self, item):
        self._items[id(item)] = item

    def forget(self, item):
        self._items.pop(id(item), None)

    def oldest(self):
        """Takes it out; None: there is none."""
        return self._items.popitem(last=False)[1] if self._items else None

    def clear(self):
        self._items.clear()
