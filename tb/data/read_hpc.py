# SPDX-License-Identifier: Apache-2.0
"""Takes the arrays out of the binary files that OpenFOAM and LAMMPS write.

    read_hpc.py OUT FOAM_CASE LAMMPS_RUN     writes OUT/hpc/*.npy and OUT/hpc.json

FOAM_CASE is the folder of a finished sonicFoam run with writeFormat binary, LAMMPS_RUN one with
`dump custom` files dump.STEP.bin. Values and their order are the programs' own: nothing is sorted
or converted. Needs python3-numpy. A file of another layout ends it with one line, exit 1.
"""
import os
import re
import struct
import sys

import numpy as np

from npyset import Group

FOAM_TIMES = ((10, "1"), (50, "5"), (100, "10"))  # per cent of the run, time folder
FOAM_STEPS_PER_UNIT = 500  # deltaT 0.002
FOAM_FIELDS = (
    ("p", "pressure, a double a cell"),
    ("T", "temperature, a double a cell"),
    ("U", "velocity, three doubles a cell"),
    ("phi", "mass flux through the inner faces, a double a face"))
FOAM_LABELS = (
    ("owner", "cell on one side of each mesh face"),
    ("neighbour", "cell on the other side of each inner mesh face"))
LAMMPS_STEPS = ((10, 30), (50, 150), (100, 300))  # per cent of the run, step
LAMMPS_COLUMNS = (
    ("position", ("x", "y", "z")), ("velocity", ("vx", "vy", "vz")), ("force", ("fx", "fy", "fz")))


class Layout(Exception):
    """A file is not laid out as expected."""


def read(path):
    with open(path, "rb") as f:
        return f.read()


def foam_body(path):
    """A file's bytes after the FoamFile header, which must say binary, 32-bit labels, doubles."""
    data = read(path)
    header = re.search(rb"FoamFile\s*\{.*?\}", data, re.S)
    if not header:
        raise Layout(f"{path}: no FoamFile header")
    for want in (rb"format\s+binary;", rb'arch\s+"LSB;label=32;scalar=64";'):
        if not re.search(want, header.group()):
            raise Layout(f"{path}: header lacks {want.decode()}")
    return data[header.end():]


def foam_list(path, count_pattern, dtype, width):
    """The list whose element count the pattern catches: N, newline, '(', bytes, ')'."""
    body = foam_body(path)
    found = re.search(count_pattern + rb"\s*(\d+)\s*\n\(", body)
    if not found:
        raise Layout(f"{path}: no binary list")
    count = int(found.group(1))
    end = found.end() + count * width * np.dtype(dtype).itemsize
    if body[end:end + 1] != b")":
        raise Layout(f"{path}: list is not {count} elements long")
    values = np.frombuffer(body[found.end():end], dtype)
    return values.reshape(count, width) if width > 1 else values


def foam_field(path):
    width = {b"scalar": 1, b"vector": 3}
    kind = re.search(rb"internalField\s+nonuniform List<(\w+)>", foam_body(path))
    if not kind or kind.group(1) not in width:
        raise Layout(f"{path}: no scalar or vector field")
    return foam_list(path, re.escape(kind.group()), "<f8", width[kind.group(1)])


def add_foam(group, case):
    source = "OpenFOAM sonicFoam, tutorial forwardStep"
    for percent, time in FOAM_TIMES:
        for name, what in FOAM_FIELDS:
            group.add(f"foam_{name}_{percent:03d}", foam_field(os.path.join(case, time, name)),
                      "fp64", kind="field", what=what, source=source, percent=percent,
                      step=int(time) * FOAM_STEPS_PER_UNIT)
    for name, what in FOAM_LABELS:
        path = os.path.join(case, "constant", "polyMesh", name)
        group.add(f"foam_{name}", foam_list(path, rb"//\s*\n", "<i4", 1),
                  "int32", kind="index", what=what, source=source, percent=0, step=0)


class Cursor:
    """Walks through packed little-endian values."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, layout):
        values = struct.unpack_from("<" + layout, self.data, self.at)
        self.at += struct.calcsize("<" + layout)
        return values[0] if len(values) == 1 else values


def lammps_dump(path):
    """Returns (step, {column: doubles}, rows). Layout: src/dump_custom.cpp, format revision 2."""
    c = Cursor(read(path))
    magic = c.take("q")
    if magic != -10 or c.take("10s") != b"DUMPCUSTOM" or c.take("ii") != (1, 2):
        raise Layout(f"{path}: not a little-endian DUMPCUSTOM revision 2 file")
    step, atoms, triclinic = c.take("qqi")
    c.take("6i6d")
    if triclinic:
        raise Layout(f"{path}: triclinic box")
    width = c.take("i")
    c.take(f"{c.take('i')}s")
    if c.take("b"):
        c.take("d")
    names = c.take(f"{c.take('i')}s").decode().split()
    parts = []
    for _ in range(c.take("i")):
        values = c.take("i")
        parts.append(np.frombuffer(c.data, "<f8", values, c.at))
        c.at += 8 * values
    rows = np.concatenate(parts).reshape(-1, width)
    if c.at != len(c.data) or rows.shape != (atoms, len(names)):
        raise Layout(f"{path}: length does not fit the header")
    return step, names, rows


def add_lammps(group, run):
    source = "LAMMPS, example peptide"
    for percent, step in LAMMPS_STEPS:
        path = os.path.join(run, f"dump.{step}.bin")
        seen, names, rows = lammps_dump(path)
        if seen != step:
            raise Layout(f"{path}: holds step {seen}")
        for stem, columns in LAMMPS_COLUMNS:
            first = names.index(columns[0])
            if tuple(names[first:first + 3]) != columns:
                raise Layout(f"{path}: columns are {names}")
            group.add(f"md_{stem}_{percent:03d}", rows[:, first:first + 3], "fp64", kind="field",
                      what=f"{stem} of each atom, in the program's atom order", source=source,
                      percent=percent, step=step)


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: read_hpc.py OUT FOAM_CASE LAMMPS_RUN")
    group = Group(sys.argv[1], "hpc")
    try:
        add_foam(group, sys.argv[2])
        add_lammps(group, sys.argv[3])
    except (Layout, struct.error) as e:
        sys.exit(f"read_hpc.py: {e}")
    group.close()


if __name__ == "__main__":
    main()
