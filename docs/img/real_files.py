#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Files of tensors that packages ship: a table of docs/use/files.md, from the record of
tb/adapters/python/real_files.py.

    real_files.py RECORD.json PAGE.md

PAGE.md is rewritten between its markers. Exit status 2: bad use, or a bad record or page.
"""
import sys

import record_page
from page_parts import table_text

HEAD = ("package", "file", "tensors", "types", "MiB", "ratio", "SHA-256 of the file")


def words(record):
    rows = [(of["package"].replace("_part1", ""), f"`{of['file']}`", of["tensors"],
             ", ".join(f"`{dtype.lstrip('|')}`" for dtype in of["types"]), f"{of['bytes'] / 2**20:.2f}", f"{of['ratio']:.3f}",
             f"`{of['sha256'][:16]}…`") for of in record["files"]]
    head = record["record"]
    return f"\nCompared on {head['date']}; no difference.\n\n" + table_text(HEAD, rows) + "\n"


if __name__ == "__main__":
    sys.exit(record_page.main("real-files", {"real": words}))
