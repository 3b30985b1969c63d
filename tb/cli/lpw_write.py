# SPDX-License-Identifier: Apache-2.0
"""A second writer of warp traces, version 2, from docs/reference/format.md, section 20."""
import zlib

from lpw import BARRIER, END, LOAD, ATOMIC, Buffer, HostRead, Launch


def number(value):
    out = bytearray()
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out) + bytes([value])


def signed(value):
    return number(-2 * value - 1 if value < 0 else 2 * value)


def name_of(text):
    return bytes([len(text)]) + text.encode()


def record_bytes(r):
    if r.kind in (END, BARRIER):
        return bytes([r.kind]) + number(r.gap)
    head = r.kind | 8 * (r.mask == 0xffffffff) | 64 * r.constant
    head |= 32 * (r.kind in (LOAD, ATOMIC) and r.use == 0)
    head |= 128 * (r.kind != LOAD and not r.stored)
    lanes, addresses = list(r.lanes), list(r.lanes.values())
    stride = (addresses[1] - addresses[0]) // (lanes[1] - lanes[0]) if len(lanes) > 1 else 0
    strided = all(a == addresses[0] + stride * (lane - lanes[0]) for lane, a in r.lanes.items())
    out = bytes([head | 16 * strided]) + number(r.gap)
    out += b"" if r.mask == 0xffffffff else r.mask.to_bytes(4, "little")
    out += bytes([r.width]) + number(addresses[0])
    out += signed(stride) if strided else \
        b"".join(signed(b - a) for a, b in zip(addresses, addresses[1:]))
    out += number(r.use) if r.use else b""
    return out + b"".join(r.stored.values())


def item_bytes(item):
    if isinstance(item, Buffer):
        zero = not any(item.contents)
        return (bytes([1, (not zero) | 2 * item.constant]) + name_of(item.name) +
                number(item.address) + number(item.size) + (b"" if zero else item.contents))
    if isinstance(item, HostRead):
        return b"\6" + number(item.address) + number(item.size)
    if isinstance(item, Launch):
        out = b"\3" + name_of(item.kernel)
        for value in (*item.grid, *item.block, item.local, item.registers, item.stream):
            out += number(value)
        for (group, warp), records in sorted(item.warps.items()):
            out += b"\4" + number(group) + number(warp) + b"".join(map(record_bytes, records))
        return out + b"\5"
    address, data = item
    return b"\2" + number(address) + number(len(data)) + data


def trace(items):
    out = b"\x89LPW\r\n\x1a\n\2" + bytes(7) + b"".join(map(item_bytes, items)) + b"\0"
    return out + zlib.crc32(out).to_bytes(4, "little")
