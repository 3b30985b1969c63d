# SPDX-License-Identifier: Apache-2.0
"""Sizes in bits of the codecs of docs/reference/format.md, section 18, written a second time, and
those of gem5's models of the same names if their rules differ."""


def fits(value, bits, width):
    """Whether the number of `width` bits is its low `bits` bits, extended with their sign."""
    value &= (1 << width) - 1
    return value < 1 << bits - 1 or value >= (1 << width) - (1 << bits - 1)


def fpc_word(word, negative_halves=True):
    low, high = word & 0xFFFF, word >> 16
    halves = fits(low, 8, 16) and fits(high, 8, 16)
    if not negative_halves:
        halves = low < 128 and high < 128
    for bits, holds in ((4, fits(word, 4, 32)), (8, fits(word, 8, 32)),
                        (8, word == (word & 255) * 0x01010101), (16, fits(word, 16, 32)),
                        (16, low == 0), (16, halves)):
        if holds:
            return 3 + bits
    return 35


def fpc(words, **rules):
    total = zeros = 0
    for word in words:
        if word == 0:
            total += 6 if zeros % 8 == 0 else 0
            zeros += 1
        else:
            total, zeros = total + fpc_word(word, **rules), 0
    return total


def fpc_gem5(words):
    """A halfword below 0 does not match there, and so is not extended from a byte."""
    return fpc(words, negative_halves=False)


def near(value, bits, width):
    """The same without the most negative number of this many bits."""
    return fits(value, bits, width) and value & (1 << width) - 1 != (1 << width) - (1 << bits - 1)


def bdi(words, is_delta=fits):
    line = b"".join(word.to_bytes(4, "little") for word in words)
    if line == line[:8] * 16:
        return 4 if not any(line) else 68
    best = 4 + 1024
    for size, delta in ((8, 1), (8, 2), (8, 4), (4, 1), (4, 2), (2, 1)):
        parts = [int.from_bytes(line[i:i + size], "little") for i in range(0, 128, size)]
        rest = [part for part in parts if not is_delta(part, 8 * delta, 8 * size)]
        if all(is_delta(part - rest[0], 8 * delta, 8 * size) for part in rest):
            best = min(best, 4 + len(parts) + 8 * size + 8 * delta * len(parts))
    return best


def bdi_gem5(words):
    """A difference there goes from -127 to 127, not from -128, and likewise for 2 and 4 bytes."""
    return bdi(words, near)


def bdi_fpc(words):
    return 1 + min(bdi(words), fpc(words))


def cpack(words, entries=16):
    known, total = [], 0
    for word in words:
        if word == 0:
            bits, new = 2, False
        elif word in known:
            bits, new = 6, False
        elif word < 256:
            bits, new = 12, False
        elif any(word >> 8 == other >> 8 for other in known):
            bits, new = 16, True
        elif any(word >> 16 == other >> 16 for other in known):
            bits, new = 24, True
        else:
            bits, new = 34, True
        total += bits
        known = (known + [word])[-entries:] if new else known
    return total


def cpack_gem5(words):
    """The dictionary has room for all words of a line."""
    return cpack(words, 32)


def fibonacci(words):
    numbers = [1, 2]
    while numbers[-1] <= 1 << 32:
        numbers.append(numbers[-1] + numbers[-2])
    total = before = 0
    for word in words:
        delta = (word - before) & 0xFFFFFFFF
        delta -= delta >> 31 << 32
        value = (2 * delta if delta >= 0 else -2 * delta - 1) + 1
        total += 1 + sum(number <= value for number in numbers)
        before = word
    return total


def mpc(words, distance=1):
    deltas = [(word - (words[i - distance] if i >= distance else 0)) & 0xFFFFFFFF
              for i, word in enumerate(words)]
    planes = [sum((delta >> 31 - p & 1) << 31 - i for i, delta in enumerate(deltas))
              for p in range(32)]
    return 32 + 32 * sum(a != b for a, b in zip(planes, [0] + planes))


def mpc64(words):
    return mpc(words, 2)


CODECS = {"bdi": bdi, "fpc": fpc, "bdi+fpc": bdi_fpc, "cpack": cpack, "fibonacci": fibonacci,
          "mpc": mpc, "mpc64": mpc64}
GEM5 = {"bdi": bdi_gem5, "fpc": fpc_gem5, "cpack": cpack_gem5}
