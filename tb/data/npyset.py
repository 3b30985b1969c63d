# SPDX-License-Identifier: Apache-2.0
"""Writes the sample arrays and their manifest; used by make_tensors.py and read_hpc.py.

A group is one folder of .npy files. While it is made, GROUP.json beside the folder holds its
manifest entries; `npyset.py DIR GROUP...` joins these into DIR/MANIFEST.json, one entry a line,
so that a shell script can read it as well. Needs python3-numpy.
"""
import hashlib
import json
import os
import sys

import numpy as np

LIMIT = 4_000_000  # bytes of all .npy files together


class Group:
    """One folder of arrays: add() writes a file and notes its entry, close() writes the notes."""

    def __init__(self, out, name):
        self.out, self.name, self.entries = out, name, []
        os.makedirs(os.path.join(out, name))

    def add(self, stem, array, element, **facts):
        """Write `array` as NAME/stem.npy. element: fp64, fp32, fp16, bf16 or int32."""
        array = np.ascontiguousarray(array)
        path = os.path.join(self.name, stem + ".npy")
        full = os.path.join(self.out, path)
        np.save(full, array, allow_pickle=False)
        with open(full, "rb") as f:
            digest = hashlib.sha256(f.read()).hexdigest()
        bits = array.reshape(-1).view(np.dtype(f"u{array.itemsize}"))
        self.entries.append({
            "file": path, "dtype": array.dtype.str, "element": element,
            "shape": list(array.shape), "bytes": array.nbytes, **facts,
            # Zero means all bits zero: minus zero is not a zero to a zero-value codec.
            "zero_fraction": round(float(np.count_nonzero(bits == 0)) / bits.size, 6),
            "sha256": digest})

    def close(self):
        with open(os.path.join(self.out, self.name + ".json"), "w", encoding="ascii") as f:
            json.dump(self.entries, f)


def join(out, names):
    """Joins the groups' notes into MANIFEST.json. Exits 1 if the files exceed LIMIT."""
    entries = []
    for name in names:
        notes = os.path.join(out, name + ".json")
        with open(notes, encoding="ascii") as f:
            entries += json.load(f)
        os.remove(notes)
    total = sum(os.path.getsize(os.path.join(out, e["file"])) for e in entries)
    if total > LIMIT:
        sys.exit(f"npyset.py: {total} bytes of arrays, the limit is {LIMIT}")
    with open(os.path.join(out, "MANIFEST.json"), "w", encoding="ascii") as f:
        f.write('{"files": [\n' + ",\n".join(json.dumps(e) for e in entries) + "\n]}\n")
    print(f"{len(entries)} arrays, {total} bytes")


if __name__ == "__main__":
    join(sys.argv[1], sys.argv[2:])
