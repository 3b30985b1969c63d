#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The record of the DMA engine's codecs agrees with the functional engine, and the page with it."""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "../..")
sys.path[:0] = [os.path.join(ROOT, "docs/img"), os.path.join(ROOT, "tb")]
sys.dont_write_bytecode = True
import cdma_kinds  # noqa: E402
import signed  # noqa: E402
import tap  # noqa: E402

PAGE = os.path.join(ROOT, "docs/studies/cdma.md")
LINEPRESS = os.path.join(ROOT, os.environ.get("BUILD", "build"), "linepress")


def test_sizes(record):
    """The compressed bytes of every array are still those of the record."""
    wrong = []
    for name, files in cdma_kinds.of_channels(record, cdma_kinds.CHANNELS[0]).items():
        due = {row["file"]: row["compressed_bytes"] for row in files}
        done = subprocess.run([LINEPRESS, "dma", "--codec", name, "--json", *due],
                              cwd=ROOT, stdout=subprocess.PIPE, check=True)
        wrong += [f"{name}: {t['file']} has {t['compressed_bytes']} bytes, in the record "
                  f"{due[t['file']]}" for t in json.loads(done.stdout)["tensors"]
                  if t["compressed_bytes"] != due[t["file"]]]
    tap.result(wrong, "streams are as long as in the record, else: make cdma-kinds-record")


def test_busy(record):
    """No run exceeds its bound but by the first and last beat of its stream."""
    runs = [(f"{codec['codec']}, {codec['channels']} channels: {row['file']} {way}",
             row[way]["of_bound"])
            for codec in record["codecs"] for row in codec["files"] for way in cdma_kinds.WAYS]
    wrong = [f"{name}: {share} of the bound" for name, share in runs if not 0 < share <= 1.05]
    low = [name for name, share in runs if share < cdma_kinds.GOAL]
    tap.result(wrong or (low if len(low) * 100 > len(runs) else []),
               f"{len(runs) - len(low)} of {len(runs)} runs reach {cdma_kinds.GOAL} of the bound")


def test_page():
    with open(PAGE, encoding="utf-8") as src:
        text = src.read()
    same = cdma_kinds.page_parts.filled(text, cdma_kinds.PART, cdma_kinds.words(), PAGE) == text
    tap.result([] if same else ["the page has other tables"],
               "the page has the record's tables, else: make study-cdma-kinds")


def main():
    record = signed.read(cdma_kinds.RECORD)
    test_sizes(record)
    test_busy(record)
    test_page()
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
