# SPDX-License-Identifier: Apache-2.0
"""The demo's picture: compression ratio of each tensor, as SVG for light and dark pages."""

STYLE = """
text{font:12px ui-sans-serif,system-ui,"DejaVu Sans",sans-serif;fill:#24292f}
.head{font-weight:600}.dim{fill:#57606a}.grid{stroke:#d0d7de}.one{stroke:#57606a}
.bits{fill:#54aeff}.mark{fill:#24292f}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.dim{fill:#9198a1}.grid{stroke:#3d444d}
.one{stroke:#9198a1}.bits{fill:#1f6feb}.mark{fill:#e6edf3}}
"""
LEFT, WIDTH, ROW, TOP = 190, 760, 16, 56
KINDS = {"activation": "activations", "gradient": "gradients", "weight": "weights",
         "field": "HPC fields", "index": "HPC mesh indices"}


def rows_of(tensors):
    """(heading or tensor), kinds in the order in which they first appear."""
    order = list(dict.fromkeys(t.kind for t in tensors))
    for kind in order:
        yield KINDS.get(kind, kind)
        yield from (t for t in tensors if t.kind == kind)


def top_ratio(tensors):
    best = max(t.ratio["ratio"]["bits"] for t in tensors)
    return max(2, int(best) + 1)


def text(x, y, words, kind="", anchor="start"):
    return f'<text x="{x:.0f}" y="{y:.0f}" class="{kind}" text-anchor="{anchor}">{words}</text>'


def ratios(tensors):
    """A bar a tensor: ratio by bits; the mark on it: by 32-byte sectors, as a memory stores it."""
    top = top_ratio(tensors)
    scale = (WIDTH - LEFT - 70) / top
    body, y = [], TOP
    for item in rows_of(tensors):
        if isinstance(item, str):
            y += ROW // 2
            body.append(text(8, y + 12, item, "head"))
        else:
            bits, sectors = item.ratio["ratio"]["bits"], item.ratio["ratio"]["sectors"]
            body += [text(LEFT - 8, y + 12, f"{item.name} {item.type}", "", "end"),
                     f'<rect class="bits" x="{LEFT}" y="{y + 3}" width="{bits * scale:.1f}" '
                     f'height="{ROW - 5}"/>',
                     text(LEFT + max(bits, sectors or 0) * scale + 6, y + 12,
                          f"{bits:.2f}", "dim")]
            if sectors:
                body.append(f'<rect class="mark" x="{LEFT + sectors * scale - 1:.1f}" y="{y + 1}" '
                            f'width="2.5" height="{ROW - 2}"/>')
        y += ROW
    axis = [f'<line class="{"one" if n == 1 else "grid"}" x1="{LEFT + n * scale:.1f}" y1="{TOP}" '
            f'x2="{LEFT + n * scale:.1f}" y2="{y}"/>' +
            text(LEFT + n * scale, TOP - 6, n, "dim", "middle") for n in range(top + 1)]
    title = text(8, 20, "ZVC ratio: bar and figure by bits, mark by 32-byte sectors", "head")
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 12}" '
            f'width="{WIDTH}" height="{y + 12}">\n<style>{STYLE}</style>\n' +
            "\n".join([title, *axis, *body]) + "\n</svg>\n")
