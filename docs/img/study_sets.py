#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The sample arrays as snapshot sets (docs/reference/format.md, section 16).

    study_sets.py OUT

Makes OUT/hpc/PROGRAM/POINT/ALLOCATION.npy and OUT/dl/PROGRAM/..., links to the files of tb/data. An
array that has no point is there at each of its program's. The networks' tensors are a program for
each element type. Exit status 2: bad use, or something is in the way.
"""
import collections
import os
import re
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tb/demo"))
import arrays  # noqa: E402

PROGRAMS = {"foam": "sonicFoam", "md": "LAMMPS-peptide"}


def place_of(path):
    """(side, program, point or None, allocation) of an array."""
    name = os.path.basename(path)[:-len(".npy")]
    side = os.path.basename(os.path.dirname(path))
    if side == "dl":
        name, point, element = re.fullmatch(r"(\w+)_(\d{3})_(\w+)", name).groups()
        return side, f"CNN-{element}", point, name
    program, name = name.split("_", 1)
    found = re.fullmatch(r"(\w+)_(\d{3})", name)
    name, point = found.groups() if found else (name, None)
    return side, PROGRAMS[program], point, name


def main():
    if len(sys.argv) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    out = sys.argv[1]
    shutil.rmtree(out, ignore_errors=True)
    places = {path: place_of(path) for path in arrays.manifest()}
    points = collections.defaultdict(set)
    for side, program, point, _ in places.values():
        points[side, program] |= {point} - {None}
    for path, (side, program, point, name) in places.items():
        for at in [point] if point else sorted(points[side, program]):
            folder = os.path.join(out, side, program, at)
            os.makedirs(folder, exist_ok=True)
            os.symlink(os.path.abspath(path), os.path.join(folder, name + ".npy"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
