#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Gain from mixing codecs line by line on the sample arrays: the tables of a page.

    mixed.py --library liblinepress.so PAGE.md

The library tells for each line what each codec makes of it. PAGE.md is rewritten between its
markers. Exit status 2: bad use, or a file is missing.
"""
import argparse
import ctypes
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tb/demo"))
import arrays  # noqa: E402
import page_parts  # noqa: E402

NAMES = ("ZVC", "BPC", "XZVC", "EBD")  # by enum lp_auto_codec
ZVC, BPC, XZVC, EBD = range(4)
ORDER = (ZVC, XZVC, EBD, BPC)
ELEM = 16
SPILL = 0.3  # Buddy Threshold: the share of lines that may need buddy memory
ROWS = (("bf16", lambda a: a.type == "bf16"), ("fp16", lambda a: a.type == "fp16"),
        ("fp32", lambda a: a.type == "fp32"),
        ("hpc", lambda a: os.path.basename(os.path.dirname(a.path)) == "hpc"),
        ("all", lambda a: True))


class Library:
    def __init__(self, path):
        self.lib = ctypes.CDLL(os.path.abspath(path))
        self.codec, self.size = ctypes.c_int(), ctypes.c_size_t()

    def sectors(self, codecs, line):
        if self.lib.lp_auto_choose(ELEM, codecs, line, ctypes.byref(self.codec),
                                   ctypes.byref(self.size)):
            raise arrays.ArrayError("lp_auto_choose: refused")
        return -(-self.size.value // (8 * arrays.SECTOR))

    def stream(self, codecs, data):
        if self.lib.lp_auto_size(ELEM, codecs, data, ctypes.c_size_t(len(data)),
                                 ctypes.byref(self.size)):
            raise arrays.ArrayError("lp_auto_size: refused")
        return self.size.value

    def zvc_stream(self, elem, data):
        if self.lib.lp_zvc_size(elem, data, ctypes.c_size_t(len(data)), ctypes.byref(self.size)):
            raise arrays.ArrayError("lp_zvc_size: refused")
        return self.size.value


def measure(library, array):
    """Adds sectors of each line by codec, and bytes of streams."""
    lines = array.lines()
    array.by = [[library.sectors(1 << c, line) for line in lines] for c in range(4)]
    array.streams = (library.zvc_stream(16, array.data), library.zvc_stream(32, array.data),
                     library.stream(1 << BPC, array.data), library.stream(1 << EBD, array.data),
                     library.stream(15, array.data))


def best(array, codecs):
    """Sectors of each line with the best of these codecs."""
    return [min(column) for column in zip(*(array.by[c] for c in codecs))]


def ratio(group, sectors_of):
    lines = sum(len(a.by[0]) for a in group)
    return f"{4 * lines / sum(sum(sectors_of(a)) for a in group):.3f}"


def of_allocation(array):
    """Sectors with the one codec that is best for the whole array; of several, the first."""
    return min((array.by[c] for c in ORDER), key=sum)


def of_first_snapshot(members):
    """The same with the codec that is best for the array's first snapshot in the run."""
    codec = {}
    for array in sorted(members, key=lambda a: a.path):
        key = (array.family, array.type)
        codec.setdefault(key, min(ORDER, key=lambda c: sum(array.by[c])))
    return lambda array: array.by[codec[array.family, array.type]]


def device_sectors(sectors):
    """Sectors a line that stay in device memory: the fewest for which few enough lines spill."""
    for kept in (1, 2, 3):
        if sum(n > kept for n in sectors) <= SPILL * len(sectors):
            return kept
    return 4


def capacity(group, sectors_of):
    lines = sum(len(a.by[0]) for a in group)
    kept = sum(device_sectors(sectors_of(a)) * len(a.by[0]) for a in group)
    return f"{4 * lines / kept:.2f}"


def share(group, sectors_of, most):
    counts = [n <= most for a in group for n in sectors_of(a)]
    return f"{100 * sum(counts) / len(counts):.1f}"


def table(head, rows):
    return [*page_parts.table(head, rows), ""]


def tables(members):
    groups = [(name, [a for a in members if belongs(a)]) for name, belongs in ROWS]
    every = {c: (lambda c: lambda a: a.by[c])(c) for c in range(4)}

    def auto(array):
        return best(array, ORDER)

    def only(*codecs):
        return lambda array: best(array, codecs)

    first = of_first_snapshot(members)
    text = ["Ratio by sectors as codecs are added in turn:", ""]
    text += table(["", "ZVC", "+ XZVC", "+ EBD", "+ BPC = auto"],
                  [[n, *(ratio(g, only(*ORDER[:k])) for k in range(1, 5))] for n, g in groups])
    text += ["Ratio by sectors of *auto* without one of them:", ""]
    text += table(["", "auto", *(f"without {NAMES[c]}" for c in ORDER)],
                  [[n, ratio(g, auto), *(ratio(g, only(*(d for d in ORDER if d != c)))
                                         for c in ORDER)] for n, g in groups])
    text += ["Ratio by sectors with one codec, with one an allocation, and with one a line:", ""]
    text += table(["", *(NAMES[c] for c in ORDER), "best of the array", "best of its first snapshot",
                   "auto"],
                  [[n, *(ratio(g, every[c]) for c in ORDER), ratio(g, of_allocation),
                    ratio(g, first), ratio(g, auto)] for n, g in groups])
    text += ["Lines of at most two sectors and at most one, in per cent:", ""]
    text += table(["", "ZVC, <= 2", "BPC, <= 2", "EBD, <= 2", "auto, <= 2", "ZVC, <= 1", "BPC, <= 1",
                   "EBD, <= 1", "auto, <= 1"],
                  [[n, *(share(g, of, most) for most in (2, 1) for of in
                         (every[ZVC], every[BPC], every[EBD], auto))] for n, g in groups])
    text += ["Capacity of device memory, where at most 30 % of an array's lines may spill:", ""]
    text += table(["", *(NAMES[c] for c in ORDER), "auto"],
                  [[n, *(capacity(g, every[c]) for c in ORDER), capacity(g, auto)]
                   for n, g in groups])
    text += ["Bytes over bytes of the stream:", ""]
    text += table(["", "ZVC-16", "ZVC-32", "BPC", "EBD", "mixed"],
                  [[n, *(f"{sum(len(a.data) for a in g) / sum(a.streams[k] for a in g):.2f}"
                         for k in range(5))] for n, g in groups])
    return "\n".join(text).rstrip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", required=True)
    parser.add_argument("page")
    args = parser.parse_args()
    try:
        library = Library(args.library)
        members = [arrays.Array(path, entry) for path, entry in arrays.manifest().items()]
        for array in members:
            measure(library, array)
        page_parts.rewrite(args.page, "mixed", tables(members))
    except (arrays.ArrayError, OSError) as err:
        print(f"mixed: {err}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
