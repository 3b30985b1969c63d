#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Rows of the study of the DMA engine on its RTL, beside those of its cycle model.

    cdma_rtl.py --linepress CLI PAGE.md

Both engines of `linepress dma` move the made tensors of cdma.py, shorter ones, since the RTL takes
fifty times as long, with the channels and buffers that the RTL was built with. Every figure of the
two must be the same. PAGE.md is rewritten between its markers, and what is written there is printed.
Exit status 1: a figure differs, and a line says which; 2: bad use, or no RTL.
"""
import argparse
import subprocess
import sys
import tempfile

import cdma
import page_parts
from cdma import arrays

BYTES = 256 << 10
SIZES = ("80 KiB", "96 KiB, 8 channels")


def differences(model, rtl, path=""):
    """Paths of the figures in which two results differ."""
    if isinstance(model, dict) and isinstance(rtl, dict) and model.keys() == rtl.keys():
        return [d for key in model for d in differences(model[key], rtl[key], f"{path}.{key}")]
    if isinstance(model, list) and isinstance(rtl, list) and len(model) == len(rtl):
        return [d for n, pair in enumerate(zip(model, rtl))
                for d in differences(*pair, f"{path}[{n}]")]
    return [] if model == rtl else [path]


def figures(value):
    """How many numbers a result has."""
    if isinstance(value, (dict, list)):
        return sum(figures(v) for v in (value.values() if isinstance(value, dict) else value))
    return int(isinstance(value, (int, float)))


def measure(study):
    rows, compared = [], 0
    for kind in ("even", "mixed"):
        files = [study.made(kind, ratio, BYTES) for ratio in cdma.RATIOS]
        for size in SIZES:
            buffer, channels = cdma.SIZES[size]
            options = ("--raw", "--buffer", f"{buffer}", "--channels", f"{channels}")
            model, rtl = (study.dma(files, *options, engine=engine)["tensors"]
                          for engine in ("cycle", "rtl"))
            for path in differences(model, rtl):
                study.must(False, f"{kind}, {size}: {path} differs on the RTL")
            compared += figures(rtl)
            rows += [[f"{kind}, {size}, {way}", *(f"{t[way]['link_busy']:.3f}" for t in rtl)]
                     for way in ("out", "in")]
    head = [f"{BYTES >> 10} KiB a tensor", *(f"{ratio}" for ratio in cdma.RATIOS)]
    return "\n".join(["### Link busy, on the RTL", "", *cdma.table(head, rows), "",
                      f"Of {compared} figures of these runs, cycles and stalls among them, "
                      f"{len(study.wrong)} differ from those of the cycle model."])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--linepress", required=True)
    parser.add_argument("page")
    args = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder:
            study = cdma.Study(args.linepress, "", folder)
            said = measure(study)
        page_parts.rewrite(args.page, "cdma-rtl", said)
    except (arrays.ArrayError, OSError, subprocess.CalledProcessError) as err:
        print(f"cdma_rtl: {err}", file=sys.stderr)
        return 2
    return cdma.finish(study, said)


if __name__ == "__main__":
    sys.exit(main())
