# SPDX-License-Identifier: Apache-2.0
"""Codes of a group's exponents, as sizes: no bytes are written.

A code is made from the counts of a sample and gives the bits of each group of a row of symbols,
headers included. Symbols without a code are escaped: the escape's code and 8 bits.
"""
import numpy as np

ESCAPE_BITS = 8
HUFFMAN_BITS, HUFFMAN_SYMBOLS = 8, 31
STATES = 256  # of a tANS machine


def order_of(counts):
    """Symbols from the most frequent on, smaller ones first among equals."""
    return np.argsort(-counts, kind="stable")


def known(counts, most):
    """The symbols with a code, and the weight of the escape: what is rarer, and at least a little."""
    kept = [s for s in order_of(counts)[:most] if counts[s] > 0]
    total = counts.sum()
    return kept, max(total - counts[kept].sum(), total / 4096)


def limited_lengths(weights, most):
    """Code lengths of at most `most` bits with the smallest sum, by package-merge."""
    if len(weights) == 1:
        return [1]
    items = sorted((w, (i,)) for i, w in enumerate(weights))
    merged = []
    for _ in range(most):
        pairs = [(merged[i][0] + merged[i + 1][0], merged[i][1] + merged[i + 1][1])
                 for i in range(0, len(merged) - 1, 2)]
        merged = sorted(items + pairs, key=lambda one: one[0])
    lengths = [0] * len(weights)
    for _, members in merged[:2 * len(weights) - 2]:
        for i in members:
            lengths[i] += 1
    return lengths


class Fixed:
    """A code with a length for each symbol, and bits that each group has before it."""

    def __init__(self, lengths, header=lambda elements: 0):
        self.lengths, self.header = lengths, header

    def bits(self, groups):
        return self.lengths[groups].sum(axis=1) + self.header(groups.shape[1])


def huffman(counts, header=lambda elements: 0):
    kept, rest = known(counts, HUFFMAN_SYMBOLS)
    lengths = limited_lengths([*counts[kept], rest], HUFFMAN_BITS)
    of = np.full(256, lengths[-1] + ESCAPE_BITS)
    of[kept] = lengths[:-1]
    return Fixed(of, header)


def huffman4(counts):
    """In four streams, so that four decoders work at once: the places of three of them."""
    return huffman(counts, lambda elements: 3 * int(np.ceil(np.log2(elements * HUFFMAN_BITS))))


def classes(widths):
    """Class c has the prefix of c ones and a zero, the last c ones; then a number of its width."""
    def make(counts):
        of, at, order = np.zeros(256, int), 0, order_of(counts)
        for place, width in enumerate(widths):
            last = place == len(widths) - 1
            length = width + (place if last else place + 1)
            room = (1 << width) - last
            of[order[at:at + room]] = length
            at += room
        of[order[at:]] = length + ESCAPE_BITS
        return Fixed(of)
    return make


class Tans:
    """tANS with `lanes` machines in turn, whose states are in front of the group's bits."""

    def __init__(self, counts, lanes):
        kept, rest = known(counts, HUFFMAN_SYMBOLS)
        weights = np.array([*counts[kept], rest], float)
        shares = np.maximum(1, np.floor(weights * STATES / weights.sum())).astype(int)
        while shares.sum() != STATES:
            step = 1 if shares.sum() < STATES else -1
            error = weights / weights.sum() * STATES / shares
            shares[np.argmax(np.where((step > 0) | (shares > 1), error * step, -np.inf))] += step
        self.number = np.full(256, len(kept))
        self.number[kept] = np.arange(len(kept))
        self.lanes = lanes
        self.put, self.next = self.tables(shares)

    @staticmethod
    def tables(shares):
        """Bits that a state gives up for a symbol, and the state after it; states from 0 on."""
        spread, at = np.zeros(STATES, int), 0
        for symbol, share in enumerate(shares):
            for _ in range(share):
                spread[at] = symbol
                at = (at + (STATES >> 1) + (STATES >> 3) + 3) % STATES
        places = [np.flatnonzero(spread == s) for s in range(len(shares))]
        put = np.zeros((len(shares), STATES), int)
        following = np.zeros_like(put)
        for symbol, share in enumerate(shares):
            for state in range(STATES):
                x, bits = state + STATES, 0
                while x >= 2 * share:
                    x, bits = x >> 1, bits + 1
                put[symbol, state], following[symbol, state] = bits, places[symbol][x - share]
        return put, following

    def bits(self, groups):
        symbols = self.number[groups]
        escape = len(self.put) - 1
        total = (symbols == escape).sum(axis=1) * ESCAPE_BITS + self.lanes * 8
        states = np.zeros((len(groups), self.lanes), int)
        for at in range(groups.shape[1] - self.lanes, -1, -self.lanes):
            part = symbols[:, at:at + self.lanes]
            total = total + self.put[part, states].sum(axis=1)
            states = self.next[part, states]
        return total


CODES = {"Huffman": huffman, "Huffman, 4 streams": huffman4,
         "tANS": lambda counts: Tans(counts, 1), "tANS, 16 states": lambda counts: Tans(counts, 16),
         "2 classes": classes((1, 3)), "3 classes": classes((1, 1, 3)),
         "4 classes": classes((1, 1, 1, 3))}
