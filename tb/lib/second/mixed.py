# SPDX-License-Identifier: Apache-2.0
"""A second decoder of EBD, XZVC and mixed codecs: docs/reference/format.md, sections 13 to 15.

Like decode.py, written from the page alone; it raises Malformed. As a module it has

    ebd_line(data)  ebd_entry(sectors, data)  xzvc_stream(data, length)
    mixed_entry(elem, state, data)  mixed_stream(elem, data, length, kinds=ALL)
"""
import decode
from decode import LINE, need

FORMS = {  # E, the first code's bit, the first nibble's, the least and the most bytes
    "mask": (7, 72, 120, 15, 32), "code": (6, 8, 204, 33, 96), "full": (7, 8, 204, 33, 96)}
ALL = (0, 1, 2, 3, 4, 5, 255)
EBD_KINDS = (0, 4, 5, 255)


class Fields:
    """Fields of a record, and the bits that they cover."""

    def __init__(self, data):
        self.value, self.bits, self.covered = int.from_bytes(data, "little"), 8 * len(data), 0

    def take(self, at, width):
        need(at + width <= self.bits, "the record is cut off")
        mask = (1 << width) - 1
        self.covered |= mask << at
        return self.value >> at & mask


def exponent(base, e, code, nibble):
    """The exponent of a code, and of the nibble that it has if it is the escape."""
    if code < e:
        found = base - code
    elif nibble <= 12:
        found = base - e - nibble
    else:
        found = {13: base + 1, 14: base + 2, 15: 0}[nibble]
    need(0 <= found <= 255, f"an exponent of {found}")
    return found


def ebd_take(data, masked):
    """The record that begins data, in the mask form or one of the others; its line and length."""
    fields = Fields(data)
    base = fields.take(0, 8)
    form = "mask" if masked else "full" if fields.take(200, 1) else "code"
    e, code_at, nibble_at, least, most = FORMS[form]
    places = list(range(64))
    if form == "mask":
        mask = fields.take(8, 64)
        places = [i for i in range(64) if mask >> i & 1]
        need(len(places) <= 16, "more than 16 elements")
    codes = {i: fields.take(code_at + 3 * j, 3) for j, i in enumerate(places)}
    if form == "code":
        codes = {i: code for i, code in codes.items() if code != 7}
    escapes = sum(code == e for code in codes.values())
    payload_at = -(-(nibble_at + 4 * escapes) // 8)
    length = payload_at + len(codes)
    need(least <= length <= most, f"a length of {length}")
    line = bytearray(LINE)
    for j, (i, code) in enumerate(sorted(codes.items())):
        nibble = 0
        if code == e:
            nibble = fields.take(nibble_at, 4)
            nibble_at += 4
        payload = fields.take(8 * (payload_at + j), 8)
        x = payload >> 7 << 15 | exponent(base, e, code, nibble) << 7 | payload & 127
        line[2 * i:2 * i + 2] = x.to_bytes(2, "little")
    spare = fields.value & ~fields.covered & (1 << 8 * length) - 1
    need(spare == 0, "a bit outside all fields is set")
    return bytes(line), length


def ebd_line(data):
    line, length = ebd_take(data, len(data) <= 32)
    need(length == len(data), "bytes are left over")
    return line


def ebd_entry(sectors, data):
    return decode.entry(sectors, data, lambda stored: ebd_take(stored, sectors == 1))


def unfiltered(line):
    """Section 14: x of y, in words of 64 bits."""
    words, before = [], 0
    for at in range(0, LINE, 8):
        before ^= int.from_bytes(line[at:at + 8], "little")
        words.append(before.to_bytes(8, "little"))
    return b"".join(words)


def xzvc_take(data, at):
    line, end = decode.zvc_take(16, data, at)
    return unfiltered(line), end


def xzvc_stream(data, length):
    lines, at = [], 0
    for _ in range(0, length, LINE):
        line, at = xzvc_take(data, at)
        lines.append(line)
    need(at == len(data), "bytes follow the last record")
    return decode.cut(lines, length)


def mixed_entry(elem, state, data):
    need(state != 15, "poison")
    if state == 5:
        need(len(data) == 8, f"{len(data)} bytes in state 5")
        return decode.bpc_entry(1, data + bytes(24))
    if state <= 4:
        return decode.bpc_entry(state, data)
    sectors = (state - 6) % 3 + 1
    if state <= 8:
        return decode.zvc_entry(elem, sectors, data)
    if state <= 11:
        return unfiltered(decode.zvc_entry(16, sectors, data))
    return ebd_entry(sectors, data)


def kind_take(elem, kind, data, at):
    """The record of this kind that begins at byte `at`; its line and where it ends."""
    if kind == 0:
        return bytes(LINE), at
    if kind == 1:
        need(at < len(data), "the stream ends early")
        need(1 <= data[at] <= LINE, f"BPC of {data[at]} bytes")
        return decode.bpc_record_at(data, at, LINE)
    if kind == 2:
        return decode.zvc_take(elem, data, at)
    if kind == 3:
        return xzvc_take(data, at)
    if kind == 255:
        need(at + LINE <= len(data), "a raw line is cut off")
        return bytes(data[at:at + LINE]), at + LINE
    line, length = ebd_take(data[at:at + 96], kind == 4)
    return line, at + length


def mixed_stream(elem, data, length, kinds=ALL):
    lines, at = [], 0
    for _ in range(0, length, LINE):
        need(at < len(data), "the stream ends early")
        need(data[at] in kinds, f"kind {data[at]}")
        line, at = kind_take(elem, data[at], data, at + 1)
        lines.append(line)
    need(at == len(data), "bytes follow the last record")
    return decode.cut(lines, length)
