#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A second decoder of Linepress's ZVC and BPC, written from docs/reference/format.md alone.

It shares no code with the library, and is slow because it follows the page step by step. --help
tells the command line (command.py), which also reads framed files (frame.py). As a module it has

    zvc_record(elem, data)  zvc_stream(elem, data, length)  zvc_entry(elem, sectors, data)
    bpc_stream(data)  bpc_record(data)  bpc_records(data, length)  bpc_entry(sectors, data)

which take and give bytes, a line of 128 unless a length is given, and raise Malformed.
"""
import sys

LINE, SECTOR = 128, 32
ELEMS = (8, 16, 32)


class Malformed(ValueError):
    """The stored form violates the page; the text says how."""


def need(holds, why):
    if not holds:
        raise Malformed(why)


def cut(lines, length):
    """Section 1: the bytes that were added to the last line are zero."""
    data = b"".join(lines)
    need(not any(data[length:]), "bytes after the data's end are not zero")
    return data[:length]


# ---- ZVC ----

def zvc_take(elem, data, at):
    """Section 2: the record that begins at byte `at`; gives its line and where it ends."""
    if elem not in ELEMS:
        raise ValueError(f"no elements of {elem} bits")
    width, count = elem // 8, 8 * LINE // elem
    need(at + count // 8 <= len(data), "the mask is cut off")
    mask = int.from_bytes(data[at:at + count // 8], "little")
    at += count // 8
    line = bytearray(LINE)
    for i in range(count):
        if mask >> i & 1:
            need(at + width <= len(data), "the elements are cut off")
            line[i * width:(i + 1) * width] = data[at:at + width]
            at += width
    return bytes(line), at


def zvc_record(elem, data):
    line, end = zvc_take(elem, data, 0)
    need(end == len(data), "bytes are left over")
    return line


def zvc_stream(elem, data, length):
    """Section 3: records without padding, of `length` bytes of data."""
    lines, at = [], 0
    for _ in range(0, length, LINE):
        line, at = zvc_take(elem, data, at)
        lines.append(line)
    need(at == len(data), "bytes follow the last record")
    return cut(lines, length)


def entry(sectors, data, record):
    """Sections 4 and 5: `record` gives the line of 1 to 3 sectors and the bytes that it took."""
    need(0 <= sectors <= 4, f"{sectors} sectors")
    need(len(data) == SECTOR * sectors, f"{len(data)} bytes are not {sectors} sectors")
    if sectors == 0:
        return bytes(LINE)
    if sectors == 4:
        return bytes(data)
    line, used = record(data)
    need(used > SECTOR * (sectors - 1), "more sectors than the record needs")
    need(not any(data[used:]), "the padding is not zero")
    return line


def zvc_entry(elem, sectors, data):
    return entry(sectors, data, lambda stored: zvc_take(elem, stored, 0))


# ---- BPC ----

class Bits:
    """Reads bits, the most significant of each byte first."""

    def __init__(self, data):
        self.value = int.from_bytes(data, "big")
        self.left = 8 * len(data)

    def take(self, n):
        need(n <= self.left, "the stream ends early")
        self.left -= n
        return self.value >> self.left & (1 << n) - 1

    def signed(self, n):
        value = self.take(n)
        return value - (value >> n - 1 << n)


def bpc_base(bits):
    if bits.take(1):
        return bits.take(32)
    size = (0, 4, 8, 16)[bits.take(2)]
    return bits.signed(size) if size else 0


def bpc_symbol(bits, plane, above):
    """One symbol at `plane`; gives DBX and for how many planes. `above` is the DBP above."""
    if bits.take(1):
        return bits.take(31), 1
    if bits.take(1):
        run = bits.take(5) + 2
        need(run <= plane + 1, "a run goes past plane 0")
        return 0, run
    if bits.take(1):
        return 0, 1
    code = bits.take(2)
    if code == 0:
        return (1 << 31) - 1, 1
    if code == 1:
        return above, 1  # DBP = 0, so that DBX equals the plane above
    k = bits.take(5)
    if code == 2:
        need(k <= 29, f"two ones from position {k} on")
        return 3 << k, 1
    need(k <= 30, f"a single one at position {k}")
    return 1 << k, 1


def bpc_take(data):
    """Section 5: the stream that begins data; gives its line and the bytes that it took.

    The rest of the stream's last byte must be zero.
    """
    bits = Bits(data)
    word = bpc_base(bits)
    planes, dbp = [], 0  # DBP from plane 32 down; above it is zero
    while len(planes) < 33:
        dbx, count = bpc_symbol(bits, 32 - len(planes), dbp)
        dbp ^= dbx
        planes += [dbp] * count
    need(bits.take(bits.left % 8) == 0, "the bits after the stream's end are not zero")
    # Bit k of all planes, plane 31 first, is delta k + 1 modulo 2^32.
    columns = zip(*(f"{plane:031b}" for plane in planes[1:]))
    words = [word]
    for column in reversed(list(columns)):
        words.append(words[-1] + int("".join(column), 2))
    line = b"".join((w & 0xffffffff).to_bytes(4, "little") for w in words)
    return line, len(data) - bits.left // 8


def bpc_stream(data):
    line, used = bpc_take(data)
    need(used == len(data), "bytes are left over")
    return line


def bpc_entry(sectors, data):
    return entry(sectors, data, bpc_take)


def bpc_record_at(data, at, most):
    """A BPC record, whose stream has at most `most` bytes; gives its line and where it ends."""
    need(at < len(data), "the records end early")
    announced = data[at]
    need(announced <= most or announced == 255, f"a record is announced as {announced}")
    end = at + 1 + (LINE if announced == 255 else announced)
    need(end <= len(data), "a record is cut off")
    stored = data[at + 1:end]
    if announced == 0:
        return bytes(LINE), end
    return (bytes(stored) if announced == 255 else bpc_stream(stored)), end


def bpc_records(data, length, most=128):
    """The records of `length` bytes of data. In the DMA profile (section 11.1) `most` is 96."""
    lines, at = [], 0
    for _ in range(0, length, LINE):
        line, at = bpc_record_at(data, at, most)
        lines.append(line)
    need(at == len(data), "bytes follow the last record")
    return cut(lines, length)


def bpc_record(data, most=128):
    return bpc_records(data, LINE, most)


if __name__ == "__main__":
    import command
    sys.exit(command.main())
