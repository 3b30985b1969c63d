# SPDX-License-Identifier: Apache-2.0
"""Sector histograms of arrays: stacked bars, a column per codec, SVG for light and dark pages."""
import arrays

STYLE = """
text{font:12px ui-sans-serif,system-ui,"DejaVu Sans",sans-serif;fill:#24292f}
.head{font-weight:600}.dim{fill:#57606a}.s{font-size:11px;fill:#57606a}.grid{stroke:#d0d7de}
.n0{fill:#0a3069}.n1{fill:#0969da}.n2{fill:#54aeff}.n3{fill:#b6e3ff}.n4{fill:#dfe3e8}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.dim,.s{fill:#9198a1}.grid{stroke:#3d444d}
.n0{fill:#cae8ff}.n1{fill:#58a6ff}.n2{fill:#1f6feb}.n3{fill:#0d419d}.n4{fill:#2a313c}}
"""
KINDS = {"activation": "DL: activations", "gradient": "DL: gradients", "weight": "DL: weights",
         "field": "HPC: fields", "index": "HPC: mesh indices"}
NAMES = {"zvc": "ZVC", "bpc": "BPC"}
LABEL, BAR, RATIO, GAP = 160, 300, 46, 14
PITCH, THICK, BETWEEN, HEADING, TOP = 6, 5, 5, 26, 96
MEANING = ("0: zero line", "1", "2", "3", "4: stored raw")


def text(x, y, words, kind="", anchor="start"):
    kind = f' class="{kind}"' if kind else ""
    anchor = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text x="{x:g}" y="{y:g}"{kind}{anchor}>{words}</text>'


def grouped(members, key):
    """{key: members} in the order in which the keys first appear."""
    groups = {}
    for member in members:
        groups.setdefault(key(member), []).append(member)
    return groups


def panel(codec):
    """Left edge of a codec's column."""
    return LABEL + arrays.CODECS.index(codec) * (BAR + RATIO + GAP)


def bar(x, y, counts):
    """One array: a segment for each number of sectors, as wide as its share of the lines."""
    lines, left = sum(counts), 0
    for n, count in enumerate(counts):
        if count:
            start, end = BAR * left / lines, BAR * (left + count) / lines
            yield (f'<rect class="n{n}" x="{x + start:.1f}" y="{y}" width="{end - start:.1f}" '
                   f'height="{THICK}"/>')
        left += count


def group_rows(group, y):
    """The bars of one array at several points of its run, and the ratio of all of them."""
    height = PITCH * len(group)
    middle = y + height / 2 + 3.5
    yield text(LABEL - 10, middle, group[0].type, "s", "end")
    ratios = {c: arrays.by_sectors(arrays.total(a.ratio[c] for a in group))
              for c in arrays.CODECS}
    best = max((r for r in ratios.values() if r), default=0)
    for codec, ratio in ratios.items():
        for number, array in enumerate(group):
            yield from bar(panel(codec), y + number * PITCH, array.ratio[codec]["sectors"])
        won = ratio and ratio == best and min(r or 0 for r in ratios.values()) < 0.995 * best
        yield text(panel(codec) + BAR + 8, middle, f"{ratio:.2f}" if ratio else "–",
                   "head" if won else "dim")


def kind_rows(members, y):
    """All arrays of a kind; the last value is their end."""
    for family, of_family in grouped(members, lambda a: a.family).items():
        for number, group in enumerate(grouped(of_family, lambda a: a.type).values()):
            height = max(PITCH * len(group), 13)
            if number == 0:
                yield text(8, y + PITCH * len(group) / 2 + 3.5, family), y
            for part in group_rows(group, y):
                yield part, y
            y += height + BETWEEN
        y += 3
    yield "", y


def head(bottom):
    """Title, legend, names of the columns and the background grid."""
    yield text(8, 20, "Lines of each array by the sectors of 32 bytes that they take", "head")
    yield text(8, 38, "A bar an array, its points of the run from top to bottom; ratio by sectors "
               "of the bars together, the better one bold.", "s")
    x = 8
    for n, words in enumerate(MEANING):
        yield f'<rect class="n{n}" x="{x}" y="49" width="12" height="12"/>'
        yield text(x + 17, 59, words, "s")
        x += 34 + 6 * len(words)
    for codec in arrays.CODECS:
        x = panel(codec)
        yield text(x, TOP - 16, NAMES[codec], "head")
        yield text(x + BAR + 8, TOP - 16, "ratio", "s")
        for percent in (0, 25, 50, 75, 100):
            at = x + BAR * percent / 100
            yield f'<path class="grid" d="M{at:g} {TOP - 4}V{bottom}"/>'
            if percent in (50, 100):
                yield text(at, TOP - 16, f"{percent} %", "s", "end" if percent == 100 else "middle")


def sectors(members):
    """The picture of all members, grouped by kind and array."""
    y, body = TOP, []
    for kind, group in grouped(members, lambda a: a.kind).items():
        body.append(text(8, y + 12, KINDS.get(kind, kind), "head"))
        y += HEADING
        for part, y in kind_rows(group, y):
            body.append(part)
        y += 6
    width = panel(arrays.CODECS[-1]) + BAR + RATIO
    parts = [*head(y - 14), *filter(None, body)]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y + 4:g}" '
            f'width="{width}" height="{y + 4:g}">\n<style>{STYLE}</style>\n' +
            "\n".join(parts) + "\n</svg>\n")
