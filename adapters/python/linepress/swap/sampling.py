# SPDX-License-Identifier: Apache-2.0
"""Ratios of a training's tensors, from pieces of them. Each iteration takes as many pieces as a small
share of its time allows, so that no iteration is noticeably longer than the others."""
import contextlib
import time

from .library import CODECS, Setting

PIECES, PIECE = 4, 1 << 14  # of a tensor, at most; bytes of each
# Of an iteration's time: with the plan, and pieces that take longer than the last one did, about 0.01.
SHARE = 0.007
KNOWN_LEAST = 2             # iterations whose time is known before the first piece is taken


def pieces_of(count):
    """(offset, bytes) of each piece of a tensor, evenly spaced from its begin to its end."""
    number, size = max(1, min(PIECES, count // PIECE)), min(PIECE, count)
    return [(place * (count - size) // max(1, number - 1) & ~127, size)
            for place in range(number)]


def setting_of_piece(setting, count):
    """A piece has as many of the tensor's parts as it has of its bytes."""
    return Setting(setting.codec, max(1, setting.grid * PIECE // count), setting.block)


class Sampler:
    """Takes pieces of a row's tensors, in the order in which they are saved: first of tensors whose
    ratios are the oldest, so that the last ones get theirs even if epochs are short."""

    def __init__(self, share=SHARE):
        self.share = share
        self.seconds = 0.0    # spent in this iteration
        self.is_news = False  # whether a tensor got its first ratios in this iteration
        self._costs = {}      # seconds of a piece, by codec
        self._most = self._left = 0.0  # seconds for this iteration, and what is left of them
        # Epoch of the oldest ratios among the tensors of the last iteration, and of this one.
        self._oldest = self._oldest_now = None

    def begin(self, spans):
        """An iteration begins after others that took so long. One that cost more than its share is
        paid for by the next ones."""
        self._most = self.share * min(spans) if len(spans) >= KNOWN_LEAST else 0.0
        self._left = min(self._left + self._most, self._most)
        self._oldest, self._oldest_now = self._oldest_now, None
        self.seconds, self.is_news = 0.0, False

    @contextlib.contextmanager
    def spending(self):
        """Counts all work for the decisions within this iteration, not only samples."""
        begin = time.perf_counter()
        try:
            yield
        finally:
            took = time.perf_counter() - begin
            self.seconds += took
            self._left -= took

    def take(self, codecs, settings, item, row, epoch, whole=False):
        """Pieces of the row's tensor, until all are there or no time is left; `whole`: all of
        them."""
        if whole or self._oldest is None or row.sampled <= self._oldest:
            while row.sampled < epoch and (whole or self._affords(settings, item, row)):
                self._take_piece(codecs, settings, item, row, epoch)
        self._oldest_now = min(row.sampled, row.sampled if self._oldest_now is None
                               else self._oldest_now)

    def _affords(self, settings, item, row):
        """A piece that costs more than the share of any iteration has one for itself."""
        place = len(row.pieces) // len(pieces_of(item.bytes))
        codec = settings[min(place, len(settings) - 1)].codec
        return self._left > 0 and (self._costs.get(codec, 0.0) <= self._left
                                   or self._left == self._most)

    def _take_piece(self, codecs, settings, item, row, epoch):
        """The next piece. An interrupt leaves the row as it was, or a piece further."""
        pieces = pieces_of(item.bytes)
        which, place = divmod(len(row.pieces), len(pieces))
        if which < len(settings):
            setting, (at, size) = settings[which], pieces[place]
            with self.spending():
                begin = time.perf_counter()
                ratio = codecs.ratio(setting_of_piece(setting, item.bytes), item.address + at, size)
                self._costs[setting.codec] = time.perf_counter() - begin
            row.pieces += (size / ratio,)
        if len(row.pieces) == len(settings) * len(pieces):
            self._finish(settings, pieces, row, epoch)

    def _finish(self, settings, pieces, row, epoch):
        """The first ratios of a tensor count from the next iteration on, later ones from the next
        epoch on."""
        taken = sum(size for _, size in pieces)
        row.fresh = {CODECS[setting.codec]:
                     taken / sum(row.pieces[len(pieces) * n:len(pieces) * (n + 1)])
                     for n, setting in enumerate(settings)}
        if row.ratio and not row.ratio[-1]:
            row.ratio[-1], self.is_news = dict(row.fresh), True
        row.pieces = ()
        row.sampled = epoch
