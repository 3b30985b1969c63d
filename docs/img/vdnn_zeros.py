# SPDX-License-Identifier: Apache-2.0
"""Picture and table of the zeros of one image's activations over a training: figure 5 of the
compressing DMA engine's paper, for docs/img/vdnn.py."""
import base64
import struct
import zlib

from picture import text

STYLE = """
text{font:12px ui-sans-serif,system-ui,"DejaVu Sans",sans-serif;fill:#24292f}
.s{font-size:11px;fill:#57606a}.frame{fill:none;stroke:#8c959f}
image{image-rendering:pixelated}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.s{fill:#9198a1}.frame{stroke:#6e7681}}
"""
LEFT, TOP, SIDE, GAP = 96, 40, 132, 10


def unpacked(one):
    """True for each zero, by channel, row and column."""
    number = int.from_bytes(base64.b64decode(one["zeros"]), "big")
    bits = one["channels"] * one["side"] ** 2
    size = (bits + 7) // 8 * 8
    return [number >> (size - 1 - n) & 1 == 1 for n in range(bits)]


def grid(channels):
    """(rows, columns) of the channels, as near to a square as their number allows."""
    rows = max(n for n in range(1, channels + 1) if channels % n == 0 and n * n <= channels)
    return rows, channels // rows


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + \
        struct.pack(">I", zlib.crc32(kind + content))


def png(width, rows):
    """Of rows of bits, True for white. Stored, so that every zlib gives the same bytes."""
    lines = bytearray()
    for row in rows:
        padded = row + [False] * (-len(row) % 8)
        lines.append(0)
        lines += bytes(sum(bit << (7 - n) for n, bit in enumerate(padded[i:i + 8]))
                       for i in range(0, len(padded), 8))
    return b"\x89PNG\r\n\x1a\n" + b"".join((
        chunk(b"IHDR", struct.pack(">IIBBBBB", width, len(rows), 1, 0, 0, 0, 0)),
        chunk(b"IDAT", zlib.compress(bytes(lines), 0)), chunk(b"IEND", b"")))


def maps(one):
    """The channels of an output in a grid: black where it is zero."""
    zeros, side = unpacked(one), one["side"]
    high, wide = grid(one["channels"])

    def row(y):
        channel, line = y // side * wide, y % side
        return [not zeros[((channel + x // side) * side + line) * side + x % side]
                for x in range(wide * side)]

    return png(wide * side, [row(y) for y in range(high * side)]), high / wide


def trained(record, stage):
    return f"{100 * stage['epoch'] // record['epochs']} %"


def draw(record):
    parts, y = [], TOP
    for column, stage in enumerate(record["stages"]):
        x = LEFT + column * (SIDE + GAP)
        parts.append(text(x + SIDE / 2, 24, f"trained {trained(record, stage)}", "", "middle"))
    for number, first in enumerate(record["stages"][0]["outputs"]):
        tall = SIDE * maps(first)[1]
        shape = f"({first['channels']}, {first['side']}, {first['side']})"
        parts += [text(LEFT - 10, y + tall / 2 - 3, first["name"], "", "end"),
                  text(LEFT - 10, y + tall / 2 + 12, shape, "s", "end")]
        for column, stage in enumerate(record["stages"]):
            x = LEFT + column * (SIDE + GAP)
            data = base64.b64encode(maps(stage["outputs"][number])[0]).decode()
            place = f'x="{x}" y="{y:g}" width="{SIDE}" height="{tall:g}"'
            parts += [f'<image {place} href="data:image/png;base64,{data}"/>',
                      f'<rect class="frame" {place}/>']
        y += tall + GAP
    width = LEFT + len(record["stages"]) * (SIDE + GAP)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y:g}" width="{width}" '
            f'height="{y:g}">\n<style>{STYLE}</style>\n' + "\n".join(parts) + "\n</svg>\n")


def rows(record):
    """Zeros of each output in per cent, a column for each stage."""
    for number, first in enumerate(record["stages"][0]["outputs"]):
        found = [unpacked(stage["outputs"][number]) for stage in record["stages"]]
        yield [first["name"], *(f"{100 * sum(bits) / len(bits):.0f}" for bits in found)]
