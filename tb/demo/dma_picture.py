# SPDX-License-Identifier: Apache-2.0
"""Transfers at the ports of the DMA engine over time: a lane a port; SVG for light and dark."""
import picture

STYLE = picture.STYLE + """
.raw{fill:#8c959f}.move{fill:#0969da}.wait{fill:#d1242f}.axis{stroke:#8c959f}
@media(prefers-color-scheme:dark){.raw{fill:#6e7681}.move{fill:#58a6ff}.wait{fill:#ff7b72}
.axis{stroke:#6e7681}}
"""
LEFT, WIDTH, RIGHT, TOP = 168, 640, 60, 76
LANE, STALL, GAP, BETWEEN = 44, 8, 18, 34
# Most bytes per cycle: of six channels, of the engine's port to the link.
MEMORY, LINK = 192, 32
# For each direction: title, lanes as (name, counted beats, waiting beats, full height, class).
OUT = ("Out: device memory to the link",
       (("device reads", "reads", None, MEMORY, "raw"), ("link", "out", "out_waits", LINK, "move")))
IN = ("In: the link to device memory",
      (("link", "in", "in_waits", LINK, "move"), ("device writes", "writes", None, MEMORY, "raw")))


def bars(counts, across, y, height, most, kind):
    """A bar a bin, as high as its share of the most; neighbours of the same height are one path."""
    path, at = [], 0
    while at < len(counts):
        end = at
        while end < len(counts) and counts[end] == counts[at]:
            end += 1
        if counts[at]:
            tall = height * min(counts[at] / most, 1)
            path.append(f"M{LEFT + across * at:.1f} {y + height:g}v{-tall:.1f}"
                        f"h{across * (end - at):.1f}v{tall:.1f}z")
        at = end
    return f'<path class="{kind}" d="{"".join(path)}"/>' if path else ""


def lane(y, across, values, cycles, spec):
    name, moved, waits, most, kind = spec
    beats = [32 * n / cycles for n in values[moved]]
    yield picture.text(LEFT - 10, y + 16, name, "", "end")
    yield picture.text(LEFT - 10, y + 31, f"{sum(values[moved])} beats", "s", "end")
    yield f'<path class="grid" d="M{LEFT} {y}h{WIDTH}"/>'
    yield bars(beats, across, y, LANE, most, kind)
    yield f'<path class="axis" d="M{LEFT} {y + LANE}h{WIDTH}"/>'
    yield picture.text(LEFT + WIDTH + 6, y + 8, f"{most} B", "s")
    if waits:
        yield bars(values[waits], across, y + LANE + 3, STALL, cycles, "wait")
        yield picture.text(LEFT - 10, y + LANE + 11, "waits", "s", "end")


def axis(y, last):
    """Cycles below the lanes of a direction."""
    step = next(s for s in (50, 100, 200, 500, 1000, 2000, 5000, 10000, 50000) if last / s <= 10)
    for cycle in range(0, int(last) + 1, step):
        x = LEFT + WIDTH * cycle / last
        yield picture.text(x, y + 11, cycle, "s", "middle" if cycle else "start")


def direction(y, values, cycles, last, parts):
    title, specs = parts
    yield picture.text(8, y, f"{title}, {values['cycles']} cycles", "head")
    y += 10
    for spec in specs:
        yield from lane(y, WIDTH * cycles / last, values, cycles, spec)
        y += LANE + GAP
    yield from axis(y, last)


def lanes(array, codec, engine, found, cycles):
    """The picture of the output of tb/dma/lanes, in bins of this many cycles."""
    last = max(found[side]["cycles"] for side in ("out", "in")) + cycles
    high = BETWEEN + 2 * (LANE + GAP) + 10
    body = [picture.text(8, 20, f"{array.name}, {array.type}, through the DMA engine "
                         f"({engine}) with {picture.NAMES.get(codec, codec)} and back", "head"),
            picture.text(8, 38, f"Bytes per cycle at each port, means of {cycles} cycles; the link "
                         "takes 16 of the 32 that its port can move.", "s"),
            '<rect class="wait" x="8" y="46" width="12" height="8"/>',
            picture.text(25, 54, "share of cycles in which a beat waits at the link's port", "s")]
    for number, (side, parts) in enumerate((("out", OUT), ("in", IN))):
        body += direction(TOP + number * high, found[side], cycles, last, parts)
    width, height = LEFT + WIDTH + RIGHT, TOP + 2 * high - BETWEEN + 16
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}">\n<style>{STYLE}</style>\n' +
            "\n".join(filter(None, body)) + "\n</svg>\n")
