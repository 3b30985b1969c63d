#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Metadata hits over cache sizes and buddy accesses over targets: the picture and its tables.

    buddy.py --linepress CLI PICTURE.svg PAGE.md

`linepress buddy --sweep` gets all sample arrays of a kind, one after the other, as one file.
PAGE.md is rewritten between its markers. Exit status 2: bad use, or a file is missing.
"""
import argparse
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tb/demo"))
import arrays  # noqa: E402
import page_parts  # noqa: E402
from page_parts import table  # noqa: E402
from picture import text  # noqa: E402

STRIDE = 512  # lines: a page of 64 KiB
PATTERNS = (("stream", []), (f"strided by {STRIDE} lines", ["--pattern", "strided", "--stride",
                                                            str(STRIDE)]),
            ("random", ["--pattern", "random"]))
SIDES = (("DL", ("activation", "gradient", "weight")), ("HPC", ("field", "index")))
STYLE = """
text{font:12px ui-sans-serif,system-ui,"DejaVu Sans",sans-serif;fill:#24292f}
.head{font-weight:600}.s{font-size:11px;fill:#57606a}.grid{stroke:#d0d7de}
.l{fill:none;stroke-width:2}.c0{stroke:#0a3069}.c1{stroke:#1a7f37}.c2{stroke:#bc4c00}
.c3{stroke:#8250df}.d{stroke-dasharray:5 4}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.s{fill:#9198a1}.grid{stroke:#3d444d}
.c0{stroke:#79c0ff}.c1{stroke:#56d364}.c2{stroke:#ffa657}.c3{stroke:#d2a8ff}}
"""
WIDTH, HEIGHT, LEFT, TOP, GAP, LEGEND = 300, 200, 52, 66, 90, 84


def sweep(linepress, path, *options):
    return arrays.call([linepress, "buddy", "--sweep", "--json", *options, path])


def measure(linepress):
    """{pattern: [(bytes, hit rate)]} of all arrays, {(side, codec): [(target, fraction)]}."""
    members = [arrays.Array(path, entry) for path, entry in arrays.manifest().items()]
    hits, fractions = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for side, kinds in (("all", None), *SIDES):
            files[side] = os.path.join(folder, side)
            with open(files[side], "wb") as out:
                for array in members:
                    if kinds is None or array.kind in kinds:
                        out.write(b"".join(array.lines()))
        for name, options in PATTERNS:
            found = sweep(linepress, files["all"], "--target", "2", *options)
            hits[name] = [(c["bytes"], c["hit_rate"]) for c in found["metadata_cache"]]
            lines = found["lines"]
        for side, _ in SIDES:
            for codec in arrays.CODECS:
                found = sweep(linepress, files[side], "--codec", codec)
                fractions[side, codec] = [(t["target"], t["buddy_fraction"])
                                          for t in found["targets"]]
    return hits, fractions, lines


def panel(left, title, names, curves, dashed=()):
    """Curves of equal length, 0 to 100 %; (name, values) each."""
    right, bottom, step = left + WIDTH, TOP + HEIGHT, WIDTH / (len(names) - 1)
    yield text(left, 24, title, "head")
    for percent in (0, 25, 50, 75, 100):
        y = bottom - HEIGHT * percent / 100
        yield f'<path class="grid" d="M{left} {y:g}H{right}"/>'
        yield text(left - 8, y + 4, f"{percent} %", "s", "end")
    for number, name in enumerate(names):
        yield text(left + number * step, bottom + 18, name, "s", "middle")
    for number, (name, values) in enumerate(curves):
        points = " ".join(f"{left + i * step:.1f},{bottom - HEIGHT * v:.1f}"
                          for i, v in enumerate(values))
        kind = f"l c{number}" + (" d" if name in dashed else "")
        yield f'<polyline class="{kind}" points="{points}"/>'
        x = left + number * LEGEND
        yield f'<path class="{kind}" d="M{x:g} 44h18"/>'
        yield text(x + 23, 48, name, "s")


def draw(hits, fractions):
    sizes = [f"{size // 1024}" for size, _ in next(iter(hits.values()))]
    targets = [f"{target}×" for target, _ in next(iter(fractions.values()))]
    second = LEFT + WIDTH + GAP
    width, height = second + WIDTH + 40, TOP + HEIGHT + 52
    parts = [*panel(LEFT, "Metadata cache hits", sizes,
                    [(name.split()[0], [v for _, v in row]) for name, row in hits.items()]),
             text(LEFT + WIDTH / 2, height - 14, "KiB of all 8 slices", "s", "middle"),
             *panel(second, "Accesses that go to buddy memory", targets,
                    [(f"{side} {codec.upper()}", [v for _, v in row])
                     for (side, codec), row in fractions.items()], ("HPC ZVC", "HPC BPC")),
             text(second + WIDTH / 2, height - 14, "target ratio", "s", "middle")]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}">\n<style>{STYLE}</style>\n' + "\n".join(parts) +
            "\n</svg>\n")


def tables(hits, fractions, lines):
    sizes = [f"{size // 1024} KiB" for size, _ in next(iter(hits.values()))]
    targets = [f"{target}×" for target, _ in next(iter(fractions.values()))]
    return "\n".join([
        f"Hits of the metadata cache in per cent, all {lines} lines written and read once:", "",
        *table(["pattern", *sizes], [[name, *(f"{100 * v:.2f}" for _, v in row)]
                                     for name, row in hits.items()]), "",
        "Reads and writes with a part in buddy memory, in per cent:", "",
        *table(["", *targets], [[f"{side}, {codec.upper()}", *(f"{100 * v:.1f}" for _, v in row)]
                                for (side, codec), row in fractions.items()])])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--linepress", required=True)
    parser.add_argument("picture")
    parser.add_argument("page")
    args = parser.parse_args()
    try:
        hits, fractions, lines = measure(args.linepress)
        arrays.write_whole(args.picture, draw(hits, fractions))
        page_parts.rewrite(args.page, "buddy", tables(hits, fractions, lines))
    except (arrays.ArrayError, OSError) as err:
        print(f"buddy: {err}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
