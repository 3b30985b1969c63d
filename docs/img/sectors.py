#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Sector histograms of the sample arrays, both codecs: the picture and the page's tables.

    sectors.py --linepress CLI --library liblinepress.so PICTURE.svg PAGE.md

Histograms come from `linepress ratio`. The library tells, line by line, which codec is the better
one; its answers must add up to the same histograms. PAGE.md is rewritten between its markers. Exit
status 1: CLI and library disagree; 2: bad use, or a file is missing.
"""
import argparse
import ctypes
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tb/demo"))
import arrays  # noqa: E402
import mixed_sectors  # noqa: E402
import page_parts  # noqa: E402
from page_parts import table  # noqa: E402
import picture  # noqa: E402

BETTER = "better"
SIZES = (0, 8, 16, 32, 64, 80, 96, 128)
GRAINS = (("bits", arrays.by_bits), ("sizes", arrays.by_sizes), ("sectors", arrays.by_sectors))
DL = ("activation", "gradient", "weight")


class Disagreement(Exception):
    """The library counts other than the command line."""


class Library:
    """Bits of a line, without encoding it."""

    def __init__(self, path):
        self.lib = ctypes.CDLL(os.path.abspath(path))
        self.lib.lp_bpc_size_bits.restype = ctypes.c_size_t

    def bits(self, codec, elem, line):
        if codec == "bpc":
            return self.lib.lp_bpc_size_bits(line)
        size = ctypes.c_size_t()
        if self.lib.lp_zvc_size(elem, line, ctypes.c_size_t(len(line)), ctypes.byref(size)):
            raise arrays.ArrayError("lp_zvc_size: refused")
        return 8 * size.value


def ratio_of(lines, bits):
    """The counts of `linepress ratio`, from the bits of each line."""
    ratio = {"bytes": arrays.LINE * len(lines), "lines": len(lines), "zero_lines": 0,
             "compressed_bits": sum(bits), "sectors": [0] * 5, "sizes": {str(s): 0 for s in SIZES}}
    for line, line_bits in zip(lines, bits):
        size = min(-(-line_bits // 8), arrays.LINE) if any(line) else 0
        ratio["zero_lines"] += size == 0
        ratio["sectors"][-(-size // arrays.SECTOR)] += 1
        ratio["sizes"][str(min(s for s in SIZES if s >= size))] += 1
    return ratio


def add_better(library, array):
    """array.ratio["better"], and the lines in which either codec takes fewer sectors."""
    lines = array.lines()
    bits = {c: [library.bits(c, array.elem, line) for line in lines] for c in arrays.CODECS}
    array.fewer = dict.fromkeys(arrays.CODECS, 0)
    for codec in arrays.CODECS:
        mine, told = ratio_of(lines, bits[codec]), array.ratio[codec]
        for key in ("lines", "zero_lines", "compressed_bits", "sectors", "sizes"):
            if mine[key] != told[key]:
                raise Disagreement(f"{array.path}: {codec} {key}: linepress ratio says "
                                   f"{told[key]}, the library {mine[key]}")
        other = next(c for c in arrays.CODECS if c != codec)
        array.fewer[codec] = sum(stored(line, a) < stored(line, b) for line, a, b in
                                 zip(lines, bits[codec], bits[other]))
    array.ratio[BETTER] = {**ratio_of(lines, list(map(min, *bits.values()))),
                           "bytes": array.ratio["zvc"]["bytes"]}


def stored(line, bits):
    """Sectors of a line."""
    return min(-(-bits // (8 * arrays.SECTOR)), 4) if any(line) else 0


def cell(value):
    return f"{value:.2f}" if value else "–"


def ratio_cells(group, mean=None):
    """The three ratios of each codec and of the better one: of the sum, or a mean over arrays."""
    cells = []
    for codec in (*arrays.CODECS, BETTER):
        for _, by in GRAINS:
            if mean:
                cells.append(cell(mean([by(a.ratio[codec]) for a in group])))
            else:
                cells.append(cell(by(arrays.total(a.ratio[codec] for a in group))))
    return cells


def geomean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def ratio_table(members):
    sides = {"DL": [a for a in members if a.kind in DL],
             "HPC": [a for a in members if a.kind not in DL]}
    groups = picture.grouped(members, lambda a: (a.kind, a.type))
    rows = [[f"{kind}, {of_type}", len(group), arrays.total(a.ratio["zvc"] for a in group)["lines"],
             *ratio_cells(group)] for (kind, of_type), group in groups.items()]
    for name, group in (*((f"**{side}**", group) for side, group in sides.items()),
                        ("**all**", members)):
        rows.append([name, len(group), arrays.total(a.ratio["zvc"] for a in group)["lines"],
                     *ratio_cells(group)])
    rows += [[f"{side}, geometric mean", len(group), "", *ratio_cells(group, geomean)]
             for side, group in sides.items()]
    names = [f"{name} {grain}" for name in ("ZVC", "BPC", "better") for grain, _ in GRAINS]
    return table(["", "arrays", "lines", *names], rows)


def size_table(members):
    rows = []
    for side in ("DL", "HPC"):
        group = [a for a in members if (a.kind in DL) == (side == "DL")]
        for codec in arrays.CODECS:
            ratio = arrays.total(a.ratio[codec] for a in group)
            rows.append([side, picture.NAMES[codec],
                         *(f"{100 * k / ratio['lines']:.1f}" for k in ratio["sizes"].values())])
    return table(["", "", *(f"{s} B" for s in SIZES)], rows)


def line_table(members):
    rows = []
    for (family, of_type), group in picture.grouped(members, lambda a: (a.family, a.type)).items():
        lines = sum(a.ratio["zvc"]["lines"] for a in group)
        fewer = {c: 100 * sum(a.fewer[c] for a in group) / lines for c in arrays.CODECS}
        ratios = [cell(arrays.by_sectors(arrays.total(a.ratio[c] for a in group)))
                  for c in (*arrays.CODECS, BETTER)]
        rows.append([family, of_type, *ratios, f"{fewer['zvc']:.1f}", f"{fewer['bpc']:.1f}",
                     f"{100 - fewer['zvc'] - fewer['bpc']:.1f}"])
    return table(["array", "type", "ZVC", "BPC", "better", "ZVC fewer, %", "BPC fewer, %",
                  "same, %"], rows)


def tables(members):
    return "\n".join([
        "Ratios, of the bytes of all arrays in a row together:", "", *ratio_table(members), "",
        "Lines in each of the eight sizes, in per cent:", "", *size_table(members), "",
        "Ratio by sectors, and in how many lines one codec takes fewer sectors than the other:",
        "", *line_table(members)])


def run(args):
    members = [arrays.Array(path, entry) for path, entry in arrays.manifest().items()]
    members.sort(key=lambda a: list(picture.KINDS).index(a.kind))
    arrays.add_ratios(args.linepress, members)
    library = Library(args.library)
    for array in members:
        add_better(library, array)
    ratios, shares = mixed_sectors.tables(
        mixed_sectors.measure(args.linepress, library.lib, members))
    text = "\n".join([tables(members), "", "Ratio by sectors where EBD takes part:", "", *ratios, "",
                      "Lines that *auto* gives each codec, in per cent:", "", *shares])
    arrays.write_whole(args.picture, picture.sectors(members))
    page_parts.rewrite(args.page, "sectors", text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--linepress", required=True)
    parser.add_argument("--library", required=True)
    parser.add_argument("picture")
    parser.add_argument("page")
    args = parser.parse_args()
    try:
        run(args)
    except Disagreement as err:
        print(f"sectors: {err}", file=sys.stderr)
        return 1
    except (arrays.ArrayError, OSError) as err:
        print(f"sectors: {err}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
