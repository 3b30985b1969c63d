# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C inside a finalizer or a callback of a weak reference.

Python only reports an exception there and goes on, so that a KeyboardInterrupt would be lost and the
training would not end. While the watch is on, `lost` becomes True instead."""
import sys


class Interrupts:
    def __init__(self):
        self.lost = False
        self._others = self._mine = None

    def watch(self):
        others = self._others = sys.unraisablehook

        def mine(unraisable):
            if unraisable.exc_type is KeyboardInterrupt:
                self.lost = True
            else:
                others(unraisable)

        self._mine = sys.unraisablehook = mine

    def release(self):
        if sys.unraisablehook is self._mine:
            sys.unraisablehook = self._others
        self._others = self._mine = None

    def deliver(self):
        """Raises the interrupt that was lost, if there is one."""
        if self.lost:
            self.lost = False
            raise KeyboardInterrupt
