#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the three forms of an EBD-16 record to scale, one row of 32 bytes a sector.

    ebd.py PICTURE.svg

Exit status 2: bad use, or the file cannot be written.
"""
import os
import sys

LEFT, BYTE, ROW, TOP = 84, 24, 26, 30
STYLE = """
text{font:12px ui-sans-serif,system-ui,"DejaVu Sans",sans-serif;fill:#24292f;text-anchor:middle}
.h{font-weight:600;text-anchor:start}.l{font-size:11px;fill:#57606a;text-anchor:end}
.n{font-size:11px;fill:#57606a}
rect{stroke:#57606a;stroke-width:1}.base{fill:#ffebe9}.mask{fill:#ddf4ff}.code{fill:#fff8c5}
.list{fill:#dafbe1}.bytes{fill:#fbefff}.full{fill:#ffd8b5}.zero{fill:none;stroke-dasharray:3 3}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.l,.n{fill:#9198a1}rect{stroke:#9198a1}
.base{fill:#67060c}.mask{fill:#0c2d6b}.code{fill:#3b2e00}.list{fill:#033a16}.bytes{fill:#3c1e70}
.full{fill:#5a2e02}.zero{fill:none}}
"""
# Of each form an example: escapes, elements that are stored, and what the row's title says.
MASK = ("mask", 5, 14, "14 elements are not 0, 5 escapes: 32 bytes")
CODE = ("code", 9, 50, "50 elements are not 0, 9 escapes: 80 bytes")
FULL = ("full", 4, 64, "64 elements, 4 escapes: 92 bytes")


def fields(form, escapes, stored):
    """First bit, bits, class and text of each field."""
    masked = form == "mask"
    nibbles = 120 if masked else 204
    payload = 8 * ((nibbles + 4 * escapes + 7) // 8)
    sectors = -(-(payload // 8 + stored) // 32)
    rows = [(0, 8, "base", "base")]
    if masked:
        rows += [(8, 64, "mask", "mask, a bit an element"), (72, 3 * stored, "code", "codes"),
                 (72 + 3 * stored, 48 - 3 * stored, "zero", "")]
    else:
        rows += [(8, 192, "code", "codes, 3 bits for each of 64 elements"),
                 (200, 1, "full", ""), (201, 3, "zero", "")]
    rows += [(nibbles, 4 * escapes, "list", "nibbles"),
             (nibbles + 4 * escapes, payload - nibbles - 4 * escapes, "zero", ""),
             (payload, 8 * stored, "bytes", "payload, a byte a stored element"),
             (payload + 8 * stored, 256 * sectors - payload - 8 * stored, "zero", "0")]
    return [row for row in rows if row[1]], sectors


def draw_field(parts, top, first, bits, kind, text):
    """A box for the part of the field in each sector; the widest has the text."""
    pieces = []
    while bits:
        here = min(bits, 256 - first % 256)
        pieces.append((first, here))
        first, bits = first + here, bits - here
    widest = max(pieces, key=lambda piece: piece[1])
    for at, here in pieces:
        x, y = LEFT + at % 256 * BYTE / 8, top + at // 256 * ROW
        parts.append(f'<rect class="{kind}" x="{x:g}" y="{y}" width="{here * BYTE / 8:g}" '
                     f'height="{ROW - 4}"/>')
        if text and (at, here) == widest and here * BYTE / 8 > 6.5 * len(text):
            parts.append(f'<text x="{x + here * BYTE / 16:g}" y="{y + 15}">{text}</text>')


def picture():
    parts, top = [], TOP
    for form, escapes, stored, says in (MASK, CODE, FULL):
        rows, sectors = fields(form, escapes, stored)
        parts.append(f'<text class="h" x="{LEFT}" y="{top - 16}">{form}: {says}</text>')
        for byte in range(0, 33, 4):
            parts.append(f'<text class="n" x="{LEFT + byte * BYTE}" y="{top - 3}">{byte}</text>')
        for row in rows:
            draw_field(parts, top, *row)
        for k in range(sectors):
            parts.append(f'<text class="l" x="{LEFT - 8}" y="{top + k * ROW + 15}">'
                         f'byte {32 * k}</text>')
        top += sectors * ROW + 44
    keys = (("base", "base"), ("full", "full"), ("zero", "0"))
    for i, (kind, text) in enumerate(keys):
        parts.append(f'<rect class="{kind}" x="{LEFT + 70 * i}" y="{top - 30}" width="14" '
                     f'height="14"/><text class="n" x="{LEFT + 70 * i + 32}" y="{top - 19}">'
                     f'{text}</text>')
    width, height = LEFT + 32 * BYTE + 16, top - 6
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img">\n'
            "<!-- SPDX-License-Identifier: Apache-2.0 -->\n"
            "<title>The three forms of an EBD-16 record</title>\n"
            f"<style>{STYLE}</style>\n" + "\n".join(parts) + "\n</svg>\n")


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print("ebd.py: say PICTURE.svg", file=sys.stderr)
        return 2
    try:
        with open(sys.argv[1] + ".tmp", "w", encoding="utf-8") as out:
            out.write(picture())
        os.replace(sys.argv[1] + ".tmp", sys.argv[1])
    except OSError as err:
        print(f"ebd.py: {err.filename}: {err.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
