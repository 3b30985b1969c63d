#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the notebook models.py, writes the record of its figures, and its pictures.

    run.py [--small] RECORD.json PICTURES

Needs torch, NumPy, the library in LINEPRESS_LIB, and dataset-fashion-mnist of Debian. --small is a
run of seconds. Exit status 2: bad use, or something that is needed is not there.
"""
import argparse
import hashlib
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.join(ROOT, "tb/tree/records"), os.path.join(ROOT, "adapters/python")]
sys.dont_write_bytecode = True
import cells  # noqa: E402
import signed  # noqa: E402

SOURCES = ("tb/notebook/models.py", "tb/notebook/cells.py", "tb/notebook/run.py",
           "adapters/python/linepress")
IMAGES = "/usr/share/datasets/fashion-mnist"


def missing():
    """One line, or nothing if the notebook can run."""
    try:
        import numpy  # noqa: F401
        import torch  # noqa: F401
    except ImportError as error:
        return f"no {error.name}"
    return None if os.path.isdir(IMAGES) else f"no {IMAGES} (dataset-fashion-mnist)"


def kept(rows, folder):
    """The rows for the record. Pictures become files, and the record has their SHA-256."""
    for row in rows:
        for shown in row["shown"]:
            if "picture" in shown:
                png = shown.pop("png")
                shown["sha256"] = hashlib.sha256(png).hexdigest()
                path = os.path.join(folder, shown["picture"])
                with open(path + ".new", "wb") as file:
                    file.write(png)
                os.replace(path + ".new", path)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--small", action="store_true")
    parser.add_argument("record")
    parser.add_argument("pictures")
    args = parser.parse_args()
    why = missing()
    if why:
        print(f"run.py: {why}", file=sys.stderr)
        return 2
    import numpy
    import torch
    with open(os.path.join(ROOT, SOURCES[0]), encoding="utf-8") as file:
        text = file.read()
    rows = cells.run(text, cells.SMALL if args.small else cells.SIZES)
    content = {"torch": torch.__version__, "numpy": numpy.__version__, "sizes": dict(cells.size),
               "cells": kept(rows, args.pictures)}
    signed.write(args.record, signed.sign("notebook", content, SOURCES, 1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
