# SPDX-License-Identifier: Apache-2.0
"""Made data for second_test.py: classes of lines, streams of BPC symbols, damage, frames."""
import struct
import zlib

LINE = 128


def pack(words):
    return struct.pack("<32I", *(w & 0xffffffff for w in words))


def sparse(rng):
    """Elements of some width of which a share is not zero."""
    width, share = rng.choice((1, 2, 4)), rng.random() ** 2
    return b"".join(rng.randbytes(width) if rng.random() < share else bytes(width)
                    for _ in range(LINE // width))


def walk(rng):
    """Words that differ a little from one to the next; by an amount drawn for each line."""
    bits, word, words = rng.randrange(1, 33), rng.getrandbits(32), []
    for _ in range(32):
        words.append(word)
        word += rng.randrange(-(1 << bits - 1), 1 << bits - 1)
    return pack(words)


def ramp(rng):
    first, step = rng.getrandbits(rng.choice((4, 8, 16, 32))), rng.randrange(-300, 300)
    return pack(first + step * i for i in range(32))


def few_bits(rng):
    """All zero or all one but for one to three bits."""
    value = rng.choice((0, (1 << 1024) - 1))
    for _ in range(rng.randrange(1, 4)):
        value ^= 1 << rng.randrange(1024)
    return value.to_bytes(LINE, "little")


def level(rng):
    """A constant whose last words step away, so that planes have single and adjacent ones."""
    base, at, step = rng.getrandbits(32), rng.randrange(32), 1 << rng.randrange(32)
    return pack(base + (step if i >= at else 0) for i in range(32))


def edges(rng):
    """Words and differences at the ends of their ranges."""
    ends = (0, 1, 7, 8, 127, 128, 32767, 32768, 0x7fffffff, 0x80000000, 0xffff8000, 0xffff7fff,
            0xffffff80, 0xffffff7f, 0xfffffff8, 0xfffffff7, 0xffffffff)
    return pack(rng.choice(ends) for _ in range(32))


def bf16(rng):
    """Upper halves of floats, some of them zero, within a few octaves."""
    share, octaves = rng.choice((0.1, 0.3, 1)), rng.choice((1, 5, 9, 20))
    line = b""
    for _ in range(LINE // 2):
        e = max(0, rng.choice((1, 20, 127, 255)) if rng.random() < 0.02 else
                123 - rng.randrange(octaves))
        x = rng.getrandbits(1) << 15 | e << 7 | rng.getrandbits(7)
        line += (x if rng.random() < share else 0).to_bytes(2, "little")
    return line


CLASSES = {
    "zeros": lambda rng: bytes(LINE),
    "constant": lambda rng: rng.randbytes(4) * 32,
    "bytes": lambda rng: rng.randbytes(1) * LINE,
    "ramp": ramp,
    "random": lambda rng: rng.randbytes(LINE),
    "sparse": sparse,
    "few bits": few_bits,
    "walk": walk,
    "level": level,
    "edges": edges,
    "small": lambda rng: pack(rng.randrange(-100, 100) for _ in range(32)),
    "floats": lambda rng: struct.pack("<32f", *(max(0, rng.gauss(0, 1)) for _ in range(32))),
    "doubles": lambda rng: struct.pack("<16d", *(1000 + rng.gauss(0, 1) for _ in range(16))),
    "bf16": bf16,
    "text": lambda rng: bytes(rng.choice(b"etaoin shrdlu,.\n") for _ in range(LINE)),
}


def lines(rng, kind, count):
    """Mostly whole lines; the last one may be cut so that the data ends within it."""
    data = b"".join(CLASSES[kind](rng) for _ in range(count))
    return data[:len(data) - rng.choice((0, rng.randrange(LINE)))]


# ---- BPC records that no encoder here writes ----

def symbol(rng, plane):
    """Bits of a symbol, whether or not the page allows it there, and its number of planes."""
    kind = rng.randrange(8)
    if kind == 0:
        n = rng.randrange(2, 34) if rng.random() < 0.05 else rng.randrange(2, max(3, plane + 2))
        return "01" + f"{n - 2:05b}", n
    if kind == 1:
        return "1" + f"{rng.getrandbits(31):031b}", 1
    if kind == 2:
        k = rng.randrange(32 if rng.random() < 0.05 else 30)
        return rng.choice(("00010", "00011")) + f"{k:05b}", 1
    return rng.choice(("001", "00000", "00001", "00011" + f"{rng.randrange(31):05b}")), 1


def bpc_record(rng):
    """A record of random symbols: about half are well-formed, the others nearly so."""
    size, code = rng.choice(((0, "000"), (4, "001"), (8, "010"), (16, "011"), (32, "1")))
    text, plane = code + "".join(rng.choice("01") for _ in range(size)), 32
    while plane >= 0:
        bits, planes = symbol(rng, plane)
        text += bits
        plane -= planes
    fill = -len(text) % 8
    text += f"{rng.getrandbits(fill) if fill and rng.random() < 0.1 else 0:0{fill}b}" * (fill > 0)
    announced = len(text) // 8
    if rng.random() < 0.05:
        announced += rng.choice((-1, 1))
    return bytes([min(announced, 255)]) + int(text, 2).to_bytes(len(text) // 8, "big")


def damaged(rng, data):
    """data with a bit or byte changed, cut, or longer."""
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4))):
        kind = rng.randrange(5)
        at = rng.randrange(len(data)) if data else 0
        if kind <= 1 and data:
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 2 and data:
            data[at] = rng.choice((0, 255, rng.randrange(256)))
        elif kind == 3:
            del data[at:at + rng.choice((1, 2, 4))]
        else:
            data[at:at] = rng.choice((b"\0", b"\0\0\0\0", rng.randbytes(1)))
    return bytes(data)


# ---- frames ----

def sealed(part):
    return part + zlib.crc32(part).to_bytes(4, "little")


NUMBERS = {"zvc": 1, "bpc": 6, "ebd": 7, "xzvc": 8, "auto": 9}


def framed(codec, elem, blocks, data, **other):
    """A frame with correct checksums, whatever its fields. `blocks` has lengths and stored forms,
    `data` is the uncompressed data, and `other` gives fields to be changed.
    """
    field = {"version": 1, "number": NUMBERS[codec], "zero": 0, "window": 128,
             "prologue": b"", "length": sum(n for n, _ in blocks), "begins": None, "tail": b"",
             "magic": b"\x89LPR\r\n\x1a\n", "count": len(blocks), "crc": None}
    field.update(other)
    prologue, begins = field["prologue"], []
    crc = zlib.crc32(prologue + data) if field["crc"] is None else field["crc"]
    out = sealed(field["magic"] + struct.pack(
        "<4BII", field["version"], field["number"], elem, field["zero"], field["window"],
        len(prologue)) + prologue)
    for length, stored in blocks:
        begins.append(len(out))
        out += sealed(struct.pack("<II", length, len(stored)) + stored)
    out += sealed(struct.pack("<IQI", 0, field["length"], crc))
    if field["version"] == 2:
        begins = begins if field["begins"] is None else field["begins"]
        out += sealed(struct.pack(f"<{len(begins) + 1}Q", *begins, field["count"]))
        out += b"\x89LPI\r\n\x1a\n"
    return out + field["tail"]


FIVE = (5, bytes.fromhex("03000000 01020304 05000000"))
MOST, BEYOND = 65536, 1 << 20
# The parts of a frame, and whether section 7 allows it.
FRAMES = (
    ("zvc", 32, (), {}, True),
    ("bpc", 32, (), {"version": 2}, True),
    ("bpc", 32, (), {"prologue": b"abc"}, True),
    ("zvc", 32, (FIVE,), {}, True),
    ("zvc", 32, (FIVE, FIVE), {"version": 2}, True),
    ("zvc", 32, (FIVE,), {"prologue": b"x" * MOST}, True),
    ("zvc", 32, (FIVE,), {"prologue": b"x" * (MOST + 1)}, False),
    ("zvc", 32, (FIVE,), {"window": 4096}, True),
    ("zvc", 32, (FIVE,), {"window": 65536}, True),
    ("zvc", 32, (FIVE,), {"window": 256}, False),
    ("zvc", 32, (FIVE,), {"window": 0}, False),
    ("zvc", 32, (FIVE,), {"version": 0}, False),
    ("zvc", 32, (FIVE,), {"version": 3}, False),
    ("zvc", 32, (FIVE,), {"zero": 1}, False),
    ("zvc", 32, (FIVE,), {"number": 0}, False),
    ("zvc", 32, (FIVE,), {"number": 10}, False),
    ("zvc", 64, (FIVE,), {}, False),
    ("bpc", 16, ((128, b"\0"),), {}, False),
    ("zvc", 32, (FIVE,), {"length": 4}, False),
    ("zvc", 32, (FIVE,), {"length": 5 | 1 << 63}, False),
    ("zvc", 32, (FIVE,), {"crc": 1}, False),
    ("zvc", 32, (FIVE,), {"magic": b"\x89LPR\r\n\x1a\r"}, False),
    ("zvc", 32, (FIVE,), {"version": 2, "count": 0}, False),
    ("zvc", 32, (FIVE,), {"version": 2, "count": 2}, False),
    ("zvc", 32, (FIVE,), {"tail": b"\0"}, False),
    ("zvc", 32, (FIVE,), {"version": 2, "tail": b"\0"}, False),
    ("zvc", 32, (FIVE,), {"version": 2, "begins": [25]}, False),
    ("zvc", 32, (FIVE,), {"version": 2, "begins": []}, False),
    ("zvc", 32, (FIVE, FIVE), {"version": 2, "begins": [52, 24]}, False),
    ("zvc", 32, ((1, b""),), {}, False),
    ("bpc", 32, ((129, b"\0\0"), (1, b"\0")), {}, True),
    ("bpc", 32, ((BEYOND, bytes(BEYOND // LINE)),), {}, True),
    ("bpc", 32, ((BEYOND + 1, bytes(BEYOND // LINE + 1)),), {}, False),
)
