#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The page of a notebook: text and code of its cells, tables and charts from the record of a run.

    notebook.py SCRIPT.py RECORD.json PAGE.md PICTURES

PAGE.md is rewritten between its markers, charts in PICTURES are drawn. Exit status 2: bad use, or a
bad record or page, or one of another script.
"""
import os
import sys

import page_parts
import study_chart

sys.path[:0] = [os.path.join(page_parts.ROOT, path) for path in ("tb/tree/records", "tb/notebook")]
import cells  # noqa: E402
import signed  # noqa: E402


def cell(value):
    if isinstance(value, str):
        return value
    return f"{value:,}" if isinstance(value, int) else f"{value:.2f}"


def words_of(shown, pictures):
    if "chart" in shown or "picture" in shown:
        name, title = shown.get("chart") or shown["picture"], shown.get("title", "Map of memory")
        return [f"![{title}]({pictures}/{name})", ""]
    return [*page_parts.table(shown["head"], [map(cell, row) for row in shown["rows"]]), ""]


def drawn(record):
    """{file: its SVG} of all charts."""
    return {shown["chart"]: study_chart.bars(shown["title"], shown["groups"],
                                             list(shown["series"].items()))
            for row in record["cells"] for shown in row["shown"] if "chart" in shown}


def words(text, record, pictures):
    """The page's lines. Bad: the record is one of other code."""
    lines, rows = [""], iter(record["cells"])
    for is_text, body in cells.split(text):
        if is_text:
            lines += [body, ""]
            continue
        row = next(rows, {"sha256": None})
        if row["sha256"] != cells.digest(body):
            raise signed.Bad("the record is one of other cells; `make notebook` writes it again")
        lines += ["```python", body, "```", ""]
        for shown in row["shown"]:
            lines += words_of(shown, pictures)
    return lines


def head_of(record):
    head = record["record"]
    return ["", f"Figures: `make notebook` on {head['date']}, torch {record['torch']}, NumPy "
            f"{record['numpy']}, {head['machine']}.", ""]


def render(script, record_path, page):
    """{path: text} of the page's parts and of the pictures."""
    with open(script, encoding="utf-8") as file:
        text = file.read()
    record = signed.read(record_path, "notebook")
    return {"run": "\n".join(head_of(record)),
            "cells": "\n".join(words(text, record, os.path.relpath(IMAGES, os.path.dirname(page))))
            }, drawn(record)


IMAGES = os.path.join(page_parts.ROOT, "docs/img")


def main():
    if len(sys.argv) != 5:
        print("usage: notebook.py SCRIPT.py RECORD.json PAGE.md PICTURES", file=sys.stderr)
        return 2
    script, record, page, pictures = sys.argv[1:]
    try:
        parts, charts = render(script, record, page)
        for name, part in parts.items():
            page_parts.rewrite(page, name, part)
        for name, svg in charts.items():
            page_parts.arrays.write_whole(os.path.join(pictures, name), svg)
    except (OSError, signed.Bad, page_parts.arrays.ArrayError) as error:
        print(f"notebook.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
