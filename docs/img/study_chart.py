# SPDX-License-Identifier: Apache-2.0
"""Charts of the studies, SVG for light and dark pages: groups of bars, or lines."""
import math

STYLE = """
text{font:12px ui-sans-serif,system-ui,"DejaVu Sans",sans-serif;fill:#24292f}
.head{font-weight:600}.s{font-size:11px;fill:#57606a}.grid{stroke:#d0d7de}
.c0{fill:#0a3069;stroke:#0a3069}.c1{fill:#1a7f37;stroke:#1a7f37}.c2{fill:#bc4c00;stroke:#bc4c00}
.c3{fill:#8250df;stroke:#8250df}.c4{fill:#57606a;stroke:#57606a}.c5{fill:#bf8700;stroke:#bf8700}
.c6{fill:#54aeff;stroke:#54aeff}.c7{fill:#cf222e;stroke:#cf222e}
.l{fill:none;stroke-width:2}.d{stroke-dasharray:5 4}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.s{fill:#9198a1}.grid{stroke:#3d444d}
.c0{fill:#79c0ff;stroke:#79c0ff}.c1{fill:#56d364;stroke:#56d364}.c2{fill:#ffa657;stroke:#ffa657}
.c3{fill:#d2a8ff;stroke:#d2a8ff}.c4{fill:#9198a1;stroke:#9198a1}.c5{fill:#e3b341;stroke:#e3b341}
.c6{fill:#1f6feb;stroke:#1f6feb}.c7{fill:#ff7b72;stroke:#ff7b72}
.l{fill:none}}
"""
COLOURS, LEFT, TOP, HEIGHT, BOTTOM = 8, 52, 66, 200, 44
LEGEND, ROW = 1000, 18  # pixels of the widest legend, and of each of its rows


def text(x, y, words, kind="", anchor="start"):
    words = str(words).replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{x:g}" y="{y:g}" class="{kind}" text-anchor="{anchor}">{words}</text>'


def top_of(values):
    """A round number that none of the values is above, and its steps."""
    most = max(value or 0 for value in values) or 1
    step = 10 ** math.floor(math.log10(most))
    for part in (0.2, 0.5, 1, 2):
        if most <= 5 * part * step:
            return 5 * part * step, part * step
    return 10 * step, 2 * step


def legend_of(series):
    """Pixels of a series in the legend, and series in a row of it."""
    room = 32 + 7 * max(len(name) for name, _ in series)
    return room, max(1, min(len(series), LEGEND // room))


def top_edge(series):
    """Where the axes begin, below the legend."""
    return TOP + ROW * (-(-len(series) // legend_of(series)[1]) - 1)


def legend(series):
    """Series that share a colour have keys of as many parts as lines() has dashes."""
    room, columns = legend_of(series)
    for number, (name, _) in enumerate(series):
        x, y = LEFT + number % columns * room, 36 + number // columns * ROW
        parts = 1 + number // COLOURS
        for part in range(parts):
            yield (f'<rect class="c{number % COLOURS}" x="{x + 12 * part / parts:g}" y="{y}" '
                   f'width="{12 / parts - 2:g}" height="10"/>')
        yield text(x + 15, y + 9, name, "s")


def frame(title, names, series, step, room):
    """Axes and legend; room: pixels of a name on the axis."""
    top, grid = top_of([v for _, values in series for v in values])
    right, edge = LEFT + room * len(names), top_edge(series)
    yield text(LEFT, 20, title, "head")
    value = 0
    while value <= top * 1.001:
        y = edge + HEIGHT * (1 - value / top)
        yield f'<path class="grid" d="M{LEFT} {y:.1f}H{right:g}"/>'
        yield text(LEFT - 6, y + 4, f"{value:g}", "s", "end")
        value = round(value + grid, 9)
    for number, name in enumerate(names):
        if number % step == 0:
            yield text(LEFT + room * (number + 0.5), edge + HEIGHT + 18, name, "s", "middle")
    yield from legend(series)


def picture(parts, width, edge):
    height = edge + HEIGHT + BOTTOM
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}">\n<style>{STYLE}</style>\n' + "\n".join(parts) +
            "\n</svg>\n")


def width_of(names, series, room):
    each, columns = legend_of(series)
    return LEFT + max(room * len(names), each * columns) + 20


def bars(title, names, series):
    """series: [(name, a value for each of names)]."""
    room = max(110, 14 * len(series) + 20, 7 * max(map(len, names)) + 10)
    edge, (top, _) = top_edge(series), top_of([v for _, values in series for v in values])
    parts = list(frame(title, names, series, 1, room))
    thick = 0.8 * room / len(series)
    for number, (_, values) in enumerate(series):
        for place, value in enumerate(values):
            height = HEIGHT * value / top
            x = LEFT + room * (place + 0.1) + thick * number
            parts.append(f'<rect class="c{number % COLOURS}" x="{x:.1f}" '
                         f'y="{edge + HEIGHT - height:.1f}" width="{0.85 * thick:.1f}" '
                         f'height="{height:.1f}"><title>{value:g}</title></rect>')
    return picture(parts, width_of(names, series, room), edge)


def lines(title, names, series):
    """The same; None where a series has no value."""
    room = max(34, 620 / len(names))
    edge, (top, _) = top_edge(series), top_of([v for _, values in series for v in values])
    parts = list(frame(title, names, series, -(-len(names) // 12), room))
    for number, (_, values) in enumerate(series):
        points = [f"{LEFT + room * (place + 0.5):.1f},{edge + HEIGHT * (1 - value / top):.1f}"
                  for place, value in enumerate(values) if value is not None]
        kind = f"c{number % COLOURS} l" + (" d" if number >= COLOURS else "")
        dots = ' style="stroke-dasharray:1 3"' if number >= 2 * COLOURS else ""
        parts.append(f'<polyline class="{kind}"{dots} points="{" ".join(points)}"/>')
    return picture(parts, width_of(names, series, room), edge)
