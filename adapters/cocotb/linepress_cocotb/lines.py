# SPDX-License-Identifier: Apache-2.0
"""Lines of 128 bytes that find bugs in encoders; the same seed gives the same lines."""
import random
import struct

LINE = 128


def _zero(_, __):
    return bytes(LINE)


def _dense(rng, elem):
    return b"".join(_element(rng, elem) for _ in range(LINE // elem))


def _element(rng, elem):
    """A non-zero element, often with zero bytes, or with a single bit set, such as the sign."""
    kind = rng.randrange(4)
    if kind == 0:
        return (1 << rng.randrange(8 * elem)).to_bytes(elem, "little")
    if kind == 1:
        return (1 << 8 * elem - 1).to_bytes(elem, "little")
    return rng.randrange(1, 1 << 8 * elem).to_bytes(elem, "little")


def _some(rng, elem, count):
    """This number of non-zero elements, at random positions."""
    total = LINE // elem
    places = set(rng.sample(range(total), min(count, total)))
    return b"".join(_element(rng, elem) if i in places else bytes(elem) for i in range(total))


def _any_count(rng, elem):
    return _some(rng, elem, rng.randrange(LINE // elem + 1))


def _few(rng, elem):
    return _some(rng, elem, rng.randrange(8))


def _near_raw(rng, elem):
    """Lines around the maximum number of elements in a record of 96 bytes."""
    return _some(rng, elem, (96 - 16 // elem) // elem - 1 + rng.randrange(4))


def _at_ends(rng, elem):
    line = bytearray(LINE)
    for at in rng.choice(((0,), (LINE - elem,), (0, LINE - elem))):
        line[at:at + elem] = _element(rng, elem)
    return bytes(line)


def _sectors(rng, elem):
    return b"".join(_dense(rng, elem)[:32] if rng.randrange(2) else bytes(32) for _ in range(4))


def _words(values):
    return struct.pack("<32I", *(value & 0xffffffff for value in values))


def _ramp(rng, _):
    base, step = rng.getrandbits(32), rng.getrandbits(rng.choice((1, 4, 16, 32)))
    noise = rng.choice((0, 0, 3, 200))
    return _words(base + i * step + (rng.randrange(noise) if noise else 0) for i in range(32))


def _constant(rng, _):
    words = [rng.getrandbits(rng.choice((4, 8, 16, 32)))] * 32
    if rng.randrange(2):
        words[rng.randrange(32)] ^= 1 << rng.randrange(32)
    return _words(words)


def _floats(rng, _):
    at, step = rng.uniform(-1000, 1000), rng.uniform(-1, 1)
    zeros = rng.choice((0, 0.5, 0.9))
    return struct.pack("<32f", *(0 if rng.random() < zeros else at + i * step + rng.uniform(0, .01)
                                 for i in range(32)))


_KINDS = (_zero, _dense, _any_count, _any_count, _few, _near_raw, _at_ends, _sectors, _ramp,
          _constant, _floats)


def random_lines(seed, count, elem=32):
    """This number of lines of all kinds: zero, sparse, dense, around the limits for elements of
    this width, and lines that BPC compresses. Every kind occurs if the count allows it."""
    rng = random.Random(seed)
    kinds = [_KINDS[i % len(_KINDS)] for i in range(count)]
    rng.shuffle(kinds)
    return [kind(rng, elem // 8) for kind in kinds]
