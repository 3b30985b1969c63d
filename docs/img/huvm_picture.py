# SPDX-License-Identifier: Apache-2.0
"""The picture of figure 7: bars of the defaults, and lines from the least to the most of all
points."""
from huvm_text import TITLES, every_harvester
import ask
from picture import text

STYLE = """
text{font:12px ui-sans-serif,system-ui,"DejaVu Sans",sans-serif;fill:#24292f}
.head{font-weight:600}.s{font-size:11px;fill:#57606a}.grid{stroke:#d0d7de}.band{stroke:#cf222e}
.c0{fill:#57606a}.c1{fill:#bc4c00}.c2{fill:#c6e48b}.c3{fill:#7bc96f}.c4{fill:#239a3b}
.c5{fill:#196127}.c6{fill:#54aeff}.c7{fill:#0a3069}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.s{fill:#9198a1}.grid{stroke:#3d444d}
.c0{fill:#9198a1}.c1{fill:#ffa657}.c7{fill:#cae8ff}.band{stroke:#ff7b72}}
"""
TOP, LEFT, HEIGHT, PITCH = 64, 60, 260, 150


def scale_of(model):
    """The greatest speed, rounded up."""
    most = max(f["cases"][case][p][n] for f in (model.usual, *model.points)
               for case, n, _ in every_harvester() for p in ask.POLICIES)
    return int(most) + 1


def heads(width, most):
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {TOP + HEIGHT + 50}" '
           f'width="{width}" height="{TOP + HEIGHT + 50}">\n<style>{STYLE}</style>')
    yield text(LEFT, 20, "Speed over base, mechanisms added one by one: defaults (bars) and all "
               "points of the sweep (lines)", "head")
    for n, policy in enumerate(ask.POLICIES):
        yield f'<rect class="c{n}" x="{LEFT + 95 * n}" y="34" width="12" height="12"/>'
        yield text(LEFT + 95 * n + 16, 44, TITLES[policy], "s")
    for speed in range(most + 1):
        y = TOP + HEIGHT - HEIGHT * speed / most
        yield f'<path class="grid" d="M{LEFT} {y:.1f}H{width - 10}"/>'
        yield text(LEFT - 8, y + 4, f"{speed}", "s", "end")


def bars(model, case, n, x, scale):
    for k, policy in enumerate(ask.POLICIES):
        speed = model.usual["cases"][case][policy][n]
        some = [f["cases"][case][policy][n] for f in model.points]
        yield (f'<rect class="c{k}" x="{x + 16 * k}" y="{TOP + HEIGHT - scale * speed:.1f}" '
               f'width="15" height="{scale * speed:.1f}"><title>{TITLES[policy]}: {speed:.2f}, '
               f'{min(some):.2f} to {max(some):.2f}</title></rect>')
        yield (f'<path class="band" d="M{x + 16 * k + 7.5} {TOP + HEIGHT - scale * min(some):.1f}'
               f'V{TOP + HEIGHT - scale * max(some):.1f}"/>')


def picture(model):
    apps = every_harvester()
    width, most = LEFT + PITCH * len(apps) + 20, scale_of(model)
    out = list(heads(width, most))
    for place, (case, n, name) in enumerate(apps):
        x = LEFT + 10 + PITCH * place
        out.extend(bars(model, case, n, x, HEIGHT / most))
        out.append(text(x + 64, TOP + HEIGHT + 18, name, "", "middle"))
        out.append(text(x + 64, TOP + HEIGHT + 34, case, "s", "middle"))
    return "\n".join(out) + "\n</svg>\n"
