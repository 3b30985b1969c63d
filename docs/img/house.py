#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Draws which folder of cmodel/ uses which, and writes the table of folders in architecture.md.

    house.py SVG PAGE

Both come from the table LAYERS of layers_test.py, which the includes are held against. The column
"holds" of the page is kept, by a folder's name or, where the folder has moved, by the last part of
it. A folder called WING/NAME is drawn inside its wing; which wing uses which is in the table WINGS,
if there is one.
"""
import os
import re
import sys
import textwrap
from html import escape

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TABLE = "tb/tree/layers_test.py"
sys.path.insert(0, os.path.join(ROOT, os.path.dirname(TABLE)))
import layers_test  # noqa: E402

BEGIN, END = "<!-- folders:begin -->", "<!-- folders:end -->"
WIDTH, GAP, LEFT, LINE = 920, 12, 16, 15
ROW = re.compile(r"^\| `([^`|]+)` \| (.*?) \|[^|]*\|$", re.M)
STYLE = """\
text{font:13px ui-sans-serif,system-ui,"DejaVu Sans",sans-serif;fill:#24292f;text-anchor:middle}
.code{font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:12px;font-weight:600}
.s{font-size:11px;fill:#57606a}.l{text-anchor:start}
rect{fill:#ddf4ff;stroke:#0969da;stroke-width:1.2}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.s{fill:#9198a1}
rect{fill:#0c2d6b;stroke:#4493f8}}"""


def used(layers):
    return {name: below.split() for name, below in layers.items()}


def wings(layers):
    """The same table, and the folders of each of its rows, with a wing's folders taken as one."""
    inside, uses = {}, {}
    for name, below in used(layers).items():
        wing = name.split("/")[0]
        inside.setdefault(wing, []).append(name)
        uses.setdefault(wing, set()).update(b.split("/")[0] for b in below)
    table = getattr(layers_test, "WINGS", None)
    if table:
        return used(table), inside
    return {wing: sorted(names - {wing}) for wing, names in uses.items()}, inside


def direct(uses):
    """Without what follows from the rest: who uses a and b does not name b if a uses it."""
    every = {}
    for name in uses:  # a row names only rows above it
        every[name] = set(uses[name]).union(*(every[u] for u in uses[name]))
    return {name: [u for u in uses[name]
                   if not any(u in every[other] for other in uses[name])] for name in uses}


def floors(uses):
    """The rows of the picture, from the ground up."""
    level = {}
    for name in uses:
        level[name] = 1 + max((level[u] for u in uses[name]), default=-1)
    return [[n for n in uses if level[n] == i] for i in range(1 + max(level.values()))]


def boxes(names, lines):
    """(name, x, width, lines of text) of each box of a floor; widths follow the longest lines."""
    room = WIDTH - 2 * LEFT - GAP * (len(names) - 1)
    wants = [max(len(line) for line in (n, *lines[n])) + 3 for n in names]
    x = LEFT
    for name, want in zip(names, wants):
        width = room * want / sum(wants)
        yield name, x, width, lines[name]
        x += width + GAP


def picture(layers):
    uses, inside = wings(layers)
    near = direct(uses)
    lines = {}
    for name in uses:
        rooms = [r.split("/", 1)[1] for r in inside[name] if "/" in r]
        lines[name] = [*textwrap.wrap(", ".join(rooms), 60),
                       *textwrap.wrap("on " + ", ".join(near[name]) if near[name] else "", 24)]
    out, y = [], 44
    for floor in reversed(floors(uses)):
        # A floor that is too full takes two rows.
        parts = [floor[i:i + 7] for i in range(0, len(floor), 7)]
        for part in parts:
            height = 26 + LINE * max(len(lines[n]) for n in part)
            for name, x, width, text in boxes(part, lines):
                middle = x + width / 2
                out.append(f'<rect x="{x:.0f}" y="{y}" width="{width:.0f}" height="{height}" '
                           'rx="4"/>')
                out.append(f'<text class="code" x="{middle:.0f}" y="{y + 18}">{escape(name)}'
                           '</text>')
                out += [f'<text class="s" x="{middle:.0f}" y="{y + 18 + LINE * i}">'
                        f'{escape(t)}</text>' for i, t in enumerate(text, 1)]
            y += height + GAP
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 4}" '
            f'width="{WIDTH}" height="{y + 4}" role="img">\n'
            "<!-- SPDX-License-Identifier: Apache-2.0 -->\n"
            "<title>Folders of cmodel/, each above those that it uses</title>\n"
            f"<style>\n{STYLE}\n</style>\n"
            f'<text class="l" x="{LEFT}" y="26">cmodel/: a folder is above all that it uses; '
            '"on": what it uses directly</text>\n')
    return head + "\n".join(out) + "\n</svg>\n"


def table(layers, page):
    """The page with its table of folders rewritten."""
    before, _, rest = page.partition(BEGIN + "\n")
    old, _, after = rest.partition(END)
    words = {}
    for name, holds in ROW.findall(old):
        words.setdefault(name.split("/")[-1], holds)
        words[name] = holds
    rows = ["| `cmodel/` | holds | uses |", "|---|---|---|"]
    for name, below in used(layers).items():
        holds = words.get(name) or words.get(name.split("/")[-1])
        if not holds:
            raise SystemExit(f"house.py: the page does not say what `{name}` holds: add the row "
                             f"| `{name}` | WHAT IT HOLDS | |")
        rows.append(f"| `{name}` | {holds} | {', '.join(f'`{b}`' for b in below) or 'nothing'} |")
    return f"{before}{BEGIN}\n" + "\n".join(rows) + f"\n{END}{after}"


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: house.py SVG PAGE")
    svg, path = sys.argv[1:]
    with open(path, encoding="utf-8") as src:
        page = src.read()
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        sys.exit(f"house.py: {path} has no place for the table of folders")
    page = table(layers_test.LAYERS, page)
    with open(svg, "w", encoding="utf-8") as out:
        out.write(picture(layers_test.LAYERS))
    with open(path, "w", encoding="utf-8") as out:
        out.write(page)


if __name__ == "__main__":
    main()
