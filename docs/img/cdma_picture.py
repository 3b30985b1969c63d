# SPDX-License-Identifier: Apache-2.0
"""Link busy over the buffer's size, a curve for each ratio, with the paper's 70,000 bytes."""
from picture import text

STYLE = """
text{font:12px ui-sans-serif,system-ui,"DejaVu Sans",sans-serif;fill:#24292f}
.head{font-weight:600}.s{font-size:11px;fill:#57606a}.grid{stroke:#d0d7de}
.l{fill:none;stroke-width:2}
.c0{stroke:#0a3069}.c1{stroke:#0969da}.c2{stroke:#1a7f37}.c3{stroke:#9a6700}.c4{stroke:#bc4c00}
.mark{stroke:#57606a;stroke-dasharray:5 4}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.s{fill:#9198a1}.grid{stroke:#3d444d}
.c0{stroke:#cae8ff}.c1{stroke:#58a6ff}.c2{stroke:#56d364}.c3{stroke:#d29922}.c4{stroke:#ffa657}
.mark{stroke:#9198a1}}
"""
LEFT, TOP, WIDTH, HEIGHT, MOST = 56, 74, 560, 240, 98304
MARKS = ((70000, "70,000 B, the paper's", "end"), (81920, "80 KiB", "start"))


def draw(buffers, curves):
    bottom = TOP + HEIGHT

    def across(size):
        return LEFT + WIDTH * size / MOST

    parts = [text(LEFT, 24, "Link busy over the buffer: 6 channels, 1 GHz, 350 ns, 16 GB/s",
                  "head")]
    for percent in (0, 25, 50, 75, 100):
        y = bottom - HEIGHT * percent / 100
        parts.append(f'<path class="grid" d="M{LEFT} {y:g}H{LEFT + WIDTH}"/>')
        parts.append(text(LEFT - 8, y + 4, f"{percent} %", "s", "end"))
    for kib in range(0, 97, 16):
        parts.append(text(across(1024 * kib), bottom + 18, f"{kib}", "s", "middle"))
    for size, name, anchor in MARKS:
        x = across(size)
        parts.append(f'<path class="mark" d="M{x:.1f} {TOP - 8}V{bottom}"/>')
        parts.append(text(x - 4 if anchor == "end" else x + 4, bottom - 8, name, "s", anchor))
    for number, (ratio, values) in enumerate(curves.items()):
        points = " ".join(f"{across(size):.1f},{bottom - HEIGHT * v:.1f}"
                          for size, v in zip(buffers, values))
        parts.append(f'<polyline class="l c{number}" points="{points}"/>')
        x = LEFT + 108 * number
        parts.append(f'<path class="l c{number}" d="M{x} 44h18"/>')
        parts.append(text(x + 24, 48, f"ratio {ratio}", "s"))
    parts.append(text(LEFT + WIDTH / 2, bottom + 38, "KiB of the buffer", "s", "middle"))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 660 {bottom + 52}" width="660" '
            f'height="{bottom + 52}">\n<style>{STYLE}</style>\n' + "\n".join(parts) + "\n</svg>\n")
